package pane_test

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/client"
	"foredeck/theme"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/query"
	"foredeck/tui/record"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// element is an element of a list that grows at its newest end; value is the sort key.
type element struct{ number, value int }

// node holds records by number.
type node struct{ records []element }

func (n *node) grow(count int) {
	for range count {
		number := len(n.records)
		n.records = append(n.records, element{number, number * 7919 % 31})
	}
}

func (n *node) source() load.Source[element] {
	return load.Source[element]{
		Page: func(_ context.Context, request client.PageRequest) (page client.Page[element], _ error) {
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
		Key:   func(r *element) string { return strconv.Itoa(r.number) },
		Newer: func(r *element) client.Cursor { return client.Cursor(strconv.Itoa(r.number + 1)) },
	}
}

func language() query.Language[element] {
	return query.Language[element]{Fields: []query.Field[element]{
		{Name: "number", Help: "the number", InWords: true, Texts: func(r *element, match func(string) bool) bool { return match(strconv.Itoa(r.number)) }},
		{Name: "value", Kind: query.Number, Number: func(r *element) *uint64 { return new(uint64(r.value)) }},
	}}
}

func columns() []pane.Column[element] {
	return []pane.Column[element]{
		{
			Column: widget.Column{Title: text.Const("VALUE"), Width: 5}, Cell: func(r *element) widget.Cell { return widget.Cell{Text: text.Integer(uint64(r.value))} },
			Compare: func(a, b *element) int { return cmp.Compare(b.value, a.value) },
		},
		{Column: widget.Column{Title: text.Const("WORDS"), Width: 5}, Cell: func(*element) widget.Cell { return widget.Cell{Text: text.Const("words")} }},
		{
			Column: widget.Column{Title: text.Const("NUMBER"), Width: 6}, Cell: func(r *element) widget.Cell { return widget.Cell{Text: text.Integer(uint64(r.number))} },
			Ascending: true, Compare: func(a, b *element) int { return cmp.Compare(a.number, b.number) },
		},
	}
}

// reader drives a list the way a screen does.
type reader struct {
	*pane.List[element]
	*testing.T
	loader *load.Loader
	seen   []int
}

var filtering = screen.Bind(pane.Filtering(func(r *reader) *pane.Frame { return &r.Frame }))

func newReader(t *testing.T, n *node) *reader {
	r := &reader{
		List: pane.NewList(deps(), pane.Words{}, pane.InBothOrders(n.source()), records), T: t,
		loader: load.NewLoader(func() time.Time { return time.Time{} }),
	}
	r.OnRecord, r.Columns = r.see, columns
	r.Rows.SetHeight(5)
	return r
}

func deps() *screen.Deps {
	return &screen.Deps{Env: &screen.Env{Keys: keyNames{}, Clock: screen.NewClock(time.Now)}}
}

// keyNames shows the id of an action in place of its key.
type keyNames struct{}

func (keyNames) Key(action string) text.Safe            { return text.Format("key of %s", text.Clean(action)) }
func (k keyNames) KeyAt(action string, _ int) text.Safe { return k.Key(action) }

func (r *reader) see(came *element) { r.seen = append(r.seen, came.number) }

// run executes commands until no more follow.
func (r *reader) run(cmd tea.Cmd) {
	for cmd != nil {
		_, again, ok := r.Pages.Accept(r.Context(), r.loader, cmd().(load.Result[client.Page[*element]]))
		require.True(r, ok)
		r.Sync()
		cmd = again
	}
	r.complete()
}

// complete finishes the scan.
func (r *reader) complete() {
	for cmd := r.ScanNew(); cmd != nil; cmd = r.ScanNew() {
		require.True(r, r.Scanning())
		require.True(r, r.Handle(cmd()))
	}
}

func (r *reader) press(keys ...string) {
	for _, key := range keys {
		msg := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(key)}
		if named, ok := map[string]tea.KeyType{"enter": tea.KeyEnter, "tab": tea.KeyTab, "backspace": tea.KeyBackspace}[key]; ok {
			msg = tea.KeyMsg{Type: named}
		}
		if r.Captures(msg) {
			r.Type(msg)
			continue
		}
		r.act(msg)
	}
	r.complete()
}

// act runs the action of a key.
func (r *reader) act(msg tea.KeyMsg) {
	actions := filtering.Actions(r, r.Typing())
	i := slices.IndexFunc(actions, func(action screen.Action) bool { return key.Matches(msg, action.Binding) })
	require.GreaterOrEqual(r, i, 0, msg.String())
	actions[i].Run(0)
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
		r.run(r.Pages.LoadMore(t.Context(), r.loader))
		digit, sorts := "", 0
		rt.Repeat(map[string]func(*rapid.T){
			"more": func(*rapid.T) { r.run(r.Pages.LoadMore(t.Context(), r.loader)) },
			"news": func(rt *rapid.T) {
				n.grow(rapid.IntRange(0, 150).Draw(rt, "new"))
				r.run(r.Pages.LoadNewer(t.Context(), r.loader))
			},
			"filter": func(rt *rapid.T) {
				r.ClearFilter()
				r.complete()
				digit = rapid.SampledFrom([]string{"1", "7", "44", "none"}).Draw(rt, "pattern")
				r.press("/", digit, "enter")
			},
			"all": func(*rapid.T) {
				require.Equal(t, digit != "", r.ClearFilter())
				r.complete()
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
				_, _, ok := pages.Accept(t.Context(), r.loader, pages.LoadMore(t.Context(), r.loader)().(load.Result[client.Page[*element]]))
				require.True(rt, ok)
				at := rapid.IntRange(0, pages.Len()-1).Draw(rt, "selected")
				r.seen = nil
				r.Replace(pages, at)
				r.complete()
				if digit == "" {
					require.Equal(rt, pages.At(at).number, r.Selected().number)
				}
			},
			"": func(rt *rapid.T) {
				want := []int{}
				var matching []element
				for i := range r.Pages.Len() {
					if element := *r.Pages.At(i); strings.Contains(strconv.Itoa(element.number), digit) {
						matching = append(matching, element)
					}
				}
				slices.SortStableFunc(matching, [...]func(a, b element) int{
					func(a, b element) int { return 0 },
					func(a, b element) int { return b.value - a.value },
					func(a, b element) int { return a.value - b.value },
					func(a, b element) int { return a.number - b.number },
					func(a, b element) int { return b.number - a.number },
				}[sorts])
				for _, element := range matching {
					want = append(want, element.number)
				}
				require.Equal(rt, want, r.numbers())
				require.Equal(rt, len(want), r.Rows.Len())
				require.Equal(rt, [...]string{"", "VALUE▾", "VALUE▴", "NUMBER▴", "NUMBER▾"}[sorts], r.SortedBy().String())
				require.Len(rt, r.seen, r.Pages.Len(), "onRecord runs once per record")
			},
		})
	})
}

// The selected element stays selected, whatever the view and whatever arrives, as long as it is visible.
func TestSelectionStays(t *testing.T) {
	n := &node{}
	n.grow(3000)
	r := newReader(t, n)
	for !r.Pages.Complete() {
		r.run(r.Pages.LoadMore(t.Context(), r.loader))
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
	r.run(r.Pages.LoadNewer(t.Context(), r.loader))
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
	r.complete()
	stays()
	require.False(t, r.SortedOrFiltered())
	require.Equal(t, "3,099 of 3,099 · all loaded", r.MatchCount().String())
	_, ok = r.Neighbor(r.Serial(0), -1)
	require.False(t, ok)
}

// A list read from its other end keeps its filter and sort order.
func TestCopyViewKeepsFilterAndOrder(t *testing.T) {
	n := &node{}
	n.grow(300)
	r := newReader(t, n)
	r.run(r.Pages.LoadMore(t.Context(), r.loader))
	r.press("/", "9", "enter", "S")
	other := newReader(t, n)
	other.List = r.InOrder(client.OldestFirst)
	other.run(other.Pages.LoadMore(t.Context(), other.loader))
	other.CopyView(r.List)
	other.complete()
	require.Equal(t, []int{19, 9}, other.numbers(), "29 is on the next page")
	require.Equal(t, r.SortedBy(), other.SortedBy())
	require.Equal(t, r.Rows.Height(), other.Rows.Height())
}

func TestView(t *testing.T) {
	n := &node{}
	n.grow(7)
	r := newReader(t, n)
	require.Nil(t, r.Selected())
	require.Empty(t, filtering.Actions(r, false), "nothing to filter or sort")
	r.run(r.Pages.LoadMore(t.Context(), r.loader))
	drawn := func() []string {
		lines := append(r.FilterLines(theme.Theme{}, text.Const("note"), 30), r.View(pane.Area{Width: 30})...)
		return strings.Split(text.Render(lines), "\n")
	}
	require.Equal(t, []string{
		"  VALUE  WORDS  NUMBER        ",
		"▸ 22     words  6             ",
		"  8      words  5             ",
		"  25     words  4             ",
		"  11     words  3             ",
		"  28     words  2             ",
	}, drawn())
	actions := func() (keys []string) {
		for _, action := range filtering.Actions(r, r.Typing()) {
			keys = append(keys, action.Help().Key)
		}
		return keys
	}
	require.Equal(t, []string{"/", "S"}, actions())
	r.press("S", "/", "4")
	require.True(t, r.Typing())
	require.True(t, r.Captures(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("x")}))
	require.Equal(t, []string{"enter", "tab", "esc"}, actions())
	r.press("enter")
	require.Equal(t, "4", r.Filter().String())
	require.Equal(t, []string{"/", "S", "esc"}, actions())
	lines := drawn()
	require.Equal(t, "/ 4                       note", strings.TrimRight(lines[0], " "))
	require.Equal(t, []string{"  VALUE▾  WORDS  NUMBER       ", "▸ 25      words  4            "}, lines[1:])
}

// Records that arrive above the screen are counted until the user scrolls to them.
func TestUnseenAbove(t *testing.T) {
	n := &node{}
	n.grow(50)
	r := newReader(t, n)
	r.run(r.Pages.LoadMore(t.Context(), r.loader))
	r.Rows.Select(9)
	n.grow(3)
	r.run(r.Pages.LoadNewer(t.Context(), r.loader))
	require.Equal(t, 3, r.UnseenAbove())
	r.Rows.Select(1)
	r.SelectionMoved()
	require.Equal(t, 1, r.UnseenAbove())
	r.Rows.Select(0)
	r.SelectionMoved()
	require.Zero(t, r.UnseenAbove())
}

// A selection that waits for the scan is given up when the user moves.
func TestMoveDuringAScan(t *testing.T) {
	t.Parallel()
	n := &node{}
	n.grow(5000)
	r := newReader(t, n)
	for !r.Pages.Complete() {
		r.run(r.Pages.LoadMore(t.Context(), r.loader))
	}
	sort := func() {
		r.Select(r.Pages.Serial(r.Pages.Len() - 1))
		require.Zero(t, r.Selected().number)
		r.act(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("S")})
		require.NotZero(t, r.Selected().number, "not scanned yet")
	}
	sort()
	r.complete()
	require.Zero(t, r.Selected().number, "it is selected again")
	sort()
	r.Rows.Select(3)
	r.SelectionMoved()
	chosen := r.Selected().number
	r.complete()
	require.Equal(t, chosen, r.Selected().number)
}

// A scan message that went to another list does not block the next scan.
func TestResume(t *testing.T) {
	n := &node{}
	n.grow(3000)
	r := newReader(t, n)
	for !r.Pages.Complete() {
		r.run(r.Pages.LoadMore(t.Context(), r.loader))
	}
	r.act(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("S")})
	lost := r.ScanNew()
	require.NotNil(t, lost)
	require.Nil(t, r.ScanNew(), "one message at a time")
	other := newReader(t, n)
	require.False(t, other.Handle(lost()))
	r.Resume(t.Context())
	r.complete()
	require.Equal(t, 3000, r.Len())
}

var records = pane.Records[element]{Language: language, Rows: rows}

var rows = record.Columns[element]{
	{Name: "number", Text: func(r *element) text.Safe { return text.Clean(strconv.Itoa(r.number)) }},
	{Name: "value", Text: func(r *element) text.Safe { return text.Clean(strconv.Itoa(r.value)) }},
}.CSV()

// exported returns the numbers of the exported records.
func exported(t *testing.T, export screen.Export) []int {
	require.Equal(t, []string{"number", "value"}, export.Columns)
	numbers := []int{}
	for row, err := range export.Records(t.Context()) {
		require.NoError(t, err)
		r := row.Value.(*element)
		require.Equal(t, []string{strconv.Itoa(r.number), strconv.Itoa(r.value)}, row.Cells)
		numbers = append(numbers, r.number)
	}
	return numbers
}

func TestExport(t *testing.T) {
	n := &node{}
	n.grow(250)
	r := newReader(t, n)
	r.run(r.Pages.LoadMore(t.Context(), r.loader))
	source := n.source()
	whole, ok := r.Export("list", source.All, client.OldestFirst)
	require.True(t, ok)
	numbers := exported(t, whole)
	require.Len(t, numbers, 250, "including pages that are not loaded")
	require.True(t, slices.IsSorted(numbers))
	for range whole.Records(t.Context()) {
		break
	}
	require.Zero(t, whole.Filtered, "no filtered export without a filter")

	r.press("/", "8", "enter", "S")
	filtered, _ := r.Export("list", source.All, client.OldestFirst)
	require.Equal(t, r.Len(), filtered.Filtered)
	require.Equal(t, r.numbers(), exported(t, filtered.FilteredExport()))
	for range filtered.FilteredExport().Records(t.Context()) {
		break
	}

	source.Page = func(context.Context, client.PageRequest) (client.Page[element], error) {
		return client.Page[element]{}, client.ErrNotFound
	}
	failing, _ := r.Export("list", source.All, client.OldestFirst)
	for _, err := range failing.Records(t.Context()) {
		require.ErrorIs(t, err, client.ErrNotFound)
	}
	form := r.CopyRow(r.At(0))
	require.Equal(t, "row", form.Form.String())
	require.Equal(t, strconv.Itoa(r.At(0).number)+"\t"+strconv.Itoa(r.At(0).value), form.Value())
}
