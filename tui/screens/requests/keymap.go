package requests

import (
	"context"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
)

// Spec declares the list of requests.
var Spec = screen.Spec[*Model]{
	Name: "requests", Visitors: screen.Allowed,
	For: func(deps *screen.Deps, msg any) *Model {
		if listed, ok := msg.(screen.ListRequestsMsg); ok {
			return New(deps, listed.Under, listed.Also...)
		}
		return nil
	},
	Start:  func(*screen.Deps) (*Model, any) { return nil, screen.OpenRequestsMsg{} },
	Menu:   screen.MenuItem{Key: "r", Words: "requests and responses"},
	Typing: func(m *Model) bool { return m.list.Typing() || m.treeFocused() && m.tree.Typing() },
	Bindings: screen.Bind(
		screen.Bindings[*Model]{{ID: "tree.close", Help: "list", Place: screen.Hidden, Run: screen.Do((*Model).switchPanel)}}.If((*Model).inLines),
		slices.Concat(
			screen.Bindings[*Model]{
				{ID: "tree.toggle", Run: func(m *Model) tea.Cmd { m.tree.Toggle(); return nil }},
				{ID: "tree.close", When: func(m *Model) bool { return m.tree.AtTop() }, Run: screen.Do((*Model).switchPanel)},
			},
			pane.TreeFolding((*Model).jsonTree),
			pane.TreeLevels((*Model).jsonTree),
			pane.TreeSiblings((*Model).jsonTree).Hide(),
			pane.TreeSearch((*Model).jsonTree),
		).If((*Model).treeFocused),
		append(tabs, screen.Binding[*Model]{ID: "requests.clear", Help: "list", When: (*Model).hasNoSearch}).If((*Model).inContent),
		screen.Bindings[*Model]{
			{ID: "requests.body", Keys: "enter", Help: "body", When: (*Model).isSelected, Run: screen.Do((*Model).switchPanel)},
		}.If((*Model).inList),
		pane.Filtering((*Model).frame).If((*Model).inList),
		screen.Bindings[*Model]{
			{ID: "requests.failed", Keys: "f", Help: "failed only", State: screen.Instead((*Model).listsFailed, "all results"), Run: screen.Do((*Model).switchFailed)},
		}.If((*Model).inList),
		screen.Bindings[*Model]{
			{ID: "requests.repeat", Keys: "x", Help: "repeat", When: (*Model).isSelected, Run: (*Model).repeatSelected},
			{ID: "requests.save_body", Keys: "e", Help: "save response body", When: (*Model).isSelected, Run: (*Model).save},
		},
		append(screen.Bindings[*Model]{
			{ID: "requests.all", Keys: "*", Help: "all screens", State: screen.Instead((*Model).listsAll, "this screen"), Run: screen.Do((*Model).switchScreens)},
			{ID: "requests.clear", Keys: "esc", Help: "clear", When: (*Model).canClear},
		}, tabs.Hide()...).If((*Model).inList), // the tab titles show their keys
		screen.Bindings[*Model]{
			{ID: "requests.panel", Keys: "tab shift+tab", Help: "next panel", Place: screen.Hidden, State: screen.Instead((*Model).inContent, "list"), When: (*Model).isSelected, Run: screen.Do((*Model).switchPanel)},
		},
		pane.Movement((*Model).frame).If((*Model).inList),
		screen.Movement((*Model).rows),
	).Then((*Model).update),
}

var tabs = screen.Bindings[*Model]{
	{ID: "requests.tab", Keys: "1 2 3", Help: "tab", When: (*Model).hasThreeTabs, Pick: (*Model).selectTab},
	{ID: "requests.tab", Keys: "1 2 3 4", Help: "tab", When: (*Model).isSelected, Pick: (*Model).selectTab},
}

func (m *Model) isSelected() bool   { return m.selected() != nil }
func (m *Model) inContent() bool    { return m.contentFocused }
func (m *Model) inLines() bool      { return m.contentFocused && !m.content.isTree }
func (m *Model) inList() bool       { return !m.contentFocused }
func (m *Model) hasThreeTabs() bool { return m.isSelected() && m.tabs() == tabSent }
func (m *Model) hasNoSearch() bool  { return !m.treeFocused() || !m.tree.Visible() } // otherwise esc ends it first
func (m *Model) canClear() bool {
	return (m.failedOnly || m.repeat.Loading()) && !m.list.HasRange()
}
func (m *Model) jsonTree() *pane.TreeView { return &m.tree }

func (m *Model) listsFailed() bool { return m.failedOnly }
func (m *Model) listsAll() bool    { return m.allScreens }

func (m *Model) frame() *pane.Frame { return &m.list.Frame }

// rows returns what the keys that move move in the content.
func (m *Model) rows() screen.Rows {
	if m.treeFocused() {
		return &m.tree
	}
	return &m.content.lines
}

func (m *Model) switchFailed() {
	m.failedOnly = !m.failedOnly
	m.show()
}

func (m *Model) switchScreens() {
	m.allScreens = !m.allScreens
	m.show()
}

func (m *Model) switchPanel() { m.focusContent(!m.contentFocused) }

// focusContent focuses the content of the tab, or the list.
func (m *Model) focusContent(inside bool) {
	m.contentFocused = inside
	m.layout()
}

func (m *Model) selectTab(chosen int) tea.Cmd {
	if chosen < int(m.tabs()) {
		m.tab = tab(chosen)
	}
	return nil
}

// typeText edits the filter or the search with a key that Captures takes.
func (m *Model) typeText(msg tea.KeyMsg) tea.Cmd {
	if m.treeFocused() {
		return screen.TypeSearch(&m.tree, msg)
	}
	m.list.Type(msg)
	return nil
}

// repeatSelected sends the selected request again. The repetition is attributed to the original caller so that it is
// listed next to the original.
func (m *Model) repeatSelected() tea.Cmd {
	record := m.selected()
	exchange := record.Exchange
	sent, _, _ := m.deps.Loader.Recorder.Bodies(record.Serial)
	caller := load.CallerOf(record.Label)
	if caller.Screen == "" {
		caller = m.under
	}
	return m.repeat.Load(load.WithCaller(m.ctx, caller), m.deps.Loader, func(ctx context.Context) (repeated, error) {
		if m.deps.Prices.IsRequest(exchange) {
			return repeated{}, m.deps.Prices.Resend(ctx, exchange)
		}
		return repeated{}, m.deps.Node.Debug().Resend(ctx, exchange, sent)
	})
}
