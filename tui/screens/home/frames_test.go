package home_test

import (
	"maps"
	"testing"
	"time"

	"go.uber.org/goleak"

	"foredeck/tui/tuitest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestFrames(t *testing.T) {
	scenes := tuitest.LoadStates([]string{"esc"}, "r", "r")
	maps.Copy(scenes, map[string]tuitest.Scene{
		"typing": {},
		"chain": {AllSizes: true, Play: func(d *tuitest.Deck) {
			d.Advance(5 * time.Second)
			d.Press("esc", "tab")
		}},
		"chain-validator": {Keys: []string{"esc", "space", "b", "m", "0", "enter", "esc"}},
		"chain-refused": {Chain: func(c *tuitest.Chain) { c.NeedsToken = true }, Play: func(d *tuitest.Deck) {
			d.Advance(5 * time.Second)
			d.Press("esc", "tab")
		}},
		"executed": {Executed: true, AllSizes: true, Chain: func(c *tuitest.Chain) { c.NeedsToken = true }, Play: func(d *tuitest.Deck) {
			d.Advance(5 * time.Second)
			d.Press("esc", "tab")
		}},
		"start":      {Executed: true, AllSizes: true, Setup: func(s *tuitest.Setup) { s.NoNames = true }, Play: func(d *tuitest.Deck) { d.Advance(5 * time.Second) }},
		"candidates": {Keys: []string{"0x1::coin::balance"}},
		"invalid":    {Keys: []string{"0x12345z"}},
		"link":       {Keys: []string{"local/account/" + tuitest.Busy + "/resources/0x1::coin::CoinStore<u8>#.coin.value"}},
		"validator":  {Keys: []string{"esc", "space", "m"}},
		"recent":     {Keys: []string{"busy", "enter", "esc", "tab", "tab", "tab"}},
		"filter":     {Keys: []string{"busy", "enter", "esc", "esc", "/", "qui"}},
		"prices": {AllSizes: true, Setup: func(s *tuitest.Setup) { s.Pairs = tuitest.WatchedPairs }, Play: func(d *tuitest.Deck) {
			d.Wait(3)
			d.Press("move_usdt", "enter", "a", "> 0.7", "enter", "esc", "esc", "tab")
		}},
	})
	tuitest.Frames(t, scenes)
}
