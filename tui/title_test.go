package tui_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui"
	"foredeck/tui/tuitest"
)

// The title of the window has the price and its change while a chart is shown, if the user wants that.
func TestWindowTitleOfAPrice(t *testing.T) {
	t.Parallel()
	for config, want := range map[string]string{"window_title = true\n": "\x1b\\]2;move_usdt [\\d.]+ [+-][\\d.]+%\a$", "": "^$"} {
		var terminal bytes.Buffer
		d := tuitest.New(t, 100, 30, tuitest.Setup{Config: config, Handler: tuitest.Node{Records: 57}, Pairs: tuitest.WatchedPairs, Options: func(o *tui.Options) { o.Terminal = &terminal }})
		d.Press("move_usdt", "enter")
		d.Wait(3)
		require.Regexp(t, want, terminal.String())
	}
}
