package help

import (
	"strings"

	"foredeck/tui/text"
	"foredeck/tui/widget/panel"
)

const (
	columnGap  = 4  // columns between two columns of rows
	maxColumns = 3  // of rows
	minWidth   = 46 // inner width in which the title and the count fit in one line
	// aboveRows is the number of lines above the rows: the search and a blank one.
	aboveRows = 2
)

// View draws the help as a box of at most the given size.
func (m *Model) View(width, height int) []text.Line {
	th := m.theme
	frameWidth, frameHeight := panel.Frame(false)
	keyWidth, entry := m.widths(width - frameWidth)
	found := m.found()
	lines := m.lines(found, keyWidth, entry)
	footer := m.footerHeight(height)
	room := max(height-frameHeight-aboveRows-footer, 1)
	fitting := max(min((width-frameWidth+columnGap)/(entry+columnGap), maxColumns), 1)
	columns := min(fitting, 2)
	m.rows = balanced(lines, columns, room)
	if columns < fitting && len(flow(lines, m.rows)) > columns {
		columns = fitting
		m.rows = balanced(lines, columns, room)
	}
	m.first = max(min(m.first, len(lines)-m.rows*columns), 0)
	flowed := flow(lines[m.first:], m.rows)
	boxWidth := min(max(columns*(entry+columnGap)-columnGap, minWidth)+frameWidth, width)

	body := []text.Line{{{Text: text.Const("search "), Style: th.Faint}, {Text: text.Clean(m.search)}, {Text: text.Const(" "), Style: th.Selected}}, nil}
	for i := range m.rows {
		var line text.Line
		for column, part := range flowed[:min(len(flowed), columns)] {
			if line = line.Fit(column * (entry + columnGap)); i < len(part) {
				line = append(line, part[i]...)
			}
		}
		body = append(body, line)
	}
	if len(found) == 0 {
		body[aboveRows] = text.In(th.Hint, "no matching keys")
	}
	if footer > 0 {
		body = append(body, nil, text.In(th.Hint, "%s", m.footer()).Silent())
	}
	state := text.Plural(len(found), "row")
	if len(flowed) > columns || m.first > 0 {
		state = text.Format("%s, %s scroll", state, m.scrollKeys)
	}
	box := panel.Panel{Title: panel.Title(th, text.Const("Keys on this screen"), true), State: state.In(th.Faint), Body: body}
	return box.Draw(th, boxWidth, min(len(body)+frameHeight, height))
}

// minFooterHeight is the height of the help from which it has a footer.
const minFooterHeight = 16

// footerHeight returns the number of lines below the rows.
func (m *Model) footerHeight(height int) int {
	if m.search != "" || height < minFooterHeight {
		return 0
	}
	return 2
}

// footer says how to rebind a key.
func (m *Model) footer() text.Safe {
	if m.showIDs {
		return text.Format(`rebind in [keys] of the config file, such as "deck.help" = "f1" · %s hides the ids`, m.idsKey)
	}
	return text.Format("type to search · %s shows the ids for rebinding", m.idsKey)
}

// widths returns the width of the keys, and that of a row.
func (m *Model) widths(available int) (keys, entry int) {
	descriptions := 0
	for i := range m.all {
		r := &m.all[i]
		keys, descriptions = max(keys, text.Width(r.keys)), max(descriptions, text.Width(m.described(r)))
	}
	keys = min(keys, available/2)
	return keys, min(keys+2+descriptions, available)
}

// described returns the description of a row, with the ids on demand.
func (m *Model) described(r *row) text.Safe {
	if m.showIDs {
		return text.Format("%s  %s", r.description, r.ids)
	}
	return r.description
}

// lines draws the rows with the titles of their sections. A blank line stands before each title but the first.
func (m *Model) lines(rows []row, keyWidth, entry int) []text.Line {
	th := m.theme
	var lines []text.Line
	for i := range rows {
		r := &rows[i]
		if i == 0 || rows[i-1].group != r.group {
			if i > 0 {
				lines = append(lines, nil)
			}
			lines = append(lines, groupTitles[r.group].In(th.Strong))
		}
		line := append(r.keys.In(th.Accent).Fit(keyWidth), text.Span{Text: text.Spaces(2)})
		line = append(line, m.marked(r.description)...)
		if m.showIDs {
			line = append(line, text.Span{Text: text.Format("  %s", r.ids), Style: th.Hint})
		}
		lines = append(lines, line.Fit(entry))
	}
	return lines
}

// marked draws a description with the match of the search.
func (m *Model) marked(description text.Safe) text.Line {
	at := strings.Index(strings.ToLower(description.String()), strings.ToLower(m.search))
	if m.search == "" || at < 0 {
		return description.Line()
	}
	before, rest := text.Split(description, at)
	match, after := text.Split(rest, len(m.search))
	return text.Line{{Text: before}, {Text: match, Style: m.theme.Match}, {Text: after}}
}

// flow divides the lines into columns of a height. A column neither starts with a blank line nor ends with a title. There may be more
// columns than fit.
func flow(lines []text.Line, height int) [][]text.Line {
	var flowed [][]text.Line
	var column []text.Line
	for i, line := range lines {
		isTitle := line != nil && (i == 0 || lines[i-1] == nil)
		if len(column) == height || isTitle && len(column) >= height-1 && height > 1 {
			flowed, column = append(flowed, column), nil
		}
		if line != nil || len(column) > 0 {
			column = append(column, line)
		}
	}
	return append(flowed, column)
}

// balanced returns the smallest height, up to room, with which the lines fit into the columns; room if they do not.
func balanced(lines []text.Line, columns, room int) int {
	for height := max((len(lines)+columns-1)/columns, min(len(lines), 2), 1); height < room; height++ {
		if len(flow(lines, height)) <= columns {
			return height
		}
	}
	return room
}
