package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// allBars are the lengths of bars that services and the deck use, and others that divide no day and no month.
var allBars = []time.Duration{
	time.Second, 7 * time.Second, 15 * time.Second, 30 * time.Second, time.Minute, 5 * time.Minute, 15 * time.Minute, 30 * time.Minute,
	time.Hour, 4 * time.Hour, 7 * time.Hour, 12 * time.Hour, 24 * time.Hour, 51*time.Hour + 14*time.Minute + 28*time.Second, 52 * time.Hour,
	72 * time.Hour, 7 * 24 * time.Hour, 10 * 24 * time.Hour, 14 * 24 * time.Hour, 14*24*time.Hour + time.Second, 20 * 24 * time.Hour,
	28 * 24 * time.Hour, 30 * 24 * time.Hour, 31 * 24 * time.Hour, 100_000 * 24 * time.Hour,
}

// monthAfter returns the latest end of a range that starts at a time, for a service that counts calendar months. A month after
// January 31 ends with the last day of February.
func monthAfter(from time.Time) time.Time {
	to := from.AddDate(0, 1, 0)
	for to.Month() != (from.Month()%12)+1 {
		to = to.AddDate(0, 0, -1)
	}
	return to
}

// requireRange checks the request for a piece: its start, at most a calendar month, and the limit of records. It returns the
// start.
func requireRange(t require.TestingT, requested piece, resolution time.Duration, cached bool) int64 {
	from := requested.from
	if cached {
		from = cachedStart(from, resolution)
		require.Zero(t, from%resolution.Milliseconds(), "counts intervals as any other range")
		require.True(t, from == 0 || requested.from-from >= resolution.Milliseconds(), "starts an interval early")
	}
	start := time.UnixMilli(from).UTC()
	if limit := monthAfter(start); time.UnixMilli(requested.to).After(limit) {
		require.Fail(t, "more than a calendar month", "%v with bars of %v", piece{from, requested.to}, resolution)
	}
	if (requested.to-from)/resolution.Milliseconds()+1 > maxRecords {
		require.Fail(t, "too many records", "%v with bars of %v", piece{from, requested.to}, resolution)
	}
	return from
}

// requirePlan checks that pieces cover exactly a range, each as requireRange does, and that there are few of them.
func requirePlan(t require.TestingT, from, to time.Time, resolution time.Duration, cached bool) {
	pieces, err := splitRange(from, to, resolution, cached)
	require.NoError(t, err)
	if pieces[0].from != from.UnixMilli() || pieces[len(pieces)-1].to != to.UnixMilli() {
		require.Fail(t, "not the range", "%v to %v: %v", from, to, pieces)
	}
	for i, part := range pieces {
		requireRange(t, part, resolution, cached)
		if part.from >= part.to || i > 0 && part.from != pieces[i-1].to {
			require.Fail(t, "gap or overlap", "%v", pieces)
		}
	}
	// The fewest requests of a month or maxRecords intervals; whole bars, pages and the interval before them cost up to 3 times as many.
	length := to.Sub(from)
	fewest := 1 + max(int(length/maxPiece), int(length/resolution/maxRecords))
	limit := 2 * fewest
	if cached {
		limit = 3*fewest + 1
	}
	require.LessOrEqual(t, len(pieces), limit)
}

// No request spans more than a calendar month, wherever it starts: on every day around the end of each month in four years, one of
// them a leap year, and in years divisible by 100 and 400.
func TestSplitRangeMonths(t *testing.T) {
	t.Parallel()
	for _, resolution := range allBars {
		for _, year := range []int{1970, 1999, 2000, 2023, 2024, 2025, 2026, 2100} {
			for month := time.January; month <= time.December; month++ {
				for day := -4; day <= 4; day++ {
					from := time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
					if from.Year() < 1970 {
						continue
					}
					for _, offset := range []time.Duration{0, time.Millisecond, 13*time.Hour + 7*time.Second, 24*time.Hour - time.Millisecond} {
						start := from.Add(offset)
						length := min(40*24*time.Hour, max(3*resolution, 36*time.Hour))
						requirePlan(t, start, start.Add(length), resolution, false)
						if resolution <= maxCachedResolution {
							requirePlan(t, start, start.Add(length), resolution, true)
						}
					}
				}
			}
		}
	}
}

func TestSplitRange(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		resolution := rapid.SampledFrom(allBars).Draw(t, "bar")
		if rapid.Bool().Draw(t, "any bar") {
			resolution = time.Duration(rapid.Int64Range(1, 40*86_400).Draw(t, "seconds")) * time.Second
		}
		from := rapid.Int64Range(0, endOfTime.UnixMilli()-2).Draw(t, "from")
		longest := min(endOfTime.UnixMilli()-1-from, 100*pieceLength(resolution).Milliseconds())
		to := from + rapid.Int64Range(1, longest).Draw(t, "length")
		requirePlan(t, time.UnixMilli(from), time.UnixMilli(to), resolution, false)
		if resolution <= maxCachedResolution {
			requirePlan(t, time.UnixMilli(from), time.UnixMilli(to), resolution, true)
			require.Zero(t, CandlePage(resolution)%resolution)
		}
	})
}

// A year of bars takes about as many requests as months, also of bars longer than 51 hours.
func TestSplitRangeYear(t *testing.T) {
	t.Parallel()
	from := time.Date(2025, time.January, 1, 0, 0, 0, 0, time.UTC)
	for resolution, want := range map[time.Duration][2]int{
		time.Hour: {14, 14}, 24 * time.Hour: {14, 14}, 52 * time.Hour: {15, 17}, 72 * time.Hour: {14, 16}, 7 * 24 * time.Hour: {14, 18}, 14 * 24 * time.Hour: {14, 27},
	} {
		for i, cached := range []bool{false, true} {
			pieces, err := splitRange(from, from.AddDate(1, 0, 0), resolution, cached)
			require.NoError(t, err)
			require.Len(t, pieces, want[i], "%v %v", resolution, cached)
		}
	}
}

// pageSet is a CandleCache in memory.
type pageSet struct{ pages sync.Map }

type pageName struct {
	pair       string
	resolution time.Duration
	start      int64
}

func (s *pageSet) Candles(pair string, resolution time.Duration, page time.Time) []byte {
	raw, _ := s.pages.Load(pageName{pair, resolution, page.UnixMilli()})
	found, _ := raw.([]byte)
	return found
}

func (s *pageSet) PutCandles(pair string, resolution time.Duration, page time.Time, raw []byte) {
	s.pages.Store(pageName{pair, resolution, page.UnixMilli()}, raw)
}

// A service that counts calendar months and leaves out a record at one end of a range, or counts intervals from its start, returns
// each candle of a range once: without a cache, with an empty one, with one that has some of the pages, and past the cache.
func TestHistoryMonths(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		resolution := rapid.SampledFrom(slices.DeleteFunc(slices.Clone(allBars), func(bar time.Duration) bool {
			return bar < 15*time.Minute || bar > 31*24*time.Hour
		})).Draw(t, "bar")
		step := resolution.Milliseconds()
		excludes := rapid.SampledFrom([]string{"nothing", "start", "end"}).Draw(t, "excludes")
		if resolution > maxCachedResolution {
			excludes = "nothing" // a request has one bar at most
		}
		var lock sync.Mutex
		requests := 0
		service := roundTrip(func(request *http.Request) (*http.Response, error) {
			query := request.URL.Query()
			from, _ := strconv.ParseInt(query.Get("startDate"), 10, 64)
			to, _ := strconv.ParseInt(query.Get("endDate"), 10, 64)
			lock.Lock()
			requests++
			lock.Unlock()
			if from > to || time.UnixMilli(to).After(monthAfter(time.UnixMilli(from).UTC())) {
				return response(request, http.StatusBadRequest, `{"error":"endDate: more than a month after startDate"}`), nil
			}
			var records strings.Builder
			for at := (from + step - 1) / step * step; at <= to; at += step {
				if excludes == "start" && at == from || excludes == "end" && at == to {
					continue
				}
				_, _ = io.WriteString(&records, `,{"timestamp":`+strconv.FormatInt(at, 10)+`,"close":1}`)
			}
			return response(request, 200, "["+strings.TrimPrefix(records.String(), ",")+"]"), nil
		})
		cache := new(pageSet)
		with, err := NewPrices("http://prices", WithPricesTransport(service), WithCandleCache(cache))
		require.NoError(t, err)
		without, err := NewPrices("http://prices", WithPricesTransport(service))
		require.NoError(t, err)

		day := rapid.IntRange(0, 30*365).Draw(t, "day")
		from := time.UnixMilli(rapid.Int64Range(1, 86_400_000).Draw(t, "time of day")).AddDate(0, 0, day)
		to := from.Add(time.Duration(rapid.Int64Range(1, 120*86_400_000).Draw(t, "length")) * time.Millisecond)
		var want []int64
		for at := (from.UnixMilli() + step - 1) / step * step; at <= to.UnixMilli(); at += step {
			if excludes == "start" && at == from.UnixMilli() || excludes == "end" && at == to.UnixMilli() {
				continue
			}
			want = append(want, at)
		}
		check := func(name string, ctx context.Context, prices *Prices) {
			candles, err := prices.History(ctx, HistoryRequest{Pair: "btc_usdt", From: from, To: to, Resolution: resolution})
			if len(want) > 0 || !errors.Is(err, ErrNotFound) {
				require.NoError(t, err, name)
			}
			var got []int64
			for _, candle := range candles {
				if (name != "without a cache") && excludes == "start" && candle.Time == from.UnixMilli() {
					continue // known from the interval before
				}
				got = append(got, candle.Time)
			}
			require.Equal(t, want, got, name)
		}
		check("without a cache", t.Context(), without)
		check("empty cache", t.Context(), with)
		for name := range cache.pages.Range {
			if rapid.Bool().Draw(t, "evict") {
				cache.pages.Delete(name)
			}
		}
		check("part of the pages", t.Context(), with)
		check("past the cache", BypassCache(t.Context()), with)
		requests = 0
		check("all pages", t.Context(), with)
		if resolution <= maxCachedResolution {
			require.LessOrEqual(t, requests, 3, "the ends of the range, and a page that ended in the last hour")
		}
	})
}

// A response with candles of another range is an error, which comes with those that were requested. The range may be rounded to days.
func TestHistoryOfAnotherRange(t *testing.T) {
	t.Parallel()
	from := rangeStart.UnixMilli()
	for _, test := range []struct {
		time int64
		text string
	}{
		{from - 23*time.Hour.Milliseconds(), ""},
		{from + 24*time.Hour.Milliseconds(), ""},
		{from - 25*time.Hour.Milliseconds(), "timestamp: a candle of 2023-11-13T21:13:20Z (1699910000000) instead of the range 2023-11-14T22:13:20Z to 2023-11-14T23:13:20Z"},
		{7_000_000_208, "timestamp: a candle of 1970-03-23T00:26:40Z (7000000208) instead of the range 2023-11-14T22:13:20Z to 2023-11-14T23:13:20Z"},
	} {
		body := fmt.Sprintf(`{"data":[{"timestamp":%d,"open":1},{"timestamp":%d,"open":2}]}`, test.time, from)
		candles, err := hourOf(t, servePrices(t, responding(http.StatusOK, body)))
		require.Len(t, candles, 1)
		require.Equal(t, "2", candles[0].Open)
		if test.text == "" {
			require.NoError(t, err)
			continue
		}
		var wrong *DecodeError
		require.ErrorAs(t, err, &wrong)
		require.ErrorContains(t, err, test.text)
	}
}
