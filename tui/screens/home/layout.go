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
	switch {
	case m.size.Maximized && m.focus != areaBox:
		return pane.Layout{{m.focused()}}
	case m.size.Class < screen.Full:
		return pane.Layout{{box}, {m.focused()}}
	}
	var mark pane.Part
	if m.box.Value() == "" { // candidates need the room
		mark = pane.Part{Width: markGap + wordMark[0].width() + 1, Lines: m.markLines}
	}
	return pane.Layout{{box, mark}, m.columns(box.Left(m.size))}
}

// panels are those below the box, as high as their contents.
type panels struct{ saved, recent, prices, chain, latest pane.Part }

func (m *Model) panels() panels {
	savedHead, recentHead := 1+len(m.savedNotice())+len(m.filterLines(areaSaved, 0)), 1+len(m.filterLines(areaRecent, 0))
	return panels{
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
	}
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

// columns returns the panels below the box side by side.
func (m *Model) columns(height int) []pane.Part {
	all, left := m.panels(), m.savedWidth()
	middle := m.size.Width - left
	if m.size.Class >= screen.Huge {
		left = min(left, m.size.Width*3/8)
		middle = (m.size.Width - left) / 2
	}
	all.chain.Content = m.chain.Lines(pane.Inside(m.size, middle, 0).Width)
	chart := pane.Part{Fill: true, Lines: m.chart}
	if m.size.Class < screen.Huge {
		all.prices.Height, chart.Most = m.prices.Height(height), maxChartHeight
		beside := pane.Layout{{all.saved}, {all.prices}}
		if m.latest.isServed() && height-all.prices.Height-all.saved.Needs(m.size) >= minLatest {
			beside = append(beside, []pane.Part{all.latest})
		} else {
			beside[0][0].Fill = true
		}
		return []pane.Part{{Width: left, Fill: true, Inside: beside}, {Inside: pane.Layout{{all.chain}, {all.recent}, {chart}}, Fill: true}}
	}
	all.saved.Most = height - min(all.recent.Needs(m.size), height/3)
	all.recent.Content, all.recent.Fill = 0, true
	all.prices.Height = m.prices.Height(height - min(all.chain.Needs(m.size), height))
	newest := pane.Part{Fill: true, Panel: func(room pane.Area) widget.Panel {
		return m.chain.Blocks(widget.Title(m.deps.Theme, text.Const("Newest blocks"), false), room)
	}}
	if m.latest.isServed() {
		blocks := newest
		blocks.Fill, blocks.Height = false, height/2
		newest = pane.Part{Fill: true, Inside: pane.Layout{{blocks}, {all.latest}}}
	}
	return []pane.Part{
		{Width: left, Fill: true, Inside: pane.Layout{{all.saved}, {all.recent}}},
		{Width: middle, Inside: pane.Layout{{all.chain}, {all.prices}, {chart}}},
		newest,
	}
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

// markLine is a line of the word mark.
type markLine text.Safe

func (l markLine) width() int { return text.Width(text.Safe(l)) }

// wordMark is the name of the program, drawn on Home only.
var wordMark = [...]markLine{
	markLine(text.Const("╭─╴╭─╮┬─╮╭─╴┌┬╮╭─╴╭─╮┬╭─")),
	markLine(text.Const("├╴ │ │├┬╯├╴  ││├╴ │  ├┴╮")),
	markLine(text.Const("╵  ╰─╯┴╰╴╰─╴─┴╯╰─╴╰─╯┴ ┴")),
}

// markLines draws the word mark.
func (m *Model) markLines(room pane.Area) []text.Line {
	th := m.deps.Theme
	var lines []text.Line
	add := func(line text.Line) { lines = append(lines, append(text.Spaces(markGap).Line(), line.Silent()...)) }
	for _, line := range wordMark {
		add(text.Safe(line).In(th.Accent))
	}
	add(text.In(th.Hint, "explorer for Move chains"))
	return text.Height(lines, room.Height)
}
