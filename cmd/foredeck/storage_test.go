package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/diskcache"
)

// blocksAsked counts requests by height.
func (n *node) blocksAsked() map[uint64]int {
	requested := map[uint64]int{}
	for _, request := range n.requests() {
		place, _, _ := strings.Cut(request, "?")
		if height, err := strconv.ParseUint(filepath.Base(place), 10, 64); err == nil {
			requested[height]++
		}
	}
	return requested
}

// The second list of blocks comes from the cache: the only request is for the
// newest block.
func TestBlocksAreRequestedOnce(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	n := serve(t, linked(3_000))
	command := []string{"blocks", "--last", "1000", "-o", "jsonl", "--base-url", n.url}
	first := foredeck(t, command...)
	require.Zero(t, first.code, first.stderr)
	require.Len(t, lines(t, first.stdout), 1_000)
	n.lock.Lock()
	n.requested = nil
	n.lock.Unlock()
	require.Equal(t, first, foredeck(t, command...))
	for height, times := range n.blocksAsked() {
		require.GreaterOrEqual(t, height, uint64(3_000), "requested %d times", times)
	}
}

// A command shares the cache with a program that keeps it open: it reads and adds blocks, and neither complains.
func TestBlockCacheIsShared(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	n := serve(t, linked(3_000))
	other, err := diskcache.OpenBlocks(filepath.Join(cache, "foredeck", "blocks-"+strings.Replace(n.host(), ":", "_", 1)+".db"), maxBlockCache)
	require.NoError(t, err)
	command := []string{"blocks", "--last", "1000", "-o", "jsonl", "--base-url", n.url}
	first := foredeck(t, command...)
	require.Zero(t, first.code)
	require.Empty(t, first.stderr)
	require.Equal(t, []uint64{3_000}, other.Newest())
	n.lock.Lock()
	n.requested = nil
	n.lock.Unlock()
	require.Equal(t, first, foredeck(t, command...))
	for height, times := range n.blocksAsked() {
		require.GreaterOrEqual(t, height, uint64(3_000), "requested %d times", times)
	}
	require.NoError(t, other.Close())
}

// An unwritable cache is reported, and the list is printed anyway.
func TestUnavailableBlockCache(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	n := serve(t, linked(30))
	path := filepath.Join(cache, "foredeck", "blocks-"+strings.Replace(n.host(), ":", "_", 1)+".db")
	command := []string{"blocks", "--last", "5", "-o", "jsonl", "--base-url", n.url}

	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(t, os.WriteFile(path, []byte("this is no database"), 0o600))
	broken := foredeck(t, command...)
	require.Contains(t, broken.stderr, "delete the file to start over")
	require.Zero(t, broken.code)
	require.Len(t, lines(t, broken.stderr), 1)
	require.Len(t, lines(t, broken.stdout), 5)
	require.NoError(t, os.Remove(path))
	require.Empty(t, foredeck(t, command...).stderr)
}
