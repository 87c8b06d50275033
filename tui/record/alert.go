package record

import (
	"time"

	"foredeck/config"
	"foredeck/tui/live"
	"foredeck/tui/text"
)

// Alerts returns the columns of alerts, those that are open and those that are over.
func Alerts(now func() time.Time) Columns[live.Condition] {
	return Columns[live.Condition]{
		{Deck: "state", Title: text.Const("STATE"), Width: 12, Cell: alertState},
		{Deck: "age", Title: text.Const("AGE"), Width: 6, Cell: func(c *live.Condition) text.Safe { return text.Age(c.Began, now()) }},
		{Deck: "for", Title: text.Const("FOR"), Width: 4, Cell: func(c *live.Condition) text.Safe {
			if c.IsOpen() || c.Ended.After(c.Began) {
				return text.Elapsed(c.Duration(now()))
			}
			return text.Safe{}
		}},
		{Deck: "alert", Title: text.Const("ALERT"), Width: 44, Cell: func(c *live.Condition) text.Safe { return c.Describe(now()) }},
	}
}

// alertState returns the state of an alert: its severity while it is open.
func alertState(c *live.Condition) text.Safe {
	switch {
	case !c.IsOpen() && !c.Reported:
		return text.Const("silenced")
	case !c.IsOpen():
		return text.Const("ended")
	case c.Acknowledged:
		return text.Const("acknowledged")
	case c.Severity == config.Critical:
		return text.Const("critical")
	case c.Severity == config.Warning:
		return text.Const("warning")
	}
	return text.Const("info")
}
