package store

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestListColumns(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store")
	s, err := Open(path)
	require.NoError(t, err)
	require.Empty(t, s.ListColumns("sent"))
	chosen := []ListColumn{{Name: "function", Width: 40}, {Name: "seq"}, {Name: "hash", Hidden: true}}
	s.SetListColumns("sent", chosen)
	s.SetListColumns("transfers", chosen)
	s.SetListColumns("transfers", nil)
	s.ListColumns("sent")[0].Name = "a copy"
	require.NoError(t, s.Flush())

	s, err = Open(path)
	require.NoError(t, err)
	require.Equal(t, chosen, s.ListColumns("sent"))
	require.Empty(t, s.ListColumns("transfers"))
}
