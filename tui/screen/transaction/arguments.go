package transaction

import (
	"foredeck/client/move"
	"foredeck/tui/render"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// heads is how many fields stand above the arguments: the function, the multisig account, the type arguments.
func (m *Model) heads() int {
	payload := m.record.Payload
	if payload == nil {
		return 0
	}
	heads := 1 + len(payload.TypeArguments)
	if payload.MultisigAddress != nil {
		heads++
	}
	return heads
}

// argumentFields is how many fields the tab of arguments has.
func (m *Model) argumentFields() int { return m.heads() + m.call.Len() }

// leadWidth is the width of the names in front of the fields of the tab; the pointer stands behind them.
const (
	leadWidth    = 9
	pointerWidth = 2
)

// argumentField is field i of the tab of arguments.
func (m *Model) argumentField(i int) field {
	th, payload := m.deps.Theme, m.record.Payload
	head := func(label text.Safe, line text.Line, whole string) field {
		pointer := text.Safe("  ")
		if i == m.arguments.Selected() && m.part == partTabs {
			pointer = "▸ "
		}
		lead := append(text.In(th.Faint, label).Fit(leadWidth), text.Span{Text: pointer})
		return field{lines: []text.Line{append(lead, line...)}, whole: func() string { return whole }}
	}
	at := i
	switch {
	case at == 0:
		call := render.Call(m.record)
		if room := m.insideWidth() - leadWidth - pointerWidth; text.Width(call) > room {
			call = text.Function(call, room)
		}
		f := head("function", text.In(th.Accent, call), payload.Function)
		if function, ok := m.function(); ok {
			f = f.opening(target.Target{Kind: target.Function, Function: function})
		}
		return f
	case at == 1 && payload.MultisigAddress != nil:
		address := *payload.MultisigAddress
		return head("multisig", m.addressLine(address), address.String()).
			opening(target.Target{Kind: target.Account, Address: address}).naming(store.Address, address.String())
	case at < m.heads():
		at -= m.heads() - len(payload.TypeArguments)
		label := text.Safe("")
		if at == 0 {
			label = "type args"
		}
		written := payload.TypeArguments[at]
		f := head(label, text.Line{{Text: "T" + text.Integer(uint64(at)) + "  ", Style: th.Faint}, {Text: text.Bounded(written)}}, written)
		if tag, ok := structIn(written); ok {
			f = f.opening(target.Target{Kind: target.Type, Type: tag})
		}
		return f
	}
	return m.valueField(i - m.heads())
}

// structIn is the outermost struct that a type names.
func structIn(written string) (move.StructTag, bool) {
	parsed, err := move.ParseType(written)
	if err != nil || len(parsed.Structs()) == 0 {
		return move.StructTag{}, false
	}
	return parsed.Structs()[0], true
}

// valueField is argument i of the call.
func (m *Model) valueField(i int) field {
	argument := m.argument(i)
	f := field{lines: []text.Line{m.valueLine(i)}, whole: argument.Input}
	if function, ok := m.function(); ok {
		f = f.naming(store.Argument, argumentKey(function, i))
	}
	switch {
	case argument.Address != nil:
		return f.opening(target.Target{Kind: target.Account, Address: *argument.Address})
	case argument.Tag.Kind != 0:
		if tag, ok := structIn(argument.Tag.String()); ok {
			return f.opening(target.Target{Kind: target.Type, Type: tag})
		}
	}
	return f
}

// argumentKey tells an argument apart from all others.
func argumentKey(function move.FunctionID, i int) string {
	return function.String() + "#" + string(text.Integer(uint64(i)))
}

// argumentName is the number of an argument, with the name that the user has given to it.
func (m *Model) argumentName(i int) text.Safe {
	name := "#" + text.Integer(uint64(i))
	if function, ok := m.function(); ok {
		if given := m.deps.Store.Name(store.Subject{Kind: store.Argument, Key: argumentKey(function, i)}); given != "" {
			name += " " + text.Clean(given)
		}
	}
	return name
}

// valueColumns are the widths of the columns of an argument; what is 0 is not shown.
type valueColumns struct {
	lead, name, kind, value, raw int
}

const (
	roomForRaw  = 80 // the width from which what the node sent has a column of its own
	roomForLead = 70 // the width from which the arguments stand below the function
	columnGap   = 2
)

func (m *Model) valueColumns() valueColumns {
	width := m.insideWidth()
	c := valueColumns{name: 4}
	for i := range min(m.call.Len(), 30) {
		c.name = max(c.name, min(text.Width(m.argumentName(i)), width/6))
		c.kind = max(c.kind, min(text.Width(m.kindOf(i)), width/4))
	}
	if c.kind > 0 {
		c.kind = max(c.kind, len("TYPE"))
	}
	if width >= roomForLead {
		c.lead = leadWidth
	}
	c.value = width - c.lead - pointerWidth - c.name - columnGap
	if c.kind > 0 {
		c.value -= c.kind + columnGap
	}
	if c.kind > 0 && width >= roomForRaw {
		c.raw = width / 4
		c.value -= c.raw + columnGap
	}
	return c
}

// kindOf is the type of an argument, shortened.
func (m *Model) kindOf(i int) text.Safe { return text.Short(m.call.Type(i)) }

func (m *Model) valueTitles() text.Line {
	th, c := m.deps.Theme, m.valueColumns()
	line := text.Plain("")
	if c.lead > 0 {
		line = text.In(th.Faint, "args").Fit(c.lead)
	}
	line = append(line, text.Span{Text: text.Spaces(pointerWidth)})
	line = append(line, text.In(th.Faint, "ARG").Fit(c.name+columnGap)...)
	if c.kind > 0 {
		line = append(line, text.In(th.Faint, "TYPE").Fit(c.kind+columnGap)...)
	}
	value := text.Safe("VALUE")
	if c.kind == 0 {
		value = "RAW VALUE"
	}
	line = append(line, text.In(th.Faint, value).Fit(c.value)...)
	if c.raw > 0 {
		line = append(line, text.Span{Text: text.Spaces(columnGap) + "RAW", Style: th.Faint})
	}
	return line
}

func (m *Model) valueLine(i int) text.Line {
	th, c, argument := m.deps.Theme, m.valueColumns(), m.argument(i)
	pointer := text.Safe("  ")
	selected := m.heads()+i == m.arguments.Selected() && m.part == partTabs
	if selected {
		pointer = "▸ "
	}
	row := text.Line{{Text: pointer}}
	row = append(row, text.In(th.Faint, m.argumentName(i)).Fit(c.name)...)
	row = append(row, text.Span{Text: text.Spaces(columnGap)})
	if c.kind > 0 {
		row = append(row, text.In(th.Faint, text.Cut(m.kindOf(i), c.kind)).Fit(c.kind+columnGap)...)
	}
	row = append(row, text.Plain(text.CutMiddle(argument.Shown, c.value)).Fit(c.value)...)
	if c.raw > 0 {
		row = append(row, text.Span{Text: text.Spaces(columnGap)})
		row = append(row, text.In(th.Faint, text.CutMiddle(argument.Raw, c.raw))...)
	}
	if selected {
		row = row.Fit(m.insideWidth() - c.lead).In(th.Selected)
	}
	return append(text.Plain(text.Spaces(c.lead)), row...)
}

// argumentLines are the fields on the screen, with what moved and where the types are from below them.
func (m *Model) argumentLines() []text.Line {
	th, room := m.deps.Theme, m.insideHeight()
	if m.record.Payload == nil {
		return []text.Line{m.fact("payload", text.In(th.Faint, m.absent()))}
	}
	var lines []text.Line
	first := m.arguments.First()
	last, titled := min(first+m.arguments.Height(), m.arguments.Len()), false
	for i := first; i < last; i++ {
		if i >= m.heads() && !titled {
			lines, titled = append(lines, m.valueTitles()), true
		}
		for _, line := range m.argumentField(i).lines {
			lines = append(lines, line.Fit(m.insideWidth()).WithHit(&text.Hit{Rows: i - m.arguments.Selected(), Unfocused: m.part != partTabs}))
		}
	}
	if m.call.Len() == 0 {
		lines = append(lines, text.In(th.Faint, "no arguments"))
	}
	foot := spread(m.foot(), room-len(lines))
	if left := min(room-len(lines)-len(foot), mostWhole+1); left > 1 { // kept for the selected argument, whether it is cut or not
		lines = text.Height(append(lines, m.whole(left-1)...), len(lines)+left)
	}
	return append(lines, foot...)
}

// mostWhole is in how many lines the selected argument is written in full.
const mostWhole = 3

// spread is the lines, each with a blank one above it where there is room for all of these.
func spread(lines []text.Line, room int) []text.Line {
	if room < 2*len(lines) {
		return lines
	}
	var apart []text.Line
	for _, line := range lines {
		apart = append(apart, nil, line)
	}
	return apart
}

// leastForFoot is the height from which there is room for more than the fields.
const leastForFoot = 7

// foot is what stands below the fields.
func (m *Model) foot() []text.Line {
	if m.insideHeight() < leastForFoot || m.record.Payload == nil {
		return nil
	}
	var lines []text.Line
	titled := m.argumentFields() + 1
	if len(m.moves) > 0 && titled+2 <= m.insideHeight() {
		lines = append(lines, m.movesLine())
	}
	if m.call.Len() > 0 {
		lines = append(lines, m.typesLine())
	}
	return lines
}

// movesLine is the movements of coins that fit a line, and how many events tell of them.
func (m *Model) movesLine() text.Line {
	th := m.deps.Theme
	line := text.In(th.Faint, "moves").Fit(leadWidth + pointerWidth)
	events := text.Safe("   (from " + text.Integer(uint64(m.moveEvents)) + " coin events)")
	if m.moveEvents == 1 {
		events = "   (from 1 coin event)"
	}
	for i, moved := range m.moves {
		who := m.deps.NameOf(moved.Account)
		if who == "" {
			who = text.Short(text.Safe(moved.Account.Short()))
		}
		part := text.Line{{Text: moved.Format(m.deps.Formatter()), Style: th.Strong}, {Text: "  " + who}}
		rest := text.Safe("   … " + text.Integer(uint64(len(m.moves)-i)) + " more")
		if i > 0 && line.Width()+5+part.Width()+text.Width(rest) > m.insideWidth() {
			return append(line, text.Span{Text: rest, Style: th.Faint})
		}
		if i > 0 {
			line = append(line, text.Span{Text: "     "})
		}
		line = append(line, part...)
	}
	if line.Width()+text.Width(events) <= m.insideWidth() {
		line = append(line, text.Span{Text: events, Style: th.Faint})
	}
	return line
}

// whole is the selected argument in full, in at most so many lines, where its row has cut it.
func (m *Model) whole(room int) []text.Line {
	i := m.arguments.Selected() - m.heads()
	if i < 0 || m.call.Len() == 0 {
		return nil
	}
	c, argument := m.valueColumns(), m.argument(i)
	var lines []text.Line
	add := func(value text.Safe) {
		if room-len(lines) < 1 {
			return
		}
		for _, part := range text.Wrap(value, m.insideWidth(), room-len(lines)) {
			lines = append(lines, text.In(m.deps.Theme.Faint, part))
		}
	}
	if text.Width(argument.Shown) > c.value {
		add(argument.Shown)
	}
	if argument.Raw != "same" && text.Width(argument.Raw) > c.raw {
		add("raw " + argument.Raw)
	}
	if len(lines) == 0 {
		return nil
	}
	return append([]text.Line{nil}, lines...)
}
