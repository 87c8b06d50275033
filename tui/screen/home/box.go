package home

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget/input"
)

// longestInput bounds what the box takes: the longest type that can be read is shorter.
const longestInput = 10_000

// FocusBox gives the focus to the box.
func (m *Model) FocusBox() { m.setFocus(areaBox) }

// AskFor gives the focus to the box, which says what is to be typed until something is.
func (m *Model) AskFor(what text.Safe) {
	m.FocusBox()
	m.asked = what
}

// Captures tells which keys are text: all characters and editing keys while the box holds something; while it is empty, only
// characters that can begin a target, so that ? : / and the like act as everywhere.
func (m *Model) Captures(msg tea.KeyMsg) bool {
	if m.focus != areaBox {
		return m.filter.Captures(msg)
	}
	empty := m.box.Value() == ""
	if empty {
		return msg.Type == tea.KeyRunes && !msg.Alt && (msg.Paste || beginsTarget(msg.Runes))
	}
	return input.Edits(msg)
}

// beginsTarget tells whether something that one can name begins like this: names, hex and pairs begin with letters or digits.
func beginsTarget(typed []rune) bool {
	if len(typed) == 0 {
		return false
	}
	c := typed[0]
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c > 0x7f
}

// typed puts a key into the box and sees what the text could mean now.
func (m *Model) typed(msg tea.KeyMsg) tea.Cmd {
	if msg.Paste {
		msg.Runes = []rune(strings.TrimSpace(string(msg.Runes)))
	}
	var cmd tea.Cmd
	m.box, cmd = m.box.Update(msg)
	m.read()
	return cmd
}

// read finds the candidates for the text, and chooses the first.
func (m *Model) read() {
	m.candidates, m.wrong, m.choice, m.link = nil, nil, 0, nil
	switch {
	case m.box.Value() == "":
	case target.IsLink(m.box.Value()):
		m.readLink()
	default:
		m.candidates, m.wrong = target.Candidates(m.box.Value(), m.deps.Names)
	}
	m.lay()
}

// opens tells whether the candidate can be opened now: its kind has a screen, and a transaction was seen.
func (m *Model) opens(candidate target.Target) bool {
	if candidate.Kind == target.Transaction && m.deps.Seen.Transaction(candidate.Hash) == nil {
		return false
	}
	return m.deps.Opens(candidate.Kind)
}

func (m *Model) clear() {
	m.box.SetValue("")
	m.read()
}

// boxKey moves among the candidates, and from an empty box into the saved places.
func (m *Model) boxKey(msg tea.KeyMsg) {
	switch {
	case m.keys.Down.Matches(msg) && len(m.candidates) > 0:
		m.choice = min(m.choice+1, len(m.candidates)-1)
	case m.keys.Up.Matches(msg) && len(m.candidates) > 0:
		m.choice = max(m.choice-1, 0)
	case m.keys.Down.Matches(msg) && m.box.Value() == "":
		m.turn(1)
	}
}
