package localnet

import "testing"

// Whatever a caller writes is refused or gives a page that lies in the list.
func FuzzListQuery(f *testing.F) {
	for _, query := range []string{
		"", "count=5&start=7", "ascending=true&start=18446744073709551615", "count=-1", "count=%zz", "a=b;c", "count=1&count=2",
	} {
		f.Add(query, uint64(10))
	}
	f.Fuzz(func(t *testing.T, query string, sent uint64) {
		asked, err := readListQuery(query, v3)
		if err != nil {
			return
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
	})
}
