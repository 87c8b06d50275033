package localnet

import (
	"testing"

	"foredeck/client/move"
)

// Whatever a caller writes is refused or gives a page that lies in the list.
func FuzzListQuery(f *testing.F) {
	for _, query := range []string{
		"", "count=5&start=7", "ascending=true&start=18446744073709551615", "count=-1", "count=%zz", "a=b;c", "count=1&count=2",
	} {
		f.Add(query, uint64(10))
	}
	f.Fuzz(func(t *testing.T, query string, sent uint64) {
		for _, version := range everyVersion {
			asked, err := readListQuery(query, version)
			if err != nil {
				continue
			}
			from, to := asked.rangeOf(sent)
			if from > to || to > sent || to-from > mostCount {
				t.Fatalf("%q of %d transactions: %d to %d", query, sent, from, to)
			}
			if asked.start != nil && from < to && *asked.start < sent {
				if asked.ascending && from != *asked.start || !asked.ascending && to-1 != *asked.start {
					t.Fatalf("%q of %d transactions: %d to %d does not begin at its start", query, sent, from, to)
				}
			}
		}
	})
}

// A cursor of the list of automated transactions is refused, or is one that the list
// gives, in whatever case its digits are.
func FuzzAutomatedQuery(f *testing.F) {
	address := move.Address{31: 1}
	for _, query := range []string{
		"", "block_height=7", "cursor=00", "cursor=" + encodeCursor(address, position{5, 2}), "ascending=true&cursor=%00", "cursor=a&cursor=b",
	} {
		f.Add(query)
	}
	f.Fuzz(func(t *testing.T, query string) {
		asked, err := readAutomatedQuery(query)
		if err != nil || asked.cursor == nil {
			return
		}
		at, ok := decodeCursor(address, *asked.cursor)
		if !ok {
			return
		}
		if again, ok := decodeCursor(address, encodeCursor(address, at)); !ok || again != at {
			t.Fatalf("%q: %v is read back as %v", query, at, again)
		}
		if from, to := asked.window(3, func(i int) position { return position{uint64(i), 0} }, &at); from > to || to > 3 {
			t.Fatalf("%q: %d to %d of 3", query, from, to)
		}
	})
}
