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

// stalledScreens are the keys that lead to screens, and the keys that send requests there while the node stalls.
var stalledScreens = map[string][2][]string{
	"home with bookmarks":      {{"esc"}, {"r"}},
	"an account":               {{"0x1"}, {"enter"}},
	"an account with pins":     {nil, {"busy", "enter"}},
	"an account refresh":       {{"busy", "enter"}, {"r"}},
	"the next page":            {{"busy", "enter"}, {"end"}},
	"the other order":          {{"busy", "enter"}, {"s"}},
	"coin transfers":           {{"busy", "enter"}, {"2"}},
	"coin transfers by kind":   {{"busy", "enter", "2"}, {"f"}},
	"automated":                {{"busy", "enter"}, {"3"}},
	"merged":                   {{"busy", "enter"}, {"m"}},
	"modules":                  {{"busy", "enter"}, {"4"}},
	"resources":                {{"busy", "enter"}, {"5"}},
	"a value refresh":          {{"busy", "enter", "5", "enter"}, {"r"}},
	"argument types":           {{"busy", "enter"}, {"enter"}},
	"next record":              {{"busy", "enter", "g", "end", "g", "s", "end", "enter"}, {"J"}},
	"a module":                 {{"0x1::coin"}, {"enter"}},
	"a module refresh":         {{"0x1::coin", "enter"}, {"r"}},
	"a view function":          {{"0x1::coin::balance", "enter", "v", "0x1::a::B", "tab", "busy"}, {"enter"}},
	"calls":                    {{"busy", "enter", "enter", "f"}, {"t"}},
	"calls by another account": {{"busy", "enter", "enter", "f", "t"}, {"2"}},
	"a repeated request":       {{"busy", "enter", "`"}, {"x"}},
	"an account under a menu":  {{"busy", "enter"}, {"r", ":", "acc"}},
}

// stalledDeck returns a deck on one of the stalled screens, with its requests waiting.
func stalledDeck(t *testing.T, name string) (*tuitest.Background, *tuitest.StallingTransport) {
	stall, recorder := &tuitest.StallingTransport{}, new(transport.Recorder)
	d := tuitest.New(t, 120, 40, tuitest.Setup{
		Handler: tuitest.Node{Records: 129}, Store: savedStore(t), Requests: recorder,
		Transport: func(next http.RoundTripper) http.RoundTripper {
			return tuitest.RecordingTransport(t, stall.Wrap(next), recorder)
		},
	})
	keys := stalledScreens[name]
	d.Press(keys[0]...)
	stall.On.Store(true)
	b := tuitest.NewBackground(d)
	b.Press(keys[1]...)
	b.WaitStalled(stall)
	return b, stall
}

// Leaving a screen cancels its stalled requests and hides their outcome.
func TestLeaveCancelsStalledRequests(t *testing.T) {
	for name := range stalledScreens {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, stall := stalledDeck(t, name)
			stall.On.Store(false)
			b.Send(openAccount(move.Address{31: 2}))
			require.Eventually(t, func() bool { return stall.Waiting() == 0 }, 10*time.Second, time.Millisecond, "requests are canceled")
			b.WaitIdle(true)
			require.Zero(t, b.Deps().Loader.InFlight())
			b.Shows("not found on local") // of the opened screen only
			b.Hides("no response", "stale")
		})
	}
}

// Escape cancels stalled requests without leaving the screen.
func TestEscapeCancelsStalledRequests(t *testing.T) {
	for name := range stalledScreens {
		if strings.HasPrefix(name, "home") || strings.Contains(name, "pins") {
			continue // esc cancels only one of their loads
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, stall := stalledDeck(t, name)
			for range 3 {
				if stall.Waiting() > 0 {
					b.Press("esc")
				}
			}
			require.Eventually(t, func() bool { return stall.Waiting() == 0 }, 10*time.Second, time.Millisecond, "requests are canceled")
			stall.On.Store(false)
			b.WaitIdle(true)
			require.Zero(t, b.Deps().Loader.InFlight())
		})
	}
}

// While requests stall, keys have an effect in the next frame: no request is sent on the program's loop, which would block.
func TestKeysDuringStall(t *testing.T) {
	for name := range stalledScreens {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, stall := stalledDeck(t, name)
			for _, key := range []string{"down", "up", "tab", "?", "esc", ":", "esc", "`", "`", "space"} {
				before := b.Model.View()
				began := time.Now()
				b.Press(key)
				require.Less(t, time.Since(began), 2*time.Second, key)
				if key != "down" && key != "up" && key != "tab" {
					require.NotEqual(t, before, b.Model.View(), key)
				}
				b.Start()
			}
			stall.On.Store(false)
			b.Quit()
			b.WaitIdle(false)
			require.Zero(t, b.Deps().Loader.InFlight())
		})
	}
}
