package desk_test

import (
	"net/http"
	"slices"
	"testing"

	"foredeck/tui/tuitest"
)

func TestFrames(t *testing.T) {
	group := []string{"j", "m", "enter", "majors", "enter", "k", "k", "m", "enter"} // btc_usdt and eth_usdt
	scenes := map[string]tuitest.Scene{}
	for name, keys := range map[string][]string{
		"groups":    append(slices.Clone(group), "k"),
		"narrow":    append(slices.Clone(group), "k"),
		"collapsed": append(slices.Clone(group), "f", "k", "k"),
		"volume":    {"o", "o", "o"},
		"alert":     {"a", "> 0.62", "enter", "o", "o", "o", "o"},
		"failed":    {"wait", "p"},
	} {
		scenes[name] = tuitest.Scene{
			Setup: func(s *tuitest.Setup) {
				s.Pairs = append(slices.Clone(tuitest.WatchedPairs), "doge_usdt")
				if name == "failed" {
					s.PriceFail = func(r *http.Request) (int, string) {
						if r.URL.Query().Get("trading_pair") == "btc_usdt" {
							return http.StatusBadGateway, ""
						}
						return 0, ""
					}
				}
			},
			Keys: []string{"move_usdt", "enter"},
			Play: func(d *tuitest.Deck) {
				d.Wait(3)
				if name != "narrow" {
					d.Press("tab", "z") // the list alone, so that the frames do not depend on the chart
				}
				for _, key := range keys {
					if key == "wait" {
						d.Wait(30)
						continue
					}
					d.Press(key)
				}
				if name == "failed" {
					d.Wait(125)
				}
			},
			AllSizes: name != "narrow",
		}
	}
	tuitest.Frames(t, scenes)
}
