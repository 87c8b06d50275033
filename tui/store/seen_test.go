package store_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/tui/store"
	"foredeck/tui/target"
)

func TestSeen(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store")
	s, err := store.Open(path)
	require.NoError(t, err)
	link := func(i int) target.Link {
		parsed, err := target.ParseLink(fmt.Sprintf("mine/account/0x%x", i+1))
		require.NoError(t, err)
		return parsed
	}
	at := time.Unix(1, 0).UTC()
	require.Zero(t, s.Seen(link(0)))
	s.SetSeen(link(0), store.Seen{Value: "7", At: at})
	s.SetSeen(link(1), store.Seen{Value: "8", At: at})
	s.SetSeen(link(0), store.Seen{Value: "9", At: at})
	require.NoError(t, s.Flush())

	s, err = store.Open(path)
	require.NoError(t, err)
	require.Equal(t, store.Seen{Value: "9", At: at}, s.Seen(link(0)))
	require.Equal(t, "8", s.Seen(link(1)).Value)
	for i := range 500 {
		s.SetSeen(link(i+2), store.Seen{Value: "1", At: at})
	}
	require.Zero(t, s.Seen(link(0)), "the oldest one is removed")
	require.NotZero(t, s.Seen(link(501)))

	s.ResetChain()
	require.NoError(t, s.Flush())
	require.Zero(t, s.Seen(link(501)))
	s, err = store.Open(path)
	require.NoError(t, err)
	require.Zero(t, s.Seen(link(501)), "the values were those of another chain")
}
