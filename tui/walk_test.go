package tui_test

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/client/transport"
	"foredeck/theme"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/tuitest"
	"foredeck/tui/tuitest/effort"
)

var walkSteps = flag.Int("steps", 0, "steps of TestWalk, in walks of up to 200; a part of the test has as many walks as rapid.checks (default 1600, or 20000 with FOREDECK_LONG_TESTS)")

// TestWalk uses the deck at random: keys, mouse, window sizes, time, and a node whose responses fail, are hostile, and arrive in any
// order, some of them long after the screen that requested them was left. rapid prints the seed and the shortest walk that fails.
func TestWalk(t *testing.T) {
	t.Parallel()
	effort.SkipUnderRace(t)
	steps := *walkSteps
	switch {
	case steps > 0:
	case effort.Long:
		steps = 20_000
	default:
		steps = 1_600
	}
	walks := flag.Lookup("rapid.checks").Value.(flag.Getter).Get().(int)
	walkLength := min(max(steps/walks, 1), 200)
	parts := (steps + walks*walkLength - 1) / (walks * walkLength)
	for part := range parts {
		t.Run(strconv.Itoa(part), func(t *testing.T) {
			rapid.Check(t, func(check *rapid.T) {
				tb := &walkTB{TB: t, check: check}
				defer tb.end()
				w := &walk{walkTB: tb, failing: &tuitest.FailingTransport{}}
				w.open()
				for range walkLength {
					w.do(moves.Draw(check, "move"))
				}
				w.goHome()
				w.quit()
			})
		})
	}
}

// walkMove is a step of a walk. It is drawn at once, so that rapid can shorten a walk by leaving out steps.
type walkMove struct {
	kind string
	key  string
	a, b int
}

func (m walkMove) GoString() string {
	return strings.TrimSpace(fmt.Sprintf("%s %d %d %s", m.kind, m.a, m.b, m.key))
}

// moveKinds are the kinds of moves, the frequent ones several times.
var moveKinds = strings.Fields("press press press press press press press press press respond respond respond hold hold hold receive receive answers visit visit wait resize mouse failing home quit")

var moves = rapid.Custom(func(t *rapid.T) walkMove {
	m := walkMove{kind: rapid.SampledFrom(moveKinds).Draw(t, "kind")}
	switch m.kind {
	case "press":
		m.key = rapid.SampledFrom(walkKeys).Draw(t, "key")
	case "visit":
		m.key, m.a = rapid.SampledFrom(destinations).Draw(t, "destination"), rapid.IntRange(0, 3).Draw(t, "a")
	default:
		m.a, m.b = rapid.IntRange(0, 199).Draw(t, "a"), rapid.IntRange(0, 199).Draw(t, "b")
	}
	return m
})

// walkTB is a testing.TB whose failures are those of a check of rapid. It cleans up at the end of the check, because a test has
// thousands of them.
type walkTB struct {
	testing.TB
	check    *rapid.T
	cleanups []func()
}

func (t *walkTB) Helper()                           {}
func (t *walkTB) Fatalf(format string, args ...any) { t.check.Fatalf(format, args...) }
func (t *walkTB) Errorf(format string, args ...any) { t.check.Errorf(format, args...) }
func (t *walkTB) FailNow()                          { t.check.FailNow() }
func (t *walkTB) Cleanup(cleanup func())            { t.cleanups = append(t.cleanups, cleanup) }

func (t *walkTB) TempDir() string {
	folder, err := os.MkdirTemp("", "walk")
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	return folder
}

func (t *walkTB) end() {
	for _, cleanup := range slices.Backward(t.cleanups) {
		cleanup()
	}
	t.cleanups = nil
}

// walk is a deck that is used at random.
type walk struct {
	*walkTB
	deck          *tuitest.Deck
	output        *tuitest.Output
	failing       *tuitest.FailingTransport
	arrived       []tea.Msg // responses that the deck has not received yet
	width, height int
}

// walkSizes are window sizes. The first are the most likely ones.
var walkSizes = [][2]int{{100, 30}, {120, 40}, {160, 50}, {80, 24}, {60, 20}, {40, 12}, {30, 6}, {20, 1}}

// open opens a deck, and one after it has quit.
func (w *walk) open() {
	w.end()
	w.arrived = nil
	size := rapid.SampledFrom(walkSizes).Draw(w.check, "size")
	w.width, w.height = size[0], size[1]
	w.failing.On.Store(false)
	hostile := tuitest.HostileTransport{Seed: w.number("hostile seed", 0, 99)}
	isHostile := rapid.Bool().Draw(w.check, "hostile")
	requests, styles := new(transport.Recorder), theme.Terminal()
	if !rapid.Bool().Draw(w.check, "colors") {
		styles = theme.NoColor()
	}
	w.deck = tuitest.New(w, w.width, w.height, tuitest.Setup{
		Theme:    styles,
		Handler:  tuitest.Node{Records: w.number("records", 0, 60), Chain: tuitest.NewChain()},
		Paused:   true,
		Pairs:    tuitest.WatchedPairs,
		Requests: requests,
		Store:    savedStore(w),
		Transport: func(next http.RoundTripper) http.RoundTripper {
			if next = (markingTransport{next}); isHostile {
				next = hostile.Wrap(next)
			}
			return tuitest.RecordingTransport(w, w.failing.Wrap(next), requests)
		},
	})
	w.output = tuitest.NewOutput(w.deck)
}

func (w *walk) number(name string, low, high int) int {
	return rapid.IntRange(low, high).Draw(w.check, name)
}

// walkKeys are the keys of all actions, and texts that open screens.
var walkKeys = append(actionKeys(), "enter", "enter", "down", "down", "esc", "tab", "busy", "quiet", "0x1::coin", "0x1::coin::balance", "u8", "view 0x1::", "世", "> 1",
	"48211900", "move_usdt", "4", "5")

// destinations are the texts that open a screen from Home.
var destinations = []string{"busy", "quiet", "busy", "quiet", "0x1::coin", "0x1::coin::balance", "0x1::coin::CoinStore", "48211900", "48211907", "move_usdt",
	tuitest.Busy + "::module_1", tuitest.Quiet + "::module_2"}

func (w *walk) do(m walkMove) {
	switch m.kind {
	case "press":
		w.deck.Press(m.key)
	case "respond":
		w.respond(m.a, true)
	case "hold":
		w.respond(m.a, false)
	case "receive":
		w.receive(m.a)
	case "answers":
		for range m.a % 16 {
			w.respond(m.b, true)
			w.receive(m.b)
		}
	case "visit":
		w.goHome()
		w.deck.Press(m.key, "enter")
		for range 8 {
			switch m.a {
			case 1:
				w.respond(0, false)
			case 2:
				w.respond(0, true)
			case 3:
				w.receive(0)
			}
		}
	case "wait":
		w.deck.Advance(time.Duration(1+m.a%10) * time.Second)
	case "resize":
		if w.width, w.height = 1+m.a, 1+m.b%60; m.b%2 == 0 {
			size := walkSizes[m.a%len(walkSizes)]
			w.width, w.height = size[0], size[1]
		}
		w.deck.Resize(w.width, w.height)
	case "mouse":
		buttons := []tea.MouseButton{tea.MouseButtonLeft, tea.MouseButtonWheelUp, tea.MouseButtonLeft, tea.MouseButtonWheelDown}
		w.deck.Send(tea.MouseMsg{X: m.a%(w.width+2) - 1, Y: m.b%(w.height+2) - 1, Action: tea.MouseActionPress, Button: buttons[m.b%len(buttons)]})
	case "failing":
		w.failing.On.Store(m.a%4 == 1)
	case "home":
		w.goHome()
	case "quit":
		if m.a%10 == 1 {
			w.quit()
		}
	}
	if w.deck.Model.Frame().Width == 0 { // it has quit
		w.open()
	}
	for len(w.deck.Pending) > 50 {
		w.deck.RunNext()
	}
	tuitest.CheckFrame(w.check, w.deck.Model.View(), w.width, w.height)
	w.output.Check(w.check, w.deck.Model.Frame())
	w.checkHeading()
}

// respond runs one of the pending commands, which is mostly a request. The deck receives the response now or later.
func (w *walk) respond(i int, now bool) {
	if len(w.deck.Pending) == 0 {
		return
	}
	if i%2 == 0 {
		i = len(w.deck.Pending) - 1 - i/2%min(len(w.deck.Pending), 8) // one of the newest
	}
	i %= len(w.deck.Pending)
	cmd := w.deck.Pending[i]
	w.deck.Pending = slices.Delete(w.deck.Pending, i, i+1)
	msg := cmd()
	if _, isBatch := msg.(tea.BatchMsg); now || isBatch || msg == nil {
		w.deck.Deliver(msg)
	} else {
		w.arrived = append(w.arrived, msg)
		if len(w.arrived) > 30 {
			w.receive(len(w.arrived) - 1)
		}
	}
}

// receive gives the deck one of the responses that have arrived.
func (w *walk) receive(i int) {
	if len(w.arrived) == 0 {
		return
	}
	i = len(w.arrived) - 1 - i%len(w.arrived)
	msg := w.arrived[i]
	w.arrived = slices.Delete(w.arrived, i, i+1)
	w.deck.Deliver(msg)
}

// maxEscapes is the number of presses of esc that lead to Home from everywhere: a path has a few screens, and each of them an overlay,
// text, a selection, a search, a filter, a load and a maximized panel to close.
const maxEscapes = 50

// goHome requires that esc leads to Home.
func (w *walk) goHome() {
	for range maxEscapes {
		if w.isHome() {
			return
		}
		w.deck.Press("esc")
	}
	if !w.isHome() {
		w.check.Fatalf("esc does not lead to Home:\n%s", w.deck.Frame())
	}
}

func (w *walk) isHome() bool {
	crumbs := w.deck.Screen().Crumbs()
	return len(crumbs) == 1 && crumbs[0].String() == "Home" && !w.deck.Model.HasOverlay()
}

// quit requires that ctrl+c quits at once, whatever is pending.
func (w *walk) quit() {
	w.deck.Pending = nil
	w.deck.Press("ctrl+c")
	if frame := w.deck.Model.Frame(); frame.Width != 0 {
		w.check.Fatalf("ctrl+c does not quit:\n%s", w.deck.Frame())
	}
	for _, cmd := range w.deck.Pending {
		if _, quits := cmd().(tea.QuitMsg); quits {
			w.open()
			return
		}
	}
	w.check.Fatalf("ctrl+c does not end the program")
}

// marks are words in all responses about an account, and in none about others.
var marks = map[string][]string{tuitest.Busy: {"marka", "0xa11a"}, tuitest.Quiet: {"markb", "0xb22b"}}

// checkHeading requires that the visible screen shows no response about another account than its own.
func (w *walk) checkHeading() {
	linkable, ok := w.deck.Screen().(screen.Linkable)
	if !ok || w.deck.Screen().Crumbs()[0] == text.Const("Home") { // which lists locations of all accounts
		return
	}
	link, ok := linkable.Link()
	if !ok {
		return
	}
	own, drawn := link.Target.String(), ""
	for account, words := range marks {
		if strings.Contains(own, account) || strings.Contains(own, words[0]) || strings.Contains(own, words[1]) {
			continue
		}
		if drawn == "" {
			var lines strings.Builder
			for _, line := range w.deck.Screen().View() {
				lines.WriteString(line.Text().String() + "\n")
			}
			drawn = lines.String()
		}
		for _, word := range words {
			if strings.Contains(drawn, word) {
				w.check.Fatalf("%s shows %q, which is of %s:\n%s", own, word, account, drawn)
			}
		}
	}
}

// markingTransport responds to requests about both accounts with the data of the account Busy, and marks it.
type markingTransport struct{ next http.RoundTripper }

func (m markingTransport) RoundTrip(request *http.Request) (*http.Response, error) {
	for account, words := range marks {
		if !strings.Contains(request.URL.Path, account) {
			continue
		}
		request = request.Clone(request.Context())
		request.URL.Path = strings.Replace(request.URL.Path, account, tuitest.Busy, 1)
		response, err := m.next.RoundTrip(request)
		if err != nil {
			return nil, err
		}
		body, err := io.ReadAll(response.Body)
		if err != nil {
			return nil, err
		}
		body = bytes.ReplaceAll(body, []byte(tuitest.Quiet), []byte("0x5")) // named in responses about Busy
		marked := strings.NewReplacer("module_", words[0]+"_", "coin_", words[0]+"_", "Executed successfully", words[0], "balance_of", words[0], "0x9c0e", words[1], "0x41c07be2", words[1], tuitest.Busy, account).
			Replace(string(body))
		response.Body, response.ContentLength = io.NopCloser(strings.NewReader(marked)), int64(len(marked))
		return response, nil
	}
	return m.next.RoundTrip(request)
}
