package tui

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/client/localnet"
	"foredeck/client/move"
	"foredeck/client/transport"
	"foredeck/theme"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
)

func recording(t testing.TB, next http.RoundTripper, recorder *transport.Recorder) http.RoundTripper {
	travel, err := transport.Policy{Next: next, Recorder: recorder}.Transport()
	require.NoError(t, err)
	return travel
}

// record records requests as they stand in the design, the newest last, for a screen of this place.
func record(d *deck, place string) {
	at := start.Add(-time.Minute)
	json, accept := http.Header{"Content-Type": {"application/json"}, "Date": {"Sat, 21 Nov 2026 12:04:22 GMT"}}, http.Header{"Accept": {"application/json"}, "User-Agent": {"foredeck"}}
	timing := transport.Timing{Reused: true, Wait: 79 * time.Millisecond, Body: 5 * time.Millisecond}
	for i, exchange := range []transport.Exchange{
		{Method: "GET", URL: "/rpc/v3/accounts/0x88fbd33f54e1126269769780feb24480428179f552e2313fbe571b72e62a1ca1/resources?count=20", Err: context.Canceled, Label: place + " 9"},
		{Method: "GET", URL: "/latest?trading_pair=eth_usdt", Status: 500, Attempt: 3, Took: 1204 * time.Millisecond, Label: "price 4 10", RequestHeader: http.Header{"Accept": {"application/json"}, "X-Api-Key": {transport.Removed}}},
		{Method: "GET", URL: "/rpc/v3/accounts/0x1/modules", Err: errors.New("connection refused"), Took: 3 * time.Millisecond, Label: place + " 11"},
		{Method: "POST", URL: "/rpc/v3/view", Status: 200, Label: place + " 12", Sent: []byte("\x00\x01coin\x07balance\xff\xfe and more"), Body: []byte(`[{"u64":"4021390877120"}]`), RequestHeader: http.Header{"Accept": {"application/json"}, "Content-Type": {"application/x.chain.view_function+bcs"}}},
		{Method: "GET", URL: "/rpc/v1/consensus/block/height/48211907?with_batches=true", Status: 200, Label: "blocks 5 4881", Body: []byte(`{"block":{"digest":"0xd01b","header":{"author":"0x7d1e","height":48211907}},"batches":[]}`)},
		{Method: "GET", URL: "/proxy", Status: 502, Label: place + " 14", Body: []byte("<html>\n<b>Bad gateway</b>\n\tfrom \x7f a proxy")},
		{Method: "GET", URL: "/rpc/v3/accounts/0x88fbd33f54e1126269769780feb24480428179f552e2313fbe571b72e62a1ca1/transactions?ascending=false&count=20", Status: 200, Label: place + " 15", Body: []byte(`[{"hash":"0x9c0e","status":"Success"},{"hash":"0x51aa","status":"Fail"}]`)},
	} {
		exchange.URL, exchange.Started, exchange.Attempt = baseURL+exchange.URL, at.Add(time.Duration(i)*9*time.Second), max(exchange.Attempt, 1)
		exchange.Bytes = int64(len(exchange.Body))
		if exchange.RequestHeader == nil {
			exchange.RequestHeader = accept
		}
		if exchange.Status != 0 {
			exchange.ResponseHeader, exchange.Timing = json, timing
			exchange.Took = max(exchange.Took, 84*time.Millisecond)
		}
		d.model.deps.Loader.Recorder.Record(exchange)
	}
}

// openRecorded opens the requests over an account that made some of them.
func openRecorded(d *deck) {
	openBusy(d)
	caller := d.model.history.Caller()
	record(d, fmt.Sprintf("%s %d", caller.Screen, caller.Entry))
	d.press("`")
}

var watchedPairs = []string{"move_usdt", "btc_usdt", "eth_usdt"}

// openPrices is a deck at a pair, some seconds after it was opened.
func openPrices(t testing.TB, width, height int, s setup) *deck {
	s.handler = fixture{records: 57, record: ordinary}
	if s.pairs == nil {
		s.pairs = watchedPairs
	}
	d := newDeck(t, width, height, s)
	d.press("move_usdt", "enter")
	d.wait(3)
	return d
}

// wait lets so many seconds go by, one after another.
func (d *deck) wait(seconds int) {
	for range seconds {
		d.pass(time.Second)
	}
}

// classSizes are one window of each class of the design's table of sizes, the widest first.

var classSizes = [][2]int{{120, 36}, {100, 30}, {80, 24}, {60, 20}, {40, 12}, {39, 11}}

// scenery is a screen or an overlay, opened from Home with the box empty, whose frames are kept in every set of colours and checked

// at every size. A new screen needs one more line here.

type scenery struct {
	name string
	open func(d *deck)
}

var everyPlace = []scenery{
	{"home", func(d *deck) { d.press("esc") }},
	{"home-prices", func(d *deck) { d.press("esc", "tab") }},
	{"home-chain", func(d *deck) { openBlocks(d); d.press("m", "17", "enter", "esc", "tab", "tab") }},
	{"account-sent", func(d *deck) { openBusy(d); d.press("down") }},
	{"account-coins", func(d *deck) { openBusy(d); d.press("2", "down") }},
	{"account-automated", func(d *deck) { openBusy(d); d.press("3") }},
	{"account-modules", func(d *deck) { openBusy(d); d.press("4", "down") }},
	{"account-resources", func(d *deck) { openBusy(d); d.press("5", "down") }},
	{"resource", func(d *deck) { openBusy(d); d.press("5", "enter", "*", "down", "/", "coin", "enter") }},
	{"transaction-arguments", func(d *deck) { openBusy(d); d.press("down", "down", "enter") }},
	{"transaction-payload", func(d *deck) { openBusy(d); d.press("enter", "2") }},
	{"transaction-events", func(d *deck) { openBusy(d); d.press("enter", "3", "down", "enter") }},
	{"transaction-output", func(d *deck) { openBusy(d); d.press("enter", "4") }},
	{"transaction-authenticator", func(d *deck) { openBusy(d); d.press("enter", "5") }},
	{"transaction-raw", func(d *deck) { openBusy(d); d.press("enter", "6", "down") }},
	{"module-functions", func(d *deck) { d.press("0x1::coin::balance", "enter") }},
	{"module-structs", func(d *deck) { d.press("0x1::coin::CoinStore", "enter") }},
	{"module-friends", func(d *deck) { d.press("0x1::coin", "enter", "3") }},
	{"module-bytecode", func(d *deck) { d.press("0x1::shapes", "enter", "4", "enter", "down") }},
	{"module-abi", func(d *deck) { d.press("0x1::coin", "enter", "5", "down") }},
	{"view", func(d *deck) { runBalance(d); d.pass(5 * time.Second); d.press("enter") }},
	{"calls", func(d *deck) { openCalls(d); d.press("down") }},
	{"blocks", func(d *deck) { openBlocks(d); d.press("m", "17", "enter", "down") }},
	{"blocks-alerts", func(d *deck) { openBlocks(d); d.press("m", "17", "enter", "a", "down") }},
	{"block", func(d *deck) { openBlocks(d); d.press("m", "17", "enter", "down", "enter") }},
	{"price", func(d *deck) { d.press("move_usdt", "enter"); d.wait(3); d.press("H", "h", "h", "h") }},
	{"networks", func(d *deck) { listed(d); d.run(d.model.history.OpenNetworks()); d.press("down") }},
	{"settings", func(d *deck) { openForm(d); d.press("3", "down") }},
	{"settings-theme", func(d *deck) { openForm(d); d.press("2", "enter") }},
	{"requests", func(d *deck) { openRecorded(d); d.press("*", "down") }},
	{"help", func(d *deck) { openBusy(d); d.press("?") }},
	{"palette", func(d *deck) { openBusy(d); d.press(":", "view ") }},
	{"menu", func(d *deck) { openBusy(d); d.press("space") }},
	{"choice", func(d *deck) { openBusy(d); d.press("Y") }},
	{"question", func(d *deck) { openBusy(d); d.press("=", "me") }},
}

// openPlace is a deck of the given size at a place, with a chain, prices, and something kept.

func openPlace(t testing.TB, p scenery, width, height int, look theme.Theme) *deck {
	d := newDeck(t, width, height, setup{
		theme: look, handler: fixture{records: 57, record: ordinary, chain: newTestChain()}, pairs: watchedPairs, notebook: writtenDown(t), settings: mySettings,
	})
	d.model.networks.Open = func(context.Context, string) (Options, error) {
		return Options{}, errors.New("no other network is here")
	}
	d.wait(3)
	p.open(d)
	return d
}

// TestEveryPlaceAtEverySize opens each place and draws it in windows from 1x1 to 300x100.

// A window too small for the list of events and the value of one beside each other draws one of the two.

// TestAnyKeysInEveryPlace presses any keys of the deck, and text, in any place and at any size.

// A window of one line has no room for boxes; a few lines have, and they are all theirs.

// checkFrame fails when the frame does not fit the window, or holds something that a terminal would obey.

func checkFrame(t rapid.TB, frame string, width, height int) {
	lines := strings.Split(frame, "\n")
	if len(lines) > max(height, 1) {
		t.Fatalf("%d lines in a window of %d rows:\n%s", len(lines), height, frame)
	}
	for i, line := range lines {
		if ansi.StringWidth(line) > width {
			t.Fatalf("line %d is wider than %d columns:\n%s", i, width, frame)
		}
	}
	for _, r := range ansi.Strip(frame) {
		if r != '\n' && (r < 0x20 || r >= 0x7f && r < 0xa0 || r == '\u202e') {
			t.Fatalf("%U is drawn:\n%q", r, frame)
		}
	}
}

// raced tells that the race detector is on.

var raced bool

// enumerates leaves out, under the race detector, a test that does the same thousands of times in one goroutine: it would take

// minutes there, and find nothing that the tests with keys and answers in any order do not.

func enumerates(t *testing.T) {
	t.Helper()
	if raced {
		t.Skip("thousands of frames out of one goroutine: runs without the race detector")
	}
}

// writtenDown is a notebook in a file, with a saved place and a pin of the busy account.

func writtenDown(t testing.TB) *store.Store {
	book, err := store.Open(filepath.Join(t.TempDir(), "store"))
	require.NoError(t, err)
	link, err := target.ParseLink("local/account/" + busy + "/resources/0x1::coin::CoinStore<0x1::coin_1::Coin1>#.coin.value")
	require.NoError(t, err)
	book.SetBookmark(store.Bookmark{Name: "kept", Link: link})
	book.TogglePin(store.Pin{Account: link.Target.Address, Link: link})
	return book
}

// marked is a node on which every account has records that name it, so that a frame tells whose data it shows.

type marked struct{}

const markedAccounts = 4

func (marked) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	address, list, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/rpc/v3/accounts/"), "/")
	if r.URL.Path == "/rpc/v3/view" {
		var call struct{ Function string }
		_ = json.NewDecoder(r.Body).Decode(&call)
		address, _, _ = strings.Cut(call.Function, "::")
		fmt.Fprintf(w, `{"result": ["key-of-%s"]}`, strings.TrimLeft(strings.TrimPrefix(address, "0x"), "0"))
		return
	}
	mark := strings.TrimLeft(strings.TrimPrefix(address, "0x"), "0")
	if list == "" {
		fmt.Fprintf(w, `{"sequence_number": 60, "authentication_key": "key-of-%s"}`, mark)
		return
	}
	node := fixture{records: 60, record: func(sequence int) string {
		return fmt.Sprintf(`{"txn_type": "user", "hash": "hash-%s-%d", "header": {"sender": %q, "sequence_number": %d}, "status": "Success",
			"payload": {"type": "entry_function_payload", "function": "0x1::mark::of_%s_%d", "type_arguments": [], "arguments": []}}`,
			mark, sequence, address, sequence, mark, sequence)
	}}
	switch list {
	case "transactions":
		node.list(w, r)
	case "coin_transactions":
		node.coins(w, r)
	case "automated_transactions":
		node.automated(w, r)
	case "modules/mark":
		if address == "0x"+strings.Repeat("0", 63)+"1" {
			w.WriteHeader(http.StatusNotFound) // so that the records of all accounts stay without types
			return
		}
		fmt.Fprintf(w, `{"bytecode": "0xa1", "abi": {"address": %q, "name": "mark", "friends": ["0x1::key-of-%[2]s"], "structs": [], "exposed_functions": [
			{"name": "run", "visibility": "public", "is_entry": false, "is_view": true, "generic_type_params": [], "params": [], "return": ["0x1::string::String"]}]}}`, address, mark)
	default: // one page of modules or resources
		if r.URL.Query().Get("start") == "" {
			w.Header().Set("x-foredeck-cursor", "1")
			fmt.Fprintf(w, `[{"type": "0x1::mark::of_%[1]s_", "data": {"a": "key-of-%[1]s"}, "abi": {"name": "key-of-%[1]s"}}]`, mark)
		} else {
			fmt.Fprint(w, "[]")
		}
	}
}

// TestAnswersInAnyOrder lets answers come late, in any order and after one has moved on: no frame may show another place's data.

func openAccount(address move.Address) tea.Msg {
	return screen.OpenMsg{Target: target.Target{Kind: target.Account, Address: address}}
}

// stalling is a line on which, once it stalls, a request waits until it is given up.

type stalling struct {
	next    http.RoundTripper
	stalls  atomic.Bool
	waiting atomic.Int64
}

func (s *stalling) RoundTrip(request *http.Request) (*http.Response, error) {
	if !s.stalls.Load() {
		return s.next.RoundTrip(request)
	}
	s.waiting.Add(1)
	defer s.waiting.Add(-1)
	<-request.Context().Done()
	return nil, request.Context().Err()
}

// background runs the commands of a deck beside it, as the program does, until none is left.

type background struct {
	*deck
	answers chan tea.Msg
	running int
}

// begin runs what the deck has asked for since the last time.

func (b *background) begin() {
	waiting := b.waiting
	b.waiting = nil
	for _, cmd := range waiting {
		b.running++
		go func() { b.answers <- cmd() }()
	}
}

// settle takes answers until every command has come to its end, and tells them to the deck where that is wanted.

func (b *background) settle(tell bool) {
	b.Helper()
	for b.begin(); b.running > 0; b.begin() {
		select {
		case answer := <-b.answers:
			b.running--
			_, isBatch := answer.(tea.BatchMsg)
			if tell || isBatch {
				b.deliver(answer)
			}
		case <-time.After(10 * time.Second):
			b.Fatalf("%d commands do not end:\n%s", b.running, b.screen())
		}
	}
}

// waits lets the commands run until so many requests wait for their answers.

func (b *background) waits(line *stalling) {
	b.Helper()
	require.Eventually(b, func() bool {
		b.begin()
		select {
		case answer := <-b.answers:
			b.running--
			b.deliver(answer)
		default:
		}
		return line.waiting.Load() > 0 && len(b.waiting) == 0
	}, 10*time.Second, time.Millisecond)
}

// stalledPlaces are places that ask for something: keys that lead there, and the keys that ask while the node stalls.

var stalledPlaces = map[string][2][]string{
	"home with saved places":  {{"esc"}, {"r"}},
	"an account":              {{"0x1"}, {"enter"}},
	"an account with pins":    {nil, {"busy", "enter"}},
	"an account again":        {{"busy", "enter"}, {"r"}},
	"the end of a list":       {{"busy", "enter"}, {"end"}},
	"the other order":         {{"busy", "enter"}, {"s"}},
	"coin moves":              {{"busy", "enter"}, {"2"}},
	"a kind of coin moves":    {{"busy", "enter", "2"}, {"f"}},
	"automated":               {{"busy", "enter"}, {"3"}},
	"merged":                  {{"busy", "enter"}, {"m"}},
	"modules":                 {{"busy", "enter"}, {"4"}},
	"resources":               {{"busy", "enter"}, {"5"}},
	"a value again":           {{"busy", "enter", "5", "enter"}, {"r"}},
	"types of a record":       {{"busy", "enter"}, {"enter"}},
	"beyond the loaded":       {{"busy", "enter", "g", "end", "g", "s", "end", "enter"}, {"J"}},
	"a module":                {{"0x1::coin"}, {"enter"}},
	"a module again":          {{"0x1::coin", "enter"}, {"r"}},
	"a view function":         {{"0x1::coin::balance", "enter", "v", "0x1::a::B", "tab", "busy"}, {"enter"}},
	"calls":                   {{"busy", "enter", "enter", "f"}, {"t"}},
	"calls of another":        {{"busy", "enter", "enter", "f", "t"}, {"2"}},
	"a request again":         {{"busy", "enter", "`"}, {"x"}},
	"an account under a menu": {{"busy", "enter"}, {"r", ":", "acc"}},
}

// stalledDeck is a deck at one of the stalled places, with its requests waiting.

func stalledDeck(t *testing.T, place string) (*background, *stalling) {
	line, recorder := &stalling{}, new(transport.Recorder)
	d := newDeck(t, 120, 40, setup{
		handler: fixture{records: 129, record: ordinary}, notebook: writtenDown(t), requests: recorder,
		transport: func(next http.RoundTripper) http.RoundTripper { line.next = next; return recording(t, line, recorder) },
	})
	keys := stalledPlaces[place]
	d.press(keys[0]...)
	line.stalls.Store(true)
	d.held = true
	b := &background{deck: d, answers: make(chan tea.Msg)}
	b.press(keys[1]...)
	b.waits(line)
	return b, line
}

// TestLeavingEndsWhatStalls leaves every place at which the node does not answer: the calls end then, and what comes of them shows

// nowhere.

// TestEscapeEndsWhatStalls stays where the node does not answer and gives up waiting.

// TestKeysActWhileTheNodeStalls presses keys at every place at which the node does not answer: each shows in the next frame, and

// none asks in the program's loop, which would wait for the answer.

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

// body is the screen without the frame's rows.

func (d *deck) body() string {
	lines := strings.Split(d.screen(), "\n")
	return strings.Join(lines[2:len(lines)-2], "\n")
}

// At every place the panel with the keys can have all of the room, its keys go on acting, and both ways back lead to what was there.

// click clicks on the first place on the screen where the words stand.

func (d *deck) click(words string) {
	d.Helper()
	for y, line := range strings.Split(d.screen(), "\n") {
		if at := strings.Index(line, words); at >= 0 {
			d.send(tea.MouseMsg{X: utf8.RuneCountInString(line[:at]), Y: y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
			return
		}
	}
	require.Fail(d, words+" is not on the screen", d.screen())
}

func (d *deck) wheel(button tea.MouseButton) {
	d.send(tea.MouseMsg{X: 10, Y: 12, Action: tea.MouseActionPress, Button: button})
}

// What lies over the place has the keys: the place beside it takes no click, and hands none on as a key.

// clickAt clicks so many columns behind where the words begin.

func (d *deck) clickAt(words string, column int) {
	d.Helper()
	for y, line := range strings.Split(d.screen(), "\n") {
		if at := strings.Index(line, words); at >= 0 {
			d.send(tea.MouseMsg{X: utf8.RuneCountInString(line[:at]) + column, Y: y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
			return
		}
	}
	require.Fail(d, words+" is not on the screen", d.screen())
}

// A list that tab does not lead to is given the keys by a click all the same.

// Who turns to a tab while a text is typed has done with the text: a search stays, a value stays as it was, and neither takes the

// tab's key for a letter.

// The row of keys names those that act while one types: a click on one of them does that alone.

// A search that is being typed in one panel does not keep the keys of another one that is clicked.

// places is the frame without the row of keys, which names other ways to go after a move.

func places(d *deck) string { return d.screen()[:strings.LastIndex(d.screen(), "\n")] }

// lineOf is the number of the line that holds the words.

func lineOf(t *testing.T, screen, words string) int {
	for i, line := range strings.Split(screen, "\n") {
		if strings.Contains(line, words) {
			return i
		}
	}
	require.Fail(t, "no line with "+words, screen)
	return 0
}

// broken fails every request while it is on.

type broken struct {
	on   atomic.Bool
	next http.RoundTripper
}

func (b *broken) RoundTrip(request *http.Request) (*http.Response, error) {
	if b.on.Load() {
		return nil, errors.New("connection refused")
	}
	return b.next.RoundTrip(request)
}

// Over a slow line several characters arrive as one message.

// recordedDeck is a deck on a network of the test whose session is written into the file.

func recordedDeck(t *testing.T, file *bytes.Buffer, network localnet.Options) *deck {
	t.Helper()
	recording := new(transport.Recording)
	header := transport.RecordingHeader{Program: "foredeck test", Started: time.Now(), Facts: json.RawMessage(`{}`)}
	require.NoError(t, recording.Start(file, header, []string{baseURL}, nil))
	return newDeck(t, 100, 30, setup{network: network, transport: func(next http.RoundTripper) http.RoundTripper {
		travel, err := transport.Policy{Next: next, Recording: recording}.Transport()
		require.NoError(t, err)
		return travel
	}})
}

// replayedDeck is a deck that has its answers from a recording.

func replayedDeck(t *testing.T, width, height int, recorded []byte) *deck {
	t.Helper()
	replay, err := transport.NewReplay(bytes.NewReader(recorded), int64(len(recorded)), false, nil)
	require.NoError(t, err)
	return newDeck(t, width, height, setup{transport: func(http.RoundTripper) http.RoundTripper { return replay }})
}

// play presses keys, the clock's message after each, and gives the frame after each.

func play(d *deck, keys []string) []string {
	frames := []string{d.screen()}
	for _, key := range keys {
		d.press(key)
		d.pass(time.Second)
		frames = append(frames, d.screen())
	}
	return frames
}

// What a session showed its recording shows again, frame by frame.

// fixtureKeys are what was pressed while the fixture was recorded.

var fixtureKeys = []string{"treasury", "enter", "enter", "3"}

// The fixture is a session that was recorded once: a recording of this version stays readable.

// At its end a recording says so once, and not over what else is said; then where there is room.

// askedPaths is the paths that were asked for, with what stands behind them.

type askedPaths struct {
	next http.RoundTripper
	lock sync.Mutex
	urls []string
}

func (a *askedPaths) RoundTrip(request *http.Request) (*http.Response, error) {
	a.lock.Lock()
	a.urls = append(a.urls, request.URL.RequestURI())
	a.lock.Unlock()
	return a.next.RoundTrip(request)
}

// since gives what was asked for since the last time.

func (a *askedPaths) since() string {
	a.lock.Lock()
	defer a.lock.Unlock()
	urls := strings.Join(a.urls, "\n")
	a.urls = nil
	return urls
}

func newAsked(t *testing.T, s setup) (*deck, *askedPaths) {
	seen := &askedPaths{}
	s.theme = theme.NoColour()
	s.transport = func(next http.RoundTripper) http.RoundTripper { seen.next = next; return seen }
	return newDeck(t, 100, 30, s), seen
}

// Who goes on in a list while it is read from the beginning stays where that led.

// A list that is turned around while it is read from the beginning stays turned, and can be turned back.

// The rows on the screen are read anew at once, also where the next older ones are wanted, or are being asked for: those come in

// their turn.

// A look that another takes the place of is not made to its end.

// openScene is a deck at the place of a scene, on which nothing runs by itself any more.

func openScene(t *testing.T, s scene) *deck {
	d := newDeck(t, 100, 30, s.setup(theme.Terminal()))
	s.play(d)
	d.held = true
	return d
}

// frame is what a key can change: all but the message row, which may say why a key does nothing.

func (d *deck) frame() string {
	lines := strings.Split(d.model.View(), "\n")
	return strings.Join(slices.Delete(lines, len(lines)-2, len(lines)-1), "\n")
}

// TestKeysThatAreNotListedDoNothing presses every key at every place that the help there does not list and that is no text.

// TestKeysThatAreListedDoSomething presses what the help lists, but for keys that move in a list and are at its end, and those

// of the tab that is open.

// The help lists of an action's keys those alone that act: the others are text at the moment.

// No place writes a time in another time zone than the one that is set.

// longer makes the attacks in the answers of a node so many times as long.

type longer struct {
	next  http.RoundTripper
	times int
}

func (l longer) RoundTrip(request *http.Request) (*http.Response, error) {
	answer, err := l.next.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, err
	}
	answer.Body = io.NopCloser(bytes.NewReader(bytes.ReplaceAll(body, []byte(attack), bytes.Repeat([]byte(attack), l.times))))
	answer.ContentLength = -1
	return answer, nil
}

// TestLongTextsCostNoMore goes to every place where a node writes 200 kB in the place of each text. What a key with its

// frame allocates tells more surely than time what it costs; one look at a whole page of such texts would be many megabytes.
