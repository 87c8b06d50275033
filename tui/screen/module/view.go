package module

import (
	"strings"

	"foredeck/client/move"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/panel"
	"foredeck/tui/widget/table"
)

// layout divides the body.
type layout struct {
	header      int // height of the header panel; 0 if hidden
	tabs        int // height of the tab line; 0 if hidden
	list        int // height of list and declaration
	declaration int // width of the declaration beside the list; 0 if it replaces the list
}

func (m *Model) layout() layout {
	l := layout{tabs: 1}
	switch {
	case m.size.Maximized:
		l.tabs = 0
	case m.size.Class >= screen.Compact:
		l.header = 4
	case m.size.Class == screen.Rules:
		l.header = 3
	}
	if m.size.HasColumns() && (m.hasDetails() || m.hasListings()) {
		l.declaration = m.size.Width * 54 / 100
	}
	l.list = max(m.size.Height-l.header-l.tabs, 0)
	return l
}

// CanZoom reports whether there is more than one panel.
func (m *Model) CanZoom() bool { return m.size.Class > screen.Small }

// bodyHeight returns the inner height of the panels below the tabs.
func (m *Model) bodyHeight() int {
	_, frame := panel.Frame(m.size.IsPlain())
	return max(m.layout().list-frame, 0)
}

// applyLayout sets the sizes of lists and tree, and wraps the declaration.
func (m *Model) applyLayout() {
	l, height := m.layout(), m.bodyHeight()
	frame, _ := panel.Frame(m.size.IsPlain())
	searched := 0
	if m.searchLine(0) != nil {
		searched = 1
	}
	for _, rows := range []*table.Model{&m.functions, &m.structs} {
		rows.SetHeight(max(height-1-searched, 0))
		rows.SetBlurred(m.declarationFocused)
	}
	m.friends.SetHeight(max(height-1-searched, 0))
	m.tree.SetSize(max(m.size.Width-frame, 0), max(height-len(m.treeSearch.In(&m.tree).Lines(m.deps.Theme, 0)), 0))
	width := m.size.Width
	if l.declaration > 0 {
		width = l.declaration
	}
	m.layoutDeclaration(max(width-frame, 1), height)
	m.layoutBytecode()
}

// layoutDeclaration wraps the declaration. The selected link stays selected, though its line may change.
func (m *Model) layoutDeclaration(width, height int) {
	selected, links := m.lines.Selected(), 0
	isLink := selected < len(m.declaration) && m.declaration[selected].isLink()
	for i := range min(selected, len(m.declaration)) {
		if m.declaration[i].isLink() {
			links++
		}
	}
	m.declaration = m.declarationLines(width)
	m.declarationFocused = m.declarationFocused && len(m.declaration) > 0
	m.lines.SetLength(len(m.declaration))
	m.lines.SetHeight(height)
	for i := 0; isLink && i < len(m.declaration); i++ {
		if !m.declaration[i].isLink() {
			continue
		}
		if links == 0 {
			m.lines.Select(i)
			break
		}
		links--
	}
}

// View draws the body.
func (m *Model) View() []text.Line {
	th, width, l := m.deps.Theme, m.size.Width, m.layout()
	var lines []text.Line
	if l.header > 0 {
		lines = append(lines, m.headerPanel().Draw(th, width, l.header)...)
	}
	if l.tabs > 0 {
		lines = append(lines, m.tabNames())
	}
	switch {
	case m.module.Raw == nil || !m.hasInterface() && m.tab != tabABI && m.tab != tabBytecode:
		lines = append(lines, panel.Panel{Title: text.In(th.Strong, tabNames[m.tab]), Body: m.notice(), Plain: m.size.IsPlain()}.Draw(th, width, l.list)...)
	case m.tab == tabABI:
		lines = append(lines, m.treePanel().Draw(th, width, l.list)...)
	case m.tab == tabBytecode && l.declaration > 0:
		left := width - l.declaration
		lines = append(lines, text.Beside(m.bytecodePanel(left).Draw(th, left, l.list), left, m.listingPanel().Draw(th, l.declaration, l.list))...)
	case m.tab == tabBytecode && m.bytecode.listingFocused:
		lines = append(lines, m.listingPanel().Draw(th, width, l.list)...)
	case m.tab == tabBytecode:
		lines = append(lines, m.bytecodePanel(width).Draw(th, width, l.list)...)
	case l.declaration > 0:
		left := width - l.declaration
		lines = append(lines, text.Beside(m.listPanel(left).Draw(th, left, l.list), left, m.declarationPanel().Draw(th, l.declaration, l.list))...)
	case m.declarationFocused:
		lines = append(lines, m.declarationPanel().Draw(th, width, l.list)...)
	default:
		lines = append(lines, m.listPanel(width).Draw(th, width, l.list)...)
	}
	return text.Height(lines, m.size.Height)
}

// notice says why there is nothing to show.
func (m *Model) notice() []text.Line {
	th, status := m.deps.Theme, m.state.Status(m.deps.Now())
	switch {
	case m.module.Raw != nil:
		return []text.Line{text.In(th.Faint, "the node sent no ABI · see the tabs Bytecode and ABI JSON")}
	case m.deps.Spinner(status, "the module") != nil:
		return []text.Line{m.deps.Spinner(status, "the module")}
	case status.Err != nil:
		return m.deps.FailureLines(status.Err)
	case status.Loading:
		return nil
	}
	return []text.Line{text.In(th.Faint, "not loaded · "+m.deps.Key("deck.refresh")+" load the module")}
}

// headerPanel draws the module's id and counts. If the last request failed, the reason replaces the counts.
func (m *Model) headerPanel() panel.Panel {
	th := m.deps.Theme
	frame, _ := panel.Frame(m.size.IsPlain())
	publisher := text.Span{Style: th.Accent}
	if name := m.deps.Names.Of(m.id.Address); name != "" {
		publisher.Text = "   " + name
	}
	id := text.Safe(m.id.Address.String()) + "::" + text.Bounded(m.id.Name)
	if room := m.size.Width - frame - text.Width(publisher.Text); text.Width(id) > room {
		id = text.Cut(m.name(), room)
	}
	body := []text.Line{{{Text: id, Style: th.Strong}, publisher}}
	switch {
	case m.module.Raw == nil:
	case m.state.Err() != nil:
		body = append(body, m.deps.FailureLines(m.state.Err())...)
	default:
		body = append(body, m.facts())
	}
	state := m.deps.StateLine(m.state.Status(m.deps.Now()))
	return panel.Panel{Title: text.In(th.Strong, "Module"), State: state, Body: body, Plain: m.size.IsPlain()}
}

// facts draws the counts of the module's parts.
func (m *Model) facts() text.Line {
	th := m.deps.Theme
	var line text.Line
	if abi := m.module.ABI; abi != nil {
		line = append(line, text.Span{Text: text.Plural(len(abi.Functions), "function")})
		if m.size.Class >= screen.Full {
			line = append(line, text.Span{Text: " (" + text.Integer(uint64(m.views)) + " view, " + text.Integer(uint64(m.entries)) + " entry)", Style: th.Faint})
		}
		line = append(line, text.Span{Text: " · " + text.Plural(len(abi.Structs), "struct") + " · " + text.Plural(len(abi.Friends), "friend") + " · "})
	}
	if m.module.Bytecode == nil {
		return append(line, text.Span{Text: "bytecode not given by the node", Style: th.Faint})
	}
	line = append(line, text.Span{Text: text.Plural(len(m.module.Bytecode), "byte") + " of bytecode"})
	if read := m.bytecode.module(); read != nil && m.size.Class >= screen.Full {
		line = append(line, text.Span{Text: ", version " + text.Integer(uint64(read.Version)), Style: th.Faint})
	}
	return line
}

var tabNames = [tabCount]text.Safe{"Functions", "Structs", "Friends", "Bytecode", "ABI JSON"}

// tabNames draws the tabs, the active one in brackets. If they do not fit, only the active one is named.
func (m *Model) tabNames() text.Line {
	th := m.deps.Theme
	line := text.Plain(" ")
	line = append(line, panel.Tabs(th, m.deps.KeysOf(m.keys.Tabs.ID), tabNames[:], int(m.tab))...)
	if line.Width() <= m.size.Width {
		return line.Fit(m.size.Width)
	}
	short := text.Line{{Text: " [" + panel.TabLabel(m.deps.KeyAt(m.keys.Tabs.ID, int(m.tab)), tabNames[m.tab]) + "]", Style: th.Strong}, {Text: " of " + text.Integer(uint64(tabCount)), Style: th.Faint}}
	return short.Fit(m.size.Width)
}

func (m *Model) title(name text.Safe, focused bool) text.Line {
	if focused {
		return text.In(m.deps.Theme.Strong, name)
	}
	return text.In(m.deps.Theme.Faint, name)
}

// listPanel draws the list of the active tab.
func (m *Model) listPanel(width int) panel.Panel {
	th := m.deps.Theme
	frame, _ := panel.Frame(m.size.IsPlain())
	p := panel.Panel{Title: m.title(tabNames[m.tab], !m.declarationFocused), Plain: m.size.IsPlain()}
	rows, columns, row := m.list(), m.columns(), m.functionRow
	whole := rows.Len()
	switch m.tab {
	case tabFunctions:
		whole = len(m.module.ABI.Functions)
		p.State = text.In(th.Faint, "filter: "+kindNames[m.kind]+" · "+m.position(rows, whole))
	case tabStructs:
		row, whole = m.structRow, len(m.module.ABI.Structs)
		p.State = text.In(th.Faint, m.position(rows, whole))
	case tabFriends:
		row = m.friendRow
		whole = len(m.module.ABI.Friends)
		p.State = text.In(th.Faint, m.position(rows, whole))
	}
	if line := m.searchLine(width - frame); line != nil {
		p.Body = []text.Line{line}
	}
	switch {
	case rows.Len() > 0:
		p.Body = append(p.Body, rows.View(th, columns, width-frame, row)...)
	case !m.search.Pattern().IsZero() && whole > 0:
		p.Body = append(p.Body, text.In(th.Faint, "no name matches"))
	case whole > 0:
		p.Body = append(p.Body, text.In(th.Faint, "no functions of this kind · "+m.deps.Key("module.kind")+" next kind"))
	default:
		p.Body = []text.Line{text.In(th.Faint, "the module has no "+text.Safe(strings.ToLower(string(tabNames[m.tab]))))}
	}
	return p
}

// position describes the selected row and, if rows are filtered out, the total.
func (m *Model) position(rows *table.Model, whole int) text.Safe {
	if rows.Len() == 0 {
		return "0 of " + text.Integer(uint64(whole))
	}
	position := text.Integer(uint64(rows.Selected()+1)) + " of " + text.Integer(uint64(rows.Len()))
	if rows.Len() < whole {
		position += " (of " + text.Integer(uint64(whole)) + ")"
	}
	return position
}

func (m *Model) columns() []table.Column {
	switch m.tab {
	case tabFunctions:
		return []table.Column{
			{Title: "FUNCTION", Width: 16, Flex: true}, {Title: "KIND", Width: 7}, {Title: "ARGS", Width: 4, Right: true, Rank: 1},
		}
	case tabStructs:
		return []table.Column{
			{Title: "STRUCT", Width: 16, Flex: true}, {Title: "ABILITIES", Width: 17, Rank: 2}, {Title: "FIELDS", Width: 6, Right: true, Rank: 1},
		}
	}
	return []table.Column{{Title: "MODULE", Width: 16, Flex: true}}
}

// kindOf returns "view", "entry", or the visibility of a function.
func kindOf(function *move.FunctionABI) text.Safe {
	switch {
	case function.IsView:
		return "view"
	case function.IsEntry:
		return "entry"
	}
	return text.Bounded(function.Visibility)
}

// arguments returns the number of arguments of a call, which excludes signers.
func arguments(function *move.FunctionABI) int {
	count := 0
	for _, parameter := range function.Parameters {
		if parsed, err := move.ParseType(parameter); err != nil || !parsed.IsSigner() {
			count++
		}
	}
	return count
}

func (m *Model) functionRow(i int) []table.Cell {
	th := m.deps.Theme
	function := &m.module.ABI.Functions[m.shownFunctions[i]]
	kind := table.Cell{Text: kindOf(function), Style: th.Faint}
	if function.IsView || function.IsEntry {
		kind.Style = th.Accent
	}
	return []table.Cell{{Text: text.Bounded(function.Name)}, kind, {Text: text.Integer(uint64(arguments(function)))}}
}

func (m *Model) structRow(i int) []table.Cell {
	th := m.deps.Theme
	structure := &m.module.ABI.Structs[m.shownStructs[i]]
	return []table.Cell{
		{Text: text.Bounded(structure.Name)},
		{Text: text.Bounded(strings.Join(structure.Abilities, ", ")), Style: th.Faint},
		{Text: text.Integer(uint64(len(structure.Fields)))},
	}
}

// declarationPanel draws the visible lines of the declaration.
func (m *Model) declarationPanel() panel.Panel {
	th := m.deps.Theme
	frame, _ := panel.Frame(m.size.IsPlain())
	width := m.size.Width - frame
	if wide := m.layout().declaration; wide > 0 {
		width = wide - frame
	}
	p := panel.Panel{Plain: m.size.IsPlain()}
	switch function, structure := m.function(), m.structure(); {
	case m.tab == tabFunctions && function != nil:
		p.Title = m.title(text.Bounded(function.Name), m.declarationFocused)
		p.State = text.In(th.Faint, kindOf(function))
	case m.tab == tabStructs && structure != nil:
		p.Title = m.title(text.Bounded(structure.Name), m.declarationFocused)
		p.State = text.In(th.Faint, "struct")
		if structure.IsEnum {
			p.State = text.In(th.Faint, "enum")
		}
	default:
		p.Body = []text.Line{text.In(th.Faint, "nothing selected")}
	}
	first := m.lines.First()
	last := min(first+m.lines.Height(), len(m.declaration))
	for i := first; i < last; i++ {
		line := m.withName(m.declaration[i]).Fit(width)
		if m.declarationFocused && i == m.lines.Selected() {
			if m.declaration[i].isLink() {
				line = append(text.Plain("▸ "), line.Slice(2, width)...)
			}
			line = line.In(th.Selected)
		}
		p.Body = append(p.Body, line.WithHit(&text.Hit{Rows: i - m.lines.Selected(), Unfocused: !m.declarationFocused}))
	}
	if last < len(m.declaration) || first > 0 {
		p.State = text.In(th.Faint, text.Integer(uint64(first+1))+"–"+text.Integer(uint64(last))+" of "+text.Integer(uint64(len(m.declaration))))
	}
	return p
}

// treePanel draws the module as the node sent it.
func (m *Model) treePanel() panel.Panel {
	th := m.deps.Theme
	frame, _ := panel.Frame(m.size.IsPlain())
	body := append(m.treeSearch.In(&m.tree).Lines(th, m.size.Width-frame), m.tree.View()...)
	if m.treeReader.Parsing() {
		body = []text.Line{text.In(th.Faint, m.treeReader.Text())}
	}
	p := panel.Panel{Title: text.In(th.Strong, tabNames[tabABI]), Body: body, Plain: m.size.IsPlain()}
	if m.tree.Lines() > 1 {
		p.State = text.In(th.Faint, text.Integer(uint64(m.tree.Position()+1))+" of "+text.Integer(uint64(m.tree.Lines())))
	}
	return p
}
