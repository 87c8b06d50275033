package render

import (
	"foredeck/client"
	"foredeck/theme"
	"foredeck/tui/text"
	"foredeck/tui/widget/panel"
)

// Summary describes a record in at most height lines: call and arguments, block, cost. Arguments are left out if they do not fit.
func Summary(record *client.Transaction, call *Arguments, failed Failed, formatter Formatter, th theme.Theme, width, height int) []text.Line {
	var lines []text.Line
	first := text.Short(Call(record)).In(th.Strong)
	if payload := record.Payload; payload != nil && len(payload.TypeArguments) > 0 {
		first = append(first, text.Span{Text: text.Short(TypeArguments(payload.TypeArguments))})
	}
	lines = append(lines, first)
	if record.Payload != nil && record.Payload.MultisigAddress != nil {
		of := text.Line{{Text: text.Const("  of  "), Style: th.Faint}}
		if name := formatter.NameOf(*record.Payload.MultisigAddress); !name.IsEmpty() {
			of = append(of, text.Span{Text: text.Format("%s  ", name), Style: th.Accent})
		}
		account := text.CutMiddle(text.Clean(record.Payload.MultisigAddress.String()), max(width-of.Width(), 1))
		lines = append(lines, append(of, text.Span{Text: account}))
	}
	footer := footerLines(record, formatter, th, width)
	// The reason for a failure matters more than the arguments.
	lines = append(lines, failed.Explain(th, width, max(height-len(lines)-len(footer), 1))...)
	if room := height - len(lines) - len(footer); record.Payload != nil && room > 0 {
		lines = append(lines, argumentLines(call, formatter, th, width, room)...)
	}
	return append(lines, footer...)
}

// footerLines returns the record's problem, if any, and the facts every record has.
func footerLines(record *client.Transaction, formatter Formatter, th theme.Theme, width int) []text.Line {
	var lines []text.Line
	if record.Problem != nil {
		lines = append(lines, text.In(th.Warn, "! %s", Problem(record)))
	}
	return append(lines, factLines(record, formatter, th, width)...)
}

// maxTypeArguments bounds the type arguments written in a line.
const maxTypeArguments = 40

// TypeArguments formats type arguments as they follow a function name: <A, B>.
func TypeArguments(arguments []string) text.Safe {
	line := text.Const("<")
	for i, argument := range arguments {
		if i > 0 {
			line = text.Format("%s, ", line)
		}
		if i == maxTypeArguments {
			return text.Format("%s…>", line)
		}
		line = text.Concat(line, text.Bounded(argument))
	}
	return text.Format("%s>", line)
}

// argumentLines formats one argument per line, with its type if known, in at most room lines.
func argumentLines(call *Arguments, formatter Formatter, th theme.Theme, width, room int) []text.Line {
	widest, names := 0, 0
	for i := range min(call.Len(), room) {
		names = max(names, min(text.Width(formatter.argumentLabel(i)), maxLabelWidth(width))+4)
		widest = max(widest, min(text.Width(text.Short(call.Type(i))), width/typeShare))
	}
	var lines []text.Line
	for i := range min(call.Len(), room) {
		argument := call.At(formatter, i)
		name := text.Format("  %s", text.Cut(formatter.argumentLabel(i), maxLabelWidth(width)))
		line := text.Concat(name, text.Spaces(names-text.Width(name))).In(th.Faint)
		if widest > 0 {
			line = append(line, text.Cut(text.Short(call.Type(i)), widest).In(th.Faint).Fit(widest+2)...)
		}
		var more text.Line
		if left := call.Len() - i - 1; i == room-1 && left > 0 {
			more = text.In(th.Faint, "  … %s more", text.Integer(uint64(left)))
		}
		if argument.Raw != text.Const("same") && argument.Address == nil && len(more) == 0 {
			more = text.In(th.Faint, "   (raw %s)", argument.Raw)
		}
		left := max(width-line.Width()-more.Width(), 1)
		shown := argument.Shown
		if text.Width(text.Short(shown)) > left && i < room-1 {
			more, left = nil, max(width-line.Width(), 1) // the decoded value has priority over the raw one
		}
		if text.Width(shown) > left {
			shown = text.Cut(text.Short(shown), left)
		}
		lines = append(lines, append(append(line, text.Span{Text: shown}), more...))
	}
	return lines
}

// maxLabelWidth is the width of an argument's number and name; the number always fits.
func maxLabelWidth(width int) int { return max(width/typeShare, len("#100")) }

// typeShare is the fraction of a line available to an argument's type.
const typeShare = 4

// factLines returns block, gas, fee and event count in as many lines as the width requires.
func factLines(record *client.Transaction, formatter Formatter, th theme.Theme, width int) []text.Line {
	var parts []text.Line
	add := func(label, value text.Safe) {
		parts = append(parts, text.Line{{Text: text.Format("%s ", label), Style: th.Faint}, {Text: value}})
	}
	if record.Block != nil {
		add(text.Const("block"), Number(record.Block.Height))
	}
	switch { // transactions without a sender pay no fee
	case record.MaxGasAmount != nil || record.GasUnitPrice != nil:
		add(text.Const("gas"), text.Format("%s of %s × price %s", Number(record.GasUsed), Number(record.MaxGasAmount), Number(record.GasUnitPrice)))
	case record.GasUsed != nil && *record.GasUsed > 0:
		add(text.Const("gas"), Number(record.GasUsed))
	}
	if fee := Fee(record, formatter.Units, formatter.Decimals); fee != text.None {
		add(text.Const("fee"), fee)
	}
	if len(record.Events) > 0 {
		add(text.Const("events"), text.Integer(uint64(len(record.Events))))
	}
	var lines []text.Line
	for _, part := range parts {
		last := len(lines) - 1
		if last >= 0 && lines[last].Width()+3+part.Width() <= width {
			lines[last] = append(append(lines[last], text.Span{Text: text.Const("   ")}), part...)
			continue
		}
		lines = append(lines, part)
	}
	return lines
}

// Selected returns the panel of the selected record of a list: what it calls and with what.
func Selected(record *client.Transaction, call *Arguments, failed Failed, formatter Formatter, th theme.Theme, width, height int, plain bool) panel.Panel {
	frame, frameHeight := panel.Frame(plain)
	state := text.Const("raw values")
	if call.HasTypes() && call.RawReason.IsEmpty() {
		state = text.Const("types from ABI")
	}
	return panel.Panel{
		Title: text.In(th.Strong, "Selected"), State: state.In(th.Faint), Plain: plain,
		Body: Summary(record, call, failed, formatter, th, width-frame, height-frameHeight),
	}
}
