package account

import (
	"strings"

	"foredeck/client"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// parts divides the window.
func (m *Model) parts() pane.Layout {
	width, tab, resources := m.size.Width, m.tab(), m.resources() // a value needs most of the window
	large := resources != nil && m.size.Class >= screen.Full
	account := pane.Part{Height: m.accountHeight(large), Panel: m.accountPanel}
	tabs := pane.Part{Height: m.size.Pick(screen.ByClass{screen.Compact: 1, screen.Full: 1, screen.Wide: 1, screen.Huge: 1}), Lines: m.tabLine}
	list := pane.Part{Fill: true, Resize: tab.Resize, Panel: tab.Panel}
	details := pane.Part{Panel: tab.detailsPanel}
	if resources != nil {
		details.Resize = resources.resizeDetails
	}
	if resources != nil && resources.inDetails() || m.showDetails && m.hasDetails() {
		details.Fill = true
		details.Panel = func(room pane.Area) widget.Panel {
			p := tab.detailsPanel(room)
			p.Focused = true
			return p
		}
		if b := m.balances(); b != nil && b.showsChart() && !m.size.IsPlain() {
			chart := pane.Part{Fill: true, Panel: b.chartPanel}
			if m.size.Maximized {
				return pane.Layout{{chart}}
			}
			details.Fill, details.Height = false, 6
			return pane.Layout{{account}, {tabs}, {chart}, {details}}
		}
		return pane.Layout{{account}, {tabs}, {details}}
	}
	details.Height = m.size.Pick(screen.ByClass{screen.Rules: 4, screen.Full: 7})
	details.Width = m.size.Pick(screen.ByClass{screen.Wide: width * 3 / 10, screen.Huge: width * 3 / 10})
	if large && !m.size.Maximized {
		details.Width = width * 3 / 5
	}
	if modules := m.modules(); modules != nil && m.size.Class == screen.Huge && !m.size.Maximized {
		details.Width = max(details.Width, width-modules.contentWidth())
	}
	if b := m.balances(); b != nil && b.showsChart() {
		left := m.size.Height - account.Height - tabs.Height - minListHeight
		if details.Width == 0 {
			left -= details.Height
		}
		chart := pane.Part{Panel: b.chartPanel}
		if height := min(m.size.Pick(screen.ByClass{screen.Full: 11, screen.Wide: 11, screen.Huge: 15}), left); height >= minChartHeight {
			chart.Height = height
		}
		return append(pane.Layout{{account}, {tabs}, {chart}}, pane.WithDetails(list, details)...)
	}
	return append(pane.Layout{{account}, {tabs}}, pane.WithDetails(list, details)...)
}

// Heights of the list and of the chart above it, from which there is room for both.
const (
	minListHeight  = 12
	minChartHeight = 7
)

// accountHeight returns the height of the panel of the account. It has a line for each pinned value, in small windows for one.
func (m *Model) accountHeight(largeDetails bool) int {
	height := m.size.Pick(screen.ByClass{screen.Rules: 3, screen.Compact: 5, screen.Full: 6, screen.Wide: 6, screen.Huge: 6})
	switch {
	case height == 0:
		return 0
	case m.size.Class == screen.Full && largeDetails:
		height--
	case m.size.Class < screen.Compact:
		return height + min(len(m.pins), 1)
	}
	return height + len(m.pins)
}

// applyLayout resizes the tab.
func (m *Model) applyLayout() {
	m.tab().setWindow(m.size, m.paused)
	m.parts().Resize(m.size)
}

// hasDetails reports whether the details have no room beside or below the list, so that a key switches to them. Tabs whose rows
// open in place need no such key.
func (m *Model) hasDetails() bool {
	return (m.size.Maximized || m.size.Class == screen.Compact || m.size.Class == screen.Small) && !m.hasResources()
}

// CanZoom reports whether there is more than one panel.
func (m *Model) CanZoom() bool { return m.size.Class > screen.Small }

// View draws the body.
func (m *Model) View() []text.Line { return m.parts().View(m.deps.Theme, m.size) }

func (m *Model) accountPanel(room pane.Area) widget.Panel {
	th := m.deps.Theme
	status := m.status()
	name := text.Span{Style: th.Accent}
	if given := m.deps.Names.Of(m.address); !given.IsEmpty() {
		name.Text = text.Format("   %s", given)
	}
	address := text.CutMiddle(text.Clean(m.address.String()), room.Width-text.Width(name.Text))
	body := []text.Line{{{Text: address, Style: th.Strong, Page: m.deps.AccountPage(m.address.String())}, name}}
	if account, ok := m.account.Value(); ok {
		body = append(body, m.accountFacts(account, room))
		if m.account.Err() == nil {
			body = append(body, m.holdingLines(room.Height-len(m.pins)-2)...)
		}
	} else if spinner := m.deps.Spinner(status, text.Const("the account")); spinner != nil {
		body = append(body, spinner)
	}
	body = append(append(body, m.deps.FailureLines(m.account.Err())...), m.pinLines()...)
	if m.size.Class < screen.Full && m.account.Err() != nil { // no room for a third line: the reason has priority
		body = append(body[:1:1], m.deps.FailureLines(m.account.Err())...)
	}
	return widget.Panel{Title: text.In(th.Title, "Account"), State: m.deps.StateLine(status), Body: body}
}

func (m *Model) accountFacts(account client.Account, room pane.Area) text.Line {
	th := m.deps.Theme
	key := text.Bounded(account.AuthenticationKey)
	facts := text.Line{{Text: text.Const("sequence "), Style: th.Faint}, {Text: text.Integer(account.SequenceNumber), Style: m.deps.Marked(m.sequence.At(), th.Strong)}}
	if room.Plain {
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
	if facts.Width()+text.Width(key)+text.Width(remark.Text) > room.Width {
		key = text.Short(key)
	}
	return append(facts, text.Span{Text: key}, remark)
}

// tabLine draws the tabs, the active one in brackets, and the state of its list. In narrow windows the names are abbreviated,
// then reduced to numbers.
func (m *Model) tabLine(area pane.Area) []text.Line {
	right := m.tab().Loaded().Line()
	room := area.Width - right.Width() - 1
	var left text.Line
	for _, names := range [...][]text.Safe{
		text.Consts("Sent", "Coin transfers", "Automated", "Modules", "Resources", "Balance"),
		text.Consts("Sent", "Coin", "Automated", "Modules", "Resources", "Balance"),
		text.Consts("Sent", "Coin", "Auto", "Mod", "Res", "Bal"),
		make([]text.Safe, len(m.tabs)),
	} {
		if left = m.tabNames(names); left.Width()+1 <= room {
			break
		}
	}
	return []text.Line{append(left.Fit(max(room, 0)), right...).Fit(area.Width)}
}

func (m *Model) tabNames(names []text.Safe) text.Line {
	isOpen := func(i int) bool { return i == m.active || m.showMerged && i < mergeableTabs }
	for i := range names {
		if i == m.active && names[i].IsEmpty() {
			names[i] = m.tab().crumbs()[0]
		}
	}
	return append(text.Plain(" "), widget.TabsWhere(m.deps.Theme, m.deps.KeysOf("account.tab"), names, isOpen)...)
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
