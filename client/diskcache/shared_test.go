package diskcache_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"foredeck/client/diskcache"
)

// A child process of these tests gets the path of a cache in childPath and its number in childNumber.
const (
	childPath   = "FOREDECK_TEST_CACHE"
	childNumber = "FOREDECK_TEST_CHILD"
)

const (
	children    = 4
	childBlocks = 1_500
)

// runChild adds blocks to the cache, with its number as their chain ID, and looks up those of all processes at the same time. It adds
// again what was dropped because other processes kept the file locked for too long, as on a slow machine.
func runChild(path string) {
	number, err := strconv.ParseUint(os.Getenv(childNumber), 10, 64)
	if err != nil {
		panic(err)
	}
	for missing := addBlocks(path, number); missing > 0; missing = addBlocks(path, number) {
	}
}

// addBlocks adds the blocks of a process that are not cached, and returns how many those were.
func addBlocks(path string, number uint64) (missing int) {
	blocks, err := diskcache.OpenBlocks(path, ample)
	if err != nil {
		panic(err)
	}
	for height := range uint64(childBlocks) {
		if blocks.Block(number, height) == nil {
			missing++
			blocks.PutBlock(number, height, raw(number, height))
		}
		other, at := rand.Uint64N(children), rand.Uint64N(childBlocks)
		if found := blocks.Block(other, at); found != nil && string(found) != string(raw(other, at)) {
			panic(fmt.Sprintf("block %d of %d is %.80q", at, other, found))
		}
	}
	if err := blocks.Close(); err != nil {
		panic(err)
	}
	return missing
}

// child starts a process with the cache.
func child(t *testing.T, path string, number int) *exec.Cmd {
	t.Helper()
	program, err := os.Executable()
	require.NoError(t, err)
	command := exec.CommandContext(t.Context(), program)
	command.Env = append(os.Environ(), childPath+"="+path, fmt.Sprintf("%s=%d", childNumber, number))
	command.Stderr = os.Stderr
	require.NoError(t, command.Start())
	return command
}

// Several processes write and read a cache at the same time, and nothing is lost.
func TestProcessesShareBlocks(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "blocks.db")
	blocks := open(t, path, ample) // as a deck does that keeps running
	var started []*exec.Cmd
	for number := range children {
		started = append(started, child(t, path, number))
	}
	for _, command := range started {
		require.NoError(t, command.Wait())
	}
	for number := range uint64(children) {
		for height := range uint64(childBlocks) {
			require.Equal(t, raw(number, height), blocks.Block(number, height))
		}
	}
	require.NoError(t, blocks.Close())
}

// Processes that are killed at any moment leave a cache that the others can read and write.
func TestProcessesKilled(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "blocks.db")
	blocks := open(t, path, ample)
	var started []*exec.Cmd
	for round := range 8 {
		command := child(t, path, round%children)
		kill := time.AfterFunc(time.Duration(rand.Int64N(int64(250*time.Millisecond))), func() { _ = command.Process.Kill() })
		defer kill.Stop()
		started = append(started, command)
	}
	for height := range uint64(childBlocks) {
		blocks.PutBlock(99, height, raw(99, height))
		for number := range uint64(children) {
			if found := blocks.Block(number, height); found != nil {
				require.Equal(t, raw(number, height), found)
			}
		}
	}
	for _, command := range started {
		_ = command.Wait() // killed, or complete
	}
	require.NoError(t, blocks.Close())
	blocks = open(t, path, ample)
	for height := range uint64(childBlocks) {
		require.Equal(t, raw(99, height), blocks.Block(99, height))
	}
	require.NoError(t, blocks.Close())
	file, err := bbolt.Open(path, 0o600, nil)
	require.NoError(t, err)
	require.NoError(t, file.View(func(tx *bbolt.Tx) error {
		for err := range tx.Check() {
			return err
		}
		return nil
	}))
	require.NoError(t, file.Close())
}

// Other processes see a block a few seconds after it was added.
func TestBlocksAreWrittenSoon(t *testing.T) {
	path := filepath.Join(t.TempDir(), "blocks.db")
	synctest.Test(t, func(t *testing.T) {
		blocks := open(t, path, ample)
		blocks.PutBlock(1, 1, raw(1, 1))
		time.Sleep(4 * time.Second) // the bubble's clock
		synctest.Wait()
		other := open(t, path, ample)
		require.Equal(t, raw(1, 1), other.Block(1, 1))
		require.NoError(t, other.Close())
		require.NoError(t, blocks.Close())
	})
}

// While another process keeps the file locked, lookups miss soon, and blocks are written once it is unlocked.
func TestLockedFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "blocks.db")
	require.NoError(t, open(t, path, ample).Close())
	locked, err := bbolt.Open(path, 0o600, nil)
	require.NoError(t, err)
	blocks := open(t, path, ample)
	began := time.Now()
	for height := range uint64(10_000) {
		blocks.PutBlock(1, height, raw(1, height))
		require.Nil(t, blocks.Block(2, height))
	}
	require.Less(t, time.Since(began), 10*time.Second, "not every lookup waits")
	require.NoError(t, locked.Close())
	require.NoError(t, blocks.Close())
	blocks = open(t, path, ample)
	require.NotNil(t, blocks.Block(1, 4_000))
	require.Nil(t, blocks.Block(1, 9_000), "memory is bounded")
	require.NoError(t, blocks.Close())

	locked, err = bbolt.Open(path, 0o600, nil)
	require.NoError(t, err)
	blocks = open(t, path, ample)
	blocks.PutBlock(1, 9_000, raw(1, 9_000))
	require.NoError(t, blocks.Close(), "blocks that are not cached are not an error")
	require.NoError(t, locked.Close())
}

// A cache that is deleted while it is used is created again.
func TestDeletedFile(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "cache")
	path := filepath.Join(folder, "blocks.db")
	blocks := open(t, path, ample)
	require.NoError(t, os.RemoveAll(folder))
	require.Nil(t, blocks.Block(1, 1))
	blocks.PutBlock(1, 1, raw(1, 1))
	require.NoError(t, blocks.Close())
	blocks = open(t, path, ample)
	require.NotNil(t, blocks.Block(1, 1))
	require.NoError(t, blocks.Close())
}

// BenchmarkBlockBesideWriter looks up blocks while another handle writes a batch every 10 ms.
func BenchmarkBlockBesideWriter(b *testing.B) {
	path := filepath.Join(b.TempDir(), "blocks.db")
	blocks, err := diskcache.OpenBlocks(path, ample)
	require.NoError(b, err)
	writer, err := diskcache.OpenBlocks(path, ample)
	require.NoError(b, err)
	for height := range uint64(10_000) {
		writer.PutBlock(1, height, raw(1, height))
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		ticker := time.NewTicker(10 * time.Millisecond)
		defer ticker.Stop()
		for height := uint64(0); ; {
			select {
			case <-stop:
				return
			case <-ticker.C:
				for range 256 {
					writer.PutBlock(2, height, raw(2, height))
					height++
				}
			}
		}
	}()
	height, missed := uint64(0), 0
	for b.Loop() {
		if height = (height + 7_919) % 9_000; blocks.Block(1, height) == nil {
			missed++
		}
	}
	close(stop)
	<-stopped
	b.ReportMetric(float64(missed)/float64(b.N), "misses/op")
	require.NoError(b, blocks.Close())
	require.NoError(b, writer.Close())
}

// BenchmarkOpenForLookup looks up a block in a file that is opened for each lookup.
func BenchmarkOpenForLookup(b *testing.B) {
	path := filepath.Join(b.TempDir(), "blocks.db")
	blocks, err := diskcache.OpenBlocks(path, ample)
	require.NoError(b, err)
	for height := range uint64(10_000) {
		blocks.PutBlock(1, height, raw(1, height))
	}
	require.NoError(b, blocks.Close())
	for b.Loop() {
		blocks, err := diskcache.OpenBlocks(path, ample)
		require.NoError(b, err)
		require.NotNil(b, blocks.Block(1, 77))
		require.NoError(b, blocks.Close())
	}
}
