package compare

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/command"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Spec declares the comparison of two nodes.
var Spec = screen.Spec[*Model]{
	Name: "compare", Visitors: screen.Refused("it connects to nodes that the user names, and this server connects to its own network only"), Line: parseLine,
	Hints: []screen.Hint{{ID: "compare.open", Words: text.Const("opens a block that differs")}, {ID: "compare.pause", Words: text.Const("pauses")}},
	Bindings: screen.Bind(
		screen.Bindings[*Model]{
			{ID: "compare.open", Keys: "enter", Help: "open block", When: (*Model).hasBlock, Why: "no difference in a block selected", Run: (*Model).open},
			{ID: "deck.refresh", Help: "compare again", Run: (*Model).HardReload},
			{ID: "compare.pause", Help: "resume", When: (*Model).isPaused},
			{ID: "compare.pause", Keys: "p", Help: "pause", Run: (*Model).pause},
		},
		screen.Movement(func(m *Model) screen.Rows { return &m.rows }),
		pane.Ranging(func(m *Model) pane.Ranger { return &m.RowRange }),
	),
}

func (m *Model) hasBlock() bool { return m.selectedHeight() != nil }
func (m *Model) isPaused() bool { return m.paused }

func (m *Model) open() tea.Cmd {
	return m.deps.Post(screen.OpenMsg{Target: target.Target{Kind: target.Height, Height: *m.selectedHeight()}})
}

func (m *Model) pause() tea.Cmd {
	if m.paused {
		return m.HardReload()
	}
	m.paused = true
	m.stream.Stop()
	return nil
}

// parseLine returns the line of the palette. The table of commands explains an invalid one.
func parseLine(deps *screen.Deps, words []string) (line screen.Line[*Model], ok bool) {
	read, err := command.ParseWords(words)
	if err != nil || deps.OpenNode == nil {
		return line, false
	}
	compared, err := New(deps, read)
	return screen.Line[*Model]{Text: read.String(), Words: text.Const("compare two nodes, live"), Opened: compared}, err == nil
}
