package chart

// octants are the block octants of Unicode 16 with the same dots as the 256 braille patterns.
var octants = newOctants()

// encodedEarlier are the block characters of eight cells that are not in the range of octants, by their cells. Bit 0 is the upper left
// cell, bit 1 the one to its right, bit 2 the one below it.
var encodedEarlier = map[int]rune{
	0x00: ' ', 0x01: '\U0001cea8', 0x02: '\U0001ceab', 0x03: '\U0001fb82', 0x05: '▘', 0x0a: '▝', 0x0f: '▀', 0x14: '\U0001fbe6', 0x28: '\U0001fbe7',
	0x3f: '\U0001fb85', 0x40: '\U0001cea3', 0x50: '▖', 0x55: '▌', 0x5a: '▞', 0x5f: '▛', 0x80: '\U0001cea0', 0xa0: '▗', 0xa5: '▚', 0xaa: '▐', 0xaf: '▜',
	0xc0: '▂', 0xf0: '▄', 0xf5: '▙', 0xfa: '▟', 0xfc: '▆', 0xff: '█',
}

// firstOctant is followed by the octants in ascending order of their cells, without those encoded earlier.
const firstOctant = '\U0001cd00'

func newOctants() (octants [256]rune) {
	next := firstOctant
	for cells := range 256 {
		octant, ok := encodedEarlier[cells]
		if !ok {
			octant = next
			next++
		}
		dots := rune(0)
		for y, row := range brailleDots {
			for x, dot := range row {
				if cells>>(brailleColumns*y+x)&1 == 1 {
					dots |= dot
				}
			}
		}
		octants[dots] = octant
	}
	return octants
}

// useOctants replaces braille with octants.
func (g *grid) useOctants() {
	for i, cell := range g.cells {
		if cell.glyph >= brailleBase && cell.glyph < brailleBase+256 {
			g.cells[i].glyph = octants[cell.glyph-brailleBase]
		}
	}
}
