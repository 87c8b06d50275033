package events_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"foredeck/tui/screen"
	"foredeck/tui/tuitest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var open = []string{"local/events/" + tuitest.Deposits, "enter"}

func deck(t *testing.T) (*tuitest.Deck, *tuitest.Chain) {
	chain := tuitest.NewChain()
	return tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: chain, Executed: true}}), chain
}

func TestFrames(t *testing.T) {
	tuitest.Frames(t, map[string]tuitest.Scene{
		"events": {Executed: true, Keys: append(open, "down"), AllSizes: true},
		"data":   {Executed: true, Keys: []string{"local/events/0x1::coin::CoinDeposit", "enter"}},
		"filter": {Executed: true, Keys: append(open, "/", "amount:>90000000 account:busy", "enter")},
		"none":   {Keys: open},
	})
}

func TestEvents(t *testing.T) {
	t.Parallel()
	d, chain := deck(t)
	d.Press(tuitest.Deposits)
	d.Shows("type         0x1::ledger::Deposit", "events       0x1::ledger::Deposit")
	d.Press("down", "enter")
	d.Shows("Events of Deposit", "Events of 0x1::ledger::Deposit", "ACCOUNT", "AMOUNT", "blocks scanned to 48,211,844", "▸ 48,211,907", "quiet", "coin_type")
	link, ok := screen.LinkOf(d.Screen())
	require.True(t, ok)
	require.Equal(t, "local/events/0x1::ledger::Deposit", link.String())
	d.Press("enter")
	d.Shows("› seq 64", "block      48,211,907")
	d.Press("[")
	d.Shows("▸ 48,211,907   ")
	d.Press("f")
	d.Shows("Module 0x1::ledger", "▸ Deposit", "E events of this type")
	d.Press("E", "g", "/", "amount:>90000000", "enter")
	d.Shows("amount:>90000000")
	d.Press("esc")
	for range 30 {
		d.Press("end")
	}
	d.Shows("701 blocks scanned to 48,211,207, where the data of this node start", "end")
	chain.Grow(3)
	d.Press("r", "home")
	d.Shows("▸ 48,211,909")
}

// A type without events stops after some windows, and continues on demand.
func TestNoEvents(t *testing.T) {
	t.Parallel()
	chain := tuitest.NewChain()
	chain.Oldest = 0
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: chain, Executed: true}})
	d.Press("local/events/0x1::coin::CoinWithdraw", "enter")
	d.Shows("no events so far, 218,432 blocks scanned to 47,993,476 · ↓ scan more", "↓ scan older")
	d.Press("down")
	d.Shows("no events so far", "blocks scanned to 47,469,188")
}

// The events of a type are opened from an event of a transaction.
func TestFromTransaction(t *testing.T) {
	t.Parallel()
	d, _ := deck(t)
	d.Press("busy", "enter", "enter", "3", "E")
	d.Shows("Events of CoinWithdraw")
}

func TestFailure(t *testing.T) {
	t.Parallel()
	line := &tuitest.FailingTransport{}
	d := tuitest.New(t, 120, 30, tuitest.Setup{Handler: tuitest.Node{Executed: true}, Transport: line.Wrap})
	line.On.Store(true)
	d.Press(open...)
	d.Shows("no response from", "r retry")
	line.On.Store(false)
	d.Press("r")
	d.Shows("▸ 48,211,907")
}
