package diff

import (
	"foredeck/tui/command"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// Spec declares the comparison of two versions of a module.
var Spec = screen.Spec[*Model]{
	Name: "diff", Visitors: screen.Refused("it reads modules of other networks: save both versions, and compare them where you are"), Line: parseLine,
	Bindings: screen.Bind(
		screen.Bindings[*Model]{{ID: "deck.refresh", Help: "compare again", Run: (*Model).HardReload}},
		screen.Movement((*Model).table),
	),
}

func (m *Model) table() screen.Rows { return &m.rows }

// parseLine returns the line of the palette. The table of commands explains an invalid one.
func parseLine(deps *screen.Deps, words []string) (line screen.Line[*Model], ok bool) {
	read, err := command.ParseWords(words)
	if err != nil || deps.OpenNode == nil {
		return line, false
	}
	compared, err := New(deps, read)
	return screen.Line[*Model]{Text: read.String(), Words: text.Const("compare two versions of a module"), Opened: compared}, err == nil
}
