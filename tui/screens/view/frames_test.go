package view_test

import (
	"maps"
	"testing"
	"time"

	"go.uber.org/goleak"

	"foredeck/tui/tuitest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func openBalance(keys ...string) []string {
	return append([]string{"0x1::coin::balance", "enter", "v"}, keys...)
}

func runBalance(keys ...string) []string {
	return append(openBalance("0x1::native_coin::NativeCoin", "tab", "busy", "enter"), keys...)
}

func TestFrames(t *testing.T) {
	scenes := tuitest.LoadStates(openBalance("0x1::native_coin::NativeCoin", "tab", "busy"), "enter", "enter")
	maps.Copy(scenes, map[string]tuitest.Scene{
		"form":    {Keys: openBalance()},
		"typing":  {Keys: openBalance("0x1::native_coin::NativeCoin", "tab", "bu")},
		"invalid": {Keys: openBalance("vector<u8", "enter")},
		"run": {AllSizes: true, Keys: runBalance(), Play: func(d *tuitest.Deck) {
			d.Advance(5 * time.Second)
			d.Press("enter")
		}},
		"runs":    {Keys: runBalance("backspace", "enter", "esc", "down")},
		"bcs":     {Keys: runBalance("tab", "right")},
		"aborted": {Keys: []string{"0x1::coin::supply", "enter", "enter", "u64", "enter"}},
		"hostile": {Keys: []string{"0x1::hostile::f", "enter", "enter", "u8", "enter"}},
	})
	tuitest.Frames(t, scenes)
}
