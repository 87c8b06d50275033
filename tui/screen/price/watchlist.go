package price

import (
	"errors"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// watch adds a pair to the watchlist or removes it.
func (m *Model) watch(pair string) tea.Cmd {
	status := text.Format("unwatched: %s", text.Clean(pair))
	if m.prices().Watch(pair) {
		status = text.Format("watching %s: shown on Home", text.Clean(pair))
	}
	return m.deps.SaveAndReport(status)
}

func (m *Model) move(by int) tea.Cmd {
	m.prices().Move(m.pair, by)
	return m.deps.SaveStore()
}

var errPair = errors.New("must be two symbols joined by _, for example btc_usdt")

func (m *Model) promptPair() tea.Cmd {
	return m.deps.Post(screen.PromptMsg{Title: text.Const("Watch"), Hint: text.Const("pair, for example btc_usdt"), Submit: func(typed string) (tea.Cmd, error) {
		found, err := target.Parse(strings.ToLower(strings.TrimSpace(typed)), nil, func(kind target.Kind) bool { return kind == target.Pair })
		if err != nil {
			return nil, errPair
		}
		m.pair = found.Pair
		m.prices().Show(m.pair)
		if m.isWatched() {
			return m.load(), nil
		}
		return tea.Batch(m.watch(m.pair), m.load()), nil
	}})
}

func (m *Model) promptAlert() tea.Cmd {
	pair := m.pair
	hint := text.Const("> or < a price, or a 24h change: > 0.62, < 95000, +5%, -5%")
	return m.deps.Post(screen.PromptMsg{Title: text.Format("Alert on %s", text.Clean(pair)), Hint: hint, Submit: func(typed string) (tea.Cmd, error) {
		alert, err := m.prices().SetAlert(pair, typed)
		if err != nil {
			return nil, err
		}
		status := text.Format("%s %s: alerts once per crossing", text.Clean(pair), text.Clean(alert.Condition()))
		if !alert.Armed {
			status = text.Format("%s %s: already met; alerts at the next crossing", text.Clean(pair), text.Clean(alert.Condition()))
		}
		return m.deps.SaveAndReport(status), nil
	}})
}

// listAlerts opens a list of all alerts, to remove one.
func (m *Model) listAlerts() tea.Cmd {
	var choices []screen.Choice
	for _, alert := range m.prices().AllAlerts() {
		choices = append(choices, screen.Choice{
			Name:   text.Format("%s %s", text.Clean(alert.Pair), text.Clean(alert.Condition())),
			Remark: text.Format("%s, %s remove", m.alertState(alert), m.deps.Key("chooser.select")),
			Run: func() tea.Cmd {
				m.prices().RemoveAlert(alert)
				return m.deps.SaveAndReport(text.Format("alert removed: %s %s", text.Clean(alert.Pair), text.Clean(alert.Condition())))
			},
		})
	}
	if len(choices) == 0 {
		return nil
	}
	return m.deps.Post(screen.ChooseMsg{Title: text.Const("Alerts"), Choices: choices})
}

// alertState describes the distance to an alert, or when it was triggered.
func (m *Model) alertState(alert store.Alert) text.Safe {
	state := text.Clean(m.prices().Distance(alert))
	if !alert.Armed && !alert.Fired.IsZero() {
		state = text.Format("alerted %s", text.Ago(alert.Fired, m.deps.Now()))
	}
	return state
}

// listLines draws the pairs that fit, including the current one, with their 24-hour change.
func (m *Model) listLines(width, height int) []text.Line {
	th, pairs := m.deps.Theme, m.pairs()
	room := max(height/2, 1)
	at := slices.Index(pairs, m.pair)
	first := max(0, min(at-room/2, len(pairs)-room))
	var lines []text.Line
	for i, pair := range pairs[first:min(first+room, len(pairs))] {
		hit := &text.Hit{Rows: first + i - at}
		pointer, style := text.Const("  "), th.Text
		if pair == m.pair {
			pointer, style = text.Const("▸ "), th.Strong
		}
		price, change := text.Span{Text: text.None, Style: th.Faint}, text.Span{Text: m.prices().Status(pair).Text(), Style: th.Faint}
		if latest, ok := m.prices().Latest(pair); ok {
			price, change = text.Span{Text: digits(latest.Price)}, m.change(latest.Change24h)
		}
		room := max(width-2-text.Width(text.Clean(pair))-1, 4)
		price.Text = text.Cut(price.Text, room)
		lines = append(lines,
			spread(text.Line{{Text: pointer}, {Text: text.Clean(pair), Style: style}}, text.Line{price}, width).WithHit(hit),
			spread(text.Line{{Text: text.Const("   ")}, {Text: m.prices().Sparkline(pair, sparkColumns), Style: th.Accent}}, text.Line{change}, width).WithHit(hit))
	}
	return lines
}

const sparkColumns = 8

// spread aligns two parts with the ends of a line.
func spread(left, right text.Line, width int) text.Line {
	right = right.Fit(min(right.Width(), width))
	return append(left.Fit(max(width-right.Width(), 0)), right...)
}

// footLines draws the section below the pairs: alerts, marks, and the state of the price service.
func (m *Model) footLines(width int) []text.Line {
	th := m.deps.Theme
	lines := []text.Line{nil, text.In(th.Faint, "ALERTS")}
	alerts := m.prices().Alerts(m.pair)
	for _, alert := range alerts[:min(len(alerts), maxAlerts)] {
		condition, state := text.Plain("  %s", text.Clean(alert.Condition())), m.alertState(alert).In(th.Faint)
		if condition.Width()+1+state.Width() <= width {
			lines = append(lines, spread(condition, state, width))
		} else { // announced as one line
			announcement := text.Format("%s, %s", text.Clean(alert.Condition()), m.alertState(alert))
			lines = append(lines, condition.Fit(width).AnnounceAs(func() text.Safe { return announcement }), spread(nil, state, width).Silent())
		}
	}
	switch others := len(m.prices().AllAlerts()) - len(alerts); {
	case others > 0:
		lines = append(lines, text.In(th.Faint, "  %s on other pairs: %s", text.Integer(uint64(others)), m.deps.Key("price.alerts")))
	case len(alerts) == 0:
		lines = append(lines, text.In(th.Faint, "  none · %s add", m.deps.Key("price.alert")))
	}
	if m.marks.on {
		lines = append(lines, nil, text.In(th.Faint, "MARKS"))
		lines = append(lines, m.markLines()...)
	}
	key := text.Const("API key: not set")
	if m.prices().Keyed() {
		key = text.Const("API key: set")
	}
	every, _, _ := m.prices().Pace()
	return append(lines, nil, key.In(th.Faint), text.In(th.Faint, "budget: 1 call / %s", seconds(every)))
}

// maxAlerts is the number of alerts listed beside the chart.
const maxAlerts = 4
