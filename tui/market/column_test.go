package market

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/client"
)

// spellings are digits of services that are easy to confuse or do not fit into an integer.
var spellings = []string{
	"0.60", "0.6", "0.600", ".6", "6.", "00.6", "+0.6", "-0.6", "-0", "0", "0.0", "-0.00", "1e5", "1E-7", "1.50e1", "-2e-1", "", "text", "1e99", "1_000", "NaN", "0x10",
	"999999999999999999", "9999999999999999999", "123456789012345678901234567890.12", "0.000000000000000001", "0.00000000000000000000000000000000000001",
	"0.999999999999999999", "100000000000000000", "0.00000812345678901234", "97214.10000000", "340282366920938463463374607431768211456",
}

// digitsOfService draws how a service writes a number: each has its own habit, with exceptions.
func digitsOfService(t *rapid.T) *rapid.Generator[string] {
	places := rapid.IntRange(0, 12).Draw(t, "places")
	trims := rapid.Bool().Draw(t, "trims")
	odd := rapid.SampledFrom([]int{0, 0, 1, 50}).Draw(t, "odd percent")
	level := rapid.SampledFrom([]int64{1, 6_000, 97_214_10, 1 << 40, 1 << 50}).Draw(t, "level")
	return rapid.Custom(func(t *rapid.T) string {
		if rapid.IntRange(1, 100).Draw(t, "is odd") <= odd {
			return rapid.SampledFrom(spellings).Draw(t, "spelling")
		}
		return writeService(level+rapid.Int64Range(-level/10, level/10).Draw(t, "units"), places, trims)
	})
}

// writeService writes units of a decimal as a service does.
func writeService(units int64, places int, trims bool) string {
	digits := strconv.FormatInt(units, 10)
	digits = strings.Repeat("0", max(places+1-len(digits), 0)) + digits
	if places == 0 {
		return digits
	}
	digits = digits[:len(digits)-places] + "." + digits[len(digits)-places:]
	if trims {
		digits = strings.TrimSuffix(strings.TrimRight(digits, "0"), ".")
	}
	return digits
}

// A column returns every number as the service wrote it, also after more were added or cut.
func TestColumnReturnsTheDigits(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		written := rapid.SliceOfN(digitsOfService(t), 0, 150).Draw(t, "digits")
		c := newColumn(len(written), func(i int) string { return written[i] })
		for range rapid.IntRange(0, 5).Draw(t, "changes") {
			if len(written) > 0 && rapid.Bool().Draw(t, "cuts") {
				at := rapid.IntRange(0, len(written)-1).Draw(t, "count")
				written = written[:at:at]
				c.cut(at)
			}
			for _, digits := range rapid.SliceOfN(digitsOfService(t), 0, 5).Draw(t, "added") {
				written = append(written, digits)
				c.add(digits)
			}
		}
		require.Equal(t, len(written), c.len())
		for i, digits := range written {
			require.Equal(t, digits, c.digits(i), "%d of %q", i, written)
			switch exact := Rat(digits); {
			case exact == nil:
				require.True(t, math.IsNaN(c.float(i)), digits)
			default:
				want, _ := exact.Float64()
				require.InEpsilon(t, want+1e-300, c.float(i)+1e-300, 1e-12, digits)
				require.Zero(t, exact.Cmp(c.exact(i)), digits)
				require.Equal(t, Places(digits), c.placesOf(i), digits)
			}
		}
	})
}

// randomYear returns the records of a year at a resolution, with gaps and with digits of a service.
func randomYear(t *rapid.T, step int64, every int) []client.Candle {
	var generators [columnCount]*rapid.Generator[string]
	for i := range generators {
		generators[i] = digitsOfService(t)
	}
	seed := rapid.Uint64().Draw(t, "seed")
	random := rand.New(rand.NewPCG(seed, seed))
	columns := [columnCount][]string{}
	for i, generator := range generators {
		columns[i] = rapid.SliceOfN(generator, 40, 40).Draw(t, "column") // repeated: drawing each would take minutes
	}
	var records []client.Candle
	for at := int64(0); at < 365*24*time.Hour.Milliseconds(); {
		digits := [columnCount]string{}
		for i := range digits {
			digits[i] = columns[i][random.IntN(len(columns[i]))]
		}
		records = append(records, client.Candle{Time: at, Open: digits[0], High: digits[1], Low: digits[2], Close: digits[3], Volume: digits[4]})
		gap := int64(1)
		if random.IntN(4) == 0 {
			gap = 1 + random.Int64N(int64(2*every)) // also over several blocks
		}
		at += gap * step
		if random.IntN(5_000) == 0 {
			at += step / 3 // off the grid
		}
	}
	return records
}

// The merged record of any window of a year, with gaps and any digits, is the exact aggregate of its records, one after the other.
func TestYearMergesExactly(t *testing.T) {
	t.Parallel()
	const step = 60_000
	rapid.Check(t, func(t *rapid.T) {
		records := randomYear(t, step, 400)
		s := &Series{Step: time.Minute}
		var starts []int                      // of pages
		for last := len(records); last > 0; { // newest page first
			first := max(last-rapid.SampledFrom([]int{100, 2_000, 4_000, 9_000}).Draw(t, "page"), 0)
			s.merge(fetched{from: records[first].Time, to: records[last-1].Time, page: newPage(records[first:last], step)})
			last, starts = first, append(starts, first)
		}
		require.Equal(t, len(records), s.Count())
		for range 20 {
			first := rapid.IntRange(0, len(records)-1).Draw(t, "first")
			length := 1 << rapid.IntRange(0, 12).Draw(t, "length")
			last := min(first+rapid.IntRange(max(length/2, 1), length).Draw(t, "records"), len(records))
			if rapid.Bool().Draw(t, "ends with a block") {
				start := starts[slices.IndexFunc(starts, func(start int) bool { return start < last })]
				last = max(start+(last-start)/blockLength*blockLength, first+1)
			}
			from, to := records[first].Time, records[last-1].Time+1
			want := records[first]
			for _, next := range records[first+1 : last] {
				join(&want, next)
			}
			got, ok := s.Record(from, to)
			require.True(t, ok)
			require.Equal(t, want, got, "%d to %d", first, last)
			bars := s.MergedBars(nil, []int64{from, to})
			require.Len(t, bars, 1)
			for digits, drawn := range map[string]float64{want.Open: bars[0].Open, want.High: bars[0].High, want.Low: bars[0].Low, want.Close: bars[0].Close, want.Volume: bars[0].Volume} {
				if exact := Rat(digits); exact != nil {
					value, _ := exact.Float64()
					require.InEpsilon(t, value+1e-300, drawn+1e-300, 1e-9)
				} else {
					require.True(t, math.IsNaN(drawn))
				}
			}
		}
	})
}

// A record with more decimals than those before changes the units of a page, also of its summaries.
func TestMoreDecimalsAfterBlocks(t *testing.T) {
	grown := newPage(nil, 1)
	for at := range int64(2 * blockLength) {
		record := client.Candle{Time: at, Open: "9", High: "9", Low: "9", Close: "9", Volume: "9"}
		if at >= blockLength {
			record = client.Candle{Time: at, Open: "1.5", High: "1.5", Low: "1.5", Close: "1.5", Volume: "1.5"}
		}
		grown.add(&record)
	}
	s := &Series{pages: []*page{grown}}
	merged, ok := s.Record(0, 2*blockLength)
	require.True(t, ok)
	require.Equal(t, client.Candle{Open: "9", High: "9", Low: "1.5", Close: "1.5", Volume: "672.0"}, merged)
}
