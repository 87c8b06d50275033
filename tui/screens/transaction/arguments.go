package transaction

import (
	"foredeck/client/move"
	"foredeck/tui/render"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// headerFields is the number of fields above the arguments: function, multisig account and type arguments.
func (m *Model) headerFields() int {
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

func (m *Model) argumentFields() int { return m.headerFields() + m.call.Len() }

// leadWidth is the width of the labels in front of the tab's fields; the pointer follows.
const (
	leadWidth    = 9
	pointerWidth = 2
)

func (m *Model) argumentField(i int) field {
	th, payload := m.deps.Theme, m.record.Payload
	head := func(label text.Safe, line text.Line, whole string) field {
		pointer := text.Const("  ")
		if i == m.arguments.Selected() && m.focus == focusTabs {
			pointer = text.Const("▸ ")
		}
		lead := append(label.In(th.Faint).Fit(leadWidth), text.Span{Text: pointer})
		return field{Lines: []text.Line{append(lead, line...)}, Full: func() string { return whole }}
	}
	at := i
	switch {
	case at == 0:
		call := render.Call(m.record)
		if room := m.body.Width - leadWidth - pointerWidth; text.Width(call) > room {
			call = text.Function(call, room)
		}
		f := head(text.Const("function"), call.In(th.Accent), payload.Function)
		if function, ok := m.function(); ok {
			f = f.LinkedTo(target.Target{Kind: target.Function, Function: function})
		}
		return f
	case at == 1 && payload.MultisigAddress != nil:
		address := *payload.MultisigAddress
		return head(text.Const("multisig"), m.addressLine(address), address.String()).OfAccount(address)
	case at < m.headerFields():
		at -= m.headerFields() - len(payload.TypeArguments)
		label := text.Safe{}
		if at == 0 {
			label = text.Const("type args")
		}
		written := payload.TypeArguments[at]
		f := head(label, text.Line{{Text: text.Format("T%s  ", text.Integer(uint64(at))), Style: th.Faint}, {Text: text.Bounded(written)}}, written)
		if tag, ok := outerStruct(written); ok {
			f = f.LinkedTo(target.Target{Kind: target.Type, Type: tag})
		}
		return f
	}
	return m.valueField(i - m.headerFields())
}

// outerStruct returns the outermost struct of a type.
func outerStruct(moveType string) (move.StructTag, bool) {
	parsed, err := move.ParseType(moveType)
	if err != nil || len(parsed.Structs()) == 0 {
		return move.StructTag{}, false
	}
	return parsed.Structs()[0], true
}

func (m *Model) valueField(i int) field {
	argument := m.argument(i)
	f := field{Lines: m.valueLines(i), Full: argument.Input}
	if function, ok := m.function(); ok {
		if number, known := m.call.Parameter(i); known {
			f = f.WithSubject(store.ArgumentSubject(function, number))
		}
	}
	switch {
	case argument.Address != nil:
		return f.LinkedTo(target.Target{Kind: target.Account, Address: *argument.Address})
	case argument.Tag.Kind != 0:
		if tag, ok := outerStruct(argument.Tag.String()); ok {
			return f.LinkedTo(target.Target{Kind: target.Type, Type: tag})
		}
	}
	return f
}

// argumentName returns the number of an argument's parameter and its name, if any.
func (m *Model) argumentName(i int) text.Safe {
	return m.call.Label(m.deps.Amounts.Formatter(m.deps.Names, m.record), i)
}

// valueColumns are the column widths of an argument; 0 if hidden.
type valueColumns struct {
	lead, name, kind, value, raw int
}

const (
	minRawWidth  = 80 // width from which raw values get a column
	minLeadWidth = 70 // width from which arguments are indented below the function
	columnGap    = 2
)

func (m *Model) valueColumns() valueColumns {
	width := m.body.Width
	c := valueColumns{name: 4}
	for i := range min(m.call.Len(), 30) {
		c.name = max(c.name, min(text.Width(m.argumentName(i)), width/6))
		c.kind = max(c.kind, min(text.Width(m.kindOf(i)), width/4))
	}
	if c.kind > 0 {
		c.kind = max(c.kind, len("TYPE"))
	}
	if width >= minLeadWidth {
		c.lead = leadWidth
	}
	c.value = width - c.lead - pointerWidth - c.name - columnGap
	if c.kind > 0 {
		c.value -= c.kind + columnGap
	}
	if c.kind > 0 && width >= minRawWidth {
		for i := range min(m.call.Len(), 30) {
			c.raw = max(c.raw, len("RAW"), min(text.Width(m.argument(i).Raw), width/4))
		}
		c.value -= c.raw + columnGap
	}
	return c
}

// kindOf returns the abbreviated type of an argument.
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
	value := text.Const("VALUE")
	if c.kind == 0 {
		value = text.Const("RAW VALUE")
	}
	line = append(line, value.In(th.Faint).Fit(c.value)...)
	if c.raw > 0 {
		line = append(line, text.Span{Text: text.Format("%sRAW", text.Spaces(columnGap+c.raw-len("RAW"))), Style: th.Faint})
	}
	return line
}

// valueLines draws an argument: in a line, or wrapped if all of them have room for that.
func (m *Model) valueLines(i int) []text.Line {
	th, c, argument := m.deps.Theme, m.valueColumns(), m.argument(i)
	pointer := text.Const("  ")
	selected := m.headerFields()+i == m.arguments.Selected() && m.focus == focusTabs
	if selected {
		pointer = text.Const("▸ ")
	}
	row := text.Line{{Text: pointer}}
	row = append(row, m.argumentName(i).In(th.Faint).Fit(c.name)...)
	row = append(row, text.Span{Text: text.Spaces(columnGap)})
	if c.kind > 0 {
		row = append(row, text.Cut(m.kindOf(i), c.kind).In(th.Faint).Fit(c.kind+columnGap)...)
	}
	lines := []text.Line{text.CutMiddle(argument.Shown, c.value).Line()}
	if m.valuesWrap() {
		lines = text.WrapIn(th.Text, argument.Shown, c.value, maxValueLines)
	}
	indent := text.Spaces(row.Width())
	for k, value := range lines {
		line := append(row, value.Fit(c.value)...)
		if k > 0 {
			line = append(indent.Line(), value.Fit(c.value)...)
		} else if c.raw > 0 {
			raw := text.CutMiddle(argument.Raw, c.raw)
			line = append(line, text.Span{Text: text.Spaces(columnGap + c.raw - text.Width(raw))}, text.Span{Text: raw, Style: th.Faint})
		}
		if selected {
			line = line.Fit(m.body.Width - c.lead).Selected(&th)
		}
		lines[k] = append(text.Spaces(c.lead).Line(), line...).Silent()
	}
	lines[0] = lines[0].WithAnnouncement(&text.Announcement{Selected: selected, Text: func(int) text.Safe { return m.valueWords(i) }})
	return lines
}

// valueWords returns the words of an argument.
func (m *Model) valueWords(i int) text.Safe {
	argument := m.argument(i)
	words := text.Format("argument %s", m.argumentName(i))
	if kind := m.kindOf(i); !kind.IsEmpty() {
		words = text.Format("%s, type %s", words, kind)
	}
	if words = text.Format("%s: %s", words, argument.Shown); argument.Raw != text.Const("same") && !argument.Raw.IsEmpty() {
		words = text.Format("%s, raw %s", words, argument.Raw)
	}
	return words
}

// maxWrapped is the number of arguments up to which their values are wrapped.
const maxWrapped = 30

// valuesWrap reports whether all fields fit with wrapped values, so that no value needs to be cut.
func (m *Model) valuesWrap() bool {
	lines := m.wrappedLines()
	return lines > 0 && lines <= m.body.Height
}

// wrappedLines returns the lines of all fields with wrapped values, 0 if one needs too many of them.
func (m *Model) wrappedLines() int {
	if m.call.Len() > maxWrapped {
		return 0
	}
	width, lines := m.valueColumns().value, m.headerFields()+1+2*len(m.footerLines())
	for i := range m.call.Len() {
		lines += min((text.Width(m.argument(i).Shown)+width-1)/max(width, 1), maxValueLines+1)
		if text.Width(m.argument(i).Shown) > maxValueLines*width {
			return 0
		}
	}
	return lines
}

// argumentLines draws the visible fields, then coin transfers and the source of the types.
func (m *Model) argumentLines() []text.Line {
	th, room := m.deps.Theme, m.body.Height
	if m.record.Payload == nil {
		return []text.Line{m.fact(text.Const("payload"), m.missingReason().In(th.Faint))}
	}
	var lines []text.Line
	first := m.arguments.First()
	last, titled := min(first+m.arguments.Height(), m.arguments.Len()), false
	for i := first; i < last; i++ {
		if i >= m.headerFields() && !titled {
			lines, titled = append(lines, m.valueTitles().Silent()), true
		}
		for _, line := range m.argumentField(i).Lines {
			lines = append(lines, line.Fit(m.body.Width).WithHit(&text.Hit{Rows: i - m.arguments.Selected(), Unfocused: m.focus != focusTabs}))
		}
	}
	if m.call.Len() == 0 {
		lines = append(lines, text.In(th.Faint, "no arguments"))
	}
	foot := withGaps(m.footer(), room-len(lines))
	if left := min(room-len(lines)-len(foot), maxValueLines+1); left > 1 { // reserved even if the selected argument is not cut
		lines = text.Height(append(lines, m.fullValue(left-1)...), len(lines)+left)
	}
	return append(lines, foot...)
}

// maxValueLines is the number of lines for the selected argument in full.
const maxValueLines = 3

// withGaps inserts a blank line above each line if there is room for all of them.
func withGaps(lines []text.Line, room int) []text.Line {
	if room < 2*len(lines) {
		return lines
	}
	var spaced []text.Line
	for _, line := range lines {
		spaced = append(spaced, nil, line)
	}
	return spaced
}

// minFooterHeight is the height from which there is room for a footer.
const minFooterHeight = 7

func (m *Model) footer() []text.Line {
	if m.body.Height < minFooterHeight || m.record.Payload == nil {
		return nil
	}
	lines := m.footerLines()
	if titled := m.argumentFields() + 1; len(m.transfers) > 0 && titled+2 > m.body.Height {
		return lines[1:]
	}
	return lines
}

// footerLines are the lines below the arguments where there is room for them.
func (m *Model) footerLines() (lines []text.Line) {
	if len(m.transfers) > 0 {
		lines = append(lines, m.transfersLine())
	}
	if m.call.Len() > 0 {
		lines = append(lines, m.typesLine())
	}
	return lines
}

// transfersLine draws the coin transfers that fit, and the number of events that report them.
func (m *Model) transfersLine() text.Line {
	th := m.deps.Theme
	line := text.In(th.Faint, "transfers").Fit(leadWidth + pointerWidth)
	events := text.Format("   (from %s coin events)", text.Integer(uint64(m.transferEvents)))
	if m.transferEvents == 1 {
		events = text.Const("   (from 1 coin event)")
	}
	formatter := m.deps.Amounts.Formatter(m.deps.Names, m.record)
	for i, transfer := range m.transfers {
		part := text.Line{{Text: transfer.Format(formatter), Style: th.Strong}, {Text: text.Format("  %s", m.shortName(transfer.Account))}}
		rest := text.Format("   … %s more", text.Integer(uint64(len(m.transfers)-i)))
		if i > 0 && line.Width()+5+part.Width()+text.Width(rest) > m.body.Width {
			if pair := m.pairLine(); pair != nil && i < 2 {
				return pair
			}
			return append(line, text.Span{Text: rest, Style: th.Faint})
		}
		if i > 0 {
			line = append(line, text.Span{Text: text.Const("     ")})
		}
		line = append(line, part...)
	}
	if line.Width()+text.Width(events) <= m.body.Width {
		line = append(line, text.Span{Text: events, Style: th.Faint})
	}
	return line
}

// pairLine draws a withdrawal and the deposit of the same coins as one transfer; nil if these are not all the transfers.
func (m *Model) pairLine() text.Line {
	if len(m.transfers) != 2 {
		return nil
	}
	from, to := m.transfers[0], m.transfers[1]
	if from.Deposit {
		from, to = to, from
	}
	if from.Deposit == to.Deposit || from.Coin != to.Coin || from.Amount.Cmp(to.Amount) != 0 {
		return nil
	}
	line := text.In(m.deps.Theme.Faint, "transfers").Fit(leadWidth + pointerWidth)
	return append(line, text.Span{Text: from.FormatAmount(m.deps.Amounts.Formatter(m.deps.Names, m.record)), Style: m.deps.Theme.Strong},
		text.Span{Text: text.Format("  %s → %s", m.shortName(from.Account), m.shortName(to.Account))})
}

// shortName returns the name of an account, or its short address.
func (m *Model) shortName(account move.Address) text.Safe {
	if name := m.deps.Names.Of(account); !name.IsEmpty() {
		return name
	}
	return text.Short(text.Clean(account.Short()))
}

// fullValue draws the selected argument in full, if its row has cut it.
func (m *Model) fullValue(room int) []text.Line {
	i := m.arguments.Selected() - m.headerFields()
	if i < 0 || m.call.Len() == 0 {
		return nil
	}
	c, argument := m.valueColumns(), m.argument(i)
	var lines []text.Line
	add := func(value text.Safe) {
		if room > len(lines) {
			lines = append(lines, text.WrapIn(m.deps.Theme.Faint, value, m.body.Width, room-len(lines))...)
		}
	}
	if text.Width(argument.Shown) > c.value && !m.valuesWrap() {
		add(argument.Shown)
	}
	if argument.Raw != text.Const("same") && text.Width(argument.Raw) > c.raw {
		add(text.Format("raw %s", argument.Raw))
	}
	if len(lines) == 0 {
		return nil
	}
	return append([]text.Line{nil}, lines...)
}
