package price

import (
	"foredeck/tui/text"
	"foredeck/tui/widget/chart"
)

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
		if of.Name.IsEmpty() && len(items) > 0 {
			last := &items[len(items)-1]
			last.line = append(last.line, value)
			continue
		}
		line := text.Line{{Text: text.Format("%s ", text.Clean(string(of.Mark))), Style: of.Style}, {Text: of.Name, Style: m.deps.Theme.Faint}, value}
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
