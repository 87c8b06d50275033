package price

import (
	"strconv"

	"foredeck/theme"
	"foredeck/tui/desk"
	"foredeck/tui/market"
	"foredeck/tui/pane"
	"foredeck/tui/text"
	"foredeck/tui/widget"
	"foredeck/tui/widget/chart"
)

// Width returns the width of the form beside a chart, in columns, on a screen of a width: 0 where there is no room for both.
func Width(screen int) int {
	const least, names, wideScreen, wide = 76, 26, 160, 55 // wide shows all titles
	switch {
	case screen < least:
		return 0
	case screen < wideScreen:
		return names
	}
	return wide
}

// minTitles is the width from which the form says what the names stand for.
const minTitles = 36

// Panel draws the form.
func (m *IndicatorBox) Panel(room pane.Area) widget.Panel {
	width, height := room.Width, room.Height
	name := text.Const("Indicators")
	p := widget.Panel{Title: widget.Title(m.deps.Theme, name, true), Name: name}
	if whole := text.Format("Indicators of %s", text.Clean(m.pair)); text.Width(whole) <= width {
		p.Title = widget.Title(m.deps.Theme, whole, true)
	}
	lines, selected := m.lines(width)
	first := max(0, min(selected-height/2, len(lines)-height))
	p.Body = lines[first:min(first+height, len(lines))]
	return p
}

// lines draws all rows, and returns the index of the selected one.
func (m *IndicatorBox) lines(width int) (lines []text.Line, selected int) {
	th := m.deps.Theme
	if len(m.active) == 0 {
		lines = append(lines, text.WrapIn(th.Faint, text.Const("none yet: choose one below"), width, 2)...)
	}
	for i, each := range m.active {
		if i == m.cursor {
			selected = len(lines)
		}
		if i == m.cursor && m.editing {
			box := append(text.Line{{Text: text.Const("▸ "), Style: th.Accent}}, widget.DrawInput(th, m.box, width-2)...)
			if lines = append(lines, box); !m.problem.IsEmpty() {
				for _, part := range text.Wrap(m.problem, width-4, 3) {
					lines = append(lines, append(text.Plain("    "), text.Span{Text: part, Style: th.Bad}))
				}
			} else {
				lines = append(lines, text.In(th.Faint, "    %s", ranges(each.Kind())).Fit(width))
			}
			continue
		}
		curve := m.curve(i)
		where := text.Const("over the price")
		if each.Kind().Pane {
			where = text.Const("pane below")
		}
		if width < minTitles {
			where = text.Safe{}
		}
		name := append(m.pointer(i), sample(curve.Mark, curve.Style), text.Span{Text: text.Clean(each.String()), Style: m.style(i)})
		lines = append(lines, desk.Spread(name, where.In(th.Faint), width))
	}
	lines = append(lines, nil, text.In(th.Faint, "ADD"))
	for i, kind := range market.Kinds() {
		row := len(m.active) + i
		if row == m.cursor {
			selected = len(lines)
		}
		line := append(m.pointer(row), text.Span{Text: text.Format("%s%s", text.Clean(kind.Name), text.Spaces(11-len(kind.Name))), Style: m.style(row)}, text.Span{Text: text.Clean(kind.Title), Style: th.Faint})
		if width < minTitles {
			line = line[:len(line)-1]
		}
		lines = append(lines, line.Fit(width))
	}
	if at := m.cursor - len(m.active); width < minTitles && at >= 0 {
		lines = append(lines, nil)
		lines = append(lines, text.WrapIn(th.Faint, text.Clean(market.Kinds()[at].Title), width, 2)...)
	}
	return lines, selected
}

func (m *IndicatorBox) pointer(row int) text.Line {
	if row == m.cursor {
		return text.Line{{Text: text.Const("▸ "), Style: m.deps.Theme.Accent}}
	}
	return text.Plain("  ")
}

func (m *IndicatorBox) style(row int) theme.Style {
	if row == m.cursor {
		return m.deps.Theme.Strong
	}
	return m.deps.Theme.Text
}

// ranges describes the parameters of a kind: period 1 to 500.
func ranges(kind *market.Kind) text.Safe {
	var parts []text.Safe
	for _, p := range kind.Parameters {
		least, most := strconv.FormatFloat(p.Min, 'f', -1, 64), strconv.FormatFloat(p.Max, 'f', -1, 64)
		parts = append(parts, text.Format("%s %s to %s", text.Clean(p.Name), text.Clean(least), text.Clean(most)))
	}
	return text.Join(parts, text.Const(", "))
}

// sample draws a piece of a curve, as long as dashes need.
func sample(mark rune, style theme.Style) text.Span {
	return text.Span{Text: text.Clean(string([]rune{mark, mark, ' '})), Style: style}
}

// legendItem is a part of the legend that is not divided.
type legendItem struct {
	line text.Line
	mark int // spans at the start that are only drawn, not announced
}

// curveItems returns an item for each named curve, except those of other pairs, with its mark and its value at the current bar, followed by those of the nameless curves
// after it.
func (m *Model) curveItems(c *chart.Chart) []legendItem {
	var items []legendItem
	for i := range c.Curves[:len(c.Curves)-m.comparison.CurveCount()] {
		of := &c.Curves[i]
		value := text.Span{Text: text.Format(" %s", m.curveValue(of)), Style: of.Style}
		if m.isSettling() {
			value.Text = text.Format(" ~%s", m.curveValue(of))
		}
		if of.Name.IsEmpty() && len(items) > 0 {
			last := &items[len(items)-1]
			last.line = append(last.line, value)
			continue
		}
		line := text.Line{sample(of.Mark, of.Style), {Text: of.Name, Style: m.deps.Theme.Faint}, value}
		items = append(items, legendItem{line: line, mark: 1})
	}
	return items
}

// flow places items side by side in lines of a width.
func flow(items []legendItem, width int) []text.Line {
	const gap = 3
	var lines []text.Line
	var announced []text.Safe
	for _, item := range items {
		said := item.line[item.mark:].Text()
		last := len(lines) - 1
		if last < 0 || lines[last].Width()+gap+item.line.Width() > width {
			lines, announced = append(lines, item.line.Fit(min(item.line.Width(), width))), append(announced, said)
			continue
		}
		lines[last] = append(append(lines[last], text.Span{Text: text.Spaces(gap)}), item.line...)
		announced[last] = text.Format("%s, %s", announced[last], said)
	}
	for i := range lines {
		lines[i] = lines[i].AnnounceAs(func() text.Safe { return announced[i] })
	}
	return lines
}
