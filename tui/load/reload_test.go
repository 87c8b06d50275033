package load_test

import (
	"context"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/tui/load"
)

type (
	goal     = load.ReloadGoal[entry]
	reloaded = load.Reloaded[entry]
)

// reloadTest is a list with 220 of 320 records loaded, and its reload.
type reloadTest struct {
	load.Reload[entry]
	t       *testing.T
	chain   *chain
	visible *reader
}

func newReloadTest(t *testing.T) *reloadTest {
	c := &chain{manner: regular}
	c.grow(320, noneOdd)
	visible := begun(t, c, client.NewestFirst)
	for range 2 {
		visible.hold(visible.LoadMore(t.Context(), visible.loader))
		visible.settle(t)
	}
	require.Equal(t, 220, visible.Len())
	c.requests = nil
	return &reloadTest{t: t, chain: c, visible: visible}
}

func (r *reloadTest) start() tea.Cmd {
	return r.Start(r.t.Context(), r.visible.loader, load.NewPages(r.chain.source(), r.visible.Order()))
}

func (r *reloadTest) resume() tea.Cmd { return r.Continue(r.t.Context(), r.visible.loader) }

// run makes a request and the following ones until the reload is complete or stops.
func (r *reloadTest) run(request tea.Cmd, goal goal) (done reloaded) {
	for request != nil {
		var ok bool
		done, request, ok = r.Accept(r.t.Context(), r.visible.loader, request().(load.Result[client.Page[*entry]]), goal)
		require.True(r.t, ok)
		require.Equal(r.t, done.Pages == nil, r.Active())
		require.Equal(r.t, request != nil, r.Loading())
	}
	return done
}

func TestReloadGoal(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		goal           goal
		records, index int
	}{
		"first page":                 {goal{}, 20, -1},
		"as many records":            {goal{Count: 120}, 120, -1},
		"more than a page":           {goal{Count: 121}, 220, -1},
		"all":                        {goal{Count: 1000}, 320, -1},
		"as many, with the record":   {goal{Count: 120, Selected: &entry{number: 315}}, 120, 4},
		"as many, record not loaded": {goal{Count: 120, Selected: &entry{number: 5}}, 120, -1},
		"record found first":         {goal{Count: 220, Selected: &entry{number: 270}, Found: true}, 120, 49},
		"record gone":                {goal{Count: 120, Selected: &entry{number: 999}, Found: true}, 120, -1},
		"nothing selected":           {goal{Count: 120, Found: true}, 120, -1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newReloadTest(t)
			done := r.run(r.start(), test.goal)
			require.NotNil(t, done.Pages)
			require.Equal(t, test.records, done.Pages.Len())
			require.Equal(t, test.index, done.Selected)
			require.Equal(t, 220, r.visible.Len(), "the visible list is not touched")
		})
	}
}

func TestReloadEndsAtEmptyPage(t *testing.T) {
	t.Parallel()
	r := newReloadTest(t)
	done, next, ok := r.Accept(t.Context(), r.visible.loader, r.start()().(load.Result[client.Page[*entry]]), goal{Count: 220})
	require.True(t, ok)
	require.Nil(t, done.Pages, "20 of 220 records are loaded")
	r.chain.manner.most = 0
	done = r.run(next, goal{Count: 220})
	require.Equal(t, 20, done.Pages.Len())
}

func TestReloadError(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		err  error
		want error // that the reload reports
	}{
		"failed":    {errBroken, errBroken},
		"cancelled": {context.Canceled, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newReloadTest(t)
			r.chain.manner.err, r.chain.manner.breaks = test.err, 10
			require.Nil(t, r.run(r.start(), goal{}).Pages, "10 of the first page's records are loaded")
			require.ErrorIs(t, r.Err(), test.want)
			status := r.Status(r.visible.Status(r.visible.clock.read()), r.visible.clock.read())
			require.ErrorIs(t, status.Err, test.want)
			require.True(t, status.Has, "the visible list stays")
			require.False(t, status.Loading)

			r.chain.manner = regular
			done := r.run(r.resume(), goal{Count: 220})
			require.Equal(t, r.visible.numbers(), (&reader{Pages: done.Pages}).numbers())
			require.NoError(t, r.Err())
		})
	}
}

func TestReloadIgnoresOtherResults(t *testing.T) {
	t.Parallel()
	r := newReloadTest(t)
	visible := r.visible.LoadMore(t.Context(), r.visible.loader)().(load.Result[client.Page[*entry]])
	_, _, ok := r.Accept(t.Context(), r.visible.loader, visible, goal{})
	require.False(t, ok, "there is no reload")

	first := r.start()().(load.Result[client.Page[*entry]])
	second := r.start()
	require.Nil(t, r.resume(), "the first page is pending")
	for _, result := range []load.Result[client.Page[*entry]]{visible, first, {}} {
		_, _, ok := r.Accept(t.Context(), r.visible.loader, result, goal{})
		require.False(t, ok)
	}
	late := second().(load.Result[client.Page[*entry]])
	r.Cancel()
	require.False(t, r.Active())
	require.Nil(t, r.resume())
	_, _, ok = r.Accept(t.Context(), r.visible.loader, late, goal{})
	require.False(t, ok)
	require.Equal(t, 220, r.visible.Len())
}

// Records that are added to the chain between the pages of a reload are loaded once.
func TestReloadDuringNewRecords(t *testing.T) {
	t.Parallel()
	r := newReloadTest(t)
	request, done := r.start(), reloaded{}
	for request != nil {
		result := request().(load.Result[client.Page[*entry]])
		r.chain.grow(3, noneOdd)
		r.visible.hold(r.visible.LoadNewer(t.Context(), r.visible.loader))
		r.visible.settle(t)
		done, request, _ = r.Accept(t.Context(), r.visible.loader, result, goal{Count: r.visible.Len()})
	}
	require.Greater(t, r.visible.AddedAbove(), 3)
	list := &reader{Pages: done.Pages, clock: r.visible.clock, loader: r.visible.loader, serials: map[int]int{}}
	list.hold(list.LoadNewer(t.Context(), list.loader))
	list.hold(list.LoadMore(t.Context(), list.loader))
	list.settle(t)
	require.True(t, list.Complete())
	require.Equal(t, r.chain.want(client.NewestFirst), list.numbers())
}
