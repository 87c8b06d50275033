package terminal

import (
	"image/color"

	uv "github.com/charmbracelet/ultraviolet"
)

// Cell is one cell of the screen as it is drawn.
type Cell struct {
	Text                   string      // a character; empty for the second half of a wide one
	Foreground, Background color.Color // nil: the terminal's own
	Bold, Faint, Reverse   bool
	Underlined             bool
}

// Cells gives the screen row by row. As with Screen it can be half of a frame.
func (x *Terminal) Cells() [][]Cell {
	x.mu.Lock()
	defer x.mu.Unlock()
	rows := make([][]Cell, x.emulator.Height())
	for y := range rows {
		rows[y] = make([]Cell, x.emulator.Width())
		for column := range rows[y] {
			rows[y][column] = cellOf(x.emulator.CellAt(column, y))
		}
	}
	return rows
}

func cellOf(drawn *uv.Cell) Cell {
	if drawn == nil {
		return Cell{Text: " "}
	}
	has := func(attribute uint8) bool { return drawn.Style.Attrs&attribute != 0 }
	return Cell{
		Text: drawn.Content, Foreground: drawn.Style.Fg, Background: drawn.Style.Bg,
		Bold: has(uv.AttrBold), Faint: has(uv.AttrFaint), Reverse: has(uv.AttrReverse), Underlined: drawn.Style.Underline != uv.UnderlineNone,
	}
}
