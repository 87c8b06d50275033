package overlay

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// chooser is a list from which the user selects one entry.
type chooser struct {
	deps *screen.Deps
	msg  screen.ChooseMsg
	rows widget.Table
}

var chooserBindings = screen.Bind(screen.Bindings[*chooser]{
	{ID: "chooser.select", Keys: "enter", Help: "select", Run: (*chooser).choose},
	{ID: "list.up", Run: func(c *chooser) tea.Cmd { return c.move(-1) }},
	{ID: "list.down", Run: func(c *chooser) tea.Cmd { return c.move(1) }},
	{ID: "chooser.close", Keys: "esc", Help: "close", Run: (*chooser).cancel},
})

// ChooserKeys lists the keys of a list to choose from.
func ChooserKeys() []screen.Action { return chooserBindings.All() }

func newChooser(deps *screen.Deps, msg screen.ChooseMsg) *chooser {
	c := &chooser{deps: deps, msg: msg}
	c.rows.SetLength(len(msg.Choices))
	c.rows.Select(msg.Selected)
	return c
}

func (c *chooser) choose() tea.Cmd {
	c.deps.Post(CloseMsg{})
	return c.msg.Choices[c.rows.Selected()].Run()
}

func (c *chooser) cancel() tea.Cmd {
	c.deps.Post(CloseMsg{})
	return call(c.msg.OnCancel)
}

func (c *chooser) move(delta int) tea.Cmd {
	c.rows.Move(delta)
	return call(c.msg.Choices[c.rows.Selected()].Preview)
}

// call calls an optional function of a choice.
func call(act func() tea.Cmd) tea.Cmd {
	if act == nil {
		return nil
	}
	return act()
}

// Actions lists the keys of the list.
func (c *chooser) Actions() []screen.Action { return chooserBindings.Actions(c, false) }

const (
	minChooserWidth = 76 // if the window is as wide
	maxChooserWidth = 92
	chooserGaps     = 4 // width of the pointer and between the columns
)

// View draws the list as a box.
func (c *chooser) View(width, height int) []text.Line {
	frameWidth, frameHeight := widget.Frame(false)
	names, remarks, swatches := 0, 0, 0
	for _, choice := range c.msg.Choices {
		names, remarks = max(names, text.Width(choice.Name)), max(remarks, text.Width(choice.Remark))
		swatches = max(swatches, choice.Swatch.Width())
	}
	needed := names + remarks + swatches + chooserGaps + frameWidth
	switch {
	case needed > width:
		swatches = 0
	case swatches > 0 && width > maxChooserWidth:
		needed = maxChooserWidth
	}
	width, height = min(max(minChooserWidth, min(needed, maxChooserWidth)), width), min(len(c.msg.Choices)+frameHeight, height)
	c.rows.SetHeight(max(height-frameHeight, 0))
	columns := []widget.Column{{Width: names}, {Width: 8, Flex: true, Shorten: text.CutMiddle}}
	lines := c.rows.View(c.deps.Theme, columns, width-frameWidth-swatches, func(i int) []widget.Cell {
		return []widget.Cell{{Text: c.msg.Choices[i].Name}, {Text: c.msg.Choices[i].Remark, Style: c.deps.Theme.Faint}}
	})
	for i := range lines[1:] {
		if swatch := c.msg.Choices[c.rows.First()+i].Swatch; swatches > 0 {
			lines[1+i] = append(lines[1+i], swatch...)
		}
	}
	box := widget.Panel{Title: widget.Title(c.deps.Theme, c.msg.Title, true), Body: lines[1:]} // without the column titles
	return box.Draw(c.deps.Theme, width, height)
}
