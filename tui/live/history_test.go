package live_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/tui/live"
)

// historyStart is the time of block 0 of these tests, half an hour after the full hour.
var historyStart = time.Date(2026, 3, 2, 10, 30, 0, 0, time.UTC) // a Monday

// watched is a block that was created some seconds after historyStart. absent are the members without a vote, of four.
func watched(height uint64, at time.Duration, absent ...int) live.Row {
	voters := []bool{true, true, true, true}
	for _, member := range absent {
		voters[member] = false
	}
	author := [...]string{"0xa", "0xb"}[height%2]
	return live.NewRow(client.Block{
		Height: height, Timestamp: new(client.Timestamp(historyStart.Add(at).UnixMicro())), Epoch: new(height / 5000), Round: new(2 * height), Author: author,
		Certificate: &client.Certificate{Voters: voters},
	})
}

// spansOf inserts blocks as a store does, and returns the spans in the order of their times.
func spansOf(t *testing.T, rows []live.Row) []live.Span {
	t.Helper()
	type key struct{ hour, epoch uint64 }
	values, order := map[key][]live.Span{}, []key{}
	for i := range rows {
		hour, ok := rows[i].HourOf()
		require.True(t, ok)
		k := key{hour, rows[i].Epoch}
		if values[k] == nil {
			order = append(order, k)
		}
		values[k], _ = live.InsertBlock(values[k], &rows[i])
	}
	var spans []live.Span
	for _, k := range order {
		spans = append(spans, values[k]...)
	}
	return spans
}

// Blocks that arrive in any order, several times, count once, and the runs of misses are those of the chain.
func TestInsertBlockInAnyOrder(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var rows []live.Row
		missed, longest, run := uint64(0), uint64(0), uint64(0)
		first, last := uint64(0), uint64(0)
		const blocks = 60
		rate := random.Float64()
		for height := uint64(100); height < 100+blocks; height++ {
			row := watched(height, time.Duration(height)*time.Second)
			if run++; random.Float64() < rate {
				row = watched(height, time.Duration(height)*time.Second, 2)
				if missed == 0 {
					first = height
				}
				missed, longest, last = missed+1, max(longest, run), height
			} else {
				run = 0
			}
			rows = append(rows, row)
		}
		seen := append(rows[:blocks:blocks], rows[random.IntN(blocks):]...)
		random.Shuffle(len(seen), func(i, j int) { seen[i], seen[j] = seen[j], seen[i] })
		spans := spansOf(t, seen)
		require.Len(t, spans, 1)
		p := live.Divide(spans, live.NoUnit, historyStart, historyStart.Add(time.Hour))[0]
		require.Equal(t, live.MemberPeriod{Blocks: blocks, SpanVotes: live.SpanVotes{
			Missed: missed, Longest: longest, FirstMiss: first, LastMiss: last, Head: p.Member(2).Head, Run: p.Member(2).Run,
		}}, p.Member(2))
		require.EqualValues(t, blocks, p.Blocks)
		require.EqualValues(t, blocks-1, p.Gaps)
		require.Equal(t, time.Second, p.MeanGap())
		require.Equal(t, [2]uint64{2 * (blocks - 1), blocks - 1}, [2]uint64{p.Rounds, p.Skipped})
		author, ok := p.Author("0xb")
		require.True(t, ok)
		require.Equal(t, live.SpanAuthor{Author: "0xb", Blocks: blocks / 2, First: 101, Last: 159}, author)
	}
}

// What nobody watched is not observed. A chain without blocks is.
func TestDivide(t *testing.T) {
	t.Parallel()
	var rows []live.Row
	for height := range uint64(1800) { // to 11:00
		rows = append(rows, watched(height, time.Duration(height)*time.Second))
	}
	for height := uint64(1800); height < 1900; height++ { // from 13:00, after a halt; the first ten are missed by member 3
		absent := []int{}
		if height < 1810 {
			absent = []int{3}
		}
		rows = append(rows, watched(height, 150*time.Minute+time.Duration(height-1800)*time.Second, absent...))
	}
	for height := uint64(4990); height < 5010; height++ { // from 15:10, with the end of an epoch; not watched before
		rows = append(rows, watched(height, 280*time.Minute+time.Duration(height-4990)*time.Second, 3))
	}
	spans := spansOf(t, rows)
	now := historyStart.Add(281 * time.Minute)
	type found struct {
		blocks, missed, longest uint64
		unobserved              time.Duration
	}
	summary := func(unit live.Unit) (all []found) {
		for _, p := range live.Divide(spans, unit, historyStart.Add(-24*time.Hour), now) {
			m := p.Member(3)
			all = append(all, found{p.Blocks, m.Missed, m.Longest, p.NotObserved().Truncate(time.Minute)})
		}
		return all
	}
	require.Equal(t, []found{
		{1800, 0, 0, 30 * time.Minute},
		{0, 0, 0, 0}, {0, 0, 0, 0}, // 11:00 and 12:00: no block
		{100, 10, 10, 58 * time.Minute},
		{0, 0, 0, time.Hour},
		{20, 20, 20, 10 * time.Minute},
	}, summary(live.Hour))
	require.Equal(t, []found{{1920, 30, 20, 10*time.Hour + 30*time.Minute + 128*time.Minute}}, summary(live.Day))
	require.Equal(t, []found{{1920, 30, 20, 10*time.Hour + 30*time.Minute + 128*time.Minute}}, summary(live.Week))
	require.Equal(t, []found{{1910, 20, 10, 128 * time.Minute}, {10, 10, 10, 0}}, summary(live.ByEpoch))
	require.Equal(t, []found{{1920, 30, 20, 128 * time.Minute}}, summary(live.NoUnit))
	halted := live.Divide(spans, live.Hour, historyStart, now)[3]
	require.Equal(t, uint64(1800), halted.LongestAt, "the gap counts in the hour of its block")
	require.Equal(t, 2*time.Hour+time.Second, halted.LongestGap)

	rows[len(rows)-1].Epoch = 7
	periods := live.Divide(spansOf(t, rows), live.ByEpoch, historyStart, now)
	require.Equal(t, [2]uint64{2, 6}, [2]uint64{periods[2].FirstEpoch, periods[2].LastEpoch}, "epochs that nobody watched")
	require.Zero(t, periods[2].Blocks)
}

// A chain that begins again within the hour replaces the blocks of the earlier one; a fork does not count twice.
func TestInsertBlockOfAnotherChain(t *testing.T) {
	t.Parallel()
	var spans []live.Span
	insert := func(height uint64, at time.Duration) {
		row := watched(height, at)
		spans, _ = live.InsertBlock(spans, &row)
	}
	for height := range uint64(100) {
		insert(height, time.Duration(height)*time.Second)
	}
	insert(98, 103*time.Second)
	require.Len(t, spans, 1)
	require.Equal(t, uint64(100), spans[0].Blocks())
	for height := range uint64(50) {
		insert(height, 10*time.Minute+time.Duration(height)*time.Second)
	}
	require.Len(t, spans, 1)
	require.Equal(t, uint64(50), spans[0].Blocks())
	for height := range uint64(200) { // every other block: more spans than are kept
		insert(1000+2*height, 12*time.Minute+time.Duration(height)*time.Second)
	}
	require.Len(t, spans, 64)
}
