package main

import (
	"fmt"
	"image/color"

	"github.com/charmbracelet/x/ansi"

	"foredeck/cmd/foredeck/e2e/terminal"
)

// look is a theme of the program with the colors of the terminal around it.
type look struct {
	theme        string
	ink, ground  color.RGBA
	window, edge color.RGBA
}

var dark = look{"dark", rgb(0xd4d4d4), rgb(0x15181e), rgb(0x15181e), rgb(0x3a3a3a)}

func rgb(hex uint32) color.RGBA {
	return color.RGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 0xff}
}

// glyph is a cell with its final colors.
type glyph struct {
	text       string
	ink, paper color.RGBA
	bold       bool
	underlined bool
}

// frame is a screen, row by row.
type frame [][]glyph

func (l look) frame(cells [][]terminal.Cell) frame {
	drawn := make(frame, len(cells))
	for y, row := range cells {
		drawn[y] = make([]glyph, len(row))
		for x, cell := range row {
			drawn[y][x] = l.glyph(cell)
		}
	}
	return drawn
}

func (l look) glyph(cell terminal.Cell) glyph {
	g := glyph{cell.Text, solid(cell.Foreground, l.ink), solid(cell.Background, l.ground), cell.Bold, cell.Underlined}
	if cell.Reverse {
		g.ink, g.paper = g.paper, g.ink
	}
	if cell.Faint {
		g.ink = between(g.ink, g.paper)
	}
	if g.text == " " && !g.underlined { // invisible attributes do not count
		g.ink, g.bold = l.ink, false
	}
	return g
}

// solid returns a color of the terminal, or the default color.
func solid(c color.Color, usual color.RGBA) color.RGBA {
	if c == nil {
		return usual
	}
	if basic, ok := c.(ansi.BasicColor); ok {
		c = ansi.IndexedColor(basic)
	}
	red, green, blue, _ := c.RGBA()
	return color.RGBA{uint8(red >> 8), uint8(green >> 8), uint8(blue >> 8), 0xff}
}

func between(a, b color.RGBA) color.RGBA {
	middle := func(a, b uint8) uint8 { return uint8((int(a) + int(b)) / 2) }
	return color.RGBA{middle(a.R, b.R), middle(a.G, b.G), middle(a.B, b.B), 0xff}
}

func hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
