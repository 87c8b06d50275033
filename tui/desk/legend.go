package desk

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"foredeck/theme"
	"foredeck/tui/market"
	"foredeck/tui/text"
)

// appearance is that of a pair's curve.
type appearance = theme.Curve

// appearance returns that of another pair. Pairs take the last curves of the theme, as indicators take the first.
func (m *Comparison) appearance(i int) appearance {
	return m.deps.Theme.Curves[theme.CurveCount-1-i]
}

// detail is how much of a pair is shown.
type detail struct {
	aligned bool // columns, for a line each
	spelled bool // correlation 0.82 (59 bars), instead of r 0.82 (59)
	short   bool // short names
	bars    bool // the number of bars
	change  bool
	r       bool // the correlation
}

// details are the possible ones, from most to least.
var details = []detail{
	{aligned: true, spelled: true, bars: true, change: true, r: true},
	{spelled: true, bars: true, change: true, r: true},
	{bars: true, change: true, r: true},
	{short: true, bars: true, change: true, r: true},
	{short: true, change: true, r: true},
	{short: true, change: true},
	{short: true},
}

// Legend describes each other pair in at most rows lines: its mark, change in the window, and correlation.
func (m *Comparison) Legend(width, rows int) []text.Line {
	if rows <= 0 || len(m.lines) == 0 {
		return nil
	}
	var lines []text.Line
	for _, d := range details {
		entries := make([]text.Line, len(m.lines))
		for i := range m.lines {
			entries[i] = m.entry(&m.lines[i], d)
		}
		fits := false
		if lines, fits = wrap(entries, width, d.aligned); fits && len(lines) <= rows {
			break
		}
	}
	if len(lines) > rows {
		lines = lines[:rows]
		lines[rows-1] = append(lines[rows-1].Fit(max(width-2, 0)), text.Span{Text: text.Const(" …")})
	}
	for i := range lines {
		lines[i] = lines[i].Fit(width).Silent()
	}
	lines[0] = lines[0].AnnounceAs(m.Sentence)
	return lines
}

// wrap joins entries to lines: one each, or as many as have room. fits is false if one of them is too wide.
func wrap(entries []text.Line, width int, oneEach bool) (lines []text.Line, fits bool) {
	for _, entry := range entries {
		last := len(lines) - 1
		if last >= 0 && !oneEach && lines[last].Width()+len("   ")+entry.Width() <= width {
			lines[last] = append(append(lines[last], text.Span{Text: text.Const("   ")}), entry...)
			continue
		}
		lines = append(lines, entry)
	}
	return lines, !slices.ContainsFunc(entries, func(entry text.Line) bool { return entry.Width() > width })
}

func (m *Comparison) entry(l *line, d detail) text.Line {
	th := m.deps.Theme
	names, changes := 0, 0
	if d.aligned {
		names, changes = m.columns()
	}
	entry := text.Line{{Text: text.Format("%s ", text.Clean(string(l.look.Mark))), Style: l.look.Style}, {Text: padded(m.name(l.pair, d.short), names), Style: th.Text}}
	if l.change != "" && d.change {
		change := market.ChangeSpan(m.deps.Theme, l.change)
		change.Text = text.Concat(text.Spaces(max(changes-text.Width(change.Text), 0)), change.Text)
		entry = append(entry, text.Span{Text: text.Const(" ")}, change)
	}
	add := func(part text.Safe, style theme.Style) {
		before := text.Const(" ")
		if d.spelled {
			before = text.Const("  ")
		}
		if !part.IsEmpty() {
			entry = append(entry, text.Span{Text: text.Concat(before, part), Style: style})
		}
	}
	if l.base >= 0 && d.r {
		add(m.correlation(l, d), th.Faint)
	}
	if d.spelled {
		add(m.span(l), th.Faint)
	}
	problem, isLoading := m.problem(l)
	style, width := th.Warn, problemWidth
	if d.short {
		width = shortProblemWidth
	}
	if isLoading {
		style = th.Faint
	}
	add(text.Cut(problem, width), style)
	return entry
}

// columns returns the widths of the names and changes.
func (m *Comparison) columns() (names, changes int) {
	for i := range m.lines {
		l := &m.lines[i]
		names = max(names, text.Width(m.name(l.pair, false)))
		if l.change != "" {
			changes = max(changes, text.Width(market.Change(l.change)))
		}
	}
	return names, changes
}

func padded(s text.Safe, width int) text.Safe {
	return text.Concat(s, text.Spaces(max(width-text.Width(s), 0)))
}

// The widths of the reason for a missing curve, with and without room.
const (
	problemWidth      = 48
	shortProblemWidth = 20
)

func (m *Comparison) correlation(l *line, d detail) text.Safe {
	value := coefficient(l.correlation)
	bars := text.Integer(uint64(l.returns))
	switch {
	case d.spelled:
		return text.Format("correlation %s (%s)", value, text.Plural(l.returns, "bar"))
	case d.bars:
		return text.Format("r %s (%s)", value, bars)
	}
	return text.Format("r %s", value)
}

// coefficient formats a correlation with two decimals; n/a if it is unknown.
func coefficient(value float64) text.Safe {
	if math.IsNaN(value) {
		return text.Const("n/a")
	}
	digits := strconv.FormatFloat(value, 'f', 2, 64)
	if digits == "-0.00" {
		digits = "0.00"
	}
	return text.Clean(digits)
}

// span says which part of the window a change covers, if the pair has no prices at one of its ends.
func (m *Comparison) span(l *line) text.Safe {
	switch label := m.view.Label; {
	case l.base < 0 || label == nil:
		return text.Safe{}
	case l.base > m.own.base:
		return text.Format("since close of %s", label(m.view.Times[l.base]))
	case l.last < m.own.last-1:
		return text.Format("until %s", label(m.view.Times[l.last]))
	}
	return text.Safe{}
}

// name returns the name of a pair. A short one leaves out the quote currency if all pairs have the same.
func (m *Comparison) name(pair string, short bool) text.Safe {
	if base, quote, ok := strings.Cut(pair, "_"); ok && short && m.haveQuote(quote) {
		return text.Cut(text.Clean(base), maxShortName)
	}
	if short {
		return text.CutMiddle(text.Clean(pair), maxShortName)
	}
	return text.Clean(pair)
}

const maxShortName = 12

func (m *Comparison) haveQuote(quote string) bool {
	for _, pair := range m.pairs {
		if !strings.HasSuffix(pair, "_"+quote) {
			return false
		}
	}
	return strings.HasSuffix(m.pair, "_"+quote)
}

// Readout draws the change of every pair from the left edge to a bar, the chart's own pair first. It is nil without other pairs.
func (m *Comparison) Readout(bar, width int) text.Line {
	if len(m.lines) == 0 {
		return nil
	}
	th := m.deps.Theme
	var line text.Line
	for _, form := range []struct{ short, since bool }{{false, true}, {true, true}, {true, false}} {
		short := form.short
		line = text.Line(nil)
		if m.view.Label != nil && m.own.base >= 0 && form.since {
			line = text.In(th.Faint, "since close of %s  ", m.view.Label(m.view.Times[m.own.base]))
		}
		line = append(line, text.Span{Text: text.Format("%s ", m.name(m.pair, short)), Style: th.Strong}, m.changeOr(m.changeAt(&m.own, bar)))
		for i := range m.lines {
			l := &m.lines[i]
			line = append(line, text.Span{Text: text.Format("  %s", text.Clean(string(l.look.Mark))), Style: l.look.Style},
				text.Span{Text: text.Format(" %s ", m.name(l.pair, short))}, m.changeOr(m.changeAt(l, bar)))
		}
		if line.Width() <= width {
			break
		}
	}
	return line.Fit(width).AnnounceAs(func() text.Safe { return m.readoutSentence(bar) })
}

// readoutSentence describes the changes up to a bar for screen readers.
func (m *Comparison) readoutSentence(bar int) text.Safe {
	parts := []text.Safe{text.Format("%s %s", text.Clean(m.pair), m.changeOr(m.changeAt(&m.own, bar)).Text)}
	for i := range m.lines {
		l := &m.lines[i]
		parts = append(parts, text.Format("%s %s", text.Clean(l.pair), m.changeOr(m.changeAt(l, bar)).Text))
	}
	sentence := text.Join(parts, text.Const(", "))
	if m.view.Label != nil && m.own.base >= 0 {
		sentence = text.Format("since close of %s: %s", m.view.Label(m.view.Times[m.own.base]), sentence)
	}
	return sentence
}

// changeOr formats a change, – if it is unknown.
func (m *Comparison) changeOr(percent string) text.Span {
	if percent == "" {
		return text.Span{Text: text.None, Style: m.deps.Theme.Faint}
	}
	return market.ChangeSpan(m.deps.Theme, percent)
}

// Sentence describes the comparison for screen readers; empty without other pairs.
func (m *Comparison) Sentence() text.Safe {
	var parts []text.Safe
	for i := range m.lines {
		l := &m.lines[i]
		part := text.Clean(l.pair)
		if l.base >= 0 {
			part = text.Format("%s %s", part, market.Change(l.change))
			if span := m.span(l); !span.IsEmpty() {
				part = text.Format("%s %s", part, span)
			}
			part = text.Format("%s, correlation %s over %s", part, coefficient(l.correlation), text.Plural(l.returns, "bar"))
		}
		if problem, _ := m.problem(l); !problem.IsEmpty() {
			part = text.Format("%s, %s", part, problem)
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return text.Safe{}
	}
	own := text.Safe{}
	if m.own.change != "" {
		own = text.Format("%s in view, ", market.Change(m.own.change))
	}
	return text.Format("%s %scompared with %s", text.Clean(m.pair), own, text.Join(parts, text.Const("; ")))
}
