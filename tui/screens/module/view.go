package module

import (
	"strings"

	"foredeck/client/move"
	"foredeck/tui/pane"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// parts divides the window. Where there is no room beside the list, the declaration or the instructions replace it.
func (m *Model) parts() pane.Layout {
	header := pane.Part{Height: m.size.Pick(screen.ByClass{screen.Rules: 3, screen.Compact: 4, screen.Full: 4, screen.Wide: 4, screen.Huge: 4}), Panel: m.headerPanel}
	tabs := pane.Part{Height: m.size.From(screen.OneLine, 1), Lines: m.tabLine}
	shown := pane.Part{Fill: true, Resize: func(room pane.Area) { m.room, m.detailsRoom = room, room }, Panel: m.listPanel}
	details := pane.Part{Resize: func(room pane.Area) { m.detailsRoom = room }, Panel: m.declarationPanel}
	if m.tab == tabBytecode {
		shown.Panel, details.Panel = m.bytecodePanel, m.listingPanel
	}
	switch {
	case m.module.Raw == nil || !m.hasInterface() && m.tab != tabABI && m.tab != tabBytecode && m.tab != tabSource:
		shown.Panel = m.noticePanel
	case m.tab == tabABI:
		shown.Panel = m.treePanel
	case m.tab == tabSource:
		shown.Panel = m.sourcePanel
	case m.size.HasColumns() && (m.listsDeclarations() || m.hasListings()):
		details.Width = max(m.size.Width*54/100, m.size.Width-m.wantedListWidth())
	case m.detailsFocused:
		shown.Panel = details.Panel
	}
	return append(pane.Layout{{header}, {tabs}}, pane.WithDetails(shown, details)...)
}

// Widths of the lists of functions and structs without their names: the frame, the pointer, and the other columns with their gaps.
const (
	functionExtra = 4 + 2 + 9 + 6
	structExtra   = 4 + 2 + 19 + 8
	minListWidth  = 46
	minNameWidth  = 16
)

// wantedListWidth returns the width at which the list shows its names, so that what describes them stays beside them.
func (m *Model) wantedListWidth() int {
	switch m.tab {
	case tabFunctions:
		return max(m.functions.widest+functionExtra, minListWidth)
	case tabStructs:
		return max(m.structs.widest, minNameWidth) + structExtra
	}
	return m.size.Width
}

// CanZoom reports whether there is more than one panel.
func (m *Model) CanZoom() bool { return m.size.Class > screen.Small }

// applyLayout sets the sizes of lists and tree, and wraps the declaration.
func (m *Model) applyLayout() {
	m.parts().Resize(m.size)
	height := m.room.Height
	for _, rows := range []*names{&m.functions, &m.structs, &m.friends, &m.bytecode.functions} {
		rows.SetHeight(max(height-1-len(m.searchLines(0)), 0))
		rows.SetBlurred(m.detailsFocused)
	}
	m.tree.SetSize(m.room.Width, height)
	m.layoutDeclaration(m.detailsRoom.Width, height)
	m.layoutBytecode()
	m.layoutSource(height)
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
	m.detailsFocused = m.detailsFocused && (m.tab == tabBytecode || len(m.declaration) > 0)
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
func (m *Model) View() []text.Line { return m.parts().View(m.deps.Theme, m.size) }

// noticePanel draws why there is nothing else to show.
func (m *Model) noticePanel(room pane.Area) widget.Panel {
	shown := widget.Panel{Title: tabNames[m.tab].In(m.deps.Theme.Strong), Body: m.notice()}
	if m.tab == tabFunctions && m.deps.ShowsSkeleton(m.state.Status(m.deps.Now())) {
		shown.Body = append(shown.Body, m.functions.Skeleton(m.deps.Theme, functionColumns, room.Width)...)
	}
	return shown
}

// notice says why there is nothing to show.
func (m *Model) notice() []text.Line {
	th, status := m.deps.Theme, m.state.Status(m.deps.Now())
	switch {
	case m.module.Raw != nil:
		return []text.Line{text.In(th.Faint, "the node sent no ABI · see the Bytecode and ABI JSON tabs")}
	case m.deps.Spinner(status, text.Const("the module")) != nil:
		return []text.Line{m.deps.Spinner(status, text.Const("the module"))}
	case status.Err != nil:
		return m.deps.FailureLines(status.Err)
	case status.Loading:
		return nil
	}
	return []text.Line{text.In(th.Faint, "not loaded · %s load the module", m.deps.Key("deck.refresh"))}
}

// headerPanel draws the module's id and counts. If the last request failed, the reason replaces the counts.
func (m *Model) headerPanel(room pane.Area) widget.Panel {
	th := m.deps.Theme
	publisher := text.Span{Style: th.Accent}
	if name := m.deps.Names.Of(m.id.Address); !name.IsEmpty() {
		publisher.Text = text.Format("   %s", name)
	}
	id := text.Line{{Text: text.Cut(m.name(), room.Width), Style: th.Strong}, publisher}
	if whole := text.Format("   %s", text.Clean(m.id.Address.String())); id.Width()+text.Width(whole) <= room.Width {
		id = append(id, text.Span{Text: whole, Style: th.Faint})
	}
	p := widget.Panel{Title: text.In(th.Title, "Module"), Body: []text.Line{id}}
	p.State = m.deps.StateLine(m.state.Status(m.deps.Now()).AsManual())
	switch {
	case m.module.Raw == nil:
	case m.state.Err() != nil:
		p.Body = append(p.Body, m.deps.FailureLines(m.state.Err())...)
	default:
		p.Body = append(p.Body, m.facts())
	}
	return p
}

// facts draws the counts of the module's parts.
func (m *Model) facts() text.Line {
	th := m.deps.Theme
	var line text.Line
	if abi := m.module.ABI; abi != nil {
		line = append(line, text.Span{Text: text.Plural(len(abi.Functions), "function")})
		if m.size.Class >= screen.Full {
			counts := render.CountModule(&m.module)
			line = append(line, text.Span{Text: text.Format(" (%s view, %s entry)", render.Number(counts.Views), render.Number(counts.Entries)), Style: th.Faint})
		}
		line = append(line, text.Span{Text: text.Format(" · %s · %s · ", text.Plural(len(abi.Structs), "struct"), text.Plural(len(abi.Friends), "friend"))})
	}
	if m.module.Bytecode == nil {
		return append(line, text.Span{Text: text.Const("bytecode not sent by the node"), Style: th.Faint})
	}
	line = append(line, text.Span{Text: text.Format("%s of bytecode", text.Plural(len(m.module.Bytecode), "byte"))})
	if read := m.bytecode.module(); read != nil && m.size.Class >= screen.Full {
		line = append(line, text.Span{Text: text.Format(", version %s", text.Integer(uint64(read.Version))), Style: th.Faint})
	}
	return line
}

var tabNames = [tabCount]text.Safe{text.Const("Functions"), text.Const("Structs"), text.Const("Friends"), text.Const("Bytecode"), text.Const("ABI JSON"), text.Const("Source")}

// tabLine draws the tabs, the active one in brackets. If they do not fit, only the active one is named.
func (m *Model) tabLine(room pane.Area) []text.Line {
	th := m.deps.Theme
	line := append(text.Plain(" "), widget.Tabs(th, m.deps.KeysOf("module.tab"), tabNames[:], int(m.tab))...)
	if line.Width() <= room.Width {
		return []text.Line{line.Fit(room.Width)}
	}
	short := append(text.Plain(" "), widget.OpenTab(th, m.deps.KeysOf("module.tab"), tabNames[m.tab], int(m.tab), int(tabCount))...)
	return []text.Line{short.Fit(room.Width)}
}

// listPanel draws the list of the active tab.
func (m *Model) listPanel(room pane.Area) widget.Panel {
	th, abi, rows := m.deps.Theme, m.abi(), m.list()
	p := widget.Panel{Title: widget.Title(th, tabNames[m.tab], !m.detailsFocused)}
	columns, row, whole := functionColumns, m.functionRow, len(abi.Functions)
	switch m.tab {
	case tabStructs:
		columns, row, whole = structColumns, m.structRow, len(abi.Structs)
	case tabFriends:
		columns, row, whole = friendColumns, m.friendRow, len(abi.Friends)
	}
	state := m.position(&rows.Table, whole)
	if m.tab == tabFunctions {
		state = text.Format("filter: %s · %s", kindNames[m.kind], state)
	}
	p.State, p.Body = state.In(th.Faint), m.searchLines(room.Width)
	switch {
	case rows.Len() > 0:
		m.Mark()
		p.Body = append(p.Body, rows.View(th, columns, room.Width, row)...)
	case !m.search.Pattern().IsZero() && whole > 0:
		p.Body = append(p.Body, text.In(th.Faint, "no name matches"))
	case whole > 0:
		p.Body = append(p.Body, text.In(th.Faint, "no functions of this kind · %s next kind", m.deps.Key("module.kind")))
	default:
		p.Body = []text.Line{text.In(th.Faint, "the module has no %s", text.Clean(strings.ToLower(tabNames[m.tab].String())))}
	}
	return p
}

// position describes the selected row and, if rows are filtered out, the total.
func (m *Model) position(rows *widget.Table, whole int) text.Safe {
	if rows.Len() == 0 {
		return text.Format("0 of %s", text.Integer(uint64(whole)))
	}
	position := text.Format("%s of %s", text.Integer(uint64(rows.Selected()+1)), text.Integer(uint64(rows.Len())))
	if rows.Len() < whole {
		position = text.Format("%s (of %s)", position, text.Integer(uint64(whole)))
	}
	return position
}

var (
	functionColumns = []widget.Column{
		{Title: text.Const("FUNCTION"), Width: 16, Flex: true}, {Title: text.Const("KIND"), Width: 7}, {Title: text.Const("ARGS"), Width: 4, Right: true, Rank: 1},
	}
	structColumns = []widget.Column{
		{Title: text.Const("STRUCT"), Width: minNameWidth, Flex: true}, {Title: text.Const("ABILITIES"), Width: 17, Rank: 2}, {Title: text.Const("FIELDS"), Width: 6, Right: true, Rank: 1},
	}
	friendColumns = []widget.Column{{Title: text.Const("MODULE"), Width: 16, Flex: true}}
)

// kindOf returns "view", "entry", or the visibility of a function.
func kindOf(function *move.FunctionABI) text.Safe {
	switch {
	case function.IsView:
		return text.Const("view")
	case function.IsEntry:
		return text.Const("entry")
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

// kindCell returns the cell of a function's kind; that of callable ones is highlighted.
func (m *Model) kindCell(function *move.FunctionABI) widget.Cell {
	style := m.deps.Theme.Faint
	if function.IsView || function.IsEntry {
		style = m.deps.Theme.Accent
	}
	return widget.Cell{Text: kindOf(function), Style: style}
}

func (m *Model) functionRow(i int) []widget.Cell {
	function := &m.module.ABI.Functions[m.functions.shown[i]]
	return []widget.Cell{{Text: text.Bounded(function.Name)}, m.kindCell(function), {Text: text.Integer(uint64(arguments(function)))}}
}

func (m *Model) structRow(i int) []widget.Cell {
	structure := &m.module.ABI.Structs[m.structs.shown[i]]
	return []widget.Cell{
		{Text: text.Bounded(structure.Name)},
		{Text: text.Bounded(strings.Join(structure.Abilities, ", ")), Style: m.deps.Theme.Faint},
		{Text: text.Integer(uint64(len(structure.Fields)))},
	}
}

func (m *Model) friendRow(i int) []widget.Cell {
	return []widget.Cell{{Text: text.Short(text.Bounded(m.module.ABI.Friends[m.friends.shown[i]].String()))}}
}

// declarationPanel draws the visible lines of the declaration.
func (m *Model) declarationPanel(room pane.Area) widget.Panel {
	th, width, p := m.deps.Theme, room.Width, widget.Panel{}
	switch function, structure := m.function(), m.structure(); {
	case m.tab == tabFunctions && function != nil:
		p.Title = widget.Title(m.deps.Theme, text.Bounded(function.Name), m.detailsFocused)
		p.State = kindOf(function).In(th.Faint)
	case m.tab == tabStructs && structure != nil:
		p.Title = widget.Title(m.deps.Theme, text.Bounded(structure.Name), m.detailsFocused)
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
		if m.detailsFocused && i == m.lines.Selected() {
			if m.declaration[i].isLink() {
				line = append(text.Plain("▸ "), line.Slice(2, width)...)
			}
			line = line.Selected(&th)
		}
		p.Body = append(p.Body, line.WithHit(&text.Hit{Rows: i - m.lines.Selected(), Unfocused: !m.detailsFocused}))
	}
	if last < len(m.declaration) || first > 0 {
		p.State = text.In(th.Faint, "%s–%s of %s", text.Integer(uint64(first+1)), text.Integer(uint64(last)), text.Integer(uint64(len(m.declaration))))
	}
	return p
}

// treePanel draws the module as the node sent it.
func (m *Model) treePanel(pane.Area) widget.Panel {
	th := m.deps.Theme
	return widget.Panel{Title: tabNames[tabABI].In(th.Strong), State: m.tree.PositionText().In(th.Faint), Body: m.tree.View()}
}
