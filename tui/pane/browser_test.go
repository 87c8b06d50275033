package pane_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/config"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// browser is a screen around a list of a node.
type browser struct {
	pane.Browser[element]
	list reader
	fail error
}

var browsing = screen.Bind(pane.Browse(func(b *browser) *pane.Browser[element] { return &b.Browser }))

func newBrowser(t *testing.T, n *node) *browser {
	t.Helper()
	b := &browser{}
	source := n.source()
	page := source.Page
	source.Page = func(ctx context.Context, request client.PageRequest) (client.Page[element], error) {
		if b.fail != nil {
			return client.Page[element]{}, b.fail
		}
		return page(ctx, request)
	}
	d := deps()
	d.Loader, d.Config = load.NewLoader(time.Now), &config.Settings{}
	b.list = reader{List: pane.NewList(d, pane.Words{Title: text.Const("Elements")}, pane.InBothOrders(source), records), T: t}
	b.list.Columns = columns
	b.Browser = pane.Browser[element]{
		List: b.list.List, Name: func() []text.Safe { return []text.Safe{text.Const("Elements")} },
		Remark: text.Const("a remark"),
		Word:   func(e *element) text.Safe { return text.Format("number %s", text.Integer(uint64(e.number))) },
	}
	b.SetSize(screen.Size{Width: 100, Height: 20, Class: screen.Compact})
	return b
}

// run executes commands until no more follow.
func (b *browser) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	msg := cmd()
	if batch, ok := msg.(tea.BatchMsg); ok {
		for _, cmd := range batch {
			b.run(cmd)
		}
		return
	}
	b.run(b.Update(msg))
}

func (b *browser) act(t *testing.T, id string) {
	t.Helper()
	actions := browsing.Actions(b, b.Typing())
	at := slices.IndexFunc(actions, func(action screen.Action) bool { return action.ID == id })
	require.GreaterOrEqual(t, at, 0, id)
	b.run(actions[at].Run(0))
}

func (b *browser) drawn() string { return text.Render(b.View()) }

// A screen around a list loads it page by page as the user scrolls, filters it, reads it again and says why that failed.
func TestBrowser(t *testing.T) {
	t.Parallel()
	n := &node{}
	n.grow(400)
	b := newBrowser(t, n)
	require.False(t, b.HasRow())
	require.Contains(t, b.drawn(), "Elements")
	b.run(b.Enter(t.Context()))
	require.True(t, b.HasRow())
	require.Len(t, b.View(), 20)
	require.Contains(t, b.drawn(), "399")
	require.Equal(t, "Elements number 399", b.Vital().Text().String())
	require.Equal(t, []text.Safe{text.Const("Elements")}, b.Crumbs())
	left, _ := b.Note()
	require.Equal(t, "a remark", left.Text().String())
	require.False(t, b.CanZoom(), "there is one panel")
	require.Nil(t, b.Enter(t.Context()), "it is loaded")

	before := b.List.Pages.Len()
	require.Less(t, before, 400)
	b.act(t, "list.last")
	require.Greater(t, b.List.Pages.Len(), before, "the next page")
	for !b.List.Pages.Complete() {
		b.act(t, "list.last")
	}
	require.Equal(t, 400, b.List.Len())
	require.Contains(t, b.List.Loaded().String(), "400 loaded · end")

	b.act(t, "search.begin")
	require.True(t, b.Typing())
	require.True(t, b.Captures(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("7")}))
	b.run(b.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("399")}))
	require.Equal(t, 1, b.List.Len())
	require.Equal(t, "399", b.List.Typed())
	require.Contains(t, b.drawn(), "1 of 400")
	require.True(t, b.Escape())
	require.Equal(t, 400, b.List.Len())
	require.False(t, b.Escape(), "nothing to cancel")

	n.grow(5)
	b.run(b.List.Poll())
	require.Equal(t, 405, b.List.Len())
	b.List.SetFilter("value > 15")
	b.run(b.Settle())
	require.Less(t, b.List.Len(), 405)
	b.List.SetFilter("")
	b.run(b.Settle())
	require.Equal(t, 405, b.List.Len())

	n.records[404].value = 77
	b.act(t, "deck.refresh")
	require.Equal(t, 77, b.List.At(0).value, "it was read again")
	b.fail = errors.New("gone")
	b.act(t, "deck.refresh")
	require.Equal(t, 405, b.List.Len(), "the list stays")
	left, _ = b.Note()
	require.True(t, strings.HasPrefix(left.Text().String(), "! "), left.Text().String())
	b.Leave()
	require.False(t, b.List.Pages.Loading())
}

// A list with few of the records that are read stops until the user continues.
func TestListStopsAfterSomeRecords(t *testing.T) {
	t.Parallel()
	n := &node{}
	n.grow(900)
	b := newBrowser(t, n)
	b.List.Step = 100
	b.run(b.Enter(t.Context()))
	b.List.SetFilter("/^[0-4]$/")
	b.run(b.Settle())
	b.run(b.List.Prefetch())
	require.True(t, b.List.AtLimit())
	read := b.List.Pages.Scanned()
	require.Less(t, read, 900)
	require.Contains(t, b.List.Count().String(), "scan more")
	b.run(b.List.Prefetch())
	require.Equal(t, read, b.List.Pages.Scanned(), "not by itself")
	b.run(b.List.Follow())
	require.Greater(t, b.List.Pages.Scanned(), read)
	for !b.List.Pages.Complete() {
		b.run(b.List.Follow())
	}
	require.Equal(t, 5, b.List.Len())
	require.Contains(t, b.List.Count().String(), "end")
}

// Details of the selected record are below the list where there is room.
func TestBrowserWithDetails(t *testing.T) {
	t.Parallel()
	n := &node{}
	n.grow(9)
	b := newBrowser(t, n)
	b.Details = func(pane.Area) widget.Panel {
		return widget.Panel{Title: text.Plain("Details"), Body: []text.Line{text.Plain("of %s", text.Integer(uint64(b.List.Selected().number)))}}
	}
	b.run(b.Enter(t.Context()))
	for class, size := range map[screen.Class][2]int{screen.Full: {100, 30}, screen.Wide: {140, 40}, screen.Huge: {200, 50}} {
		b.SetSize(screen.Size{Width: size[0], Height: size[1], Class: class})
		require.Len(t, b.View(), size[1])
		require.Contains(t, b.drawn(), "of 8", size)
		require.True(t, b.CanZoom())
	}
	b.act(t, "list.down")
	require.Contains(t, b.drawn(), "of 7")
}

// A list reads on while no record of the pages belongs to it.
func TestListWithoutRecordsOnItsFirstPages(t *testing.T) {
	t.Parallel()
	n := &node{}
	n.grow(400)
	b := newBrowser(t, n)
	source := n.source()
	source.Include = func(e *element) bool { return e.number == 3 }
	b.List = pane.NewList(b.List.Deps, b.List.Words, pane.InBothOrders(source), records)
	b.List.Columns = columns
	b.SetSize(screen.Size{Width: 100, Height: 20, Class: screen.Compact})
	b.run(b.Enter(t.Context()))
	require.Equal(t, 1, b.List.Len())
	require.True(t, b.List.Pages.Complete())
}
