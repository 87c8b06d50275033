package transaction

import (
	"strings"

	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

func blockWidth(width int) int { return width * 42 / 100 }

// besideWidth returns the width of the events beside the tab; 0 if hidden.
func (m *Model) besideWidth() int {
	if m.size.Class < screen.Huge || m.size.Maximized || m.tab == tabEvents || m.tab == tabRaw || len(m.record.Events) == 0 {
		return 0
	}
	return blockWidth(m.size.Width)
}

// upperHeight returns the height of the upper panels below the lines of the head; 0 if they are hidden.
func (m *Model) upperHeight(head int) int {
	room := m.size.Height - head
	if m.size.Maximized || m.size.Class <= screen.Small {
		if m.focus == focusTabs {
			return 0
		}
		return room
	}
	inside := pane.Area{Width: m.valueWidth() + pane.FactLabel}
	inside.Height = len(pane.FactLines(m.deps.Theme, m.factFields(), -1, inside, false))
	if m.size.Class >= screen.Full {
		signers := 0
		for _, f := range m.blockFields() {
			signers += len(f.Lines)
		}
		inside.Height = max(inside.Height, blockLines, min(signers, blockLines+3))
	}
	if inside.Plain = m.size.IsPlain(); inside.Plain {
		inside.Height = min(inside.Height, plainLines)
	}
	_, height := inside.Outer()
	return max(min(height, room-minTabs), 0)
}

const (
	// blockLines are the lines of block and signature that have room beside the transaction.
	blockLines = 8
	// plainLines are the lines above the tabs where panels have no boxes.
	plainLines = 6
)

// parts divides the window.
func (m *Model) parts() pane.Layout {
	if m.locating != nil {
		return pane.Layout{{{Fill: true, Panel: m.locatingPanel}}}
	}
	if m.proof != nil {
		return pane.Layout{{{Fill: true, Panel: m.proofPanel}}}
	}
	head := m.headLines()
	above := m.upperHeight(len(head))
	facts, block := pane.Part{Height: above, Panel: m.factsPanel}, pane.Part{Height: above, Panel: m.blockPanel}
	upper := []pane.Part{facts}
	switch {
	case m.size.HasColumns() && above > 0:
		block.Width = blockWidth(m.size.Width)
		upper = []pane.Part{facts, block}
	case m.upper() == focusBlock:
		upper = []pane.Part{block}
	}
	tabs := pane.Part{Fill: true, Resize: func(room pane.Area) { m.body = room }, Panel: m.tabsPanel}
	lines := m.tabLines()
	if below := m.belowPart(lines, m.size.Height-len(head)-above-lines); below.Fill {
		tabs.Fill, tabs.Content = false, lines
		tabs = pane.Part{Fill: true, Inside: pane.Layout{{tabs}, {below}}}
	}
	return pane.Layout{{{Height: len(head), Lines: func(pane.Area) []text.Line { return head }}}, upper, {tabs, {Width: m.besideWidth(), Panel: m.eventsPanel}}}
}

// tabLines returns the lines of the open tab; 0 if it takes all room.
func (m *Model) tabLines() int {
	switch {
	case m.tab == tabEvents || m.tab == tabRaw || m.tree.Parsing():
		return 0
	case m.tab != tabArguments:
		return max(m.treeLines, 1)
	case m.record.Payload == nil:
		return 0
	}
	lines := m.wrappedLines()
	if m.call.Len() > maxWrapped || lines == 0 {
		lines = m.argumentFields() + 1
	}
	return lines + maxValueLines + 1
}

// belowPart is what a large window shows below the lines of a tab: the events if they are not beside them, or else the record. It is hidden
// if the tab leaves too few lines.
func (m *Model) belowPart(lines, left int) pane.Part {
	_, frames := (pane.Area{}).Outer()
	switch {
	case lines == 0 || m.size.Class < screen.Wide || m.size.Maximized || left-2*frames < pane.MinGlance:
		return pane.Part{}
	case m.besideWidth() == 0 && len(m.record.Events) > 0:
		return pane.Part{Fill: true, Panel: m.eventsPanel}
	case !m.glance.CanShow(m.record.Raw):
		return pane.Part{}
	}
	return pane.Part{
		Fill:   true,
		Resize: func(room pane.Area) { m.glance.Show(m.deps, text.Const("record"), m.record.Raw, room) },
		Panel:  func(room pane.Area) widget.Panel { return m.glance.Panel(m.deps, text.Const("Raw JSON"), room) },
	}
}

// maxHead is the number of lines of the sentence above the panels.
const maxHead = 2

// sentence says what the transaction did.
func (m *Model) sentence() text.Safe {
	var status *move.VMStatus
	if m.failure != nil {
		status = m.deps.Failures.Of(m.failure)
	}
	return render.Sentence(m.record, status, m.transfers, m.deps.Amounts.Formatter(m.deps.Names, m.record))
}

// headLines say what the transaction did, with a bar in the color of its result.
func (m *Model) headLines() []text.Line {
	if m.size.Maximized || m.size.Width < 1 {
		return nil
	}
	th, sentence := m.deps.Theme, m.sentence()
	style := render.SentenceStyle(th, sentence)
	lines := text.WrapIn(th.Strong, sentence, m.size.Width-2, maxHead)
	lines[0] = append(lines[0].Slice(0, 1).In(style), lines[0].Slice(1, m.size.Width-2)...)
	for i := range lines {
		lines[i] = append(text.Const("▌ ").In(style), lines[i]...).Silent()
	}
	// The status is read with the facts.
	lines[0] = lines[0].AnnounceAs(func() text.Safe { return text.Clean(strings.TrimLeft(sentence.String(), "✓✗? ")) })
	return lines
}

// minTabs is the height that the tabs keep.
const minTabs = 6

// CanZoom reports whether there is more than one panel.
func (m *Model) CanZoom() bool { return m.size.Class > screen.Small }

// upper returns the upper panel to show if there is room for only one.
func (m *Model) upper() focus {
	if m.focus == focusTabs {
		return m.lastUpper
	}
	return m.focus
}

func (m *Model) applyLayout() {
	if m.size == (screen.Size{}) {
		return // no size yet; rows of height 0 would scroll
	}
	m.body.Width = pane.Inside(m.size, m.size.Width-m.besideWidth(), 0).Width // the height of the arguments depends on it
	m.treeLines = max(m.treeLines, m.tree.Len()+1)                            // with the search line
	m.parts().Resize(m.size)
	if m.locating != nil {
		m.factRows.SetLength(len(m.others()))
		m.factRows.SetHeight(m.factRows.Len())
		return
	}
	width, height := m.body.Width, m.body.Height
	m.factRows.SetLength(len(m.factFields()))
	m.factRows.SetHeight(m.factRows.Len())
	m.blockRows.SetLength(len(m.blockFields()))
	m.blockRows.SetHeight(m.blockRows.Len())
	m.arguments.SetLength(m.argumentFields())
	m.arguments.SetHeight(max(height-len(m.footer())-1, 1)) // minus the titles
	m.events.SetHeight(max(height-1, 0))
	if m.tab == tabEvents {
		_, width = m.eventWidths()
	}
	m.tree.SetSize(width, height)
}

// eventWidths returns the widths of the event list and of the tree beside it. A small window shows one of the two at full width:
// the one with the focus.
func (m *Model) eventWidths() (list, tree int) {
	inside := m.body.Width
	if m.size.Class <= screen.Small {
		return inside, inside
	}
	list = inside * 45 / 100
	return list, inside - list - 2
}

// View draws the body.
func (m *Model) View() []text.Line { return m.parts().View(m.deps.Theme, m.size) }

func (m *Model) panel(p focus, title text.Safe, fields []field, selected int, room pane.Area) widget.Panel {
	return widget.Panel{
		Title: widget.Title(m.deps.Theme, title, m.focus == p), Focused: m.focus == p,
		Body: pane.FactLines(m.deps.Theme, fields, selected, room, m.focus == p),
	}
}

func (m *Model) factsPanel(room pane.Area) widget.Panel {
	p := m.panel(focusFacts, text.Const("Transaction"), m.factFields(), m.factRows.Selected(), room)
	p.State = m.origin()
	return p
}

func (m *Model) blockPanel(room pane.Area) widget.Panel {
	return m.panel(focusBlock, text.Const("Block and signature"), m.blockFields(), m.blockRows.Selected(), room)
}

func (m *Model) tabsPanel(room pane.Area) widget.Panel {
	width, _ := room.Outer()
	return widget.Panel{Title: m.tabNames(width - edgeReserve), State: m.tabState().In(m.deps.Theme.Faint), Body: m.tabBody(), Focused: m.focus == focusTabs}
}

// eventsPanel lists the events beside the arguments.
func (m *Model) eventsPanel(room pane.Area) widget.Panel {
	th := m.deps.Theme
	formatter := m.deps.Amounts.Formatter(m.deps.Names, m.record)
	return widget.Panel{
		Title: text.In(th.Title, "Events"), State: text.Integer(uint64(len(m.record.Events))).In(th.Faint),
		Body: render.EventLines(m.record.Events, formatter, th, room.Width, room.Height),
	}
}

func (m *Model) origin() text.Line {
	switch {
	case m.isFollowed():
		return text.In(m.deps.Theme.Accent, "following")
	case m.list == nil && m.following.isFetched:
		return text.In(m.deps.Theme.Faint, "by its hash")
	case m.list == nil:
		return text.In(m.deps.Theme.Faint, "previously seen")
	}
	return text.In(m.deps.Theme.Faint, "from list")
}

// edgeReserve is the number of columns of the panel's edge besides tabs and state.
const edgeReserve = 7

// fullNamesWidth is the width from which tabs have full names, if the state leaves room.
const fullNamesWidth = 100

// tabNames draws the tabs, the active one in brackets. If they do not fit beside the state, the names are abbreviated, then only
// the active one is named.
func (m *Model) tabNames(room int) text.Line {
	th := m.deps.Theme
	names := [...]text.Safe{text.Const("Arguments"), text.Const("Payload"), text.Const("Events"), text.Const("Output"), text.Const("Authenticator"), text.Const("Raw JSON")}
	short := [...]text.Safe{text.Const("Args"), text.Const("Payload"), text.Const("Events"), text.Const("Output"), text.Const("Auth"), text.Const("Raw")}
	if m.size.Width < fullNamesWidth {
		names = short
	}
	if events := len(m.record.Events); events > 0 {
		names[tabEvents] = text.Format("%s %s", names[tabEvents], text.Integer(uint64(events)))
		short[tabEvents] = names[tabEvents]
	}
	line := widget.Tabs(th, m.deps.KeysOf("transaction.tab"), names[:], int(m.tab))
	if state := text.Width(m.tabState()); line.Width()+state > room {
		line = widget.Tabs(th, m.deps.KeysOf("transaction.tab"), short[:], int(m.tab))
	}
	if line.Width() <= room {
		return line
	}
	return widget.OpenTab(th, m.deps.KeysOf("transaction.tab"), names[m.tab], int(m.tab), len(names))
}

func (m *Model) tabState() text.Safe {
	switch {
	case m.tab == tabArguments && m.call.Len() == 0:
	case m.tab == tabArguments && m.call.RawReason.IsEmpty():
		return text.Format("%sdecoded", m.hiddenFields())
	case m.tab == tabArguments:
		return text.Format("%sraw", m.hiddenFields())
	case m.treeFocused():
		return m.tree.PositionText()
	}
	return text.Safe{}
}

// hiddenFields returns the number of argument fields scrolled out of view.
func (m *Model) hiddenFields() text.Safe {
	words, above := text.Safe{}, m.arguments.First()
	if above > 0 {
		words = text.Format("… %s above · ", text.Integer(uint64(above)))
	}
	if below := m.arguments.Len() - above - m.arguments.Height(); below > 0 {
		words = text.Format("%s… %s below · ", words, text.Integer(uint64(below)))
	}
	return words
}

func (m *Model) tabBody() []text.Line {
	switch m.tab {
	case tabArguments:
		return m.argumentLines()
	case tabEvents:
		return m.eventLines()
	}
	if raw, _, _ := m.content(); raw == nil && m.tab != tabRaw {
		return []text.Line{m.missingReason().In(m.deps.Theme.Faint)}
	}
	return m.tree.View()
}

// missingReason says why the record lacks a field: two transaction types have no sender, payload or signature.
func (m *Model) missingReason() text.Safe {
	if m.record.Type == "block_metadata" || m.record.Type == "automation_record" {
		return text.Const("none for this type")
	}
	return render.NotGiven
}

// eventLines draws the events by type, with the selected one's data beside them.
func (m *Model) eventLines() []text.Line {
	th := m.deps.Theme
	if m.events.Len() == 0 {
		return []text.Line{text.In(th.Faint, "no events")}
	}
	small := m.size.Class <= screen.Small
	width, _ := m.eventWidths()
	if small && m.inEvent {
		return m.tree.View()
	}
	columns := []widget.Column{{Title: text.Const("#"), Width: 3}, {Title: text.Const("TYPE"), Width: 10, Flex: true}}
	list := m.events.View(th, columns, width, func(i int) []widget.Cell {
		return []widget.Cell{{Text: text.Integer(uint64(i)), Style: th.Faint}, {Text: text.Short(text.Bounded(m.record.Events[i].Type))}}
	})
	if small {
		return list
	}
	tree := m.tree.View()
	for i := 1; i < len(list) && m.inEvent; i++ { // a click focuses the other of the two
		list[i].WithHit(&text.Hit{IsPoint: true, Target: m.events.First() + i - 1})
	}
	for _, line := range tree {
		if m.inEvent || len(line) == 0 {
			continue
		}
		if hit := line[0].Hit; hit != nil {
			line.WithHit(&text.Hit{IsPoint: true, Target: treeTarget + m.tree.Position() + hit.Rows})
		}
	}
	return text.Beside(list, width+2, tree)
}

// Note returns the record's problem, or that it carries a call.
func (m *Model) Note() (left, right text.Line) {
	th := m.deps.Theme
	switch {
	case m.isFollowed():
		left = m.followNote()
	case m.isIndexed() && m.locating == nil && m.list == nil:
		left = text.In(th.Accent, "from the index: the node does not find this transaction")
	case m.record.Problems != nil:
		left = text.In(th.Warn, "! %s", load.Malformed(m.record.Problems))
	case m.innerCall() != nil:
		left = text.In(th.Accent, "carries a call of %s · %s open", text.Short(text.Bounded(m.innerCall().Function)), m.deps.Key("transaction.again"))
	}
	if m.stepping != 0 {
		right = text.In(th.Accent, "loading the next page")
	}
	return left, right
}

// Vital describes the record in one line.
func (m *Model) Vital() text.Line {
	return text.Plain("%s %s %s", m.Crumbs()[0], render.Status(m.record.Status), text.Short(render.Call(m.record)))
}
