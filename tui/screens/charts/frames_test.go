package charts_test

import (
	"testing"

	"go.uber.org/goleak"

	"foredeck/tui/tuitest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestFrames(t *testing.T) {
	scenes := map[string]tuitest.Scene{}
	for name, scene := range map[string]struct {
		pairs, keys []string
	}{
		"two-by-two":     {keys: []string{"l"}},
		"three-by-three": {keys: []string{"3"}, pairs: tuitest.AllPairs},
		"row":            {keys: []string{"1", ">", "c"}, pairs: tuitest.AllPairs},
		"page":           {keys: []string{"pgdown"}, pairs: tuitest.AllPairs},
		"unknown":        {pairs: []string{"btc_usdt", "nosuch_usdt", "move_usdt", "eth_usdt"}},
	} {
		pairs := scene.pairs
		if pairs == nil {
			pairs = tuitest.WatchedPairs
		}
		scenes[name] = tuitest.Scene{
			Setup: func(s *tuitest.Setup) { s.Pairs = pairs },
			Keys:  []string{"charts", "enter"},
			Play: func(d *tuitest.Deck) {
				d.Wait(40)
				d.Press(scene.keys...)
				d.Wait(40)
			},
			AllSizes: name == "two-by-two" || name == "three-by-three",
		}
	}
	tuitest.Frames(t, scenes)
}
