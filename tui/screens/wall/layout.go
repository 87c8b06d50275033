package wall

import (
	"time"

	"foredeck/tui/text"
	"foredeck/tui/wallfile"
)

// tile is the place of a panel on a sheet.
type tile struct {
	left, top, width, height int
	panel                    int // index in Model.panels
}

// sheet is what is shown at a time: a page, or a part of one where a window has no room for all of its panels.
type sheet struct {
	page  int
	tiles []tile
}

// The smallest tile in which most panels are legible.
const minTileWidth, minTileHeight = 18, 5

// share divides a length by weights, without gaps. It returns the borders of the parts: one more than weights.
func share(length int, weights []int) []int {
	total := 0
	for _, weight := range weights {
		total += weight
	}
	borders := make([]int, 1, len(weights)+1)
	sum := 0
	for _, weight := range weights {
		sum += weight
		borders = append(borders, length*sum/total)
	}
	return borders
}

// arrange returns the tiles of rows, which cover the window. first is the index of the first panel.
func arrange(rows []wallfile.Row, first, width, height int) []tile {
	heights := make([]int, len(rows))
	for i, row := range rows {
		heights[i] = row.Height
	}
	var tiles []tile
	tops := share(height, heights)
	for i, row := range rows {
		widths := make([]int, len(row.Panels))
		for k, panel := range row.Panels {
			widths[k] = panel.Width
		}
		lefts := share(width, widths)
		for k := range row.Panels {
			tiles = append(tiles, tile{lefts[k], tops[i], lefts[k+1] - lefts[k], tops[i+1] - tops[i], first})
			first++
		}
	}
	return tiles
}

// fits reports whether all tiles are legible.
func fits(tiles []tile) bool {
	for _, t := range tiles {
		if t.width < minTileWidth || t.height < minTileHeight {
			return false
		}
	}
	return true
}

// sheets returns what is shown in a window: the pages. A page without enough room is divided into its rows, and those into their panels.
func sheets(wall *wallfile.Wall, width, height int) []sheet {
	var all []sheet
	first := 0
	for i, page := range wall.Pages {
		whole := arrange(page.Rows, first, width, height)
		if fits(whole) || len(whole) == 1 {
			all = append(all, sheet{i, whole})
			first += len(whole)
			continue
		}
		for _, row := range page.Rows {
			one := arrange([]wallfile.Row{row}, first, width, height)
			if fits(one) {
				all = append(all, sheet{i, one})
			} else {
				for k := range row.Panels {
					all = append(all, sheet{i, []tile{{0, 0, width, height, first + k}}})
				}
			}
			first += len(one)
		}
	}
	return all
}

// View draws the body.
func (m *Model) View() []text.Line {
	s := m.sheet()
	if s == nil {
		return nil
	}
	if open := m.urgent(); open != nil {
		return m.alertView(open)
	}
	lines := make([]text.Line, m.size.Height)
	for _, t := range s.tiles {
		for i, line := range m.panels[t.panel].Draw(t.width, t.height, m.size.IsPlain()) {
			lines[t.top+i] = append(lines[t.top+i], line...)
		}
	}
	return lines
}

// Note tells which page is visible.
func (m *Model) Note() (left, right text.Line) {
	if at, count := m.visible(); count > 1 {
		left = text.In(m.deps.Theme.Faint, "page %s of %s", text.Integer(uint64(at+1)), text.Integer(uint64(count)))
	}
	return left, nil
}

// Activity tells when the next page is shown.
func (m *Model) Activity() text.Line {
	switch {
	case m.urgent() != nil:
		return text.In(m.deps.Theme.Bad, "%s back to the pages", m.deps.Key("wall.dismiss"))
	case !m.rotates():
		return nil
	case m.paused:
		return text.In(m.deps.Theme.Warn, "paused · %s resume", m.deps.Key("wall.pause"))
	}
	left := max(m.wall.Rotate-m.deps.Now().Sub(m.turned), 0)
	return text.In(m.deps.Theme.Faint, "next page in %s s", text.Integer(uint64((left+time.Second-1)/time.Second)))
}

// Vital returns the newest height, or else the title.
func (m *Model) Vital() text.Line {
	if height, _, ok := m.deps.Seen.Head(); ok {
		return text.Line{{Text: text.Const("head "), Style: m.deps.Theme.Faint}, {Text: text.Integer(height), Style: m.deps.Theme.Strong}}
	}
	return text.Format("wall %s", text.Clean(m.wall.Title)).Line()
}
