package listview_test

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/client"
	"foredeck/tui/listview"
	"foredeck/tui/load"
	"foredeck/tui/widget/table"
)

// record is an element of a list that grows at its newest end; value is the sort key.
type record struct{ number, value int }

// node holds records by number.
type node struct{ records []record }

func (n *node) grow(count int) {
	for range count {
		number := len(n.records)
		n.records = append(n.records, record{number, number * 7919 % 31})
	}
}

func (n *node) source() load.Source[record] {
	return load.Source[record]{
		Page: func(_ context.Context, request client.PageRequest) (page client.Page[record], _ error) {
			step, at := 1, 0
			if request.Order == client.NewestFirst {
				step, at = -1, len(n.records)-1
			}
			if request.Cursor != "" {
				at, _ = strconv.Atoi(string(request.Cursor))
			}
			for ; at >= 0 && at < len(n.records) && len(page.Items) < request.Count; at += step {
				page.Items = append(page.Items, n.records[at])
			}
			if at >= 0 && at < len(n.records) {
				page.Next = client.Cursor(strconv.Itoa(at))
			}
			return page, nil
		},
		Key:   func(r *record) string { return strconv.Itoa(r.number) },
		Newer: func(r *record) client.Cursor { return client.Cursor(strconv.Itoa(r.number + 1)) },
	}
}

func texts(r *record) []string { return []string{strconv.Itoa(r.number)} }

func columns() []listview.Column[record] {
	return []listview.Column[record]{
		{Column: table.Column{Title: "VALUE"}, Compare: func(a, b *record) int { return cmp.Compare(b.value, a.value) }},
		{Column: table.Column{Title: "WORDS"}},
		{Column: table.Column{Title: "NUMBER"}, Ascending: true, Compare: func(a, b *record) int { return cmp.Compare(a.number, b.number) }},
	}
}

// reader drives a list the way a screen does.
type reader struct {
	listview.List[record]
	*testing.T
	keys   listview.Keys
	loader *load.Loader
	seen   []int
}

func newReader(t *testing.T, n *node) *reader {
	r := &reader{
		List: listview.New(load.NewPages(n.source(), client.NewestFirst), texts), T: t,
		keys: listview.NewKeys(), loader: load.NewLoader(func() time.Time { return time.Time{} }),
	}
	r.Rows.SetHeight(5)
	return r
}

func (r *reader) see(came *record) { r.seen = append(r.seen, came.number) }

// run executes commands until no more follow.
func (r *reader) run(cmd tea.Cmd) {
	for cmd != nil {
		_, again, ok := r.Pages.Take(r.Context(), r.loader, cmd().(load.Result[client.Page[record]]))
		require.True(r, ok)
		r.Sync(r.see)
		cmd = again
	}
	r.settle()
}

// settle completes the scan.
func (r *reader) settle() {
	for cmd := r.ScanNew(); cmd != nil; cmd = r.ScanNew() {
		require.True(r, r.Scanning())
		require.True(r, r.Handle(cmd()))
	}
}

func (r *reader) press(keys ...string) {
	for _, key := range keys {
		msg := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(key)}
		if key == "enter" {
			msg = tea.KeyMsg{Type: tea.KeyEnter}
		}
		taken, _ := r.Key(msg, r.keys, columns)
		require.True(r, taken, key)
	}
	r.settle()
}

func (r *reader) numbers() []int {
	numbers := []int{}
	for row := range r.Len() {
		numbers = append(numbers, r.At(row).number)
	}
	return numbers
}

// TestViewMatchesReference compares the view after any keys and pages with filtering and sorting all records at once.
func TestViewMatchesReference(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := &node{}
		n.grow(rapid.IntRange(1, 400).Draw(rt, "records"))
		r := newReader(t, n)
		r.run(r.Pages.More(t.Context(), r.loader))
		digit, sorts := "", 0
		rt.Repeat(map[string]func(*rapid.T){
			"more": func(*rapid.T) { r.run(r.Pages.More(t.Context(), r.loader)) },
			"news": func(rt *rapid.T) {
				n.grow(rapid.IntRange(0, 150).Draw(rt, "new"))
				r.run(r.Pages.News(t.Context(), r.loader))
			},
			"filter": func(rt *rapid.T) {
				r.ClearFilter()
				r.settle()
				digit = rapid.SampledFrom([]string{"1", "7", "44", "none"}).Draw(rt, "pattern")
				r.press("/", digit, "enter")
			},
			"all": func(*rapid.T) {
				require.Equal(t, digit != "", r.ClearFilter())
				r.settle()
				digit = ""
			},
			"sort": func(*rapid.T) {
				r.press("S")
				sorts = (sorts + 1) % 5
			},
			"select": func(rt *rapid.T) {
				r.Rows.Select(rapid.IntRange(0, 500).Draw(rt, "row"))
				r.SelectionMoved()
			},
			"replace": func(rt *rapid.T) {
				pages := load.NewPages(n.source(), client.NewestFirst)
				_, _, ok := pages.Take(t.Context(), r.loader, pages.More(t.Context(), r.loader)().(load.Result[client.Page[record]]))
				require.True(rt, ok)
				at := rapid.IntRange(0, pages.Len()-1).Draw(rt, "selected")
				r.seen = nil
				r.Replace(pages, at, r.see)
				r.settle()
				if digit == "" {
					require.Equal(rt, pages.At(at).number, r.Selected().number)
				}
			},
			"": func(rt *rapid.T) {
				want := []int{}
				var matching []record
				for i := range r.Pages.Len() {
					if record := *r.Pages.At(i); strings.Contains(strconv.Itoa(record.number), digit) {
						matching = append(matching, record)
					}
				}
				slices.SortStableFunc(matching, [...]func(a, b record) int{
					func(a, b record) int { return 0 },
					func(a, b record) int { return b.value - a.value },
					func(a, b record) int { return a.value - b.value },
					func(a, b record) int { return a.number - b.number },
					func(a, b record) int { return b.number - a.number },
				}[sorts])
				for _, record := range matching {
					want = append(want, record.number)
				}
				require.Equal(rt, want, r.numbers())
				require.Equal(rt, len(want), r.Rows.Len())
				require.Equal(rt, [...]string{"", "VALUE▾", "VALUE▴", "NUMBER▴", "NUMBER▾"}[sorts], string(r.SortedBy()))
				require.Len(rt, r.seen, r.Pages.Len(), "onRecord runs once per record")
			},
		})
	})
}

// The selected record stays selected, whatever the view and whatever arrives, as long as it is visible.
func TestTheSelectedRecordStays(t *testing.T) {
	n := &node{}
	n.grow(3000)
	r := newReader(t, n)
	for !r.Pages.Ended() {
		r.run(r.Pages.More(t.Context(), r.loader))
	}
	r.Select(r.Pages.Serial(slices.Index(r.numbers(), 777)))
	stays := func() {
		t.Helper()
		require.Equal(t, 777, r.Selected().number)
	}
	r.press("S")
	stays()
	r.press("/", "7")
	stays()
	n.grow(99)
	r.run(r.Pages.News(t.Context(), r.loader))
	stays()
	below, ok := r.Neighbor(r.Serial(r.Rows.Selected()), 1)
	require.True(t, ok)
	require.Equal(t, r.At(r.Rows.Selected()+1), r.Pages.At(r.Pages.Index(below)))
	r.press("enter", "S")
	stays()
	r.press("S", "S", "S") // back to the node's order, still filtered
	stays()
	hidden := r.Serial(slices.Index(r.numbers(), 797)) - 4 // 801, which does not match
	for delta, number := range map[int]int{1: 799, -1: 807} {
		beside, ok := r.Neighbor(hidden, delta)
		require.True(t, ok)
		require.Equal(t, number, r.Pages.At(r.Pages.Index(beside)).number)
	}
	require.True(t, r.ClearFilter())
	r.settle()
	stays()
	require.False(t, r.SortedOrFiltered())
	require.Equal(t, "3,099 of 3,099", string(r.MatchCount()))
	_, ok = r.Neighbor(r.Serial(0), -1)
	require.False(t, ok)
}

// A list read from its other end keeps its filter and sort order.
func TestCopyViewKeepsFilterAndOrder(t *testing.T) {
	n := &node{}
	n.grow(300)
	r := newReader(t, n)
	r.run(r.Pages.More(t.Context(), r.loader))
	r.press("/", "9", "enter", "S")
	other := newReader(t, n)
	other.List = listview.New(load.NewPages(n.source(), client.OldestFirst), texts)
	other.run(other.Pages.More(t.Context(), other.loader))
	other.CopyView(&r.List, nil)
	other.settle()
	require.Equal(t, []int{19, 9}, other.numbers(), "29 is on the next page")
	require.Equal(t, r.SortedBy(), other.SortedBy())
	require.Equal(t, r.Rows.Height(), other.Rows.Height())
}
