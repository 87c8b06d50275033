package diskcache_test

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/diskcache"
	"foredeck/client/move"
)

func openHashes(t *testing.T, path string, limit int) *diskcache.Hashes {
	t.Helper()
	hashes, err := diskcache.OpenHashes(path, limit)
	require.NoError(t, err)
	return hashes
}

// numbered returns a hash and the location of its transaction.
func numbered(number uint64) (hash diskcache.Hash, sent diskcache.Sent) {
	binary.BigEndian.PutUint64(hash[:], number*0x9e3779b97f4a7c15)
	binary.BigEndian.PutUint64(hash[24:], number)
	return hash, diskcache.Sent{ChainID: 6, Sender: move.Address{31: byte(number)}, Sequence: number}
}

func putNumbered(hashes *diskcache.Hashes, from, to uint64) {
	for number := from; number < to; number++ {
		hashes.Put(numbered(number))
	}
}

func TestHashesSurviveRestart(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "folder", "hashes.db")
	hashes := openHashes(t, path, 10_000)
	putNumbered(hashes, 0, 2500)
	hash, want := numbered(7)
	found, ok := hashes.Find(hash)
	require.True(t, ok, "before it is written")
	require.Equal(t, want, found)
	require.NoError(t, hashes.Close())

	hashes = openHashes(t, path, 10_000)
	for number := range uint64(2500) {
		hash, want := numbered(number)
		found, ok := hashes.Find(hash)
		require.True(t, ok, number)
		require.Equal(t, want, found)
	}
	unknown, _ := numbered(2500)
	_, ok = hashes.Find(unknown)
	require.False(t, ok)

	moved := want
	moved.Sequence = 99 // the chain was reset
	hashes.Put(hash, moved)
	require.NoError(t, hashes.Close())
	hashes = openHashes(t, path, 10_000)
	found, _ = hashes.Find(hash)
	require.Equal(t, moved, found)
	require.NoError(t, hashes.Close())
}

func TestHashesAreBounded(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "hashes.db")
	for round := range uint64(5) {
		hashes := openHashes(t, path, 300)
		putNumbered(hashes, round*200, (round+1)*200)
		require.NoError(t, hashes.Close())
	}
	hashes := openHashes(t, path, 300)
	for number := range uint64(1000) {
		hash, _ := numbered(number)
		_, ok := hashes.Find(hash)
		require.Equal(t, number >= 700, ok, number)
	}
	require.NoError(t, hashes.Close())
}

func TestHashesAreShared(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "hashes.db")
	var group sync.WaitGroup
	for process := range uint64(4) {
		hashes := openHashes(t, path, 10_000)
		group.Go(func() {
			putNumbered(hashes, process*500, (process+1)*500)
			require.NoError(t, hashes.Close())
		})
	}
	group.Wait()
	hashes := openHashes(t, path, 10_000)
	for number := range uint64(2000) {
		hash, want := numbered(number)
		found, ok := hashes.Find(hash)
		require.True(t, ok, number)
		require.Equal(t, want, found)
	}
	require.NoError(t, hashes.Close())
}

// A file that is not an index is reported once; lookups miss.
func TestCorruptHashes(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "hashes.db")
	require.NoError(t, os.WriteFile(path, []byte("not a database at all"), 0o600))
	_, err := diskcache.OpenHashes(path, 10)
	require.ErrorContains(t, err, "delete the file to start over")
}
