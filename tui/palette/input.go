package palette

import (
	"slices"

	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/input"
)

const (
	// maxLine is in characters, longer than any type that the node accepts.
	maxLine = 10_000
	// maxEarlier bounds the history of lines.
	maxEarlier = 100
)

// Candidate is a line that the typed one can be completed to.
type Candidate struct {
	Line   string
	Does   text.Safe // short description
	Remark text.Safe
	Why    text.Safe // reason that it cannot run here; empty if it can run
	Shell  string    // the shell command that does the same; empty if there is none
	Wants  text.Safe // missing argument, as the help writes it; empty if complete
	Below  bool      // a blank line separates it from those above
}

// Found holds the candidates for a typed line.
type Found struct {
	Candidates []Candidate
	Count      int   // of all candidates, including those beyond the listed ones
	Err        error // reason that there are none
}

// Input is the input line of the palette with its candidates.
type Input struct {
	deps    *screen.Deps
	hint    text.Safe
	box     textinput.Model
	find    func(line string) Found
	found   Found
	choice  int
	first   int      // first visible row
	rows    int      // number of visible rows
	earlier []string // lines that were run, oldest first
	recall  int      // index of the recalled line; len(earlier): none
}

// NewInput returns an empty input line. find is called on every key and must be fast. earlier holds the lines that were run, oldest
// first, and hint explains the keys.
func NewInput(deps *screen.Deps, earlier []string, hint text.Safe, find func(line string) Found) *Input {
	m := &Input{deps: deps, hint: hint, box: input.New(maxLine), find: find, earlier: earlier, recall: len(earlier)}
	m.box.Focus()
	m.read()
	return m
}

func (m *Input) read() {
	m.found, m.choice, m.first = m.find(m.box.Value()), 0, 0
}

// Refresh finds the candidates again after the lines have changed. The chosen one stays chosen if it is still there.
func (m *Input) Refresh() {
	chosen, ok := m.Chosen()
	m.read()
	for i, candidate := range m.found.Candidates {
		if ok && candidate.Line == chosen.Line {
			m.choice = i
		}
	}
}

// Line returns the typed line.
func (m *Input) Line() string { return m.box.Value() }

// SetLine replaces the typed line.
func (m *Input) SetLine(line string) {
	m.box.SetValue(line)
	m.box.CursorEnd()
	m.read()
}

// Type handles a key that edits the line, and reports whether it was one.
func (m *Input) Type(msg tea.KeyMsg) bool {
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

// Chosen returns the chosen candidate. ok is false if there is none.
func (m *Input) Chosen() (candidate Candidate, ok bool) {
	if len(m.found.Candidates) == 0 {
		return Candidate{}, false
	}
	return m.found.Candidates[m.choice], true
}

// Found returns the candidates for the typed line.
func (m *Input) Found() Found { return m.found }

// Move chooses the candidate delta rows below.
func (m *Input) Move(delta int) {
	m.choice = max(min(m.choice+delta, len(m.found.Candidates)-1), 0)
}

// Page chooses the candidate one page below (1) or above (-1).
func (m *Input) Page(delta int) { m.Move(delta * max(m.rows, 1)) }

// Complete replaces the typed line with the chosen candidate.
func (m *Input) Complete() {
	chosen, ok := m.Chosen()
	switch {
	case !ok:
	case chosen.Wants != "":
		m.SetLine(chosen.Line + " ")
	default:
		m.SetLine(chosen.Line)
	}
}

// Recall replaces the typed line with the line that was run before the recalled one (-1) or after it (1). After the newest one the
// line is empty.
func (m *Input) Recall(step int) {
	m.recall = max(min(m.recall+step, len(m.earlier)), 0)
	line := ""
	if m.recall < len(m.earlier) {
		line = m.earlier[m.recall]
	}
	m.SetLine(line)
}

// Remember returns the lines that were run with one more, each line once.
func Remember(earlier []string, line string) []string {
	earlier = slices.DeleteFunc(slices.Clone(earlier), func(other string) bool { return other == line })
	if len(earlier) == maxEarlier {
		earlier = earlier[1:]
	}
	return append(earlier, line)
}
