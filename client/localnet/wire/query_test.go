package wire

import (
	"slices"
	"sort"
	"testing"

	"foredeck/client/move"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Any query is rejected or selects a page within the list.
func FuzzListQuery(f *testing.F) {
	for _, raw := range []string{
		"", "count=5&start=7", "ascending=true&start=18446744073709551615", "count=-1", "count=%zz", "a=b;c", "count=1&count=2",
	} {
		f.Add(raw, uint64(10))
	}
	f.Fuzz(func(t *testing.T, raw string, sent uint64) {
		for _, version := range everyVersion {
			query, err := parseListQuery(raw, version)
			if err != nil {
				continue
			}
			from, to := query.pageBySequence(0, sent)
			if from > to || to > sent || to-from > maxCount {
				t.Fatalf("%q of %d transactions: %d to %d", raw, sent, from, to)
			}
			if query.start != nil && from < to && *query.start < sent {
				if query.ascending && from != *query.start || !query.ascending && to-1 != *query.start {
					t.Fatalf("%q of %d transactions: %d to %d does not begin at its start", raw, sent, from, to)
				}
			}
		}
	})
}

// A cursor is rejected, or encodes a position, in upper or lower case.
func FuzzAutomatedQuery(f *testing.F) {
	address := move.Address{31: 1}
	for _, raw := range []string{
		"", "block_height=7", "cursor=00", "cursor=" + encodeCursor(address, position{5, 2}), "ascending=true&cursor=%00", "cursor=a&cursor=b",
	} {
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		query, err := parseAutomatedQuery(raw)
		if err != nil || query.cursor == nil {
			return
		}
		at, ok := decodeCursor(address, *query.cursor)
		if !ok {
			return
		}
		if again, ok := decodeCursor(address, encodeCursor(address, at)); !ok || again != at {
			t.Fatalf("%q: %v is read back as %v", raw, at, again)
		}
		if from, to := query.page(3, func(i int) position { return position{uint64(i), 0} }, &at); from > to || to > 3 {
			t.Fatalf("%q: %d to %d of 3", raw, from, to)
		}
	})
}

// The page is the same as that of a linear search.
func TestPagesOfCursors(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfNDistinct(rapid.Uint64Range(0, 50), 0, 30, rapid.ID[uint64]).Draw(t, "cursors")
		sort.Slice(list, func(i, j int) bool { return list[i] < list[j] })
		query := listQuery{count: rapid.Uint64Range(0, 10).Draw(t, "count"), ascending: rapid.Bool().Draw(t, "ascending")}
		if rapid.Bool().Draw(t, "with a start") {
			query.start = new(rapid.Uint64Range(0, 52).Draw(t, "start"))
		}
		want := []uint64{}
		for _, cursor := range list {
			if query.start == nil || query.ascending && cursor > *query.start || !query.ascending && cursor < *query.start {
				want = append(want, cursor)
			}
		}
		if over := len(want) - int(query.count); over > 0 {
			if query.ascending {
				want = want[:query.count]
			} else {
				want = want[over:]
			}
		}
		from, to := query.pageByCursor(len(list), func(i int) uint64 { return list[i] })
		require.Equal(t, want, append([]uint64{}, list[from:to]...))
	})
}

// The page is the same as that of a linear search.
func TestPagesOfPositions(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) position {
			return position{rapid.Uint64Range(0, 9).Draw(t, "height"), rapid.Uint32Range(0, 3).Draw(t, "index")}
		}), 0, 30).Draw(t, "positions")
		slices.SortFunc(list, func(a, b position) int {
			if a.before(b) {
				return -1
			}
			return 1
		})
		list = slices.Compact(list)
		query := automatedQuery{count: rapid.Uint64Range(0, 10).Draw(t, "count"), ascending: rapid.Bool().Draw(t, "ascending")}
		if rapid.Bool().Draw(t, "with a height") {
			query.height = new(rapid.Uint64Range(0, 10).Draw(t, "height"))
		}
		var after *position
		if rapid.Bool().Draw(t, "with a cursor") {
			after = &position{rapid.Uint64Range(0, 10).Draw(t, "height"), rapid.Uint32Range(0, 4).Draw(t, "index")}
		}
		want := []position{}
		for _, item := range list {
			switch {
			case after != nil && query.ascending && after.before(item),
				after != nil && !query.ascending && item.before(*after),
				after == nil && query.height == nil,
				after == nil && query.ascending && item.height >= *query.height,
				after == nil && !query.ascending && item.height <= *query.height:
				want = append(want, item)
			}
		}
		if over := len(want) - int(query.count); over > 0 {
			if query.ascending {
				want = want[:query.count]
			} else {
				want = want[over:]
			}
		}
		from, to := query.page(len(list), func(i int) position { return list[i] }, after)
		require.Equal(t, want, append([]position{}, list[from:to]...))
	})
}
