package wall

import (
	"strings"

	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/wallfile"
)

// Spec declares walls.
var Spec = screen.Spec[*Model]{
	Name: "wall", Visitors: screen.Allowed, Line: parseLine,
	For: func(deps *screen.Deps, msg any) *Model {
		if file, ok := msg.(*wallfile.Wall); ok {
			return New(deps, file)
		}
		return nil
	},
	Bindings: screen.Bind(screen.Bindings[*Model]{
		{ID: "wall.dismiss", Keys: "enter", Help: "back to the pages", Long: "leave the alert that fills the screen", When: (*Model).isUrgent, Run: screen.Do(func(m *Model) { m.dismiss() })},
		{ID: "wall.next", Keys: "right l pgdown", Help: "next page", When: (*Model).hasPages, Run: screen.By((*Model).turn, 1)},
		{ID: "wall.previous", Keys: "left h pgup", Help: "previous page", When: (*Model).hasPages, Run: screen.By((*Model).turn, -1)},
		{ID: "wall.pause", Help: "resume", When: func(m *Model) bool { return m.paused && m.rotates() }},
		{ID: "wall.pause", Keys: "p", Help: "pause", Long: "stop changing pages, or resume", When: (*Model).rotates, Run: screen.Do((*Model).pause)},
		{ID: "deck.refresh", Run: (*Model).HardReload},
	}).Then((*Model).poll),
}

func (m *Model) hasPages() bool { return len(m.sheets) > 1 }
func (m *Model) pause()         { m.paused, m.turned = !m.paused, m.deps.Now() }

// parseLine returns the line of the palette with the name of a built-in wall, or without one. The table of commands explains an invalid
// one.
func parseLine(deps *screen.Deps, words []string) (line screen.Line[*Model], ok bool) {
	file := &wallfile.Wall{}
	switch len(words) {
	case 1:
	case 2:
		if file, ok = wallfile.BuiltIn(words[1]); !ok {
			return line, false
		}
	default:
		return line, false
	}
	return screen.Line[*Model]{Text: strings.Join(words, " "), Words: text.Const("open a wall of live panels"), Opened: New(deps, file)}, true
}
