package blocks

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/blockindex"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget/panel"
	"foredeck/tui/widget/table"
)

// settingCount is the number of settings above the alerts in the list.
const settingCount = 5

// snooze is how long snoozed alerts stay silent.
const snooze = time.Hour

// minBellWidth is the width from which all limits are listed in bellStatus.
const minBellWidth = 100

// bellStatus summarizes the active alert limits.
func (m *Model) bellStatus() text.Safe {
	limits, now := m.blocks.Watch.Limits, m.deps.Now()
	if !m.blocks.Watch.RingsBell(now) {
		return text.Format("bell silenced until %s", text.Clean(m.deps.Local(m.blocks.Watch.Snoozed).Format("15:04")))
	}
	var active []string
	if limits.Miss && m.blocks.Watch.Member != nil {
		active = append(active, "missed votes")
	}
	if limits.Gap > 0 {
		active = append(active, "gap > "+formatLimit(limits.Gap))
	}
	if limits.Votes > 0 && m.size.Width >= minBellWidth {
		active = append(active, fmt.Sprintf("votes < %d %%", limits.Votes))
	}
	if limits.Silent > 0 && m.size.Width >= minBellWidth {
		active = append(active, "no block for "+formatLimit(limits.Silent))
	}
	if len(active) == 0 {
		return text.Const("bell off")
	}
	return text.Clean("bell on: " + strings.Join(active, ", "))
}

// formatLimit formats a limit as it can be typed: 2s, 1.5s, 1m30s, or "off".
func formatLimit(limit time.Duration) string {
	if limit <= 0 {
		return "off"
	}
	s := limit.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	return s
}

// setting is a row of the alert list. change toggles it or asks for a new value.
type setting struct {
	name, state text.Safe
	change      func() tea.Cmd
}

func (m *Model) settings() [settingCount]setting {
	watch, limits := &m.blocks.Watch, m.blocks.Watch.Limits
	missed, votes := text.Const("off"), text.Const("off")
	switch {
	case limits.Miss && watch.Member == nil:
		missed = text.Format("on, but no validator is set · %s set my validator", m.deps.Key("blocks.my_validator"))
	case limits.Miss:
		missed = text.Format("on, for %s", m.member(*watch.Member))
	}
	if limits.Votes > 0 {
		votes = text.Clean(strconv.Itoa(limits.Votes) + " % of members")
	}
	bell := text.Format("on · %s silence for 1 hour", m.deps.Key("blocks.open"))
	if !watch.RingsBell(m.deps.Now()) {
		bell = text.Format("silenced until %s · %s end silence", text.Clean(m.deps.Local(watch.Snoozed).Format("15:04 MST")), m.deps.Key("blocks.open"))
	}
	return [settingCount]setting{
		{text.Const("missed vote"), missed, func() tea.Cmd {
			limits.Miss = !limits.Miss
			return m.setLimits(limits)
		}},
		{text.Const("gap over"), text.Clean(formatLimit(limits.Gap)), func() tea.Cmd { return m.promptDuration(text.Const("Gap over"), &limits.Gap, &limits) }},
		{text.Const("votes under"), votes, func() tea.Cmd { return m.promptVotes(&limits) }},
		{text.Const("no block for"), text.Clean(formatLimit(limits.Silent)), func() tea.Cmd { return m.promptDuration(text.Const("No block for"), &limits.Silent, &limits) }},
		{text.Const("bell"), bell, m.toggleBell},
	}
}

func (m *Model) toggleBell() tea.Cmd {
	watch, now := &m.blocks.Watch, m.deps.Now()
	if watch.RingsBell(now) {
		watch.Snoozed = now.Add(snooze)
	} else {
		watch.Snoozed = time.Time{}
	}
	return nil
}

// alertPanel draws the settings and below them the alerts, newest first.
func (m *Model) alertPanel(width int) panel.Panel {
	th := m.deps.Theme
	frame, _ := panel.Frame(m.size.IsPlain())
	alerts, settings := m.blocks.Watch.Alerts(), m.settings()
	columns := []table.Column{{Title: text.Const("ALERT"), Width: 12}, {Title: text.Const("LIMIT OR EVENT"), Width: 10, Flex: true}}
	return panel.Panel{
		Title: text.In(th.Strong, "Alerts"), State: text.In(th.Faint, "%s alerts", text.Integer(uint64(len(alerts)))), Plain: m.size.IsPlain(),
		Body: m.alertRows.View(th, columns, width-frame, func(i int) []table.Cell {
			if i < settingCount {
				return []table.Cell{{Text: settings[i].name, Style: th.Accent}, {Text: settings[i].state}}
			}
			alert := alerts[i-settingCount]
			return []table.Cell{{Text: text.Age(alert.At, m.deps.Now()), Style: th.Faint}, {Text: alert.Text, Style: th.Warn}}
		}),
	}
}

func (m *Model) alertActions(keys KeyMap) []screen.Action {
	keys.Open.SetHelp("enter", "open block")
	switch at := m.alertRows.Selected(); {
	case at < settingCount:
		keys.Open.SetHelp("enter", "change")
	case m.alert(at).Event == blockindex.NodeProblem:
		return nil
	}
	return []screen.Action{keys.Open}
}

func (m *Model) alert(row int) blockindex.Alert { return m.blocks.Watch.Alerts()[row-settingCount] }

func (m *Model) alertKey(msg tea.KeyMsg) tea.Cmd {
	at := m.alertRows.Selected()
	switch {
	case !m.keys.Open.Matches(msg):
		m.keys.Rows(&m.alertRows, msg)
	case at < settingCount:
		return m.settings()[at].change()
	case m.alert(at).Event != blockindex.NodeProblem:
		return m.deps.Post(screen.OpenMsg{Target: target.Target{Kind: target.Height, Height: m.alert(at).Height}})
	}
	return nil
}

func (m *Model) promptVotes(limits *blockindex.Limits) tea.Cmd {
	return m.promptLimit(text.Const("Votes under"), text.Const("percent of members, 0 = off"), strconv.Itoa(limits.Votes), func(typed string) error {
		percent, err := strconv.ParseUint(typed, 10, 8)
		if err != nil || percent > 100 {
			return invalidValue(typed, "a whole number from 0 to 100")
		}
		limits.Votes = int(percent)
		return nil
	}, limits)
}

func (m *Model) promptDuration(title text.Safe, into *time.Duration, limits *blockindex.Limits) tea.Cmd {
	return m.promptLimit(title, text.Const("duration such as 1.5s or 2m, 0 = off"), formatLimit(*into), func(typed string) error {
		if typed == "off" {
			typed = "0"
		}
		limit, err := time.ParseDuration(typed)
		if seconds, wrong := strconv.ParseFloat(typed, 64); wrong == nil && seconds < 1e6 {
			limit, err = time.Duration(seconds*float64(time.Second)), nil
		}
		if err != nil || limit < 0 {
			return invalidValue(typed, "a duration such as 1.5s or 2m")
		}
		*into = limit
		return nil
	}, limits)
}

func (m *Model) promptLimit(title, hint text.Safe, initial string, parse func(string) error, limits *blockindex.Limits) tea.Cmd {
	return m.deps.Post(screen.PromptMsg{Title: title, Hint: hint, Value: initial, Submit: func(typed string) (tea.Cmd, error) {
		if err := parse(strings.TrimSpace(typed)); err != nil {
			return nil, err
		}
		return m.setLimits(*limits), nil
	}})
}

func (m *Model) setLimits(limits blockindex.Limits) tea.Cmd {
	m.blocks.Watch.Limits = limits
	m.deps.Store.SetLimits(limits)
	return m.deps.SaveStore()
}

func invalidValue(typed, want string) error {
	return fmt.Errorf("invalid value %q: must be %s", typed, want)
}
