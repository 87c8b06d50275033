package market

import (
	"runtime"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
)

// minutesOfYear is the number of 1-minute records in a year.
const minutesOfYear = 525_600

// yearOfMinutes returns a series of a year of minutes, with prices as the service writes them.
func yearOfMinutes() *Series {
	s := &Series{Step: time.Minute}
	price := int64(9_691_307)
	for end := minutesOfYear; end > 0; end -= 40_000 {
		start := max(end-40_000, 0)
		records := make([]client.Candle, 0, end-start)
		for minute := start; minute < end; minute++ {
			price += int64(minute*7919%2003) - 1001
			cents := func(units int64) string {
				return strconv.FormatInt(units/100, 10) + "." + strconv.FormatInt(100+units%100, 10)[1:]
			}
			records = append(records, client.Candle{
				Time: int64(minute) * 60_000, Open: cents(price), High: cents(price + 1_500), Low: cents(price - 1_200), Close: cents(price + 300),
				Volume: strconv.Itoa(minute%900) + ".48210",
			})
		}
		s.merge(fetched{from: int64(start) * 60_000, to: int64(end)*60_000 - 1, page: newPage(records, time.Minute.Milliseconds())})
	}
	return s
}

// BenchmarkYearRecord merges all records of a year.
func BenchmarkYearRecord(b *testing.B) {
	s := yearOfMinutes()
	b.ReportAllocs()
	for b.Loop() {
		record, ok := s.Record(0, minutesOfYear*60_000)
		require.True(b, ok)
		require.NotEmpty(b, record.Volume)
	}
}

// BenchmarkYearHeap builds a series of a year and reports the memory that it holds.
func BenchmarkYearHeap(b *testing.B) {
	for b.Loop() {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		s := yearOfMinutes()
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(int64(after.HeapAlloc)-int64(before.HeapAlloc))/1e6, "heap-MB")
		runtime.KeepAlive(s)
	}
}
