package charts

import (
	"strconv"

	"foredeck/tui/text"
)

// grid is an arrangement of charts.
type grid struct{ rows, columns int }

// layouts are the arrangements to choose from.
var layouts = [...]grid{{1, 3}, {2, 2}, {3, 3}}

// defaultLayout is the index of the initial arrangement: 2×2.
const defaultLayout = 1

// The smallest cell in which a chart is legible.
const minCellWidth, minCellHeight = 38, 7

func (g grid) cells() int { return g.rows * g.columns }

func (g grid) name() text.Safe {
	if g.rows == 1 {
		return text.Plural(g.columns, "chart")
	}
	return text.Clean(strconv.Itoa(g.rows) + "×" + strconv.Itoa(g.columns))
}

// grid returns the arrangement that is drawn: the chosen one without the rows and columns that do not fit or would be empty.
func (m *Model) grid() grid {
	wanted, count := layouts[m.layout], max(len(m.pairs()), 1)
	columns := max(1, min(wanted.columns, m.size.Width/minCellWidth, count))
	rows := max(1, min(wanted.rows, (m.size.Height-1)/minCellHeight, (count+columns-1)/columns))
	return grid{rows, columns}
}

// share returns the start and length of part i when a length is divided into parts as equal as possible.
func share(length, parts, i int) (start, size int) {
	start = length * i / parts
	return start, length*(i+1)/parts - start
}
