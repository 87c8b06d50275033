package index_test

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/index"
)

// childPath is the environment variable with which the test binary runs as a process that writes an index.
const childPath = "FOREDECK_TEST_INDEX"

// lastKilled is the last height that the processes write.
const lastKilled = 4000

// runChild adds the blocks that the index does not have, in batches of various sizes, and prints the height after each of them.
func runChild(path string) int {
	ctx := context.Background()
	w, err := openStore(ctx, path)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	gap, isMissing, err := w.Next(ctx, 1, lastKilled)
	for isMissing && err == nil {
		for next := gap.First; next <= gap.Last && err == nil; {
			var batch []client.Block
			for end := min(next+next%90, gap.Last); next <= end; next++ {
				batch = append(batch, small.block(next))
			}
			_, err = w.Add(ctx, batch)
			fmt.Println(next - 1)
		}
		if err == nil {
			gap, isMissing, err = w.Next(ctx, 1, lastKilled)
		}
	}
	if err = errors.Join(err, w.Close()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// store is an index that ends.
type store interface {
	index.Store
	Close() error
}

// openStore opens the index in a file, or at the address of a database.
func openStore(ctx context.Context, path string) (store, error) {
	if !index.IsDatabase(path) {
		return index.Create(ctx, path, index.Blocks)
	}
	database, err := index.ParseDatabase(path)
	if err != nil {
		return nil, err
	}
	return index.CreatePostgres(ctx, database, index.Blocks, nil)
}

// kills returns how often processes are killed: FOREDECK_KILLS or few.
func kills(t *testing.T) int {
	number, err := strconv.Atoi(os.Getenv("FOREDECK_KILLS"))
	if err != nil {
		return 12
	}
	t.Logf("%d kills", number)
	return number
}

// A process that is killed at any moment loses nothing that it has reported, and repeats nothing.
func TestKilledWhileWriting(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 0))
	path, reported := filepath.Join(t.TempDir(), "index.db"), uint64(0)
	for round := range kills(t) {
		lines, delay := random.IntN(3), time.Duration(random.IntN(20_000))*time.Microsecond
		height, isDone := killedAfter(t, path, lines, delay)
		reported = max(reported, height)
		checkCovered(t, path, reported, fmt.Sprintf("seed %d, round %d", seed, round))
		if isDone {
			checkWhole(t, path, 1, lastKilled)
			require.NoError(t, index.Remove(path))
			reported = 0
		}
	}
	for isDone := false; !isDone; {
		_, isDone = killedAfter(t, path, lastKilled, 0)
	}
	checkWhole(t, path, 1, lastKilled)
}

// killedAfter runs a process that writes, and kills it a while after it has reported a number of batches. It returns the height that was
// reported last, and whether the process was done before.
func killedAfter(t *testing.T, path string, lines int, delay time.Duration) (reported uint64, isDone bool) {
	t.Helper()
	program, err := os.Executable()
	require.NoError(t, err)
	command := exec.CommandContext(t.Context(), program)
	command.Env = append(os.Environ(), childPath+"="+path)
	command.Stderr = os.Stderr
	output, err := command.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	scanner := bufio.NewScanner(output)
	for seen := 0; scanner.Scan(); seen++ {
		reported, err = strconv.ParseUint(scanner.Text(), 10, 64)
		require.NoError(t, err)
		if seen == lines {
			kill := time.AfterFunc(delay, func() { _ = command.Process.Kill() })
			defer kill.Stop()
		}
	}
	return reported, command.Wait() == nil
}

// checkCovered checks that the index is whole as far as it says, which is at least what was reported.
func checkCovered(t *testing.T, path string, reported uint64, message string) {
	t.Helper()
	r, err := index.Open(t.Context(), path)
	if errors.Is(err, index.ErrNone) || errors.Is(err, index.ErrForeign) { // killed before the tables were complete
		require.Zero(t, reported, message)
		return
	}
	require.NoError(t, err, message)
	defer func() { require.NoError(t, r.Close()) }()
	covered, err := r.Coverage(t.Context())
	require.NoError(t, err, message)
	if len(covered.Blocks) == 0 {
		require.Zero(t, reported, message)
		return
	}
	require.Len(t, covered.Blocks, 1, message)
	require.EqualValues(t, 1, covered.Blocks[0].First, message)
	require.GreaterOrEqual(t, covered.Blocks[0].Last, reported, message)
	last := covered.Blocks[0].Last
	require.Equal(t, []string{join(last, last, int(last)*small.perBlock, int(last)*small.perBlock)}, values(t, r,
		"SELECT (SELECT count(*) FROM block), (SELECT max(height) FROM block), (SELECT count(*) FROM tx), (SELECT sum(count) FROM summary)"), message)
}

// Two processes that write the same heights at the same time leave an index without gaps, in which nothing is there twice.
func TestTwoWriters(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "index.db")
	var started []*exec.Cmd
	for range 2 {
		program, err := os.Executable()
		require.NoError(t, err)
		command := exec.CommandContext(t.Context(), program)
		command.Env = append(os.Environ(), childPath+"="+path)
		command.Stderr = os.Stderr
		require.NoError(t, command.Start())
		started = append(started, command)
	}
	for _, command := range started {
		require.NoError(t, command.Wait())
	}
	checkWhole(t, path, 1, lastKilled)
}

// openRaw opens a file without the guards of a Reader.
func openRaw(t testing.TB, path string) *index.Reader {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	return index.Unguarded(db)
}

// join returns values as a row of a query.
func join(values ...any) string { return strings.TrimSuffix(fmt.Sprintln(values...), "\n") }
