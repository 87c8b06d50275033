package store_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/diskcache"
	"foredeck/tui/store"
)

// A full disk is reported as such, not as a corrupted file.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "local.notebook")
	require.NoError(t, os.Symlink("/dev/full", path))
	_, err := store.Open(path)
	require.EqualError(t, err, "state file not loaded, changes will not be saved: "+path+": no space left on device: free disk space")
	require.True(t, diskcache.IsFull(err))
}
