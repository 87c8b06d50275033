// Package palette is the box in which a line is typed: the line, what it could become, and the lines that were run before.
package palette

import (
	"slices"

	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/theme"
	"foredeck/tui/text"
	"foredeck/tui/widget/input"
)

// longestLine bounds what is typed: the longest type that can be read is shorter.
const longestLine = 10_000

// Candidate is a line that what is typed could become.
type Candidate struct {
	Line   string
	Does   text.Safe // what it does, in few words
	Remark text.Safe // what more there is to say of it
	Why    text.Safe // why it cannot run here; empty: it can
	Shell  string    // the same for a shell; empty: there is none
	Wants  text.Safe // what is still to be typed behind it, as the help writes it; empty: nothing
	Below  bool      // a blank line divides it from those above
}

// Found is what a line could become.
type Found struct {
	Candidates []Candidate
	Count      int   // how many there are, also those that are too many to list
	Wrong      error // why there are none
}

// Model is the box.
type Model struct {
	theme   theme.Theme
	hint    text.Safe
	box     textinput.Model
	find    func(line string) Found
	found   Found
	choice  int
	first   int      // of the rows on the screen
	rows    int      // how many of them there are
	earlier []string // lines that were run, the oldest first
	recall  int      // which of them is shown; len(earlier): none
}

// New is an empty box. find is asked at every key, and must be quick. earlier are the lines that were run, the oldest first, and
// hint says what the keys do.
func New(th theme.Theme, earlier []string, hint text.Safe, find func(line string) Found) *Model {
	m := &Model{theme: th, hint: hint, box: input.New(longestLine), find: find, earlier: earlier, recall: len(earlier)}
	m.box.Focus()
	m.read()
	return m
}

func (m *Model) read() {
	m.found, m.choice, m.first = m.find(m.box.Value()), 0, 0
}

// Again finds the candidates anew, after what they are found in has changed. The chosen one stays so where it is still there.
func (m *Model) Again() {
	chosen, ok := m.Chosen()
	m.read()
	for i, candidate := range m.found.Candidates {
		if ok && candidate.Line == chosen.Line {
			m.choice = i
		}
	}
}

// Line is what is typed.
func (m *Model) Line() string { return m.box.Value() }

// SetLine puts a line in the place of what is typed.
func (m *Model) SetLine(line string) {
	m.box.SetValue(line)
	m.box.CursorEnd()
	m.read()
}

// Type takes a key that is text or changes text, and tells whether it was one.
func (m *Model) Type(msg tea.KeyMsg) bool {
	if !input.Edits(msg) {
		return false
	}
	before := m.box.Value()
	m.box, _ = m.box.Update(msg)
	if m.box.Value() != before {
		m.recall = len(m.earlier)
		m.read()
	}
	return true
}

// Chosen is the candidate that is chosen. It is not ok where there is none.
func (m *Model) Chosen() (candidate Candidate, ok bool) {
	if len(m.found.Candidates) == 0 {
		return Candidate{}, false
	}
	return m.found.Candidates[m.choice], true
}

// Found is what the line could become.
func (m *Model) Found() Found { return m.found }

// Move chooses the candidate that is delta further down.
func (m *Model) Move(delta int) {
	m.choice = max(min(m.choice+delta, len(m.found.Candidates)-1), 0)
}

// Page chooses the candidate that is a screen further down (1) or up (-1).
func (m *Model) Page(delta int) { m.Move(delta * max(m.rows, 1)) }

// Complete types the line of the chosen candidate.
func (m *Model) Complete() {
	chosen, ok := m.Chosen()
	switch {
	case !ok:
	case chosen.Wants != "":
		m.SetLine(chosen.Line + " ")
	default:
		m.SetLine(chosen.Line)
	}
}

// Recall types the line that was run before the one that is shown (-1), or after it (1). Behind the newest is an empty one.
func (m *Model) Recall(step int) {
	m.recall = max(min(m.recall+step, len(m.earlier)), 0)
	line := ""
	if m.recall < len(m.earlier) {
		line = m.earlier[m.recall]
	}
	m.SetLine(line)
}

// mostEarlier bounds the lines that are remembered.
const mostEarlier = 100

// Remember puts a line behind those that were run, among which it is once.
func Remember(earlier []string, line string) []string {
	earlier = slices.DeleteFunc(slices.Clone(earlier), func(other string) bool { return other == line })
	if len(earlier) == mostEarlier {
		earlier = earlier[1:]
	}
	return append(earlier, line)
}
