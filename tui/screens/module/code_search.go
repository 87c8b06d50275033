package module

import (
	"sort"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// codeSearch is a search of the instructions of all functions.
type codeSearch struct {
	widget.FilterLine
	found load.State[codeHits]
}

// searchedCode is the search in the instructions of a screen.
type searchedCode struct {
	*codeSearch
	m *Model
}

// Apply searches for the pattern.
func (s searchedCode) Apply() tea.Cmd { return s.m.searchCode() }

// NextHit selects the next hit, or the previous one for -1.
func (s searchedCode) NextHit(delta int) { s.m.nextHit(delta) }

// HasHits reports whether there are hits.
func (s searchedCode) HasHits() bool {
	found, _ := s.found.Value()
	return len(found.hits) > 0
}

// codeHits are the matching instructions in module order.
type codeHits struct {
	hits      []codeHit
	functions int // number of functions with hits
}

// codeHit is a matching instruction.
type codeHit struct {
	function    int // index among the module's functions
	instruction int // index among its instructions
}

// searchCode searches all functions in the background, since they may be long.
func (m *Model) searchCode() tea.Cmd {
	module, pattern := m.bytecode.module(), m.bytecode.search.Pattern()
	m.bytecode.search.found.Cancel()
	m.bytecode.search.found = load.State[codeHits]{} // drop the hits of the previous pattern
	if pattern.IsZero() || module == nil {
		return nil
	}
	return m.bytecode.search.found.Compute(m.deps.Loader, func() (codeHits, error) {
		var found codeHits
		for i := range module.Functions {
			instructions, err := module.Disassemble(module.Functions[i].ABI.Name)
			if err != nil {
				continue // its listing shows the error
			}
			before := len(found.hits)
			for at := range instructions {
				if pattern.Match(codeText(&instructions[at])) {
					found.hits = append(found.hits, codeHit{i, at})
				}
			}
			if len(found.hits) > before {
				found.functions++
			}
		}
		return found, nil
	})
}

// resumeCodeSearch restarts the search if the module was reloaded or the screen was left before it was done.
func (m *Model) resumeCodeSearch() tea.Cmd {
	b := &m.bytecode
	_, found := b.search.found.Value()
	if _, listed := b.listing(); found || !listed || b.search.found.Loading() {
		return nil
	}
	return m.searchCode()
}

// codeText returns the searched text of an instruction.
func codeText(instruction *move.Instruction) string {
	return strings.TrimSpace(instruction.Name + " " + truncate(instruction.Operand))
}

// nextHit selects the next hit, the previous one if step is negative, or the first from the selected instruction on if step is 0.
// It continues in other functions and wraps around.
func (m *Model) nextHit(step int) {
	found, _ := m.bytecode.search.found.Value()
	hits := found.hits
	if len(hits) == 0 || m.bytecode.function() == nil {
		return
	}
	here := m.selectedInstruction()
	next := sort.Search(len(hits), func(i int) bool { // first hit at or after the selected instruction
		return hits[i].function > here.function || hits[i].function == here.function && hits[i].instruction >= here.instruction
	})
	switch {
	case step < 0:
		next--
	case step > 0 && next < len(hits) && hits[next] == here:
		next++
	}
	m.selectHit(hits[(next+len(hits))%len(hits)])
}

// selectedInstruction returns the position of the selected instruction.
func (m *Model) selectedInstruction() codeHit {
	b := &m.bytecode
	return codeHit{b.functions.shown[b.functions.Selected()], b.lines.Selected()}
}

// selectHit selects an instruction, possibly of another function.
func (m *Model) selectHit(hit codeHit) {
	b := &m.bytecode
	if m.selectedInstruction().function == hit.function {
		b.lines.Select(hit.instruction)
		return
	}
	name := b.module().Functions[hit.function].ABI.Name
	if !m.search.Pattern().Match(name) {
		m.clearSearch()
	}
	m.filterBytecode(name)
	b.pendingLine = hit.instruction
	m.applyLayout()
	m.deps.Post(selectionMsg{})
}

// clearCodeSearch ends the instruction search. It reports whether there was one.
func (m *Model) clearCodeSearch() bool {
	if m.tab != tabBytecode || !m.detailsFocused || !m.bytecode.search.Visible() {
		return false
	}
	m.bytecode.search.Clear()
	m.bytecode.search.found = load.State[codeHits]{}
	m.applyLayout()
	return true
}

// codeSearchLines draws the search line with the number of hits; nil without a search.
func (m *Model) codeSearchLines() []text.Line {
	search := &m.bytecode.search
	if !search.Visible() {
		return nil
	}
	found, known := search.found.Value()
	note := text.Safe{}
	switch {
	case search.found.Loading():
		note = text.Const("searching")
	case known && len(found.hits) == 0:
		note = text.Const("no hits")
	case known:
		note = text.Format("%s in %s", text.Plural(len(found.hits), "hit"), text.Plural(found.functions, "function"))
	}
	return []text.Line{search.View(m.deps.Theme, note, m.detailsRoom.Width)}
}
