package module

import (
	"slices"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/move"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// Spec declares the screen of one module.
var Spec = screen.Spec[*Model]{
	Name: "module", Visitors: screen.Allowed,
	Open:   openLink,
	Links:  isLink,
	Parent: target.PublisherOf,
	At:     func(link target.Link) target.Link { module, _ := target.ModuleOf(link); return module },
	Start: func(*screen.Deps) (*Model, any) {
		return nil, screen.OpenHomeMsg{Ask: text.Const("module: address::module, such as 0x1::coin")}
	},
	Menu:   screen.MenuItem{Key: "m", Words: "module: type or paste address::module"},
	Hints:  []screen.Hint{{ID: "module.run", Words: text.Const("runs a view function")}, {ID: "module.source", Words: text.Const("shows the source")}, {ID: "module.calls", Words: text.Const("finds calls")}},
	Typing: (*Model).typing,
	Bindings: screen.Bind(
		pane.ShiftRanging(func(m *Model) pane.Ranger { return &m.RowRange }).Then((*Model).passed).If((*Model).inList),
		screen.Bindings[*Model]{
			{ID: "module.open", While: screen.Typing, Help: "apply", Run: screen.Do((*Model).acceptSearch)},
			{ID: "module.clear", While: screen.Typing, Help: "clear"}, // by Escape
			{ID: "module.panel", While: screen.Typing, Help: "next panel", Place: screen.Hidden, Run: screen.Do((*Model).switchPanel)},
		}.If(func(m *Model) bool { return m.search.Typing() }),
		screen.Bindings[*Model]{
			{ID: "tree.close", Help: "back to list", Place: screen.Hidden, When: (*Model).inDetails, Run: screen.Do((*Model).switchPanel)},
			{ID: "tree.open", Help: "show types", State: screen.Instead((*Model).inBytecode, "show instructions"), Place: screen.Hidden, When: (*Model).entersDetails, Run: screen.Do((*Model).switchPanel)},
		},
		inTree, inSource,
		screen.Bindings[*Model]{
			{ID: "module.open", Help: "follow", When: (*Model).followsInstruction, Run: (*Model).followInstruction},
			{ID: "module.open", Help: "run", When: (*Model).entersForm, Run: (*Model).openEmptyForm},
			{ID: "module.open", Help: "show types", State: screen.Instead((*Model).inBytecode, "show instructions"), When: (*Model).entersDetails, Run: screen.Do((*Model).switchPanel)},
			{ID: "module.open", Keys: "enter", Help: "open", When: (*Model).hasTarget, Run: (*Model).openTarget},
			{ID: "module.panel", Keys: "tab shift+tab", Help: "next panel", State: (*Model).otherPanel, When: (*Model).hasPanels, Run: screen.Do((*Model).switchPanel)},
		},
		screen.Bindings[*Model]{
			{ID: "module.hex", Keys: "x", Help: "bytes", State: screen.Instead((*Model).showsBytes, "instructions"), When: (*Model).hasBytecode, Run: (*Model).switchHex},
			{ID: "module.run", Place: screen.Hidden, When: (*Model).entersForm},
			{ID: "module.run", Keys: "v", Help: "run", Long: "run view, write entry call", State: screen.Instead((*Model).writesCall, "write call"), When: (*Model).runs, Run: (*Model).openEmptyForm},
			{ID: "module.calls", Keys: "t", Help: "find calls", When: (*Model).hasFunction, Run: (*Model).openCalls},
			{ID: "module.effects", Keys: "a", Help: "effects", Long: "effects: what it may do", Place: screen.Later, When: (*Model).hasFunction, Run: (*Model).openEffects},
			{ID: "module.events", Keys: "E", Help: "events of this type", When: (*Model).hasEvents, Run: (*Model).openEvents},
			{ID: "module.changes", Keys: "D", Help: "changes", Long: "changes of the watched module", Place: screen.Later, When: (*Model).isWatched, Run: (*Model).openChanges},
			{ID: "module.watch", Keys: "W", Help: "watch", Long: "watch: keep each change", Place: screen.Later, State: screen.Instead((*Model).isWatched, "stop watching"), Run: (*Model).watch},
		},
		screen.Search((*Model).searched).Then((*Model).settle).If((*Model).inInstructions),
		screen.Bindings[*Model]{
			{ID: "module.search", Keys: "/", Help: "search", When: (*Model).canSearch, Run: screen.Do((*Model).beginSearch)},
			{ID: "module.clear", Keys: "esc", Help: "clear", When: (*Model).canClear},
		}.If(screen.Not((*Model).inInstructions)),
		screen.Bindings[*Model]{
			{ID: "module.kind", Keys: "f", Help: "kind", State: (*Model).otherKind, When: (*Model).hasKinds, Run: screen.Do((*Model).switchKind)},
			{ID: "module.source", Keys: "s", Help: "source", When: (*Model).hasFunction, Run: (*Model).openSource},
			{ID: "module.tab", Keys: "1 2 3 4 5 6", Help: "tab", Pick: (*Model).selectTab},
			{ID: "deck.refresh", Run: (*Model).refresh},
		},
		screen.Movement((*Model).rows).Then((*Model).moved),
	),
}

// inTree are the keys of the ABI as the node sent it.
var inTree = slices.Concat(
	screen.Bindings[*Model]{{ID: "module.open", Help: "expand or collapse", Run: func(m *Model) tea.Cmd { m.tree.Toggle(); return nil }}},
	pane.TreeSearch((*Model).jsonTree), pane.TreeFolding((*Model).jsonTree), pane.TreeLevels((*Model).jsonTree), pane.TreeSiblings((*Model).jsonTree),
).If(func(m *Model) bool { return m.tab == tabABI })

// inSource are the keys of the source.
var inSource = append(screen.Bindings[*Model]{
	{ID: "module.open", Help: "instruction", Run: (*Model).openInstruction},
	{ID: "module.source", Place: screen.Hidden, Run: (*Model).openInstruction},
}, screen.Search((*Model).searched).Then((*Model).settle)...).If(func(m *Model) bool { return m.tab == tabSource && m.source.text() != nil })

func isLink(link target.Link) bool {
	switch link.Target.Kind {
	case target.Module, target.Function, target.Type, target.Code:
		return link.By == nil
	}
	return false
}

// openLink returns the module of a link, which opens the form of a call once it is loaded.
func openLink(deps *screen.Deps, link target.Link) *Model {
	m := New(deps, link.Target)
	m.pendingCall = link.View
	return m
}

func (m *Model) typing() bool {
	searched := m.searched()
	return m.search.Typing() || searched != nil && searched.Typing()
}

// hasEvents reports whether the struct of an event is selected, of which there is one type.
func (m *Model) hasEvents() bool {
	if m.tab != tabStructs || !m.hasInterface() || m.structs.Len() == 0 {
		return false
	}
	structure := m.structure()
	return structure != nil && structure.IsEvent && len(structure.TypeParameters) == 0
}

func (m *Model) openEvents() tea.Cmd {
	tag := move.StructTag{Address: m.id.Address, Module: m.id.Name, Name: m.structure().Name}
	return m.deps.Post(screen.OpenMsg{Target: target.Target{Kind: target.Events, Type: tag}})
}

func (m *Model) inDetails() bool          { return m.detailsFocused }
func (m *Model) inInstructions() bool     { return m.tab == tabBytecode && m.detailsFocused }
func (m *Model) entersDetails() bool      { return !m.detailsFocused && m.hasDetails() }
func (m *Model) entersForm() bool         { return m.entersDetails() && m.runs() && m.function().IsView }
func (m *Model) hasPanels() bool          { return m.detailsFocused || m.hasDetails() }
func (m *Model) hasBytecode() bool        { return m.tab == tabBytecode && m.bytecode.module() != nil }
func (m *Model) hasKinds() bool           { return m.tab == tabFunctions && m.hasInterface() }
func (m *Model) isWatched() bool          { return m.deps.Store.FindWatch(m.watchLink()) != nil }
func (m *Model) canClear() bool           { return m.canSearch() && !m.detailsFocused && m.search.Visible() }
func (m *Model) jsonTree() *pane.TreeView { return &m.tree }

func (m *Model) hasFunction() bool {
	_, ok := m.selectedFunction()
	return ok
}

// hasTarget reports whether a friend or the type in a declaration is selected.
func (m *Model) hasTarget() bool {
	if m.detailsFocused {
		_, ok := m.link()
		return ok
	}
	return m.tab == tabFriends && m.friends.Len() > 0
}

func (m *Model) inBytecode() bool  { return m.tab == tabBytecode }
func (m *Model) showsBytes() bool  { return m.bytecode.showsBytes() }
func (m *Model) writesCall() bool  { return !m.function().IsView }
func (m *Model) nextKind() kind    { return (m.kind + 1) % kindCount }
func (m *Model) otherKind() string { return "kind: " + kindNames[m.nextKind()].String() }

func (m *Model) otherPanel() string {
	switch {
	case m.detailsFocused:
		return "list"
	case m.tab == tabBytecode:
		return "instructions"
	}
	return "declaration"
}

// ranged returns the list if it has the focus, nil otherwise.
func (m *Model) ranged() *widget.Table {
	if list := m.list(); list != nil && !m.detailsFocused {
		return &list.Table
	}
	return nil
}

// rangeKey identifies a row of the list, also after it was filtered.
func (m *Model) rangeKey(i int) string { return strconv.Itoa(m.list().shown[i]) }

func (m *Model) inList() bool { return m.ranged() != nil && !m.search.Typing() }

// passed shows the declaration or the instructions of the row to which a range was extended.
func (m *Model) passed() tea.Cmd {
	m.missing = text.Safe{}
	m.lines.Select(0)
	m.applyLayout()
	return m.moved()
}

// rows returns what the keys that move move in.
func (m *Model) rows() screen.Rows {
	b := &m.bytecode
	switch {
	case m.tab == tabABI:
		return &m.tree
	case m.tab == tabSource:
		return &m.source.lines
	case m.tab == tabBytecode && b.showsBytes():
		return &b.bytes
	case m.tab == tabBytecode && m.detailsFocused:
		return &b.lines
	case m.detailsFocused:
		return &m.lines
	case m.tab == tabBytecode:
		return &b.functions
	}
	return declaredRows{m.list(), m}
}

// moved disassembles the selected function.
func (m *Model) moved() tea.Cmd {
	if m.tab != tabBytecode || m.detailsFocused || m.bytecode.showsBytes() {
		return nil
	}
	m.applyLayout()
	return m.disassemble()
}

func (m *Model) settle() tea.Cmd { m.applyLayout(); return nil }
