package pane

import (
	"bytes"
	"encoding/json"

	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
	"foredeck/tui/widget/jsontree"
)

const (
	// MinGlance is the height inside the frame from which a Glance is worth its panel.
	MinGlance = 6
	// maxGlance is the number of bytes of a text that is parsed at once, in less than a millisecond.
	maxGlance = 32 << 10
)

// Glance shows the beginning of a JSON text below or beside the panel that has the focus, where there is room for it. It has no keys.
type Glance struct {
	raw  json.RawMessage
	tree jsontree.Model
}

// CanShow reports whether a text is short enough to be parsed when the screen is laid out.
func (g *Glance) CanShow(raw json.RawMessage) bool { return len(raw) > 0 && len(raw) <= maxGlance }

// Show lays out a text that CanShow.
func (g *Glance) Show(deps *screen.Deps, name text.Safe, raw json.RawMessage, room Area) {
	if !bytes.Equal(g.raw, raw) {
		g.raw, g.tree = raw, jsontree.New(raw, &deps.Theme)
		g.tree.SetName(name)
		g.tree.OpenAll()
		g.tree.SetBlurred(true)
	}
	g.tree.SetSize(room.Width, room.Height)
}

// Panel draws the text with a title and the number of lines that have no room. Clicks are those of the panel that has the focus.
func (g *Glance) Panel(deps *screen.Deps, title text.Safe, room Area) widget.Panel {
	p := widget.Panel{Title: title.In(deps.Theme.Text)}
	for _, line := range g.tree.View() {
		p.Body = append(p.Body, line.WithHit(nil).Silent())
	}
	if more := g.tree.Len() - room.Height; more > 0 {
		p.State = text.In(deps.Theme.Faint, "… %s more", text.Integer(uint64(more)))
	}
	return p
}
