package main

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
	"foredeck/tui/command"
)

// kinds holds one record of each kind, in the forms of the specification and of deployed nodes, and what is printed of it.
func kinds() (records []string, jsonl []string) {
	const header = `"header":{"chain_id":8,"expiration_timestamp":{"timestamp":1000000300000000},"sender":"0xA11","sequence_number":%s,"gas_unit_price":%s,"max_gas_amount":%s}`
	const headerWritten = `"sender":"0x0000000000000000000000000000000000000000000000000000000000000a11","sequence_number":%s,"chain_id":8,"gas_unit_price":%s,"max_gas_amount":%s,"gas_used":%s,"expiration_us":1000000300000000`
	const noSigners = `"registration_hash":null,"fee_payer_address":null,"secondary_signer_addresses":[],"signers":[]`
	const noProof = `"public_key":null,"signature":null,"value":null,` + noSigners
	add := func(record, printed string) {
		records = append(records, record)
		jsonl = append(jsonl, printed)
	}
	add(transfer(0), `{"hash":"0x00000000000000000000000000000000000000000000000000000000abcd0000","type":"user","status":"Success",`+
		`"sender":"`+senderText+`","sequence_number":0,"chain_id":8,"gas_unit_price":100000,"max_gas_amount":20000,"gas_used":9,`+
		`"expiration_us":1000000312000000,"vm_status":"Executed successfully","failure":null,"call_failure":null,"fee":"900000",`+
		`"block":{"height":31000000,"hash":"0x0000000000000000000000000000000000000000000000000000000000000000","timestamp_us":1000000012345678,`+
		`"author":"`+keyText+`","parent":"`+keyText+`","chain_id":8,"epoch":7,"round":0},`+
		`"payload":{"kind":"entry_function","function":"0x1::coin::transfer","type_arguments":["0x1::native_coin::NativeCoin"],`+
		`"arguments":["`+receiverText+`","250000000"],"multisig_address":null,"inner_kind":null,"code":null,"registration":null,"value":null},`+
		`"authenticator":{"kind":"Ed25519","public_key":"`+keyText+`","signature":"0x00","value":null,`+noSigners+`},"output":{"kind":"Move","status":null,"value":null},`+
		`"events":[{"type":"0x1::coin::CoinWithdraw","guid":{"account_address":"0x`+strings.Repeat("0", 64)+`","creation_number":0},"sequence_number":0,`+
		`"data":{"account":"`+senderText+`","amount":"250000000"}}],"data":null}`)
	// Version 1 has neither txn_type nor the larger block header.
	add(`{"hash":"01","status":"Fail",`+fmt.Sprintf(header, "1", "100", "500")+`,"block_header":{"hash":"02","height":9,"timestamp":{"timestamp":1000000000000000}},`+
		`"payload":{"Move":{"type":"script_payload","code":{"bytecode":"0xa11ceb0b"},"type_arguments":[],"arguments":[7]}},`+
		`"authenticator":{"Move":{"MultiEd25519":{}}},"output":{"Move":{"gas_used":500,"events":[],"vm_status":"Out of gas"}}}`,
		`{"hash":"01","type":"","status":"Fail",`+fmt.Sprintf(headerWritten, "1", "100", "500", "500")+`,"vm_status":"Out of gas","failure":{"kind":"out_of_gas","module":null,"function":null,"code_offset":null,"code":null,"category":null,"reason":null,"name":null,"description":null,"status_code":null,"is_script":false,"cause":null,"source_line":null,"candidates":null,"candidates_complete":null,"unread_modules":null,"dynamic_calls":null},"call_failure":null,"fee":"50000",`+
			`"block":{"height":9,"hash":"02","timestamp_us":1000000000000000,"author":null,"parent":null,"chain_id":null,"epoch":null,"round":null},`+
			`"payload":{"kind":"script","function":null,"type_arguments":[],"arguments":[7],"multisig_address":null,"inner_kind":null,"code":{"bytecode":"0xa11ceb0b"},"registration":null,"value":null},`+
			`"authenticator":{"kind":"MultiEd25519",`+noProof+`},"output":{"kind":"Move","status":null,"value":null},"events":[],"data":null}`)
	add(`{"hash":"03","txn_type":"user","status":"Success",`+fmt.Sprintf(header, "2", "100", "500")+`,"block_header":null,`+
		`"payload":{"Move":{"type":"multisig_payload","multisig_address":"0xc0",`+
		`"transaction_payload":{"type":"entry_function_payload","function":"0x1::a::b","type_arguments":["u8"],"arguments":[]}}},`+
		`"authenticator":{"Move":{"FeePayer":{}}},"output":{"Move":{"gas_used":3}}}`,
		`{"hash":"03","type":"user","status":"Success",`+fmt.Sprintf(headerWritten, "2", "100", "500", "3")+`,"vm_status":null,"failure":null,"call_failure":null,"fee":"300","block":null,`+
			`"payload":{"kind":"multisig","function":"0x1::a::b","type_arguments":["u8"],"arguments":[],`+
			`"multisig_address":"0x00000000000000000000000000000000000000000000000000000000000000c0","inner_kind":"entry_function","code":null,"registration":null,"value":null},`+
			`"authenticator":{"kind":"FeePayer",`+noProof+`},"output":{"kind":"Move","status":null,"value":null},"events":[],"data":null}`)
	add(`{"hash":"04","txn_type":"user","status":"Success",`+fmt.Sprintf(header, "3", "100", "500")+`,`+
		`"payload":{"Move":{"type":"multisig_payload","multisig_address":"0xc0"}},"authenticator":{"Move":{"SingleSender":{}}},"output":"Empty"}`,
		`{"hash":"04","type":"user","status":"Success",`+fmt.Sprintf(headerWritten, "3", "100", "500", "null")+`,"vm_status":null,"failure":null,"call_failure":null,"fee":null,"block":null,`+
			`"payload":{"kind":"multisig","function":null,"type_arguments":[],"arguments":[],`+
			`"multisig_address":"0x00000000000000000000000000000000000000000000000000000000000000c0","inner_kind":null,"code":null,"registration":null,"value":null},`+
			`"authenticator":{"kind":"SingleSender",`+noProof+`},"output":{"kind":"Empty","status":null,"value":null},"events":[],"data":null}`)
	add(`{"hash":"05","txn_type":"user","status":"Pending",`+fmt.Sprintf(header, "4", "100", "500")+`,`+
		`"payload":{"Move":{"type":"automation_registration_payload","V2":{"automated_function":{"function":"0x1::a::b","type_arguments":[],"arguments":["1"]},"max_gas_amount":5}}},`+
		`"authenticator":null,"output":null}`,
		`{"hash":"05","type":"user","status":"Pending",`+fmt.Sprintf(headerWritten, "4", "100", "500", "null")+`,"vm_status":null,"failure":null,"call_failure":null,"fee":null,"block":null,`+
			`"payload":{"kind":"automation_registration","function":"0x1::a::b","type_arguments":[],"arguments":["1"],"multisig_address":null,"inner_kind":null,"code":null,"registration":{"version":"V2","expiration_s":null,"max_gas_amount":5,"gas_price_cap":null,"automation_fee_cap":null,"task_type":null,"task_priority":null,"aux_data":null},"value":null},`+
			`"authenticator":null,"output":null,"events":[],"data":null}`)
	const most = "18446744073709551615"
	add(`{"hash":"06","txn_type":"later","status":"Odd",`+fmt.Sprintf(header, `"`+most+`"`, most, most)+`,"payload":{"Dkg":{}},`+
		`"authenticator":{"Later":{}},"output":{"Move":{"gas_used":`+most+`,"events":[{"type":"0x1::a::E<u8, u16>","data":null}]}}}`,
		`{"hash":"06","type":"later","status":"Odd",`+fmt.Sprintf(headerWritten, most, most, most, most)+`,"vm_status":null,"failure":null,"call_failure":null,`+
			`"fee":"340282366920938463426481119284349108225","block":null,`+
			`"payload":{"kind":"dkg","function":null,"type_arguments":[],"arguments":[],"multisig_address":null,"inner_kind":null,"code":null,"registration":null,"value":{}},`+
			`"authenticator":{"kind":"Later",`+noProof+`},"output":{"kind":"Move","status":null,"value":null},`+
			`"events":[{"type":"0x1::a::E<u8, u16>","guid":null,"sequence_number":null,"data":null}],"data":null}`)
	for i := range jsonl {
		jsonl[i] = strings.TrimSuffix(jsonl[i], "}") + `,"problems":[],"other":null}`
	}
	return records, jsonl
}

// transactionHeader is the first line of transactions as CSV.
const transactionHeader = "hash,type,status,sender,sequence_number,chain_id,gas_unit_price,max_gas_amount,gas_used,expiration_us,vm_status," +
	"failure_kind,failure_name,failure_module,failure_code,fee,amount,coin,block_height,block_timestamp_us,payload_kind,function," +
	"authenticator_kind,events,type_arguments,arguments,block,payload,authenticator,output,data,problems,other\n"

func TestTransactionsInEveryFormat(t *testing.T) {
	t.Parallel()
	records, jsonl := kinds()
	list := func(t *testing.T, format string) string {
		t.Helper()
		n := serve(t, sentBy(records))
		got := foredeck(t, "txs", "0xa11", "--oldest-first", "--base-url", n.url, "-o", format)
		require.Zero(t, got.code, got.stderr)
		require.Empty(t, got.stderr)
		return got.stdout
	}
	t.Run("jsonl", func(t *testing.T) {
		printed := list(t, "jsonl")
		require.Equal(t, strings.Join(jsonl, "\n")+"\n", printed)
		readLines[transactionShape](t, printed)
	})
	t.Run("json", func(t *testing.T) {
		printed := list(t, "json")
		require.JSONEq(t, "["+strings.Join(jsonl, ",")+"]", printed)
		require.Len(t, read[[]transactionShape](t, printed), len(records))
		require.True(t, strings.HasPrefix(printed, "[\n  {\n    \"hash\": "))
		require.True(t, strings.HasSuffix(printed, "\n  }\n]\n"))
	})
	t.Run("raw", func(t *testing.T) {
		require.Equal(t, strings.Join(records, "\n")+"\n", list(t, "raw"))
	})
	t.Run("csv", func(t *testing.T) {
		const sender = "0x0000000000000000000000000000000000000000000000000000000000000a11"
		want := []string{
			"0x00000000000000000000000000000000000000000000000000000000abcd0000,user,Success," + senderText + ",0,8,100000,20000,9,1000000312000000," +
				"Executed successfully,,,,,900000,,,31000000,1000000012345678,entry_function,0x1::coin::transfer,Ed25519," +
				`"[{""type"":""0x1::coin::CoinWithdraw"",""guid"":{""account_address"":""0x` + strings.Repeat("0", 64) + `"",""creation_number"":0},` +
				`""sequence_number"":0,""data"":{""account"":""` + senderText + `"",""amount"":""250000000""}}]",` +
				`0x1::native_coin::NativeCoin,"[""` + receiverText + `"",""250000000""]"`,
			"01,,Fail," + sender + ",1,8,100,500,500,1000000300000000,Out of gas,out_of_gas,,,,50000,,,9,1000000000000000,script,,MultiEd25519,,,[7]",
			"03,user,Success," + sender + ",2,8,100,500,3,1000000300000000,,,,,,300,,,,,multisig,0x1::a::b,FeePayer,,u8,",
			"04,user,Success," + sender + ",3,8,100,500,,1000000300000000,,,,,,,,,,,multisig,,SingleSender,,,",
			"05,user,Pending," + sender + ",4,8,100,500,,1000000300000000,,,,,,,,,,,automation_registration,0x1::a::b,,,," + `"[""1""]"`,
			"06,later,Odd," + sender + ",18446744073709551615,8,18446744073709551615,18446744073709551615,18446744073709551615,1000000300000000,,,,,," +
				"340282366920938463426481119284349108225,,,,,dkg,,Later," + `"[{""type"":""0x1::a::E<u8, u16>"",""guid"":null,""sequence_number"":null,""data"":null}]",,`,
		}
		printed := list(t, "csv")
		require.True(t, strings.HasPrefix(printed, transactionHeader))
		rows := readCSV(t, printed)
		require.Len(t, rows, len(want))
		for i, line := range lines(t, printed)[1:] {
			require.True(t, strings.HasPrefix(line, want[i]+","), line)
			var whole map[string]json.RawMessage
			require.NoError(t, json.Unmarshal([]byte(jsonl[i]), &whole))
			for _, part := range []string{"block", "payload", "authenticator", "output", "data", "problems", "other"} {
				if written := string(whole[part]); written == "null" || written == "[]" {
					require.Empty(t, rows[i][part])
				} else {
					require.Equal(t, written, rows[i][part])
				}
			}
		}
	})
	t.Run("table", func(t *testing.T) {
		require.Equal(t, strings.Join([]string{
			"SEQ       STATUS     TYPE   FUNCTION                                             FEE  AGE          HASH         REASON",
			"0         ✓ Success  user   0x1::coin::transfer                           0.00900000  9999d        0x0000…0000",
			"1         ✗ Fail            script (no function name)                     0.00050000  9999d        01           out of gas",
			"2         ✓ Success  user   multisig 0x1::a::b                            0.00000300  –            03",
			"3         ✓ Success  user   multisig (no payload)                        ≤0.00050000  –            04",
			"4         ? Pending  user   register 0x1::a::b                           ≤0.00050000  –            05",
			"18,446,744,073,709,551,615  ? Odd      later  dkg                                       3,402,823,669,209,384,634,264,811,192,843.49108225  –            06",
		}, "\n")+"\n", longAges.ReplaceAllString(list(t, "table"), "9999d"))
	})
	t.Run("wide", func(t *testing.T) {
		rows := lines(t, longAges.ReplaceAllString(list(t, "wide"), "9999d"))
		require.Len(t, rows, 1+len(records))
		const layout = "%-26s  %-9s  %-5s  %-40s  %50s  %-11s  %-66s  %-32s  %-66s  %-12s  %-30s  %s"
		require.Equal(t, fmt.Sprintf(layout, "SEQ", "STATUS", "TYPE", "FUNCTION", "FEE", "AGE", "HASH", "REASON", "SENDER", "BLOCK", "TIME", "VM STATUS"), rows[0])
		require.Equal(t, fmt.Sprintf(layout, "0", "✓ Success", "user", "0x1::coin::transfer", "0.00900000", "9999d",
			"0x00000000000000000000000000000000000000000000000000000000abcd0000", "", senderText, "31,000,000", "2001-09-09 01:46:52.345678 UTC", "Executed successfully"), rows[1])
		require.Equal(t, fmt.Sprintf(layout, "4", "? Pending", "user", "register 0x1::a::b", "≤0.00050000", "–", "05", "",
			"0x0000000000000000000000000000000000000000000000000000000000000a11", "–", "–", "–"), rows[5])
	})
}

// longAges matches the age in days of what a test has at a fixed time.
var longAges = regexp.MustCompile(`\b9\d{3}d\b`)

// A function's name that is longer than its column moves no other column; wide has it whole.
func TestLongFunctionIsTruncated(t *testing.T) {
	t.Parallel()
	const function = "0x00c0ffee00000000000000000000000000000000000000000000000000000a11::a_module_with_a_name::function_with_a_long_name"
	records := []string{strings.Replace(transfer(0), "0x1::coin::transfer", function, 1), transfer(1)}
	n := serve(t, sentBy(records))
	got := foredeck(t, "txs", senderText, "--oldest-first", "--base-url", n.url)
	require.Zero(t, got.code, got.stderr)
	require.Equal(t, []string{
		"SEQ       STATUS     TYPE   FUNCTION                                             FEE  AGE          HASH         REASON",
		"0         ✓ Success  user   …::function_with_a_long_name                  0.00900000  9999d        0x0000…0000",
		"1         ✓ Success  user   0x1::coin::transfer                           0.00900000  9999d        0x0000…0001",
	}, lines(t, longAges.ReplaceAllString(got.stdout, "9999d")))
	require.Contains(t, foredeck(t, "txs", senderText, "--base-url", n.url, "-o", "wide").stdout, function)
}

func TestEmptyList(t *testing.T) {
	t.Parallel()
	for format, want := range map[string]string{
		"json": "[]\n", "jsonl": "", "raw": "",
		"table": "SEQ       STATUS     TYPE   FUNCTION                                             FEE  AGE          HASH         REASON\n",
		"csv":   transactionHeader,
	} {
		t.Run(format, func(t *testing.T) {
			n := serve(t, responding(http.StatusOK, "[]"))
			require.Equal(t, outcome{stdout: want}, foredeck(t, "txs", "0x1", "--base-url", n.url, "-o", format))
			require.Len(t, n.requests(), 1)
		})
	}
}

// numbersOf gives the sequence numbers of a printed list.
func numbersOf(t *testing.T, jsonl string) []int {
	t.Helper()
	numbers := []int{}
	for _, transaction := range readLines[transactionShape](t, jsonl) {
		require.NotNil(t, transaction.SequenceNumber)
		numbers = append(numbers, int(*transaction.SequenceNumber))
	}
	return numbers
}

// span is the numbers from first to last, up or down.
func span(first, last int) []int {
	numbers := []int{first}
	for step := 1; first != last; numbers = append(numbers, first) {
		if first > last {
			step = -1
		}
		first += step
	}
	return numbers
}

func TestLimit(t *testing.T) {
	t.Parallel()
	const most = "18446744073709551615"
	records := transfers(251)
	for name, c := range map[string]struct {
		arguments []string
		want      []int
		requested []string // queries; nil: not checked
	}{
		"20 of the newest without a word": {nil, span(250, 231), []string{"ascending=false&count=20"}},
		"one":                             {[]string{"--limit", "1"}, span(250, 250), []string{"ascending=false&count=1"}},
		"a page":                          {[]string{"--limit", "100"}, span(250, 151), []string{"ascending=false&count=100"}},
		"a page and one":                  {[]string{"--limit", "101"}, span(250, 150), []string{"ascending=false&count=100", "ascending=false&count=1&start=150"}},
		"some pages": {[]string{"--limit", "230", "--oldest-first"}, span(0, 229),
			[]string{"ascending=true&count=100", "ascending=true&count=100&start=100", "ascending=true&count=30&start=200"}},
		"all there are":        {[]string{"--limit", "251"}, span(250, 0), nil},
		"more than there are":  {[]string{"--limit", "1000"}, span(250, 0), nil},
		"all":                  {[]string{"--all"}, span(250, 0), nil},
		"all from the oldest":  {[]string{"--all", "--oldest-first"}, span(0, 250), nil},
		"from a number down":   {[]string{"--start", "7"}, span(7, 0), nil},
		"from a number up":     {[]string{"--start", "7", "--oldest-first", "--limit", "3"}, span(7, 9), []string{"ascending=true&count=3&start=7"}},
		"all from a number":    {[]string{"--start", "120", "--all"}, span(120, 0), nil},
		"all up from a number": {[]string{"--start", "120", "--all", "--oldest-first"}, span(120, 250), nil},
		"the oldest":           {[]string{"--start", "0"}, span(0, 0), nil},
		"the newest":           {[]string{"--start", "250", "--oldest-first"}, span(250, 250), nil},
		"from above the top":   {[]string{"--start", most, "--limit", "2"}, span(250, 249), nil},
		"above the top":        {[]string{"--start", "251", "--oldest-first"}, []int{}, nil},
		"kind":                 {[]string{"--kind", "sent", "--limit", "2"}, span(250, 249), nil},
	} {
		t.Run(name, func(t *testing.T) {
			n := serve(t, sentBy(records))
			got := foredeck(t, append([]string{"txs", senderText, "--base-url", n.url, "-o", "jsonl"}, c.arguments...)...)
			require.Zero(t, got.code, got.stderr)
			require.Empty(t, got.stderr)
			require.Equal(t, c.want, numbersOf(t, got.stdout))
			if c.requested == nil {
				return
			}
			var requested []string
			for _, request := range n.requests() {
				path, query, _ := strings.Cut(request, "?")
				require.Equal(t, "/rpc/v3/accounts/"+senderText+"/transactions", path)
				requested = append(requested, query)
			}
			require.Equal(t, c.requested, requested)
		})
	}
}

// Records beyond the requested count are dropped.
func TestLimitTruncatesLongPage(t *testing.T) {
	t.Parallel()
	n := serve(t, responding(http.StatusOK, "["+strings.Join(transfers(50), ",")+"]"))
	got := foredeck(t, "txs", senderText, "--limit", "3", "--oldest-first", "--base-url", n.url, "-o", "jsonl")
	require.Zero(t, got.code, got.stderr)
	require.Equal(t, span(0, 2), numbersOf(t, got.stdout))
}

// A list that breaks on its second page prints what it has, whole, then fails.
func TestPartialList(t *testing.T) {
	t.Parallel()
	records := transfers(150)
	for name, c := range map[string]struct {
		second  http.HandlerFunc
		printed int
		code    int
		kind    string
		says    string
	}{
		"failed":     {responding(500, `{"message":"store lookup failed"}`), 100, exitServerError, "server_error", "store lookup failed"},
		"reset":      {reset, 100, exitUnreachable, "unreachable", "no response from"},
		"slowed":     {responding(429, ""), 100, exitRateLimited, "rate_limited", "limits our requests"},
		"a page":     {responding(200, "<html>"), 100, exitInvalidResponse, "invalid_response", "HTML page"},
		"half a one": {responding(200, "["+records[49]+","+records[48]+`,{"hash":`), 102, exitInvalidResponse, "invalid_response", "incomplete JSON"},
		"broken off": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100000")
			_, _ = w.Write([]byte("[" + records[49] + "," + records[48] + `,{"hash":`))
		}, 102, exitUnreachable, "unreachable", "closed the connection"},
	} {
		list := func(t *testing.T, format string) outcome {
			t.Helper()
			first := sentBy(records)
			n := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Query().Has("start") {
					c.second(w, r)
					return
				}
				first(w, r)
			})
			got := foredeck(t, "txs", senderText, "--all", "--base-url", n.url, "-o", format)
			require.Equal(t, c.code, got.code, got.stderr)
			return got
		}
		printed := func(t *testing.T, numbers []int) {
			t.Helper()
			require.Equal(t, span(149, 150-c.printed), numbers)
		}
		t.Run(name+"/json", func(t *testing.T) {
			t.Parallel()
			got := list(t, "json")
			var numbers []int
			for _, transaction := range read[[]transactionShape](t, got.stdout) {
				numbers = append(numbers, int(*transaction.SequenceNumber))
			}
			printed(t, numbers)
			problem := read[problemShape](t, got.stderr).Error
			require.Len(t, lines(t, got.stderr), 1)
			require.Equal(t, c.kind, problem.Kind)
			require.True(t, strings.HasPrefix(problem.Message, fmt.Sprintf("incomplete list: failed after %d records: ", c.printed)), problem.Message)
			require.Contains(t, problem.Message, c.says)
		})
		t.Run(name+"/jsonl", func(t *testing.T) {
			t.Parallel()
			got := list(t, "jsonl")
			printed(t, numbersOf(t, got.stdout))
			require.Equal(t, c.kind, read[problemShape](t, got.stderr).Error.Kind)
		})
		for _, format := range []string{"table", "wide"} {
			t.Run(name+"/"+format, func(t *testing.T) {
				t.Parallel()
				got := list(t, format)
				require.Len(t, lines(t, got.stdout), 1+c.printed)
				require.Contains(t, got.stderr, fmt.Sprintf("foredeck: incomplete list: failed after %d records: ", c.printed))
				require.Contains(t, got.stderr, c.says)
			})
		}
		t.Run(name+"/csv", func(t *testing.T) {
			t.Parallel()
			got := list(t, "csv")
			rows, err := csv.NewReader(strings.NewReader(got.stdout)).ReadAll()
			require.NoError(t, err)
			require.Len(t, rows, 1+c.printed)
		})
		t.Run(name+"/raw", func(t *testing.T) {
			t.Parallel()
			got := list(t, "raw")
			for _, line := range lines(t, got.stdout) {
				require.True(t, json.Valid([]byte(line)))
			}
			require.Len(t, lines(t, got.stdout), c.printed)
		})
	}
}

// Ctrl+c in the middle of a list leaves what was printed whole.
func TestCancelledList(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	first := sentBy(transfers(150))
	n := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Has("start") {
			cancel()
			<-r.Context().Done()
			return
		}
		first(w, r)
	})
	got := foredeckUntil(ctx, "txs", senderText, "--all", "--base-url", n.url, "-o", "json")
	require.Equal(t, exitOther, got.code)
	require.Len(t, read[[]transactionShape](t, got.stdout), 100)
	problem := read[problemShape](t, got.stderr).Error
	require.Equal(t, "cancelled", problem.Kind)
	require.Contains(t, problem.Message, "incomplete list: failed after 100 records")
}

// full is an output that fails after a number of writes, like a full disk.
type full struct{ left int }

var errFull = errors.New("no space left")

func (f *full) Write(p []byte) (int, error) {
	if f.left--; f.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestWriteError(t *testing.T) {
	t.Parallel()
	for _, format := range command.Formats {
		for writes := range 3 {
			t.Run(fmt.Sprintf("%s/%d", format, writes), func(t *testing.T) {
				n := serve(t, sentBy(transfers(450)))
				var stderr strings.Builder
				code := execute(t.Context(), []string{"txs", senderText, "--all", "--base-url", n.url, "-o", format}, &full{writes}, &stderr)
				require.Equal(t, exitOther, code)
				require.Contains(t, stderr.String(), errFull.Error())
				require.LessOrEqual(t, len(n.requests()), writes+3, "after the page that could not be written, at most one that is decoded and one that is requested")
			})
		}
	}
}

func TestSimulatedTransactions(t *testing.T) {
	t.Parallel()
	got := foredeck(t, "txs", "treasury", "--all", "--oldest-first", "-o", "jsonl")
	require.Zero(t, got.code, got.stderr)
	require.Empty(t, got.stderr)
	transactions := readLines[transactionShape](t, got.stdout)
	require.GreaterOrEqual(t, len(transactions), 1_200)
	seen := map[string]int{}
	for i, transaction := range transactions {
		require.Equal(t, uint64(i), *transaction.SequenceNumber)
		require.Equal(t, "user", transaction.Type)
		require.NotNil(t, transaction.Sender)
		require.NotNil(t, transaction.Fee)
		require.NotNil(t, transaction.Block)
		require.NotNil(t, transaction.Block.Author)
		require.NotNil(t, transaction.Block.Epoch)
		require.Equal(t, "Move", transaction.Output.Kind)
		require.NotEmpty(t, transaction.Events)
		require.Equal(t, transaction.Payload.Kind == "multisig", transaction.Payload.MultisigAddress != nil)
		if transaction.Payload.Kind == "script" {
			require.Nil(t, transaction.Payload.Function)
		}
		seen[transaction.Payload.Kind]++
		seen[transaction.Authenticator.Kind]++
		seen[transaction.Status]++
	}
	for _, kind := range []string{"entry_function", "script", "multisig", "automation_registration",
		"Ed25519", "MultiEd25519", "MultiAgent", "FeePayer", "SingleSender", "Success", "Fail"} {
		require.NotZero(t, seen[kind], kind)
	}

	first := readCSV(t, foredeck(t, "txs", "treasury", "--start", "3", "--oldest-first", "--limit", "4", "-o", "csv").stdout)
	require.Len(t, first, 4)
	for i, row := range first {
		require.Equal(t, transactions[3+i].Hash, row["hash"])
		require.Equal(t, *transactions[3+i].Fee, row["fee"])
		require.NotEmpty(t, read[[]eventShape](t, row["events"]))
	}

	// A list that is not ended grows at its newest end while the network lives.
	newest := numbersOf(t, foredeck(t, "txs", "treasury", "-o", "jsonl").stdout)
	require.Len(t, newest, 20)
	require.GreaterOrEqual(t, newest[0], 1_199)
	require.Equal(t, span(newest[0], newest[0]-19), newest)

	require.Equal(t, outcome{stdout: "[]\n"}, foredeck(t, "txs", "newcomer", "-o", "json"))
}

// What is printed does not tell in which form the node writes.
func TestTransactionsMatchAcrossDialects(t *testing.T) {
	t.Parallel()
	start := time.Date(2001, time.August, 1, 12, 0, 0, 0, time.UTC) // so long ago that the age is a date
	printed := map[localnet.Dialect][]string{}
	for _, dialect := range []localnet.Dialect{localnet.Spec, localnet.Deployed} {
		network, err := localnet.Start(t.Context(), localnet.Options{Dialect: dialect, Start: start, Seed: 3, Transactions: 250})
		require.NoError(t, err)
		defer network.Close()
		for _, format := range []string{"json", "jsonl", "csv", "table", "wide"} {
			got := foredeck(t, "txs", network.Accounts()[0].Address.String(), "--all", "--base-url", network.BaseURL(), "-o", format)
			require.Zero(t, got.code, got.stderr)
			printed[dialect] = append(printed[dialect], got.stdout)
		}
	}
	require.Equal(t, span(249, 0), numbersOf(t, printed[localnet.Spec][1]))
	for i, spec := range printed[localnet.Spec] { // by lines: a difference of the whole is too long to be printed
		require.Equal(t, strings.Count(spec, "\n"), strings.Count(printed[localnet.Deployed][i], "\n"))
		deployed := strings.SplitAfter(printed[localnet.Deployed][i], "\n")
		for number, line := range strings.SplitAfter(spec, "\n") {
			require.Equal(t, line, deployed[number])
		}
	}
}

func TestDeployedTransactions(t *testing.T) {
	t.Parallel()
	const address = "0x85e8ce0c84ddc0d751397c36f126be283295fe59fa60b47fe54f8c4ef167560f"
	n := serve(t, responding(http.StatusOK, sample(t, "v3-transactions.json")))
	got := foredeck(t, "txs", address, "--limit", "2", "--base-url", n.url, "-o", "json")
	require.Zero(t, got.code, got.stderr)
	require.Empty(t, got.stderr)
	transactions := read[[]transactionShape](t, got.stdout)
	require.Len(t, transactions, 2)
	for i, want := range []struct {
		number    uint64
		status    string
		fee       string
		height    uint64
		timestamp uint64
		hash      string
	}{
		{42, "Success", "900000", 31000210, 1756460012345678, "0x8a74d0de385f8904abb576d386a6fd0e4e973433c8a2763963be8f9c872a86e7"},
		{41, "Fail", "600000", 31000197, 1756460009345678, "0xb13e6934ec2298d8f36fd1caa82b03ce98bf5e29daa9604cfd8615edafc4f8de"},
	} {
		transaction := transactions[i]
		require.Equal(t, address, *transaction.Sender)
		require.Equal(t, want.number, *transaction.SequenceNumber)
		require.Equal(t, want.status, transaction.Status)
		require.Equal(t, "user", transaction.Type)
		require.Equal(t, "0x1::supra_account::transfer", *transaction.Payload.Function)
		require.Equal(t, want.fee, *transaction.Fee)
		require.Equal(t, want.height, transaction.Block.Height)
		require.Equal(t, want.timestamp, transaction.Block.Timestamp)
		require.Equal(t, want.hash, transaction.Hash)
		require.Equal(t, uint64(8), *transaction.ChainID)
	}
	require.Equal(t, "Move abort in 0x1::coin: EINSUFFICIENT_BALANCE(0x10006): Not enough coins to complete transaction", *transactions[1].VMStatus)

	wide := foredeck(t, "txs", address, "--limit", "2", "--base-url", n.url, "-o", "wide")
	require.Zero(t, wide.code, wide.stderr)
	for _, shown := range []string{"✓ Success", "✗ Fail", "0.00900000", "0.00600000", "31,000,210", "31,000,197", "2025-08-29 09:33:32.345678 UTC",
		"0x1::supra_account::transfer", address, "EINSUFFICIENT_BALANCE"} {
		require.Contains(t, wide.stdout, shown)
	}
}
