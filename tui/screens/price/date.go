package price

import (
	"errors"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/market"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// barLabel formats the start of a drawn bar: with the year if it is not the current one, and the time for bars of less than a day.
func (m *Model) barLabel(at int64) string {
	local, period := m.deps.Local(time.UnixMilli(at)), m.period()
	layout := "01-02"
	if period.Months > 0 {
		return local.Format("2006-01")
	}
	if local.Year() != m.deps.Local(m.deps.Now()).Year() {
		layout = time.DateOnly
	}
	if period.Fixed > 0 {
		layout += " 15:04"
	}
	if period.Fixed > 0 && period.Fixed < time.Minute {
		layout += ":05"
	}
	return local.Format(layout)
}

var errDate = errors.New("must be a date or a time, for example 2026-11-21, 2026-11-21 12:04 or -30d")

// dateLayouts are the accepted forms of a date.
var dateLayouts = []string{time.DateOnly, "2006-01-02 15:04", "2006-01-02T15:04", "2006-01", "2006"}

// parseDate parses a date in the zone of the chart, or an age such as -30d.
func (m *Model) parseDate(typed string) (time.Time, error) {
	typed = strings.TrimSpace(typed)
	if digits, ok := strings.CutSuffix(typed, "d"); ok {
		if hours, err := time.ParseDuration(strings.TrimPrefix(digits, "-") + "h"); err == nil && hours >= 0 && hours < market.MaxSpan/24 {
			return m.deps.Now().Add(-24 * hours), nil
		}
	}
	for _, layout := range dateLayouts {
		if at, err := time.ParseInLocation(layout, typed, m.location()); err == nil && at.Unix() > 0 {
			return at, nil
		}
	}
	return time.Time{}, errDate
}

// promptDate moves the crosshair to a date.
func (m *Model) promptDate() tea.Cmd {
	hint := text.Format("%s, or an age: 2026-11-21, 2026-11-21 12:04, 2026-11, -30d", m.zone())
	return m.deps.Post(screen.PromptMsg{Title: text.Const("Go to date"), Hint: hint, Submit: func(typed string) (tea.Cmd, error) {
		at, err := m.parseDate(typed)
		if err != nil {
			return nil, err
		}
		m.goTo(at.UnixMilli())
		return m.load(), nil
	}})
}
