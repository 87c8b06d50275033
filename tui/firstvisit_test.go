package tui_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/store"
	"foredeck/tui/tuitest"
)

const accountHint = "enter opens a row · / filters · s starts at the other end · ? lists all keys"

func TestFirstVisitHint(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store")
	open := func(setup tuitest.Setup) *tuitest.Deck {
		book, err := store.Open(path)
		require.NoError(t, err)
		setup.Store = book
		return tuitest.New(t, 100, 30, setup)
	}
	d := open(tuitest.Setup{Config: "hints = false"})
	d.Hides("lists all keys")
	d.Press("treasury", "enter")
	d.Hides("lists all keys")

	d = open(tuitest.Setup{})
	d.Press("treasury", "enter")
	d.Shows(accountHint)
	d.Press("down")
	d.Hides("lists all keys")
	d.Press("esc", "treasury", "enter")
	d.Hides("lists all keys")
	require.NoError(t, d.Deps().Store.Flush())

	d = open(tuitest.Setup{})
	d.Hides("lists all keys")
	d.Press("treasury", "enter")
	d.Hides("lists all keys")
	d.Press("enter")
	d.Shows("f opens the called function")

	d = tuitest.New(t, 100, 30, tuitest.Setup{})
	d.Hides("lists all keys") // without a state file, it would be shown on every start
}
