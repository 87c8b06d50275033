package history_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/store"
	"foredeck/tui/tuitest"
)

func open(t *testing.T, keys ...string) *tuitest.Deck {
	t.Helper()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press(keys...)
	return d
}

func names(d *tuitest.Deck) []string {
	var names []string
	for _, bookmark := range d.Deps().Store.Bookmarks() {
		names = append(names, bookmark.Name)
	}
	return names
}

func TestBookmark(t *testing.T) {
	t.Parallel()
	d := open(t, "busy", "enter", "b")
	d.Shows("╭ Save ", "> busy", "name for local/account/0x88fb…1ca1")
	d.Press(" ", "enter")
	d.Shows(`invalid name "busy ": must contain only letters a to z, digits, -`, "│ and _ ")
	d.Press("backspace", "enter")
	d.Shows("saved as busy; listed on Home")
	require.Equal(t, []string{"busy"}, names(d))

	d.Press("b")
	d.Shows("╭ Saved ", "> busy", "new name, or empty to remove the bookmark")
	d.Press("2", "enter")
	require.Equal(t, []string{"busy2"}, names(d))
	d.Press("b", "ctrl+u", "enter")
	d.Shows("bookmark removed: busy2")
	require.Empty(t, names(d))
}

func TestSuggestedNames(t *testing.T) {
	t.Parallel()
	for want, keys := range map[string][]string{
		"busy-coin":    {"busy", "enter", "2"},
		"account":      {"0x1", "enter"},
		"coin":         {"0x1::coin", "enter", "5"},
		"balance":      {"0x1::coin::balance", "enter"},
		"CoinStore":    {"0x1::coin::CoinStore", "enter"},
		"busy-value":   {"busy", "enter", "5", "enter", "down", "right", "down"},
		"blocks":       {"esc", "space", "b"},
		"busy-modules": {"busy", "enter", "4"},
	} {
		d := open(t, keys...)
		d.Press("b")
		d.Shows("> " + want + " ")
	}
	d := open(t, "busy", "enter", "b", "enter", "2", "b", "ctrl+u", "busy", "enter", "3", "b", "ctrl+u", "busy-coin", "enter", "2", "b", "ctrl+u", "enter", "b")
	d.Shows("> busy-coin-2", "╭ Save ")
}

func TestName(t *testing.T) {
	t.Parallel()
	d := open(t, "0x1", "enter", "=")
	d.Shows("╭ Name address 0x0000…0001", "letters, digits, - and _")
	d.Hides("empty to remove")
	d.Press("root", "enter")
	d.Shows("0x0000…0001 is now named root", "Account root")
	d.Press("=")
	d.Shows("> root", "empty to remove the name")
	d.Press("ctrl+u", "enter")
	d.Shows("name removed: 0x0000…0001")
	require.Empty(t, d.Deps().Store.Name(store.Subject{Kind: store.Address, Key: "0x0000000000000000000000000000000000000000000000000000000000000001"}))
}
