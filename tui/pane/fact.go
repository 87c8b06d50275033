package pane

import (
	"foredeck/client/move"
	"foredeck/theme"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Fact is a part of a record that can be selected: what it links to, what is copied, and what can be named.
type Fact struct {
	Lines   []text.Line   // the first starts with the label
	Full    func() string // the full value; nil if none
	Raw     string        // the value in the smallest unit, if it is shown in another
	Opens   *target.Target
	Subject *store.Subject
	Inline  bool // it has one line, which continues that of the fact before it if there is room
}

// FactLabel is the width of the label of a fact.
const FactLabel = 11

// FactLine returns a line with a label.
func FactLine(th theme.Theme, label text.Safe, value text.Line) text.Line {
	return append(label.In(th.Faint).Fit(FactLabel), value...)
}

// NewFact returns a fact; whole is its full value, "" if it has none.
func NewFact(th theme.Theme, label text.Safe, value text.Line, whole string) Fact {
	f := Fact{Lines: []text.Line{FactLine(th, label, value)}}
	if whole != "" {
		f.Full = func() string { return whole }
	}
	return f
}

// LinkedTo sets what enter opens.
func (f Fact) LinkedTo(destination target.Target) Fact {
	f.Opens = &destination
	return f
}

// WithSubject sets what can be named.
func (f Fact) WithSubject(subject store.Subject) Fact {
	f.Subject = &subject
	return f
}

// OfAccount links to an account and names it.
func (f Fact) OfAccount(address move.Address) Fact {
	return f.LinkedTo(target.Target{Kind: target.Account, Address: address}).WithSubject(store.Subject{Kind: store.Address, Key: address.String()})
}

// Above adds lines below the value.
func (f Fact) Above(th theme.Theme, lines ...text.Line) Fact {
	for _, line := range lines {
		f.Lines = append(f.Lines, FactLine(th, text.Safe{}, line))
	}
	return f
}

// factGap are the blanks between facts on a line.
const factGap = 3

// FactLines draws the facts that fit, including the selected one, which is marked if the panel has the focus.
func FactLines(th theme.Theme, facts []Fact, selected int, room Area, focused bool) []text.Line {
	var lines []text.Line
	first, width := 0, 0
	for i, f := range facts {
		for _, line := range f.Lines {
			before := text.Line(nil)
			if last := len(lines) - 1; f.Inline && width > 0 && width+factGap+line.Width() <= room.Width {
				before, lines = lines[last].Slice(0, width), lines[:last]
				before = append(before, text.Span{Text: text.Spaces(factGap)})
			} else if f.Inline {
				line = append(text.Spaces(FactLabel).Line(), line...)
			}
			width = before.Width() + line.Width()
			line = line.Fit(room.Width - before.Width())
			if focused && i == selected {
				line = line.Selected(&th)
			}
			lines = append(lines, append(before, line.WithHit(&text.Hit{Rows: i - selected, Unfocused: !focused})...))
		}
		if focused && i == selected {
			first = max(len(lines)-room.Height, 0)
		}
	}
	return lines[first:]
}
