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

// The rows of the list of alerts that are limits; what happened stands below them.
const (
	limitMiss = iota
	limitGap
	limitVotes
	limitSilent
	limitSnooze
	limitCount
)

// snooze is for how long alerts are not heard.
const snooze = time.Hour

// ring asks the deck to ring for what has just been told, unless that is not to be heard now.
func (m *Model) ring(alert blockindex.Alert) {
	if m.mode == modeAlerts {
		m.chain.Watch.MarkSeen() // it stands before the user's eyes
	}
	if m.chain.Watch.RingsBell(m.deps.Now()) {
		m.deps.Post(screen.AlertMsg{Words: alert.Text, Kind: alert.Event.String(), Facts: []string{
			"HEIGHT=" + strconv.FormatUint(alert.Height, 10), "TIME_US=" + strconv.FormatInt(alert.At.UnixMicro(), 10),
		}})
	}
}

// wholeBell is from how many columns on all limits are said.
const wholeBell = 100

// bell says in few words what is told of.
func (m *Model) bell() text.Safe {
	limits, now := m.chain.Watch.Limits, m.deps.Now()
	if !m.chain.Watch.RingsBell(now) {
		return "bell off until " + text.Safe(m.deps.Local(m.chain.Watch.Snoozed).Format("15:04"))
	}
	var on []string
	if limits.Miss && m.chain.Watch.Member != nil {
		on = append(on, "my miss")
	}
	if limits.Gap > 0 {
		on = append(on, "gap > "+plain(limits.Gap))
	}
	if limits.Votes > 0 && m.size.Width >= wholeBell {
		on = append(on, fmt.Sprintf("votes < %d %%", limits.Votes))
	}
	if limits.Silent > 0 && m.size.Width >= wholeBell {
		on = append(on, "none for "+plain(limits.Silent))
	}
	if len(on) == 0 {
		return "bell off"
	}
	return text.Safe("bell on: " + strings.Join(on, ", "))
}

// plain writes a limit as it can be typed: 2s, 1.5s, 1m30s; "off" for none.
func plain(limit time.Duration) string {
	if limit <= 0 {
		return "off"
	}
	written := limit.String()
	if strings.HasSuffix(written, "m0s") {
		written = strings.TrimSuffix(written, "0s")
	}
	return written
}

// limit is a row of the limits: what it is called and how it stands.
func (m *Model) limit(i int) (name, stands text.Safe) {
	watch := &m.chain.Watch
	switch i {
	case limitMiss:
		switch {
		case !watch.Limits.Miss:
			return "my miss", "off"
		case watch.Member == nil:
			return "my miss", "on, and no member is mine: " + m.deps.Key("blocks.me") + " sets it"
		}
		return "my miss", "on, of " + m.member(*watch.Member)
	case limitGap:
		return "gap over", text.Safe(plain(watch.Limits.Gap))
	case limitVotes:
		if watch.Limits.Votes == 0 {
			return "votes under", "off"
		}
		return "votes under", text.Safe(strconv.Itoa(watch.Limits.Votes) + " % of the members")
	case limitSilent:
		return "no block for", text.Safe(plain(watch.Limits.Silent))
	}
	if watch.RingsBell(m.deps.Now()) {
		return "bell", "on; " + m.deps.Key("blocks.open") + " keeps it quiet for an hour"
	}
	return "bell", "quiet until " + text.Safe(m.deps.Local(watch.Snoozed).Format("15:04 MST")) + "; " + m.deps.Key("blocks.open") + " ends that"
}

// alertPanel is the limits, and below them what happened, the newest first.
func (m *Model) alertPanel(width int) panel.Panel {
	th := m.deps.Theme
	frame, _ := panel.Frame(m.size.Plain())
	alerts := m.chain.Watch.Alerts()
	columns := []table.Column{{Title: "TELL OF", Width: 12}, {Title: "LIMIT, OR WHAT HAPPENED", Width: 10, Flex: true}}
	return panel.Panel{
		Title: text.In(th.Strong, "Alerts"), State: text.In(th.Faint, text.Integer(uint64(len(alerts)))+" so far"), Plain: m.size.Plain(),
		Body: m.alertRows.View(th, columns, width-frame, func(i int) []table.Cell {
			if i < limitCount {
				name, stands := m.limit(i)
				return []table.Cell{{Text: name, Style: th.Accent}, {Text: stands}}
			}
			alert := alerts[i-limitCount]
			return []table.Cell{{Text: text.Age(alert.At, m.deps.Now()), Style: th.Faint}, {Text: alert.Text, Style: th.Warn}}
		}),
	}
}

// alertActions are the keys of the list of alerts.
func (m *Model) alertActions(keys KeyMap) []screen.Action {
	keys.Open.SetHelp("enter", "open its block")
	switch at := m.alertRows.Selected(); {
	case at < limitCount:
		keys.Open.SetHelp("enter", "change")
	case m.alert(at).Event == blockindex.NodeProblem:
		return nil
	}
	return []screen.Action{keys.Open}
}

// alert is what happened in a row of the list.
func (m *Model) alert(row int) blockindex.Alert { return m.chain.Watch.Alerts()[row-limitCount] }

func (m *Model) alertKey(msg tea.KeyMsg) tea.Cmd {
	at := m.alertRows.Selected()
	switch {
	case !m.keys.Open.Matches(msg):
		m.keys.Rows(&m.alertRows, msg)
	case at < limitCount:
		return m.change(at)
	case m.alert(at).Event != blockindex.NodeProblem:
		return m.deps.Post(screen.OpenMsg{Target: target.Target{Kind: target.Height, Height: m.alert(at).Height}})
	}
	return nil
}

// change turns a limit on or off, or asks for another.
func (m *Model) change(i int) tea.Cmd {
	watch := &m.chain.Watch
	limits := watch.Limits
	switch i {
	case limitMiss:
		limits.Miss = !limits.Miss
		return m.setLimits(limits)
	case limitSnooze:
		if now := m.deps.Now(); watch.RingsBell(now) {
			watch.Snoozed = now.Add(snooze)
		} else {
			watch.Snoozed = time.Time{}
		}
		return nil
	case limitVotes:
		return m.askLimit("Votes under", "percent of the members, 0 for off", strconv.Itoa(limits.Votes), func(typed string) error {
			percent, err := strconv.ParseUint(typed, 10, 8)
			if err != nil || percent > 100 {
				return &limitError{typed, "a whole number from 0 to 100"}
			}
			limits.Votes = int(percent)
			return nil
		}, &limits)
	case limitGap:
		return m.askTime("Gap over", &limits.Gap, &limits)
	}
	return m.askTime("No block for", &limits.Silent, &limits)
}

func (m *Model) askTime(title text.Safe, into *time.Duration, limits *blockindex.Limits) tea.Cmd {
	return m.askLimit(title, "a time such as 1.5s or 2m, 0 for off", plain(*into), func(typed string) error {
		if typed == "off" {
			typed = "0"
		}
		limit, err := time.ParseDuration(typed)
		if seconds, wrong := strconv.ParseFloat(typed, 64); wrong == nil && seconds < 1e6 {
			limit, err = time.Duration(seconds*float64(time.Second)), nil
		}
		if err != nil || limit < 0 {
			return &limitError{typed, "a time such as 1.5s or 2m"}
		}
		*into = limit
		return nil
	}, limits)
}

func (m *Model) askLimit(title, hint text.Safe, begun string, read func(string) error, limits *blockindex.Limits) tea.Cmd {
	return m.deps.Post(screen.PromptMsg{Title: title, Hint: hint, Begun: begun, Take: func(typed string) (tea.Cmd, error) {
		if err := read(strings.TrimSpace(typed)); err != nil {
			return nil, err
		}
		return m.setLimits(*limits), nil
	}})
}

func (m *Model) setLimits(limits blockindex.Limits) tea.Cmd {
	m.chain.Watch.Limits = limits
	m.deps.Store.SetLimits(limits)
	return m.deps.Keep()
}

// limitError is a text that is no limit.
type limitError struct{ typed, rule string }

func (e *limitError) Error() string { return strconv.Quote(e.typed) + ": must be " + e.rule }
