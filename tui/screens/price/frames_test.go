package price_test

import (
	"testing"

	"go.uber.org/goleak"

	"foredeck/tui/tuitest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestFrames(t *testing.T) {
	scenes := map[string]tuitest.Scene{}
	for name, keys := range map[string][]string{
		"candles":    {"H", "h", "h", "h"},
		"bars":       {"c"},
		"line":       {"c", "c"},
		"area":       {"c", "c", "c"},
		"pair":       {"j", "v"},
		"comparison": {"C", "space", "down", "space", "esc", "wait", "h"},
		"choice":     {"C", "down", "enter", "down", "nosuch_usdt", "enter", "wait"},
		"wide-bars":  {"+", "+", "x"},
		"days":       {">", ">", "wait"},
		"list":       {"tab"},
		"alert":      {"a", "> 0.62", "enter", "a", "< 0.5", "enter"},
		"invalid":    {"a", "nonsense", "enter"},
		"holdings":   {"wait", "wait"},
		"replay":     {"a", "> 0.625", "enter", "H", "H", "H", "H", "B", "right", "right", "right", "right"},
		"lines":      {"h", "h", "h", "s", "s", "floor", "enter", "s", "H", "s", "rise", "enter", "h", "h", "h", "s", "L", "S", "reach", "enter"},
		"position":   {"P", "ctrl+u", "entry 0.60 stop 0.59 target 0.62 risk 100", "enter", "a", "> 0.61", "enter"},
		"marks":      {"M", "enter", "N"},
		"form":       {"i", "j", "enter", "backspace", "x"},
		"panes":      {"i", "j", "enter", "enter", "G", "enter", "enter", "G", "k", "enter", "enter", "esc", "h", "h"},
	} {
		scenes[name] = tuitest.Scene{
			Setup:  func(s *tuitest.Setup) { s.Pairs = tuitest.WatchedPairs },
			Keys:   []string{"move_usdt", "enter"},
			Config: map[string]string{"holdings": holdings}[name],
			Play: func(d *tuitest.Deck) {
				d.Wait(3)
				for _, key := range keys {
					if key == "wait" {
						d.Wait(10)
						continue
					}
					d.Press(key)
				}
			},
			AllSizes: name == "candles" || name == "comparison" || name == "holdings",
		}
	}
	replay := scenes["replay"]
	replay.Sizes = [][2]int{{80, 24}, {120, 40}}
	scenes["replay"] = replay
	candles := scenes["candles"]
	candles.Sizes = [][2]int{{160, 50}}
	scenes["candles"] = candles
	tuitest.Frames(t, scenes)
}
