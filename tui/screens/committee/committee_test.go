package committee_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"foredeck/tui/screen"
	"foredeck/tui/tuitest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var open = []string{"esc", "space", "c"}

func deck(t *testing.T) *tuitest.Deck {
	return tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57, Executed: true}})
}

func TestFrames(t *testing.T) {
	tuitest.Frames(t, map[string]tuitest.Scene{
		"committee": {Executed: true, Keys: append(open, "K", "K", "K", "down"), AllSizes: true},
		"filter":    {Executed: true, Keys: append(open, "/", "change:stake", "enter")},
		"none":      {Keys: open},
	})
}

func TestCommittee(t *testing.T) {
	t.Parallel()
	d := deck(t)
	d.Press(open...)
	d.Shows("Committee of epoch 214", "9 members · stake 45,", "since 2026-", "SHARE", "20.0%")
	link, ok := screen.LinkOf(d.Screen())
	require.True(t, ok)
	require.Equal(t, "local/committee/214", link.String())
	d.Press("J")
	d.Shows("next epoch: this is the newest epoch")
	d.Press("K")
	d.Shows("Committee of epoch 213", "joined", "left", "+", "−")
	d.Press("J")
	d.Shows("Committee of epoch 214")
	d.Press("down", "=", "south", "enter")
	d.Shows("south")
	d.Press("enter")
	d.Shows("Account 0x0000…0501")
	d.Press(":", "committee 210", "enter")
	d.Shows("Committee of epoch 210")
	d.Press(":", "committee 207", "enter")
	d.Shows("the node does not have the epoch before: changes are unknown")
	d.Press(":", "committee 9", "enter")
	d.Shows("Committee of epoch 9", "r retry")
}

func TestLinkToCommittee(t *testing.T) {
	t.Parallel()
	d := deck(t)
	d.Press("local/committee/213", "enter")
	d.Shows("Committee of epoch 213")
	member, ok := d.Deps().Committees.Member(213, 4)
	require.True(t, ok)
	index, ok := d.Deps().Committees.IndexOf(213, member.Identity)
	require.True(t, ok)
	require.Equal(t, 4, index)
	_, ok = d.Deps().Committees.Member(213, 9)
	require.False(t, ok)
	_, ok = d.Deps().Committees.IndexOf(100, member.Identity)
	require.False(t, ok)
	d.Press("space", "h", "committee", "enter")
	d.Shows("Committee of epoch 214")
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
	d.Shows("Committee of epoch 214", "9 members")
}
