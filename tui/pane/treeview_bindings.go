package pane

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
)

// TreeSearch are the keys that search a tree of M.
func TreeSearch[M any](tree func(M) *TreeView) screen.Bindings[M] {
	return screen.Search(func(m M) screen.Searched { return tree(m) })
}

// TreeFolding are the keys that expand and collapse the selected line of a tree of M.
func TreeFolding[M any](tree func(M) *TreeView) screen.Bindings[M] {
	return screen.Lift(screen.Bindings[*TreeView]{
		row("tree.open", func(m *TreeView) { m.Open() }),
		row("tree.close", func(m *TreeView) { m.Close() }),
	}, tree)
}

// TreeLevels are the keys that expand a tree of M to a depth.
func TreeLevels[M any](tree func(M) *TreeView) screen.Bindings[M] {
	return screen.Lift(append(screen.Bindings[*TreeView]{
		row("tree.all", func(m *TreeView) { m.OpenAll() }),
	}, screen.Bindings[*TreeView]{
		row("tree.deeper", func(m *TreeView) { m.AdjustDepth(1) }),
		row("tree.shallower", func(m *TreeView) { m.AdjustDepth(-1) }),
	}.Hide()...), tree)
}

// TreeSiblings are the keys that go to the next and the previous value of the same parent in a tree of M.
func TreeSiblings[M any](tree func(M) *TreeView) screen.Bindings[M] {
	return screen.Lift(screen.Bindings[*TreeView]{
		row("tree.next_sibling", func(m *TreeView) { m.Sibling(1) }),
		row("tree.previous_sibling", func(m *TreeView) { m.Sibling(-1) }),
	}, tree)
}

func row(id string, run func(*TreeView)) screen.Binding[*TreeView] {
	return screen.Binding[*TreeView]{ID: id, Run: func(m *TreeView) tea.Cmd { run(m); return nil }}
}

// TreeMovement are the keys that move in a tree of M.
func TreeMovement[M any](tree func(M) *TreeView) screen.Bindings[M] {
	return screen.Movement(func(m M) screen.Rows { return tree(m) })
}

// AtTop reports whether the first line is selected, from where collapsing leads back to the list beside the tree.
func (m *TreeView) AtTop() bool { return m.Position() == 0 }
