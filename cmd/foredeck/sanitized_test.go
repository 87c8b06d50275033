package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// hostile would, if written unchanged, color and clear the screen, set the window title, reverse the line, hide
// the text after it, overwrite the text before it, and add rows that the node never sent.
const hostile = "\x1b[31m\x1b[2J\x1b]0;title\x07\x1bP\u009b31m\u009d0;t\u009c\u0085\u202e\u2066\u200b\u200d\u2028\u2029\ufeff\u00ad\U000e0041\ufe0f\u3164" +
	"\r\n\n\t\v\f\b\x00\x7f,\"='<&>"

// marked returns hostile text between markers that name its location.
func marked(place string) string { return place + hostile + place }

// requireSanitized fails if output contains control characters other than line ends.
func requireSanitized(t *testing.T, output string) {
	t.Helper()
	require.True(t, utf8.ValidString(output), "%q", output)
	for _, r := range output { // an assertion of each character would take more time than the command
		invisible := strings.ContainsRune("\ufe0f\u3164\U000e0041", r)
		if r != '\n' && (!unicode.IsPrint(r) || invisible) {
			t.Fatalf("%U in %q", r, output)
		}
	}
}

type object = map[string]any

// hostileRecords returns regular and odd records with hostile text in every field that can hold text.
func hostileRecords(t *testing.T) []string {
	t.Helper()
	header := func(number int) object {
		return object{"sender": object{"Move": senderText}, "sequence_number": number, "chain_id": 8, "gas_unit_price": 100, "max_gas_amount": 2000,
			"expiration_timestamp": object{"microseconds_since_unix_epoch": 1_000_000_312_000_000, "utc_date_time": marked("instant")}}
	}
	records := []any{
		object{ // regular except for its text
			"hash": marked("hash"), "txn_type": marked("type"), "status": marked("status"), "header": header(0),
			"block_header": object{"hash": marked("block"), "author": marked("author"), "parent": marked("parent"), "height": 7,
				"timestamp": object{"microseconds_since_unix_epoch": 1_000_000_012_345_678, "utc_date_time": marked("instant")}},
			"payload": object{"Move": object{"type": marked("kind"), "function": marked("function"), "type_arguments": []any{marked("type argument")},
				"arguments": []any{marked("argument"), object{marked("name"): marked("value")}}}},
			"authenticator": object{"Move": object{marked("scheme"): object{"public_key": marked("key"), "signature": marked("signature")}}},
			"output": object{"Move": object{"gas_used": 9, "vm_status": marked("vm status"), "events": []any{
				object{"type": marked("event"), "sequence_number": "3", "data": object{marked("field"): []any{marked("data")}}}}}},
			marked("member"): marked("unknown"),
		},
		object{ // text in place of other types
			"hash": object{marked("a"): 1}, "txn_type": []any{marked("b")}, "status": 5,
			"header":       object{"sender": marked("sender"), "sequence_number": marked("number"), "gas_unit_price": marked("price"), "expiration_timestamp": marked("c")},
			"block_header": object{"height": marked("height"), "timestamp": marked("d")}, "payload": marked("payload"),
			"authenticator": marked("authenticator"), "output": marked("output"),
		},
		marked("no record"),
		object{marked("nothing"): marked("known")},
		object{ // variants under hostile names
			"hash": keyText, "header": header(4), "payload": object{marked("payload"): 1}, "authenticator": object{marked("scheme"): marked("e")},
			"output": object{marked("output"): object{}},
		},
		object{"hash": keyText, "header": header(5), "payload": object{"Move": object{"type": "multisig_payload", "multisig_address": marked("multisig"),
			"transaction_payload": object{"function": marked("inner"), "arguments": []any{}}}}, "output": object{"Move": object{"events": []any{marked("event")}}}},
	}
	written := make([]string, len(records))
	for i, record := range records {
		encoded, err := json.Marshal(record)
		require.NoError(t, err)
		written[i] = string(encoded)
	}
	return written
}

func TestHostileTransactionsAreSanitized(t *testing.T) {
	t.Parallel()
	records := hostileRecords(t)
	for _, format := range []string{"table", "wide", "csv", "json", "jsonl"} {
		t.Run(format, func(t *testing.T) {
			n := serve(t, sentBy(records))
			got := foredeck(t, "txs", senderText, "--oldest-first", "--base-url", n.url, "-o", format)
			require.Zero(t, got.code, got.stderr)
			require.Contains(t, got.stderr, "not readable: ")
			requireSanitized(t, got.stderr)
			requireSanitized(t, got.stdout)
			switch format {
			case "table", "wide":
				require.Len(t, lines(t, got.stdout), 1+len(records))
				require.Contains(t, got.stdout, "status␛[31m")
				require.Contains(t, got.stdout, "<U+202E>")
			case "csv":
				rows, err := csv.NewReader(strings.NewReader(got.stdout)).ReadAll()
				require.NoError(t, err)
				require.Len(t, rows, 1+len(records))
				require.Len(t, lines(t, got.stdout), 1+len(records))
			case "json":
				var transactions []json.RawMessage
				require.NoError(t, json.Unmarshal([]byte(got.stdout), &transactions))
				require.Len(t, transactions, len(records))
			case "jsonl":
				requireHostileValuesPreserved(t, lines(t, got.stdout))
			}
		})
	}
}

// requireHostileValuesPreserved checks that the escaped JSON decodes to the values that the node sent.
func requireHostileValuesPreserved(t *testing.T, written []string) {
	t.Helper()
	transactions := make([]transactionShape, len(written))
	for i, line := range written {
		decoder := json.NewDecoder(strings.NewReader(line))
		decoder.DisallowUnknownFields()
		require.NoError(t, decoder.Decode(&transactions[i]), line)
	}
	first := transactions[0]
	require.Equal(t, marked("hash"), first.Hash)
	require.Equal(t, marked("type"), first.Type)
	require.Equal(t, marked("status"), first.Status)
	require.Equal(t, marked("vm status"), *first.VMStatus)
	require.Equal(t, marked("block"), first.Block.Hash)
	require.Equal(t, marked("author"), *first.Block.Author)
	require.Equal(t, marked("parent"), *first.Block.Parent)
	require.Equal(t, marked("kind"), first.Payload.Kind)
	require.Equal(t, marked("function"), *first.Payload.Function)
	require.Equal(t, []string{marked("type argument")}, first.Payload.TypeArguments)
	require.Equal(t, marked("scheme"), first.Authenticator.Kind)
	require.Equal(t, marked("event"), first.Events[0].Type)
	decode := func(raw json.RawMessage) (value any) {
		require.NoError(t, json.Unmarshal(raw, &value))
		return value
	}
	require.Equal(t, marked("argument"), decode(first.Payload.Arguments[0]))
	require.Equal(t, object{marked("name"): marked("value")}, decode(first.Payload.Arguments[1]))
	require.Equal(t, object{marked("field"): []any{marked("data")}}, decode(first.Events[0].Data))

	odd := transactions[1]
	require.Nil(t, odd.Sender)
	require.Nil(t, odd.SequenceNumber)
	require.Nil(t, odd.GasUnitPrice)
	require.Equal(t, marked("payload"), odd.Payload.Kind)
	require.Equal(t, marked("authenticator"), odd.Authenticator.Kind)
	require.Equal(t, marked("output"), odd.Output.Kind)
	require.Equal(t, marked("output"), transactions[4].Output.Kind)
	require.Equal(t, marked("inner"), *transactions[5].Payload.Function)
}

func TestHostileAccountIsSanitized(t *testing.T) {
	t.Parallel()
	body, err := json.Marshal(object{"sequence_number": 3, "authentication_key": marked("key"), marked("member"): 1})
	require.NoError(t, err)
	for _, format := range []string{"table", "wide", "csv", "json", "jsonl"} {
		t.Run(format, func(t *testing.T) {
			n := serve(t, responding(http.StatusOK, string(body)))
			got := foredeck(t, "account", "0x1", "--base-url", n.url, "-o", format)
			require.Zero(t, got.code, got.stderr)
			requireSanitized(t, got.stdout)
			if strings.HasPrefix(format, "json") {
				var account accountShape
				require.NoError(t, json.Unmarshal([]byte(got.stdout), &account))
				require.Equal(t, marked("key"), account.AuthenticationKey)
				return
			}
			require.Contains(t, got.stdout, "key␛[31m")
			require.Len(t, lines(t, got.stdout), 2)
		})
	}
}

// Error messages of a node are not trusted either.
func TestHostileErrorsAreSanitized(t *testing.T) {
	t.Parallel()
	message, err := json.Marshal(object{"message": marked("message")})
	require.NoError(t, err)
	for name, response := range map[string]http.HandlerFunc{
		"not found":   responding(404, string(message)),
		"refused":     responding(401, string(message)),
		"failed":      responding(500, string(message)),
		"plain text":  responding(500, marked("text")),
		"no UTF-8":    responding(500, "\x9b31m\xff\xfe"+hostile),
		"other":       responding(400, string(message)),
		"no JSON":     responding(200, marked("text")),
		"other shape": responding(200, `{"sequence_number":`+string(message)+`}`),
		"redirect": func(w http.ResponseWriter, _ *http.Request) {
			w.Header()["Location"] = []string{"http://elsewhere.invalid/\u009b31m\u202e"}
			w.WriteHeader(http.StatusFound)
		},
	} {
		t.Run(name, func(t *testing.T) {
			n := serve(t, response)
			for _, format := range []string{"table", "json"} {
				got := foredeck(t, "account", "0x1", "--base-url", n.url, "-o", format, "-v")
				require.NotZero(t, got.code)
				require.Empty(t, got.stdout)
				require.NotEmpty(t, got.stderr)
				requireSanitized(t, got.stderr)
			}
		})
	}
}

// Raw output into a pipe is byte for byte what the node sent.
func TestRawIntoPipeIsVerbatim(t *testing.T) {
	t.Parallel()
	records := slices.Insert(hostileRecords(t), 1, `{"hash": 1.50e+2 ,`+"\t"+`"a":"\u00e4`+"\u202e\xff"+`", "a":2}`)
	n := serve(t, sentBy(records))
	got := foredeck(t, "txs", senderText, "--oldest-first", "--base-url", n.url, "-o", "raw")
	require.Zero(t, got.code, got.stderr)
	require.Equal(t, strings.Join(records, "\n")+"\n", got.stdout)
}

// screenBuffer is a writer that claims to be a terminal and buffers its output.
type screenBuffer struct {
	bytes.Buffer
	device *os.File
}

func (t *screenBuffer) Fd() uintptr { return t.device.Fd() }

func TestRawOnTerminalIsSanitized(t *testing.T) {
	device, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("no pseudo terminal: %v", err)
	}
	defer device.Close()
	records := hostileRecords(t)
	n := serve(t, sentBy(records))
	screen := &screenBuffer{device: device}
	var stderr bytes.Buffer
	require.Zero(t, execute(t.Context(), []string{"txs", senderText, "--oldest-first", "--base-url", n.url, "-o", "raw"}, screen, &stderr), stderr.String())
	requireSanitized(t, screen.String())
	for i, line := range lines(t, screen.String()) {
		require.JSONEq(t, records[i], line)
	}
	require.NotEqual(t, strings.Join(records, "\n")+"\n", screen.String())
}

// Values other than strings keep the node's JSON form.
func TestArgumentNumbersAreExact(t *testing.T) {
	t.Parallel()
	record := `{"hash":"h","header":{"sequence_number":0},"payload":{"type":"script_payload","arguments":[18446744073709551617,1.50e+2,-0]},` +
		`"output":{"Move":{"events":[{"type":"e","data":340282366920938463463374607431768211455}]}}}`
	n := serve(t, sentBy([]string{record}))
	got := foredeck(t, "txs", "0x1", "--base-url", n.url, "-o", "jsonl")
	require.Zero(t, got.code, got.stderr)
	require.Contains(t, got.stdout, `"arguments":[18446744073709551617,1.50e+2,-0]`)
	require.Contains(t, got.stdout, `"data":340282366920938463463374607431768211455`)
}
