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

// FactLines draws the facts that fit, including the selected one, which is marked if the panel has the focus.
func FactLines(th theme.Theme, facts []Fact, selected int, room Area, focused bool) []text.Line {
	var lines []text.Line
	first := 0
	for i, f := range facts {
		for _, line := range f.Lines {
			line = line.Fit(room.Width)
			if focused && i == selected {
				line = line.Selected(&th)
			}
			lines = append(lines, line.WithHit(&text.Hit{Rows: i - selected, Unfocused: !focused}))
		}
		if focused && i == selected {
			first = max(len(lines)-room.Height, 0)
		}
	}
	return lines[first:]
}
