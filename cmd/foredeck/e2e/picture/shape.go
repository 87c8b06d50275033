package main

import "math"

// point is a position in a cell, from its upper left corner.
type point struct{ x, y float64 }

// outline is the closed boundary of a filled shape.
type outline []point

func box(x0, y0, x1, y1 float64) outline { return outline{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}} }

// cellSize is the size of a cell and the thickness of its thin lines.
type cellSize struct{ width, height, line float64 }

// arms are the thicknesses of the lines from the center of a cell to its sides: 0 none, 1 thin, 2 thick.
type arms struct{ up, right, down, left int }

var boxCharacters = map[rune]arms{
	'─': {0, 1, 0, 1}, '│': {1, 0, 1, 0}, '┌': {0, 1, 1, 0}, '┐': {0, 0, 1, 1}, '└': {1, 1, 0, 0}, '┘': {1, 0, 0, 1},
	'╭': {0, 1, 1, 0}, '╮': {0, 0, 1, 1}, '╰': {1, 1, 0, 0}, '╯': {1, 0, 0, 1},
	'├': {1, 1, 1, 0}, '┤': {1, 0, 1, 1}, '┬': {0, 1, 1, 1}, '┴': {1, 1, 0, 1}, '┼': {1, 1, 1, 1},
	'╴': {0, 0, 0, 1}, '╵': {1, 0, 0, 0}, '╶': {0, 1, 0, 0}, '╷': {0, 0, 1, 0},
	'━': {0, 2, 0, 2}, '┃': {2, 0, 2, 0}, '╹': {2, 0, 0, 0}, '╻': {0, 0, 2, 0}, '╽': {1, 0, 2, 0}, '╿': {2, 0, 1, 0},
}

// eighths are the blocks that fill a cell from below, by eighths.
const eighths = "▁▂▃▄▅▆▇█"

// shapeOf returns the shape of a character that must join its neighbors or that terminal fonts lack. ok is false if a font draws it.
func shapeOf(character rune, c cellSize) (shape []outline, ok bool) {
	if drawn, isBox := boxCharacters[character]; isBox {
		return drawn.shape(c), true
	}
	for i, block := range []rune(eighths) {
		if character == block {
			return []outline{box(0, c.height-math.Round(c.height*float64(i+1)/8), c.width, c.height)}, true
		}
	}
	if character >= '\u2800' && character <= '\u28ff' {
		return braille(character-'\u2800', c), true
	}
	middle, radius := point{c.width / 2, c.height / 2}, c.width*0.38
	switch character {
	case '▀':
		return []outline{box(0, 0, c.width, c.height-math.Round(c.height/2))}, true
	case '▟':
		half := c.height - math.Round(c.height/2)
		return []outline{box(math.Round(c.width/2), 0, c.width, half), box(0, half, c.width, c.height)}, true
	case '■':
		return []outline{box(math.Round(c.width*0.1), math.Round(c.height*0.3), math.Round(c.width*0.9), math.Round(c.height*0.72))}, true
	case '┊', '╎':
		return dashes(c, true), true
	case '╌', '┈':
		return dashes(c, false), true
	case '●':
		return []outline{circle(middle, radius)}, true
	case '◆':
		return []outline{{{middle.x, middle.y - radius}, {middle.x + radius, middle.y}, {middle.x, middle.y + radius}, {middle.x - radius, middle.y}}}, true
	case '▸', '▶':
		return []outline{{{c.width * 0.2, middle.y - radius}, {c.width * 0.9, middle.y}, {c.width * 0.2, middle.y + radius}}}, true
	case '▾', '▼':
		return []outline{{{middle.x - radius, c.height * 0.36}, {middle.x + radius, c.height * 0.36}, {middle.x, c.height * 0.68}}}, true
	case '▴', '▲':
		return []outline{{{middle.x - radius, c.height * 0.64}, {middle.x, c.height * 0.32}, {middle.x + radius, c.height * 0.64}}}, true
	case '✓':
		return []outline{
			stroke(point{c.width * 0.1, c.height * 0.52}, point{c.width * 0.4, c.height * 0.7}, c.line*1.4),
			stroke(point{c.width * 0.36, c.height * 0.7}, point{c.width * 0.9, c.height * 0.28}, c.line*1.4),
		}, true
	case '✗':
		return []outline{
			stroke(point{c.width * 0.15, c.height * 0.3}, point{c.width * 0.85, c.height * 0.7}, c.line*1.4),
			stroke(point{c.width * 0.85, c.height * 0.3}, point{c.width * 0.15, c.height * 0.7}, c.line*1.4),
		}, true
	}
	return nil, false
}

// shape draws continuous lines from side to side, so that nothing is filled twice.
func (a arms) shape(c cellSize) []outline {
	thickness := func(weight int) float64 { return float64(2*weight-1) * c.line }
	across := func(size, thick float64) (from, to float64) {
		from = math.Floor((size - thick) / 2)
		return from, from + thick
	}
	top, bottom := across(c.height, thickness(max(a.left, a.right, 1)))
	left, right := across(c.width, thickness(max(a.up, a.down, 1)))
	var shape []outline
	if a.up > 0 {
		from, to := across(c.width, thickness(a.up))
		shape = append(shape, box(from, 0, to, bottom))
	}
	if a.down > 0 {
		from, to := across(c.width, thickness(a.down))
		begin := top
		if a.up > 0 {
			begin = bottom
		}
		shape = append(shape, box(from, begin, to, c.height))
	}
	isCrossed := a.up > 0 || a.down > 0
	if a.left > 0 {
		end := right
		if isCrossed {
			end = left
		}
		shape = append(shape, box(0, top, end, bottom))
	}
	if a.right > 0 {
		begin := left
		if isCrossed || a.left > 0 {
			begin = right
		}
		shape = append(shape, box(begin, top, c.width, bottom))
	}
	return shape
}

// braille is the dots of a braille character, by bit: two columns of three rows, then a fourth row.
func braille(bits rune, c cellSize) []outline {
	var shape []outline
	for bit := range 8 {
		column, row := bit/3, bit%3
		if bit >= 6 {
			column, row = bit-6, 3
		}
		if bits&(1<<bit) != 0 {
			shape = append(shape, circle(point{c.width * (0.25 + 0.5*float64(column)), c.height * (0.125 + 0.25*float64(row))}, c.width*0.17))
		}
	}
	return shape
}

// dashes is a line of three dashes.
func dashes(c cellSize, upright bool) []outline {
	const count = 3
	var shape []outline
	for i := range count {
		if upright {
			step, x := c.height/count, math.Floor((c.width-c.line)/2)
			shape = append(shape, box(x, math.Round(float64(i)*step+1), x+c.line, math.Round(float64(i+1)*step-1)))
			continue
		}
		step, y := c.width/count, math.Floor((c.height-c.line)/2)
		shape = append(shape, box(math.Round(float64(i)*step), y, math.Round(float64(i+1)*step-1), y+c.line))
	}
	return shape
}

func circle(middle point, radius float64) outline {
	const corners = 24
	around := make(outline, corners)
	for i := range around {
		sine, cosine := math.Sincos(2 * math.Pi * float64(i) / corners)
		around[i] = point{middle.x + radius*cosine, middle.y + radius*sine}
	}
	return around
}

// stroke is a straight line of a thickness.
func stroke(from, to point, thick float64) outline {
	length := math.Hypot(to.x-from.x, to.y-from.y)
	x, y := (to.y-from.y)/length*thick/2, (from.x-to.x)/length*thick/2
	return outline{{from.x + x, from.y + y}, {to.x + x, to.y + y}, {to.x - x, to.y - y}, {from.x - x, from.y - y}}
}
