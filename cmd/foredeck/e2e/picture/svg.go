package main

import (
	"cmp"
	"fmt"
	"html"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A cell of an SVG is as wide as a character of most monospace fonts at 15 points.
var svgCell = cellSize{width: 9, height: 19, line: 1}

const (
	svgFontSize = 15
	svgBaseline = 14
	svgMargin   = 14
)

// fonts are common monospace fonts. The characters of a font that is wider than a cell are set closer.
const fonts = `ui-monospace, 'SF Mono', Menlo, 'Cascadia Mono', Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace`

// ink is the style of a character.
type svgInk struct {
	color            string
	bold, underlined bool
}

// svg draws a frame. Runs of text are as long as their cells, and characters that join are drawn as shapes, so that the grid is exact in
// any font.
func svg(f frame, l look) string {
	width, height := float64(len(f[0]))*svgCell.width+2*svgMargin, float64(len(f))*svgCell.height+2*svgMargin
	inks, texts, shapes, grounds := map[svgInk]string{}, strings.Builder{}, map[string]*strings.Builder{}, strings.Builder{}
	for y, row := range f {
		top := float64(y)*svgCell.height + svgMargin
		for _, r := range runs(row, func(g glyph) string { return hex(g.paper) }) {
			if color := hex(row[r.from].paper); color != hex(l.ground) {
				fmt.Fprintf(&grounds, `<rect x="%s" y="%s" width="%s" height="%s" fill="%s"/>`+"\n", number(at(r.from)), number(top), number(at(r.to)-at(r.from)), number(svgCell.height), color)
			}
		}
		for x, g := range row {
			character, _ := utf8.DecodeRuneInString(g.text)
			shape, ok := shapeOf(character, svgCell)
			if !ok {
				continue
			}
			color := hex(g.ink)
			if shapes[color] == nil {
				shapes[color] = &strings.Builder{}
			}
			for _, around := range shape {
				shapes[color].WriteString(path(around, at(x), top))
			}
		}
		for _, r := range runs(row, func(g glyph) string {
			if character, _ := utf8.DecodeRuneInString(g.text); g.text == " " && !g.underlined {
				return ""
			} else if _, isShape := shapeOf(character, svgCell); isShape {
				return ""
			}
			return fmt.Sprint(hex(g.ink), g.bold, g.underlined)
		}) {
			first := row[r.from]
			if r.kind == "" {
				continue
			}
			ink := svgInk{hex(first.ink), first.bold, first.underlined}
			if inks[ink] == "" {
				inks[ink] = "i" + strconv.Itoa(len(inks))
			}
			var words strings.Builder
			for _, g := range row[r.from:r.to] {
				words.WriteString(g.text)
			}
			fmt.Fprintf(&texts, `<text class="%s" x="%s" y="%s" textLength="%s">%s</text>`+"\n", inks[ink], number(at(r.from)), number(top+svgBaseline), number(at(r.to)-at(r.from)), html.EscapeString(words.String()))
		}
	}
	var drawn strings.Builder
	fmt.Fprintf(&drawn, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]s" height="%[2]s" viewBox="0 0 %[1]s %[2]s">`+"\n<style>\ntext { font: %[3]dpx %[4]s; white-space: pre }\n", number(width), number(height), svgFontSize, fonts)
	for _, ink := range sortedBy(inks) {
		style := "fill: " + ink.color
		if ink.bold {
			style += "; font-weight: bold"
		}
		if ink.underlined {
			style += "; text-decoration: underline"
		}
		fmt.Fprintf(&drawn, ".%s { %s }\n", inks[ink], style)
	}
	fmt.Fprintf(&drawn, "</style>\n"+`<rect x="0.5" y="0.5" width="%s" height="%s" rx="9" fill="%s" stroke="%s"/>`+"\n%s%s", number(width-1), number(height-1), hex(l.window), hex(l.edge), grounds.String(), texts.String())
	for _, color := range slices.Sorted(maps.Keys(shapes)) {
		fmt.Fprintf(&drawn, `<path fill="%s" d="%s"/>`+"\n", color, shapes[color].String())
	}
	return drawn.String() + "</svg>\n"
}

func at(column int) float64 { return float64(column)*svgCell.width + svgMargin }

// run is adjacent cells of one style.
type run struct {
	from, to int
	kind     string
}

func runs(row []glyph, kindOf func(glyph) string) []run {
	var found []run
	for x, g := range row {
		kind := kindOf(g)
		if last := len(found) - 1; last >= 0 && found[last].kind == kind {
			found[last].to = x + 1
			continue
		}
		found = append(found, run{x, x + 1, kind})
	}
	return found
}

// path returns an outline in SVG syntax.
func path(around outline, x, y float64) string {
	var written strings.Builder
	for i, p := range around {
		command := "L"
		if i == 0 {
			command = "M"
		}
		written.WriteString(command + number(x+p.x) + " " + number(y+p.y))
	}
	return written.String() + "Z"
}

// number formats a length to a hundredth.
func number(length float64) string {
	return strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(length, 'f', 2, 64), "0"), ".")
}

// sortedBy returns the keys in the order of their short numbered names.
func sortedBy(inks map[svgInk]string) []svgInk {
	return slices.SortedFunc(maps.Keys(inks), func(a, b svgInk) int {
		return cmp.Or(cmp.Compare(len(inks[a]), len(inks[b])), cmp.Compare(inks[a], inks[b]))
	})
}
