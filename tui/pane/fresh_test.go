package pane_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/config"
	"foredeck/theme"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// newMoving returns a list in an order on a clock that the test moves.
func newMoving(t *testing.T, n *node, order client.Order, now *time.Time) *reader {
	r := newReader(t, n)
	deps := deps()
	deps.Clock = screen.NewClock(func() time.Time { return *now })
	adapted, _ := theme.Adapt("dark", theme.Display{Depth: theme.TrueColor})
	deps.Theme = adapted.Unknown
	deps.Config = &config.Settings{Motion: true}
	deps.Loader = r.loader
	r.List = pane.NewList(deps, pane.Words{}, pane.InBothOrders(n.source()), records)
	r.List = r.InOrder(order)
	r.Columns = columns
	r.Rows.SetHeight(5)
	return r
}

// marked returns the visible rows in a style.
func (r *reader) marked(style theme.Style) (rows []int) {
	for i, line := range r.View(pane.Area{Width: 40})[1:] {
		if row := r.Rows.First() + i; slices.ContainsFunc(line, func(span text.Span) bool { return span.Style == style }) {
			rows = append(rows, row)
		}
	}
	return rows
}

func TestNewRowsAreMarkedWhenTheyComeIntoView(t *testing.T) {
	t.Parallel()
	n, now := &node{}, time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	n.grow(50)
	r := newMoving(t, n, client.NewestFirst, &now)
	r.Rows.SetBlurred(true)
	th := r.Deps.Theme
	r.run(r.Pages.LoadMore(t.Context(), r.loader))
	require.Empty(t, r.marked(th.Changed), "the first page is not new")
	n.grow(3)
	r.run(r.Pages.LoadNewer(t.Context(), r.loader))
	require.Empty(t, r.marked(th.Changed), "they are above the screen")
	r.Rows.Select(1)
	r.SelectionMoved()
	require.Equal(t, []int{1, 2}, r.marked(th.Changed))
	now = now.Add(time.Second)
	r.Rows.Select(0)
	r.SelectionMoved()
	require.Equal(t, []int{0}, r.marked(th.Changed))
	require.Equal(t, []int{1, 2}, r.marked(th.Accent))
	now = now.Add(2 * time.Second)
	require.Empty(t, r.marked(th.Changed))
	require.Empty(t, r.marked(th.Accent))
}

// A list that does not fill the screen shows new rows at once, and one in the other order has them at its end.
func TestNewRowsInView(t *testing.T) {
	t.Parallel()
	for order, want := range map[client.Order][]int{client.NewestFirst: {0, 1}, client.OldestFirst: {3, 4}} {
		n, now := &node{}, time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
		n.grow(3)
		r := newMoving(t, n, order, &now)
		r.Rows.SetBlurred(true)
		r.run(r.Pages.LoadMore(t.Context(), r.loader))
		require.Empty(t, r.marked(r.Deps.Theme.Changed))
		n.grow(2)
		r.Ctx = t.Context()
		_, ok := r.Accept(r.Newer()().(load.Result[client.Page[*element]]))
		require.True(t, ok)
		require.Equal(t, want, r.marked(r.Deps.Theme.Changed), "%s", order)
		require.Zero(t, r.UnseenAbove(), "nothing is above the screen")
		r.Deps.Config = &config.Settings{}
		require.Empty(t, r.marked(r.Deps.Theme.Changed))
	}
}
