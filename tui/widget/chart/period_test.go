package chart

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Borders enclose every time and follow one another without gaps, also where clocks change, at midnight or not.
func TestPeriodsCoverTime(t *testing.T) {
	periods := []Period{{Fixed: 30 * time.Second}, {Fixed: 15 * time.Minute}, {Fixed: 4 * time.Hour}, {Fixed: 12 * time.Hour}, {Fixed: 7 * time.Minute}, {Fixed: 25 * time.Second}, {Fixed: 7 * time.Hour}, {Days: 1}, {Days: 3}, {Weeks: 1}, {Weeks: 2}, {Months: 1}, {Months: 3}, {Months: 12}}
	var zones []*time.Location
	for _, name := range []string{"UTC", "Europe/Berlin", "America/Havana", "Africa/Cairo", "Asia/Kolkata", "Australia/Lord_Howe", "America/Sao_Paulo"} {
		zone, err := time.LoadLocation(name)
		require.NoError(t, err)
		zones = append(zones, zone)
	}
	rapid.Check(t, func(t *rapid.T) {
		p, zone := rapid.SampledFrom(periods).Draw(t, "period"), rapid.SampledFrom(zones).Draw(t, "zone")
		at := rapid.Int64Range(0, 2_000_000_000_000).Draw(t, "time")
		start := p.Start(at, zone)
		next := p.Next(start, zone)
		require.LessOrEqual(t, start, at)
		require.Less(t, at, next)
		require.Equal(t, start, p.Start(start, zone))
		require.Equal(t, start, p.Start(next-1, zone))
		require.Equal(t, next, p.Start(next, zone))
		count, later := rapid.IntRange(0, 40).Draw(t, "count"), start
		for range count {
			later = p.Next(later, zone)
		}
		require.Equal(t, count, p.Count(start, later, zone))
		if local := time.UnixMilli(start).In(zone); p.Weeks == 1 {
			require.Equal(t, time.Monday, local.Weekday())
		} else if p.Months > 0 {
			require.Equal(t, 1, local.Day())
		}
	})
}

// Bars that do not divide a day begin at midnight in UTC.
func TestOddBarsBeginAtMidnight(t *testing.T) {
	for _, odd := range []time.Duration{7 * time.Minute, 11 * time.Hour, 50 * time.Second} {
		p := Period{Fixed: odd}
		for date := range 400 {
			midnight := time.Date(2026, 1, date, 0, 0, 0, 0, time.UTC).UnixMilli()
			require.Equal(t, midnight, p.Start(midnight, time.UTC))
			require.Equal(t, midnight+odd.Milliseconds(), p.Next(midnight, time.UTC))
			require.Equal(t, midnight, p.Next(p.Start(midnight-1, time.UTC), time.UTC), "the last bar of a day ends with it")
		}
	}
}

func TestDaysWithClockChange(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	require.NoError(t, err)
	for _, test := range []struct {
		month time.Month
		date  int
		hours int64
	}{{3, 29, 23}, {3, 30, 24}, {10, 25, 25}} {
		start := time.Date(2026, test.month, test.date, 0, 0, 0, 0, berlin).UnixMilli()
		require.Equal(t, start+test.hours*hour, Period{Days: 1}.Next(start, berlin))
	}
}

func TestPeriodNames(t *testing.T) {
	for _, name := range []string{"1d", "2w", "1M", "12M"} {
		p, ok := ParsePeriod(name)
		require.True(t, ok, name)
		require.Equal(t, name, p.String())
	}
	for _, name := range []string{"", "M", "0w", "-1d", "1h", "99999d", "w1"} {
		_, ok := ParsePeriod(name)
		require.False(t, ok, name)
	}
}
