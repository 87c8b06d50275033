package store_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/store"
)

func TestWatchlistView(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store")
	book, err := store.Open(path)
	require.NoError(t, err)
	require.Zero(t, book.WatchlistView())

	view := store.WatchlistView{Order: "change", Reversed: true}
	view.SetGroup("btc_usdt", "majors")
	view.SetGroup("eth_usdt", "majors")
	view.SetGroup("move_usdt", "mine")
	view.Groups[1].Collapsed = true
	book.SetWatchlistView(view)
	view.Groups[0].Pairs[0] = "changed"
	require.Equal(t, "btc_usdt", book.WatchlistView().Groups[0].Pairs[0])
	require.NoError(t, book.Flush())

	again, err := store.Open(path)
	require.NoError(t, err)
	stored := again.WatchlistView()
	require.Equal(t, store.WatchlistView{Order: "change", Reversed: true, Groups: []store.WatchGroup{
		{Name: "majors", Pairs: []string{"btc_usdt", "eth_usdt"}}, {Name: "mine", Pairs: []string{"move_usdt"}, Collapsed: true},
	}}, stored)
	require.Equal(t, "majors", stored.GroupOf("eth_usdt"))
	require.Empty(t, stored.GroupOf("sol_usdt"))

	stored.SetGroup("move_usdt", "majors")
	require.Len(t, stored.Groups, 1, "a group without pairs is removed")
	require.Len(t, again.WatchlistView().Groups, 2, "the view is a copy")
	stored.SetGroup("btc_usdt", "")
	require.Equal(t, []string{"eth_usdt", "move_usdt"}, stored.Groups[0].Pairs)
}
