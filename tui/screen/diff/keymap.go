package diff

import "foredeck/tui/screen"

// Spec declares the comparison of two versions of a module.
var Spec = screen.Spec[*Model]{
	Name: "diff",
	Bindings: screen.Bind(
		screen.Bindings[*Model]{{ID: "deck.refresh", Help: "compare again", Run: (*Model).HardReload}},
		screen.Movement((*Model).table),
	),
}

func (m *Model) table() screen.Rows { return &m.rows }
