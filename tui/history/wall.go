package history

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/palette"
	"foredeck/tui/screen/wall"
	"foredeck/tui/text"
	"foredeck/tui/wallfile"
)

// PushWall adds a wall as the current screen, without activating it. A wall without pages is the default one.
func (m *Model) PushWall(file *wallfile.Wall) {
	if len(file.Pages) == 0 {
		file = m.defaultWall()
	}
	m.stack.push(wall.New(m.deps, file), m.deps.Now())
}

// defaultWall returns the wall of the validator if the user has one, otherwise that of the market.
func (m *Model) defaultWall() *wallfile.Wall {
	name := "market"
	if m.deps.Monitor.Member() >= 0 || !m.deps.Prices.Available() {
		name = "validator"
	}
	file, _ := wallfile.BuiltIn(name)
	return file
}

// parseWall returns the line "wall" with the name of a built-in wall, or without one.
func (m *Model) parseWall(words []string) (line palette.Line, ok bool) {
	var file *wallfile.Wall
	switch len(words) {
	case 1:
		file, ok = m.defaultWall(), true
	case 2:
		file, ok = wallfile.BuiltIn(words[1])
	}
	if !ok {
		return palette.Line{}, false // the table of commands explains it
	}
	line = palette.Line{Text: words[0], Does: text.Const("open a wall of live panels"), Run: func() tea.Cmd { return m.visit(wall.New(m.deps, file)) }}
	if len(words) == 2 {
		line.Text = words[0] + " " + words[1]
	}
	return line, true
}
