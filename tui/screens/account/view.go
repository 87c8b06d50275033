package account

import (
	"strings"

	"foredeck/client"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// layout divides the body.
type layout struct {
	account int // height of the account panel; 0 if hidden
	tabs    int // height of the tab line
	bounds
}

func (m *Model) layout() layout {
	width, height := m.size.Width, m.size.Height
	l := layout{bounds: bounds{Size: m.size, isPaused: m.paused, listWidth: width, detailsWidth: width}}
	if m.size.Maximized {
		l.list = height
		if m.tab().inDetails() || m.showDetails && m.hasDetails() {
			l.list, l.details = 0, height
		}
		return l
	}
	switch m.size.Class {
	case screen.Wide, screen.Huge:
		l.account, l.tabs, l.side = 6, 1, width*3/10
	case screen.Full:
		l.account, l.tabs, l.details = 6, 1, 7
	case screen.Compact:
		l.account, l.tabs = 5, 1
	case screen.Rules:
		l.account, l.details = 3, 4
	}
	if m.tab().hasLargeDetails() && m.size.Class >= screen.Full {
		l.details, l.side = 0, width*3/5
		if m.size.Class == screen.Full {
			l.account = 5
		}
	}
	if content := m.tab().contentWidth(); content > 0 && m.size.Class == screen.Huge {
		l.side = max(l.side, width-content)
	}
	switch {
	case m.size.Class >= screen.Compact:
		l.account += len(m.pins)
	case l.account > 0:
		l.account += min(len(m.pins), 1)
	}
	l.list = height - l.account - l.tabs - l.details
	switch {
	case m.tab().inDetails(), m.showDetails && m.hasDetails():
		l.list, l.details, l.side = 0, l.list+l.details, 0
	case l.side > 0:
		l.details, l.detailsWidth, l.listWidth = l.list, l.side, width-l.side
	}
	return l
}

// applyLayout resizes the tab.
func (m *Model) applyLayout() { m.tab().resize(m.layout().bounds) }

// hasDetails reports whether the details have no room beside or below the list, so that a key switches to them. Tabs whose rows
// open in place need no such key.
func (m *Model) hasDetails() bool {
	return (m.size.Maximized || m.size.Class == screen.Compact || m.size.Class == screen.Small) && !m.tab().hasLargeDetails()
}

// CanZoom reports whether there is more than one panel.
func (m *Model) CanZoom() bool { return m.size.Class > screen.Small }

// View draws the body.
func (m *Model) View() []text.Line {
	l, th, tab := m.layout(), m.deps.Theme, m.tab()
	var lines, list, details []text.Line
	if l.account > 0 {
		lines = append(lines, m.accountPanel().Draw(th, m.size.Width, l.account)...)
	}
	if l.tabs > 0 {
		lines = append(lines, m.tabLine())
	}
	if l.list > 0 {
		list = tab.listPanel(l.listWidth).Draw(th, l.listWidth, l.list)
	}
	if l.details > 0 {
		shown := tab.detailsPanel(l.detailsWidth, l.details)
		shown.Focused = l.list == 0
		details = shown.Draw(th, l.detailsWidth, l.details)
	}
	if l.side > 0 {
		list, details = text.Beside(list, l.listWidth, details), nil
	}
	return text.Height(append(append(lines, list...), details...), m.size.Height)
}

func (m *Model) accountPanel() widget.Panel {
	th := m.deps.Theme
	status := m.status()
	frame, _ := widget.Frame(m.size.IsPlain())
	name := text.Span{Style: th.Accent}
	if given := m.deps.Names.Of(m.address); !given.IsEmpty() {
		name.Text = text.Format("   %s", given)
	}
	address := text.CutMiddle(text.Clean(m.address.String()), m.size.Width-frame-text.Width(name.Text))
	body := []text.Line{{{Text: address, Style: th.Strong, Page: m.deps.AccountPage(m.address.String())}, name}}
	if account, ok := m.account.Value(); ok {
		body = append(body, m.accountFacts(account))
		if m.account.Err() == nil {
			body = append(body, m.holdingLines(m.layout().account-len(m.pins)-4)...)
		}
	} else if spinner := m.deps.Spinner(status, text.Const("the account")); spinner != nil {
		body = append(body, spinner)
	}
	body = append(append(body, m.deps.FailureLines(m.account.Err())...), m.pinLines()...)
	if m.size.Class < screen.Full && m.account.Err() != nil { // no room for a third line: the reason has priority
		body = append(body[:1:1], m.deps.FailureLines(m.account.Err())...)
	}
	return widget.Panel{Title: text.In(th.Title, "Account"), State: m.deps.StateLine(status), Body: body, Plain: m.size.IsPlain()}
}

func (m *Model) accountFacts(account client.Account) text.Line {
	th := m.deps.Theme
	key := text.Bounded(account.AuthenticationKey)
	facts := text.Line{{Text: text.Const("sequence "), Style: th.Faint}, {Text: text.Integer(account.SequenceNumber), Style: m.deps.Marked(m.sequence.At(), th.Strong)}}
	if m.size.IsPlain() {
		if native, ok := m.nativeBalance(); ok {
			facts = append(facts, text.Span{Text: text.Const("   balance "), Style: th.Faint}, native)
		}
		return facts
	}
	facts = append(facts, text.Span{Text: text.Const("    authentication key "), Style: th.Faint})
	var remark text.Span
	switch {
	case strings.Trim(key.String(), "0x") == "":
		remark = text.Span{Text: text.Const("  (none: cannot sign)"), Style: th.Faint}
	case key.String() != m.address.String():
		remark = text.Span{Text: text.Const("  (differs from address: rotated)"), Style: th.Warn}
	}
	if frame, _ := widget.Frame(false); facts.Width()+text.Width(key)+text.Width(remark.Text) > m.size.Width-frame {
		key = text.Short(key)
	}
	return append(facts, text.Span{Text: key}, remark)
}

// tabLine draws the tabs, the active one in brackets, and the state of its list. In narrow windows the names are abbreviated,
// then reduced to numbers.
func (m *Model) tabLine() text.Line {
	right := m.tab().loaded().Line()
	room := m.size.Width - right.Width() - 1
	left := m.tabNames([...]text.Safe{text.Const("Sent"), text.Const("Coin transfers"), text.Const("Automated"), text.Const("Modules"), text.Const("Resources")})
	if left.Width()+1 > room {
		left = m.tabNames([...]text.Safe{text.Const("Sent"), text.Const("Coin"), text.Const("Auto"), text.Const("Mod"), text.Const("Res")})
	}
	if left.Width()+1 > room {
		left = m.tabNames([...]text.Safe{{}, {}, {}, {}, {}})
	}
	return append(left.Fit(max(room, 0)), right...).Fit(m.size.Width)
}

func (m *Model) tabNames(names [5]text.Safe) text.Line {
	isOpen := func(i int) bool { return i == m.active || m.showMerged && i < mergeableTabs }
	for i := range names {
		if i == m.active && names[i].IsEmpty() {
			names[i] = m.tab().crumbs()[0]
		}
	}
	return append(text.Plain(" "), widget.TabsWhere(m.deps.Theme, m.deps.KeysOf("account.tab"), names[:], isOpen)...)
}

// Vital describes the account's balance, if it is known, and the selected record.
func (m *Model) Vital() text.Line {
	line := text.Plain("%s ", m.Crumbs()[0])
	if native, ok := m.nativeBalance(); ok {
		line = append(line, native, text.Span{Text: text.Const(" ")})
	}
	if vital := m.tab().vital(); !vital.IsEmpty() {
		return append(line, text.Span{Text: vital})
	}
	return append(line, m.deps.StateLine(m.status())...)
}
