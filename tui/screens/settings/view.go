package settings

import (
	"slices"
	"strings"

	"foredeck/config"
	"foredeck/theme"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// parts divides the window.
func (m *Model) parts() pane.Layout {
	details := screen.ByClass{3, 3, 4, 4, 6, 6, 6}[m.size.Class]
	return pane.Layout{
		{{Height: 1, Lines: func(pane.Area) []text.Line { return []text.Line{m.tabs()} }}},
		{{Fill: true, Resize: m.resize, Panel: m.listPanel}},
		{{Content: details, Panel: m.detailsPanel}},
	}
}

// layout sizes the list.
func (m *Model) layout() {
	m.rows.SetLength(len(m.visible))
	m.parts().Resize(m.size)
}

func (m *Model) resize(room pane.Area) {
	taken := 1 // column titles
	if m.filter.Visible() {
		taken++
	}
	m.rows.SetHeight(max(room.Height-taken, 0))
}

// columns returns the columns of the list. Small windows leave more width to the values.
func (m *Model) columns() []widget.Column {
	name, from := 26, 22
	if m.size.Class < screen.Compact {
		name, from = 22, 12
	}
	return []widget.Column{{Title: text.Const("NAME"), Width: name, Shorten: text.CutMiddle}, {Title: text.Const("VALUE"), Width: 10, Flex: true}, {Title: text.Const("FROM"), Width: from, Rank: 1}}
}

// maxListWidth is the maximum width of the list: the origin of a value is beside it in wide windows too.
const maxListWidth = 120

// View draws the body.
func (m *Model) View() []text.Line { return m.parts().View(m.deps.Theme, m.size) }

func (m *Model) listPanel(room pane.Area) widget.Panel {
	th, isEdited := m.deps.Theme, m.editing != nil
	list := widget.Panel{Title: widget.Title(th, text.Clean(config.GroupTitles[m.group]), !isEdited)}
	if m.group == config.GroupNetworks {
		list.Title = widget.Title(th, text.Format("Network %s", text.Clean(m.network)), !isEdited)
		list.State = m.position()
	}
	if m.filter.Visible() {
		list.Body = append(list.Body, m.filter.View(th, text.Format("%s shown", text.Integer(uint64(len(m.visible)))), room.Width))
	}
	rows := m.rows.View(th, m.columns(), min(room.Width, maxListWidth), m.row)
	for i := 1; i < len(rows) && isEdited; i++ { // while editing, clicks arrive as PointMsg instead of moving the selection
		rows[i].WithHit(&text.Hit{IsPoint: true, Target: m.rows.First() + i - 1})
	}
	list.Body = append(list.Body, rows...)
	if len(m.visible) == 0 {
		list.Body = append(list.Body, m.emptyText().In(th.Faint))
	}
	return list
}

func (m *Model) detailsPanel(room pane.Area) widget.Panel {
	return widget.Panel{Title: widget.Title(m.deps.Theme, m.title(), m.editing != nil), Body: m.details(room.Width)}
}

// tabs draws the row of groups. If the names do not fit, the inactive tabs show only their numbers.
func (m *Model) tabs() text.Line {
	names, short := make([]text.Safe, len(config.GroupTitles)), make([]text.Safe, len(config.GroupTitles))
	for i, group := range config.GroupTitles {
		names[i] = text.Clean(group)
	}
	short[m.group] = names[m.group]
	for _, names := range [][]text.Safe{names, short} {
		line := append(text.Plain(" "), widget.Tabs(m.deps.Theme, m.deps.KeysOf("settings.tab"), names, int(m.group))...)
		if line.Width() <= m.size.Width {
			return line
		}
	}
	return names[m.group].Line()
}

// valueWidth returns the approximate width of the value column; longer values are repeated in the details panel.
func (m *Model) valueWidth(width int) int {
	const gaps = 6
	columns := m.columns()
	width = min(width, maxListWidth) - columns[0].Width - gaps
	if m.size.Class < screen.Rules {
		return width // the FROM column is hidden
	}
	return width - columns[2].Width
}

// position returns the position of the listed network among all networks.
func (m *Model) position() text.Line {
	names := m.networks()
	i := slices.Index(names, m.network)
	if i < 0 {
		return nil
	}
	return text.In(m.deps.Theme.Faint, "%s of %s, %s next", text.Integer(uint64(i+1)), text.Integer(uint64(len(names))), m.deps.Key("settings.next_network"))
}

// emptyText explains an empty list.
func (m *Model) emptyText() text.Safe {
	if m.filter.Visible() {
		return text.Format("no match in name, value or origin · %s clear", m.deps.Key("search.clear"))
	}
	return text.Format("none yet · %s add", m.deps.Key("settings.add"))
}

// fieldName returns the name of a field within its group.
func fieldName(field *config.Field) string {
	switch field.Group {
	case config.GroupAppearance, config.GroupRefresh:
		return strings.Join(field.Path, ".")
	case config.GroupKeys:
		return strings.Join(field.Path[1:], ".")
	}
	return field.Name()
}

// displayValue returns a value in one line.
func displayValue(field *config.Field) text.Safe {
	if field.Value == "" {
		return text.None
	}
	return text.Clean(config.Display(field.Value))
}

func (m *Model) row(i int) []widget.Cell {
	th, field := m.deps.Theme, &m.fields[m.visible[i]]
	value, from := widget.Cell{Text: displayValue(field)}, widget.Cell{Text: text.Clean(field.From)}
	switch {
	case field.Problem != "":
		from = widget.Cell{Text: text.Format("! line %s", text.Integer(uint64(field.Line))), Style: th.Bad}
	case field.From == "default":
		from.Style = th.Faint
	case field.Overridden():
		from.Style = th.Warn
	}
	return []widget.Cell{{Text: text.Clean(fieldName(field))}, value, from}
}

// title returns the title of the details panel.
func (m *Model) title() text.Safe {
	switch e := m.editing; {
	case e != nil && e.naming:
		return text.Clean(strings.ToUpper(m.added()[:1]) + m.added()[1:])
	case e != nil:
		return text.Clean(e.field.Key())
	case m.selected() == nil:
		return text.Const("Selected")
	}
	return text.Clean(m.selected().Key())
}

// details returns the lines of the details panel.
func (m *Model) details(width int) []text.Line {
	th := m.deps.Theme
	if e := m.editing; e != nil {
		lines := []text.Line{append(text.In(th.Accent, "> "), widget.DrawInput(th, e.box, width-len("> "))...)}
		save, cancel := m.deps.Key("settings.save"), m.deps.Key("settings.cancel")
		hint := text.Span{Text: text.Format("%s%s save to config file · %s cancel", inputFormat(&e.field), save, cancel), Style: th.Faint}
		switch {
		case !e.problem.IsEmpty():
			hint = text.Span{Text: e.problem, Style: th.Bad}
		case e.naming:
			hint.Text = groupEntries[m.group].prompt
		case e.box.Value() == "" && e.field.InFile != "":
			hint.Text = text.Format("%s remove from config file · %s cancel", save, cancel)
		case e.box.Value() == "" && e.field.Example != "":
			hint.Text = text.Format("%sfor example %s", inputFormat(&e.field), text.Clean(config.Display(e.field.Example)))
		}
		lines = append(lines, text.WrapIn(hint.Style, hint.Text, width, 2)...)
		return append(lines, description(&e.field, width)...)
	}
	field := m.selected()
	if field == nil {
		return nil
	}
	var lines []text.Line
	if whole := displayValue(field); text.Width(whole) > m.valueWidth(width) {
		lines = append(lines, text.WrapIn(theme.Style{}, whole, width, 2)...)
	}
	if field.Problem != "" {
		lines = append(lines, text.WrapIn(th.Bad, text.Clean(field.Problem), width, 2)...)
	}
	if fact := m.facts(field); !fact.IsEmpty() {
		lines = append(lines, fact.In(th.Faint))
	}
	lines = append(lines, description(field, width)...)
	if field.Key() == "theme" {
		lines = append(append(lines, nil), sample(th)...)
	}
	return lines
}

// sample shows what the colors of the theme are for.
func sample(th theme.Theme) []text.Line {
	part := func(style theme.Style, words text.Safe) text.Span { return text.Span{Text: words, Style: style} }
	gap := part(th.Text, text.Const("   "))
	return []text.Line{
		{part(th.Strong, text.Const("48,211,907")), gap, part(th.Text, text.Const("text")), gap, part(th.Faint, text.Const("label")), gap, part(th.Hint, text.Const("hint")), gap,
			part(th.Accent, text.Const("key")), gap, part(th.Link, text.Const("link")), gap, part(th.Match, text.Const("match")), gap, part(th.Plot, text.Const("▁▂▃▅▇")), part(th.Warn, text.Const("▇")), part(th.Bad, text.Const("▇"))},
		{part(th.Good, text.Const("✓ success")), gap, part(th.Bad, text.Const("✗ failure")), gap, part(th.Warn, text.Const("! warning")), gap, part(th.Up, text.Const("▲ +1.20%")), gap,
			part(th.Down, text.Const("▼ -3.13%")), gap, part(th.OnSelected(th.Text), text.Const(" selected ")), gap, part(th.Focus, text.Const("╭ focused")), part(th.Border, text.Const(" ─ border"))},
		widget.SwatchLine(th),
	}
}

// inputFormat describes how a value is typed, if that is not obvious.
func inputFormat(field *config.Field) text.Safe {
	switch {
	case field.Group == config.GroupKeys:
		return text.Const("key names separated by spaces · ")
	case field.Kind == config.List:
		return text.Const("words separated by spaces · ")
	}
	return text.Safe{}
}

// facts describes the value in the file and the default, if they are not in effect.
func (m *Model) facts(field *config.Field) text.Safe {
	var facts []string
	if field.InFile != "" && (field.Overridden() || field.Problem != "") {
		facts = append(facts, "line "+text.Integer(uint64(field.Line)).String()+": "+config.Display(field.InFile))
	}
	if field.Overridden() {
		facts = append(facts, "overridden by the "+field.From)
	}
	if field.Default != "" && field.Default != field.Value {
		facts = append(facts, "default: "+config.Display(field.Default))
	}
	if field.Value == "" && field.Example != "" {
		facts = append(facts, "example: "+config.Display(field.Example))
	}
	return text.Clean(strings.Join(facts, " · "))
}

// description returns the description of a setting.
func description(field *config.Field, width int) []text.Line {
	return text.WrapIn(theme.Style{}, text.Clean(strings.ReplaceAll(field.Help, "\n", " ")), width, 4)
}
