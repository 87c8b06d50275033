package pane_test

import (
	"context"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/client"
	"foredeck/config"
	"foredeck/theme"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// elements is a small screen of a paged list with details.
type elements struct {
	*pane.List[element]
	size screen.Size
}

var elementKeys = screen.Bind(
	pane.Filtering((*elements).rows),
	screen.Bindings[*elements]{{ID: "deck.refresh", Run: func(m *elements) tea.Cmd { return m.Refresh() }}},
	pane.Movement((*elements).rows).Then(func(m *elements) tea.Cmd { return m.Follow() }),
).Then((*elements).settle)

func newElements(deps *screen.Deps, source load.Source[element]) *elements {
	words := pane.Words{Name: text.Const("Elements"), Title: text.Const("Elements"), Content: text.Const("elements")}
	m := &elements{List: pane.NewList(deps, words, pane.InBothOrders(source), records)}
	m.Columns = columns
	m.Empty = func() []text.Line { return []text.Line{text.Plain("no elements")} }
	return m
}

func (m *elements) rows() *pane.Frame                 { return &m.Frame }
func (m *elements) Enter(ctx context.Context) tea.Cmd { m.Resume(ctx); return m.Poll() }
func (m *elements) Leave()                            { m.Cancel() }
func (m *elements) SetSize(size screen.Size)          { m.size = size; m.parts().Resize(size) }
func (m *elements) Update(msg tea.Msg) tea.Cmd        { return tea.Batch(m.List.Update(msg), m.settle()) }
func (m *elements) View() []text.Line                 { return m.parts().View(m.Deps.Theme, m.size) }
func (m *elements) Crumbs() []text.Safe               { return []text.Safe{m.Name} }
func (m *elements) Note() (left, right text.Line)     { return m.Deps.StaleNote(m.Status()), nil }
func (m *elements) Vital() text.Line                  { return m.Loaded().Line() }

func (m *elements) settle() tea.Cmd {
	cmd := m.ScanNew()
	m.parts().Resize(m.size)
	return cmd
}

func (m *elements) parts() pane.Layout {
	list := pane.Part{Fill: true, Resize: m.Resize, Panel: m.Panel}
	return pane.WithDetails(list, pane.Part{Width: m.size.From(screen.Huge, m.size.Width/3), Height: m.size.From(screen.Full, 5), Panel: m.details})
}

func (m *elements) details(pane.Area) widget.Panel {
	p := widget.Panel{Title: text.Plain("Selected")}
	if selected := m.Selected(); selected != nil {
		p.Body = []text.Line{text.Plain("number %s", text.Integer(uint64(selected.number)))}
	}
	return p
}

var _ screen.Screen = (*elements)(nil)

// open returns the screen at a size, with as many pages as it requests by itself.
func open(t *testing.T, source load.Source[element], width, height int, prepare ...func(*elements)) *elements {
	deps := deps()
	adapted, _ := theme.Adapt("dark", theme.Display{Depth: theme.TrueColor})
	deps.Theme, deps.Config = adapted.Unknown, &config.Settings{}
	deps.Loader = load.NewLoader(func() time.Time { return time.Time{} })
	m := newElements(deps, source)
	for _, change := range prepare {
		change(m)
	}
	sizes := config.Sizes{Small: config.Size{Width: 40, Height: 12}, Rules: config.Size{Width: 60, Height: 20}, Compact: config.Size{Width: 80, Height: 24}, Full: config.Size{Width: 100, Height: 30}, Wide: config.Size{Width: 120, Height: 36}}
	m.SetSize(screen.Size{Width: width, Height: height, Class: screen.ClassOf(sizes, width, height)})
	for cmd := m.Enter(t.Context()); cmd != nil; {
		cmd = m.Update(cmd())
	}
	return m
}

func (m *elements) lines() []string { return strings.Split(text.Render(m.View()), "\n") }

func TestListWithDetails(t *testing.T) {
	t.Parallel()
	n := &node{}
	n.grow(50)
	for _, c := range []struct {
		width, height int
		selected      int // line of the details, -1 if they are hidden
		beside        bool
	}{{40, 12, -1, false}, {60, 20, -1, false}, {80, 24, -1, false}, {100, 30, 26, false}, {130, 40, 36, false}, {180, 40, 1, true}} {
		lines := open(t, n.source(), c.width, c.height).lines()
		require.Len(t, lines, c.height)
		require.Contains(t, lines[0], "Elements", "%dx%d", c.width, c.height)
		require.Equal(t, c.beside, strings.Contains(lines[0], "Selected"), "%dx%d", c.width, c.height)
		if c.selected < 0 {
			require.NotContains(t, strings.Join(lines, ""), "Selected", "%dx%d", c.width, c.height)
			continue
		}
		require.Contains(t, lines[c.selected], "number 49", "%dx%d", c.width, c.height)
	}
	m := open(t, n.source(), 130, 40)
	for _, action := range elementKeys.Actions(m, false) {
		if action.ID == "list.down" {
			action.Run(0)
		}
	}
	require.Contains(t, m.lines()[36], "number 48")
	m.SetSize(screen.Size{Width: 130, Height: 40, Class: screen.Wide, Maximized: true})
	require.NotContains(t, strings.Join(m.lines(), ""), "Selected", "zoomed")
}

func TestEmptyAndFailedList(t *testing.T) {
	t.Parallel()
	require.Contains(t, open(t, (&node{}).source(), 100, 30).lines()[1], "no elements")
	failing := (&node{}).source()
	failing.Page = func(context.Context, client.PageRequest) (client.Page[element], error) {
		return client.Page[element]{}, client.ErrNotFound
	}
	lines := open(t, failing, 100, 30).lines()
	require.Contains(t, lines[2], "key of deck.refresh retry")
}

// A list with few of the records read stops after a number of them, and goes on from its last row.
func TestListStopsAtItsLimit(t *testing.T) {
	t.Parallel()
	n := &node{}
	n.grow(1000)
	source := n.source()
	source.Include = func(e *element) bool { return e.number%100 == 0 }
	m := open(t, source, 100, 30, func(m *elements) { m.Step, m.Record = 200, text.Const("element") })
	require.True(t, m.AtLimit())
	require.Equal(t, "2 of 220 scanned · key of list.down scan more", m.Count().String())
	require.Nil(t, m.Follow(), "the first row is selected")
	m.Rows.Select(1)
	require.NotNil(t, m.Follow())
}

// A layout is exactly as large as the window, whatever its parts ask for.
func TestLayoutFillsTheWindow(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		size := screen.Size{Width: rapid.IntRange(1, 90).Draw(t, "width"), Height: rapid.IntRange(1, 40).Draw(t, "height"), Class: screen.Class(rapid.IntRange(1, 6).Draw(t, "class"))}
		small := rapid.IntRange(0, 12)
		part := func(fill bool) pane.Part {
			return pane.Part{
				Fill: fill, Height: small.Draw(t, "height of part"), Content: small.Draw(t, "content"), Most: small.Draw(t, "most"),
				Panel: func(room pane.Area) widget.Panel {
					return widget.Panel{Body: []text.Line{text.Integer(uint64(room.Height)).Line()}}
				},
			}
		}
		beside := part(false)
		beside.Width = rapid.IntRange(0, size.Width-1).Draw(t, "width beside")
		nested := pane.Part{Inside: pane.Layout{{part(false)}, {part(rapid.Bool().Draw(t, "fill nested"))}}}
		lines := pane.Layout{{part(false)}, {part(true), beside}, {nested}}.View(theme.Theme{}, size)
		require.Len(t, lines, size.Height)
		for _, line := range lines {
			require.LessOrEqual(t, line.Width(), size.Width)
		}
	})
}
