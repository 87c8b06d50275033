package view

import (
	"bytes"
	"errors"
	"math/big"
	"slices"
	"time"

	"foredeck/client"
	"foredeck/tui/load"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/panel"
	"foredeck/tui/widget/table"
)

// outcome is how a run went, in a word or two and with the time that it took. A function that failed was called; a call that
// failed did not come to it.
func (m *Model) outcome(run *screen.ViewRun) text.Line {
	th := m.deps.Theme
	switch {
	case run.Err == nil:
		return text.Line{{Text: "ok", Style: th.Good}, {Text: " " + text.Latency(run.Took), Style: th.Faint}}
	case errors.Is(run.Err, screen.ErrPast):
		return text.In(th.Faint, "of an earlier start")
	case m.deps.Explain(run.Err).Kind == load.FunctionFailed:
		return text.Line{{Text: "the function failed", Style: th.Bad}, {Text: " " + text.Latency(run.Took), Style: th.Faint}}
	}
	return text.In(th.Bad, "the call failed")
}

// failureLines say why a run failed, in the words of the node where the function was called.
func (m *Model) failureLines(err error, width int) []text.Line {
	th, failure := m.deps.Theme, m.deps.Explain(err)
	if errors.Is(err, screen.ErrPast) {
		return []text.Line{text.In(th.Faint, failure.Reason), text.In(th.Faint, m.deps.Key("view.run")+" runs it again")}
	}
	reason := failure.Reason
	var function *client.ViewError
	if errors.As(err, &function) {
		reason = text.Bounded(function.Message)
	}
	var lines []text.Line
	for _, part := range text.Wrap(reason, width, mostReasonLines) {
		lines = append(lines, text.In(th.Bad, part))
	}
	return append(lines, text.In(th.Faint, failure.Advice))
}

// mostReasonLines bounds the lines of a failure: nodes may answer with pages.
const mostReasonLines = 3

// good is the first run, from the i-th on, that asked with these inputs and did not fail; -1 where there is none.
func (m *Model) good(i int, inputs []string) int {
	for at := i; at < len(m.runs); at++ {
		if m.runs[at].Err == nil && m.same(m.runs[at].Inputs, inputs) {
			return at
		}
	}
	return -1
}

// resultPanel is what the selected run returned, and the runs of this session.
func (m *Model) resultPanel() panel.Panel {
	th := m.deps.Theme
	frame, _ := panel.Frame(m.size.Plain())
	width := m.size.Width - frame
	p := panel.Panel{Title: m.title("Result", m.focus == browsing), Plain: m.size.Plain()}
	status := m.asked.Status(m.deps.Now())
	if spinner := m.deps.Spinner(status, "the function"); spinner != nil {
		p.State = text.In(th.Faint, "asking "+text.Elapsed(status.Waited))
		p.Body = append(p.Body, spinner)
	}
	shown := m.shown()
	switch {
	case p.State != nil:
	case shown != nil:
		p.State = append(m.outcome(shown), text.Span{Text: ", " + m.ago(shown.At), Style: th.Faint})
	case len(m.runs) > 0:
		p.State = text.In(th.Faint, "not run with these arguments")
	default:
		p.State = text.In(th.Faint, "not run")
	}
	p.Body = append(p.Body, m.resultLines(width)...)
	if m.rows.Height() > 0 {
		p.Body = append(p.Body, nil, m.historyTitle())
		rows := m.rows.View(th, m.runColumns(width), width, m.runRow)
		for i := 1; i < len(rows) && m.focus != browsing; i++ { // tab, which else gives a list the keys, goes through the form alone
			rows[i].WithHit(&text.Hit{IsPoint: true, Target: m.spotOfRun(m.rows.First() + i - 1)})
		}
		p.Body = append(p.Body, rows...)
	}
	return p
}

// resultLines are the failure of the run that is shown, or none, and the values; where it failed, those of the last time that
// the same call did not. What calls with other arguments returned is no result of this one.
func (m *Model) resultLines(width int) []text.Line {
	th := m.deps.Theme
	switch {
	case m.shown() == nil && m.asked.Loading():
		return nil
	case m.shown() == nil:
		return []text.Line{text.In(th.Faint, m.deps.Key("view.run")+" runs the function")}
	}
	selected := m.rows.Selected()
	var lines []text.Line
	if err := m.runs[selected].Err; err != nil {
		lines = m.failureLines(err, width)
	}
	at := m.good(selected, m.runs[selected].Inputs)
	if at < 0 {
		return lines
	}
	if at != selected {
		lines = append(lines, text.In(th.Faint, "what it returned "+m.when(m.runs[at].At)+":"))
	}
	return append(lines, m.valueLines(at, width)...)
}

// mostValues bounds the values that are shown of one run.
const mostValues = 40

// valueLines are the values of run i as a table.
func (m *Model) valueLines(i, width int) []text.Line {
	th, values := m.deps.Theme, m.runs[i].Values
	if len(values) == 0 {
		return []text.Line{text.In(th.Faint, "it returned no values")}
	}
	before := m.good(i+1, m.runs[i].Inputs)
	if before >= 0 && len(m.runs[before].Values) != len(values) {
		before = -1
	}
	amounts := m.deps.Amounts(m.runs[i].TypeArguments(m.types))
	cells := make([][]table.Cell, min(len(values), mostValues))
	for row := range cells {
		shown, raw := render.MoveValue(values[row], m.deps.NameOf, amounts)
		change := text.Safe("")
		if before >= 0 {
			change = changed(values[row], m.runs[before].Values[row], amounts) + " since " + m.when(m.runs[before].At)
		}
		cells[row] = []table.Cell{
			{Text: text.Integer(uint64(row)), Style: th.Faint}, {Text: text.Short(text.Bounded(values[row].Type)), Style: th.Faint},
			{Text: shown, Style: th.Strong}, {Text: raw, Style: th.Faint}, {Text: change, Style: th.Accent},
		}
	}
	change := 0 // no column where there is nothing to compare with
	widest := func(column, most int) int {
		width := 6
		for row := range cells {
			width = max(width, text.Width(cells[row][column].Text))
		}
		return min(width, most)
	}
	if before >= 0 {
		change = widest(4, mostChange)
	}
	columns := []table.Column{
		{Title: "#", Width: 2, Right: true}, {Title: "TYPE", Width: widest(1, width/4)}, {Title: "VALUE", Width: 16, Flex: true},
		{Title: "RAW", Width: widest(3, width/4), Rank: 2}, {Title: "CHANGE", Width: change, Rank: 1},
	}
	var rows table.Model
	rows.SetLength(len(cells))
	rows.SetHeight(len(cells))
	rows.SetBlurred(true)
	drawn := rows.View(th, columns, width+mark, func(row int) []table.Cell { return cells[row] })
	lines := []text.Line{drawn[0].Slice(mark, width+mark)} // no row is selected here
	most := mostWholeLines
	if len(values) > 1 {
		most = 2
	}
	for row := range cells {
		lines = append(lines, drawn[row+1].Slice(mark, width+mark).WithHit(nil))
		if whole := render.RawMoveValue(values[row]); text.Width(whole) > width/3 {
			for _, part := range text.Wrap(whole, width-wholeIndent, most) {
				lines = append(lines, text.In(th.Faint, text.Spaces(wholeIndent)+part))
			}
		}
	}
	if len(values) > mostValues {
		lines = append(lines, text.In(th.Faint, "… "+text.Integer(uint64(len(values)-mostValues))+" more"))
	}
	return lines
}

// when is the time of a run: without the day where that is today.
func (m *Model) when(at time.Time) text.Safe {
	at = m.deps.Local(at)
	if at.Format(time.DateOnly) == m.deps.Now().Format(time.DateOnly) {
		return text.Safe(at.Format("15:04:05"))
	}
	return text.Safe(at.Format("01-02 15:04"))
}

// mostTrend is how many runs the trend looks back at.
const mostTrend = 40

// historyTitle stands over the runs, with the trend of those that asked what the selected one asked.
func (m *Model) historyTitle() text.Line {
	th := m.deps.Theme
	line := text.In(th.Faint, "HISTORY (kept on this machine)")
	var numbers []*big.Float
	inputs := m.runs[m.rows.Selected()].Inputs
	for _, run := range m.runs[:min(len(m.runs), mostTrend)] {
		if run.Err != nil || len(run.Values) != 1 || !m.same(run.Inputs, inputs) {
			continue
		}
		if number, ok := render.MoveInteger(run.Values[0]); ok {
			numbers = append(numbers, new(big.Float).SetInt(number))
		}
	}
	if slices.ContainsFunc(numbers, func(number *big.Float) bool { return number.Cmp(numbers[0]) != 0 }) {
		slices.Reverse(numbers)
		line = append(line, text.Span{Text: "   trend ", Style: th.Faint}, text.Span{Text: text.Sparkline(numbers), Style: th.Accent})
	}
	return line
}

const (
	// mostWholeLines bounds the lines in which a long value that is the only one is shown whole.
	mostWholeLines = 6
	wholeIndent    = 4
	// mostChange bounds the width of what changed: a u64 and the time.
	mostChange = 40
	// mark is the width of the pointer that a table draws in front of its rows.
	mark = 2
)

// changed says how a value differs from what it was.
func changed(now, before client.MoveValue, amounts render.Amounts) text.Safe {
	if bytes.Equal(now.JSON, before.JSON) {
		return "same"
	}
	new, isNumber := render.MoveInteger(now)
	old, wasNumber := render.MoveInteger(before)
	if !isNumber || !wasNumber {
		return "● changed"
	}
	difference := new.Sub(new, old)
	written := amounts.Units.Write(difference, amounts.Decimals(now.Type))
	if difference.Sign() > 0 {
		return "+" + written
	}
	return written
}
