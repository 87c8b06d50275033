package main

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// A node that sends the same page again under new cursors: every list prints each record once, reports the repetition and fails.
func TestEndlessLists(t *testing.T) {
	t.Parallel()
	const hash = "0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
	transaction := func(digit int) string {
		return fmt.Sprintf(`{"hash":"%s%d","block_header":{"height":%d,"hash":"%s0","timestamp":{"microseconds_since_unix_epoch":1756460%d}}}`, hash, digit, digit, hash, digit)
	}
	for name, arguments := range map[string][]string{
		"resources": {"resources", senderText}, "modules": {"modules", senderText},
		"coin": {"txs", senderText, "--kind", "coin"}, "automated": {"txs", senderText, "--kind", "automated"}, "all kinds": {"txs", senderText, "--kind", "all"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var cursor atomic.Int64
			cursor.Store(1_000_000_000)
			n := serve(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("X-Chain-Cursor", fmt.Sprint(cursor.Add(-1))) // moves towards older records
				switch {
				case strings.HasSuffix(r.URL.Path, "/resources"):
					_, _ = w.Write([]byte(`[{"type":"0x1::a::A","data":{}},{"type":"0x1::a::B","data":{}}]`))
				case strings.HasSuffix(r.URL.Path, "/modules"):
					_, _ = w.Write([]byte(`[{"abi":{"address":"0x1","name":"a"}},{"abi":{"address":"0x1","name":"b"}}]`))
				case strings.HasSuffix(r.URL.Path, "/transactions"):
					_, _ = w.Write([]byte("[]"))
				default:
					_, _ = w.Write([]byte("[" + transaction(9) + "," + transaction(8) + "]"))
				}
			})
			got := foredeck(t, append(arguments, "--all", "--base-url", n.url, "--rpc-version", "v3", "-o", "jsonl")...)
			require.Equal(t, exitInvalidResponse, got.code, got.stderr)
			require.Len(t, lines(t, got.stdout), 2)
			message := read[problemShape](t, got.stderr).Error.Message
			require.Equal(t, "incomplete list: failed after 2 records: invalid response: the node lists the same records again under new cursors, so the list does not end", message)
		})
	}
}
