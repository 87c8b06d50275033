package module

import (
	"encoding/hex"
	"fmt"
	"strings"

	"foredeck/client/move"
	"foredeck/tui/pane"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// maxOperandBytes bounds the part of an operand that is drawn, since short bytecode can produce very long ones.
const maxOperandBytes = 1000

// maxInstructionName is the width of the longest name of an instruction, MutBorrowVariantFieldGeneric.
const maxInstructionName = 28

// maxDeclarationLines bounds the declaration above the instructions.
const maxDeclarationLines = 4

// layoutBytecode sets the sizes of the tab's lists.
func (m *Model) layoutBytecode() {
	b, height := &m.bytecode, m.room.Height
	list, _ := b.listing()
	b.functions.SetHeight(max(height-1-len(m.searchLines(0))-len(m.problemLines(m.room.Width)), 0))
	b.lines.SetLength(len(list.instructions))
	b.lines.SetHeight(max(height-1-len(m.declarationHeader())-len(m.codeSearchLines()), 0))
	b.lines.SetBlurred(!m.detailsFocused)
	b.bytes.SetLength((len(m.module.Bytecode) + m.bytesPerLine() - 1) / m.bytesPerLine())
	b.bytes.SetHeight(max(height-len(m.bytesNotice())-1, 0))
}

// declarationHeader draws the declaration of the selected function and a blank line.
func (m *Model) declarationHeader() []text.Line {
	list, ok := m.bytecode.listing()
	if !ok || m.size.Class <= screen.Small {
		return nil
	}
	declaration := text.Short(text.Bounded(truncate(list.declaration)))
	return append(text.WrapIn(m.deps.Theme.Text, declaration, m.detailsRoom.Width, maxDeclarationLines), nil)
}

// truncate returns as much of a text as any line can show.
func truncate(s string) string { return strings.ToValidUTF8(s[:min(len(s), maxOperandBytes)], "") }

// bytecodePanel draws the functions, or the bytes.
func (m *Model) bytecodePanel(room pane.Area) widget.Panel {
	th, b := m.deps.Theme, &m.bytecode
	p := widget.Panel{Title: widget.Title(th, tabNames[tabBytecode], !m.detailsFocused)}
	switch {
	case m.module.Bytecode == nil:
		p.Body = []text.Line{text.In(th.Faint, "bytecode: %s", render.NotGiven)}
		return p
	case b.showsBytes():
		return m.bytesPanel(p, room.Width)
	case b.parsed.Loading():
		p.Body = []text.Line{text.In(th.Faint, "parsing bytecode")}
		return p
	}
	whole := len(b.module().Functions)
	p.State = text.In(th.Faint, "version %s · %s", text.Integer(uint64(b.module().Version)), m.position(&b.functions.Table, whole))
	p.Body = append(m.problemLines(room.Width), m.searchLines(room.Width)...)
	switch {
	case b.functions.Len() > 0:
		columns := []widget.Column{{Title: text.Const("FUNCTION"), Width: 16, Flex: true}, {Title: text.Const("KIND"), Width: 7}, {Title: text.Const("CODE"), Width: 6, Right: true, Rank: 1}}
		m.Mark()
		p.Body = append(p.Body, b.functions.View(th, columns, room.Width, m.codeRow)...)
	case whole > 0:
		p.Body = append(p.Body, text.In(th.Faint, "no name matches"))
	default:
		p.Body = append(p.Body, text.In(th.Faint, "the module defines no functions"))
	}
	return p
}

// maxProblemLines is the number of lines for what the parser does not know of a module.
const maxProblemLines = 3

// problemLines names what the parser does not know of the module; nil if it knows all of it.
func (m *Model) problemLines(width int) []text.Line {
	module := m.bytecode.module()
	if module == nil || len(module.Problems) == 0 {
		return nil
	}
	said := text.Format("! %s", text.Bounded(module.Problems[0]))
	if more := len(module.Problems) - 1; more > 0 {
		said = text.Format("%s · %s more in copy as…", said, text.Integer(uint64(more)))
	}
	return text.WrapIn(m.deps.Theme.Warn, said, width, maxProblemLines)
}

// codeRow returns a function with its number of instructions.
func (m *Model) codeRow(i int) []widget.Cell {
	function := &m.bytecode.module().Functions[m.bytecode.functions.shown[i]]
	code := widget.Cell{Text: text.Integer(uint64(function.Instructions))}
	switch {
	case function.IsNative:
		code = widget.Cell{Text: text.Const("native"), Style: m.deps.Theme.Faint}
	case function.Problem != "":
		code = widget.Cell{Text: text.Format("%s+?", code.Text), Style: m.deps.Theme.Warn}
	}
	return []widget.Cell{{Text: text.Bounded(function.ABI.Name)}, m.kindCell(&function.ABI), code}
}

// listingPanel draws the instructions of the selected function.
func (m *Model) listingPanel(room pane.Area) widget.Panel {
	th, b := m.deps.Theme, &m.bytecode
	function := b.function()
	if function == nil {
		return widget.Panel{Title: widget.Title(th, text.Const("Instructions"), m.detailsFocused), Body: []text.Line{text.In(th.Faint, "nothing selected")}}
	}
	p := widget.Panel{Title: widget.Title(th, text.Bounded(function.ABI.Name), m.detailsFocused)}
	list, ok := b.listing()
	switch {
	case b.disassembly.Err() != nil && !b.disassembly.Loading():
		p.Body = m.errorLines(text.Safe{}, b.disassembly.Err(), room.Width)
	case !ok:
		p.Body = []text.Line{text.In(th.Faint, "disassembling")}
	case function.IsNative:
		p.Body = append(m.declarationHeader(), text.In(th.Faint, "native: implemented by the chain"))
	default:
		columns := []widget.Column{{Title: text.Const("AT"), Width: 5, Right: true}, {Title: text.Const("INSTRUCTION"), Width: 19, Max: maxInstructionName}, {Title: text.Const("OPERAND"), Width: 10, Flex: true}}
		p.Body = append(append(m.declarationHeader(), m.codeSearchLines()...), b.lines.View(th, columns, room.Width, func(i int) []widget.Cell { return m.instructionRow(&list, i) })...)
		p.State = m.position(&b.lines, b.lines.Len()).In(th.Faint)
	}
	return p
}

// instructionRow returns an instruction. Jump targets have a colon after their offset, like a label. The instruction that the screen
// was opened at is marked.
func (m *Model) instructionRow(list *listing, i int) []widget.Cell {
	th, instruction := m.deps.Theme, &list.instructions[i]
	at := widget.Cell{Text: text.Format("%s ", text.Integer(uint64(instruction.Offset))), Style: th.Faint}
	if list.targets[instruction.Offset] {
		at = widget.Cell{Text: text.Format("%s:", text.Integer(uint64(instruction.Offset))), Style: th.Accent}
	}
	name := widget.Cell{Text: text.Clean(instruction.Name)}
	if marked := m.bytecode.marked; marked != nil && *marked == (move.CodePosition{Function: list.function, Offset: instruction.Offset}) {
		at = widget.Cell{Text: text.Format("✗%s", at.Text), Style: th.Bad}
		name.Style = th.Bad
	}
	operand := widget.Cell{Text: text.Short(text.Bounded(truncate(instruction.Operand)))}
	if instruction.Target != nil {
		operand = widget.Cell{Text: text.Format("→ %s", text.Integer(uint64(*instruction.Target))), Style: th.Accent}
	} else if _, ok := m.callee(instruction); ok {
		operand.Style = th.Link
	}
	return []widget.Cell{at, name, operand}
}

// errorLines wraps the parser's message, which has the position.
func (m *Model) errorLines(prefix text.Safe, err error, width int) []text.Line {
	return text.WrapIn(m.deps.Theme.Bad, text.Concat(prefix, text.Bounded(err.Error())), width, maxDeclarationLines)
}

// bytesNotice draws the parse error above the bytes.
func (m *Model) bytesNotice() []text.Line {
	if m.bytecode.parsed.Err() == nil {
		return nil
	}
	return append(m.errorLines(text.Const("cannot parse "), m.bytecode.parsed.Err(), m.room.Width), nil)
}

// bytesPanel draws the visible bytes.
func (m *Model) bytesPanel(p widget.Panel, width int) widget.Panel {
	th, b := m.deps.Theme, &m.bytecode
	p.State = text.Plural(len(m.module.Bytecode), "byte").In(th.Faint)
	columns := []widget.Column{{Title: text.Const("AT"), Width: 6, Right: true}, {Title: text.Const("BYTES"), Width: bytesWidth(m.bytesPerLine())}, {Title: text.Const("TEXT"), Width: m.bytesPerLine(), Rank: 1}}
	p.Body = append(m.bytesNotice(), b.bytes.View(th, columns, width, m.bytesRow)...)
	return p
}

// bytesPerLine returns the number of bytes that fit a line, rounded to a convenient number.
func (m *Model) bytesPerLine() int {
	if m.room.Width >= 2+6+2+bytesWidth(16)+2+16 {
		return 16
	}
	return 8
}

// bytesWidth is the width of n bytes, each with a blank or bracket on either side.
func bytesWidth(bytes int) int { return 3*bytes + 1 }

// bytesRow returns a line of the hex view: offset, bytes and ASCII. The invalid byte is in brackets.
func (m *Model) bytesRow(i int) []widget.Cell {
	th, code := m.deps.Theme, m.module.Bytecode
	start := i * m.bytesPerLine()
	line := code[start:min(start+m.bytesPerLine(), len(code))]
	broken, ok := m.bytecode.errorOffset()
	var digits, letters strings.Builder
	for k, value := range line {
		switch before := start + k; {
		case ok && before == broken:
			digits.WriteByte('[')
		case ok && k > 0 && before == broken+1:
			digits.WriteByte(']')
		default:
			digits.WriteByte(' ')
		}
		digits.WriteString(hex.EncodeToString([]byte{value}))
		if value < 0x20 || value > 0x7e {
			value = '.'
		}
		letters.WriteByte(value)
	}
	bytes := widget.Cell{Text: text.Clean(digits.String())}
	if ok && broken/m.bytesPerLine() == i {
		bytes.Style = th.Bad
		if broken == start+len(line)-1 {
			bytes.Text = text.Format("%s]", bytes.Text)
		}
	}
	return []widget.Cell{
		{Text: text.Clean(fmt.Sprintf("%06d", start)), Style: th.Faint}, bytes, {Text: text.Clean(letters.String()), Style: th.Faint},
	}
}
