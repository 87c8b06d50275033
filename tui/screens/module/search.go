package module

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/move"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// names is a list of the named parts of a module.
type names struct {
	widget.Table
	shown  []int // indexes of the parts that are not filtered out
	widest int   // width of the longest name, also of those that are filtered out
}

// declaredRows are names with a declaration, which is shown from its first line on when another one is selected.
type declaredRows struct {
	*names
	m *Model
}

// Move moves the selection.
func (r declaredRows) Move(delta int) { r.change(func() { r.names.Move(delta) }) }

// Page moves the selection by pages.
func (r declaredRows) Page(delta float64) { r.change(func() { r.names.Page(delta) }) }

// Select selects a row.
func (r declaredRows) Select(row int) { r.change(func() { r.names.Select(row) }) }

func (r declaredRows) change(move func()) {
	before := r.Selected()
	move()
	if r.Selected() != before {
		r.m.missing = text.Safe{}
		r.m.lines.Select(0)
		r.m.applyLayout()
	}
}

// filter lists the parts that part includes, and selects the named one.
func (n *names) filter(count int, selected string, part func(i int) (name string, include bool)) {
	at := 0
	n.shown, n.widest = n.shown[:0], 0
	for i := range count {
		name, include := part(i)
		n.widest = max(n.widest, text.Width(text.Bounded(name)))
		if !include {
			continue
		}
		if name == selected {
			at = len(n.shown)
		}
		n.shown = append(n.shown, i)
	}
	n.SetLength(len(n.shown))
	n.Select(at)
}

// selected returns the selected part, or nil.
func selected[T any](n *names, parts []T) *T {
	if len(n.shown) == 0 {
		return nil
	}
	return &parts[n.shown[n.Selected()]]
}

// selectedNames returns the names of the selected function, struct and friend.
func (m *Model) selectedNames() (selected [tabFriends + 1]string) {
	if function := m.function(); function != nil {
		selected[tabFunctions] = function.Name
	}
	if structure := m.structure(); structure != nil {
		selected[tabStructs] = structure.Name
	}
	if friend := m.friend(); friend != nil {
		selected[tabFriends] = friend.String()
	}
	return selected
}

// filter lists the functions, structs and friends that match kind and search, and selects the named ones.
func (m *Model) filter(selected [tabFriends + 1]string) {
	pattern, abi := m.search.Pattern(), m.abi()
	m.functions.filter(len(abi.Functions), selected[tabFunctions], func(i int) (string, bool) {
		function := &abi.Functions[i]
		return function.Name, m.kind.matches(function) && pattern.Match(function.Name)
	})
	m.structs.filter(len(abi.Structs), selected[tabStructs], func(i int) (string, bool) {
		return abi.Structs[i].Name, pattern.Match(abi.Structs[i].Name)
	})
	m.friends.filter(len(abi.Friends), selected[tabFriends], func(i int) (string, bool) {
		name := abi.Friends[i].String()
		return name, pattern.Match(name, text.Short(text.Bounded(name)).String())
	})
}

// filterBytecode lists the functions of the bytecode that match the search, and selects the named one.
func (m *Model) filterBytecode(selected string) {
	var functions []move.BytecodeFunction
	if module := m.bytecode.module(); module != nil {
		functions = module.Functions
	}
	pattern := m.search.Pattern()
	m.bytecode.functions.filter(len(functions), selected, func(i int) (string, bool) {
		return functions[i].ABI.Name, pattern.Match(functions[i].ABI.Name)
	})
}

// refilter applies kind and search. The selected rows stay selected if they match.
func (m *Model) refilter() {
	m.missing = text.Safe{}
	m.filter(m.selectedNames())
	function := ""
	if selected := m.bytecode.function(); selected != nil {
		function = selected.ABI.Name
	}
	m.filterBytecode(function)
	m.applyLayout()
}

// canSearch reports whether the active tab is a list of names.
func (m *Model) canSearch() bool {
	return (m.listsDeclarations() || m.tab == tabFriends) && m.hasInterface() || m.hasListings()
}

// beginSearch focuses the search line.
func (m *Model) beginSearch() {
	m.focusDetails(false)
	m.search.Focus()
	m.applyLayout()
}

// acceptSearch leaves the search line and keeps the filter.
func (m *Model) acceptSearch() {
	m.search.Accept()
	m.applyLayout()
}

// clearSearch lists all rows again.
func (m *Model) clearSearch() {
	m.search.Clear()
	m.refilter()
}

// searchLines draws the search line above the list; nil without a search.
func (m *Model) searchLines(width int) []text.Line {
	if !m.search.Visible() {
		return nil
	}
	return []text.Line{m.search.View(m.deps.Theme, text.Safe{}, width)}
}

// typeText edits the pattern of a search, or that of the listed names, with a key that Captures takes.
func (m *Model) typeText(msg tea.KeyMsg) tea.Cmd {
	if searched := m.searched(); searched != nil && searched.Typing() {
		cmd := screen.TypeSearch(searched, msg)
		m.applyLayout()
		return cmd
	}
	if m.search.Captures(msg) && m.search.Type(msg) {
		m.refilter()
	}
	return m.parseBytecode()
}

// searched returns the tree, the instructions or the source, which the search keys search. It is nil if none has the focus.
func (m *Model) searched() screen.Searched {
	switch {
	case m.tab == tabABI:
		return &m.tree
	case m.tab == tabBytecode && m.detailsFocused:
		return m.searchedCode()
	case m.tab == tabSource && m.source.text() != nil:
		return m.searchedSource()
	}
	return nil
}
