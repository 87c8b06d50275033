package home_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/tui/screen"
	"foredeck/tui/screens/home"
	"foredeck/tui/text"
	"foredeck/tui/tuitest"
)

// executed returns a deck on a node whose blocks have transactions, with nothing saved.
func executed(t *testing.T, columns, rows int) *tuitest.Deck {
	d := tuitest.New(t, columns, rows, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain(), Executed: true}, NoNames: true})
	d.Advance(5 * time.Second)
	return d
}

// Where nothing is saved, one key opens a failed transaction.
func TestStartHere(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		d := executed(t, size[0], size[1])
		d.Shows("Start here", "▸ a failure", "an account", "a module", "framework", "enter opens a failure")
		d.Press("enter")
		d.Shows("✗ Fail", "failure ")
	}
	d := executed(t, 120, 40)
	d.Press("down", "down", "enter")
	d.Shows("› Sent")
	d.Press("esc", "down", "enter")
	d.Shows("Module ")
}

// Each tile opens its screen.
func TestTiles(t *testing.T) {
	t.Parallel()
	for tile, shows := range map[string]string{"Accounts": "account: an address", "Blocks": "› Blocks", "Activity": "› Activity", "Settings": "› Settings"} {
		d := executed(t, 120, 40)
		d.ClickBelow(tile + " ")
		d.Shows(shows)
	}
}

// The box says nothing about the first letters, and never why they are no address.
func TestBoxIsSilent(t *testing.T) {
	t.Parallel()
	d := executed(t, 120, 40)
	for typed, says := range map[string]bool{"zz": false, "zzz": true, "0xzz": false, "a:": false} {
		d.Press(typed)
		d.Hides("not hex", "invalid")
		if says {
			d.Shows("nothing called " + typed + " · esc clears")
		} else {
			d.Hides("nothing called")
		}
		d.Press("esc")
	}
}

// The screen can be drawn before it is entered, as the mode for screen readers does.
func TestDrawnBeforeEntered(t *testing.T) {
	t.Parallel()
	d := executed(t, 80, 24)
	m := home.New(d.Deps())
	m.SetSize(screen.Size{Width: 80, Height: 20, Class: screen.Compact})
	left, _ := m.Note()
	require.Equal(t, "type what to open · enter opens a module · ↓ selects in the lists", text.Render([]text.Line{left}))
	require.Len(t, m.View(), 20)
}

// An opened transaction stays what it is while the list below it gets newer ones.
func TestOpenedTransactionStays(t *testing.T) {
	t.Parallel()
	chain := tuitest.NewChain()
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: chain, Executed: true}, NoNames: true})
	d.Advance(5 * time.Second)
	for _, keys := range [][]string{{"enter"}, {"tab", "tab", "tab", "down", "down", "enter"}} {
		d.Press(keys...)
		before := d.LineWith("hash ")
		d.Press("esc", "esc", "space", "h")
		for range 3 {
			chain.Grow(1)
			d.ReceiveStreams()
			d.Advance(time.Second)
		}
		for !strings.Contains(d.Crumb(), "seq") {
			d.Press("[")
		}
		require.Equal(t, before, d.LineWith("hash "))
		d.Press("space", "h")
	}
}
