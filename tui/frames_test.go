package tui_test

import (
	"net/http"
	"testing"
	"time"

	"foredeck/tui"
	"foredeck/tui/tuitest"
)

func busy(keys ...string) []string { return append([]string{"busy", "enter"}, keys...) }

// replayed makes the network a recording that has ended.
func replayed(options *tui.Options) { options.Replayed, options.Ends = true, options.Now() }

// Few scenes draw the whole window, so that a change of the header changes few files.
func TestFrames(t *testing.T) {
	tuitest.Frames(t, map[string]tuitest.Scene{
		"window":         {Keys: busy("down"), AllSizes: true, Window: true},
		"window-network": {Setup: func(s *tuitest.Setup) { s.Handler = nil }, Keys: []string{"treasury", "enter", "enter"}, Window: true},
		"window-replay":  {Setup: func(s *tuitest.Setup) { s.Options = replayed }, Keys: busy(), Window: true},
		"window-waiting": {Window: true, Play: func(d *tuitest.Deck) {
			d.Press("busy")
			d.Paused = true
			d.Press("enter")
			d.Advance(3 * time.Second)
		}},
		"window-failing": {Window: true, Play: func(d *tuitest.Deck) {
			d.Connection.Status = http.StatusInternalServerError
			d.Press("busy", "enter")
		}},
		"window-status": {Keys: busy("y"), Window: true},

		"help":    {Keys: busy("?")},
		"menu":    {Keys: busy("space")},
		"chooser": {Keys: busy("Y")},
		"prompt":  {Keys: busy("=", "me")},

		"palette":       {Keys: busy(":")},
		"palette-all":   {Keys: busy("ctrl+p", "pgdown", "pgdown")},
		"palette-typed": {Keys: append([]string{"0x1::coin", "enter", "esc"}, busy(":", "view 0x1::coin::b", "down")...)},
		"palette-mixed": {Keys: busy("5", ":", "busy", "down", "down", "down")},
		"palette-shell": {Keys: busy(":", "blocks --last 5")},
		"palette-wrong": {Keys: busy(":", "acount 0x1")},
	})
}
