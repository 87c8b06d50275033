package block

import (
	"math"
	"math/big"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/pane"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// topHeight is the height of the upper panels if all panels are visible.
const topHeight = 13

func sideWidth(width int) int { return width * 45 / 100 }

// parts divides the window. Where there is no room for all, the panel with the focus is shown, the certificate below the header.
func (m *Model) parts() pane.Layout {
	side := 0
	if m.size.HasColumns() {
		side = sideWidth(m.size.Width)
	}
	header, certificate := pane.Part{Panel: m.headerPanel}, pane.Part{Width: side, Panel: m.certificatePanel}
	if m.isExecuted() {
		certificate.Panel = m.statisticsPanel
	}
	voters := pane.Part{Fill: true, Resize: func(room pane.Area) { m.voters = room }, Panel: m.votersPanel}
	tabs := pane.Part{Fill: true, Resize: func(room pane.Area) { m.tabsRoom = room }, Panel: m.tabsPanel}
	if side > 0 {
		header.Height = min(topHeight, m.size.Height)
		return pane.Layout{{header, certificate}, m.lowerParts(voters, tabs, side)}
	}
	switch {
	case m.focus == areaVoters:
		return pane.Layout{{voters}}
	case m.focus == areaTabs:
		return pane.Layout{{tabs}}
	case m.size.Maximized:
		header.Fill = true
		return pane.Layout{{header}}
	}
	header.Content = topHeight - 2
	certificate.Fill = header.Left(m.size) > 1
	return pane.Layout{{header}, {certificate}}
}

// lowerParts are the votes and the tabs. Large windows also show the blocks around, and the beginning of the record below a short tab.
func (m *Model) lowerParts(voters, tabs pane.Part, side int) []pane.Part {
	around := pane.Part{Content: aroundLines, Panel: m.aroundPanel}
	below := m.glancePart(m.size.Height - topHeight)
	if m.isExecuted() && m.size.Class >= screen.Huge {
		return []pane.Part{tabs, {Width: side, Fill: true, Inside: pane.Layout{{around}, {m.glancePart(math.MaxInt)}}}}
	}
	contents := pane.Part{Fill: true, Inside: pane.Layout{{tabs}}}
	if below.Fill {
		tabs.Fill, tabs.Content = false, m.tabLines()
		contents.Inside = pane.Layout{{tabs}, {below}}
	}
	if m.isExecuted() {
		return []pane.Part{contents}
	}
	contents.Width = side
	votes := pane.Part{Fill: true, Inside: pane.Layout{{voters}}}
	if m.size.Class >= screen.Huge {
		votes.Inside = pane.Layout{{voters}, {around}}
	}
	return []pane.Part{votes, contents}
}

// tabLines returns the lines of the open tab; 0 if they are a tree, which takes all room.
func (m *Model) tabLines() int {
	switch {
	case m.block == nil || m.packed != nil:
		return 0
	case m.tab == tabBatches:
		return 1 + max(len(m.items), 1) + len(m.batchFooter())
	case m.tab == tabTransactions && m.executed != nil:
		return 1 + max(len(m.executed.Transactions), 1)
	}
	return 0
}

// glancePart is the beginning of the record, hidden if a height does not leave enough below the tab.
func (m *Model) glancePart(height int) pane.Part {
	lines := m.tabLines()
	if lines == 0 || m.size.Class < screen.Wide || height-lines < 2*pane.MinGlance || !m.glance.CanShow(m.block.Raw) {
		return pane.Part{}
	}
	return pane.Part{
		Fill:   true,
		Resize: func(room pane.Area) { m.glance.Show(m.deps, text.Const("record"), m.block.Raw, room) },
		Panel:  func(room pane.Area) widget.Panel { return m.glance.Panel(m.deps, text.Const("Raw JSON"), room) },
	}
}

// CanZoom reports whether panels other than the focused one are visible.
func (m *Model) CanZoom() bool { return m.size.Class >= screen.Full || m.focus == areaHeader }

func (m *Model) layout() {
	m.parts().Resize(m.size)
	m.seat = seatFor(int(m.row.Members), m.voters.Width, m.voters.Height-m.footReserve())
	length := len(m.items)
	if m.packed != nil {
		length = len(m.packed)
	}
	m.batches.SetLength(length)
	if m.block != nil { // while the next block is loaded, the selection stays
		m.factRows.SetLength(len(m.facts()))
		m.factRows.SetHeight(m.factRows.Len())
	}
	list := m.tabsRoom.Height - 1
	if m.packed == nil {
		list -= len(m.batchFooter())
	} else {
		list = list / 2
	}
	m.batches.SetHeight(max(list, 1))
	m.batches.SetBlurred(m.focus != areaTabs || m.bytesFocused)
	m.transactions.SetHeight(max(m.tabsRoom.Height-1, 1))
	m.transactions.SetBlurred(m.focus != areaTabs)
	m.bytes.SetLength(render.HexLineCount(m.selectedBytes()))
	m.bytes.SetHeight(max(m.tabsRoom.Height-list-3, 1)) // both table headers and a blank line
	m.bytes.SetBlurred(m.focus != areaTabs || !m.bytesFocused)
	m.tree.SetBlurred(!m.treeFocused())
	m.tree.SetSize(m.tabsRoom.Width, m.tabsRoom.Height)
}

// View draws the body.
func (m *Model) View() []text.Line { return m.parts().View(m.deps.Theme, m.size) }

func (m *Model) title(name text.Safe, p area) text.Line {
	if m.focus == p {
		return name.In(m.deps.Theme.Strong)
	}
	return name.In(m.deps.Theme.Text)
}

func (m *Model) tabsPanel(pane.Area) widget.Panel {
	th := m.deps.Theme
	p := widget.Panel{Body: m.inside()}
	tabs, titles := m.tabs(), text.Consts("Transactions", "Statistics", "Batches", "Payload", "Raw JSON")
	shown := make([]text.Safe, len(tabs))
	for i, tab := range tabs {
		shown[i] = titles[tab]
	}
	p.Title = widget.Tabs(th, m.deps.KeysOf("block.tab"), shown, slices.Index(tabs, m.tab))
	switch {
	case m.tab == tabTransactions && m.executed != nil:
		p.State = text.Integer(uint64(m.transactions.Len())).In(th.Faint)
	case m.treeFocused():
		p.State = m.tree.PositionText().In(th.Faint)
	case m.tab == tabBatches && m.block != nil:
		p.State = text.Integer(uint64(m.batches.Len())).In(th.Faint)
	}
	return p
}

func (m *Model) inside() []text.Line {
	th := m.deps.Theme
	switch {
	case m.block == nil:
		return nil
	case m.tab == tabTransactions:
		return m.transactionLines()
	case m.tab == tabStatistics:
		return m.statisticsLines()
	case m.tab == tabBatches && m.packed != nil:
		return m.packedLines()
	case m.tab == tabBatches:
		return m.itemLines()
	case m.tab == tabPayload && len(m.block.Payload) == 0:
		return []text.Line{render.NotGiven.In(th.Faint)}
	}
	return m.tree.View()
}

// itemLines lists the batches described in the payload.
func (m *Model) itemLines() []text.Line {
	th := m.deps.Theme
	var lines []text.Line
	if len(m.items) == 0 {
		lines = []text.Line{text.In(th.Faint, "no batches in the payload")}
	} else {
		columns := []widget.Column{
			{Title: text.Const("BATCH"), Width: 11}, {Title: text.Const("AUTHOR"), Width: 9, Flex: true}, {Title: text.Const("PROTOCOL"), Width: 8, Rank: 1}, {Title: text.Const("AGE"), Width: 6, Rank: 2},
		}
		lines = m.batches.View(th, columns, m.tabsRoom.Width, func(i int) []widget.Cell {
			item := m.items[i]
			author, age := m.deps.Author(item.Author, 20), text.None
			if !item.At.IsZero() {
				age = text.Age(item.At, m.deps.Now())
			}
			return []widget.Cell{
				{Text: text.Short(orNone(item.Hash))}, {Text: author.Text, Style: author.Style}, {Text: orNone(item.Protocol)}, {Text: age, Style: th.Faint},
			}
		})
	}
	return append(lines, m.batchFooter()...)
}

// batchFooter shows the sum of gas prices and how to load the batches.
func (m *Model) batchFooter() []text.Line {
	th := m.deps.Theme
	sum, known := new(big.Int), false
	for _, item := range m.items {
		if item.Gas != nil {
			sum.Add(sum, item.Gas)
			known = true
		}
	}
	foot := []text.Line{nil}
	if known {
		foot = append(foot, text.Line{{Text: text.Const("gas price sum  "), Style: th.Faint}, {Text: text.Decimal(sum, 0)}})
	}
	switch {
	case m.batchState.Loading():
		status := m.batchState.Status(m.deps.Now())
		return append(foot, text.In(th.Accent, "%s · %s cancel", status.Or(text.Const("loading batches")), m.deps.Key("deck.up")))
	case m.block != nil && m.block.Batches != nil:
		return append(foot, text.In(th.Faint, "the node returned no batches for this block"))
	}
	return append(foot,
		text.In(th.Faint, "%s  load the batches", m.deps.Key("block.batches")),
		text.In(th.Faint, "   (serialized, shown as bytes)"),
	)
}

func (m *Model) selectedBytes() []byte {
	if at := m.batches.Selected(); at < len(m.packed) {
		return m.packed[at].Bytes
	}
	return nil
}

// packedLines lists the loaded batches and the bytes of the selected one.
func (m *Model) packedLines() []text.Line {
	th := m.deps.Theme
	columns := []widget.Column{{Title: text.Const("BATCH"), Width: 11, Flex: true}, {Title: text.Const("BYTES"), Width: 12, Right: true}}
	lines := m.batches.View(th, columns, m.tabsRoom.Width, func(i int) []widget.Cell {
		return []widget.Cell{{Text: text.Short(orNone(m.packed[i].Hash))}, {Text: text.Integer(uint64(len(m.packed[i].Bytes)))}}
	})
	for i := 1; i < len(lines) && m.bytesFocused; i++ {
		lines[i].WithHit(&text.Hit{IsPoint: true, Target: targetBatches + m.batches.First() + i - 1})
	}
	lines = text.Height(lines, m.batches.Height()+1)
	body := m.selectedBytes()
	bytes := m.bytes.View(th, []widget.Column{{Title: text.Const("SELECTED BATCH"), Width: 20, Flex: true}}, m.tabsRoom.Width, func(int) []widget.Cell { return nil })
	name := text.Format("bytes of batch %s", text.Integer(uint64(m.batches.Selected()+1)))
	for i := range bytes { // several styles per line, which a cell does not support
		announcement := *bytes[i][0].Announcement
		if announcement.List = name; i > 0 {
			at := m.bytes.First() + i - 1
			line := render.HexLine(body, at, th).Fit(m.tabsRoom.Width)
			if at == m.bytes.Selected() && m.bytesFocused && m.focus == areaTabs {
				line = line.Selected(&th)
			}
			bytes[i] = line.WithHit(&text.Hit{IsPoint: true, Target: targetBytes + at})
			announcement.Named = nil
			announcement.Text = func(at int) text.Safe { return render.HexLine(body, at, th).Text() }
		}
		bytes[i] = bytes[i].WithAnnouncement(&announcement)
	}
	return append(append(lines, nil), bytes...)
}

// Targets of clicks: members have their index, the lines of batch bytes and the batches start at these numbers.
const (
	targetBytes   = 1 << 20
	targetAround  = 1 << 29
	targetBatches = 1 << 30
)

func (m *Model) point(at int) tea.Cmd {
	switch {
	case at >= targetBatches:
		m.bytesFocused = false
		m.batches.Select(at - targetBatches)
		m.bytes.Select(0)
	case at >= targetAround:
		if heights := m.aroundHeights(); at-targetAround < len(heights) && heights[at-targetAround] != m.height {
			return m.show(heights[at-targetAround])
		}
		return nil
	case at >= targetBytes:
		m.bytesFocused = true
		m.bytes.Select(at - targetBytes)
	default:
		m.voter = at
		m.setFocus(areaVoters)
		return nil
	}
	m.setFocus(areaTabs)
	return nil
}
