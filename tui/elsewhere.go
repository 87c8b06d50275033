package tui

import (
	"strings"

	"foredeck/tui/palette"
	"foredeck/tui/text"
)

// elsewhere offers the actions of the screens that are not open, so that the palette finds them: each line says where it acts, and by
// which key.
type elsewhere struct{ deck *Model }

// Lines lists the actions, those with the same description once.
func (e elsewhere) Lines() []palette.Line {
	var lines []palette.Line
	visible, known := e.deck.history.Visible(), map[string]bool{}
	for _, action := range e.deck.screenActions() {
		known[action.Description()] = true
	}
	for _, hidden := range [...]bool{false, true} { // of two keys with the same description, the one in the row of keys
		for _, kind := range Screens {
			if kind.Is(visible) {
				continue
			}
			for _, action := range kind.All() {
				group, _, _ := strings.Cut(action.ID, ".")
				does, key := text.Clean(action.Description()), e.deck.deps.Key(action.ID)
				if isShared := group == "deck" || group == "list" || group == "search"; isShared || action.IsHidden() != hidden || key.IsEmpty() || known[does.String()] {
					continue
				}
				known[does.String()] = true
				lines = append(lines, palette.Line{
					Text: does.String(), Action: action.ID, Does: does, Quiet: true, Away: true, Why: text.Format("on %s: %s", text.Clean(kind.Title()), key),
				})
			}
		}
	}
	return lines
}
