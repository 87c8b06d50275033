package history

import (
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/overlay"
	"foredeck/tui/palette"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Menu returns the items of the go-to menu. All of them are offered before a network is open.
func (m *Model) Menu() []overlay.Item {
	var items []overlay.Item
	for _, kind := range m.kinds {
		if item := kind.MenuItem(); item.Key != "" && (m.deps == nil || item.Offered == nil || item.Offered(m.deps)) {
			items = append(items, overlay.Item{ID: "goto." + kind.Title(), Key: item.Key, Words: item.Words, Run: func() tea.Cmd { return m.start(kind) }})
		}
	}
	return items
}

// allows reports whether the user has screens of a kind, which visitors do not have of all.
func (m *Model) allows(kind screen.Kind) bool { return !m.deps.Remote || kind.Access().IsAllowed }

// start opens a screen without a link, unless one of its kind is visible.
func (m *Model) start(kind screen.Kind) tea.Cmd {
	if !m.allows(kind) {
		return m.deps.Post(screen.StatusMsg{Text: text.Format("%s is not available over SSH: %s", text.Clean(kind.Title()), text.Clean(kind.Access().Why)), Warn: true})
	}
	if item := kind.MenuItem(); item.Keeps {
		for s := range m.stack.screens {
			if kind.Is(s) {
				return m.visitOther(kind, s)
			}
		}
	}
	opened, other := kind.Begin(m.deps)
	if opened == nil {
		return m.deps.Post(other)
	}
	return m.visitOther(kind, opened)
}

// visitOther opens a screen, unless the current one is of the same kind.
func (m *Model) visitOther(kind screen.Kind, opened screen.Screen) tea.Cmd {
	if kind.Is(m.stack.current().screen) {
		return nil
	}
	return m.visit(opened)
}

// openBox opens Home with a hint about what to type.
func (m *Model) openBox(hint text.Safe) tea.Cmd {
	cmd := m.arrive(m.stack.home(m.ctx, m.deps.Now()))
	m.home.PromptFor(hint) // also if Home is current already
	return cmd
}

// Lines offers the screens that no command of the shell opens.
func (m *Model) Lines() []palette.Line {
	var lines []palette.Line
	for _, kind := range m.kinds {
		if offer := kind.Offered(); offer.Text != "" && offer.When(m.deps) {
			lines = append(lines, palette.Line{Text: offer.Text, Does: offer.Words, Quiet: true, Run: func() tea.Cmd { return m.start(kind) }})
		}
	}
	return lines
}

// ParseLine returns the lines "height N" and "seq N", and those that screens parse, such as "compare A B".
func (m *Model) ParseLine(words []string) (line palette.Line, ok bool) {
	if len(words) == 0 {
		return palette.Line{}, false
	}
	for _, kind := range m.kinds {
		if parsed, ok := kind.Parse(m.deps, words); ok && m.allows(kind) {
			return palette.Line{Text: parsed.Text, Does: parsed.Words, Run: func() tea.Cmd { return m.visit(parsed.Opened) }}, true
		}
	}
	if len(words) == 2 && words[0] == "seq" {
		return m.parseSequence(words[1])
	}
	return m.parseHeight(words)
}

// sequenceSeeker is a screen that goes to a sequence number of an account.
type sequenceSeeker interface {
	GoToSequence(sequence uint64) tea.Cmd
}

// parseSequence returns the line "seq N".
func (m *Model) parseSequence(typed string) (line palette.Line, ok bool) {
	sequence, err := target.ParseSequence(strings.TrimPrefix(typed, "#"))
	if err != nil {
		return palette.Line{}, false
	}
	line = palette.Line{Text: "seq " + strconv.FormatUint(sequence, 10), Does: text.Const("go to this sequence number")}
	line.Run = func() tea.Cmd {
		if seeker, ok := m.Visible().(sequenceSeeker); ok {
			return seeker.GoToSequence(sequence)
		}
		return m.deps.Post(screen.StatusMsg{Text: text.Const("seq: open an account or one of its transactions first, or use tx ADDRESS SEQUENCE"), Warn: true})
	}
	return line, true
}

// parseHeight returns the line "height N". It goes to a height in the list of the visible screen if it has one, else in that of the
// blocks.
func (m *Model) parseHeight(words []string) (line palette.Line, ok bool) {
	if len(words) != 2 || words[0] != "height" {
		return palette.Line{}, false
	}
	height, err := strconv.ParseUint(strings.ReplaceAll(words[1], ",", ""), 10, 64)
	if err != nil {
		return palette.Line{}, false
	}
	line = palette.Line{Text: "height " + strconv.FormatUint(height, 10)}
	if seeker, ok := m.Visible().(screen.HeightSeeker); ok {
		line.Does, line.Run = text.Const("go to this height"), func() tea.Cmd { return seeker.GoTo(height) }
	} else {
		line.Does, line.Run = text.Const("open blocks at height"), func() tea.Cmd {
			list := m.blocks()
			return tea.Batch(m.visit(list), list.(screen.HeightSeeker).GoTo(height))
		}
	}
	return line, true
}
