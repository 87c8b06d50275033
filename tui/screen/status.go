package screen

import (
	"time"

	"foredeck/theme"
	"foredeck/tui/load"
	"foredeck/tui/text"
)

// StateLine formats a load status for a panel's title. Errors and waits are highlighted, and ages that only the user changes are quiet.
func (d *Deps) StateLine(status load.Status) text.Line {
	style := d.Theme.Faint
	switch {
	case status.Loading && !status.Wait.IsEmpty():
		style = d.Theme.Warn
	case status.Err != nil:
		style = d.Theme.Bad
	case status.Manual && status.Has && !status.Loading:
		style = d.Theme.Hint
	}
	return status.Text().In(style)
}

// StaleNote returns a warning for the message row if data that should have been refreshed is stale, else nil.
func (d *Deps) StaleNote(status load.Status) text.Line {
	if !status.Has || status.Manual || status.Err != nil || status.Loading || status.Age < load.StaleAfter {
		return nil
	}
	return text.In(d.Theme.Warn, "! %s old · %s refresh", text.Elapsed(status.Age), d.Key("deck.refresh"))
}

// FailureLines describes why the last load failed and what to do, nil if err is nil.
func (d *Deps) FailureLines(err error) []text.Line {
	if err == nil {
		return nil
	}
	failure := d.Explain(err)
	return []text.Line{
		failure.Reason.In(d.Theme.Bad),
		text.In(d.Theme.Faint, "%s retry · %s requests · %s", d.Key("deck.refresh"), d.Key("deck.requests"), failure.Advice),
	}
}

// FailureText wraps why something failed, and says how to do it again: retry, compare again.
func (d *Deps) FailureText(failure load.Failure, again text.Safe, width, maxLines int) []text.Line {
	return append(text.WrapIn(d.Theme.Bad, failure.Reason, width, maxLines), text.In(d.Theme.Faint, "%s %s · %s", d.Key("deck.refresh"), again, failure.Advice))
}

// Spinner returns a line that shows that a load is in progress, nil for the first moments of it.
func (d *Deps) Spinner(status load.Status, subject text.Safe) text.Line {
	if !status.Loading || status.Waited < load.SpinnerAfter {
		return nil
	}
	frames := [...]text.Safe{text.Const("|"), text.Const("/"), text.Const("-"), text.Const("\\")}
	if !d.Config.Motion {
		frames = [...]text.Safe{text.Const("*"), text.Const("*"), text.Const("*"), text.Const("*")}
	}
	frame := frames[int(status.Waited.Milliseconds()/spinnerStep)%len(frames)]
	line := text.Line{{Text: text.Format("%s ", frame), Style: d.Theme.Accent}, {Text: text.Format("loading %s", subject)}, {Text: text.Format("   %s cancel", d.Key("deck.up")), Style: d.Theme.Faint}}
	return line.AnnounceAs(func() text.Safe { return text.Format("loading %s", subject) })
}

// ShowsSkeleton reports whether bars are drawn where rows will be: a first page has been loading for a moment.
func (d *Deps) ShowsSkeleton(status load.Status) bool {
	return d.Config.Motion && status.Loading && !status.Has && status.Waited >= load.SpinnerAfter
}

// Times for which a changed value is marked, and then fades. The clock draws a frame each second, so that marks need no timer.
const (
	markTime = time.Second
	fadeTime = 2 * time.Second
)

// Marked returns the style of a value that changed at an instant: marked at first, then in the accent, then as it is. Without motion, and
// for the zero time, it is the style itself.
func (d *Deps) Marked(changed time.Time, style theme.Style) theme.Style {
	passed := d.Now().Sub(changed)
	switch {
	case changed.IsZero() || !d.Config.Motion || passed < 0 || passed >= fadeTime:
		return style
	case passed < markTime:
		return d.Theme.Changed
	}
	return d.Theme.Accent
}

// Changing remembers when a value that is shown last changed.
type Changing[T comparable] struct {
	value T
	known bool
	at    time.Time
}

// Note records the value that is shown now. The first one is not a change.
func (c *Changing[T]) Note(value T, now time.Time) {
	if c.known && c.value != value {
		c.at = now
	}
	c.value, c.known = value, true
}

// At returns when the value last changed, zero if it never did.
func (c *Changing[T]) At() time.Time { return c.at }

// spinnerStep is the time between two frames of the spinner, in milliseconds.
const spinnerStep = 250
