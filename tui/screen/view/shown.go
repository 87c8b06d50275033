package view

import (
	"slices"
	"time"

	"foredeck/client/move"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// meant is what inputs ask for, however they were typed: names are addresses, and addresses and types are written whole. How the
// call is encoded makes no other call of it.
func (m *Model) meant(inputs []string) []string {
	inputs = m.forAll(inputs)
	for i, f := range m.fields {
		if i < m.types {
			if tag, err := move.ParseTypeTag(inputs[i]); err == nil {
				inputs[i] = tag.String()
			}
			continue
		}
		if !f.isAddress {
			continue
		}
		if address, err := move.ParseAddress(inputs[i]); err == nil {
			inputs[i] = address.String()
		}
	}
	return inputs
}

// same tells whether two inputs make the same call.
func (m *Model) same(a, b []string) bool { return slices.Equal(m.meant(a), m.meant(b)) }

// shown is the run that asked what the fields ask, nil where there is none: the selected one.
func (m *Model) shown() *screen.ViewRun {
	if len(m.runs) == 0 {
		return nil
	}
	if run := &m.runs[m.rows.Selected()]; m.same(run.Inputs, m.inputs()) {
		return run
	}
	return nil
}

// follow selects the newest run that asked what the fields ask, where the selected one did not.
func (m *Model) follow() {
	if m.shown() != nil {
		return
	}
	meant := m.meant(m.inputs())
	if at := slices.IndexFunc(m.runs, func(run screen.ViewRun) bool { return slices.Equal(m.meant(run.Inputs), meant) }); at >= 0 {
		m.rows.Select(at)
	}
}

// ago is the age of a run, and the time of one that is older than an hour, with the day where that is not today.
func (m *Model) ago(at time.Time) text.Safe {
	now := m.deps.Now()
	switch {
	case now.Sub(at) < time.Hour:
		return text.Age(at, now) + " ago"
	case m.deps.Local(at).Year() != now.Year():
		return text.Safe(m.deps.Local(at).Format(time.DateOnly))
	}
	return m.when(at)
}
