package price

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/desk"
	"foredeck/tui/market"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/text"
)

func (m *Model) promptAlert() tea.Cmd { return m.editAlert(store.Alert{Pair: m.pair}) }

// editAlert asks for the condition of an alert, which replaces the given one. One without a condition is new.
func (m *Model) editAlert(edited store.Alert) tea.Cmd {
	pair := text.Clean(edited.Pair)
	prompt := screen.PromptMsg{Title: text.Format("Alert on %s", pair), Hint: text.Const(market.AlertHint), Value: edited.Condition}
	prompt.Submit = func(typed string) (tea.Cmd, error) {
		alert, err := m.replaceAlert(edited, typed)
		if err != nil {
			return nil, err
		}
		status := text.Format("%s %s: alert set; rings once per crossing", pair, text.Clean(alert.Condition))
		switch distance := m.prices().Distance(alert); {
		case distance == "reached":
			status = text.Format("%s %s: already met; alerts at the next crossing", pair, text.Clean(alert.Condition))
		case !alert.Armed && alert.Fired.IsZero():
			status = text.Format("%s %s: %s", pair, text.Clean(alert.Condition), text.Clean(distance))
		}
		return m.deps.SaveAndReport(status), nil
	}
	return m.deps.Post(prompt)
}

// replaceAlert sets an alert with another condition in place of an edited one. One without a condition is new.
func (m *Model) replaceAlert(edited store.Alert, typed string) (store.Alert, error) {
	alert, err := m.prices().SetAlert(edited.Pair, typed)
	if err == nil && edited.Condition != "" && edited.Condition != alert.Condition {
		m.prices().RemoveAlert(edited)
	}
	return alert, err
}

// listAlerts opens a list of all alerts and of the lines of the pair, to change one.
func (m *Model) listAlerts() tea.Cmd {
	var choices []screen.Choice
	for _, alert := range m.prices().AllAlerts() {
		name := text.Format("%s %s", text.Clean(alert.Pair), text.Clean(alert.Condition))
		choices = append(choices, screen.Choice{
			Name:   name,
			Remark: text.Format("%s, margin %s", desk.AlertState(m.deps, alert), text.Clean(m.prices().Margin(alert))),
			Run:    func() tea.Cmd { return m.changeAlert(name, alert) },
		})
	}
	title, lines := text.Const("Price alerts"), m.lineChoices()
	if len(lines) > 0 {
		title = text.Const("Price alerts and lines")
	}
	return m.deps.Post(screen.ChooseMsg{Title: title, Choices: append(choices, lines...)})
}

// changeAlert asks what to do with an alert.
func (m *Model) changeAlert(name text.Safe, alert store.Alert) tea.Cmd {
	return m.deps.Post(screen.ChooseMsg{Title: name, Choices: append([]screen.Choice{
		{Name: text.Const("edit"), Run: func() tea.Cmd { return m.editAlert(alert) }},
		{Name: text.Const("remove"), Run: func() tea.Cmd {
			m.prices().RemoveAlert(alert)
			return m.deps.SaveAndReport(text.Format("alert removed: %s", name))
		}},
	}, m.deps.SilenceChoices(alert.ID())...)})
}

// footLines draws the section below the pairs: alerts, marks, and whether the key of the price service is missing.
func (m *Model) footLines(width int) []text.Line {
	th := m.deps.Theme
	lines := []text.Line{nil, text.In(th.Faint, "ALERTS")}
	alerts := m.prices().Alerts(m.pair)
	shown := min(len(alerts), m.maxAlerts())
	for _, alert := range alerts[:shown] {
		condition, state := text.Plain("  %s", text.Clean(alert.Condition)), desk.AlertState(m.deps, alert).In(th.Faint)
		if condition.Width()+1+state.Width() <= width {
			lines = append(lines, desk.Spread(condition, state, width))
		} else { // announced as one line
			announcement := text.Format("%s, %s", text.Clean(alert.Condition), desk.AlertState(m.deps, alert))
			lines = append(lines, condition.Fit(width).AnnounceAs(func() text.Safe { return announcement }), desk.Spread(nil, state, width).Silent())
		}
	}
	if more := len(alerts) - shown; more > 0 {
		lines = append(lines, text.In(th.Faint, "  +%s: %s", text.Integer(uint64(more)), m.deps.Key("price.alerts")))
	}
	switch others := len(m.prices().AllAlerts()) - len(alerts); {
	case others > 0:
		lines = append(lines, text.In(th.Faint, "  %s on other pairs: %s", text.Integer(uint64(others)), m.deps.Key("price.alerts")))
	case len(alerts) == 0:
		lines = append(lines, text.In(th.Hint, "  none · %s add", m.deps.Key("price.alert")))
	}
	lines = append(lines, m.lineRows(width)...)
	if m.marks.on {
		lines = append(lines, nil, text.In(th.Faint, "MARKS"))
		lines = append(lines, m.markLines()...)
	}
	switch {
	case m.prices().OnChain():
		lines = append(lines, nil, text.In(th.Hint, "on-chain feed, no key"))
	case !m.prices().Keyed():
		lines = append(lines, nil, text.In(th.Hint, "API key: not set"))
	}
	return lines
}

// minAlerts is the number of alerts that are listed beside the chart at least.
const minAlerts = 4

// maxAlerts returns the number of alerts that are listed: as many as there is room for below the pairs.
func (m *Model) maxAlerts() int {
	return max(m.listRoom().Height-max(m.list.Rows()+1, minListHeight)-minAlerts-len(m.lineRows(m.listRoom().Width)), minAlerts)
}
