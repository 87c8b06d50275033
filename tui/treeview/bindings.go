package treeview

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
)

// Search are the keys that search a tree of M.
func Search[M any](tree func(M) *Model) screen.Bindings[M] {
	return screen.Search(func(m M) screen.Searched { return tree(m) })
}

// Folding are the keys that expand and collapse the selected line of a tree of M.
func Folding[M any](tree func(M) *Model) screen.Bindings[M] {
	return screen.Lift(screen.Bindings[*Model]{
		row("tree.open", func(m *Model) { m.Open() }),
		row("tree.close", func(m *Model) { m.Close() }),
	}, tree)
}

// Levels are the keys that expand a tree of M to a depth.
func Levels[M any](tree func(M) *Model) screen.Bindings[M] {
	return screen.Lift(append(screen.Bindings[*Model]{
		row("tree.all", func(m *Model) { m.OpenAll() }),
	}, screen.Bindings[*Model]{
		row("tree.deeper", func(m *Model) { m.AdjustDepth(1) }),
		row("tree.shallower", func(m *Model) { m.AdjustDepth(-1) }),
	}.Hide()...), tree)
}

// Siblings are the keys that go to the next and the previous value of the same parent in a tree of M.
func Siblings[M any](tree func(M) *Model) screen.Bindings[M] {
	return screen.Lift(screen.Bindings[*Model]{
		row("tree.next_sibling", func(m *Model) { m.Sibling(1) }),
		row("tree.previous_sibling", func(m *Model) { m.Sibling(-1) }),
	}, tree)
}

func row(id string, run func(*Model)) screen.Binding[*Model] {
	return screen.Binding[*Model]{ID: id, Run: func(m *Model) tea.Cmd { run(m); return nil }}
}

// Movement are the keys that move in a tree of M.
func Movement[M any](tree func(M) *Model) screen.Bindings[M] {
	return screen.Movement(func(m M) screen.Rows { return tree(m) })
}

// AtTop reports whether the first line is selected, from where collapsing leads back to the list beside the tree.
func (m *Model) AtTop() bool { return m.Position() == 0 }
