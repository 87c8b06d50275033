package tui

import (
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/transport"
)

// large is a node with one account, whose one resource, one record and one module are so many bytes long.
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
		fmt.Fprint(w, l.module())
	case list == "transactions":
		events := fmt.Sprintf(`"events": [{"type": "0x1::a::B", "data": %s}, `, l.value())
		fmt.Fprint(w, "["+strings.Replace(ordinary(0), `"events": [`, events, 1)+"]")
	case list == "modules" && r.URL.Query().Get("start") == "":
		fmt.Fprint(w, "["+l.module()+"]")
	case list == "resources" && r.URL.Query().Get("start") == "":
		fmt.Fprintf(w, `[{"type": "0x1::a::B", "data": %s}]`, l.value())
	case list == "":
		fmt.Fprint(w, `{"sequence_number": 1, "authentication_key": "0x1"}`)
	default:
		fmt.Fprint(w, "[]")
	}
}

// value is a value like those that nodes hold.
func (l large) value() string {
	item := `{"type":"0x1::coin::CoinStore<0x1::move_coin::MoveCoin>","data":{"coin":{"value":"120455102400"},"frozen":false,` +
		`"guid":{"addr":"0x88fbd33f54e1126269769780feb24480428179f552e2313fbe571b72e62a2ca1","creation_num":5}}}`
	return `{"items": [` + strings.TrimSuffix(strings.Repeat(item+",", max(l.bytes/len(item), 1)), ",") + `]}`
}

func (l large) module() string {
	functions := make([]string, max(l.functions, 1))
	for i := range functions {
		functions[i] = fmt.Sprintf(`{"name": "function_%d", "visibility": "public", "is_entry": false, "is_view": true,
			"generic_type_params": [{"constraints": []}], "params": ["address", "u64"], "return": ["0x1::a::B"]}`, i)
	}
	return fmt.Sprintf(`{"bytecode": "0xa11ceb0b%s", "abi": {"address": %q, "name": "large", "friends": [], "structs": [],
		"exposed_functions": [%s]}}`, strings.Repeat("00", l.bytes/2), busy, strings.Join(functions, ","))
}

// fiveMegabytes is the size of a value that must not be felt.
const fiveMegabytes = 5 << 20

// largePlaces are the places at which what the node sent can be long, by the keys that lead there from the account.
var largePlaces = map[string][]string{
	"sent":             nil,
	"arguments":        {"enter"},
	"event":            {"enter", "3", "right"},
	"raw":              {"enter", "6"},
	"modules":          {"4"},
	"resources":        {"5"},
	"value":            {"5", "enter"},
	"module":           {"esc", "0x1::large", "enter"},
	"module's bytes":   {"esc", "0x1::large", "enter", "4"},
	"module's ABI":     {"esc", "0x1::large", "enter", "5"},
	"view":             {"esc", "0x1::large::function_0", "enter", "enter", "u8", "tab", "0x1", "tab", "1", "enter", "esc"},
	"request's answer": {"5", "`", "enter"},
}

// openAt is a deck at one of the large places.
func openAt(tb testing.TB, node large, place string) *deck {
	recorder := new(transport.Recorder)
	d := newDeck(tb, 120, 40, setup{handler: node, requests: recorder, transport: func(next http.RoundTripper) http.RoundTripper {
		return recording(tb, next, recorder)
	}})
	d.press("busy", "enter")
	d.press(largePlaces[place]...)
	return d
}

// TestAKeyDoesNoMoreWorkOnMoreBytes counts what a key with its frame allocates, which tells more surely than time.
func TestAKeyDoesNoMoreWorkOnMoreBytes(t *testing.T) {
	allocated := func(d *deck) uint64 {
		const keys = 20
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for i := range keys {
			d.press([]string{"down", "up"}[i%2])
		}
		runtime.ReadMemStats(&after)
		return (after.TotalAlloc - before.TotalAlloc) / keys
	}
	for place := range largePlaces {
		few := allocated(openAt(t, large{bytes: 10_000}, place))
		many := allocated(openAt(t, large{bytes: 2 << 20}, place))
		require.Less(t, many, 2*few+50_000, place)
	}
}

func TestALongValueIsReadBesideTheKeys(t *testing.T) {
	d := newDeck(t, 120, 40, setup{handler: large{bytes: 1 << 20}})
	d.press("busy", "enter")
	d.held = true
	next := func() {
		require.NotEmpty(t, d.waiting)
		cmd := d.waiting[0]
		d.waiting = d.waiting[1:]
		d.deliver(cmd())
	}
	for _, place := range []struct {
		keys []string
		read string
	}{
		{[]string{"5"}, "items"},
		{[]string{"1", "enter", "6"}, "authenticator"},
	} {
		d.press(place.keys...)
		for !strings.Contains(d.screen(), "reading 1.") { // until the answer is here
			next()
		}
		d.hides(place.read)
		d.press("down", "up")
		for strings.Contains(d.screen(), "reading 1.") {
			next()
		}
		d.shows(place.read)
	}
}

func TestALongValueIsReadAgainWhereItWasLeft(t *testing.T) {
	for place, words := range map[string]string{"resources": "items", "event": "items", "raw": "authenticator", "module's ABI": "exposed_functions"} {
		d := newDeck(t, 120, 40, setup{handler: large{bytes: 1 << 20}})
		d.press("busy", "enter")
		keys := largePlaces[place]
		d.press(keys[:len(keys)-1]...)
		d.held = true
		d.press(keys[len(keys)-1])
		for range 3 { // answers, then what is to be read
			waiting := d.waiting
			d.waiting = nil
			for _, cmd := range waiting {
				if !strings.Contains(d.screen(), "reading ") {
					d.deliver(cmd())
				}
			}
		}
		d.waiting = nil // what was read is never told
		d.held = false
		d.press("space", "h", "[")
		d.shows(words)
		d.hides("reading ")
	}
}

func TestALongValueThatIsReadAnewStaysAsItIs(t *testing.T) {
	d := newDeck(t, 120, 40, setup{handler: large{bytes: 1 << 20}})
	d.press("busy", "enter", "5", "enter", "down", "right", "down", "right", "down")
	d.shows("path   .items[0].type")
	d.press("r") // the first look is over
	before := d.screen()
	d.held = true
	d.press("r")
	for len(d.waiting) > 0 {
		cmd := d.waiting[0]
		d.waiting = d.waiting[1:]
		d.deliver(cmd())
		d.shows("path   .items[0].type")
	}
	require.Equal(t, before, d.screen())
}
