package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/theme"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/panel"
	"foredeck/tui/widget/table"
)

// chooser is a list over the body of which one thing is taken.
type chooser struct {
	theme   theme.Theme
	title   text.Safe
	choices []screen.Choice
	rows    table.Model
	left    func() tea.Cmd // where none is taken; nil: nothing is to be done

	enter, leave, up, down screen.Action
}

func newChooser(th theme.Theme, title text.Safe, choices []screen.Choice) *chooser {
	c := &chooser{
		theme: th, title: title, choices: choices,
		enter: screen.NewAction("chooser.take", []string{"enter"}, "enter", "take it"),
		leave: screen.NewAction("chooser.close", []string{"esc"}, "esc", "close"),
		up:    screen.NewAction("list.up", []string{"up", "k"}, "↑ k", "up"),
		down:  screen.NewAction("list.down", []string{"down", "j"}, "↓ j", "down"),
	}
	c.rows.SetLength(len(choices))
	return c
}

// choose lets the user choose one of several things.
func (m *Model) choose(msg screen.ChooseMsg) {
	c := newChooser(m.deps.Theme, msg.Title, msg.Choices)
	c.rows.Select(msg.At)
	c.left = msg.Left
	m.overlay = c
}

// Update takes a key.
func (c *chooser) Update(msg tea.KeyMsg) (tea.Cmd, bool) {
	switch {
	case c.leave.Matches(msg):
		return orNothing(c.left), true
	case c.enter.Matches(msg):
		return c.choices[c.rows.Selected()].Run(), true
	case c.up.Matches(msg):
		c.rows.Move(-1)
	case c.down.Matches(msg):
		c.rows.Move(1)
	default:
		return nil, false
	}
	return orNothing(c.choices[c.rows.Selected()].Try), false
}

// orNothing does what a choice asks for, which can be nothing.
func orNothing(act func() tea.Cmd) tea.Cmd {
	if act == nil {
		return nil
	}
	return act()
}

// Actions are the keys of the list.
func (c *chooser) Actions() []screen.Action {
	return []screen.Action{c.enter, c.up, c.down, c.leave}
}

const (
	// leastChooser is the width of the box where there is room for it; what needs more gets up to mostChooser.
	leastChooser, mostChooser = 76, 92
	// chooserGaps is the width of the pointer and of what stands between the columns.
	chooserGaps = 4
)

// View is the list as a box.
func (c *chooser) View(width, height int) []text.Line {
	frameWidth, frameHeight := panel.Frame(false)
	names, remarks := 0, 0
	for _, choice := range c.choices {
		names, remarks = max(names, text.Width(choice.Name)), max(remarks, text.Width(choice.Remark))
	}
	needed := names + remarks + chooserGaps + frameWidth
	width, height = min(max(leastChooser, min(needed, mostChooser)), width), min(len(c.choices)+frameHeight, height)
	c.rows.SetHeight(max(height-frameHeight, 0))
	columns := []table.Column{{Width: names}, {Width: 8, Flex: true, Shorten: text.CutMiddle}}
	lines := c.rows.View(c.theme, columns, width-frameWidth, func(i int) []table.Cell {
		return []table.Cell{{Text: c.choices[i].Name}, {Text: c.choices[i].Remark, Style: c.theme.Faint}}
	})
	box := panel.Panel{Title: text.In(c.theme.Strong, c.title), Body: lines[1:]} // its columns need no titles
	return box.Draw(c.theme, width, height)
}
