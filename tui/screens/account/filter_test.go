package account_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
	"foredeck/tui/tuitest"
)

func TestFilter(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	d.Press("down", "down", "/", "2")
	d.Hides("? help")
	d.Shows("[1 Sent]", "/ 2", "filter: 2 · ", "▸ 54 ")
	d.Press("backspace", "^fail")
	d.Shows("filter: ^fail · 2 of 20 loaded", "▸ 48 ", "  39 ")
	d.Press("(")
	d.Shows("missing closing )", "filter: ^fail · 2 of 20 loaded")
	d.Press("enter")
	d.Shows("/ ^fail", "? help", "esc clear", "of 20 loaded")
	d.Press("enter")
	d.Shows("seq 48")
	d.Press("esc")
	d.Shows("filter: ^fail", "▸ 48 ")
	d.Press("esc")
	d.Hides("filter:")
	d.Shows("▸ 48 ")
	d.Press("esc")
	d.Shows("Go to")
}

// If nothing matches, each scroll key loads one page, end loads pages until a row matches, and no page is loaded without one.
func TestScrollingLoadsMoreMatches(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 400}})
	d.Press("busy", "enter")
	d.Press("/", "nowhere", "enter")
	d.Shows("no loaded row matches · G searches more", "0 of 20 loaded")
	d.Press("down")
	d.Shows("0 of 120 loaded")
	d.Press("pgdown")
	d.Shows("0 of 220 loaded")
	d.Press("/", "backspace", "backspace", "backspace", "backspace", "backspace", "backspace", "backspace", "fail", "enter", "end")
	d.Shows("filter: fail · ", "of 320 loaded")
	d.Press("/", "backspace", "backspace", "backspace", "backspace", "nowhere", "enter", "end")
	d.Shows("no row matches", "0 of 400 · all loaded")
}

func TestReversedListKeepsItsFilter(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	d.Press("/", "fail", "enter", "s")
	d.Shows("oldest first · 20 loaded", "filter: fail · 2 of 20 loaded", "▸ 3 ")
	d.Press("esc", "s")
	d.Shows("newest first", "▸ 48 ")
	d.Hides("filter:")
}

func TestSort(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	var sorted []string
	for range 13 {
		d.Press("S")
		_, order, found := strings.Cut(d.Frame(), "loaded rows sorted by ")
		if found {
			sorted = append(sorted, strings.Fields(order)[0])
			d.Shows(", sorted by "+strings.Fields(order)[0], "  "+strings.Fields(order)[0]+" ", "▸ 56 ")
		}
	}
	require.Equal(t, []string{"SEQ▾", "SEQ▴", "STATUS▴", "STATUS▾", "TYPE▴", "TYPE▾", "FUNCTION▴", "FUNCTION▾", "FEE▾", "FEE▴", "AGE▾", "AGE▴"}, sorted)
	d.Shows("sorting cleared")
	d.Hides("sorted by")
	d.Press("S", "S", "S", "g")
	d.Shows("▸ 48   ✗ Fail")
	d.Press("S", "g")
	d.Shows("▸ 56   ✓ Success")
	d.Press("/", "transfer", "enter", "end")
	d.Shows("STATUS▾", "of 57 · all loaded")
}

func TestFilterModulesAndResources(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter")
	d.Press("5", "/", "coin1>", "enter")
	d.Shows("1 of 20 loaded", "▸ CoinStore<Coin1>", "CoinStore<Coin1>   ")
	d.Press("r")
	d.Shows("1 of 20 loaded", "▸ CoinStore<Coin1>")
	d.Press("enter", "/", "881", "enter", "esc", "esc", "esc")
	d.Shows("▸ CoinStore<Coin1>", "CoinStore<Coin0>")
	d.Press("4", "/", "~m5", "enter", "S", "S", "S")
	d.Shows("/ ~m5", "FUNCTIONS▾")
	d.Press("esc")
	d.Hides("filter:")
}

// New records do not move the selection in a filtered or sorted list.
func TestNewRecordsKeepTheSelection(t *testing.T) {
	t.Parallel()
	for _, keys := range [][]string{{"/", "transfer", "enter"}, {"S", "S", "S", "S", "S", "S", "S"}, {"S", "/", "!transfer", "enter"}} {
		d := tuitest.New(t, 120, 40, tuitest.Setup{Network: localnet.Options{Seed: 7}})
		d.Press("treasury", "enter")
		d.Press(keys...)
		d.Press("down", "down", "down")
		before := d.SelectedRow()
		for range 40 {
			d.ProduceBlock()
			d.Advance(6 * time.Second)
			require.Equal(t, before, d.SelectedRow())
		}
	}
}

// Keys are handled between two batches.
func TestRowsAreFilteredInBatches(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 5000}})
	d.Press("busy", "enter")
	for range 30 {
		d.Press("end")
	}
	d.Shows("3,020 loaded")
	d.Press("g", "/")
	d.Paused = true
	d.Press("swap")
	d.Shows("of 3,020 loaded", "▸ 4,998 ")
	d.Press("down", "down")
	d.Shows("▸ 4,980 ")
	shown := strings.Count(d.Frame(), "swap_exact")
	require.Positive(t, shown)
	d.Resume()
	d.Shows("filter: swap · 336 of 3,020 loaded", "▸ 4,980 ")
	d.Press("enter", "S", "S", "S", "g", "esc")
	d.Shows("sorted by STATUS▴")
}

// The rows that match a pattern are the same in every order.
func TestEveryFilterInEveryOrder(t *testing.T) {
	t.Parallel()
	for _, pattern := range []string{"fail", "!fail", "^0x1::", "~swpin", "script|multisig", "8"} {
		t.Run(pattern, func(t *testing.T) {
			t.Parallel()
			d := tuitest.New(t, 100, 200, tuitest.Setup{Handler: tuitest.Node{Records: 90}})
			d.Press("busy", "enter", "end")
			rows := func() []string {
				rows := strings.FieldsFunc(d.Frame(), func(r rune) bool { return r == '\n' })
				rows = slices.DeleteFunc(rows, func(row string) bool {
					return !strings.Contains(row, "✓ Success") && !strings.Contains(row, "✗ Fail")
				})
				for i, row := range rows {
					rows[i] = strings.Join(strings.Fields(strings.ReplaceAll(row, "▸", " ")), " ") // a sorted column is wider
				}
				slices.Sort(rows)
				return rows
			}
			numbers := func(rows []string) []string { // the columns depend on the sorted one
				found := make([]string, len(rows))
				for i, row := range rows {
					found[i] = strings.Fields(row)[1]
				}
				return found
			}
			all := rows()
			require.Len(t, all, 90)
			d.Press("/", pattern, "enter")
			matching := rows()
			for range 13 {
				d.Press("S")
				require.Equal(t, numbers(matching), numbers(rows()))
			}
			for _, row := range matching {
				require.Contains(t, all, row)
				switch pattern {
				case "fail":
					require.Contains(t, row, "✗ Fail")
				case "!fail":
					require.Contains(t, row, "✓ Success")
				}
			}
			if strings.HasSuffix(pattern, "fail") {
				failed := slices.DeleteFunc(slices.Clone(all), func(row string) bool { return strings.Contains(row, "✗ Fail") != (pattern == "fail") })
				require.Equal(t, failed, matching)
			}
			d.Press("esc")
			require.Equal(t, all, rows())
		})
	}
}

// Lists of more records than are filtered at once.
func TestFilterLongLists(t *testing.T) {
	t.Parallel()
	for _, tab := range []string{"4", "5"} {
		t.Run(tab, func(t *testing.T) {
			t.Parallel()
			d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 2100}})
			d.Press("busy", "enter")
			d.Press(tab)
			for range 110 {
				d.Press("end")
			}
			d.Shows("2,100 loaded")
			d.Press("/", "@")
			d.Shows("no row matches")
		})
	}
}
