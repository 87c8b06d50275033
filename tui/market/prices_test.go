package market

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/client"
	"foredeck/tui/load"
	"foredeck/tui/store"
	"foredeck/tui/text"
	"foredeck/tui/widget/chart"
)

func TestDigits(t *testing.T) {
	for given, want := range map[string]text.Safe{
		"97214.10": text.Const("97,214.10"), "0.6120": text.Const("0.6120"), "96913.07250000001": text.Const("96,913.07250000001"), "-1234.5": text.Const("-1,234.5"), "": text.Const("–"),
		"1.5e-7": text.Const("0.00000015"), "1.5e3": text.Const("1,500"), "1e400": text.Const("1e400"), "nonsense\x1b": text.Const("nonsense␛"),
	} {
		require.Equal(t, want, Digits(given), given)
	}
	for given, want := range map[string]text.Safe{"6.912345": text.Const("+6.91%"), "-0.4": text.Const("-0.40%"), "0": text.Const("0.00%"), "-0.001": text.Const("0.00%"), "": text.Const("–")} {
		require.Equal(t, want, Change(given), given)
	}
	require.Equal(t, "0.30", sum("0.1", "0.20"))
	require.Equal(t, "0.1", sum("0.1", ""))
	require.Equal(t, "10", higher("9.9", "10"))
	require.Equal(t, "9.9", lower("9.9", "10"))
}

// However many calls are requested, the budget allows no more than its pace, and none while calls are blocked.
func TestBudgetPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBudget(time.Time{})
		count := func(span time.Duration) (calls int) {
			for end := time.Now().Add(span); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
				for b.spend(time.Now(), 0) {
					calls++
				}
			}
			return calls
		}
		require.Equal(t, maxTokens, count(time.Second), "accumulated tokens")
		require.InDelta(t, 30, count(time.Minute), 1)
		b.backOff(time.Now(), 20*time.Second)
		require.Equal(t, 20*time.Second, b.wait(time.Now()))
		require.Zero(t, count(19*time.Second))
		require.LessOrEqual(t, count(40*time.Second), 12, "half the rate")
		b.speedUp()
		b.speedUp()
		b.speedUp()
		require.Equal(t, callInterval, b.interval)
		for range 20 {
			b.backOff(time.Now(), 0)
		}
		require.Equal(t, maxInterval, b.interval, "the interval is limited")
	})
}

// Calls in replay are free: the clock may stand still, so the budget would never refill.
func TestUnlimitedBudgetHonorsRateLimits(t *testing.T) {
	now := time.Now()
	ends := now.Add(30 * time.Second)
	b := newBudget(ends)
	for range 3 * maxTokens {
		require.True(t, b.spend(now, 2))
	}
	require.Zero(t, b.wait(now))
	b.backOff(now, 0)
	require.True(t, b.spend(now, 0))
	b.backOff(now, 20*time.Second)
	require.False(t, b.spend(now, 0))
	require.Equal(t, 20*time.Second, b.wait(now))
	require.True(t, b.spend(now.Add(20*time.Second), 0))
	b.backOff(now.Add(20*time.Second), 20*time.Second)
	require.False(t, b.spend(now.Add(20*time.Second), 0))
	require.True(t, b.spend(ends, 0), "time stops at the end")
	require.Zero(t, b.wait(ends))
}

func candles(from, to, step int64, skip func(int64) bool) []client.Candle {
	var list []client.Candle
	for at := (from + step - 1) / step * step; at <= to; at += step {
		if skip == nil || !skip(at) {
			digits := fmt.Sprint(at % 1000)
			list = append(list, client.Candle{Time: at, Open: digits, High: digits + ".5", Low: digits, Close: digits + ".25", Volume: "1.10"})
		}
	}
	return list
}

// Overlapping, incomplete and empty pages in any order form one series without duplicates.
func TestMergePages(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &Series{Pair: "a_b", Step: time.Minute}
		step := s.Step.Milliseconds()
		now := time.UnixMilli(rapid.Int64Range(1_000_000_000, 2_000_000_000).Draw(t, "now") * 1000)
		hole := rapid.Int64Range(2, 9).Draw(t, "hole")
		skip := func(at int64) bool { return at/step%hole == 0 }
		oldest := now.UnixMilli() - rapid.Int64Range(1, 9).Draw(t, "pages of history")*client.CandlePage(s.Step).Milliseconds()
		for range rapid.IntRange(1, 12).Draw(t, "requests") {
			wanted := now.UnixMilli() - rapid.Int64Range(0, 10_000).Draw(t, "wanted")*step
			from, to, due := s.nextRange(now, wanted)
			if !due {
				now = now.Add(time.Duration(rapid.IntRange(1, 600).Draw(t, "seconds")) * time.Second)
				continue
			}
			list := candles(max(from, oldest), to, step, skip)
			s.merge(fetched{from: from, to: to, page: newPage(list, 60_000)})
			if to == now.UnixMilli() {
				s.refreshed = now
			}
		}
		from, to := s.Requested()
		bars := s.Bars(nil, 0, 1<<62)
		want := candles(max(from, oldest), to, step, skip)
		require.Equal(t, len(want), len(bars))
		for i, candle := range want {
			require.Equal(t, candle.Time, bars[i].Time)
			record, ok := s.Record(candle.Time, candle.Time+step)
			require.True(t, ok)
			require.Equal(t, bar(candle.Time, candle.Open, candle.High, candle.Low, candle.Close, candle.Volume), record)
		}
	})
}

// Joining is exact: first open, last close, the extremes and the sum, with the original digits.
func TestRecordJoinsExactly(t *testing.T) {
	s := &Series{Step: time.Minute}
	s.merge(fetched{to: 600_000, page: newPage([]client.Candle{
		{Time: 0, Open: "1.10", High: "1.3", Low: "1.05", Close: "1.2", Volume: "0.1"},
		{Time: 60_000, Open: "1.2", High: "1.30", Low: "0.999999999999999999", Close: "1.0", Volume: "2e-1"},
		{Time: 240_000, Open: "1", High: "1", Low: "1", Close: "", Volume: ""},
	}, 60_000)})
	joined, ok := s.Record(0, 300_000)
	require.True(t, ok)
	require.Equal(t, bar(0, "1.10", "1.3", "0.999999999999999999", "1.0", "0.3"), joined)
	_, ok = s.Record(300_000, 600_000)
	require.False(t, ok)
}

func TestUpdateNewestRecord(t *testing.T) {
	s := &Series{Step: time.Minute}
	s.merge(fetched{to: 60_000, page: newPage([]client.Candle{{Time: 60_000, Open: "10", High: "10", Low: "10", Close: "10", Volume: "5"}}, 60_000)})
	copied := s.Clone()
	s.update(70_000, "11")
	s.update(80_000, "9.5")
	s.update(90_000, "nonsense")
	record, _ := s.Newest()
	require.Equal(t, bar(60_000, "10", "11", "9.5", "9.5", "5"), record)
	s.update(130_000, "12")
	record, _ = s.Newest()
	require.Equal(t, bar(120_000, "12", "12", "12", "12", ""), record)
	s.update(50_000, "1")
	require.Equal(t, 2, s.Count(), "earlier records do not change")
	record, _ = copied.Newest()
	require.Equal(t, "10", record.Close, "a clone does not change")
}

func newPrices(t *testing.T) *Prices {
	book, err := store.Open("")
	require.NoError(t, err)
	return New(Options{Loader: load.NewLoader(time.Now), Store: book})
}

func BenchmarkWindowOfAMillion(b *testing.B) {
	s := &Series{Step: time.Minute}
	for at := int64(0); at < 1_000_000; at += 2_000 {
		page := newPage(candles(at*60_000, (at+2_000)*60_000-1, 60_000, nil), 60_000)
		s.pages, s.to = append(s.pages, page), (at+2_000)*60_000
	}
	b.ReportAllocs()
	for b.Loop() {
		s.Bars(nil, 500_000*60_000, 502_000*60_000)
	}
}

// A year of minutes takes less than 28 MB, and any window of it is found immediately.
func TestYearOfMinutes(t *testing.T) {
	const minutes = 525_600
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	s := &Series{Step: time.Minute}
	for at := int64(minutes); at > 0; at -= 2_000 {
		from, to := max(at-2_000, 0)*60_000, at*60_000-1
		var list []client.Candle
		for _, c := range candles(from, to, 60_000, nil) {
			c.Open, c.High, c.Low, c.Close, c.Volume = "96913.07", "96951.10", "96905.88", "96948.31", "12.48210"
			list = append(list, c)
		}
		s.merge(fetched{from: from, to: to, page: newPage(list, 60_000)})
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	require.Equal(t, minutes, s.Count())
	require.Less(t, int64(after.HeapAlloc)-int64(before.HeapAlloc), int64(28<<20))
	require.Len(t, s.Bars(nil, 1_000*60_000, 3_000*60_000), 2_000)
}

func bar(at int64, open, high, low, closed, volume string) client.Candle {
	return client.Candle{Time: at, Open: open, High: high, Low: low, Close: closed, Volume: volume}
}

// Bars that were made of the latest prices, as while the pair was not on screen, are replaced by those of the service, and what was missed
// while nothing ran is loaded. After a month, the history is loaded again, as it would have a gap.
func TestRefreshReplacesBarsOfLatestPrices(t *testing.T) {
	t.Parallel()
	for _, away := range []time.Duration{10 * time.Minute, 20 * time.Hour, 400 * day} {
		s := newService(t)
		s.Show("a_b")
		minutes := s.Series("a_b", time.Minute)
		want := func() {
			for range 60 {
				s.tick()
				s.run(s.Want(context.Background(), minutes, s.now.Add(-time.Hour).UnixMilli()))
			}
		}
		want()
		s.now = s.now.Add(away)
		for range 90 { // another screen is shown
			s.tick()
		}
		newest, _ := minutes.Newest()
		require.Empty(t, newest.Volume, "it is made of the latest price")
		want()
		complete := 0
		for at := s.now.Add(-time.Hour).Truncate(time.Minute); at.Before(s.now.Add(-2 * time.Minute)); at = at.Add(time.Minute) {
			record, ok := minutes.Record(at.UnixMilli(), at.Add(time.Minute).UnixMilli())
			require.True(t, ok, "%s after %s", at, away)
			require.Equal(t, "3", record.Volume, "%s after %s", at, away)
			complete++
		}
		require.GreaterOrEqual(t, complete, 57)
	}
}

// Bars without trades do not count as what an indicator needs, and are loaded around.
func TestWarmUpCountsBarsWithPrices(t *testing.T) {
	t.Parallel()
	hour, at := chart.Period{Fixed: time.Hour}, time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	var candles []client.Candle
	for i := range 48 {
		if i%2 == 0 {
			candles = append(candles, client.Candle{Time: at.Add(time.Duration(i) * time.Hour).UnixMilli(), Close: "1"})
		}
	}
	s := &Series{Step: time.Hour}
	s.merge(fetched{from: at.UnixMilli(), to: at.Add(48 * time.Hour).UnixMilli(), page: newPage(candles, time.Hour.Milliseconds())})
	start := at.Add(48 * time.Hour).UnixMilli()
	w := s.WarmUp(Need{Bars: 10}, hour, start, time.UTC)
	require.True(t, w.IsSettled)
	require.Len(t, w.Starts, 10)
	require.Equal(t, at.Add(28*time.Hour).UnixMilli(), w.Starts[0])
	require.Len(t, s.BarsAt(nil, w.Starts, hour, time.UTC), 10)

	w = s.WarmUp(Need{Bars: 30}, hour, start, time.UTC)
	require.False(t, w.IsSettled)
	require.Len(t, w.Starts, 24)
	require.Equal(t, 6, w.Missing)
	require.Equal(t, at.Add(-6*time.Hour).UnixMilli(), w.From)
	s.ended = true
	w = s.WarmUp(Need{Bars: 30}, hour, start, time.UTC)
	require.True(t, w.IsSettled)
	require.Zero(t, w.Missing)

	require.Equal(t, at.Add(-2*time.Hour).UnixMilli(), s.WarmUp(Need{Time: 50 * time.Hour}, hour, start, time.UTC).From)
	require.True(t, (&Series{}).WarmUp(Need{}, hour, start, time.UTC).IsSettled)
}
