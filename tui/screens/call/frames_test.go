package call_test

import (
	"strings"
	"testing"

	"go.uber.org/goleak"

	"foredeck/tui/tuitest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// openTransfer opens the empty form of a transfer from its declaration.
func openTransfer(keys ...string) []string {
	return append([]string{"0x1::coin::transfer", "enter", "v"}, keys...)
}

func TestFrames(t *testing.T) {
	tuitest.Frames(t, map[string]tuitest.Scene{
		"form":     {Keys: openTransfer()},
		"invalid":  {Keys: openTransfer("0x1::native_coin::NativeCoin", "tab", "busy", "tab", "1.x")},
		"complete": {AllSizes: true, Keys: openTransfer("0x1::native_coin::NativeCoin", "tab", "busy", "tab", "1,000")},
		"dry-run": {
			AllSizes: true, Setup: func(s *tuitest.Setup) { s.Handler, s.Network = nil, later },
			Keys: openTransfer("0x1::native_coin::NativeCoin", "tab", "faucet", "tab", "1,000"),
			Play: func(d *tuitest.Deck) {
				d.Send(ctrlEnter)
				d.Press("treasury", "enter", strings.Repeat("ab", 32), "enter", "999999999999999")
				d.Send(ctrlEnter)
			},
		},
		"copying": {Keys: openTransfer("0x1::native_coin::NativeCoin", "tab", "busy", "tab", "1,000", "tab", "down")},
	})
}
