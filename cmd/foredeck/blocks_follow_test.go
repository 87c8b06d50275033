package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/localnet"
)

// screen holds the output of a running command so far.
type screen struct {
	lock    sync.Mutex
	written strings.Builder
}

func (s *screen) Write(p []byte) (int, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.written.Write(p)
}

func (s *screen) String() string {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.written.String()
}

// followed is a command that runs until it is stopped.
type followed struct {
	stdout, stderr screen
	code           chan int
	stop           context.CancelFunc
}

func followWith(t *testing.T, arguments ...string) *followed {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	f := &followed{code: make(chan int, 1), stop: stop}
	go func() { f.code <- execute(ctx, arguments, &f.stdout, &f.stderr) }()
	t.Cleanup(stop)
	return f
}

// end stops the command as ctrl+c does and returns its exit code.
func (f *followed) end() int {
	f.stop()
	return <-f.code
}

func TestFollowPrintsEachBlock(t *testing.T) {
	t.Parallel()
	network := ownNetwork(t)
	f := followWith(t, "blocks", "--follow", "--last", "3", "-o", "jsonl", "--base-url", network.BaseURL())
	require.Eventually(t, func() bool { return strings.Count(f.stdout.String(), "\n") == 3 }, 2*time.Minute, 5*time.Millisecond)
	head, err := network.Produce(t.Context())
	require.NoError(t, err)
	require.Eventually(t, func() bool { return strings.Count(f.stdout.String(), "\n") == 4 }, 2*time.Minute, 5*time.Millisecond)
	require.Zero(t, f.end())
	require.Empty(t, f.stderr.String())
	for i, block := range readLines[consensusBlockShape](t, f.stdout.String()) {
		require.Equal(t, head-3+uint64(i), block.Height)
	}
}

// With --votes and without a token, a line waits for the votes, which a later block says.
func TestFollowWaitsForVotes(t *testing.T) {
	t.Parallel()
	network, err := localnet.Start(t.Context(), localnet.Options{NodeVersion: localnet.Node12, Start: networkStart, ConsensusToken: "let-me-in-please"})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, network.Close()) })
	f := followWith(t, "blocks", "--follow", "--votes", "--last", "4", "-o", "csv", "--base-url", network.BaseURL())
	require.Eventually(t, func() bool { // votes are asked for after a block, but not for blocks of an earlier epoch
		_, err := network.Produce(t.Context())
		return err == nil && strings.Count(f.stdout.String(), "\n") > 4
	}, 2*time.Minute, time.Second)
	require.Zero(t, f.end())
	for _, row := range lines(t, f.stdout.String())[1:5] {
		require.Regexp(t, `,NewBlock,,,\d+,31,`, row)
	}
}

// The command ends when nobody reads what it prints: no block is needed for that, which a chain that stands still would not have.
func TestFollowEndsWithItsReader(t *testing.T) {
	t.Parallel()
	network := ownNetwork(t)
	var stderr screen
	require.Equal(t, exitDone, execute(t.Context(), []string{"blocks", "--follow", "-o", "jsonl", "--base-url", network.BaseURL()}, &closed{0}, &stderr))
	require.Empty(t, stderr.String())
}

func TestHeldBlocks(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_800_000_000, 0)
	voteless := func(height uint64) client.Block {
		return client.Block{Height: height, Statistics: &client.BlockStatistics{}}
	}
	heights := func(blocks []client.Block) (heights []uint64) {
		for _, block := range blocks {
			heights = append(heights, block.Height)
		}
		return heights
	}
	held := heldBlocks{isOn: true}
	held.add(voteless(1), now)
	held.add(voteless(2), now.Add(time.Second))
	held.add(client.Block{Height: 3, Certificate: &client.Certificate{}}, now)
	require.Empty(t, held.ready(now, true))
	held.complete(client.Block{Height: 2, Certificate: &client.Certificate{}})
	require.Empty(t, held.ready(now, true), "lines stay in order")
	require.Equal(t, []uint64{1, 2, 3}, heights(held.ready(now.Add(votesHeld), true)), "the votes of a block may never be known")
	held.add(voteless(4), now)
	require.Equal(t, []uint64{4}, heights(held.ready(now, false)), "the chain says no votes")
	held.add(voteless(5), now)
	require.Equal(t, []uint64{5}, heights(held.all()))
	require.Empty(t, held.all())
	off := heldBlocks{}
	off.add(voteless(6), now)
	require.Equal(t, []uint64{6}, heights(off.ready(now, true)), "without --votes")
}

// An outage is reported once when it starts and once when it ends; no block is printed twice.
func TestFollowReportsOutages(t *testing.T) {
	t.Parallel()
	var down atomic.Bool
	var head atomic.Uint64
	head.Store(100)
	n := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if down.Load() {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		holding(0, head.Load())(w, r)
	})
	f := followWith(t, "blocks", "--follow", "-o", "csv", "--base-url", n.url)
	require.Eventually(t, func() bool { return strings.Contains(f.stdout.String(), "\n100,") }, 2*time.Minute, 5*time.Millisecond)
	down.Store(true)
	require.Eventually(t, func() bool { return strings.Contains(f.stderr.String(), "retrying") }, 2*time.Minute, 5*time.Millisecond)
	head.Store(102)
	before := len(n.requests())
	require.Eventually(t, func() bool { return len(n.requests()) > before }, 2*time.Minute, 5*time.Millisecond)
	down.Store(false)
	require.Eventually(t, func() bool { return strings.Contains(f.stdout.String(), "\n102,") }, 2*time.Minute, 5*time.Millisecond)
	require.Zero(t, f.end())
	rows := lines(t, f.stdout.String())
	require.Len(t, rows, 4)
	for i, row := range rows[1:] {
		require.True(t, strings.HasPrefix(row, fmt.Sprint(100+i, ",")))
	}
	reported := lines(t, f.stderr.String())
	require.Len(t, reported, 2, f.stderr.String())
	require.Contains(t, reported[1], "is back")
	requireSanitized(t, f.stderr.String())
}

// After a fork, the blocks that changed are printed again.
func TestFollowReportsForks(t *testing.T) {
	t.Parallel()
	var forked atomic.Bool
	n := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if !forked.Load() {
			linked(100)(w, r)
			return
		}
		recorder := httptest.NewRecorder()
		linked(102)(recorder, r)
		body := recorder.Body.String()
		for height := 99; height <= 102; height++ {
			body = strings.ReplaceAll(body, fmt.Sprintf("0x%064x", height), fmt.Sprintf("0xf%063x", height))
		}
		_, _ = io.WriteString(w, body)
	})
	f := followWith(t, "blocks", "--follow", "--last", "3", "-o", "csv", "--base-url", n.url)
	require.Eventually(t, func() bool { return strings.Count(f.stdout.String(), "\n") == 4 }, 2*time.Minute, 5*time.Millisecond)
	forked.Store(true)
	require.Eventually(t, func() bool { return strings.Count(f.stdout.String(), "\n") == 8 }, 2*time.Minute, 5*time.Millisecond)
	require.Zero(t, f.end())
	var heights []string
	for _, row := range lines(t, f.stdout.String())[1:] {
		height, _, _ := strings.Cut(row, ",")
		heights = append(heights, height)
	}
	require.Equal(t, []string{"98", "99", "100", "99", "100", "101", "102"}, heights)
	require.Contains(t, f.stderr.String(), "has replaced blocks 99 to 100, as after a fork: continuing at block 99")
}

func TestFollowErrors(t *testing.T) {
	t.Parallel()
	require.Equal(t, exitUsage, foredeck(t, "blocks", "--follow", "--all").code)
	refusing := serve(t, responding(http.StatusUnauthorized, "no"))
	got := foredeck(t, "blocks", "--follow", "--base-url", refusing.url)
	require.Equal(t, exitUnauthorized, got.code)
	require.Contains(t, got.stderr, "FOREDECK_CONSENSUS_TOKEN")
	require.Empty(t, got.stdout)
}

// Following a recording ends with it and prints the recorded output.
func TestFollowEndsWithRecording(t *testing.T) {
	t.Parallel()
	network := ownNetwork(t)
	key := filepath.Join(t.TempDir(), "key")
	require.NoError(t, os.WriteFile(key, []byte(network.APIKey()), 0o600))
	settings := filepath.Join(t.TempDir(), "config.toml")
	require.NoError(t, os.WriteFile(settings, fmt.Appendf(nil, "[networks.frozen]\nbase_urls = [%q]\napi_key_file = %q\n", network.BaseURL(), key), 0o600))
	for arguments, printed := range map[[3]string]int{{"blocks", "--last", "3"}: 4, {"price", "btc_usdt", "eth_usdt"}: 2} {
		arguments := append(arguments[:], "--follow", "-o", "jsonl")
		file := recordedIn(t)
		f := followWith(t, append(arguments, "--config", settings, "--network", "frozen", "--record", file)...)
		require.Eventually(t, func() bool { return f.stdout.String() != "" }, 2*time.Minute, 5*time.Millisecond)
		_, err := network.Produce(t.Context())
		require.NoError(t, err)
		require.Eventually(t, func() bool { return strings.Count(f.stdout.String(), "\n") == printed }, 2*time.Minute, 5*time.Millisecond)
		require.Zero(t, f.end())
		got := foredeck(t, append(arguments, "--replay", file)...)
		require.Zero(t, got.code, got.stderr)
		require.Equal(t, f.stdout.String(), got.stdout)
		got = foredeck(t, append(arguments, "--replay", file, "--pace", "recorded")...) // the first block depends on timing
		require.Zero(t, got.code, got.stderr)
	}
}
