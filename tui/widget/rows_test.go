package widget

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestRowsAreTheMatchingRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.IntRange(0, 9), 1, 60).Draw(t, "values")
		value := func(serial int) int { return values[serial+30] }
		match := func(serial int) bool { return value(serial)%3 != 0 }
		var compare func(a, b int) int
		if rapid.Bool().Draw(t, "sorted") {
			compare = func(a, b int) int { return value(b) - value(a) }
		}
		rows := NewRows(match, compare)
		first := rapid.IntRange(-30, len(values)-30).Draw(t, "first")
		end := rapid.IntRange(first, len(values)-30).Draw(t, "end")
		for range rapid.IntRange(1, 5).Draw(t, "growths") {
			for scans := 0; rows.Scan(first, end, rapid.IntRange(1, 7).Draw(t, "limit")); scans++ {
				require.Less(t, scans, 100)
				if rapid.IntRange(0, 9).Draw(t, "grows meanwhile") == 0 && end < len(values)-30 {
					end++
				}
			}
			var want []int
			for serial := first; serial < end; serial++ {
				if match(serial) {
					want = append(want, serial)
				}
			}
			if compare != nil {
				slices.SortStableFunc(want, compare)
			}
			require.Equal(t, len(want), rows.Len())
			for i, serial := range want {
				require.Equal(t, serial, rows.At(i))
				place, shown := rows.IndexOf(serial)
				require.True(t, shown)
				require.Equal(t, i, place)
				require.True(t, rows.Scanned(serial))
			}
			first = rapid.IntRange(-30, first).Draw(t, "first")
			end = rapid.IntRange(end, len(values)-30).Draw(t, "end")
		}
	})
}

func TestIndexOfAHiddenRow(t *testing.T) {
	rows := NewRows(func(serial int) bool { return serial%2 == 0 }, nil)
	require.False(t, rows.Scanned(0))
	require.False(t, rows.Scan(-4, 4, 100))
	place, shown := rows.IndexOf(-1)
	require.False(t, shown)
	require.Equal(t, 2, place)
	require.False(t, rows.Scanned(4))
}

// BenchmarkScan measures one step of a sorted list: a new page merged into many visible rows.
func BenchmarkScan(b *testing.B) {
	for _, size := range []int{100, 10_000, 1_000_000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			rows := NewRows(nil, func(x, y int) int { return x*7919%10007 - y*7919%10007 })
			rows.Scan(0, size, size)
			for b.Loop() {
				b.StopTimer()
				shown := slices.Clone(rows.shown)
				b.StartTimer()
				rows.Scan(0, rows.end+100, 100)
				b.StopTimer()
				rows.shown, rows.end = shown, size
				b.StartTimer()
			}
		})
	}
}
