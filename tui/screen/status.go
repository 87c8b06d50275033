package screen

import (
	"foredeck/tui/load"
	"foredeck/tui/text"
)

// StateLine is the status in words, in the style of what it says, for a panel's title.
func (d *Deps) StateLine(status load.Status) text.Line {
	style := d.Theme.Faint
	if status.Err != nil {
		style = d.Theme.Bad
	}
	return text.In(style, status.Text())
}

// StaleNote is for the message row: what is shown is old, and nobody looks after it. It is empty for what is not.
func (d *Deps) StaleNote(status load.Status) text.Line {
	if !status.Has || status.Err != nil || status.Loading || status.Age < load.StaleAfter {
		return nil
	}
	return text.In(d.Theme.Warn, "! "+text.Elapsed(status.Age)+" old: "+d.Key("deck.refresh")+" asks again")
}

// FailureLines say why the newest look failed and what to do. There are none when it did not fail.
func (d *Deps) FailureLines(err error) []text.Line {
	if err == nil {
		return nil
	}
	failure := d.Explain(err)
	return []text.Line{
		text.In(d.Theme.Bad, failure.Reason),
		text.In(d.Theme.Faint, d.Key("deck.refresh")+" asks again · "+d.Key("deck.requests")+" requests · "+failure.Advice),
	}
}

// Spinner is the line that shows that something is being waited for, once that takes long enough to be noticed.
func (d *Deps) Spinner(status load.Status, subject text.Safe) text.Line {
	if !status.Loading || status.Waited < load.SpinnerAfter {
		return nil
	}
	frames := [...]text.Safe{"|", "/", "-", "\\"}
	if !d.Config.Motion {
		frames = [...]text.Safe{"*", "*", "*", "*"}
	}
	frame := frames[int(status.Waited.Milliseconds()/spinnerStep)%len(frames)]
	line := text.Line{{Text: frame + " ", Style: d.Theme.Accent}, {Text: "asking for " + subject}, {Text: "   " + d.Key("deck.up") + " cancels", Style: d.Theme.Faint}}
	return line.AnnounceAs(func() text.Safe { return "asking for " + subject })
}

// spinnerStep is how long the spinner stands still: four steps a second.
const spinnerStep = 250
