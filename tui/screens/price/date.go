package price

import (
	"errors"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/market"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/chart"
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

var errDate = errors.New("must be a date or a time, for example 2026-11-21, 11-10, 14:00, yesterday, now or -30d")

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
	now := m.deps.Now().In(m.location())
	switch strings.ToLower(typed) {
	case "now":
		return now, nil
	case "today":
		return m.dayStart(now), nil
	case "yesterday":
		return m.dayStart(m.dayStart(now).Add(-time.Hour)), nil
	}
	if at, err := time.ParseInLocation("15:04", typed, m.location()); err == nil {
		return lastBefore(now, func(back int) time.Time {
			return time.Date(now.Year(), now.Month(), now.Day()-back, at.Hour(), at.Minute(), 0, 0, m.location())
		}), nil
	}
	if at, err := time.ParseInLocation("01-02", typed, m.location()); err == nil {
		return lastBefore(now, func(back int) time.Time {
			return time.Date(now.Year()-back, at.Month(), at.Day(), 0, 0, 0, 0, m.location())
		}), nil
	}
	for _, layout := range dateLayouts {
		if at, err := time.ParseInLocation(layout, typed, m.location()); err == nil && at.Unix() > 0 {
			return at, nil
		}
	}
	return time.Time{}, errDate
}

// dayStart returns the start of the day of a time in its zone.
func (m *Model) dayStart(at time.Time) time.Time {
	return time.UnixMilli(chart.Period{Days: 1}.Start(at.UnixMilli(), m.location())).In(m.location())
}

// lastBefore returns the time in the current day or year, or in the one before if that is yet to come.
func lastBefore(now time.Time, at func(back int) time.Time) time.Time {
	if found := at(0); !found.After(now) {
		return found
	}
	return at(1)
}

// promptDate moves the crosshair to a date.
func (m *Model) promptDate() tea.Cmd {
	hint := text.Format("%s, or an age: 2026-11-21, 2026-11-21 12:04, 11-21, 14:00, yesterday, now, -30d", m.zone())
	return m.deps.Post(screen.PromptMsg{Title: text.Const("Go to date"), Hint: hint, Submit: func(typed string) (tea.Cmd, error) {
		at, err := m.parseDate(typed)
		if err != nil {
			return nil, err
		}
		if m.goTo(at.UnixMilli()); strings.EqualFold(strings.TrimSpace(typed), "now") {
			m.goLast()
		}
		return m.load(), nil
	}})
}
