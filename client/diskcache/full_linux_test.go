package diskcache_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/diskcache"
)

// A full disk is reported as such: the file is sound, so there is no advice to delete it.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "blocks.db")
	require.NoError(t, os.Symlink("/dev/full", path))
	blocks, err := diskcache.OpenBlocks(path, ample)
	require.NoError(t, err, "nothing is written yet")
	blocks.PutBlock(1, 1, raw(1, 1))
	err = blocks.Close()
	require.EqualError(t, err, "cache "+path+": no space left on device: free disk space")
	require.ErrorIs(t, err, syscall.ENOSPC)
	require.True(t, diskcache.IsFull(err))
}

func TestSystemError(t *testing.T) {
	t.Parallel()
	for cause, want := range map[syscall.Errno]string{
		syscall.ENOSPC: "no space left on device: free disk space", syscall.EDQUOT: "disk quota exceeded: free disk space", syscall.EROFS: "read-only file system",
	} {
		err, ok := diskcache.SystemError(fmt.Errorf("writing: %w", &fs.PathError{Op: "write", Path: "/a", Err: cause}))
		require.True(t, ok)
		require.EqualError(t, err, want)
		require.ErrorIs(t, err, cause)
	}
	_, ok := diskcache.SystemError(fs.ErrClosed)
	require.False(t, ok)
}
