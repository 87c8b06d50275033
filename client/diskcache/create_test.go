package diskcache_test

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"foredeck/client/diskcache"
)

// Several processes may create the same file: it is complete, and no other file is left.
func TestCreate(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path := filepath.Join(folder, "cache.db")
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() { assert.NoError(t, diskcache.Create(path)) })
	}
	group.Wait()
	file, err := bbolt.Open(path, 0o600, nil)
	require.NoError(t, err)
	require.NoError(t, file.Close())
	found, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, found, 1)

	require.NoError(t, os.WriteFile(path, nil, 0o600))
	require.ErrorIs(t, diskcache.Create(path), diskcache.ErrEmpty)
	require.NoError(t, os.WriteFile(path, []byte("kept"), 0o600))
	require.NoError(t, diskcache.Create(path))
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "kept", string(content))
	require.ErrorIs(t, diskcache.Create(filepath.Join(folder, "none", "cache.db")), os.ErrNotExist)
}
