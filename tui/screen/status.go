package screen

import (
	"foredeck/tui/load"
	"foredeck/tui/text"
)

// StateLine formats a load status for a panel's title. Errors are highlighted.
func (d *Deps) StateLine(status load.Status) text.Line {
	style := d.Theme.Faint
	if status.Err != nil {
		style = d.Theme.Bad
	}
	return text.In(style, status.Text())
}

// StaleNote returns a warning for the message row if the data is stale and not being refreshed, else nil.
func (d *Deps) StaleNote(status load.Status) text.Line {
	if !status.Has || status.Err != nil || status.Loading || status.Age < load.StaleAfter {
		return nil
	}
	return text.In(d.Theme.Warn, "! "+text.Elapsed(status.Age)+" old · "+d.Key("deck.refresh")+" refresh")
}

// FailureLines describes why the last load failed and what to do, nil if err is nil.
func (d *Deps) FailureLines(err error) []text.Line {
	if err == nil {
		return nil
	}
	failure := d.Explain(err)
	return []text.Line{
		text.In(d.Theme.Bad, failure.Reason),
		text.In(d.Theme.Faint, d.Key("deck.refresh")+" retry · "+d.Key("deck.requests")+" requests · "+failure.Advice),
	}
}

// Spinner returns a line that shows that a load is in progress, nil for the first moments of it.
func (d *Deps) Spinner(status load.Status, subject text.Safe) text.Line {
	if !status.Loading || status.Waited < load.SpinnerAfter {
		return nil
	}
	frames := [...]text.Safe{"|", "/", "-", "\\"}
	if !d.Config.Motion {
		frames = [...]text.Safe{"*", "*", "*", "*"}
	}
	frame := frames[int(status.Waited.Milliseconds()/spinnerStep)%len(frames)]
	line := text.Line{{Text: frame + " ", Style: d.Theme.Accent}, {Text: "loading " + subject}, {Text: "   " + d.Key("deck.up") + " cancel", Style: d.Theme.Faint}}
	return line.AnnounceAs(func() text.Safe { return "loading " + subject })
}

// spinnerStep is the time between two frames of the spinner, in milliseconds.
const spinnerStep = 250
