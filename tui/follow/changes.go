package follow

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/overlay"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// changes is the overlay that walks through the kept changes, the newest first.
type changes struct {
	deps *screen.Deps
	kept
	at   int // index of the later state
	diff []pane.Change
	rows widget.Table
}

var changesBindings = screen.Bind(screen.Bindings[*changes]{
	{ID: "changes.older", Keys: "left h", Label: "← h", Help: "older", Run: func(c *changes) tea.Cmd { return c.show(c.at + 1) }},
	{ID: "changes.newer", Keys: "right l", Label: "→ l", Help: "newer", Run: func(c *changes) tea.Cmd { return c.show(c.at - 1) }},
	{ID: "list.up", Run: func(c *changes) tea.Cmd { return c.move(-1) }},
	{ID: "list.down", Run: func(c *changes) tea.Cmd { return c.move(1) }},
	{ID: "changes.close", Keys: "esc D", Help: "close", Run: func(c *changes) tea.Cmd { return c.deps.Post(overlay.CloseMsg{}) }},
})

// StatesKeys lists the keys of the changes.
func StatesKeys() []screen.Action { return changesBindings.All() }

func newChanges(deps *screen.Deps, k kept) *changes {
	c := &changes{deps: deps, kept: k}
	c.show(0)
	return c
}

// show compares a state with the one before it. States are bounded by the store.
func (c *changes) show(at int) tea.Cmd {
	c.at = max(min(at, len(c.states)-2), 0)
	c.diff = pane.Compare(c.states[c.at+1].Data, c.states[c.at].Data)
	c.rows.SetLength(len(c.diff))
	c.rows.Select(0)
	return nil
}

func (c *changes) move(delta int) tea.Cmd {
	c.rows.Move(delta)
	return nil
}

// Actions lists the keys.
func (c *changes) Actions() []screen.Action { return changesBindings.Actions(c, false) }

const maxChangesWidth = 120

// View draws the change as a box.
func (c *changes) View(width, height int) []text.Line {
	th := c.deps.Theme
	frameWidth, frameHeight := widget.Frame(false)
	width = min(maxChangesWidth, width)
	height = min(max(len(c.diff), 1)+1+frameHeight+1, height)
	inside := width - frameWidth
	c.rows.SetHeight(max(height-frameHeight-2, 0))
	part := max(inside/3-2, 8)
	columns := []widget.Column{{Title: text.Const("PATH"), Width: part, Flex: true, Shorten: text.CutMiddle}, {Title: text.Const("WAS"), Width: part}, {Title: text.Const("IS"), Width: part}}
	state := c.states[c.at]
	body := []text.Line{text.In(th.Faint, "seen %s%s · ← older  → newer", c.deps.ShortTime(state.At), atBlock(state.Height))}
	body = append(body, c.rows.View(th, columns, inside, func(i int) []widget.Cell {
		change := c.diff[i]
		return []widget.Cell{{Text: text.Bounded(change.Path), Style: th.Accent}, {Text: side(change.Old), Style: th.Faint}, {Text: side(change.New), Style: th.Text}}
	})...)
	number := text.Format("change %s of %s", text.Integer(uint64(len(c.states)-1-c.at)), text.Integer(uint64(len(c.states)-1)))
	box := widget.Panel{Title: StateName(c.deps, c.link).In(th.Strong), State: number.Line(), Body: body}
	return box.Draw(th, width, height)
}

func side(raw []byte) text.Safe {
	if raw == nil {
		return text.None
	}
	return text.Bounded(string(raw))
}
