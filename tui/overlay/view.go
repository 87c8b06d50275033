package overlay

import (
	"strings"

	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

const (
	columnGap  = 4  // columns between two columns of rows
	maxColumns = 3  // of rows
	minWidth   = 46 // inner width in which the title and the count fit in one line
	// aboveRows is the number of lines above the rows: the search and a blank one.
	aboveRows = 2
)

// View draws the help as a box of at most the given size.
func (m *Help) View(width, height int) []text.Line {
	th := m.deps.Theme
	frameWidth, frameHeight := widget.Frame(false)
	keyWidth, descriptionWidth, entry := m.widths(width - frameWidth)
	found := m.found()
	lines := m.lines(found, keyWidth, descriptionWidth, entry)
	footer := m.footerHeight(height)
	above := aboveRows
	if height < minSearchHeight && m.search == "" {
		above = 0
	}
	room := max(height-frameHeight-above-footer, 1)
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

	body := []text.Line{{{Text: text.Const("search "), Style: th.Faint}, {Text: text.Clean(m.search)}, {Text: text.Const(" "), Style: th.Selected}}, nil}[:above]
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
		body = append(body, nil)
		if len(m.symbols) > 0 {
			body = append(body, screen.SymbolLine(th, m.symbols).Fit(boxWidth-frameWidth))
		}
		body = append(body, m.footer(boxWidth-frameWidth).In(th.Hint).Silent())
	}
	state := text.Plural(len(found), "key")
	if len(flowed) > columns || m.first > 0 {
		state = text.Format("%s, %s scroll", state, text.Concat(m.deps.Key("help.up"), m.deps.Key("help.down")))
	}
	box := widget.Panel{Title: widget.Title(th, text.Const("Keys on this screen"), true), State: state.In(th.Faint), Body: body}
	return box.Draw(th, boxWidth, min(len(body)+frameHeight, height))
}

// minSearchHeight is the height of the help from which it shows the search before there is one.
const minSearchHeight = 8

// minFooterHeight is the height of the help from which it has a footer.
const minFooterHeight = 16

// footerHeight returns the number of lines below the rows.
func (m *Help) footerHeight(height int) int {
	switch {
	case m.search != "" || height < minFooterHeight:
		return 0
	case len(m.symbols) > 0:
		return 3
	}
	return 2
}

// footer says how to rebind a key, in brief where the rest would be cut.
func (m *Help) footer(width int) text.Safe {
	short, rest := text.Format("type to search · %s shows the ids", m.deps.Key("help.ids")), text.Const(" for rebinding")
	if m.showIDs {
		short, rest = text.Const("rebind in [keys] of the config file"), text.Format(`, such as "deck.help" = "f1" · %s hides the ids`, m.deps.Key("help.ids"))
	}
	if full := text.Concat(short, rest); text.Width(full) <= width {
		return full
	}
	return short
}

// widths returns the widths of the keys, of the descriptions, and of a row. Ids have a column of their own if they fit.
func (m *Help) widths(available int) (keys, descriptions, entry int) {
	ids := 0
	for i := range m.all {
		r := &m.all[i]
		keys, descriptions, ids = max(keys, text.Width(r.keys)), max(descriptions, text.Width(r.description)), max(ids, text.Width(r.ids))
	}
	keys = min(keys, available/2)
	entry = keys + 2 + descriptions
	if m.showIDs {
		entry += 2 + ids
	}
	return keys, descriptions, min(entry, available)
}

// lines draws the rows with the titles of their sections. A blank line stands before each title but the first. Ids that do not fit beside
// the description are below it.
func (m *Help) lines(rows []row, keyWidth, descriptionWidth, entry int) []text.Line {
	th := m.deps.Theme
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
		if !m.showIDs {
			lines = append(lines, line.Fit(entry))
			continue
		}
		ids := text.Span{Text: r.ids, Style: th.Hint}
		if aligned := keyWidth + 2 + descriptionWidth + 2; aligned+text.Width(r.ids) <= entry {
			lines = append(lines, append(line.Fit(aligned), ids))
			continue
		}
		lines = append(lines, line.Fit(entry), text.Line{{Text: text.Spaces(keyWidth + 2)}, ids}.Fit(entry))
	}
	return lines
}

// marked draws a description with the match of the search.
func (m *Help) marked(description text.Safe) text.Line {
	at := strings.Index(strings.ToLower(description.String()), strings.ToLower(m.search))
	if m.search == "" || at < 0 {
		return description.Line()
	}
	before, rest := text.Split(description, at)
	match, after := text.Split(rest, len(m.search))
	return text.Line{{Text: before}, {Text: match, Style: m.deps.Theme.Match}, {Text: after}}
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
