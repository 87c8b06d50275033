package home

import (
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// layout is the size of the parts of the screen. Panels beside others are as high as their contents.
type layout struct {
	box   int  // height of the box
	below int  // height below it
	mark  bool // the word mark stands beside the box

	hasColumns                   bool
	left, middle, right          int // widths of the columns; right is 0 without a third one
	saved, prices, chain, recent int // heights
}

// markGap is the number of columns between the box and the word mark.
const markGap = 3

// split lays out the parts.
func (m *Model) split() layout {
	l := layout{below: m.size.Height}
	if m.size.Maximized && m.focus != areaBox {
		return l
	}
	_, frame := widget.Frame(m.size.IsPlain())
	l.box = min(m.boxLines()+frame, m.size.Height)
	l.below, l.hasColumns = m.size.Height-l.box, m.size.Class >= screen.Full
	l.mark = l.hasColumns && m.box.Value() == "" // candidates need the room
	if !l.hasColumns {
		return l
	}
	l.left = m.savedWidth()
	l.middle = m.size.Width - l.left
	if m.size.Class >= screen.Huge {
		l.left = min(l.left, m.size.Width*3/8)
		l.middle = (m.size.Width - l.left) / 2
		l.right = m.size.Width - l.left - l.middle
	}
	l.chain = m.chain.Height(l.middle, l.below)
	recent := frame + 1 + len(m.recent) + len(m.filterLines(areaRecent, 0))
	saved := frame + 1 + len(m.saved) + len(m.savedNotice()) + len(m.filterLines(areaSaved, 0))
	if l.right > 0 {
		l.prices = min(m.prices.Height(l.below-l.chain, false), l.below-l.chain)
		l.saved = min(saved, l.below-min(recent, l.below/3))
		l.recent = l.below - l.saved
		return l
	}
	l.prices = m.prices.Height(l.below, false)
	l.saved = min(saved, l.below-l.prices)
	l.recent = min(recent, l.below-l.chain)
	return l
}

// boxWidth returns the width of the box.
func (l *layout) boxWidth(width int) int {
	if l.mark {
		return width - markGap - wordMark[0].width() - 1
	}
	return width
}

// arrange sizes the lists.
func (m *Model) arrange() {
	l := m.split()
	_, frame := widget.Frame(m.size.IsPlain())
	saved, recent, prices, width := l.below, l.below, l.below, m.size.Width
	if l.hasColumns {
		saved, recent, prices, width = l.saved, l.recent, l.prices, l.left
		if l.right > 0 {
			width = l.middle
		}
	}
	m.savedRows.SetHeight(max(saved-frame-1-len(m.savedNotice())-len(m.filterLines(areaSaved, 0)), 0))
	m.recentRows.SetHeight(max(recent-frame-1-len(m.filterLines(areaRecent, 0)), 0))
	m.prices.Layout(width, prices, m.size.IsPlain())
}

// columns draws the panels below the box side by side.
func (m *Model) columns(l *layout) []text.Line {
	th := m.deps.Theme
	left := m.savedPanel(l.left).Draw(th, l.left, l.saved)
	middle := m.drawChain(l.middle, l.chain)
	if l.right == 0 {
		left = append(left, m.drawPrices(l.left, l.prices)...)
		middle = append(middle, m.recentPanel(l.middle).Draw(th, l.middle, l.recent)...)
		middle = append(middle, m.chart(l.middle, min(l.below-len(middle), maxChartHeight))...)
		return text.Beside(left, l.left, middle)
	}
	left = append(left, m.recentPanel(l.left).Draw(th, l.left, l.recent)...)
	middle = append(middle, m.drawPrices(l.middle, l.prices)...)
	middle = append(middle, m.chart(l.middle, l.below-len(middle))...)
	right := m.chain.Blocks(widget.Title(th, text.Const("Newest blocks"), false), l.right, l.below)
	return text.Beside(text.Beside(left, l.left, middle), l.left+l.middle, right)
}

// maxChartHeight limits the chart below the recent locations, which would be all that one sees.
const maxChartHeight = 16

// chart draws the chart of the selected pair where there is room.
func (m *Model) chart(width, room int) []text.Line {
	if len(m.prices.Pairs()) == 0 {
		return nil
	}
	return m.prices.Chart(width, room)
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
func (m *Model) markLines(height int) []text.Line {
	th := m.deps.Theme
	lines := make([]text.Line, 0, height)
	for _, line := range wordMark {
		lines = append(lines, text.Safe(line).In(th.Accent).Silent())
	}
	return text.Height(append(lines, text.In(th.Hint, "explorer for Move chains").Silent()), height)
}
