package module

import (
	"errors"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// bytecode is the state of the Bytecode tab. The module is parsed when the tab is opened, and a function is disassembled when it
// is selected; both may be long and run in the background.
type bytecode struct {
	parsed           load.State[*move.Bytecode]
	disassembly      load.State[listing]
	functions        names
	lines            widget.Table       // instructions of the selected function
	hex              bool               // show the bytes instead of the functions
	bytes            widget.Table       // lines of the hex view
	search           lineSearch         // search of the instructions
	pendingLine      int                // instruction to select once the function is disassembled
	previousFunction string             // function to select once the module is parsed; empty if none
	marked           *move.CodePosition // instruction that the screen was opened at; nil if none
}

func newBytecode(hex bool) bytecode {
	return bytecode{hex: hex, search: lineSearch{FilterLine: widget.NewLine()}}
}

// reset returns the state for a changed module. Search and selection are restored once it is parsed.
func (b *bytecode) reset() bytecode {
	b.cancel()
	next := newBytecode(b.hex)
	next.search.FilterLine, next.previousFunction, next.pendingLine, next.marked = b.search.FilterLine, b.previousFunction, b.pendingLine, b.marked
	if function := b.function(); function != nil {
		next.pendingLine, next.previousFunction = b.lines.Selected(), function.ABI.Name
	}
	return next
}

// listing holds the instructions of a function.
type listing struct {
	function     string
	declaration  string
	instructions []move.Instruction
	targets      map[int]bool // offsets that are jump targets
}

// selectionMsg reports that another function may be selected.
type selectionMsg struct{}

func (b *bytecode) cancel() {
	b.parsed.Cancel()
	b.disassembly.Cancel()
	b.search.found.Cancel()
}

// module returns the parsed module, or nil.
func (b *bytecode) module() *move.Bytecode {
	module, _ := b.parsed.Value()
	return module
}

// function returns the selected function, or nil.
func (b *bytecode) function() *move.BytecodeFunction {
	if b.functions.Len() == 0 {
		return nil
	}
	return selected(&b.functions, b.module().Functions)
}

// listing returns the instructions of the selected function. ok is false until they are disassembled.
func (b *bytecode) listing() (listing, bool) {
	list, ok := b.disassembly.Value()
	function := b.function()
	return list, ok && function != nil && function.ABI.Name == list.function
}

// instruction returns the selected instruction, or nil.
func (m *Model) instruction() *move.Instruction {
	list, ok := m.bytecode.listing()
	if !ok || m.tab != tabBytecode || !m.detailsFocused || len(list.instructions) == 0 {
		return nil
	}
	return &list.instructions[m.bytecode.lines.Selected()]
}

// showsBytes reports whether the bytes are shown, either by choice or because they cannot be parsed.
func (b *bytecode) showsBytes() bool { return b.hex || b.parsed.Err() != nil }

// errorOffset returns the offset of the invalid byte. ok is false if there is none.
func (b *bytecode) errorOffset() (offset int, ok bool) {
	var rule *move.ParseError
	if !errors.As(b.parsed.Err(), &rule) || rule.Position == 0 {
		return 0, false
	}
	return rule.Position - 1, true
}

// hasListings reports whether the Bytecode tab is open and lists functions.
func (m *Model) hasListings() bool {
	return m.tab == tabBytecode && m.bytecode.module() != nil && !m.bytecode.showsBytes()
}

// parseBytecode parses the bytecode when its tab is opened.
func (m *Model) parseBytecode() tea.Cmd {
	code := m.module.Bytecode
	switch b := &m.bytecode; {
	case m.tab != tabBytecode && m.tab != tabSource || code == nil || b.parsed.Loading() || b.parsed.Err() != nil:
		return nil
	case b.module() != nil:
		return tea.Batch(m.disassemble(), m.resumeCodeSearch())
	default:
		names := m.deps.ABIs.Names(m.id)
		return b.parsed.Compute(m.deps.Loader, func() (*move.Bytecode, error) {
			parsed, err := move.ParseBytecode(code)
			if err == nil {
				parsed.NameParameters(names)
			}
			return parsed, err
		})
	}
}

// handleBytecode shows the parsed module. The function selected in the Functions tab is selected here as well.
func (m *Model) handleBytecode(msg load.Result[*move.Bytecode]) tea.Cmd {
	b := &m.bytecode
	if !b.parsed.Accept(msg) {
		return nil
	}
	selected := b.previousFunction
	if function := m.function(); function != nil && selected == "" {
		selected = function.Name
	}
	m.filterBytecode(selected)
	if function := b.function(); function == nil || function.ABI.Name != b.previousFunction || b.showsBytes() {
		b.pendingLine = 0
		m.detailsFocused = m.detailsFocused && m.tab != tabBytecode
		if b.marked != nil && b.marked.Function == b.previousFunction && b.module() != nil {
			m.missing = text.Format("%s has no function %s", m.name(), text.Bounded(b.marked.Function))
		}
	}
	b.previousFunction = ""
	m.applyLayout()
	if at, ok := b.errorOffset(); ok {
		b.bytes.Select(at / m.bytesPerLine())
	}
	m.selectPending()
	return m.disassemble()
}

// disassemble disassembles the selected function.
func (m *Model) disassemble() tea.Cmd {
	b := &m.bytecode
	function, module := b.function(), b.module()
	if _, ok := b.listing(); ok || function == nil || b.showsBytes() {
		return nil
	}
	return b.disassembly.Compute(m.deps.Loader, func() (listing, error) {
		instructions, err := module.Disassemble(function.ABI.Name)
		if err != nil {
			return listing{}, err
		}
		list := listing{function: function.ABI.Name, declaration: function.Declaration(), instructions: instructions, targets: map[int]bool{}}
		for _, instruction := range instructions {
			if instruction.Target != nil {
				list.targets[*instruction.Target] = true
			}
		}
		return list, nil
	})
}

func (m *Model) handleListing(msg load.Result[listing]) tea.Cmd {
	b := &m.bytecode
	if !b.disassembly.Accept(msg) {
		return nil
	}
	m.applyLayout()
	b.lines.Select(b.pendingLine)
	b.pendingLine = 0
	return m.resumeCodeSearch()
}

// switchHex switches between functions and bytes.
func (m *Model) switchHex() tea.Cmd {
	m.bytecode.hex = !m.bytecode.hex
	m.focusDetails(false)
	m.search.Accept()
	m.applyLayout()
	return m.disassemble()
}

// followInstruction follows the selected instruction to its jump target or called function.
func (m *Model) followInstruction() tea.Cmd {
	instruction := m.instruction()
	if instruction.Target != nil {
		m.bytecode.lines.Center(*instruction.Target)
		return nil
	}
	called, _ := m.callee(instruction)
	if called != m.functionID(called.Name) {
		return m.deps.Post(screen.OpenMsg{Target: target.Target{Kind: target.Function, Function: called}})
	}
	m.clearSearch()
	m.filterBytecode(called.Name)
	m.focusDetails(false)
	return m.disassemble()
}

// followsInstruction reports whether a jump or call is selected.
func (m *Model) followsInstruction() bool {
	instruction := m.instruction()
	if instruction == nil {
		return false
	}
	_, calls := m.callee(instruction)
	return calls || instruction.Target != nil
}

// callee returns the function that an instruction calls. Operands omit the module of its own functions.
func (m *Model) callee(instruction *move.Instruction) (move.FunctionID, bool) {
	if instruction.Name != "Call" && instruction.Name != "CallGeneric" {
		return move.FunctionID{}, false
	}
	name, _, _ := strings.Cut(instruction.Operand, "<")
	if !strings.Contains(name, "::") {
		return m.functionID(name), true
	}
	function, err := move.ParseFunctionID(name)
	return function, err == nil
}
