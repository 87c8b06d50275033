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

// Item is an entry of a menu, with its key.
type Item struct {
	ID, Key, Words string
	Run            func() tea.Cmd
}

// menu is a list of keys: the next key chooses an item, any other key closes the menu.
type menu struct {
	deps  *screen.Deps
	title text.Safe
	items []Item
	rows  screen.Bindings[*menu]
}

// NewMenu returns a menu of items.
func NewMenu(deps *screen.Deps, title text.Safe, items []Item) Overlay {
	return &menu{deps: deps, title: title, items: items, rows: menuBindings(items)}
}

func menuBindings(items []Item) screen.Bindings[*menu] {
	rows := make(screen.Bindings[*menu], 0, len(items)+1)
	for _, item := range items {
		rows = append(rows, screen.Binding[*menu]{ID: item.ID, Keys: item.Key, Help: item.Words, Run: func(m *menu) tea.Cmd {
			m.deps.Post(CloseMsg{})
			return item.Run()
		}})
	}
	return screen.Bind(append(rows, screen.Binding[*menu]{ID: "menu.close", Keys: "esc", Help: "close", Run: (*menu).close}))
}

// MenuKeys lists the keys of a menu with these items.
func MenuKeys(items []Item) []screen.Action { return menuBindings(items).All() }

func (m *menu) close() tea.Cmd { return m.deps.Post(CloseMsg{}) }

// Captures reports false: no character is text here.
func (m *menu) Captures(tea.KeyMsg) bool { return false }

// Type closes the menu at a key that no item has.
func (m *menu) Type(tea.KeyMsg) tea.Cmd { return m.close() }

// Actions lists the items.
func (m *menu) Actions() []screen.Action { return m.rows.Actions(m, false) }

// View draws the menu as a box.
func (m *menu) View(width, height int) []text.Line {
	th := m.deps.Theme
	var body []text.Line
	widest := 0
	for _, item := range m.items {
		line := text.Line{{Text: m.deps.Key(item.ID), Style: th.Accent}, {Text: text.Format("  %s", text.Clean(item.Words))}}.WithHit(&text.Hit{Action: item.ID})
		widest = max(widest, line.Width())
		body = append(body, line)
	}
	frameWidth, frameHeight := widget.Frame(false)
	box := widget.Panel{Title: m.title.In(th.Strong), Body: body}
	return box.Draw(th, min(widest+frameWidth, width), min(len(body)+frameHeight, height))
}
