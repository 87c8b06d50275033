package transaction

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/move"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Spec declares the screen of one transaction.
var Spec = screen.Spec[*Model]{
	Name: "transaction", Visitors: screen.Allowed,
	Open:   openLink,
	Links:  func(link target.Link) bool { return link.Target.Kind == target.Transaction },
	For:    openMessage,
	Parent: target.SentBy,
	Hints:  []screen.Hint{{ID: "transaction.function", Words: text.Const("opens the called function")}, {ID: "transaction.next", Words: text.Const("goes to the next row")}, {ID: "transaction.again", Words: text.Const("calls it again")}},
	Typing: func(m *Model) bool { return m.tree.Typing() },
	Bindings: screen.Bind(
		screen.Bindings[*Model]{
			{ID: "transaction.follow", Help: "open", When: (*Model).hasOthers, Run: (*Model).openOther},
			{ID: "deck.refresh", Help: "retry", Run: func(m *Model) tea.Cmd { return m.locate() }},
		}.If((*Model).isLocating),
		screen.Movement(func(m *Model) screen.Rows { return &m.factRows }).If((*Model).hasOthers),
		screen.Bindings[*Model]{
			{ID: "deck.refresh", Help: "check again", When: (*Model).isFollowed, Run: (*Model).poll},
		},
		proofKeys.If((*Model).showsProof),
		screen.Bindings[*Model]{
			{ID: "transaction.proof", Keys: "P", Help: "proof", Long: "proof of inclusion", Place: screen.Later, When: (*Model).canProve, Why: "no hash", Run: (*Model).openProof},
			{ID: "transaction.follow", Help: "follow", When: (*Model).hasLink, Run: (*Model).follow},
			{ID: "transaction.tab", Keys: "1 2 3 4 5 6", Help: "tab", Pick: (*Model).openTab},
			{ID: "transaction.next", Keys: "J", Pair: "transaction.previous", Help: "next/previous", Long: "next tx", When: (*Model).hasList, Why: "not opened from a list", Run: func(m *Model) tea.Cmd { return m.step(1) }},
			{ID: "transaction.previous", Keys: "K", Help: "previous tx", When: (*Model).hasList, Why: "not opened from a list", Run: func(m *Model) tea.Cmd { return m.step(-1) }},
			{ID: "transaction.failure", Keys: "F", Help: "where it failed", When: (*Model).hasPlace, Run: (*Model).openFailure},
			{ID: "transaction.function", Keys: "f", Help: "open function", When: (*Model).hasFunction, Why: "no function is called", Run: (*Model).openFunction},
			{ID: "transaction.again", When: (*Model).hasCall, Run: (*Model).callAgain},
			{ID: "transaction.freeze", Keys: "T", Help: "freeze", Long: "save as a test", Place: screen.Later, When: (*Model).canFreeze, Why: "no entry function is called", Run: (*Model).freeze},
			{ID: "transaction.events", Keys: "E", Help: "events of this type", When: (*Model).hasEventType, Run: (*Model).openEvents},
			{ID: "transaction.panel", Keys: "tab shift+tab", Label: "tab", Help: "next panel", Pick: (*Model).nextPanel},
			{ID: "deck.refresh", Help: "reload types", When: (*Model).hasTypes, Run: (*Model).HardReload},
			{ID: "transaction.follow", Help: "follow", When: (*Model).hasJump, Run: (*Model).followJump},
			{ID: "transaction.follow", Help: "expand or collapse", When: (*Model).treeFocused, Run: func(m *Model) tea.Cmd { m.tree.Toggle(); return nil }},
		}.If((*Model).isLocated),
		slices.Concat(
			pane.TreeSearch((*Model).jsonTree),
			screen.Bindings[*Model]{{ID: "tree.close", When: (*Model).atEventTop, Run: func(m *Model) tea.Cmd { m.focusEvent(false); return nil }}},
			pane.TreeFolding((*Model).jsonTree),
			pane.TreeLevels((*Model).jsonTree),
		).If(func(m *Model) bool { return m.isLocated() && m.treeFocused() }),
		screen.Bindings[*Model]{
			{ID: "transaction.follow", Help: "open data", When: (*Model).hasEvents, Run: (*Model).enterEvent},
			{ID: "transaction.follow", Keys: "enter", Help: "follow", When: func(*Model) bool { return false }, Why: "no link here"},
			{ID: "tree.open", When: (*Model).hasEvents, Run: (*Model).enterEvent},
		}.If((*Model).isLocated),
		screen.Movement((*Model).rows).Then((*Model).moved).If((*Model).isLocated),
	).Then(screen.Do((*Model).applyLayout)),
}

// openMessage returns the screen of a transaction from a list.
func openMessage(deps *screen.Deps, msg any) *Model {
	if msg, ok := msg.(screen.OpenTransactionMsg); ok {
		return New(deps, msg)
	}
	return nil
}

// openLink returns the screen of a transaction.
func openLink(deps *screen.Deps, link target.Link) *Model {
	m := openTarget(deps, link)
	m.wantsProof = link.Tab != ""
	return m
}

func openTarget(deps *screen.Deps, link target.Link) *Model {
	if link.Target.IsSent() {
		return NewAt(deps, link.Target)
	}
	if record := deps.Seen.Transaction(link.Target.Hash); record != nil {
		return New(deps, screen.OpenTransactionMsg{Record: record})
	}
	return newByHash(deps, link.Target.Hash)
}

func (m *Model) isLocating() bool         { return m.locating != nil }
func (m *Model) isLocated() bool          { return m.locating == nil && m.proof == nil }
func (m *Model) hasList() bool            { return m.list != nil }
func (m *Model) hasPlace() bool           { return m.failure != nil && m.failure.Status.Module != nil }
func (m *Model) jsonTree() *pane.TreeView { return &m.tree }

func (m *Model) hasLink() bool {
	selected, ok := m.selectedField()
	return ok && selected.Opens != nil
}

func (m *Model) hasFunction() bool {
	_, ok := m.function()
	return ok
}

func (m *Model) hasCall() bool {
	payload := m.callPayload()
	return payload != nil && payload.Function != ""
}

// hasTypes reports whether the ABI of a called module, or the modules of a failure, can be reloaded.
func (m *Model) hasTypes() bool {
	_, ok := m.deps.ABIs.Called(m.record)
	return ok || m.failure != nil
}

func (m *Model) listsEvents() bool { return m.focus == focusTabs && m.tab == tabEvents && !m.inEvent }

// eventType returns the type of the selected event.
func (m *Model) eventType() (tag move.StructTag, ok bool) {
	if m.focus != focusTabs || m.tab != tabEvents || m.events.Len() == 0 {
		return tag, false
	}
	tag, err := move.ParseStructTag(m.record.Events[m.events.Selected()].Type)
	return tag, err == nil
}

// jump returns what the config file has for the selected field of an event.
func (m *Model) jump() (target.Link, bool) {
	tag, ok := m.eventType()
	if !ok || !m.treeFocused() || m.tree.Len() == 0 || len(m.deps.Config.Jumps) == 0 {
		return target.Link{}, false
	}
	path, raw := m.tree.Selected()
	return m.deps.Jump(tag, path, m.deps.ABIs.Schema(tag).TypeText(path), raw)
}

func (m *Model) hasJump() bool { _, ok := m.jump(); return ok }

func (m *Model) followJump() tea.Cmd {
	link, _ := m.jump()
	m.deps.FollowJump(link)
	return nil
}

func (m *Model) hasEventType() bool { _, ok := m.eventType(); return ok }

func (m *Model) openEvents() tea.Cmd {
	tag, _ := m.eventType()
	return m.deps.Post(screen.OpenMsg{Target: target.Target{Kind: target.Events, Type: tag}})
}

func (m *Model) hasEvents() bool { return m.listsEvents() && m.events.Len() > 0 }

// atEventTop reports whether the first line of an event is selected, from where collapsing leads back to the list.
func (m *Model) atEventTop() bool { return m.tab == tabEvents && m.tree.AtTop() }

// rows returns what the keys that move move in.
func (m *Model) rows() screen.Rows {
	switch {
	case m.focus == focusFacts:
		return &m.factRows
	case m.focus == focusBlock:
		return &m.blockRows
	case m.treeFocused():
		return &m.tree
	case m.tab == tabEvents:
		return &m.events
	}
	return &m.arguments
}

// moved shows the data of another event.
func (m *Model) moved() tea.Cmd {
	if m.listsEvents() && m.events.Selected() != m.treeEvent {
		return m.buildTree()
	}
	return nil
}

// nextPanel focuses the next panel, or the previous one.
func (m *Model) nextPanel(choice int) tea.Cmd {
	m.setFocus(screen.NextPanel(m.focus, focusCount, choice))
	return nil
}

func (m *Model) openTab(chosen int) tea.Cmd {
	if chosen >= int(tabCount) {
		return nil
	}
	m.setFocus(focusTabs)
	if tab(chosen) == m.tab {
		m.tabFollows = false
		return nil
	}
	m.tab, m.inEvent, m.tabFollows = tab(chosen), false, false
	return m.buildTree()
}

// follow opens what the selected field links to.
func (m *Model) follow() tea.Cmd {
	selected, _ := m.selectedField()
	return m.deps.Post(screen.OpenMsg{Target: *selected.Opens})
}

func (m *Model) enterEvent() tea.Cmd { m.focusEvent(true); return nil }
