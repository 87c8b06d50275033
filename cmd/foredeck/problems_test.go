package main

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// everyFormat are the formats in which a value that could not be read is not visible as it was sent.
var everyFormat = []string{"table", "wide", "plain", "csv", "json", "jsonl", "yaml", "jq=.", "jsonpath=$"}

// What could not be read is null, and one line on stderr names it, in every format; raw prints what was sent instead.
func TestUnreadableIsNamed(t *testing.T) {
	t.Parallel()
	block := `{"block":{"block":{"digest":"` + keyText + `","header":{"height":5,"timestamp":"soon","author":7}},"qc":null},"batches":null}`
	for _, test := range []struct {
		command    []string
		path, body string
		stderr     string
	}{
		{[]string{"block", "5"}, "/consensus/block/height/5", block,
			`block 5: block.block.header.timestamp: "soon" instead of an object (2 problems)`},
		{[]string{"price", "btc_usdt"}, "/latest", `{"instruments":[{"tradingPairs":"btc_usdt","currentPrice":"1,234.5","time":"1"}]}`,
			`price of btc_usdt: currentPrice: "1,234.5" instead of a decimal number; `},
		{[]string{"history", "btc_usdt", "--limit", "3"}, "/history", `[{"time":%d,"open":"NaN"},{"time":1000086400000,"close":"1"}]`,
			`open: "NaN" instead of a decimal number`},
		{[]string{"resources", "0x1"}, "/resources", `[{"type":"0x1::a::B"},{"type":"0x1::a::C","data":{}},{"type":7,"data":{}}]`,
			`resource 0x1::a::B: data: missing (2 problems in 2 records)`},
		{[]string{"modules", "0x1"}, "/modules", `[{"bytecode":"zz","abi":{"address":"0x1","name":"m","exposed_functions":[{"name":"f","is_entry":"no"}]}}]`,
			`module m: bytecode: "zz" instead of bytecode in hex (2 problems)`},
		{[]string{"txs", "0x1", "--limit", "5"}, "/transactions", `[{"hash":"0x7","header":{"sequence_number":3,"gas_unit_price":"x"}}]`,
			`transaction 0x7: header.gas_unit_price: "x" instead of an unsigned integer`},
	} {
		t.Run(test.command[0], func(t *testing.T) {
			n := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if !strings.Contains(r.URL.Path, test.path) {
					w.WriteHeader(http.StatusNotFound)
					return
				}
				body := test.body
				if strings.Contains(body, "%d") {
					body = fmt.Sprintf(body, 1_000_000_000_000)
				}
				_, _ = w.Write([]byte(body))
			})
			common := append(test.command, "--base-url", n.url, "--oracle-url", n.url, "--rpc-version", "auto")
			if test.command[0] == "history" {
				common = append(test.command[:2:2], "--from", "1000000000000", "--to", "1000100000000", "--bar", "1d", "--base-url", n.url, "--oracle-url", n.url)
			}
			for _, format := range everyFormat {
				got := foredeck(t, append(common, "-o", format)...)
				require.Zero(t, got.code, "%s: %s", format, got.stderr)
				require.Equal(t, 1, strings.Count(got.stderr, "\n"), "%s: %s", format, got.stderr)
				require.Contains(t, got.stderr, test.stderr, format)
				require.True(t, strings.HasPrefix(got.stderr, "foredeck: not readable: "), got.stderr)
				require.True(t, strings.HasSuffix(got.stderr, "; -o raw prints what was sent\n"), got.stderr)
				if strings.HasPrefix(format, "json") && format != "jsonpath=$" {
					require.Contains(t, got.stdout, `"rule":`)
				}
			}
			got := foredeck(t, append(common, "-o", "raw")...)
			require.Zero(t, got.code)
			require.Empty(t, got.stderr)
		})
	}
}

// A block of another height is not printed: the answer is not what was asked for.
func TestWrongBlockIsAnError(t *testing.T) {
	t.Parallel()
	n := serve(t, responding(http.StatusOK, `{"block":{"block":{"digest":"`+keyText+`","header":{"height":6}},"qc":null},"batches":null}`))
	for _, format := range append([]string{"raw"}, everyFormat...) {
		got := foredeck(t, "block", "5", "--base-url", n.url, "-o", format)
		require.Equal(t, exitInvalidResponse, got.code, format)
		require.Empty(t, got.stdout)
		require.Contains(t, got.stderr, "block 6 instead of 5")
	}
	got := foredeck(t, "block", "5", "--base-url", n.url, "-o", "json")
	require.Equal(t, "invalid_response", read[problemShape](t, got.stderr).Error.Kind)
}
