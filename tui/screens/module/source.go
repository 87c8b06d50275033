package module

import (
	"context"
	"errors"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/query"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// source is the state of the Source tab. The source is requested when the tab is opened for the first time.
type source struct {
	state   load.State[*move.ModuleSource]
	lines   widget.Table
	search  lineSearch
	pending *move.CodePosition // to show once the source is loaded; nil if none
	marked  int                // line that was opened from an instruction or a function, -1 if none
	origin  text.Safe          // how the marked line was found
}

func newSource() source {
	return source{search: lineSearch{FilterLine: widget.NewLine()}, marked: -1}
}

// text returns the source, nil until it is loaded.
func (s *source) text() *move.ModuleSource {
	loaded, _ := s.state.Value()
	return loaded
}

func (s *source) cancel() {
	s.state.Cancel()
	s.search.found.Cancel()
}

// loadSource requests the published source when its tab is opened. The bytecode is parsed too, for the links between them.
func (m *Model) loadSource() tea.Cmd {
	if m.tab != tabSource {
		return nil
	}
	cmd := m.parseBytecode()
	if s := &m.source; s.text() == nil && !s.state.Loading() && s.state.Err() == nil {
		cmd = tea.Batch(cmd, m.fetchSource())
	}
	return cmd
}

func (m *Model) fetchSource() tea.Cmd {
	return m.source.state.Load(m.ctx, m.deps.Loader, func(ctx context.Context) (*move.ModuleSource, error) {
		return m.deps.Node.ModuleSource(ctx, m.id)
	})
}

func (m *Model) handleSource(msg load.Result[*move.ModuleSource]) {
	s := &m.source
	if !s.state.Accept(msg) || s.text() == nil {
		return
	}
	m.applyLayout()
	m.selectPending()
}

// selectPending selects the line of the pending instruction once both the source and the bytecode are there.
func (m *Model) selectPending() {
	s := &m.source
	if s.pending == nil || s.text() == nil || m.bytecode.parsed.Loading() {
		return
	}
	m.selectPosition(*s.pending)
	s.pending = nil
}

// showSource opens the Source tab at the line of an instruction.
func (m *Model) showSource(position move.CodePosition) tea.Cmd {
	m.openTab(tabSource)
	m.source.pending = &position
	cmd := m.loadSource()
	m.selectPending()
	return cmd
}

// selectPosition selects the line of an instruction: that of the source map, or else a guess by the names of the function and of the
// error constant.
func (m *Model) selectPosition(position move.CodePosition) {
	s := &m.source
	code := m.bytecode.module()
	if code != nil {
		if line, ok := s.text().LineOf(code.FunctionIndex(position.Function), position.Offset); ok {
			m.markLine(line, text.Format("line of %s, instruction %s", text.Bounded(position.Function), text.Integer(uint64(position.Offset))))
			return
		}
	}
	constant := ""
	if code != nil {
		constant = code.ErrorAt(position).Name
	}
	line, ok := s.text().GuessLine(position.Function, constant)
	switch {
	case !ok:
		s.marked, s.origin = -1, text.Format("%s is not in the source", text.Bounded(position.Function))
	case s.text().HasMap():
		m.markLine(line, text.Format("declaration of %s", text.Bounded(position.Function)))
	case constant != "" && line != m.declarationLine(position.Function):
		m.markLine(line, text.Format("a guess: first use of %s in %s, as no source map was published", text.Bounded(constant), text.Bounded(position.Function)))
	default:
		m.markLine(line, text.Format("declaration of %s, as no source map was published", text.Bounded(position.Function)))
	}
}

func (m *Model) declarationLine(function string) int {
	line, _ := m.source.text().FunctionLine(function)
	return line
}

func (m *Model) markLine(line int, origin text.Safe) {
	m.source.marked, m.source.origin = line, origin
	m.source.lines.Center(line)
}

// openSource follows the selected function or instruction to its source.
func (m *Model) openSource() tea.Cmd {
	function, _ := m.selectedFunction()
	position := move.CodePosition{Function: function.Name}
	if instruction := m.instruction(); instruction != nil {
		position.Offset = instruction.Offset
	}
	return m.showSource(position)
}

// openInstruction follows the selected line of the source to its first instruction. Without a source map it opens the function.
func (m *Model) openInstruction() tea.Cmd {
	code, source := m.bytecode.module(), m.source.text()
	if code == nil {
		return m.deps.Post(screen.StatusMsg{Text: text.Const("the node sent no bytecode to follow the line to"), Warn: true})
	}
	line := m.source.lines.Selected()
	function, offset, ok := source.InstructionAt(line)
	if !source.HasMap() {
		function, ok = code.FunctionIndex(source.FunctionAt(line)), source.FunctionAt(line) != ""
	}
	if !ok || function < 0 || function >= len(code.Functions) {
		return m.deps.Post(screen.StatusMsg{Text: text.Const("no instruction belongs to this line")})
	}
	m.openTab(tabBytecode)
	m.clearSearch()
	m.selectHit(position{function, offset})
	m.bytecode.pendingLine, m.detailsFocused = offset, true
	m.applyLayout()
	return m.parseBytecode()
}

// searchedSource is the search of the source.
func (m *Model) searchedSource() searchedLines {
	return searchedLines{&m.source.search, m, (*Model).searchSource,
		func(m *Model) (position, bool) { return position{line: m.source.lines.Selected()}, true },
		func(m *Model, hit position) { m.source.lines.Select(hit.line) }}
}

func (m *Model) searchSource() tea.Cmd {
	source := m.source.text()
	return m.source.search.start(m.deps.Loader, func(pattern query.Pattern) (hits []position) {
		for line := range source.Len() {
			if pattern.Match(source.Line(line)) {
				hits = append(hits, position{line: line})
			}
		}
		return hits
	})
}

// sourceCopies returns the copy forms of the selected line and of the whole source.
func (m *Model) sourceCopies(whole []screen.Copy) []screen.Copy {
	source := m.source.text()
	if source == nil {
		return whole
	}
	line := m.source.lines.Selected()
	return []screen.Copy{
		screen.CopyText(text.Const("value"), source.Line(line)), {Form: text.Const("source"), Value: source.Text},
		screen.CopyText(text.Const("location"), m.id.String()+":"+strconv.Itoa(line+1)),
	}
}

// sourceNote says why there is no source.
func (m *Model) sourceNote() []text.Line {
	th, status := m.deps.Theme, m.source.state.Status(m.deps.Now())
	switch {
	case errors.Is(status.Err, move.ErrNoSource):
		return []text.Line{text.In(th.Text, "no source was published with this module"), nil,
			text.In(th.Faint, "publishers choose whether their package includes it · %s functions · %s bytecode", m.deps.KeyAt("module.tab", int(tabFunctions)), m.deps.KeyAt("module.tab", int(tabBytecode)))}
	case status.Err != nil:
		return m.deps.FailureLines(status.Err)
	}
	return []text.Line{m.deps.Spinner(status, text.Const("the source"))}
}

// sourceLine is the JSON shape of an exported line.
type sourceLine struct {
	Line int    `json:"line"`
	Text string `json:"text"`
}

// exportSource exports the lines of the source with their numbers.
func (m *Model) exportSource(name string) screen.Export {
	source := m.source.text()
	return screen.ExportRows(name+"-source", []string{"line", "text"}, func(yield func(screen.Record) bool) {
		for i := range source.Len() {
			line := sourceLine{i + 1, source.Line(i)}
			if !yield(screen.Record{Value: line, Cells: []string{strconv.Itoa(line.Line), line.Text}}) {
				return
			}
		}
	})
}
