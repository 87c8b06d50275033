package module

import (
	"errors"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/widget/filter"
	"foredeck/tui/widget/table"
)

// bytecode is the tab that shows what the functions of the module are made of. The bytes are read when the tab is opened, and
// a function when it is selected, both beside the program's loop: they can be long.
type bytecode struct {
	parsed    load.State[*move.Bytecode]
	listed    load.State[listing]
	shown     []int // of the functions, those that are searched for
	functions table.Model
	lines     table.Model // the instructions of the selected function
	inside    bool        // the keys go to the instructions
	hex       bool        // the bytes are shown in place of the functions
	bytes     table.Model // lines of bytes
	search    codeSearch  // of the instructions
	wanted    int         // which instruction is selected once those of the function are here
	left      string      // the function that was selected in the module as it was before; empty: none
}

func newBytecode(hex bool) bytecode {
	return bytecode{hex: hex, search: codeSearch{Line: filter.NewLine()}}
}

// anew is the tab for the module as it is now: what was searched for and where one was is kept, until it is read.
func (b *bytecode) anew() bytecode {
	b.cancel()
	kept := newBytecode(b.hex)
	kept.search.Line, kept.left = b.search.Line, b.left
	if function := b.function(); function != nil {
		kept.inside, kept.wanted, kept.left = b.inside, b.lines.Selected(), function.ABI.Name
	}
	return kept
}

// listing is the instructions of a function.
type listing struct {
	function     string
	declaration  string
	instructions []move.Instruction
	targets      map[int]bool // the offsets that others jump to
}

// selectedMsg tells that another function may be selected than the one whose instructions are here.
type selectedMsg struct{}

func (b *bytecode) cancel() {
	b.parsed.Cancel()
	b.listed.Cancel()
	b.search.found.Cancel()
}

// module is what was read, nil where nothing was.
func (b *bytecode) module() *move.Bytecode {
	module, _ := b.parsed.Value()
	return module
}

// function is the selected function, nil where there is none.
func (b *bytecode) function() *move.BytecodeFunction {
	if len(b.shown) == 0 {
		return nil
	}
	return &b.module().Functions[b.shown[b.functions.Selected()]]
}

// listing is the instructions of the selected function. It is not ok while they are being read.
func (b *bytecode) listing() (listing, bool) {
	list, ok := b.listed.Value()
	function := b.function()
	return list, ok && function != nil && function.ABI.Name == list.function
}

// instruction is the selected one, nil where none is.
func (b *bytecode) instruction() *move.Instruction {
	list, ok := b.listing()
	if !ok || !b.inside || len(list.instructions) == 0 {
		return nil
	}
	return &list.instructions[b.lines.Selected()]
}

// showsBytes tells that the bytes are shown: because one wants to see them, or because they cannot be read.
func (b *bytecode) showsBytes() bool { return b.hex || b.parsed.Err() != nil }

// broken is the byte at which the bytecode breaks a rule, counted from 0. It is not ok where there is no such byte.
func (b *bytecode) broken() (offset int, ok bool) {
	var rule *move.ParseError
	if !errors.As(b.parsed.Err(), &rule) || rule.Position == 0 {
		return 0, false
	}
	return rule.Position - 1, true
}

// hasListings tells that the tab of bytecode is open and lists functions.
func (m *Model) hasListings() bool {
	return m.tab == tabBytecode && m.bytecode.module() != nil && !m.bytecode.showsBytes()
}

// readBytecode reads the module's bytecode when its tab is open and it was not read yet.
func (m *Model) readBytecode() tea.Cmd {
	code := m.module.Bytecode
	switch b := &m.bytecode; {
	case m.tab != tabBytecode || code == nil || b.parsed.Loading() || b.parsed.Err() != nil:
		return nil
	case b.module() != nil:
		return tea.Batch(m.disassemble(), m.findCodeAgain())
	default:
		return b.parsed.Work(m.deps.Loader, func() (*move.Bytecode, error) { return move.ParseBytecode(code) })
	}
}

// takeBytecode shows what was read, with the function that is selected in the tab of functions.
func (m *Model) takeBytecode(msg load.Result[*move.Bytecode]) tea.Cmd {
	b := &m.bytecode
	if !b.parsed.Take(msg) {
		return nil
	}
	selected := b.left
	if function := m.function(); function != nil && selected == "" {
		selected = function.Name
	}
	m.filterBytecode(selected)
	if function := b.function(); function == nil || function.ABI.Name != b.left || b.showsBytes() {
		b.inside, b.wanted = false, 0
	}
	b.left = ""
	m.lay()
	if at, ok := b.broken(); ok {
		b.bytes.Select(at / m.bytesPerLine())
	}
	return m.disassemble()
}

// filterBytecode lists the functions that are searched for, and selects the named one.
func (m *Model) filterBytecode(selected string) {
	b := &m.bytecode
	pattern := m.search.Pattern()
	b.shown = b.shown[:0]
	at := 0
	if b.module() != nil {
		for i := range b.module().Functions {
			name := b.module().Functions[i].ABI.Name
			if !pattern.Match(name) {
				continue
			}
			if name == selected {
				at = len(b.shown)
			}
			b.shown = append(b.shown, i)
		}
	}
	b.functions.SetLength(len(b.shown))
	b.functions.Select(at)
}

// disassemble reads the instructions of the selected function where they are not here.
func (m *Model) disassemble() tea.Cmd {
	b := &m.bytecode
	function, module := b.function(), b.module()
	if _, ok := b.listing(); ok || function == nil || b.showsBytes() {
		return nil
	}
	return b.listed.Work(m.deps.Loader, func() (listing, error) {
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

func (m *Model) takeListing(msg load.Result[listing]) tea.Cmd {
	b := &m.bytecode
	if !b.listed.Take(msg) {
		return nil
	}
	m.lay()
	b.lines.Select(b.wanted)
	b.wanted = 0
	return m.findCodeAgain()
}

// bytecodeKey takes a key of the tab.
func (m *Model) bytecodeKey(msg tea.KeyMsg) tea.Cmd {
	b := &m.bytecode
	switch {
	case m.module.Bytecode == nil:
	case m.keys.Hex.Matches(msg) && b.module() != nil:
		b.hex, b.inside = !b.hex, false
		m.search.Accept()
		m.lay()
		return m.disassemble()
	case b.showsBytes():
		m.keys.Rows(&b.bytes, msg)
	case m.keys.Panel.Matches(msg):
		m.enterListing(!b.inside)
	case m.keys.Unfold.Matches(msg):
		m.enterListing(true)
	case m.keys.Fold.Matches(msg):
		m.enterListing(false)
	case b.inside:
		m.keys.Rows(&b.lines, msg)
	default:
		m.keys.Rows(&b.functions, msg)
		m.lay()
		return m.disassemble()
	}
	return nil
}

// enterListing gives the keys to the instructions of the selected function, or back to the list.
func (m *Model) enterListing(inside bool) {
	list, ok := m.bytecode.listing()
	m.bytecode.inside = inside && ok && len(list.instructions) > 0
	if m.bytecode.inside {
		m.search.Accept()
	} else {
		m.bytecode.search.Accept()
	}
	m.lay()
}

// openBytecode follows the selected instruction: to where it jumps, or to the function that it calls. From the list it goes
// into the instructions.
func (m *Model) openBytecode() tea.Cmd {
	b := &m.bytecode
	instruction := b.instruction()
	switch {
	case b.showsBytes():
		return nil
	case instruction == nil:
		m.enterListing(true)
		return nil
	}
	if instruction.Target != nil {
		b.lines.Select(*instruction.Target)
		return nil
	}
	called, ok := m.callee(instruction)
	if !ok {
		return nil
	}
	if called.Address == m.id.Address && called.Module == m.id.Name {
		m.clearSearch()
		m.filterBytecode(called.Name)
		b.inside = false
		m.lay()
		return m.disassemble()
	}
	return m.deps.Post(screen.OpenMsg{Target: target.Target{Kind: target.Function, Function: called}})
}

// callee is the function that an instruction calls. Functions of the module itself are named without it.
func (m *Model) callee(instruction *move.Instruction) (move.FunctionID, bool) {
	if instruction.Name != "Call" && instruction.Name != "CallGeneric" {
		return move.FunctionID{}, false
	}
	name, _, _ := strings.Cut(instruction.Operand, "<")
	if !strings.Contains(name, "::") {
		return move.FunctionID{Address: m.id.Address, Module: m.id.Name, Name: name}, true
	}
	function, err := move.ParseFunctionID(name)
	return function, err == nil
}
