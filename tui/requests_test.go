package tui

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/localnet"
	"foredeck/client/move"
	"foredeck/client/transport"
	"foredeck/theme"
	"foredeck/tui/load"
	"foredeck/tui/screen"
)

// observedDeck is a deck over a network, whose requests are recorded.
func observedDeck(t *testing.T, s setup) *deck {
	s.requests = new(transport.Recorder)
	s.transport = func(next http.RoundTripper) http.RoundTripper { return recording(t, next, s.requests) }
	return newDeck(t, 100, 30, s)
}

func recording(t testing.TB, next http.RoundTripper, recorder *transport.Recorder) http.RoundTripper {
	travel, err := transport.Policy{Next: next, Recorder: recorder}.Transport()
	require.NoError(t, err)
	return travel
}

// record records requests as they stand in the design, the newest last, for a screen of this place.
func record(d *deck, place string) {
	at := start.Add(-time.Minute)
	json, accept := http.Header{"Content-Type": {"application/json"}, "Date": {"Sat, 21 Nov 2026 12:04:22 GMT"}}, http.Header{"Accept": {"application/json"}, "User-Agent": {"foredeck"}}
	timing := transport.Timing{Kept: true, Wait: 79 * time.Millisecond, Body: 5 * time.Millisecond}
	for i, exchange := range []transport.Exchange{
		{Method: "GET", URL: "/rpc/v3/accounts/0x88fbd33f54e1126269769780feb24480428179f552e2313fbe571b72e62a1ca1/resources?count=20", Err: context.Canceled, Label: place + " 9"},
		{Method: "GET", URL: "/latest?trading_pair=eth_usdt", Status: 500, Try: 3, Took: 1204 * time.Millisecond, Label: "price 4 10", RequestHeader: http.Header{"Accept": {"application/json"}, "X-Api-Key": {transport.Removed}}},
		{Method: "GET", URL: "/rpc/v3/accounts/0x1/modules", Err: errors.New("connection refused"), Took: 3 * time.Millisecond, Label: place + " 11"},
		{Method: "POST", URL: "/rpc/v3/view", Status: 200, Label: place + " 12", Sent: []byte("\x00\x01coin\x07balance\xff\xfe and more"), Body: []byte(`[{"u64":"4021390877120"}]`), RequestHeader: http.Header{"Accept": {"application/json"}, "Content-Type": {"application/x.chain.view_function+bcs"}}},
		{Method: "GET", URL: "/rpc/v1/consensus/block/height/48211907?with_batches=true", Status: 200, Label: "blocks 5 4881", Body: []byte(`{"block":{"digest":"0xd01b","header":{"author":"0x7d1e","height":48211907}},"batches":[]}`)},
		{Method: "GET", URL: "/proxy", Status: 502, Label: place + " 14", Body: []byte("<html>\n<b>Bad gateway</b>\n\tfrom \x7f a proxy")},
		{Method: "GET", URL: "/rpc/v3/accounts/0x88fbd33f54e1126269769780feb24480428179f552e2313fbe571b72e62a1ca1/transactions?ascending=false&count=20", Status: 200, Label: place + " 15", Body: []byte(`[{"hash":"0x9c0e","status":"Success"},{"hash":"0x51aa","status":"Fail"}]`)},
	} {
		exchange.URL, exchange.Started, exchange.Try = baseURL+exchange.URL, at.Add(time.Duration(i)*9*time.Second), max(exchange.Try, 1)
		exchange.Bytes = int64(len(exchange.Body))
		if exchange.RequestHeader == nil {
			exchange.RequestHeader = accept
		}
		if exchange.Status != 0 {
			exchange.ResponseHeader, exchange.Timing = json, timing
			exchange.Took = max(exchange.Took, 84*time.Millisecond)
		}
		d.model.deps.Requests.Record(exchange)
	}
}

// openRecorded opens the requests over an account that made some of them.
func openRecorded(d *deck) {
	openBusy(d)
	caller := d.model.history.Caller()
	record(d, fmt.Sprintf("%s %d", caller.Screen, caller.Place))
	d.press("`")
}

func init() {
	for name, keys := range map[string][]string{
		"requests": nil, "requests-all": {"*", "down", "down"}, "requests-body": {"enter", "down", "l"}, "requests-text": {"down", "tab"}, "requests-headers": {"*", "end", "up", "2", "enter"},
		"requests-timing": {"3", "enter"}, "requests-sent": {"down", "down", "4", "enter"}, "requests-failed": {"f", "down"}, "requests-refused": {"f", "down", "enter"}, "requests-filter": {"/", "block"},
		"requests-none": {"/", "nothing like it", "enter"}, "requests-left": {"end", "enter"}, "requests-help": {"?"}, "requests-copy": {"Y"}, "requests-search": {"enter", "/", "51a"},
	} {
		scenes[name] = scene{play: func(d *deck) { openRecorded(d); d.press(keys...) }}
	}
	scenes["requests-empty"] = scene{play: func(d *deck) { openBusy(d); d.press("`") }}
}

func TestRequestsListThoseOfTheScreenBelow(t *testing.T) {
	d := observedDeck(t, setup{})
	d.openTreasury()
	d.press("`")
	d.shows("2 of this account", "Requests", "GET {base_url}/rpc/v3/accounts/", "started by  account, ticket")
	d.hides("home")
	d.press("*")
	d.shows("this session", "home")
	d.hides("of this account")
	d.press("esc")
	d.shows("Account treasury")
	d.press("space", "r")
	d.shows("2 of this account")
	d.press("`")
	d.hides("of this account")
	// Another account is another place, and the same one again is the same.
	d.press("esc", "esc", "down", "enter", "`")
	d.shows("2 of this account")
	d.press("`", "[", "]", "`")
	d.shows("5 of this account")
}

// What goes on below goes on, and its requests come in above the selected one.
func TestRequestsComeInAbove(t *testing.T) {
	d := observedDeck(t, setup{})
	d.openTreasury()
	d.press("`", "down")
	row := regexp.MustCompile(`▸ \d\d:\d\d:\d\d.*`) // at whatever hour the test runs
	selected := func() string { return row.FindString(d.screen()) }
	before := selected()
	require.NotEmpty(t, before)
	d.produce()
	d.pass(10 * time.Second)
	d.shows("4 of this account")
	require.Equal(t, before, selected())
	d.press("g")
	require.NotEqual(t, before, selected())
}

func TestRequestAgain(t *testing.T) {
	d := observedDeck(t, setup{})
	d.openTreasury()
	d.press("`", "end", "x")
	d.shows("3 of this account", "asked again", "started by  account, ticket")
	recorded := d.model.deps.Requests.Since(0)
	newest := recorded[len(recorded)-1]
	_, body, _ := d.model.deps.Requests.Bodies(newest.Serial)
	for _, exchange := range recorded[:len(recorded)-1] {
		if exchange.URL == newest.URL && exchange.Label != newest.Label && load.CallerOf(exchange.Label).Screen == "account" {
			_, first, _ := d.model.deps.Requests.Bodies(exchange.Serial)
			require.Equal(t, first, body)
			return
		}
	}
	t.Fatal("the request was not made before")
}

func TestRequestsSaveAFixture(t *testing.T) {
	d := newDeck(t, 120, 40, setup{handler: fixture{records: 5, record: ordinary}})
	folder := d.model.deps.Folder
	openRecorded(d)
	d.press("e")
	d.press("down", "down", "e", "e") // with a body of its own, and no UTF-8
	d.press("*", "end", "up", "e")
	d.shows("saved as ")
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	require.NoError(t, err)
	require.Len(t, files, 4)
	for _, name := range files {
		content, err := os.ReadFile(name)
		require.NoError(t, err)
		var saved map[string]any
		require.NoError(t, json.Unmarshal(content, &saved))
		require.NotContains(t, string(content), transport.Removed)
		require.Contains(t, saved["path"], "/")
		require.Contains(t, saved, "status")
		require.Contains(t, saved, "headers")
	}
	content, err := os.ReadFile(filepath.Join(folder, "request-20261121-120423-7.json"))
	require.NoError(t, err)
	require.Contains(t, string(content), `"hash": "0x9c0e"`)

	require.NoError(t, os.Chmod(folder, 0o500))
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	d.press("e")
	if os.Geteuid() != 0 { // whom no folder refuses
		d.shows("foredeck/requests/request-")
	}
}

func TestRequestsKeepNoWorkFromTheScreenBelow(t *testing.T) {
	d := observedDeck(t, setup{})
	d.openTreasury()
	d.press("`")
	d.held = true
	d.pass(10 * time.Second) // the account looks for news
	require.Positive(t, d.model.deps.Loader.InFlight())
	d.shows(fmt.Sprint(d.model.deps.Loader.InFlight(), " in flight"))
	d.release()
	d.shows("0 in flight")
}

// The requests of a screen of several things are theirs, and a filter that finds none says what it looks at: also the verb.
func TestRequestsInWords(t *testing.T) {
	d := newDeck(t, 120, 40, setup{handler: fixture{records: 57, record: ordinary, chain: newTestChain()}})
	openBlocks(d)
	d.press("`")
	require.Regexp(t, `\d+ of these blocks · `, d.screen())
	d = openPrices(t, 120, 40, setup{})
	d.model.deps.Requests.Record(transport.Exchange{Method: "GET", URL: baseURL + "/rpc/latest", Status: 200, Try: 1, Label: "prices 0 7"})
	d.press("`", "/", "nothing like it", "enter")
	d.shows("none has this in its verb, path, code or screen")
	d.press("esc", "/", "get", "enter")
	require.Regexp(t, `GET +/rpc`, d.screen())
}

// Prices are asked for whatever is on the screen: at the prices, these requests are its own.
func TestTheRequestsOfThePrices(t *testing.T) {
	asked := transport.Exchange{Method: "GET", URL: baseURL + "/latest?trading_pair=move_usdt", Status: 200, Try: 1, Label: "prices 0 7"}
	d := openPrices(t, 120, 40, setup{})
	d.model.deps.Requests.Record(asked)
	d.press("`")
	d.shows("/latest?trading_pair=move_usdt", "1 of this price")
	d.press("`", "space", "h", "`")
	d.hides("/latest?trading_pair=move_usdt")
}

// A recording holds how long requests took, and not how long the parts of that did: none is told for it.
func TestTheTimesOfRecordedRequests(t *testing.T) {
	d := newDeck(t, 120, 40, setup{handler: fixture{records: 5, record: ordinary}})
	d.model.deps.Replayed = true
	d.model.deps.Requests.Record(transport.Exchange{Method: "GET", URL: baseURL + "/a", Status: 200, Try: 1, ResponseHeader: http.Header{"Content-Type": {"application/json"}}, Took: 1790 * time.Millisecond, Body: []byte("{}")})
	d.press("`", "*")
	d.shows("in all 1,790 ms, its parts are not recorded")
	d.hides("connect")
	d.press("3")
	d.shows("[3 Timing]", "in all", "1,790 ms")
	d.hides("connect")
}

// A key and a frame cost the same however many requests there were.
func TestRequestsAreBounded(t *testing.T) {
	d := newDeck(t, 120, 40, setup{handler: fixture{records: 5, record: ordinary}})
	openRecorded(d)
	d.press("*", "end")
	for i := range 3 * transport.MostRecorded {
		d.model.deps.Requests.Record(transport.Exchange{Method: "GET", URL: fmt.Sprint(baseURL, "/", i), Status: 200, Try: 1})
		if i%700 == 0 {
			d.pass(time.Second)
		}
	}
	d.pass(time.Second)
	d.shows("3,007 this session")
	d.press("home", "end", "up", "/", "2999", "enter")
	d.shows("/2999", "1 listed")
	d.press("esc", "G")
	d.shows("/2000")
}

func copied(t *testing.T, d *deck, form string) string {
	t.Helper()
	for _, one := range d.model.history.Visible().(screen.Copier).Copies() {
		if string(one.Form) == form {
			return one.Value()
		}
	}
	t.Fatal("no copy as " + form)
	return ""
}

// What is copied as curl is the request itself, but for the keys.
func TestRequestsAsCurl(t *testing.T) {
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("no curl")
	}
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell")
	}
	network := startNetwork(t, localnet.Options{ConsensusToken: "l3tmein"})
	recorder := new(transport.Recorder)
	travel, err := transport.Policy{Recorder: recorder}.Transport()
	require.NoError(t, err)
	node, err := client.NewNode(network.BaseURL(), client.WithTransport(travel), client.WithConsensusToken("l3tmein"))
	require.NoError(t, err)
	t.Cleanup(node.CloseIdleConnections)
	ctx := t.Context()
	_, err = node.ConsensusBlock(ctx, 1)
	require.NoError(t, err)
	_, err = node.Transactions(ctx, network.Accounts()[0].Address, client.PageRequest{Count: 2})
	require.NoError(t, err)
	for _, bcs := range []bool{false, true} {
		_, err = node.View(ctx, client.ViewRequest{Function: coinBalance(t), TypeArguments: nativeCoin(t), Arguments: []any{network.Accounts()[0].Address.String()}, BCS: bcs})
		require.NoError(t, err)
	}

	d := newDeck(t, 120, 40, setup{handler: fixture{}, requests: recorder})
	d.press("`", "*")
	tried := 0
	for range recorder.Since(0) {
		command := copied(t, d, "curl")
		require.NotContains(t, command, "l3tmein")
		if strings.Contains(command, "consensus") {
			require.Contains(t, command, "$FOREDECK_CONSENSUS_TOKEN")
		}
		run := exec.CommandContext(ctx, shell, "-c", command)
		run.Env = append(os.Environ(), "FOREDECK_CONSENSUS_TOKEN=l3tmein", "no_proxy=*")
		answer, err := run.Output()
		require.NoError(t, err, command)
		require.Equal(t, copied(t, d, "body"), string(answer), command)
		require.True(t, strings.HasPrefix(copied(t, d, "value"), network.BaseURL()))
		tried++
		d.press("down")
	}
	require.GreaterOrEqual(t, tried, 5)
}

func TestHostileRequestsAreDrawnSafely(t *testing.T) {
	d := newDeck(t, 100, 30, setup{theme: theme.Terminal(), handler: fixture{records: 5, record: ordinary}})
	openBusy(d)
	evil := "\x1b[2J\u202e" + strings.Repeat("x", 300)
	d.model.deps.Requests.Record(transport.Exchange{
		Method: "GET", URL: baseURL + "/" + evil, Label: "account", Status: 200, Try: 1, Err: errors.New(evil), Body: []byte(evil),
		RequestHeader: http.Header{"Accept": {evil}}, ResponseHeader: http.Header{evil: {evil, evil}},
	})
	d.press("`", "*")
	for _, key := range []string{"enter", "2", "down", "3", "1", "esc", "/", "x"} {
		d.press(key)
		frame := d.model.View()
		require.NotContains(t, frame, "\x1b[2J")
		require.NotContains(t, frame, "\u202e")
	}
	d.send(tea.WindowSizeMsg{Width: 60, Height: 20})
	require.NotContains(t, d.model.View(), "\u202e")
}

func coinBalance(t *testing.T) move.FunctionID {
	t.Helper()
	function, err := move.ParseFunctionID("0x1::coin::balance")
	require.NoError(t, err)
	return function
}

func nativeCoin(t *testing.T) []move.TypeTag {
	t.Helper()
	coin, err := move.ParseTypeTag("0x1::native_coin::NativeCoin")
	require.NoError(t, err)
	return []move.TypeTag{coin}
}

// An answer that the list leaves out is not said to be selected.
func TestRequestAgainThatIsNotListed(t *testing.T) {
	line, requests := &broken{}, new(transport.Recorder)
	d := newDeck(t, 100, 30, setup{requests: requests, transport: func(next http.RoundTripper) http.RoundTripper {
		line.next = next
		return recording(t, line, requests)
	}})
	line.on.Store(true)
	d.openTreasury()
	line.on.Store(false)
	d.press("`", "f", "x")
	d.shows("asked again, and it went well: the answer is not among the failed ones; f lists it")
	d.press("f", "/", "nowhere", "enter", "esc", "x")
	d.shows("asked again: the answer is the selected row")
}

func TestAPriceIsAskedForAgain(t *testing.T) {
	d := observedDeck(t, setup{handler: fixture{records: 57, record: ordinary}, pairs: watchedPairs})
	d.press("move_usdt", "enter")
	d.wait(3)
	d.press("`", "*", "/", "latest", "enter", "end")
	before := len(d.model.deps.Requests.Since(0))
	d.press("x")
	d.shows("asked again: the answer is the selected row")
	recorded := d.model.deps.Requests.Since(0)
	require.Len(t, recorded, before+1)
	newest := recorded[len(recorded)-1]
	require.Equal(t, 200, newest.Status)
	require.Contains(t, newest.URL, "/latest?")
	require.Equal(t, []string{transport.Removed}, newest.RequestHeader["X-Api-Key"], "the key went along")
	d.hides("secret")
}

// A request that waits for its answer is a row above the others, and becomes one of them when it ends.
func TestRequestsUnderWay(t *testing.T) {
	line, recorder := &stalling{}, new(transport.Recorder)
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary}, requests: recorder, transport: func(next http.RoundTripper) http.RoundTripper {
		line.next = next
		return recording(t, line, recorder)
	}})
	openBusy(d)
	line.stalls.Store(true)
	b := &background{deck: d, answers: make(chan tea.Msg)}
	d.held = true
	d.press("r", "`")
	b.waits(line)
	require.Eventually(t, func() bool { return len(recorder.UnderWay()) > 0 }, 10*time.Second, time.Millisecond)
	d.send(quickMsg{})
	row := regexp.MustCompile(`│ {3}\d\d:\d\d:\d\d +GET +\S+ +\.\.\. +[\d,.]+ ms +– +1 +account`)
	require.Regexp(t, row, d.screen())
	d.press("/", "nothing like it")
	require.NotRegexp(t, row, d.screen())
	d.press("esc")
	require.Regexp(t, row, d.screen())
	d.press("down")
	require.Regexp(t, `▸ \d\d:\d\d:\d\d`, d.screen(), "those that have ended can be gone to")

	line.stalls.Store(false)
	d.press("`", "esc") // it is left
	b.settle(true)
	require.Empty(t, recorder.UnderWay())
	d.press("esc", "space", "r", "*")
	require.NotRegexp(t, row, d.screen())
	d.shows("left")
}
