package render

import (
	"strings"
	"time"

	"foredeck/client"
	"foredeck/theme"
	"foredeck/tui/load"
	"foredeck/tui/text"
	"foredeck/tui/widget"
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
	if record.Problems != nil {
		lines = append(lines, text.In(th.Warn, "! %s", load.Malformed(record.Problems)))
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
		names = max(names, min(text.Width(call.Label(formatter, i)), maxLabelWidth(width))+4)
		widest = max(widest, min(text.Width(text.Short(call.Type(i))), width/typeShare))
	}
	var lines []text.Line
	for i := range min(call.Len(), room) {
		argument := call.At(formatter, i)
		name := text.Format("  %s", text.Cut(call.Label(formatter, i), maxLabelWidth(width)))
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
		if spare := room - call.Len() - (len(lines) - i); text.Width(shown) > left && spare > 0 {
			lines = append(lines, text.WrapBeside(line, shown, width, spare+1)...)
			continue
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
	if at := record.BlockTime(); at != nil && formatter.Instant != nil {
		add(text.Const("time"), formatter.Instant(at.Time().Truncate(time.Second)))
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
func Selected(record *client.Transaction, call *Arguments, failed Failed, formatter Formatter, th theme.Theme, width, height int) widget.Panel {
	state := text.Const("raw values")
	if call.HasTypes() && call.RawReason.IsEmpty() {
		state = text.Const("types from ABI")
	}
	body := Summary(record, call, failed, formatter, th, width, height)
	return widget.Panel{
		Title: text.In(th.Title, "Selected"), State: state.In(th.Faint),
		Body: append(body, details(record, formatter, th, width, height-len(body))...),
	}
}

// minDetails is the number of lines from which there is room for details below a summary.
const minDetails = 8

// details lists the hash, the coin transfers and the events of a record where there is room below its summary.
func details(record *client.Transaction, formatter Formatter, th theme.Theme, width, room int) []text.Line {
	if room < minDetails {
		return nil
	}
	lines := []text.Line{nil}
	if record.Hash != "" {
		hash := text.WrapBeside(text.In(th.Faint, "hash "), text.Bounded(record.Hash), width, 3)
		for _, line := range hash {
			line[len(line)-1].Page = formatter.HashPage
		}
		lines = append(append(lines, hash...), nil)
	}
	if transfers, _ := CoinTransfers(record); len(transfers) > 0 && room-len(lines) > 3 {
		lines = append(lines, text.In(th.Faint, "COIN TRANSFERS"))
		lines = append(append(lines, TransferLines(transfers, formatter, th, width, (room-len(lines))/2)...), nil)
	}
	if len(record.Events) > 0 && room-len(lines) > 1 {
		lines = append(lines, text.In(th.Faint, "EVENTS"))
		lines = append(lines, EventLines(record.Events, formatter, th, width, room-len(lines))...)
	}
	return lines
}

// TransferLines lists coin transfers in at most room lines, with their amounts aligned on the decimal point.
func TransferLines(transfers []CoinTransfer, formatter Formatter, th theme.Theme, width, room int) []text.Line {
	shown := transfers[:min(len(transfers), max(room, 0))]
	if len(shown) > 0 && len(shown) < len(transfers) {
		shown = shown[:len(shown)-1]
	}
	points, widest := make([]int, len(shown)), 0
	for i, transfer := range shown {
		amount := formatter.coins(transfer.Amount.String(), transfer.Coin).String()
		points[i] = strings.IndexByte(amount+".", '.')
		widest = max(widest, points[i])
	}
	var lines []text.Line
	for i, transfer := range shown {
		amount := formatter.coins(transfer.Amount.String(), transfer.Coin)
		line := text.Line{{Text: text.Format("  %s%s", transfer.sign(), text.Spaces(widest-points[i]))}, {Text: amount, Style: th.Strong}, {Text: text.Spaces(2)}}
		account := text.Span{Text: formatter.NameOf(transfer.Account), Style: th.Accent}
		if account.Text.IsEmpty() {
			account = text.Span{Text: text.CutMiddle(text.Clean(transfer.Account.String()), max(width-line.Width(), len("0x1234…1234")))}
		}
		lines = append(lines, append(line, account).Fit(width))
	}
	if len(shown) < len(transfers) {
		lines = append(lines, text.In(th.Faint, "  … %s more", text.Integer(uint64(len(transfers)-len(shown)))))
	}
	return lines
}
