package store

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestBlockState(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store")
	s := mustOpen(t, path)
	require.Nil(t, s.Head())
	require.Nil(t, s.Member())
	member := 17
	head := Head{Height: 48_211_907, At: time.Date(2026, 11, 21, 12, 4, 29, 0, time.UTC)}
	s.SetHead(head)
	s.SetMember(&member)
	require.NoError(t, s.Flush())

	again := mustOpen(t, path)
	require.Equal(t, head, *again.Head())
	require.Equal(t, 17, *again.Member())
	again.SetMember(nil)
	require.NoError(t, again.Flush())
	require.Nil(t, mustOpen(t, path).Member())
}
