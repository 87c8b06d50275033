package home

import (
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// markGap is the number of columns between the box and the word mark.
const markGap = 3

// parts divides the window. Panels beside others are as high as their contents; without columns, the one with the focus is shown.
func (m *Model) parts() pane.Layout {
	box := pane.Part{Content: m.boxLines(), Panel: m.boxPanel}
	layout := pane.Layout{{box}, m.tileRow()}
	if m.size.Class >= screen.Wide {
		layout[0] = append(layout[0], pane.Part{Width: markGap + widget.MarkWidth + 1, Lines: m.markLines})
	}
	left := m.size.Height
	for _, row := range layout {
		if len(row) > 0 {
			left -= row[0].Needs(m.size)
		}
	}
	all := m.panels()
	switch isFirst := m.focus == areaBox || m.focus == areaSaved; {
	case m.size.Maximized && m.focus != areaBox:
		return pane.Layout{{m.focused()}}
	case m.size.Class < screen.Full && m.isEmpty() && isFirst && m.size.Class >= screen.Compact:
		return append(layout, []pane.Part{all.saved}, []pane.Part{m.newest(&all)})
	case m.size.Class < screen.Full:
		return append(layout, []pane.Part{m.focused()})
	}
	return append(layout, m.columns(left))
}

// newest is what happens on the chain: the latest transactions if the node serves them, or else the newest blocks.
func (m *Model) newest(all *panels) pane.Part {
	if m.latest.isServed() {
		return all.latest
	}
	return all.blocks
}

// panels are those below the box, as high as their contents.
type panels struct{ saved, recent, prices, chain, latest, blocks pane.Part }

func (m *Model) panels() panels {
	savedHead, recentHead := 1+len(m.savedNotice())+len(m.filterLines(areaSaved, 0)), 1+len(m.filterLines(areaRecent, 0))
	all := panels{
		saved:  pane.Part{Content: len(m.saved) + savedHead, Resize: func(room pane.Area) { m.savedRows.SetHeight(max(room.Height-savedHead, 0)) }, Panel: m.savedPanel},
		recent: pane.Part{Content: len(m.recent) + recentHead, Resize: func(room pane.Area) { m.recentRows.SetHeight(max(room.Height-recentHead, 0)) }, Panel: m.recentPanel},
		prices: pane.Part{Resize: m.prices.Layout, Panel: func(room pane.Area) widget.Panel {
			m.prices.Layout(room) // the width depends on the saved values, which change without a new layout
			return m.prices.Panel(m.title(text.Const("Prices"), areaPrices))
		}},
		latest: pane.Part{Fill: true, Resize: func(room pane.Area) { m.latest.rows.SetHeight(max(room.Height-1, 0)) }, Panel: func(room pane.Area) widget.Panel {
			return m.latest.Panel(m.title(text.Const("Latest transactions"), areaLatest), room)
		}},
		chain: pane.Part{Panel: func(room pane.Area) widget.Panel {
			return m.chain.Panel(m.title(text.Const("Chain"), areaChain), m.focus == areaChain, room.Width)
		}},
		blocks: pane.Part{Fill: true, Panel: func(room pane.Area) widget.Panel {
			return m.chain.Blocks(widget.Title(m.deps.Theme, text.Const("Newest blocks"), false), room)
		}},
	}
	if len(m.recent) == 0 {
		all.recent.Content = 0
	}
	if m.isEmpty() {
		all.saved = pane.Part{Content: 1 + len(m.starts), Resize: func(room pane.Area) { m.startRows.SetHeight(max(room.Height-1, 0)) }, Panel: m.startPanel}
	}
	return all
}

// focused returns the panel with the focus, which is shown alone.
func (m *Model) focused() pane.Part {
	all := m.panels()
	shown := all.saved
	switch m.focus {
	case areaChain:
		shown = all.chain
	case areaPrices:
		shown = all.prices
	case areaRecent:
		shown = all.recent
	case areaLatest:
		shown = all.latest
	}
	shown.Content, shown.Fill = 0, true
	shown.Resize = func(room pane.Area) { // the others too: prices are requested as far as they would be visible
		for _, hidden := range []pane.Part{all.saved, all.recent, all.prices, all.latest} {
			hidden.Resize(room)
		}
	}
	return shown
}

// columns returns the panels below the box side by side: what is saved and latest at the left, the chain at the right, and prices in a
// column of their own where there is room for three.
func (m *Model) columns(height int) []pane.Part {
	all, left := m.panels(), m.savedWidth()
	isHuge := m.size.Class >= screen.Huge && len(m.prices.Pairs()) > 0
	if isHuge {
		left = min(left, m.size.Width*3/8)
	}
	right := m.size.Width - left
	if isHuge {
		right /= 2
	}
	all.chain.Content = m.chain.Lines(pane.Inside(m.size, right, 0).Width)
	all.prices.Height = m.prices.Height(height)
	all.saved.Most = max(height-minLatest-all.prices.Height, height/2)
	chart := pane.Part{Fill: true, Lines: m.chart, Most: maxChartHeight}
	beside := pane.Layout{{all.chain}, {all.recent}}
	below := height - all.chain.Needs(m.size) - all.recent.Needs(m.size)
	last := []pane.Part{{Width: left, Fill: true, Inside: pane.Layout{{all.saved}, {all.prices}, {m.newest(&all)}}}}
	switch {
	case isHuge:
		all.prices.Height = min(all.prices.Height, below)
		chart.Most = 0
		last[0].Inside[1] = []pane.Part{all.recent}
		beside = pane.Layout{{all.chain}, {all.prices}, {chart}}
		if m.latest.isServed() {
			return append(last, pane.Part{Width: right, Fill: true, Inside: beside}, all.blocks)
		}
		return append(last, pane.Part{Fill: true, Inside: beside})
	case len(m.prices.Pairs()) == 0:
		chart = all.blocks
	case below >= maxChartHeight+minLatest && m.latest.isServed():
		chart.Height, chart.Fill = maxChartHeight, false
		beside = append(beside, []pane.Part{chart})
		chart = all.blocks
	}
	switch {
	case m.latest.isServed():
	case len(m.prices.Pairs()) == 0: // the blocks are at the left
		chart = pane.Part{}
	default: // nothing follows it
		chart.Most = 0
	}
	return append(last, pane.Part{Fill: true, Inside: append(beside, []pane.Part{chart})})
}

// arrange sizes the lists.
func (m *Model) arrange() { m.parts().Resize(m.size) }

// maxChartHeight limits the chart below the recent locations, which would be all that one sees.
const maxChartHeight = 16

// minLatest is the least height of the latest transactions.
const minLatest = 6

// chart draws the chart of the selected pair where there is room.
func (m *Model) chart(room pane.Area) []text.Line {
	if len(m.prices.Pairs()) == 0 {
		return nil
	}
	return m.prices.Chart(room.Width, room.Height)
}

// markLines draws the word mark.
func (m *Model) markLines(room pane.Area) []text.Line {
	var lines []text.Line
	for _, line := range append(widget.Mark(m.deps.Theme), text.In(m.deps.Theme.Hint, "a terminal explorer for Move")) {
		lines = append(lines, append(text.Spaces(markGap).Line(), line.Silent()...))
	}
	return text.Height(lines, room.Height)
}
