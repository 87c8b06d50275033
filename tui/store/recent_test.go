package store_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client/move"
	"foredeck/tui/store"
	"foredeck/tui/target"
)

func TestRecentSurvivesRestart(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store")
	start := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	book, err := store.Open(path)
	require.NoError(t, err)
	visit := func(sequence uint64, minute int) {
		book.AddRecent(store.Recent{Link: target.Link{Network: "mine", Target: target.Sent(move.Address{31: 1}, sequence)}, Kind: "transaction", At: start.Add(time.Duration(minute) * time.Minute)})
	}
	for i := range 30 {
		visit(uint64(i), i)
	}
	visit(15, 100)
	require.NoError(t, book.Flush())

	again, err := store.Open(path)
	require.NoError(t, err)
	recent := again.Recent()
	require.Equal(t, book.Recent(), recent)
	require.Len(t, recent, 20)
	require.EqualValues(t, 15, recent[0].Link.Target.Sequence)
	require.EqualValues(t, 29, recent[1].Link.Target.Sequence)
	require.EqualValues(t, 10, recent[19].Link.Target.Sequence)
}
