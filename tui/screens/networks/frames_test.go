package networks_test

import (
	"testing"

	"go.uber.org/goleak"

	"foredeck/tui/tuitest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestFrames(t *testing.T) {
	tuitest.Frames(t, map[string]tuitest.Scene{
		"networks": {AllSizes: true, Play: func(d *tuitest.Deck) {
			d.Deps().Networks = tuitest.Networks()
			d.Press("esc", "space", "n", "down")
		}},
		"aged": {AllSizes: true, Play: func(d *tuitest.Deck) { // checked once
			d.Deps().Networks = tuitest.Networks()
			d.Press("esc", "space", "n", "down", "down", "down")
			d.Wait(185)
		}},
	})
}
