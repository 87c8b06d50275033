package module

import (
	"cmp"
	"sort"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/query"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// position is an instruction by the indexes of its function and among the instructions of that, or a line of the source.
type position struct{ function, line int }

func (p position) compare(to position) int {
	return cmp.Or(cmp.Compare(p.function, to.function), cmp.Compare(p.line, to.line))
}

// lineSearch is a search of the instructions of all functions, or of the source. It runs in the background, since they may be long.
type lineSearch struct {
	widget.FilterLine
	found load.State[[]position] // in ascending order
}

// start searches for the pattern. find runs outside of the program's loop.
func (s *lineSearch) start(loader *load.Loader, find func(query.Pattern) []position) tea.Cmd {
	s.found.Cancel()
	s.found = load.State[[]position]{} // drop the hits of the previous pattern
	pattern := s.Pattern()
	if pattern.IsZero() {
		return nil
	}
	return s.found.Compute(loader, func() ([]position, error) { return find(pattern), nil })
}

// clear ends the search. It reports whether there was one.
func (s *lineSearch) clear() bool {
	if !s.Visible() {
		return false
	}
	s.Clear()
	s.found = load.State[[]position]{}
	return true
}

// hitLines draws the search line with a note on the hits; nil without a search.
func (m *Model) hitLines(s *lineSearch, width int, note func(hits []position) text.Safe) []text.Line {
	if !s.Visible() {
		return nil
	}
	hits, known := s.found.Value()
	said := text.Safe{}
	switch {
	case s.found.Loading():
		said = text.Const("searching")
	case known && len(hits) == 0:
		said = text.Const("no hits")
	case known:
		said = note(hits)
	}
	return []text.Line{s.View(m.deps.Theme, said, width)}
}

// searchedLines is the search in the instructions or the source of a screen.
type searchedLines struct {
	*lineSearch
	m      *Model
	search func(*Model) tea.Cmd
	here   func(*Model) (selected position, ok bool)
	show   func(*Model, position)
}

// Apply searches for the pattern.
func (s searchedLines) Apply() tea.Cmd { return s.search(s.m) }

// NextHit selects the next hit, the previous one if step is negative, or the first from the selected line on if step is 0. It wraps
// around.
func (s searchedLines) NextHit(step int) {
	hits, _ := s.found.Value()
	here, ok := s.here(s.m)
	if len(hits) == 0 || !ok {
		return
	}
	next := sort.Search(len(hits), func(i int) bool { return hits[i].compare(here) >= 0 })
	switch {
	case step < 0:
		next--
	case step > 0 && next < len(hits) && hits[next] == here:
		next++
	}
	s.show(s.m, hits[(next+len(hits))%len(hits)])
}

// HasHits reports whether there are hits.
func (s searchedLines) HasHits() bool {
	hits, _ := s.found.Value()
	return len(hits) > 0
}

// searchedCode is the search of the instructions.
func (m *Model) searchedCode() searchedLines {
	return searchedLines{&m.bytecode.search, m, (*Model).searchCode, (*Model).selectedInstruction, (*Model).selectHit}
}

// handleHits selects the first hit of the search that is done.
func (m *Model) handleHits(msg load.Result[[]position]) {
	for _, searched := range []searchedLines{m.searchedCode(), m.searchedSource()} {
		if searched.found.Accept(msg) {
			searched.NextHit(0)
		}
	}
}

// searchCode searches all functions.
func (m *Model) searchCode() tea.Cmd {
	module := m.bytecode.module()
	if module == nil { // of a changed module that is being parsed
		return nil
	}
	return m.bytecode.search.start(m.deps.Loader, func(pattern query.Pattern) (hits []position) {
		for i := range module.Functions {
			instructions, err := module.Disassemble(module.Functions[i].ABI.Name)
			if err != nil {
				continue // its listing shows the error
			}
			for at := range instructions {
				if pattern.Match(codeText(&instructions[at])) {
					hits = append(hits, position{i, at})
				}
			}
		}
		return hits
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

// selectedInstruction returns the position of the selected instruction. ok is false if no function is selected.
func (m *Model) selectedInstruction() (at position, ok bool) {
	b := &m.bytecode
	if b.function() == nil {
		return position{}, false
	}
	return position{b.functions.shown[b.functions.Selected()], b.lines.Selected()}, true
}

// selectHit selects an instruction, possibly of another function.
func (m *Model) selectHit(hit position) {
	b := &m.bytecode
	if here, ok := m.selectedInstruction(); ok && here.function == hit.function {
		b.lines.Select(hit.line)
		return
	}
	name := b.module().Functions[hit.function].ABI.Name
	if !m.search.Pattern().Match(name) {
		m.clearSearch()
	}
	m.filterBytecode(name)
	b.pendingLine = hit.line
	m.applyLayout()
	m.deps.Post(selectionMsg{})
}

// codeSearchLines draws the search line of the instructions.
func (m *Model) codeSearchLines() []text.Line {
	return m.hitLines(&m.bytecode.search, m.detailsRoom.Width, func(hits []position) text.Safe {
		functions := 0
		for i := range hits {
			if i == 0 || hits[i].function != hits[i-1].function {
				functions++
			}
		}
		return text.Format("%s in %s", text.Plural(len(hits), "hit"), text.Plural(functions, "function"))
	})
}
