package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// oddBody is a body that is legal JSON and not what the specification describes, with the facts that must be in the output of the command:
// in the record itself, in the name of a problem or kept in other.
type oddBody struct {
	command string
	body    string
	facts   string // separated by spaces, all must be printed with -o json; "" if the command fails
	failure string // part of the error, with exit code 8 unless it begins with another one
	problem bool
}

func oddBlock(header, rest string) string {
	return `{"block":{"block":{"digest":"` + keyText + `","header":{"height":5` + header + `}},"qc":{"certificate":{"kind":"Quorum","voters":[true]}}}` + rest + `}`
}

var someHash = "0x" + strings.Repeat("ab", 32)

var oddBodies = []oddBody{
	{"block 5", oddBlock(``, ``), `5 ` + keyText + ` Quorum`, "", false},
	{"block 5", strings.Replace(oddBlock(``, ``), "5", "6", 1), "", "block 6 instead of 5", false},
	{"block 5", oddBlock(`,"timestamp":1756460012345678`, ``), `1756460012345678`, "", false},
	{"block 5", oddBlock(`,"timestamp":1756460012`, ``), `1756460012`, "", true},
	{"block 5", oddBlock(`,"timestamp":{"seconds":7}`, ``), `seconds`, "", true},
	{"block 5", oddBlock(`,"timestamp":{"timestamp":7,"nanos":8}`, ``), `nanos`, "", false},
	{"block 5", strings.Replace(oddBlock(``, ``), `"`+keyText+`"`, `[`+strings.Repeat("171,", 31)+`171]`, 1), someHash, "", false},
	{"block 5", strings.Replace(oddBlock(``, ``), `"`+keyText+`"`, `[1,2,3]`, 1), `digest`, "", true},
	{"block 5", strings.Replace(oddBlock(``, ``), `[true]`, `[true,null,"x"]`, 1), `voters[1] voters[2]`, "", true},
	{"block 5", strings.Replace(oddBlock(``, ``), `[true]`, `"101"`, 1), `101`, "", true},
	{"block 5", strings.Replace(oddBlock(``, ``), `"Quorum"`, `{"Bcft":1}`, 1), `certificate.kind`, "", true},
	{"block 5", oddBlock(`,"author":{"Move":"0x1"}`, ``), `author`, "", true},
	{"block 5", oddBlock(`,"view":{"epoch":7}`, ``), `header.view.epoch`, "", false},
	{"block 5", `{"digest":"` + keyText + `"}`, "", "block is missing", false},
	{"block 5", `[]`, "", "an array instead of an object", false},
	{"block 5 --with-batches", oddBlock(``, `,"batches":[["`+someHash+`",{"author":"0x7"}]]`), someHash + ` 0x7`, "", false},
	{"block 5 --with-batches", oddBlock(``, `,"batches":[{"id":"`+someHash+`"}]`), someHash, "", true},
	{"block 5 --with-batches", oddBlock(``, `,"batches":{"`+someHash+`":{"size":9}}`), someHash + ` 9`, "", false},
	{"block 5 --with-batches", oddBlock(``, `,"batches":"packed"`), `packed batches`, "", true},

	{"price btc_usdt", `{"instruments":[{"tradingPairs":"btc_usdt","time":"1","currentPrice":"1,234.5"}]}`, `1,234.5 currentPrice`, "", true},
	{"price btc_usdt", `{"instruments":[{"tradingPairs":"btc_usdt","time":"1","currentPrice":"NaN"}]}`, `NaN`, "", true},
	{"price btc_usdt", `{"instruments":[{"tradingPairs":"btc_usdt","time":"1","currentPrice":{"value":"7"}}]}`, `currentPrice`, "", true},
	{"price btc_usdt", `{"instruments":[{"tradingPairs":"btc_usdt","time":"1","currentPrice":"7","source":"dora"}]}`, `source dora`, "", false},
	{"price btc_usdt", `{"instruments":[{"tradingPairs":"btc_usdt","time":"1732175999048","timestamp":"2024-11-21 09:59:59","currentPrice":"7"}]}`, `09:59:59`, "", false},
	{"price btc_usdt", `{"instruments":[{"tradingPairs":"btc_usdt","currentPrice":"7","time":"yesterday"}]}`, `yesterday`, "", true},
	{"price btc_usdt", `{"instruments":[{"tradingPairs":"btc_usdt","currentPrice":"7","time":"1"}],"error":"stale"}`, `stale`, "", true},
	{"price btc_usdt", `{"instruments":[],"message":"delisted in May"}`, "", "4 delisted in May", false},
	{"price btc_usdt", `{"error":"maintenance until 7"}`, "", "maintenance until 7", false},
	{"price btc_usdt", `{"status":"error","message":"no \u001b[2J feed"}`, "", `no \x1b[2J feed`, false},
	{"price btc_usdt", `[]`, "", "an array instead of an object", false},

	{"history btc_usdt", `[{"time":1000000000000,"open":"1,5"}]`, `1,5 open`, "", true},
	{"history btc_usdt", `[{"time":1000000000000,"open":[1]}]`, `open`, "", true},
	{"history btc_usdt", `[{"time":1000000000000,"vwap":"1.5"}]`, `vwap 1.5`, "", false},
	{"history btc_usdt", `[{"time":1000000000000,"tradingPair":"eth_usdt"}]`, `eth_usdt`, "", true},
	{"history btc_usdt", `{"data":[{"timestamp":1000000000000,"close":1e3}],"status":"success"}`, `1e3`, "", false},
	{"history btc_usdt", `{"status":"error","message":"range too long"}`, "", "range too long", false},
	{"history btc_usdt", `{"status":"success","data":[],"message":"no trades"}`, "", "no trades", false},
	{"history btc_usdt", `{"data":{"items":[]}}`, "", "an object instead of an array", false},
	{"history btc_usdt", `[{"open":1}]`, "", "no readable time", false},

	{"module 0x1::m", `{"abi":{"address":"0x1","name":"m","exposed_functions":[{"name":"f","visibility":7}]}}`, `f visibility`, "", true},
	{"module 0x1::m", `{"abi":{"address":"0x1","name":"m","exposed_functions":[{"name":"f","is_view":"yes"}]}}`, `is_view yes`, "", true},
	{"module 0x1::m", `{"abi":{"address":"0x1","name":"m","exposed_functions":[{"name":"f","attributes":["#[view]"]}]}}`, `attributes #[view]`, "", false},
	{"module 0x1::m", `{"abi":{"address":"0x1","name":"m","friends":["0x1::a","nobody"]}}`, `::a nobody`, "", true},
	{"module 0x1::m", `{"abi":{"address":"0x1","name":"m","structs":{"S":{}}}}`, `structs`, "", true},
	{"module 0x1::m", `{"abi":{"name":"m"},"upgrade":7}`, `upgrade 7`, "", true},
	{"module 0x1::m", `{"bytecode":[161,28],"abi":{"address":"0x1","name":"m"}}`, `bytecode`, "", true},
	{"module 0x1::m", `{"abi":{"address":"0x1","name":"other"}}`, "", "module 0x1::other instead of the requested 0x1::m", false},
	{"module 0x1::m", `{}`, "", "module without a name", false},
	{"modules 0x1", `[{"bytecode":"0x00","abi":null}]`, `abi`, "", true},
	{"modules 0x1", `[["0x1::m",{"address":"1","name":"m","size":77}]]`, `m 77`, "", false},
	{"modules 0x1", `[7]`, `7`, "", true},

	{"resource 0x1 0x1::a::B", `{"type":"0x1::a::B","data":{"x":1},"group":"0x1::g::G"}`, `x 0x1::g::G`, "", false},
	{"resource 0x1 0x1::a::B", `{"type":"0x1::a::B"}`, "", "data is missing", false},
	{"resource 0x1 0x1::a::B", `{"type":"0x1::a::B","data":null}`, "", "data is missing", false},
	{"resource 0x1 0x1::a::B", `{"type":"0x1::a::C","data":{}}`, "", "0x1::a::C instead of the requested 0x1::a::B", false},
	{"resource 0x1 0x1::a::B", `{"type":"not a type","data":{"x":7}}`, `not 7`, "", true},
	{"resources 0x1", `[{"type":"0x1::a::B","data":18446744073709551616},{"type":"0x1::a::C"}]`, `18446744073709551616 data`, "", true},
	{"resources 0x1", `["0x1::a::B",["0x1::a::C",{"type_args":[],"gas":5}],7]`, `B C gas 5 7`, "", true},

	{"txs 0x1", `[{"hash":"0x7","header":{"sequence_number":3,"chain_id":1.5}}]`, `chain_id 1.5`, "", true},
	{"txs 0x1", `[{"hash":"0x7","header":{"sequence_number":3,"gas_unit_price":-1}}]`, `gas_unit_price`, "", true},
	{"txs 0x1", `[{"hash":"0x7","header":{"sequence_number":3,"sender":{"Evm":"0x9"}},"priority":"high"}]`, `sender priority high`, "", true},
	{"txs 0x1", `[{"hash":"0x7","header":{"sequence_number":3,"expiration_timestamp":1756460012}}]`, `1756460012`, "", true},
	{"txs 0x1", `[{"hash":"0x7","header":{"sequence_number":3},"output":{"Move":{"gas_used":"many","events":{"a":1}}}}]`, `gas_used events`, "", true},
	{"txs 0x1", `[{"hash":[7],"header":{"sequence_number":3}}]`, `hash`, "", true},
	{"account 0x1", `{"sequence_number":7,"authentication_key":"` + keyText + `","guid":"0x5"}`, `7 guid 0x5`, "", false},
	{"account 0x1", `{"sequence_number":"7.5","authentication_key":"` + keyText + `"}`, "", `"7.5" instead of an unsigned integer`, false},
}

// Nothing of an odd body is dropped without a word: its facts are printed or named, problems are in the JSON and in one line on stderr in
// each format, and what is not the requested object is an error.
func TestOddBodies(t *testing.T) {
	t.Parallel()
	for i, test := range oddBodies {
		t.Run(fmt.Sprintf("%d %s", i, test.command), func(t *testing.T) {
			t.Parallel()
			n := serve(t, responding(http.StatusOK, test.body))
			arguments := append(strings.Fields(test.command), "--base-url", n.url, "--oracle-url", n.url)
			if strings.HasPrefix(test.command, "history") {
				arguments = append(arguments, "--bar", "1d", "--from", "1000000000000", "--to", "1000100000000")
			}
			for _, format := range []string{"json", "table", "csv", "yaml", "jq=."} {
				got := foredeck(t, append(slices.Clone(arguments), "-o", format)...)
				requireSanitized(t, got.stdout)
				requireSanitized(t, got.stderr)
				if test.failure != "" {
					code, text := exitInvalidResponse, test.failure
					if strings.HasPrefix(text, "4 ") {
						code, text = exitNotFound, text[2:]
					}
					require.Equal(t, code, got.code, "%s: %s", format, got.stderr)
					if format == "json" {
						require.Contains(t, read[problemShape](t, got.stderr).Error.Message, text)
					} else {
						require.Contains(t, got.stderr, text)
					}
					continue
				}
				require.Zero(t, got.code, "%s: %s", format, got.stderr)
				require.Equal(t, test.problem, strings.HasPrefix(got.stderr, "foredeck: not readable: "), "%s: %s", format, got.stderr)
				require.LessOrEqual(t, strings.Count(got.stderr, "\n"), 1, got.stderr)
				if format == "json" {
					require.True(t, json.Valid([]byte(got.stdout)))
					for fact := range strings.FieldsSeq(test.facts) {
						require.Contains(t, got.stdout, fact)
					}
					require.Equal(t, test.problem, strings.Contains(got.stdout, `"rule":`))
				}
			}
		})
	}
}
