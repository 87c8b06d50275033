package wall

import (
	"slices"
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

// row is a row of a page without the panels that have nothing to show.
type row struct {
	height int
	panels []weighted
}

// weighted is a panel with its weight in its row.
type weighted struct{ panel, width int } // panel is its index in Model.panels

// rowsOf returns the rows of a page with the panels for which show holds. first is the index of the first panel of the page.
func rowsOf(page *wallfile.Page, first int, show func(panel int) bool) (rows []row, next int) {
	for _, written := range page.Rows {
		one := row{height: written.Height}
		for i := range written.Panels {
			if show(first) {
				one.panels = append(one.panels, weighted{first, written.Panels[i].Width})
			}
			first++
		}
		if len(one.panels) > 0 {
			rows = append(rows, one)
		}
	}
	return rows, first
}

// arrange returns the tiles of rows, which cover the window.
func arrange(rows []row, width, height int) []tile {
	heights := make([]int, len(rows))
	for i := range rows {
		heights[i] = rows[i].height
	}
	var tiles []tile
	tops := share(height, heights)
	for i := range rows {
		widths := make([]int, len(rows[i].panels))
		for k, one := range rows[i].panels {
			widths[k] = one.width
		}
		lefts := share(width, widths)
		for k, one := range rows[i].panels {
			tiles = append(tiles, tile{lefts[k], tops[i], lefts[k+1] - lefts[k], tops[i+1] - tops[i], one.panel})
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

// sheets returns what is shown in a window: the pages with the panels for which show holds. A page without enough room is divided into its
// rows, and those into their panels.
func sheets(wall *wallfile.Wall, width, height int, show func(panel int) bool) []sheet {
	var all []sheet
	first := 0
	for i := range wall.Pages {
		var rows []row
		rows, first = rowsOf(&wall.Pages[i], first, show)
		if len(rows) == 0 {
			continue
		}
		if whole := arrange(rows, width, height); fits(whole) || len(whole) == 1 {
			all = append(all, sheet{i, whole})
			continue
		}
		for k := range rows {
			if one := arrange(rows[k:k+1], width, height); fits(one) {
				all = append(all, sheet{i, one})
				continue
			}
			for _, one := range rows[k].panels {
				all = append(all, sheet{i, []tile{{0, 0, width, height, one.panel}}})
			}
		}
	}
	return all
}

// layout divides the window into sheets again if other panels have something to show than before. A wall on which none has shows all, with
// what is missing.
func (m *Model) layout() {
	shown := make([]bool, len(m.panels))
	for i, p := range m.panels {
		shown[i] = p.IsSet(m.wall)
	}
	if slices.Equal(shown, m.shown) {
		return
	}
	m.shown = shown
	hasAny := slices.Contains(shown, true)
	before := m.sheet()
	m.sheets = sheets(m.wall, m.size.Width, m.size.Height, func(panel int) bool { return shown[panel] || !hasAny })
	m.at = 0
	if before == nil {
		return
	}
	for i := range m.sheets { // the same page, or the next one
		if m.at = i; m.sheets[i].page >= before.page {
			break
		}
	}
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
	isPlain := m.size.IsPlain()
	contents, rows := make([]content, len(s.tiles)), m.size.Height
	for i, t := range s.tiles {
		contents[i] = m.panels[t.panel].Content(t.width, t.height, isPlain)
		rows = contents[i].body.digitRows(contents[i].width, contents[i].height, rows) // one height for all numbers of the page
	}
	lines := make([]text.Line, m.size.Height)
	for i, t := range s.tiles {
		for y, line := range m.panels[t.panel].Draw(&contents[i], t.width, t.height, rows, isPlain) {
			lines[t.top+y] = append(lines[t.top+y], line...)
		}
	}
	return lines
}

// Note tells which page is visible, and that the panel of a validator is not.
func (m *Model) Note() (left, right text.Line) {
	if count := len(m.sheets); count > 1 {
		left = text.In(m.deps.Theme.Faint, "page %s of %s", text.Integer(uint64(m.at+1)), text.Integer(uint64(count)))
	}
	for i, p := range m.panels {
		if p.spec.Kind == wallfile.Validator && i < len(m.shown) && !m.shown[i] {
			return append(left, text.Format("  choose your validator: press %s on Blocks", m.deps.Key("blocks.my_validator")).In(m.deps.Theme.Faint)...), nil
		}
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
