// Package treeview is the JSON tree of a screen: it parses the text, searches it, and handles the keys of the tree.
package treeview

import (
	"encoding/json"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/filter"
	"foredeck/tui/widget/jsontree"
)

// Model is a tree with a search line above it. The pattern stays when the tree is replaced.
type Model struct {
	jsontree.Model
	filter.Line
	deps          *screen.Deps
	parser        load.Parser[jsontree.Model]
	resume        func() tea.Cmd // parses the latest text again
	width, height int
	blurred       bool
}

// New returns a view without a tree.
func New(deps *screen.Deps) Model { return Model{deps: deps, Line: filter.NewLine()} }

// Show replaces the tree with that of another text and selects the first hit of the search. prepare configures the new tree; for
// long texts it is called in the background.
func (m *Model) Show(raw json.RawMessage, prepare func(*Tree)) tea.Cmd {
	m.Reset()
	return m.Reload(raw, prepare)
}

// Reload is Show for a new version of the same text: folds and selection do not change, and a long text replaces the tree only
// once it is parsed.
func (m *Model) Reload(raw json.RawMessage, prepare func(*Tree)) tea.Cmd {
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
func (m *Model) SetTree(tree jsontree.Model) tea.Cmd {
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
func (m *Model) Reset() {
	m.parser.Cancel()
	m.Model = jsontree.Model{}
}

// Cancel drops a text that is being parsed. The tree does not change.
func (m *Model) Cancel() { m.parser.Cancel() }

// Parsing reports whether a long text is being parsed.
func (m *Model) Parsing() bool { return m.parser.Parsing() }

// Resume parses the text again if its result was lost because the screen was left.
func (m *Model) Resume() tea.Cmd {
	if !m.parser.Parsing() {
		return nil
	}
	return m.resume()
}

// Update applies search results and shows a parsed tree. Screens call it for every message. replaced reports whether the tree is
// a new one.
func (m *Model) Update(msg tea.Msg) (cmd tea.Cmd, replaced bool) {
	m.ApplyHits()
	if parsed, ok := msg.(load.Result[jsontree.Model]); ok {
		if tree, ok := m.parser.Accept(parsed); ok {
			return m.SetTree(tree), true
		}
	}
	return nil, false
}

// SetSize sets the size of the tree with its search line.
func (m *Model) SetSize(width, height int) {
	m.width, m.height = width, height
	m.fit()
}

// fit sizes the tree to the room that the search line leaves.
func (m *Model) fit() {
	height := m.height
	if m.Visible() {
		height--
	}
	m.Model.SetSize(m.width, height)
}

// Focus begins to type in the search line.
func (m *Model) Focus() {
	m.Line.Focus()
	m.fit()
}

// Accept ends typing in the search line and keeps the pattern.
func (m *Model) Accept() {
	m.Line.Accept()
	m.fit()
}

// SetBlurred marks the tree as unfocused, which also ends typing in the search line.
func (m *Model) SetBlurred(blurred bool) {
	m.blurred = blurred
	m.Model.SetBlurred(blurred)
	if blurred && m.Typing() {
		m.Accept()
	}
}

// View draws the search line and the tree, or the progress of parsing.
func (m *Model) View() []text.Line {
	th := m.deps.Theme
	if m.parser.Parsing() && m.Len() == 0 {
		return []text.Line{m.parser.Text().In(th.Faint)}
	}
	if !m.Visible() {
		return m.Model.View()
	}
	return append([]text.Line{m.Line.View(th, m.Hits(), m.width)}, m.Model.View()...)
}

// PositionText returns the position of the selection, such as "3 of 17", or "" if there is at most one line.
func (m *Model) PositionText() text.Safe {
	if m.Len() <= 1 {
		return text.Safe{}
	}
	return text.Format("%s of %s", text.Integer(uint64(m.Position()+1)), text.Integer(uint64(m.Len())))
}

// Copies returns the copy forms of the selected value, or nil if there is no tree.
func (m *Model) Copies() []screen.Copy {
	if m.Len() == 0 {
		return nil
	}
	return screen.CopyTree(m.Selected())
}
