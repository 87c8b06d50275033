package transaction_test

import (
	"testing"

	"foredeck/tui/tuitest"
)

// enter on a field of an event opens what the config file has for it.
func TestJumpOfAnEvent(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain(), Executed: true}, Config: "[jumps]\n\"0x1::coin::CoinWithdraw.amount\" = \"block/{}\"\n"})
	d.Press("busy", "enter", "enter", "3", "enter", "/", "amount", "enter")
	d.Press("enter")
	d.Shows("Home › Blocks › block ")
}
