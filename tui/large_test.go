package tui_test

import (
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/transport"
	"foredeck/tui/tuitest"
	"foredeck/tui/tuitest/effort"
)

// large is a node with an account that has one resource, one record and one module of a given size.
type large struct {
	bytes     int
	functions int // of the module
}

func (l large) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_, list, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/rpc/v3/accounts/"), "/")
	switch {
	case r.URL.Path == "/rpc/v3/view":
		fmt.Fprintf(w, `{"result": [%s]}`, l.value())
	case strings.HasPrefix(list, "modules/"):
		fmt.Fprint(w, l.module(strings.Split(r.URL.Path, "/")[4]))
	case list == "transactions":
		events := fmt.Sprintf(`"events": [{"type": "0x1::a::B", "data": %s}, `, l.value())
		fmt.Fprint(w, "["+strings.Replace(tuitest.Ordinary(0), `"events": [`, events, 1)+"]")
	case list == "modules" && r.URL.Query().Get("start") == "":
		fmt.Fprint(w, "["+l.module(tuitest.Busy)+"]")
	case list == "resources" && r.URL.Query().Get("start") == "":
		fmt.Fprintf(w, `[{"type": "0x1::a::B", "data": %s}]`, l.value())
	case list == "":
		fmt.Fprint(w, `{"sequence_number": 1, "authentication_key": "0x1"}`)
	default:
		fmt.Fprint(w, "[]")
	}
}

// value returns a typical value.
func (l large) value() string {
	item := `{"type":"0x1::coin::CoinStore<0x1::move_coin::MoveCoin>","data":{"coin":{"value":"120455102400"},"frozen":false,` +
		`"guid":{"addr":"0x88fbd33f54e1126269769780feb24480428179f552e2313fbe571b72e62a2ca1","creation_num":5}}}`
	return `{"items": [` + strings.TrimSuffix(strings.Repeat(item+",", max(l.bytes/len(item), 1)), ",") + `]}`
}

func (l large) module(address string) string {
	functions := make([]string, max(l.functions, 1))
	for i := range functions {
		functions[i] = fmt.Sprintf(`{"name": "function_%d", "visibility": "public", "is_entry": false, "is_view": true,
			"generic_type_params": [{"constraints": []}], "params": ["address", "u64"], "return": ["0x1::a::B"]}`, i)
	}
	return fmt.Sprintf(`{"bytecode": "0xa11ceb0b%s", "abi": {"address": %q, "name": "large", "friends": [], "structs": [],
		"exposed_functions": [%s]}}`, strings.Repeat("00", l.bytes/2), address, strings.Join(functions, ","))
}

// fiveMegabytes is the size of a value that must not slow down the deck.
const fiveMegabytes = 5 << 20

// largeScreens are the keys that lead from the account to screens with data of any size.
var largeScreens = map[string][]string{
	"sent":            nil,
	"arguments":       {"enter"},
	"event":           {"enter", "3", "right"},
	"raw":             {"enter", "6"},
	"modules":         {"4"},
	"resources":       {"5"},
	"value":           {"5", "enter"},
	"module":          {"esc", "0x1::large", "enter"},
	"module bytecode": {"esc", "0x1::large", "enter", "4"},
	"module ABI":      {"esc", "0x1::large", "enter", "5"},
	"view":            {"esc", "0x1::large::function_0", "enter", "enter", "u8", "tab", "0x1", "tab", "1", "enter", "esc"},
	"response":        {"5", "`", "enter"},
}

// openAt returns a deck on one of the large screens.
func openAt(tb testing.TB, node large, name string) *tuitest.Deck {
	recorder := new(transport.Recorder)
	d := tuitest.New(tb, 120, 40, tuitest.Setup{Handler: node, Requests: recorder, Transport: func(next http.RoundTripper) http.RoundTripper {
		return tuitest.RecordingTransport(tb, next, recorder)
	}})
	d.Press("busy", "enter")
	d.Press(largeScreens[name]...)
	return d
}

// The allocations of a key and its frame do not grow with the size of the value. They vary less than time.
func TestLargeValueKeyCost(t *testing.T) {
	effort.SkipUnderRace(t)
	allocated := func(d *tuitest.Deck) uint64 {
		const keys = 20
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for i := range keys {
			d.Press([]string{"down", "up"}[i%2])
		}
		runtime.ReadMemStats(&after)
		return (after.TotalAlloc - before.TotalAlloc) / keys
	}
	for name := range largeScreens {
		few := allocated(openAt(t, large{bytes: 10_000}, name))
		many := allocated(openAt(t, large{bytes: 2 << 20}, name))
		require.Less(t, many, 2*few+50_000, name)
	}
}

func TestLargeValueParsesInBackground(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: large{bytes: 1 << 20}})
	d.Press("busy", "enter")
	d.Paused = true
	for _, c := range []struct {
		keys  []string
		shows string
	}{
		{[]string{"5"}, "items"},
		{[]string{"1", "enter", "6"}, "authenticator"},
	} {
		d.Press(c.keys...)
		for !strings.Contains(d.Frame(), "parsing 1.") { // until the response has arrived
			d.RunNext()
		}
		d.Hides(c.shows)
		d.Press("down", "up")
		for strings.Contains(d.Frame(), "parsing 1.") {
			d.RunNext()
		}
		d.Shows(c.shows)
	}
}

func TestLargeValueReparsedOnReturn(t *testing.T) {
	t.Parallel()
	for name, words := range map[string]string{"resources": "items", "event": "items", "raw": "authenticator", "module ABI": "exposed_functions"} {
		d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: large{bytes: 1 << 20}})
		d.Press("busy", "enter")
		keys := largeScreens[name]
		d.Press(keys[:len(keys)-1]...)
		d.Paused = true
		d.Press(keys[len(keys)-1])
		for range 3 { // responses, then their parsing
			waiting := d.Pending
			d.Pending = nil
			for _, cmd := range waiting {
				if !strings.Contains(d.Frame(), "parsing ") {
					d.Deliver(cmd())
				}
			}
		}
		d.Pending = nil // parsed results are never delivered
		d.Paused = false
		d.Press("space", "h", "[")
		d.Shows(words)
		d.Hides("parsing ")
	}
}

func TestLargeValueRefreshKeepsView(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: large{bytes: 1 << 20}})
	d.Press("busy", "enter", "5", "enter", "down", "right", "down", "right", "down")
	d.Shows("path   .items[0].type")
	d.Press("r") // creates an earlier snapshot
	before := d.Frame()
	d.Paused = true
	d.Press("r")
	for len(d.Pending) > 0 {
		d.RunNext()
		d.Shows("path   .items[0].type")
	}
	require.Equal(t, before, d.Frame())
}
