package transaction

import (
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/panel"
	"foredeck/tui/widget/table"
	"foredeck/tui/widget/tabs"
)

// blockWidth is how much of the width the panel of block and signature takes where it stands beside the transaction.
func blockWidth(width int) int { return width * 42 / 100 }

// heights are the lines of the panels above and of the tabs below; what is 0 is not shown.
func (m *Model) heights() (above, tabs int) {
	room := m.size.Height
	switch {
	case m.size.Alone && m.part == partTabs:
		return 0, room
	case m.size.Alone:
		return room, 0
	case m.size.Class >= screen.Full:
		return min(13, room), max(room-13, 0)
	case m.size.Class == screen.Compact:
		return 11, room - 11
	case m.size.Class == screen.Rules:
		return 8, room - 8
	case m.part == partTabs:
		return 0, room
	}
	return room, 0
}

// Zooms tells that there is more than one panel.
func (m *Model) Zooms() bool { return m.size.Class > screen.Small }

// above is the panel that has the place above the tabs where there is room for one of the two.
func (m *Model) above() part {
	if m.part == partTabs {
		return m.lastAbove
	}
	return m.part
}

// lay gives the tables and the tree their room.
func (m *Model) lay() {
	if m.size == (screen.Size{}) {
		return // there is no room yet, and rows without room would scroll
	}
	width, height := m.insideWidth(), m.insideHeight()
	m.arguments.SetLength(m.argumentFields())
	m.arguments.SetHeight(max(height-len(m.foot())-1, 1)) // a line is the titles'
	m.events.SetHeight(max(height-1, 0))
	if m.tab == tabEvents {
		_, width = m.eventWidths()
	}
	m.tree.SetSize(max(width, 0), max(height-len(m.searchLines(0)), 0))
}

// insideWidth and insideHeight are the room of the open tab.
func (m *Model) insideWidth() int {
	frame, _ := panel.Frame(m.size.Plain())
	return max(m.size.Width-frame, 0)
}

func (m *Model) insideHeight() int {
	_, tabs := m.heights()
	_, frame := panel.Frame(m.size.Plain())
	return max(tabs-frame, 0)
}

// eventWidths are those of the list of events and of the tree of the selected one beside it. In a small window one of the two is
// drawn, in the whole width: the tree while it has the keys.
func (m *Model) eventWidths() (list, tree int) {
	inside := m.insideWidth()
	if m.size.Class <= screen.Small {
		return inside, inside
	}
	list = inside * 45 / 100
	return list, inside - list - 2
}

// View draws the body.
func (m *Model) View() []text.Line {
	th, width := m.deps.Theme, m.size.Width
	above, tabs := m.heights()
	var lines []text.Line
	switch {
	case above == 0:
	case m.size.Beside():
		right := blockWidth(width)
		lines = text.Beside(m.factsPanel(width-right, above).Draw(th, width-right, above), width-right, m.blockPanel(right, above).Draw(th, right, above))
	case m.above() == partBlock:
		lines = m.blockPanel(width, above).Draw(th, width, above)
	default:
		lines = m.factsPanel(width, above).Draw(th, width, above)
	}
	if tabs > 0 {
		inside := panel.Panel{Title: m.tabNames(), State: text.In(th.Faint, m.tabState()), Body: m.inside(), Plain: m.size.Plain()}
		lines = append(lines, inside.Draw(th, width, tabs)...)
	}
	return text.Height(lines, m.size.Height)
}

// panel is one of the two panels above the tabs, with the fields that fit.
func (m *Model) panel(p part, title text.Safe, fields []field, selected, width, height int) panel.Panel {
	frameWidth, frame := panel.Frame(m.size.Plain())
	style := m.deps.Theme.Text
	if m.part == p {
		style = m.deps.Theme.Strong
	}
	return panel.Panel{
		Title: text.In(style, title), Plain: m.size.Plain(),
		Body: m.fieldLines(fields, selected, height-frame, width-frameWidth, m.part == p),
	}
}

func (m *Model) factsPanel(width, height int) panel.Panel {
	p := m.panel(partFacts, "Transaction", m.facts(), m.factRow, width, height)
	p.State = m.origin()
	return p
}

func (m *Model) blockPanel(width, height int) panel.Panel {
	return m.panel(partBlock, "Block and signature", m.block(), m.blockRow, width, height)
}

// origin is where the record came from.
func (m *Model) origin() text.Line {
	if m.list == nil {
		return text.In(m.deps.Theme.Faint, "seen before")
	}
	return text.In(m.deps.Theme.Faint, "from list")
}

// besideTabs is what the edge of the panel has beside the tabs and their state.
const besideTabs = 7

// wholeNames is from how many columns on the names of tabs are whole, where the state beside them leaves them room.
const wholeNames = 100

// tabNames is the row of tabs, the open one in brackets. Where it does not fit beside the state the names are short, and where
// even these do not fit only the open one is named.
func (m *Model) tabNames() text.Line {
	th := m.deps.Theme
	names := [...]text.Safe{"Arguments", "Payload", "Events", "Output", "Authenticator", "Raw JSON"}
	short := [...]text.Safe{"Args", "Payload", "Events", "Output", "Auth", "Raw"}
	if m.size.Width < wholeNames {
		names = short
	}
	if events := len(m.record.Events); events > 0 {
		names[tabEvents] += " " + text.Integer(uint64(events))
		short[tabEvents] = names[tabEvents]
	}
	room := m.size.Width - besideTabs
	line := tabs.Line(th, m.deps.KeysOf(m.keys.Tabs.ID), names[:], int(m.tab))
	if state := text.Width(m.tabState()); line.Width()+state > room {
		line = tabs.Line(th, m.deps.KeysOf(m.keys.Tabs.ID), short[:], int(m.tab))
	}
	if line.Width() <= room {
		return line
	}
	return text.Line{{Text: "[" + tabs.Label(m.deps.KeyAt(m.keys.Tabs.ID, int(m.tab)), names[m.tab]) + "]", Style: th.Strong}, {Text: " of 6", Style: th.Faint}}
}

func (m *Model) tabState() text.Safe {
	switch {
	case m.tab == tabArguments && m.call.Len() == 0:
	case m.tab == tabArguments && m.call.RawReason == "":
		return m.beyond() + "decoded"
	case m.tab == tabArguments:
		return m.beyond() + "raw"
	case m.treeHasKeys() && m.tree.Lines() > 1:
		return text.Integer(uint64(m.tree.Position()+1)) + " of " + text.Integer(uint64(m.tree.Lines()))
	}
	return ""
}

// beyond is how many fields of the tab of arguments are not on the screen.
func (m *Model) beyond() text.Safe {
	words, above := text.Safe(""), m.arguments.First()
	if above > 0 {
		words = "… " + text.Integer(uint64(above)) + " above · "
	}
	if below := m.arguments.Len() - above - m.arguments.Height(); below > 0 {
		words += "… " + text.Integer(uint64(below)) + " below · "
	}
	return words
}

// inside is the content of the open tab.
func (m *Model) inside() []text.Line {
	switch m.tab {
	case tabArguments:
		return m.argumentLines()
	case tabEvents:
		return m.eventLines()
	case tabPayload:
		return m.treeOr(m.record.Payload != nil)
	case tabOutput:
		return m.treeOr(m.record.Output != nil)
	case tabAuthenticator:
		return m.treeOr(m.record.Authenticator != nil)
	}
	return m.treeLines(m.insideWidth())
}

// treeLines is the tree, with what it is searched for above it.
func (m *Model) treeLines(width int) []text.Line {
	if m.reading.Reading() {
		return []text.Line{m.reading.Line(m.deps.Theme)}
	}
	return append(m.searchLines(width), m.tree.View()...)
}

func (m *Model) treeOr(given bool) []text.Line {
	if !given {
		return []text.Line{text.In(m.deps.Theme.Faint, m.absent())}
	}
	return m.treeLines(m.insideWidth())
}

// absent says why the record does not carry something: two kinds have no sender, payload and signature at all.
func (m *Model) absent() text.Safe {
	if m.record.Type == "block_metadata" || m.record.Type == "automation_record" {
		return "none for this kind"
	}
	return render.NotGiven
}

// eventLines are the events by type, with the data of the selected one beside them.
func (m *Model) eventLines() []text.Line {
	th := m.deps.Theme
	if m.events.Len() == 0 {
		return []text.Line{text.In(th.Faint, "no events")}
	}
	small := m.size.Class <= screen.Small
	width, treeWidth := m.eventWidths()
	if small && m.inEvent {
		return m.treeLines(treeWidth)
	}
	columns := []table.Column{{Title: "#", Width: 3}, {Title: "TYPE", Width: 10, Flex: true}}
	list := m.events.View(th, columns, width, func(i int) []table.Cell {
		return []table.Cell{{Text: text.Integer(uint64(i)), Style: th.Faint}, {Text: text.Short(text.Bounded(m.record.Events[i].Type))}}
	})
	if small {
		return list
	}
	tree := m.treeLines(treeWidth)
	for i := 1; i < len(list) && m.inEvent; i++ { // tab leads to the one of the two that had the keys last
		list[i].WithHit(&text.Hit{IsPoint: true, Target: m.events.First() + i - 1})
	}
	for _, line := range tree {
		if m.inEvent || len(line) == 0 {
			continue
		}
		if hit := line[0].Hit; hit != nil {
			line.WithHit(&text.Hit{IsPoint: true, Target: spotTree + m.tree.Position() + hit.Rows})
		}
	}
	return text.Beside(list, width+2, tree)
}

// Note says why the record cannot be saved.
func (m *Model) Note() (left, right text.Line) {
	th := m.deps.Theme
	switch {
	case m.record.Problem != nil:
		left = text.In(th.Warn, "! "+render.Problem(m.record))
	default:
		left = text.In(th.Faint, m.deps.Key("deck.save")+" saves no record: no link finds it again, the node API has no look-up by hash")
	}
	if m.stepping {
		right = text.In(th.Accent, "loading the next page of the list")
	}
	return left, right
}

// Vital is the record in a line.
func (m *Model) Vital() text.Line {
	return text.Plain(m.Crumbs()[0] + " " + render.Status(m.record.Status) + " " + text.Short(render.Call(m.record)))
}
