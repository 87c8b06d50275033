package render

import (
	"foredeck/client"
	"foredeck/theme"
	"foredeck/tui/text"
)

// Summary is a record in as many lines as a panel of this size has: what it calls and with what, where it stands, what it
// cost. Arguments are left out where there is no room for all.
func Summary(record *client.Transaction, call *Arguments, reader Reader, th theme.Theme, width, height int) []text.Line {
	var lines []text.Line
	called := text.In(th.Strong, text.Short(Call(record)))
	if payload := record.Payload; payload != nil && len(payload.TypeArguments) > 0 {
		called = append(called, text.Span{Text: text.Short(TypeArguments(payload.TypeArguments))})
	}
	lines = append(lines, called)
	if record.Payload != nil && record.Payload.MultisigAddress != nil {
		of := text.Line{{Text: "  of  ", Style: th.Faint}}
		if name := reader.NameOf(*record.Payload.MultisigAddress); name != "" {
			of = append(of, text.Span{Text: name + "  ", Style: th.Accent})
		}
		account := text.CutMiddle(text.Safe(record.Payload.MultisigAddress.String()), max(width-of.Width(), 1))
		lines = append(lines, append(of, text.Span{Text: account}))
	}
	ending := ending(record, reader, th, width)
	if record.VMStatus != nil && record.Status != "Success" { // why it failed matters more than with what it was called
		words := text.Wrap(text.Short(text.Bounded(*record.VMStatus)), width, max(height-len(lines)-len(ending), 1))
		for _, line := range words {
			lines = append(lines, text.In(StatusStyle(th, record.Status), line))
		}
	}
	if room := height - len(lines) - len(ending); record.Payload != nil && room > 0 {
		lines = append(lines, arguments(call, reader, th, width, room)...)
	}
	return append(lines, ending...)
}

// ending is what is wrong with the record, if anything, and the facts that every record has.
func ending(record *client.Transaction, reader Reader, th theme.Theme, width int) []text.Line {
	var lines []text.Line
	if record.Problem != nil {
		lines = append(lines, text.In(th.Warn, "! "+Problem(record)))
	}
	return append(lines, facts(record, reader, th, width)...)
}

// mostTypeArguments bounds how many type arguments are written in a line.
const mostTypeArguments = 40

// TypeArguments writes type arguments as they stand behind a function's name.
func TypeArguments(arguments []string) text.Safe {
	written := text.Safe("<")
	for i, argument := range arguments {
		if i > 0 {
			written += ", "
		}
		if i == mostTypeArguments {
			return written + "…>"
		}
		written += text.Bounded(argument)
	}
	return written + ">"
}

// arguments are one line each, in at most room lines: with their types where these are known.
func arguments(call *Arguments, reader Reader, th theme.Theme, width, room int) []text.Line {
	widest, names := 0, 0
	for i := range min(call.Len(), room) {
		names = max(names, min(text.Width(reader.nameOf(i)), mostName(width))+4)
		widest = max(widest, min(text.Width(text.Short(call.Type(i))), width/typeShare))
	}
	var lines []text.Line
	for i := range min(call.Len(), room) {
		argument := call.At(reader, i)
		name := "  " + text.Cut(reader.nameOf(i), mostName(width))
		line := text.In(th.Faint, name+text.Spaces(names-text.Width(name)))
		if widest > 0 {
			line = append(line, text.In(th.Faint, text.Cut(text.Short(call.Type(i)), widest)).Fit(widest+2)...)
		}
		var more text.Line
		if left := call.Len() - i - 1; i == room-1 && left > 0 {
			more = text.In(th.Faint, "  … "+text.Integer(uint64(left))+" more")
		}
		if argument.Raw != "same" && argument.Address == nil && len(more) == 0 {
			more = text.In(th.Faint, "   (raw "+argument.Raw+")")
		}
		left := max(width-line.Width()-more.Width(), 1)
		shown := argument.Shown
		if text.Width(text.Short(shown)) > left && i < room-1 {
			more, left = nil, max(width-line.Width(), 1) // the value itself comes before how it was sent
		}
		if text.Width(shown) > left {
			shown = text.Cut(text.Short(shown), left)
		}
		lines = append(lines, append(append(line, text.Span{Text: shown}), more...))
	}
	return lines
}

// mostName is the width that the number of an argument and its name may take: the number is always whole.
func mostName(width int) int { return max(width/typeShare, len("#100")) }

// typeShare is the part of a line that the type of an argument may take.
const typeShare = 4

// facts is where the record stands and what it cost, in as many lines as the width needs.
func facts(record *client.Transaction, reader Reader, th theme.Theme, width int) []text.Line {
	var parts []text.Line
	say := func(label, value text.Safe) {
		parts = append(parts, text.Line{{Text: label + " ", Style: th.Faint}, {Text: value}})
	}
	if record.Block != nil {
		say("block", text.Integer(record.Block.Height))
	}
	switch { // the kinds that nobody sends have no fee
	case record.MaxGasAmount != nil || record.GasUnitPrice != nil:
		say("gas", Number(record.GasUsed)+" of "+Number(record.MaxGasAmount)+" × price "+Number(record.GasUnitPrice))
	case record.GasUsed != nil && *record.GasUsed > 0:
		say("gas", Number(record.GasUsed))
	}
	if fee := Fee(record, reader.Units, reader.Decimals); fee != text.None {
		say("fee", fee)
	}
	if len(record.Events) > 0 {
		say("events", text.Integer(uint64(len(record.Events))))
	}
	var lines []text.Line
	for _, part := range parts {
		last := len(lines) - 1
		if last >= 0 && lines[last].Width()+3+part.Width() <= width {
			lines[last] = append(append(lines[last], text.Span{Text: "   "}), part...)
			continue
		}
		lines = append(lines, part)
	}
	return lines
}
