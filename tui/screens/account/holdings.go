package account

import (
	"time"

	"foredeck/client"
	"foredeck/tui/text"
)

// holdingsPolls is the number of polls of the account per request of its holdings, which read a page of resources.
const holdingsPolls = 4

// holdingLines draws up to count lines of the panel: the balances, then the numbers of resources and modules and the activity.
func (m *Model) holdingLines(count int) []text.Line {
	if count <= 0 || m.size.IsPlain() {
		return nil
	}
	lines := []text.Line{m.agedBalanceLine(m.size.Width - 4)}
	if count > 1 {
		lines = append(lines, m.countLine())
	}
	return lines
}

// agedBalanceLine draws the balances and their age, which is not that of the account: they are requested less often.
func (m *Model) agedBalanceLine(width int) text.Line {
	status := m.deps.Holdings.Status(m.address)
	if !status.Has {
		return m.balanceLine(width)
	}
	age := append(text.Line{{Text: text.Const("   ")}}, m.deps.StateLine(status.AsManual())...)
	return append(m.balanceLine(max(width-age.Width(), 0)), age...)
}

// nativeBalance returns the native balance. ok is false if it is not known.
func (m *Model) nativeBalance() (balance text.Span, ok bool) {
	held, _ := m.deps.Holdings.Get(m.address)
	native := held.Native()
	if native == nil {
		return text.Span{}, false
	}
	return text.Span{Text: native.Text(m.deps.Units), Style: m.deps.Marked(m.balance.At(), m.deps.Theme.Strong)}, true
}

// balanceLine draws the native balance, how it was found, and the other coins and assets as far as there is room.
func (m *Model) balanceLine(width int) text.Line {
	th := m.deps.Theme
	line := text.In(th.Faint, "balance ")
	held, ok := m.deps.Holdings.Get(m.address)
	status := m.deps.Holdings.Status(m.address)
	switch {
	case !ok && status.Err != nil:
		return append(line, text.Span{Text: text.Format("not known: %s", m.deps.Explain(status.Err).Reason), Style: th.Warn})
	case !ok && status.Loading:
		return append(line, text.Span{Text: status.Or(text.Const("loading")), Style: th.Faint})
	case !ok:
		return append(line, text.Span{Text: text.Const("not loaded"), Style: th.Faint})
	}
	others := held.Balances
	if native, ok := m.nativeBalance(); ok {
		line = append(line, native, text.Span{Text: text.Format(" (%s)", held.Native().Source.Text()), Style: th.Faint})
		others = others[1:] // the native coin is first
	} else {
		reason := text.Const("no native coin at this address")
		if held.NativeProblem != nil {
			reason = text.Format("not known: %s", m.deps.Explain(held.NativeProblem).Reason)
		}
		line = append(line, text.Span{Text: reason, Style: th.Warn})
	}
	if len(held.Unread) > 0 {
		line = append(line, text.Span{Text: text.Format(" · %s not readable", text.Plural(len(held.Unread), "balance")), Style: th.Warn})
	}
	for i := range others {
		b := &others[i]
		shown := text.Format(" · %s", b.Text(m.deps.Units))
		if b.Problem != nil {
			shown = text.Format("%s (symbol and decimals not known)", shown)
		}
		if b.Frozen {
			shown = text.Format("%s frozen", shown)
		}
		more := text.Format(" · %s more", text.Integer(uint64(len(others)-i)))
		if line.Width()+text.Width(shown) > width-text.Width(more) && i < len(others)-1 || line.Width()+text.Width(shown) > width {
			return append(line, text.Span{Text: more, Style: th.Faint})
		}
		line = append(line, text.Span{Text: shown})
	}
	return line
}

// countLine draws the numbers of resources and modules as far as they are known, and when the account was active.
func (m *Model) countLine() text.Line {
	th := m.deps.Theme
	resources, modules := m.tabs[4].(*resources).Pages, m.tabs[3].(*modules).Pages
	count, complete, known := resources.Len(), resources.Complete(), resources.Loaded()
	if held, ok := m.deps.Holdings.Get(m.address); ok && (!known || !complete && held.Complete || held.Resources > count && !complete) {
		count, complete, known = held.Resources, held.Complete, true
	}
	line := text.Line{{Text: countText(count, complete, known, text.Const("resource"))}, {Text: text.Const(" · "), Style: th.Faint}}
	line = append(line, text.Span{Text: countText(modules.Len(), modules.Complete(), modules.Loaded(), text.Const("module"))})
	if first, last, loaded := m.activity(); loaded > 0 {
		line = append(line, text.Span{Text: text.Format(" · %s loaded, %s–%s", text.Integer(uint64(loaded)), m.deps.ShortTime(first), m.deps.ShortTime(last))})
	}
	if held, ok := m.deps.Holdings.Get(m.address); ok && held.IsObject {
		return append(line, text.Span{Text: text.Const(" · is an object")})
	}
	return append(line, text.Span{Text: text.Const(" · objects: not in this API"), Style: th.Faint})
}

// countText returns a number of records: "at least 20 modules" while pages are missing.
func countText(count int, complete, known bool, unit text.Safe) text.Safe {
	if !known {
		return text.Format("%ss not loaded", unit)
	}
	shown := text.Format("%s %s", text.Integer(uint64(count)), unit)
	if count != 1 {
		shown = text.Format("%ss", shown)
	}
	if !complete {
		shown = text.Format("at least %s", shown)
	}
	return shown
}

// activity returns the times of the first and last transactions among the loaded ones, and their number. Only the ends of the lists
// are looked at.
func (m *Model) activity() (first, last time.Time, loaded int) {
	for _, tab := range append(m.tabs[:3:3], m.mergedTab) {
		pages := listOf(tab).Pages
		if pages.Len() == 0 {
			continue
		}
		loaded += pages.Len()
		for _, record := range []*client.Transaction{pages.At(0), pages.At(pages.Len() - 1)} {
			stamp := record.BlockTime()
			if stamp == nil {
				continue
			}
			at := stamp.Time()
			if first.IsZero() || at.Before(first) {
				first = at
			}
			if at.After(last) {
				last = at
			}
		}
	}
	if first.IsZero() {
		loaded = 0
	}
	return first, last, loaded
}
