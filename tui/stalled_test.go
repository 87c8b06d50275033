package tui_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client/move"
	"foredeck/client/transport"

	"foredeck/tui/tuitest"
)

// stalledScreens are screens that load something: the keys that lead there, and the keys that send requests while the node stalls.
var stalledScreens = map[string][2][]string{
	"home with saved places":  {{"esc"}, {"r"}},
	"an account":              {{"0x1"}, {"enter"}},
	"an account with pins":    {nil, {"busy", "enter"}},
	"an account again":        {{"busy", "enter"}, {"r"}},
	"the end of a list":       {{"busy", "enter"}, {"end"}},
	"the other order":         {{"busy", "enter"}, {"s"}},
	"coin transfers":          {{"busy", "enter"}, {"2"}},
	"coin transfers by kind":  {{"busy", "enter", "2"}, {"f"}},
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

// stalledDeck returns a deck on one of the stalled screens, with its requests waiting.
func stalledDeck(t *testing.T, place string) (*tuitest.Background, *tuitest.Stalled) {
	line, recorder := &tuitest.Stalled{}, new(transport.Recorder)
	d := tuitest.New(t, 120, 40, tuitest.Setup{
		Handler: tuitest.Node{Records: 129}, Store: tuitest.SavedStore(t), Requests: recorder,
		Transport: func(next http.RoundTripper) http.RoundTripper {
			return tuitest.Recorded(t, line.Over(next), recorder)
		},
	})
	keys := stalledScreens[place]
	d.Press(keys[0]...)
	line.On.Store(true)
	b := tuitest.NewBackground(d)
	b.Press(keys[1]...)
	b.Stall(line)
	return b, line
}

// TestLeavingEndsWhatStalls leaves every screen whose requests stall: they are canceled, and their outcome shows
// nowhere.
func TestLeavingEndsWhatStalls(t *testing.T) {
	for place := range stalledScreens {
		t.Run(place, func(t *testing.T) {
			t.Parallel()
			b, line := stalledDeck(t, place)
			line.On.Store(false)
			b.Send(openAccount(move.Address{31: 2}))
			require.Eventually(t, func() bool { return line.Waiting() == 0 }, 10*time.Second, time.Millisecond, "left, and still asking")
			b.Settle(true)
			require.Zero(t, b.Deps().Loader.InFlight())
			b.Shows("not found on local") // of the screen that was opened next, and nothing else
			b.Hides("no answer", "stale")
		})
	}
}

// TestEscapeEndsWhatStalls cancels stalled requests without leaving the screen.
func TestEscapeEndsWhatStalls(t *testing.T) {
	for place := range stalledScreens {
		if strings.HasPrefix(place, "home") || strings.Contains(place, "pins") {
			continue // they load several things separately
		}
		t.Run(place, func(t *testing.T) {
			t.Parallel()
			b, line := stalledDeck(t, place)
			for range 3 {
				if line.Waiting() > 0 {
					b.Press("esc")
				}
			}
			require.Eventually(t, func() bool { return line.Waiting() == 0 }, 10*time.Second, time.Millisecond, "escaped, and still asking")
			line.On.Store(false)
			b.Settle(true)
			require.Zero(t, b.Deps().Loader.InFlight())
		})
	}
}

// TestKeysActWhileTheNodeStalls presses keys on every screen whose requests stall: each shows in the next frame, and
// none sends a request in the program's loop, which would block.
func TestKeysActWhileTheNodeStalls(t *testing.T) {
	for place := range stalledScreens {
		t.Run(place, func(t *testing.T) {
			t.Parallel()
			b, line := stalledDeck(t, place)
			for _, key := range []string{"down", "up", "tab", "?", "esc", ":", "esc", "`", "`", "space"} {
				before := b.Model.View()
				began := time.Now()
				b.Press(key)
				require.Less(t, time.Since(began), 2*time.Second, key)
				if key != "down" && key != "up" && key != "tab" {
					require.NotEqual(t, before, b.Model.View(), key)
				}
				b.Begin()
			}
			line.On.Store(false)
			b.Quit()
			b.Settle(false)
			require.Zero(t, b.Deps().Loader.InFlight())
		})
	}
}
