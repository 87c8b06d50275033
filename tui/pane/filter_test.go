package pane_test

import (
	"context"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/theme"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/text"
)

// The search on loads pages until one has a match, selects that, and ends at the end of the list.
func TestSearchOn(t *testing.T) {
	n := &node{}
	n.grow(1000)
	r := newReader(t, n)
	r.Deps.Loader = r.loader
	r.Resume(t.Context())
	r.run(r.Pages.LoadMore(t.Context(), r.loader))
	r.press("/", "/^(995|990|420|7)$/", "enter")
	require.Equal(t, []int{995, 990}, r.numbers())
	r.Rows.Select(1)
	r.search(r.SearchOn())
	require.Equal(t, []int{995, 990, 420}, r.numbers())
	require.Equal(t, 420, r.Selected().number)
	require.Equal(t, 620, r.Pages.Len(), "no page after the one with the match")
	require.Equal(t, "3 of 620 loaded · key of list.last searches more", r.MatchCount().String())
	r.Rows.Select(0)
	r.search(r.SearchOn())
	require.Equal(t, 995, r.Selected().number, "the selection was moved meanwhile")
	require.Equal(t, []int{995, 990, 420, 7}, r.numbers())
	require.Equal(t, "4 of 1,000 · all loaded", r.MatchCount().String())
	require.Nil(t, r.SearchOn(), "nothing to load")
	require.False(t, r.Searching())
}

// search executes commands until the search on ends.
func (r *reader) search(cmd tea.Cmd) {
	for cmd != nil {
		require.True(r, r.Searching())
		_, _, ok := r.Pages.Accept(r.Context(), r.loader, cmd().(load.Result[client.Page[*element]]))
		require.True(r, ok)
		r.Sync()
		cmd = r.ScanNew()
	}
}

func TestStopSearch(t *testing.T) {
	n := &node{}
	n.grow(1000)
	r := newReader(t, n)
	r.Deps.Loader = r.loader
	r.Resume(t.Context())
	r.run(r.Pages.LoadMore(t.Context(), r.loader))
	r.press("/", "none", "enter")
	pending := r.SearchOn()
	require.NotNil(t, pending)
	require.Equal(t, "0 of 20 loaded · searching, key of deck.up stops", r.MatchCount().String())
	require.True(t, r.StopSearch())
	require.False(t, r.StopSearch())
	_, _, ok := r.Pages.Accept(t.Context(), r.loader, pending().(load.Result[client.Page[*element]]))
	require.False(t, ok, "a canceled page is dropped")
	require.Nil(t, r.ScanNew())
	require.Equal(t, 20, r.Pages.Len())
}

// A failure ends the search on, and the list keeps what was found.
func TestSearchOnFails(t *testing.T) {
	n := &node{}
	n.grow(1000)
	source, pages := n.source(), 0
	list := source.Page
	source.Page = func(ctx context.Context, request client.PageRequest) (client.Page[element], error) {
		if pages++; pages == 4 {
			return client.Page[element]{}, client.ErrNotFound
		}
		return list(ctx, request)
	}
	r := newReader(t, n)
	r.List = pane.NewList(deps(), pane.Words{}, pane.InBothOrders(source), records)
	r.Deps.Loader = r.loader
	r.Resume(t.Context())
	r.run(r.Pages.LoadMore(t.Context(), r.loader))
	r.press("/", "/^99|^1$/", "enter")
	found := r.Len()
	r.Rows.Select(r.Len() - 1)
	r.search(r.SearchOn())
	require.ErrorIs(t, r.Pages.Err(), client.ErrNotFound)
	require.False(t, r.Searching())
	require.Equal(t, found, r.Len())
	require.Equal(t, 220, r.Pages.Len())
}

func TestFilterLines(t *testing.T) {
	n := &node{}
	n.grow(20)
	r := newReader(t, n)
	r.run(r.Pages.LoadMore(t.Context(), r.loader))
	lines := func(width int) []string {
		drawn := strings.Split(text.Render(r.FilterLines(theme.Theme{}, text.Const("note"), width)), "\n")
		for i := range drawn {
			drawn[i] = strings.TrimSpace(drawn[i])
		}
		return drawn
	}
	r.press("/")
	require.Equal(t, []string{"/", "number: value:"}, lines(60))
	r.press("nu")
	require.Equal(t, "number: the number", lines(60)[1])
	r.press("tab")
	require.Equal(t, []string{"/ number:", "incomplete: number:"}, lines(60))
	r.press("1")
	require.Equal(t, "number contains 1", lines(60)[1])
	r.press(" value:>x")
	require.Equal(t, []string{"/ number:1 value:>x", `"value:>x": expected a number, such as`, "700, >700 or 700..720"}, lines(40))
	r.press("backspace")
	r.press("enter")
	require.Equal(t, "number contains 1 · incomplete: value:>", lines(60)[1])
	r.ClearFilter()
	r.press("/", "1x")
	require.Equal(t, "all words must match · field:value · !not · /regular expression/", lines(90)[1])
}
