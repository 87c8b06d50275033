package desk

import (
	"fmt"
	"math"
	"strings"

	"foredeck/theme"
	"foredeck/tui/load"
	"foredeck/tui/market"
	"foredeck/tui/text"
)

// Lines draws the rows that fit into the size.
func (m *Watchlist) Lines() []text.Line {
	m.refresh()
	c, isWide := m.layout(), !m.isNarrow()
	lines := make([]text.Line, 0, m.height+1)
	if m.hasTitles() {
		lines = append(lines, m.titles(c).Fit(m.width).Silent())
	}
	for i, item := range m.visible() {
		switch {
		case item.group != nil:
			if !isWide && i > 0 {
				lines = append(lines, nil)
			}
			lines = append(lines, m.heading(item))
		case isWide:
			lines = append(lines, m.decorate(m.row(m.facts[item.pair], &c), item))
		default:
			first, second := m.narrowRow(m.facts[item.pair])
			second = m.highlight(second, item.pair).WithHit(m.hit(item))
			lines = append(lines, m.decorate(first, item), second.Silent())
		}
	}
	return lines[:min(len(lines), max(m.height, 0))]
}

// heading draws the heading of a group.
func (m *Watchlist) heading(of item) text.Line {
	th := m.deps.Theme
	fold := text.Const("▾ ")
	state := text.Const("expanded")
	if of.group.Collapsed {
		fold, state = text.Const("› "), text.Const("collapsed")
	}
	name := text.Clean(of.group.Name)
	line := text.Line{{Text: fold, Style: th.Accent}, {Text: name, Style: th.Accent}, {Text: text.Format("  %s", text.Integer(uint64(of.count))), Style: th.Faint}}
	line = line.Fit(m.width)
	if m.HasPointTargets {
		line = line.WithHit(&text.Hit{IsPoint: true, Target: targetGroups - m.groupIndex(of)})
	}
	return line.AnnounceAs(func() text.Safe { return text.Format("group %s, %s, %s", name, text.Plural(of.count, "pair"), state) })
}

// decorate adds pointer, highlight, click target and sentence to the first line of a pair.
func (m *Watchlist) decorate(line text.Line, of item) text.Line {
	mark := text.Span{Text: text.Const("  ")}
	if of.pair == m.current {
		mark.Text = text.Const("▸ ")
	}
	if m.blurred {
		mark.Style = m.deps.Theme.Hint
	}
	line = append(text.Line{mark}, line...)
	line = m.highlight(line.Fit(m.width), of.pair).WithHit(m.hit(of))
	return line.WithAnnouncement(&text.Announcement{Text: m.sentence, Row: of.at, Rows: len(m.pairs), Selected: of.pair == m.current})
}

// highlight marks a line of the selected pair.
func (m *Watchlist) highlight(line text.Line, pair string) text.Line {
	th := m.deps.Theme
	if pair != m.current || m.blurred {
		return line
	}
	for i := range line {
		if line[i].Style != th.UpFlash && line[i].Style != th.DownFlash {
			line[i].Style = th.OnSelected(line[i].Style)
		}
	}
	return line
}

// state is how a row is drawn besides its facts.
type state struct {
	name, text, change, plot, faint theme.Style
	flash                           int       // direction
	age                             text.Safe // of a stale price
	reason                          text.Safe // why there is no price, or no newer one
	isFailed                        bool
}

func (m *Watchlist) stateOf(f *facts) state {
	th, service := m.deps.Theme, m.deps.Prices
	s := state{name: th.Text, text: th.Text, change: market.ChangeStyle(th, f.percent), plot: directionStyle(th, f.percent), faint: th.Faint}
	if f.pair == m.current && !m.blurred {
		s.name = th.Strong
	}
	s.flash, _ = m.flash(f.pair)
	if age, isStale := service.Age(f.pair); isStale {
		s.age, s.text, s.change, s.plot, s.flash = text.Elapsed(age), th.Faint, th.Faint, th.Faint, 0
	}
	switch status := service.Status(f.pair); {
	case status.Err != nil:
		s.reason, s.isFailed = m.reason(status.Err), true
	case !f.hasPrice:
		s.reason = status.Text()
	}
	return s
}

// reason returns why a request for a price failed, in the words of a row.
func (m *Watchlist) reason(err error) text.Safe {
	failure := m.deps.Prices.Explain(err)
	switch failure.Kind {
	case load.NotFound:
		return text.Const("unknown pair")
	case load.RateLimited:
		return text.Const("rate limited")
	case load.Unauthorized:
		return text.Const("unauthorized")
	case load.TimedOut:
		return text.Const("timed out")
	case load.Unreachable:
		return text.Const("no response")
	case load.ServerError:
		return text.Format("service error %s", text.Integer(uint64(max(failure.Status, 0))))
	case load.InvalidResponse:
		return text.Const("invalid response")
	}
	return failure.Reason
}

// priceSpans draws a price with the arrow of its flash after it.
func (f *facts) priceSpans(th theme.Theme, s *state) (price text.Span, after text.Span) {
	price = text.Span{Text: f.price(), Style: s.text}
	after.Text = text.Spaces(1)
	if s.flash != 0 {
		price.Style, after.Style, after.Text = flashStyle(th, s.flash), market.Style(th, s.flash), text.Const("▲")
		if s.flash < 0 {
			after.Text = text.Const("▼")
		}
	}
	return price, after
}

// row draws a pair in one line, without the pointer.
func (m *Watchlist) row(f *facts, c *columns) text.Line {
	th, s := m.deps.Theme, m.stateOf(f)
	b := builder{line: make(text.Line, 0, 24)}
	b.left(0, text.Span{Text: f.name, Style: s.name}, c.name)
	b.skip(gap)
	if !f.hasPrice {
		b.line = append(b.line, m.reasonSpan(&s, m.width-pointer-c.name-gap))
		return b.line
	}
	price, after := f.priceSpans(th, &s)
	b.skip(m.widths.whole - text.Width(f.whole))
	b.line = append(b.line, price, after)
	b.right(m.widths.fraction-text.Width(f.fraction)+arrow-1, text.Span{Text: f.change, Style: s.change}, c.change)
	b.right(gap, text.Span{Text: percentOrNone(f.distance), Style: s.text}, c.alert)
	if s.isFailed {
		b.skip(gap)
		left := m.width - pointer - b.line.Width()
		if !s.age.IsEmpty() {
			b.left(0, text.Span{Text: s.age, Style: s.faint}, min(ageWidth, left))
			b.skip(gap)
			left -= ageWidth + gap
		}
		b.line = append(b.line, m.reasonSpan(&s, left))
		return b.line
	}
	b.left(gap, text.Span{Text: f.sparkline, Style: s.plot}, c.spark)
	if c.bar > 0 {
		b.skip(gap)
		b.rangeBar(f, &s, c)
	}
	b.right(gap, text.Span{Text: f.volume, Style: s.text}, c.volume)
	if !s.age.IsEmpty() {
		b.right(gap, text.Span{Text: s.age, Style: s.faint}, c.age)
	}
	return b.line
}

// directionStyle returns the style of a curve of prices that rose or fell by a share, quieter than that of the change beside it.
func directionStyle(th theme.Theme, percent float64) theme.Style {
	switch {
	case percent > 0:
		return th.UpVolume
	case percent < 0:
		return th.DownVolume
	}
	return th.Plot
}

// reasonSpan draws why a price is missing or not newer.
func (m *Watchlist) reasonSpan(s *state, width int) text.Span {
	style := m.deps.Theme.Faint
	if s.isFailed {
		style = m.deps.Theme.Bad
	}
	return text.Span{Text: text.Cut(s.reason, width), Style: style}
}

// rangeBar draws the range of 24 hours with the place of the price in it.
func (b *builder) rangeBar(f *facts, s *state, c *columns) {
	if c.low > 0 {
		b.right(0, text.Span{Text: f.low, Style: s.faint}, c.low)
		b.skip(1)
	}
	if math.IsNaN(f.place) {
		b.skip(c.bar)
	} else {
		at := int(math.Round(f.place * float64(c.bar-1))) // also on the ends
		line := []rune("├" + strings.Repeat("─", c.bar-2) + "┤")
		b.line = append(b.line, text.Span{Text: text.Clean(string(line[:at])), Style: s.faint}, text.Span{Text: text.Const("●"), Style: s.text},
			text.Span{Text: text.Clean(string(line[at+1:])), Style: s.faint})
	}
	b.left(1, text.Span{Text: f.high, Style: s.faint}, c.high)
}

// narrowRow draws a pair in two lines: name and price, sparkline and change. The pointer is missing in the first.
func (m *Watchlist) narrowRow(f *facts) (first, second text.Line) {
	th, s := m.deps.Theme, m.stateOf(f)
	name := text.Line{{Text: f.name, Style: s.name}}
	indent := text.Spaces(pointer + 1)
	if !f.hasPrice {
		return name, text.Line{{Text: indent}, m.reasonSpan(&s, m.width-pointer-1)}.Fit(m.width)
	}
	price, arrow := f.priceSpans(th, &s)
	price.Text = text.Cut(price.Text, max(m.width-pointer-min(text.Width(f.name), m.width/2)-1, 1))
	right := text.Line{price}
	if s.flash != 0 {
		right = text.Line{arrow, price}
	}
	first = Spread(name, right, m.width-pointer)
	if s.isFailed {
		left := text.Line{{Text: indent}, m.reasonSpan(&s, m.width-pointer-1-ageWidth-1)}
		return first, Spread(left, text.Line{{Text: s.age, Style: s.faint}}, m.width)
	}
	right = text.Line{{Text: f.change, Style: s.change}}
	if m.order == byAlert {
		right = text.Line{{Text: percentOrNone(f.distance), Style: s.text}}
	}
	if m.order == byVolume {
		right = text.Line{{Text: f.volume, Style: s.text}}
	}
	left := text.Line{{Text: indent}, {Text: f.sparkline, Style: s.plot}, {Text: text.Format(" %s", s.age), Style: s.faint}}
	return first, Spread(left, right, m.width)
}

// Spread aligns two parts with the ends of a line.
func Spread(left, right text.Line, width int) text.Line {
	right = right.Fit(max(min(right.Width(), width), 0))
	return append(left.Fit(max(width-right.Width(), 0)), right...)
}

// percentOrNone formats a distance in percent.
func percentOrNone(value float64) text.Safe {
	if math.IsNaN(value) {
		return text.None
	}
	if value >= 1e6 {
		return text.Const("far")
	}
	return text.Clean(fmt.Sprintf("%.2f%%", value))
}

// sentence describes the pair at a position for a screen reader.
func (m *Watchlist) sentence(at int) text.Safe {
	f := m.facts[m.pairs[at]]
	s := m.stateOf(f)
	parts := []text.Safe{f.name}
	if f.hasPrice {
		parts[0] = text.Format("%s %s", f.name, f.price())
		parts = append(parts, text.Format("%s in 24 hours", f.change))
	}
	if !math.IsNaN(f.place) {
		parts = append(parts, text.Format("range %s to %s", f.low, f.high))
	}
	if !math.IsNaN(f.turnover) {
		_, quote, _ := strings.Cut(f.pair, "_")
		parts = append(parts, text.Format("volume %s %s", f.volume, text.Clean(quote)))
	}
	if !math.IsNaN(f.distance) && m.order == byAlert {
		parts = append(parts, text.Format("%s from the nearest alert", percentOrNone(f.distance)))
	}
	if !s.age.IsEmpty() {
		parts = append(parts, text.Format("%s old", s.age))
	}
	if !s.reason.IsEmpty() {
		parts = append(parts, s.reason)
	}
	return text.Join(parts, text.Const(", "))
}
