package tui

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/client/move"
	"foredeck/client/transport"
)

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
func TestLeavingEndsWhatStalls(t *testing.T) {
	for place := range stalledPlaces {
		t.Run(place, func(t *testing.T) {
			b, line := stalledDeck(t, place)
			line.stalls.Store(false)
			b.send(openAccount(move.Address{31: 2}))
			require.Eventually(t, func() bool { return line.waiting.Load() == 0 }, 10*time.Second, time.Millisecond, "left, and still asking")
			b.settle(true)
			require.Zero(t, b.model.deps.Loader.InFlight())
			b.shows("not found on local") // as the place says that one has gone to, and nothing else
			b.hides("no answer", "stale")
		})
	}
}

// TestEscapeEndsWhatStalls stays where the node does not answer and gives up waiting.
func TestEscapeEndsWhatStalls(t *testing.T) {
	for place := range stalledPlaces {
		if strings.HasPrefix(place, "home") || strings.Contains(place, "pins") {
			continue // they ask for several things, each of which is left alone
		}
		t.Run(place, func(t *testing.T) {
			b, line := stalledDeck(t, place)
			for range 3 {
				if line.waiting.Load() > 0 {
					b.press("esc")
				}
			}
			require.Eventually(t, func() bool { return line.waiting.Load() == 0 }, 10*time.Second, time.Millisecond, "escaped, and still asking")
			line.stalls.Store(false)
			b.settle(true)
			require.Zero(t, b.model.deps.Loader.InFlight())
		})
	}
}

// TestKeysActWhileTheNodeStalls presses keys at every place at which the node does not answer: each shows in the next frame, and
// none asks in the program's loop, which would wait for the answer.
func TestKeysActWhileTheNodeStalls(t *testing.T) {
	for place := range stalledPlaces {
		t.Run(place, func(t *testing.T) {
			b, line := stalledDeck(t, place)
			for _, key := range []string{"down", "up", "tab", "?", "esc", ":", "esc", "`", "`", "space"} {
				before := b.model.View()
				began := time.Now()
				b.press(key)
				require.Less(t, time.Since(began), 2*time.Second, key)
				if key != "down" && key != "up" && key != "tab" {
					require.NotEqual(t, before, b.model.View(), key)
				}
				b.begin()
			}
			line.stalls.Store(false)
			b.model.quit()
			b.settle(false)
			require.Zero(t, b.model.deps.Loader.InFlight())
		})
	}
}
