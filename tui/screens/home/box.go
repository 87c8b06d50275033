package home

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/explain"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// maxInput limits the text in the box in characters; it exceeds the longest valid type.
const maxInput = 10_000

// FocusBox focuses the box and clears it.
func (m *Model) FocusBox() {
	m.setFocus(areaBox)
	m.clear()
}

// PromptFor is FocusBox with a hint while the box is empty.
func (m *Model) PromptFor(hint text.Safe) {
	m.FocusBox()
	m.boxHint = hint
}

// Captures reports whether the key is text. In an empty box only characters that can start a target are, so that keys
// such as ? : and / act as usual.
func (m *Model) Captures(msg tea.KeyMsg) bool {
	if m.focus != areaBox {
		return m.filter.Captures(msg)
	}
	empty := m.box.Value() == ""
	if empty {
		return msg.Type == tea.KeyRunes && !msg.Alt && (msg.Paste || beginsTarget(msg.Runes))
	}
	return widget.Edits(msg)
}

// beginsTarget reports whether a target can start with the text: names, hex numbers and pairs start with a letter or
// digit.
func beginsTarget(typed []rune) bool {
	if len(typed) == 0 {
		return false
	}
	c := typed[0]
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c > 0x7f
}

// handleInput applies a key to the box.
func (m *Model) handleInput(msg tea.KeyMsg) tea.Cmd {
	if msg.Paste {
		msg.Runes = []rune(strings.TrimSpace(string(msg.Runes)))
	}
	var cmd tea.Cmd
	m.box, cmd = m.box.Update(msg)
	m.parseInput()
	return cmd
}

// parseInput updates the candidates for the text and selects the first.
func (m *Model) parseInput() {
	m.candidates, m.completions, m.err, m.choice, m.link, m.isName = nil, nil, nil, 0, nil, false
	link, isAlias, err := m.deps.Names.AliasLink(m.box.Value())
	switch {
	case isAlias && err != nil:
		m.err = err
	case isAlias:
		m.link = &link
	case m.box.Value() == "":
	case target.IsLink(m.box.Value()):
		m.readLink()
	default:
		m.isName = true
		m.candidates, m.err = target.Candidates(m.box.Value(), m.deps.Names.List())
		m.completions = m.complete(m.box.Value())
	}
	if m.err != nil && !isAlias && len(m.completions) == 0 || explain.IsTimestamp(m.box.Value()) {
		m.offerReading()
	}
	m.arrange()
}

// offerReading offers to explain a text that names nothing, or rather something else than what it names.
func (m *Model) offerReading() {
	context := explain.Context{Now: m.deps.Now(), Zone: m.deps.Now().Location(), Names: m.deps.Names.List(), Decimals: m.deps.Amounts.Native()}
	if candidate, ok := explain.Candidate(m.box.Value(), context); ok {
		m.candidates, m.err = append([]target.Target{candidate}, m.candidates...), nil
	}
}

// canOpen reports whether the candidate has a screen.
func (m *Model) canOpen(candidate target.Target) bool { return m.deps.Opens(candidate.Kind) }

// isUnseen reports whether the candidate is a hash that has to be looked up on disk.
func (m *Model) isUnseen(candidate target.Target) bool {
	return candidate.Kind == target.Transaction && !candidate.IsSent() && m.deps.Seen.Transaction(candidate.Hash) == nil
}

func (m *Model) clear() {
	m.boxHint = text.Safe{}
	m.box.SetValue("")
	m.parseInput()
}

// selectCandidate moves the selection among the candidates.
func (m *Model) selectCandidate(delta int) tea.Cmd {
	m.choice = max(min(m.choice+delta, m.choices()-1), 0)
	return nil
}
