package transaction

import (
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/move"
	"foredeck/theme"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// maxReasonLines bounds the lines of a reason, which a contract can make very long. The Output tab has all of it.
const maxReasonLines = 8

// failureFields explain why the transaction failed, and where.
func (m *Model) failureFields() []field {
	failed, th := m.deps.Failures.Of(m.failure), m.deps.Theme
	label := text.Const("failure")
	if m.failure.IsInner {
		label = text.Const("inner call")
	}
	f := m.wrapped(label, th.Bad, render.ReasonInFull(failed), maxReasonLines, failed.Text)
	if failed.Description != "" && (m.size.Maximized || !strings.HasSuffix(strings.ToLower(m.sentence().String()), strings.ToLower(failed.Description))) {
		f = f.Above(th, text.WrapIn(theme.Style{}, text.Bounded(failed.Description), m.valueWidth(), maxReasonLines)...)
	}
	places := m.deps.Failures.Places(m.failure)
	if len(places) == 1 {
		f = f.LinkedTo(places[0].Target)
	}
	place := render.Place(failed)
	if place.IsEmpty() {
		return []field{f}
	}
	at := m.field(text.Const("failed at"), place.Line(), place.String())
	if len(places) == 1 {
		at = at.LinkedTo(places[0].Target)
	}
	fields := append([]field{f, at}, m.placeFields()...)
	if lines := m.codeLines(failed); lines != nil {
		fields = append(fields, field{Lines: lines, Opens: at.Opens})
	}
	return fields
}

// codeLines draws the instructions around the failure, and the lines of the source where one was published and there is room.
func (m *Model) codeLines(failed *move.VMStatus) (lines []text.Line) {
	th := m.deps.Theme
	add := func(number int, isFailed bool, code text.Safe) {
		mark, style := text.Const("  "), th.Faint
		if isFailed {
			mark, style = text.Const("✗ "), th.Bad
		}
		line := append(text.Clean(strconv.Itoa(number)).In(style).Fit(codeNumber), text.Span{Text: text.Cut(code, m.valueWidth()-codeNumber-2), Style: style})
		line = m.fact(text.Safe{}, append(text.Line{{Text: mark, Style: style}}, line...))
		if isFailed {
			line = line.AnnounceAs(func() text.Safe { return text.Format("fails here: %s %s", text.Clean(strconv.Itoa(number)), code) })
		}
		lines = append(lines, line)
	}
	for _, instruction := range failed.Code {
		operand := text.Short(text.Bounded(instruction.Operand))
		add(instruction.Offset, instruction.Offset == failed.Offset, text.Format("%s %s", text.Clean(instruction.Name), operand))
	}
	if m.showsSource(failed) {
		for i, line := range failed.Source.Around {
			add(failed.Source.First+i, failed.Source.First+i == failed.Source.Number, render.SourceLine(line))
		}
	}
	return lines
}

// codeNumber is the width of the number of an instruction or a line.
const codeNumber = 6

// showsSource reports whether there is room for lines of the source.
func (m *Model) showsSource(failed *move.VMStatus) bool {
	return m.size.Class >= screen.Wide && failed.Source != nil
}

// placeFields returns a field for each place if there are several, followed by notes on them.
func (m *Model) placeFields() (fields []field) {
	failed := m.deps.Failures.Of(m.failure)
	notes := render.PlaceNotes(failed)
	if m.showsSource(failed) {
		notes = notes[1:] // its line
	}
	if places := m.deps.Failures.Places(m.failure); len(places) > 1 {
		for _, place := range places[:min(len(places), render.MaxListed)] {
			fields = append(fields, m.field(text.Safe{}, place.Name.Line(), place.Name.String()).LinkedTo(place.Target))
		}
		if more := len(places) - render.MaxListed; more > 0 {
			notes = append(notes, text.Format("and %s more: %s", text.Integer(uint64(more)), m.deps.Key("transaction.failure")))
		}
	}
	for _, note := range notes {
		fields = append(fields, m.wrapped(text.Safe{}, m.deps.Theme.Faint, note, maxReasonLines, note.String()))
	}
	return fields
}

// openFailure opens the place where the transaction failed, or lets the user choose among several.
func (m *Model) openFailure() tea.Cmd {
	return m.deps.OpenPlaces(m.deps.Failures.Places(m.failure))
}
