package requests_test

import (
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
	"foredeck/tui/tuitest"
)

// observedDeck returns a deck on a network that records requests.
func observedDeck(t *testing.T, s tuitest.Setup) *tuitest.Deck {
	s.Requests = new(transport.Recorder)
	s.Transport = func(next http.RoundTripper) http.RoundTripper { return tuitest.RecordingTransport(t, next, s.Requests) }
	return tuitest.New(t, 100, 30, s)
}

// openPrice opens a pair, with some prices loaded.
func openPrice(t *testing.T) *tuitest.Deck {
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Pairs: tuitest.WatchedPairs})
	d.Press("move_usdt", "enter")
	d.Wait(3)
	return d
}

func TestRequestsOfScreenBelow(t *testing.T) {
	t.Parallel()
	d := observedDeck(t, tuitest.Setup{})
	d.Press("treasury", "enter")
	d.Press("`")
	d.Shows("5 from this screen", "Requests", "GET {base_url}/rpc/v3/accounts/", "requested by  account (#")
	d.Hides("home")
	d.Press("*")
	d.Shows("this session", "home")
	d.Hides("from this screen")
	d.Press("esc")
	d.Shows("Account treasury")
	d.Press("space", "r")
	d.Shows("5 from this screen")
	d.Press("`")
	d.Hides("from this screen")
	// Another account is another location; the same account is the same location.
	d.Press("esc", "esc", "down", "enter", "`")
	d.Shows("3 from this screen")
	d.Press("`", "[", "]", "`")
	d.Shows("6 from this screen")
}

// The screen below keeps refreshing, and its requests arrive above the selected one.
func TestNewRequestsArriveOnTop(t *testing.T) {
	t.Parallel()
	d := observedDeck(t, tuitest.Setup{})
	d.Press("treasury", "enter")
	d.Press("`", "down")
	row := regexp.MustCompile(`▸ \d\d:\d\d:\d\d.*`) // at any time of day
	selected := func() string { return row.FindString(d.Frame()) }
	before := selected()
	require.NotEmpty(t, before)
	d.ProduceBlock()
	d.Advance(10 * time.Second)
	d.Shows("7 from this screen")
	require.Equal(t, before, selected())
	d.Press("g")
	require.NotEqual(t, before, selected())
}

func TestResend(t *testing.T) {
	t.Parallel()
	d := observedDeck(t, tuitest.Setup{})
	d.Press("treasury", "enter")
	d.Press("`", "end", "x")
	d.Shows("6 from this screen", "repeated", "requested by  account (#")
	recorded := d.Deps().Loader.Recorder.Since(0)
	newest := recorded[len(recorded)-1]
	_, body, _ := d.Deps().Loader.Recorder.Bodies(newest.Serial)
	for _, exchange := range recorded[:len(recorded)-1] {
		if exchange.URL == newest.URL && exchange.Label != newest.Label && load.CallerOf(exchange.Label).Screen == "account" {
			_, first, _ := d.Deps().Loader.Recorder.Bodies(exchange.Serial)
			require.Equal(t, first, body)
			return
		}
	}
	t.Fatal("the request was not made before")
}

func TestSaveResponseBody(t *testing.T) {
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 5}})
	folder := d.Deps().Directory
	tuitest.OpenRecorded(d)
	d.Press("e")
	d.Press("down", "down", "e", "e") // a body that is not UTF-8
	d.Press("*", "end", "up", "e")
	d.Shows("saved: ")
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
	d.Press("e")
	if os.Geteuid() != 0 { // root can write to any folder
		d.Shows("foredeck/requests/request-")
	}
}

func TestScreenBelowKeepsRefreshing(t *testing.T) {
	t.Parallel()
	d := observedDeck(t, tuitest.Setup{})
	d.Press("treasury", "enter")
	d.Press("`")
	d.Paused = true
	d.Advance(10 * time.Second) // the account refreshes
	require.Positive(t, d.Deps().Loader.InFlight())
	d.Shows(fmt.Sprint(d.Deps().Loader.InFlight(), " in flight"))
	d.Resume()
	d.Hides("in flight")
}

// The method can be filtered, as all that is visible.
func TestRequestsText(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain()}})
	d.Press("esc", "space", "b")
	d.Press("`")
	require.Regexp(t, `\d+ from this screen · `, d.Frame())
	d = openPrice(t)
	d.Deps().Loader.Recorder.Record(transport.Exchange{Method: "GET", URL: tuitest.BaseURL + "/rpc/latest", Status: 200, Attempt: 1, Label: "prices 0 7"})
	d.Press("`", "/", "nothing like it", "enter")
	d.Shows("no row matches")
	d.Press("esc", "/", "get", "enter")
	require.Regexp(t, `GET +/rpc`, d.Frame())
	d.Press("esc", "/", "took:>1h", "enter")
	d.Shows("no row matches")
	d.Press("esc", "S")
	d.Shows("METHOD▴")
}

// Prices are requested in the background; on the price screen the requests belong to it.
func TestPriceRequests(t *testing.T) {
	t.Parallel()
	exchange := transport.Exchange{Method: "GET", URL: tuitest.BaseURL + "/latest?trading_pair=move_usdt", Status: 200, Attempt: 1, Label: "prices 0 7"}
	d := openPrice(t)
	d.Deps().Loader.Recorder.Record(exchange)
	d.Press("`")
	d.Shows("/latest?trading_pair=move_usdt", "1 from this screen")
	d.Press("`", "space", "h", "`")
	d.Hides("/latest?trading_pair=move_usdt")
}

// A recording has the total duration of a request but no breakdown, so none is shown.
func TestRecordedTimings(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 5}})
	d.Deps().Loader.Recorder.Record(transport.Exchange{Method: "GET", URL: tuitest.BaseURL + "/a", Status: 200, Attempt: 1, ResponseHeader: http.Header{"Content-Type": {"application/json"}}, Took: 1790 * time.Millisecond, Body: []byte("{}")})
	d.Press("`", "*")
	d.Shows("total 1,790 ms, phases are not recorded")
	d.Hides("connect")
	d.Press("3")
	d.Shows("[3 Timing]", "total", "1,790 ms")
	d.Hides("connect")
	d.Deps().Loader.Recorder.Record(transport.Exchange{Method: "GET", URL: tuitest.BaseURL + "/b", Attempt: 1, Took: 1530 * time.Millisecond, Err: errors.New("refused (as recorded)")})
	d.Advance(time.Second)
	d.Press("home")
	d.Shows("total 1,530 ms, phases are not recorded")
	d.Hides("connect", "wait 0")
}

// The cost of a key and a frame does not depend on the number of requests.
func TestRequestsAreBounded(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 5}})
	tuitest.OpenRecorded(d)
	d.Press("*", "end")
	for i := range 3 * transport.MaxRecorded {
		d.Deps().Loader.Recorder.Record(transport.Exchange{Method: "GET", URL: fmt.Sprint(tuitest.BaseURL, "/", i), Status: 200, Attempt: 1})
		if i%700 == 0 {
			d.Advance(time.Second)
		}
	}
	d.Advance(time.Second)
	d.Shows("3,007 this session")
	d.Press("home", "end", "up", "/", "2999", "enter")
	d.Shows("/2999", "1 listed")
	d.Press("esc", "G")
	d.Shows("/2000")
}

func copied(t *testing.T, d *tuitest.Deck, form string) string {
	t.Helper()
	for _, one := range d.Screen().(screen.Copier).Copies() {
		if one.Form.String() == form {
			return one.Value()
		}
	}
	t.Fatal("no copy as " + form)
	return ""
}

// The curl command is the request itself without its secrets.
func TestCopyAsCurl(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("no curl")
	}
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell")
	}
	network := tuitest.StartNetwork(t, localnet.Options{ConsensusToken: "l3tmein"})
	recorder := new(transport.Recorder)
	travel, err := transport.Policy{Recorder: recorder}.Transport()
	require.NoError(t, err)
	node, err := client.NewNode(network.BaseURL(), client.WithTransport(travel), client.WithConsensusToken("l3tmein"))
	require.NoError(t, err)
	t.Cleanup(node.CloseIdleConnections)
	ctx := t.Context()
	_, err = node.Block(ctx, 1)
	require.NoError(t, err)
	_, err = node.Transactions(ctx, network.Accounts()[0].Address, client.PageRequest{Count: 2})
	require.NoError(t, err)
	for _, bcs := range []bool{false, true} {
		_, err = node.View(ctx, client.ViewRequest{Function: coinBalance(t), TypeArguments: nativeCoin(t), Arguments: []any{network.Accounts()[0].Address.String()}, BCS: bcs})
		require.NoError(t, err)
	}

	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{}, Requests: recorder})
	d.Press("`", "*")
	tried := 0
	for range recorder.Since(0) {
		command := copied(t, d, "curl")
		require.NotContains(t, command, "l3tmein")
		if strings.Contains(command, "consensus") {
			require.Contains(t, command, "$FOREDECK_CONSENSUS_TOKEN")
		}
		run := exec.CommandContext(ctx, shell, "-c", command)
		run.Env = append(os.Environ(), "FOREDECK_CONSENSUS_TOKEN=l3tmein", "no_proxy=*")
		response, err := run.Output()
		require.NoError(t, err, command)
		require.Equal(t, copied(t, d, "body"), string(response), command)
		require.True(t, strings.HasPrefix(copied(t, d, "value"), network.BaseURL()))
		tried++
		d.Press("down")
	}
	require.GreaterOrEqual(t, tried, 5)
}

func TestHostileRequestsAreSanitized(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Theme: theme.Terminal(), Handler: tuitest.Node{Records: 5}})
	d.Press("busy", "enter")
	evil := "\x1b[2J\u202e" + strings.Repeat("x", 300)
	d.Deps().Loader.Recorder.Record(transport.Exchange{
		Method: "GET", URL: tuitest.BaseURL + "/" + evil, Label: "account", Status: 200, Attempt: 1, Err: errors.New(evil), Body: []byte(evil),
		RequestHeader: http.Header{"Accept": {evil}}, ResponseHeader: http.Header{evil: {evil, evil}},
	})
	d.Press("`", "*")
	for _, key := range []string{"enter", "2", "down", "3", "1", "esc", "/", "x"} {
		d.Press(key)
		frame := d.Model.View()
		require.NotContains(t, frame, "\x1b[2J")
		require.NotContains(t, frame, "\u202e")
	}
	d.Send(tea.WindowSizeMsg{Width: 60, Height: 20})
	require.NotContains(t, d.Model.View(), "\u202e")
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

// A response hidden by the filter is not announced as selected.
func TestResendHiddenByFilter(t *testing.T) {
	t.Parallel()
	line, requests := &tuitest.FailingTransport{}, new(transport.Recorder)
	d := tuitest.New(t, 100, 30, tuitest.Setup{Requests: requests, Transport: func(next http.RoundTripper) http.RoundTripper {
		return tuitest.RecordingTransport(t, line.Wrap(next), requests)
	}})
	line.On.Store(true)
	d.Press("treasury", "enter")
	line.On.Store(false)
	d.Press("`", "f", "x")
	d.Shows("repeated successfully, hidden by the filter · f show all")
	d.Press("f", "/", "nowhere", "enter", "esc", "x")
	d.Shows("repeated: selected the new response")
}

func TestResendPriceRequest(t *testing.T) {
	t.Parallel()
	d := observedDeck(t, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Pairs: tuitest.WatchedPairs})
	d.Press("move_usdt", "enter")
	d.Wait(3)
	d.Press("`", "*", "/", "latest", "enter", "end")
	before := len(d.Deps().Loader.Recorder.Since(0))
	d.Press("x")
	d.Shows("repeated: selected the new response")
	recorded := d.Deps().Loader.Recorder.Since(0)
	require.Len(t, recorded, before+1)
	newest := recorded[len(recorded)-1]
	require.Equal(t, 200, newest.Status)
	require.Contains(t, newest.URL, "/latest?")
	require.Equal(t, []string{transport.Removed}, newest.RequestHeader["X-Api-Key"], "sent with the key")
	d.Hides("secret")
}

// A request in flight is shown above the others and joins them when it completes.
func TestRequestsInFlight(t *testing.T) {
	t.Parallel()
	line, recorder := &tuitest.StallingTransport{}, new(transport.Recorder)
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Requests: recorder, Transport: func(next http.RoundTripper) http.RoundTripper {
		return tuitest.RecordingTransport(t, line.Wrap(next), recorder)
	}})
	d.Press("busy", "enter")
	line.On.Store(true)
	b := tuitest.NewBackground(d)
	d.Press("r", "`")
	b.WaitStalled(line)
	require.Eventually(t, func() bool { return len(recorder.InFlight()) > 0 }, 2*time.Minute, 5*time.Millisecond)
	d.Advance(250 * time.Millisecond)
	row := regexp.MustCompile(`│ {3}\d\d:\d\d:\d\d +GET +\S+ +\.\.\. +[\d,.]+ ms +– +1 +account`)
	require.Regexp(t, row, d.Frame())
	d.Press("/", "nothing like it")
	require.NotRegexp(t, row, d.Frame())
	d.Press("esc")
	require.Regexp(t, row, d.Frame())
	d.Press("down")
	require.Regexp(t, `▸ \d\d:\d\d:\d\d`, d.Frame(), "a completed request is selected")

	line.On.Store(false)
	d.Press("`", "esc") // leave the screen
	b.WaitIdle(true)
	require.Empty(t, recorder.InFlight())
	d.Press("esc", "space", "r", "*")
	require.NotRegexp(t, row, d.Frame())
	d.Shows("cancel")
}
