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

// watch watches a pair, or gives it up.
func (m *Model) watch(pair string) tea.Cmd {
	said := text.Clean(pair) + " is no longer watched"
	if m.market().Watch(pair) {
		said = text.Clean(pair) + " is watched: its price stands on Home"
	}
	return tea.Batch(m.deps.Keep(), m.say(said))
}

// move moves the pair among those that are watched.
func (m *Model) move(by int) tea.Cmd {
	m.market().Move(m.pair, by)
	return m.deps.Keep()
}

var errPair = errors.New("a pair is two symbols with _ between them, such as btc_usdt")

// askPair asks for a pair to be watched, and goes to it.
func (m *Model) askPair() tea.Cmd {
	return m.deps.Post(screen.PromptMsg{Title: "Watch", Hint: "a pair, such as btc_usdt", Take: func(typed string) (tea.Cmd, error) {
		found, err := target.Parse(strings.ToLower(strings.TrimSpace(typed)), nil, func(kind target.Kind) bool { return kind == target.Pair })
		if err != nil {
			return nil, errPair
		}
		m.pair = found.Pair
		m.market().Show(m.pair)
		if m.isWatched() {
			return m.more(), nil
		}
		return tea.Batch(m.watch(m.pair), m.more()), nil
	}})
}

// askAlert asks for an alert on the pair.
func (m *Model) askAlert() tea.Cmd {
	pair := m.pair
	hint := text.Safe("a price or change in 24 h: > 0.62, < 95000, +5%, -5%")
	return m.deps.Post(screen.PromptMsg{Title: "Alert on " + text.Clean(pair), Hint: hint, Take: func(typed string) (tea.Cmd, error) {
		alert, err := m.market().SetAlert(pair, typed)
		if err != nil {
			return nil, err
		}
		said := text.Clean(pair) + " " + text.Clean(alert.Condition()) + ": you will be told once at each crossing"
		if !alert.Armed {
			said = text.Clean(pair) + " " + text.Clean(alert.Condition()) + " is so already: you will be told when it comes to be so again"
		}
		return tea.Batch(m.deps.Keep(), m.say(said)), nil
	}})
}

// listAlerts lists the alerts on all pairs; one that is chosen is given up.
func (m *Model) listAlerts() tea.Cmd {
	var choices []screen.Choice
	for _, alert := range m.market().AllAlerts() {
		choices = append(choices, screen.Choice{
			Name:   text.Clean(alert.Pair) + " " + text.Clean(alert.Condition()),
			Remark: m.alertState(alert) + ", " + m.deps.Key("chooser.take") + " gives it up",
			Run: func() tea.Cmd {
				m.market().RemoveAlert(alert)
				return tea.Batch(m.deps.Keep(), m.say(text.Clean(alert.Pair)+" "+text.Clean(alert.Condition())+" is given up"))
			},
		})
	}
	if len(choices) == 0 {
		return nil
	}
	return m.deps.Post(screen.ChooseMsg{Title: "Alerts", Choices: choices})
}

// alertState is how far off an alert is, or when it was told.
func (m *Model) alertState(alert store.Alert) text.Safe {
	state := text.Safe(m.market().Distance(alert))
	if !alert.Armed && !alert.Fired.IsZero() {
		state = "told " + text.Age(alert.Fired, m.deps.Now())
	}
	return state
}

// listLines are the pairs with what they did in 24 hours, as far as there is room: the shown one is among them.
func (m *Model) listLines(width, height int) []text.Line {
	th, pairs := m.deps.Theme, m.pairs()
	room := max(height/2, 1)
	at := slices.Index(pairs, m.pair)
	first := max(0, min(at-room/2, len(pairs)-room))
	var lines []text.Line
	for i, pair := range pairs[first:min(first+room, len(pairs))] {
		hit := &text.Hit{Rows: first + i - at}
		pointer, style := text.Safe("  "), th.Text
		if pair == m.pair {
			pointer, style = "▸ ", th.Strong
		}
		price, change := text.Span{Text: text.None, Style: th.Faint}, text.Span{Text: m.market().Status(pair).Words(), Style: th.Faint}
		if latest, ok := m.market().Latest(pair); ok {
			price, change = text.Span{Text: digits(latest.Price)}, m.change(latest.Change24h)
		}
		room := max(width-2-text.Width(text.Clean(pair))-1, 4)
		price.Text = text.Cut(price.Text, room)
		lines = append(lines,
			apart(text.Line{{Text: pointer}, {Text: text.Clean(pair), Style: style}}, text.Line{price}, width).WithHit(hit),
			apart(text.Line{{Text: "   "}, {Text: m.market().Sparkline(pair, sparkColumns), Style: th.Accent}}, text.Line{change}, width).WithHit(hit))
	}
	return lines
}

// sparkColumns is the width of what a price did in 24 hours.
const sparkColumns = 8

// apart is two parts of a line at its two ends.
func apart(left, right text.Line, width int) text.Line {
	right = right.Fit(min(right.Width(), width))
	return append(left.Fit(max(width-right.Width(), 0)), right...)
}

// asideLines are what stands below the pairs: alerts, marks, and how the service is asked.
func (m *Model) asideLines(width int) []text.Line {
	th := m.deps.Theme
	lines := []text.Line{nil, text.In(th.Faint, "ALERTS")}
	alerts := m.market().Alerts(m.pair)
	for _, alert := range alerts[:min(len(alerts), mostAlerts)] {
		condition, state := text.Plain("  "+text.Clean(alert.Condition())), text.In(th.Faint, m.alertState(alert))
		if condition.Width()+1+state.Width() <= width {
			lines = append(lines, apart(condition, state, width))
		} else { // in two lines, as neither says anything without the other
			said := text.Clean(alert.Condition()) + ", " + m.alertState(alert)
			lines = append(lines, condition.Fit(width).AnnounceAs(func() text.Safe { return said }), apart(nil, state, width).Silent())
		}
	}
	switch others := len(m.market().AllAlerts()) - len(alerts); {
	case others > 0:
		lines = append(lines, text.In(th.Faint, "  "+text.Integer(uint64(others))+" on other pairs: "+m.deps.Key("price.alerts")))
	case len(alerts) == 0:
		lines = append(lines, text.In(th.Faint, "  none: "+m.deps.Key("price.alert")+" sets one"))
	}
	if m.marks.on {
		lines = append(lines, nil, text.In(th.Faint, "MARKS"))
		lines = append(lines, m.markLines()...)
	}
	key := text.Safe("key: not set")
	if m.market().Keyed() {
		key = "key: set, not shown"
	}
	every, _, _ := m.market().Pace()
	return append(lines, nil, text.In(th.Faint, key), text.In(th.Faint, "budget: 1 call / "+seconds(every)))
}

// mostAlerts bounds the alerts that stand beside the chart.
const mostAlerts = 4
