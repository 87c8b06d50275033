package module_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/tuitest"
)

func TestSource(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Press("0x1::coin::extract", "enter", "s")
	d.Shows("[6 Source]", "public fun extract<CoinType>(coin: &mut Coin<CoinType>, amount: u64)", "line of extract, instruction 0")
	d.Press("home", "/", "EINSUFFICIENT", "enter")
	d.Shows("2 lines", "const EINSUFFICIENT_BALANCE: u64 = 6;")
	d.Press("n", "enter")
	d.Shows("[4 Bytecode]", "╭ extract", "▸    0   CopyLoc") // the line compares, and aborts
	d.Press("down", "down", "down", "down", "down", "down", "down", "down")
	d.Shows("▸    8   Abort")
	d.Press("s")
	d.Shows("[6 Source]", "▸201", "assert!(coin.value >= amount, error::invalid_argument(EINSUFFICIENT_BALANCE));", "line of extract, instruction 8")
	d.Press("esc", "home", "s")
	d.Shows("no instruction belongs to this line")
	d.Press("5", "6")
	d.Shows("line 1 of ", "    1  module 0x1::coin {")
}

// sourced serves the simulated network with a changed package registry.
func sourced(change func(body string) string) tuitest.Setup {
	return tuitest.Setup{Transport: func(next http.RoundTripper) http.RoundTripper {
		return roundTripper(func(request *http.Request) (*http.Response, error) {
			response, err := next.RoundTrip(request)
			if err != nil || !strings.Contains(request.URL.Path, "PackageRegistry") {
				return response, err
			}
			body, err := io.ReadAll(response.Body)
			if err != nil {
				return nil, err
			}
			changed := change(string(body))
			response.Body, response.ContentLength = io.NopCloser(strings.NewReader(changed)), int64(len(changed))
			response.Header.Del("Content-Length")
			return response, nil
		})
	}}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(request *http.Request) (*http.Response, error) { return f(request) }

func TestSourceWithoutMap(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, sourced(func(body string) string {
		return strings.ReplaceAll(body, `"source_map":"0x1f8b`, `"source_map":"0x1f8c`)
	}))
	d.Press("0x1::coin::extract", "enter", "4", "enter", "down", "down", "down", "down", "down", "down", "down", "down", "s")
	d.Shows("▸201", "a guess: first use of EINSUFFICIENT_BALANCE in extract, as no source map was published")
	d.Press("enter")
	d.Shows("[4 Bytecode]", "╭ extract")
}

func TestSourceNotPublished(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, sourced(func(string) string { return `{"type":"0x1::code::PackageRegistry","data":{"packages":[]}}` }))
	d.Press("0x1::coin", "enter", "6")
	d.Shows("no source was published with this module", "publishers choose whether their package includes it")
}

// A source can contain anything.
func TestHostileSource(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, sourced(func(string) string {
		source := "module 0x1::coin { // \x1b[31mred\u202e\r\n\tfun extract() {} \xc2\x9b\n" + strings.Repeat("x", 5000)
		return fmt.Sprintf(`{"type":"0x1::code::PackageRegistry","data":{"packages":[{"name":"p","modules":[{"name":"coin","source":"0x%x","source_map":""}]}]}}`, gzipped(t, source))
	}))
	d.Press("0x1::coin", "enter", "6")
	d.Shows("line 1 of 3", "module 0x1::coin { // ")
	require.NotContains(t, d.Frame(), "\u202e")
	require.NotContains(t, d.Frame(), "\u009b")
}

func gzipped(t *testing.T, content string) []byte {
	t.Helper()
	var compressed bytes.Buffer
	w := gzip.NewWriter(&compressed)
	_, err := io.WriteString(w, content)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return compressed.Bytes()
}
