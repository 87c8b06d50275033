package tuitest

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/store"
	"foredeck/tui/target"
)

// EmptyStore returns a store that writes no file.
func EmptyStore(t testing.TB) *store.Store {
	t.Helper()
	empty, err := store.Open("")
	require.NoError(t, err)
	return empty
}

// SavedStore returns a store in a file, with a bookmark and a pin of the account Busy.
func SavedStore(t testing.TB) *store.Store {
	t.Helper()
	saved, err := store.Open(filepath.Join(t.TempDir(), "notebook"))
	require.NoError(t, err)
	link, err := target.ParseLink("local/account/" + Busy + "/resources/0x1::coin::CoinStore<0x1::coin_1::Coin1>#.coin.value")
	require.NoError(t, err)
	saved.SetBookmark(store.Bookmark{Name: "kept", Link: link})
	saved.TogglePin(store.Pin{Account: link.Target.Address, Link: link})
	return saved
}
