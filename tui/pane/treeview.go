// treeview.go is the JSON tree of a screen: it parses the text, searches it, and handles the keys of the tree.

package pane

import (
	"encoding/json"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/load"
	"foredeck/tui/query"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
	"foredeck/tui/widget/jsontree"
)

// Tree is the tree that Reload prepares.
type Tree = jsontree.Model

// TreeView is a tree with a search line above it. The pattern stays when the tree is replaced.
type TreeView struct {
	jsontree.Model
	widget.FilterLine
	deps          *screen.Deps
	parser        load.Parser[jsontree.Model]
	resume        func() tea.Cmd // parses the latest text again
	width, height int
	blurred       bool
}

// NewTreeView returns a view without a tree.
func NewTreeView(deps *screen.Deps) TreeView {
	return TreeView{deps: deps, FilterLine: widget.NewLine()}
}

// Show replaces the tree with that of another text and selects the first hit of the search. prepare configures the new tree; for
// long texts it is called in the background.
func (m *TreeView) Show(raw json.RawMessage, prepare func(*Tree)) tea.Cmd {
	m.Reset()
	return m.Reload(raw, prepare)
}

// Reload is Show for a new version of the same text: folds and selection do not change, and a long text replaces the tree only
// once it is parsed.
func (m *TreeView) Reload(raw json.RawMessage, prepare func(*Tree)) tea.Cmd {
	m.resume = func() tea.Cmd { return m.Reload(raw, prepare) }
	th := &m.deps.Theme
	tree, cmd := m.parser.Parse(m.deps.Loader, raw, func(raw json.RawMessage) jsontree.Model {
		tree := jsontree.New(raw, th)
		prepare(&tree)
		return tree
	})
	if m.parser.Parsing() {
		return cmd
	}
	return m.SetTree(tree)
}

// SetTree replaces the tree. If there was one, folds and selection do not change.
func (m *TreeView) SetTree(tree jsontree.Model) tea.Cmd {
	isReload := m.Len() > 0
	tree.FoldLike(m.Model)
	m.Model = tree
	m.Model.SetBlurred(m.blurred)
	m.fit()
	if isReload {
		return m.RepeatSearch(m.Pattern())
	}
	return m.Apply()
}

// Reset removes the tree and drops a text that is being parsed.
func (m *TreeView) Reset() {
	m.parser.Cancel()
	m.Model = jsontree.Model{}
}

// Cancel drops a text that is being parsed. The tree does not change.
func (m *TreeView) Cancel() { m.parser.Cancel() }

// Parsing reports whether a long text is being parsed.
func (m *TreeView) Parsing() bool { return m.parser.Parsing() }

// Resume parses the text again if its result was lost because the screen was left.
func (m *TreeView) Resume() tea.Cmd {
	if !m.parser.Parsing() {
		return nil
	}
	return m.resume()
}

// Update applies search results and shows a parsed tree. Screens call it for every message. replaced reports whether the tree is
// a new one.
func (m *TreeView) Update(msg tea.Msg) (cmd tea.Cmd, replaced bool) {
	m.ApplyHits()
	if parsed, ok := msg.(load.Result[jsontree.Model]); ok {
		if tree, ok := m.parser.Accept(parsed); ok {
			return m.SetTree(tree), true
		}
	}
	return nil, false
}

// SetSize sets the size of the tree with its search line.
func (m *TreeView) SetSize(width, height int) {
	m.width, m.height = width, height
	m.fit()
}

// fit sizes the tree to the room that the search line leaves.
func (m *TreeView) fit() {
	height := m.height
	if m.Visible() {
		height--
	}
	m.Model.SetSize(m.width, height)
}

// Focus begins to type in the search line.
func (m *TreeView) Focus() {
	m.FilterLine.Focus()
	m.fit()
}

// Accept ends typing in the search line and keeps the pattern.
func (m *TreeView) Accept() {
	m.FilterLine.Accept()
	m.fit()
}

// SetBlurred marks the tree as unfocused, which also ends typing in the search line.
func (m *TreeView) SetBlurred(blurred bool) {
	m.blurred = blurred
	m.Model.SetBlurred(blurred)
	if blurred && m.Typing() {
		m.Accept()
	}
}

// View draws the search line and the tree, or the progress of parsing.
func (m *TreeView) View() []text.Line {
	th := m.deps.Theme
	if m.parser.Parsing() && m.Len() == 0 {
		return []text.Line{m.parser.Text().In(th.Faint)}
	}
	if !m.Visible() {
		return m.Model.View()
	}
	return append([]text.Line{m.FilterLine.View(th, m.Hits(), m.width)}, m.Model.View()...)
}

// PositionText returns the position of the selection, such as "3 of 17", or "" if there is at most one line.
func (m *TreeView) PositionText() text.Safe {
	if m.Len() <= 1 {
		return text.Safe{}
	}
	return text.Format("%s of %s", text.Integer(uint64(m.Position()+1)), text.Integer(uint64(m.Len())))
}

// Copies returns the copy forms of the selected value, or nil if there is no tree.
func (m *TreeView) Copies() []screen.Copy {
	if m.Len() == 0 {
		return nil
	}
	return screen.CopyTree(m.Selected())
}

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

// Apply searches the tree for the pattern. The command finds the hits.
func (m *TreeView) Apply() tea.Cmd { return m.Search(m.Pattern()) }

// Escape ends the search and reports whether there was one.
func (m *TreeView) Escape() bool {
	if !m.Visible() {
		return false
	}
	m.Clear()
	m.Search(query.Pattern{})
	m.fit()
	return true
}

// ExportValue returns the export of a JSON value: CSV and JSON lines hold the leaves with their paths, JSON holds the value.
func ExportValue(name string, data json.RawMessage) screen.Export {
	export := screen.ExportRows(name, []string{"path", "value"}, func(yield func(screen.Record) bool) {
		for path, leaf := range jsontree.Leaves(data) {
			value := struct {
				Path  string          `json:"path"`
				Value json.RawMessage `json:"value"`
			}{path, leaf}
			if !yield(screen.Record{Value: value, Cells: []string{path, text.Unquote(leaf)}}) {
				return
			}
		}
	})
	export.Document = data
	return export
}
