package store_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"foredeck/client"
	"foredeck/client/health"
	"foredeck/config"
	"foredeck/tui/live"
	"foredeck/tui/store"
	"foredeck/tui/tuitest/effort"
)

// blockAt is a block that was created at a time. absent are the members without a vote.
func blockAt(height uint64, at time.Time, members int, absent ...int) *live.Row {
	voters := make([]bool, members)
	for i := range voters {
		voters[i] = true
	}
	for _, member := range absent {
		voters[member] = false
	}
	row := live.NewRow(client.Block{
		Height: height, Timestamp: new(client.Timestamp(at.UnixMicro())), Epoch: new(height / 100), Round: new(height),
		Author: string(rune('A' + height%uint64(members))), Certificate: &client.Certificate{Voters: voters},
	})
	return &row
}

func sum(t *testing.T, path string) live.Period {
	t.Helper()
	spans, err := store.ReadHistory(path, time.Time{})
	require.NoError(t, err)
	periods := live.Divide(spans, live.NoUnit, time.Time{}, time.Now())
	require.Len(t, periods, 1)
	return periods[0]
}

// A year of a committee of 84 with epochs of two hours, in which everybody misses votes, stays under 50 MB. There is a block per minute: with
// one per second numbers of an hour take two bytes in place of one, so that the limit here is half of that.
func TestHistoryOfAYear(t *testing.T) {
	t.Parallel()
	effort.SkipUnderRace(t)
	path := filepath.Join(t.TempDir(), "year")
	const members, perHour, days = 84, 60, 6 // as many days at a time as can wait
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(24 * time.Hour)
		h := store.OpenHistory(path)
		random := rand.New(rand.NewPCG(1, 2))
		height, missed := uint64(0), uint64(0)
		for range 365 / days {
			time.Sleep(days * 24 * time.Hour)
			now := time.Now()
			for at := now.Add(-days * 24 * time.Hour); at.Before(now); at = at.Add(time.Hour / perHour) {
				var absent []int
				for member := range members {
					if random.IntN(20) == 0 {
						absent = append(absent, member)
					}
				}
				row := blockAt(height, at, members, absent...)
				row.Epoch = uint64(at.Add(30*time.Minute).Unix() / 7200) // three spans for each epoch
				h.Block(row)
				if row.Missed(17) {
					missed++
				}
				height++
			}
		}
		require.NoError(t, h.Close())
		year := sum(t, path)
		require.Equal(t, height, year.Blocks)
		require.Equal(t, missed, year.Member(17).Missed)
		require.LessOrEqual(t, year.NotObserved(), time.Minute, "since the newest block")
		info, err := os.Stat(path)
		require.NoError(t, err)
		t.Logf("%d bytes", info.Size())
		require.Less(t, info.Size(), int64(25_000_000))
	})
}

// Two processes that watch the same blocks at different times, and one that was killed, count no block twice.
func TestProcessesShareHistory(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "folder", "shared")
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		watch := func(h *store.History, first, end uint64) {
			for height := first; height < end; height++ {
				h.Block(blockAt(height, began.Add(time.Duration(height)*time.Second), 4, int(height%3)))
			}
		}
		killed, other := store.OpenHistory(path), store.OpenHistory(path)
		watch(killed, 0, 50)
		watch(other, 20, 80)
		time.Sleep(11 * time.Second)
		synctest.Wait()
		watch(killed, 50, 70) // never written: the process ends here
		watch(other, 80, 90)
		require.NoError(t, other.Close())
		require.EqualValues(t, 90, sum(t, path).Blocks)

		restarted := store.OpenHistory(path)
		synctest.Wait()
		require.EqualValues(t, 90, restarted.Recent().Blocks)
		watch(restarted, 60, 150) // with the end of an epoch
		time.Sleep(2 * time.Second)
		synctest.Wait()
		require.EqualValues(t, 150, sum(t, path).Blocks, "written soon after the end of an epoch")
		require.NoError(t, restarted.Close())
		found := sum(t, path)
		require.Equal(t, live.MemberPeriod{Blocks: 150, SpanVotes: live.SpanVotes{Missed: 50, Longest: 1, LastMiss: 147, Run: 1}}, found.Member(0))
		require.Zero(t, found.NotObserved())
		require.NoError(t, killed.Close())
	})
}

// The newest blocks wait for votes that become known later, but not for ever.
func TestHistoryOfLateVotes(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "late")
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		at := func(height uint64) *live.Row {
			return blockAt(height, began.Add(time.Duration(height)*time.Second), 4, int(height%3))
		}
		h := store.OpenHistory(path)
		for height := range uint64(90) {
			row := live.NewRow(client.Block{Height: height, Epoch: new(height / 100), Round: &height, Timestamp: new(client.Timestamp(began.Add(time.Duration(height) * time.Second).UnixMicro()))})
			h.Block(&row)
			if height >= 5 && height < 80 {
				h.Votes(at(height - 5))
			}
			time.Sleep(time.Second)
		}
		require.NoError(t, h.Close())
		found := sum(t, path)
		require.EqualValues(t, 90, found.Blocks)
		require.EqualValues(t, 74, found.Certified, "1 to 74; 0 was written before votes were known to come")
		require.Zero(t, found.Sizes, "the size of the committee did not change")
		require.EqualValues(t, 74, found.Member(0).Blocks)
		require.EqualValues(t, 24, found.Member(0).Missed)
	})
}

// While another process has the file, blocks wait for it. Only the end says that they are lost.
func TestLockedHistory(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "locked")
	other, err := bbolt.Open(path, 0o600, nil)
	require.NoError(t, err)
	synctest.Test(t, func(t *testing.T) {
		h := store.OpenHistory(path)
		began := time.Now()
		h.Block(blockAt(1, began, 4))
		time.Sleep(15 * time.Second)
		require.NoError(t, h.Failure())
		require.NoError(t, other.Close())
		time.Sleep(15 * time.Second)
		synctest.Wait()
		require.EqualValues(t, 1, sum(t, path).Blocks)

		other, err = bbolt.Open(path, 0o600, nil)
		require.NoError(t, err)
		h.Block(blockAt(2, began.Add(time.Second), 4))
		require.ErrorContains(t, h.Close(), "history not saved: "+path)
		require.NoError(t, other.Close())
	})
	require.NoError(t, os.WriteFile(path, make([]byte, 1000), 0o600))
	h := store.OpenHistory(path)
	h.Block(blockAt(1, time.Now(), 4))
	require.Error(t, h.Close())
	require.Error(t, h.Failure())
	require.NoError(t, h.Failure(), "only once")
}

// Two processes tell of the same nodes and alerts once. A time in which neither ran belongs to no state.
func TestHistoryOfNodesAndAlerts(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "nodes")
	synctest.Test(t, func(t *testing.T) {
		began := time.Now().UTC()
		after := func(d time.Duration) time.Time { return began.Add(d) }
		alert := live.Condition{Kind: config.AlertMissed, Severity: config.Critical, Began: began}
		watch := func(h *store.History, states ...health.State) {
			for _, state := range states {
				h.Nodes([]live.Node{{Host: "a:1", State: state}, {Host: "b:1", State: health.OK, Fork: &health.Fork{}}}, time.Now())
				h.Alerts([]live.Condition{alert}, nil, time.Now())
				time.Sleep(time.Second)
			}
		}
		first, second := store.OpenHistory(path), store.OpenHistory(path)
		watch(first, health.OK, health.OK, health.Down, health.Down, health.OK)
		alert.Ended = after(5 * time.Second)
		watch(first, health.OK)
		require.NoError(t, first.Close())
		second.Nodes([]live.Node{{Host: "a:1", State: health.OK}}, after(2*time.Second))
		second.Alerts(nil, []live.Alert{{Condition: alert}}, time.Now())
		require.NoError(t, second.Close())
		time.Sleep(time.Hour)
		third := store.OpenHistory(path)
		watch(third, health.OK, health.OK)
		require.NoError(t, third.Close())

		nodes, err := store.ReadIntervals(path, store.NodeState, time.Time{})
		require.NoError(t, err)
		node := func(subject, state string, from, to time.Duration) store.Interval {
			return store.Interval{Kind: store.NodeState, Subject: subject, State: state, From: after(from), To: after(to)}
		}
		later := time.Hour + 6*time.Second
		require.ElementsMatch(t, []store.Interval{
			node("a:1", "ok", 0, time.Second), node("a:1", "down", 2*time.Second, 3*time.Second), node("a:1", "ok", 4*time.Second, 5*time.Second),
			node("a:1", "ok", later, later+time.Second), node("b:1", "forked", 0, 5*time.Second), node("b:1", "forked", later, later+time.Second),
		}, nodes)
		alerts, err := store.ReadIntervals(path, store.AlertOpen, after(time.Second))
		require.NoError(t, err)
		require.Equal(t, []store.Interval{{Kind: store.AlertOpen, Subject: "missed", State: "critical", From: began, To: after(5 * time.Second)}}, alerts)
	})
}

// A network without a history has none to show, and nothing fails.
func TestNoHistory(t *testing.T) {
	t.Parallel()
	var none *store.History
	none.Block(blockAt(1, time.Now(), 4))
	none.Nodes([]live.Node{{Name: "a"}}, time.Now())
	require.Nil(t, none.Recent())
	require.NoError(t, none.Failure())
	spans, err := store.ReadHistory(filepath.Join(t.TempDir(), "none"), time.Time{})
	require.NoError(t, err)
	require.Empty(t, spans)
	require.Empty(t, live.Divide(spans, live.Day, time.Time{}, time.Now()))
}
