package module

import (
	"sort"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/text"
	"foredeck/tui/widget/filter"
)

// codeSearch is the search of the instructions of all functions of the module.
type codeSearch struct {
	filter.Line
	found load.State[codeHits]
}

// codeHits are the instructions that are searched for, in the order of the module.
type codeHits struct {
	hits      []codeHit
	functions int // that have any
}

// codeHit is an instruction that is searched for.
type codeHit struct {
	function int // of those of the module
	at       int // of its instructions
}

// findCode looks for the pattern in all functions, beside the program's loop: they can be long.
func (m *Model) findCode() tea.Cmd {
	module, pattern := m.bytecode.module(), m.bytecode.search.Pattern()
	m.bytecode.search.found.Cancel()
	m.bytecode.search.found = load.State[codeHits]{} // hits of another pattern are none of this one
	if pattern.IsZero() || module == nil {
		return nil
	}
	return m.bytecode.search.found.Work(m.deps.Loader, func() (codeHits, error) {
		var found codeHits
		for i := range module.Functions {
			instructions, err := module.Disassemble(module.Functions[i].ABI.Name)
			if err != nil {
				continue // its own listing says why it cannot be read
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

// findCodeAgain begins the search again where its hits are not here: because another module has come, or the place was left before it
// was done.
func (m *Model) findCodeAgain() tea.Cmd {
	b := &m.bytecode
	_, found := b.search.found.Value()
	if _, listed := b.listing(); found || !listed || b.search.found.Loading() {
		return nil
	}
	return m.findCode()
}

// codeText is an instruction as it is searched.
func codeText(instruction *move.Instruction) string {
	return strings.TrimSpace(instruction.Name + " " + beginning(instruction.Operand))
}

// takeCode goes to the first hit from the selected instruction on.
func (m *Model) takeCode(msg load.Result[codeHits]) tea.Cmd {
	if !m.bytecode.search.found.Take(msg) {
		return nil
	}
	return m.nextCode(0)
}

// nextCode goes to the hit behind the selected instruction, or before it; with 0 to the nearest one from it on. Behind the last hit
// of a function comes the first of the next one, and behind the last of all the first again.
func (m *Model) nextCode(step int) tea.Cmd {
	found, _ := m.bytecode.search.found.Value()
	hits := found.hits
	if len(hits) == 0 || len(m.bytecode.shown) == 0 {
		return nil
	}
	here := m.here()
	next := sort.Search(len(hits), func(i int) bool { // the first hit at or behind the selected instruction
		return hits[i].function > here.function || hits[i].function == here.function && hits[i].at >= here.at
	})
	switch {
	case step < 0:
		next--
	case step > 0 && next < len(hits) && hits[next] == here:
		next++
	}
	return m.showCode(hits[(next+len(hits))%len(hits)])
}

// here is the selected instruction.
func (m *Model) here() codeHit {
	b := &m.bytecode
	return codeHit{b.shown[b.functions.Selected()], b.lines.Selected()}
}

// showCode selects an instruction, which can be one of another function.
func (m *Model) showCode(hit codeHit) tea.Cmd {
	b := &m.bytecode
	if m.here().function == hit.function {
		b.lines.Select(hit.at)
		return nil
	}
	name := b.module().Functions[hit.function].ABI.Name
	if !m.search.Pattern().Match(name) {
		m.search.Clear()
		m.refilter()
	}
	m.filterBytecode(name)
	b.wanted = hit.at
	m.lay()
	return m.disassemble()
}

// codeKey takes a key that searches the instructions, and tells whether it did.
func (m *Model) codeKey(msg tea.KeyMsg) (cmd tea.Cmd, taken bool) {
	b, keys := &m.bytecode, &m.keys.Code
	switch {
	case !b.inside || m.tab != tabBytecode:
		return nil, false
	case b.search.Captures(msg):
		if b.search.Type(msg) {
			cmd = m.findCode()
		}
	case b.search.Typing() && keys.Keep.Matches(msg):
		b.search.Accept()
	case b.search.Typing():
		m.keys.Rows(&b.lines, msg)
	case keys.Begin.Matches(msg):
		b.search.Focus()
	case keys.Next.Matches(msg):
		cmd = m.nextCode(1)
	case keys.Previous.Matches(msg):
		cmd = m.nextCode(-1)
	default:
		return nil, false
	}
	m.lay()
	return cmd, true
}

// endCodeSearch searches the instructions for nothing any more, and tells whether anything was searched for.
func (m *Model) endCodeSearch() bool {
	if !m.bytecode.inside || !m.bytecode.search.Visible() {
		return false
	}
	m.bytecode.search.Clear()
	m.bytecode.search.found = load.State[codeHits]{}
	m.lay()
	return true
}

// codeSearchLines is the line in which the pattern is typed, with the number of hits; none where there is no search.
func (m *Model) codeSearchLines() []text.Line {
	search := &m.bytecode.search
	if !search.Visible() {
		return nil
	}
	found, known := search.found.Value()
	remark := text.Safe("")
	switch {
	case search.found.Loading():
		remark = "searching"
	case known && len(found.hits) == 0:
		remark = "no hits"
	case known:
		remark = text.Plural(len(found.hits), "hit") + " in " + text.Plural(found.functions, "function")
	}
	return []text.Line{search.View(m.deps.Theme, remark, m.listingWidth())}
}
