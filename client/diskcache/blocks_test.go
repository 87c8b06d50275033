package diskcache_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"
	"go.uber.org/goleak"

	"foredeck/client"
	"foredeck/client/diskcache"
)

var _ client.BlockCache = (*diskcache.Blocks)(nil)

const ample = 1 << 30

func TestMain(m *testing.M) {
	if path := os.Getenv(childPath); path != "" {
		runChild(path)
		return
	}
	goleak.VerifyTestMain(m)
}

// raw is a block of a thousand bytes.
func raw(chainID, height uint64) []byte {
	return []byte(fmt.Sprintf("%-1000s", fmt.Sprintf(`{"chain":%d,"height":%d}`, chainID, height)))
}

func open(t *testing.T, path string, limit int) *diskcache.Blocks {
	t.Helper()
	blocks, err := diskcache.OpenBlocks(path, limit)
	require.NoError(t, err)
	return blocks
}

func TestBlocksPersist(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "b", "blocks.db")
	blocks := open(t, path, ample)
	require.Empty(t, blocks.Newest())
	require.Nil(t, blocks.Block(8, 7))
	var writing sync.WaitGroup
	for chainID := range uint64(3) {
		writing.Go(func() {
			for height := range uint64(600) {
				blocks.PutBlock(chainID, height+chainID, raw(chainID, height+chainID))
				require.Equal(t, raw(chainID, height+chainID), blocks.Block(chainID, height+chainID), "at once")
			}
		})
	}
	writing.Wait()
	blocks.PutBlock(1, 5, []byte("replaced"))
	require.NoError(t, blocks.Close())
	require.Nil(t, blocks.Block(0, 1), "closed")
	blocks.PutBlock(0, 1, nil)

	blocks = open(t, path, ample)
	defer func() { require.NoError(t, blocks.Close()) }()
	for chainID := range uint64(3) {
		for height := range uint64(600) {
			if chainID == 1 && height+chainID == 5 {
				require.Equal(t, "replaced", string(blocks.Block(1, 5)))
				continue
			}
			require.Equal(t, raw(chainID, height+chainID), blocks.Block(chainID, height+chainID))
		}
	}
	require.Equal(t, []uint64{599, 600, 601}, blocks.Newest())
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
}

// The cache stays within its limit, and the file does not grow much beyond it.
func TestBlocksLimit(t *testing.T) {
	const limit = 1_000_000
	path := filepath.Join(t.TempDir(), "blocks.db")
	blocks := open(t, path, limit)
	for height := range uint64(500) {
		blocks.PutBlock(1, height, raw(1, height))
	}
	for height := range uint64(20_000) {
		blocks.PutBlock(2, height, raw(2, height))
	}
	require.Equal(t, []uint64{19_999}, blocks.Newest(), "the other chain is gone")
	count := 0
	for height := range uint64(20_000) {
		if blocks.Block(2, height) != nil {
			require.GreaterOrEqual(t, height, uint64(19_000))
			count++
		}
	}
	require.Greater(t, count, 800)
	require.LessOrEqual(t, count, 1_000)
	require.NoError(t, blocks.Close())
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Less(t, info.Size(), int64(2*limit+4<<20))
}

// A file that is not a database, truncated or corrupt leads to an error or to misses, never to a crash.
func TestBrokenFiles(t *testing.T) {
	intact := filepath.Join(t.TempDir(), "blocks.db")
	blocks := open(t, intact, ample)
	for height := range uint64(600) {
		blocks.PutBlock(1, height, raw(1, height))
	}
	require.NoError(t, blocks.Close())
	good, err := os.ReadFile(intact)
	require.NoError(t, err)

	broken := [][]byte{[]byte("not a database"), bytes.Repeat([]byte{0xff}, 1<<16), make([]byte, 1<<16)}
	for _, length := range []int{0, 1, 4_095, 8_192, 16_384, len(good) / 2, len(good) - 4_096} {
		broken = append(broken, good[:length])
	}
	for page := 2; page < len(good)/4_096; page += 23 {
		changed := bytes.Clone(good)
		copy(changed[page*4_096:], strings.Repeat("garbage!", 40))
		broken = append(broken, changed)
	}
	for i, content := range broken {
		path := filepath.Join(t.TempDir(), "blocks.db")
		require.NoError(t, os.WriteFile(path, content, 0o600))
		blocks, err := diskcache.OpenBlocks(path, ample)
		require.True(t, err != nil || len(content) > 0, "an empty file")
		if err != nil {
			require.ErrorContains(t, err, path, i)
			continue
		}
		blocks.Newest()
		for height := range uint64(600) {
			blocks.Block(1, height)
			blocks.PutBlock(1, 1_000+height, raw(1, height))
		}
		if err := blocks.Close(); err != nil {
			require.ErrorContains(t, err, "delete the file to start over", i)
		}
	}
	_, err = diskcache.OpenBlocks(filepath.Join(intact, "blocks.db"), ample)
	require.Error(t, err, "below a file")
}

func BenchmarkBlock(b *testing.B) {
	blocks, err := diskcache.OpenBlocks(filepath.Join(b.TempDir(), "blocks.db"), ample)
	require.NoError(b, err)
	for height := range uint64(10_000) {
		blocks.PutBlock(1, height, raw(1, height))
	}
	height := uint64(0)
	for b.Loop() {
		if height = (height + 7_919) % 9_000; blocks.Block(1, height) == nil {
			b.Fatal("not cached")
		}
	}
	require.NoError(b, blocks.Close())
}

// A cache that is opened and not used has no file: most starts of a program need none of their caches.
func TestNoFileUntilUsed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "blocks.db")
	blocks := open(t, path, ample)
	require.Empty(t, blocks.Newest())
	require.NoError(t, blocks.Close())
	require.NoFileExists(t, path)
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(t, os.WriteFile(path, make([]byte, 1<<16), 0o600))
	_, err := diskcache.OpenBlocks(path, ample)
	require.ErrorContains(t, err, "invalid database: delete the file to start over")
}

// A walk over 10,000 blocks, which looks up each one and adds it, writes them in few transactions: each takes as long as some hundred blocks.
func TestTransactionsOfWalk(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "blocks.db")
	blocks := open(t, path, ample)
	for height := uint64(20_000); height > 10_000; height-- {
		require.Nil(t, blocks.Block(1, height))
		blocks.PutBlock(1, height, raw(1, height)[:700])
	}
	require.NoError(t, blocks.Close())
	file, err := bbolt.Open(path, 0o600, nil)
	require.NoError(t, err)
	defer file.Close()
	require.NoError(t, file.View(func(tx *bbolt.Tx) error {
		require.LessOrEqual(t, tx.ID(), 10, "transactions")
		require.Less(t, tx.Size(), int64(20<<20), "bytes")
		require.Equal(t, 10_000, tx.Bucket(binary.BigEndian.AppendUint64(nil, 1)).Stats().KeyN)
		return nil
	}))
}
