package view

import (
	"bytes"
	"errors"
	"math/big"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/render"
	"foredeck/tui/store"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// outcome describes the result of a run and its duration. It distinguishes functions that aborted from calls that failed before
// reaching the function.
func (m *Model) outcome(run *store.Run) text.Line {
	th := m.deps.Theme
	switch {
	case run.Err == nil:
		return text.Line{{Text: text.Const("ok"), Style: th.Text}, {Text: text.Format(" %s", text.Latency(run.Took)), Style: th.Faint}}
	case errors.Is(run.Err, store.ErrPast):
		return text.In(th.Faint, "before a chain reset")
	case m.deps.Explain(run.Err).Kind == load.ViewFailed:
		return text.Line{{Text: text.Const("function aborted"), Style: th.Bad}, {Text: text.Format(" %s", text.Latency(run.Took)), Style: th.Faint}}
	}
	return text.In(th.Bad, "call failed")
}

// lastSuccess returns the index of the first successful run with these inputs from i on, or -1.
func (m *Model) lastSuccess(i int, inputs []string) int {
	for at := i; at < len(m.runs); at++ {
		if m.runs[at].Err == nil && m.sameCall(m.runs[at].Inputs, inputs) {
			return at
		}
	}
	return -1
}

// resultPanel draws the selected run's result, and the last results if they are not beside it.
func (m *Model) resultPanel(room pane.Area) widget.Panel {
	th := m.deps.Theme
	width := room.Width
	p := widget.Panel{Title: widget.Title(m.deps.Theme, text.Const("Result"), m.IsBrowsing() && !m.isBeside())}
	status := m.call.Status(m.deps.Now())
	if spinner := m.deps.Spinner(status, text.Const("the result")); spinner != nil {
		p.State = status.Or(text.Format("running %s", text.Elapsed(status.Waited))).In(th.Faint)
		p.Body = append(p.Body, spinner)
	}
	shown := m.shownRun()
	switch {
	case p.State != nil:
	case shown != nil:
		p.State = append(m.outcome(shown), text.Span{Text: text.Format(", %s", m.ago(shown.At)), Style: th.Faint})
	case len(m.runs) > 0:
		p.State = text.In(th.Faint, "not run with these arguments")
	default:
		p.State = text.In(th.Faint, "not run")
	}
	p.Body = append(p.Body, m.resultLines(width)...)
	if m.rows.Height() > 0 && !m.isBeside() {
		p.Body = append(append(p.Body, nil), m.runLines(width)...)
	}
	return p
}

// runsPanel draws the last results.
func (m *Model) runsPanel(room pane.Area) widget.Panel {
	p := widget.Panel{Title: widget.Title(m.deps.Theme, text.Const("Last results"), m.IsBrowsing()), Body: []text.Line{text.In(m.deps.Theme.Faint, "no results yet")}}
	if m.rows.Height() > 0 {
		p.Body = m.runLines(room.Width)
	}
	return p
}

// runLines draws the visible runs.
func (m *Model) runLines(width int) []text.Line {
	rows := m.rows.View(m.deps.Theme, m.runColumns(width), width, m.runRow)
	for i := 1; i < len(rows) && !m.IsBrowsing(); i++ { // unlike in other lists, a click must not be taken for tab, which moves within the form
		rows[i].WithHit(&text.Hit{IsPoint: true, Target: m.runTarget(m.rows.First() + i - 1)})
	}
	return append([]text.Line{m.historyTitle()}, rows...)
}

// resultLines draws the selected run's error, if any, and its values. After a failure it draws those of the last successful run
// with the same inputs. Runs with other inputs are ignored.
func (m *Model) resultLines(width int) []text.Line {
	th := m.deps.Theme
	switch {
	case m.shownRun() == nil && m.call.Loading():
		return nil
	case m.shownRun() == nil:
		return []text.Line{text.In(th.Faint, "press %s to run the function", m.deps.Key("view.run"))}
	}
	selected := m.rows.Selected()
	var lines []text.Line
	if err := m.runs[selected].Err; err != nil {
		lines = m.failureLines(err, width)
	}
	at := m.lastSuccess(selected, m.runs[selected].Inputs)
	if at < 0 {
		return lines
	}
	if at != selected {
		lines = append(lines, text.In(th.Faint, "result of %s:", m.deps.ShortTime(m.runs[at].At)))
	}
	return append(lines, m.valueLines(at, width)...)
}

// maxValues bounds the values drawn per run.
const maxValues = 40

// valueLines draws the values of run i as a table.
func (m *Model) valueLines(i, width int) []text.Line {
	th, values := m.deps.Theme, m.runs[i].Values
	if len(values) == 0 {
		return []text.Line{text.In(th.Faint, "no values returned")}
	}
	before := m.lastSuccess(i+1, m.runs[i].Inputs)
	if before >= 0 && len(m.runs[before].Values) != len(values) {
		before = -1
	}
	amounts := m.deps.Amounts.Of(m.runs[i].TypeArguments(m.TypeFields))
	cells := make([][]widget.Cell, min(len(values), maxValues))
	for row := range cells {
		shown, raw := render.MoveValue(values[row], m.deps.Names.Of, amounts)
		change := text.Safe{}
		if before >= 0 {
			change = text.Format("%s since %s", changeText(values[row], m.runs[before].Values[row], amounts), m.deps.ShortTime(m.runs[before].At))
		}
		cells[row] = []widget.Cell{
			{Text: text.Integer(uint64(row)), Style: th.Faint}, {Text: text.Short(text.Bounded(values[row].Type)), Style: th.Faint},
			{Text: shown, Style: th.Strong}, {Text: raw, Style: th.Faint}, {Text: change, Style: th.Accent},
		}
	}
	change := 0 // hidden if there is nothing to compare with
	widest := func(column, maxLines int) int {
		width := 6
		for row := range cells {
			width = max(width, text.Width(cells[row][column].Text))
		}
		return min(width, maxLines)
	}
	if before >= 0 {
		change = widest(4, maxChangeWidth)
	}
	columns := []widget.Column{
		{Title: text.Const("#"), Width: 2, Right: true}, {Title: text.Const("TYPE"), Width: widest(1, width/4)}, {Title: text.Const("VALUE"), Width: 16, Flex: true},
		{Title: text.Const("RAW"), Width: widest(3, width/4), Rank: 2}, {Title: text.Const("CHANGE"), Width: change, Rank: 1},
	}
	var rows widget.Table
	rows.SetLength(len(cells))
	rows.SetHeight(len(cells))
	rows.SetBlurred(true)
	drawn := rows.View(th, columns, width+pointerWidth, func(row int) []widget.Cell { return cells[row] })
	lines := []text.Line{drawn[0].Slice(pointerWidth, width+pointerWidth).Silent()} // without the pointer column: no row is selected here
	maxLines := maxFullValueLines
	if len(values) > 1 {
		maxLines = 2
	}
	for row := range cells {
		spoken := func() text.Safe { return drawn[row+1][0].Announcement.Named(row) }
		lines = append(lines, drawn[row+1].Slice(pointerWidth, width+pointerWidth).WithHit(nil).AnnounceAs(spoken))
		if whole := render.RawMoveValue(values[row]); text.Width(whole) > width/3 {
			for _, line := range text.WrapIn(th.Faint, whole, width-valueIndent, maxLines) {
				lines = append(lines, append(text.Spaces(valueIndent).Line(), line...))
			}
		}
	}
	if len(values) > maxValues {
		lines = append(lines, text.In(th.Faint, "… %s more", text.Integer(uint64(len(values)-maxValues))))
	}
	return lines
}

// maxTrendRuns is the number of runs in the trend.
const maxTrendRuns = 40

// historyTitle draws the title of the history, with the trend of the runs with the selected one's inputs.
func (m *Model) historyTitle() text.Line {
	th := m.deps.Theme
	line := text.In(th.Faint, "HISTORY (stored on this machine)")
	var numbers []*big.Float
	inputs := m.runs[m.rows.Selected()].Inputs
	for _, run := range m.runs[:min(len(m.runs), maxTrendRuns)] {
		if run.Err != nil || len(run.Values) != 1 || !m.sameCall(run.Inputs, inputs) {
			continue
		}
		if number, ok := render.MoveInteger(run.Values[0]); ok {
			numbers = append(numbers, new(big.Float).SetInt(number))
		}
	}
	if slices.ContainsFunc(numbers, func(number *big.Float) bool { return number.Cmp(numbers[0]) != 0 }) {
		slices.Reverse(numbers)
		line = append(line, text.Span{Text: text.Const("   trend "), Style: th.Faint}, text.Span{Text: text.Sparkline(numbers), Style: th.Accent})
	}
	return line
}

const (
	// maxFullValueLines bounds the lines of a single long value shown in full.
	maxFullValueLines = 6
	valueIndent       = 4
	// maxChangeWidth bounds the change column: a u64 and a time.
	maxChangeWidth = 40
	// pointerWidth is the width of the pointer in front of a table's rows.
	pointerWidth = 2
)

// changeText describes the difference of a value from a previous one.
func changeText(now, before client.MoveValue, amounts render.Amounts) text.Safe {
	if bytes.Equal(now.JSON, before.JSON) {
		return text.Const("same")
	}
	new, isNumber := render.MoveInteger(now)
	old, wasNumber := render.MoveInteger(before)
	if !isNumber || !wasNumber {
		return text.Const("● changed")
	}
	difference := new.Sub(new, old)
	shown := amounts.Units.Write(difference, amounts.Decimals(now.Type))
	if difference.Sign() > 0 {
		return text.Format("+%s", shown)
	}
	return shown
}

// failedCall returns the call of the error of a function that failed; nil if the call did not reach the function.
func (m *Model) failedCall(err error) *client.FailedCall {
	failed, ok := errors.AsType[*client.ViewError](err)
	if !ok {
		return nil
	}
	return &client.FailedCall{Status: move.ParseVMStatus(failed.Message), Entry: new(m.request().Function)}
}

// shownFailure returns the failure of the selected run; nil if the run did not fail in the function.
func (m *Model) shownFailure() *client.FailedCall {
	run := m.shownRun()
	if run == nil || run.Err == nil {
		return nil
	}
	return m.failedCall(run.Err)
}

// failureLines describes why a run failed; if the function aborted, by the reason and where it failed. Below it are at least
// minHistoryLines of the history.
func (m *Model) failureLines(err error, width int) []text.Line {
	th, failure := m.deps.Theme, m.deps.Explain(err)
	if errors.Is(err, store.ErrPast) {
		return []text.Line{failure.Reason.In(th.Faint), text.In(th.Faint, "press %s to run again", m.deps.Key("view.run"))}
	}
	room := max(m.resultRoom.Height-minHistoryLines-1, minReasonLines)
	failed := m.failedCall(err)
	if failed == nil {
		return append(text.WrapIn(th.Bad, failure.Reason, width, room), failure.Advice.In(th.Faint))
	}
	found := m.deps.Failures.Of(failed)
	lines := render.Failed{Status: found}.Explain(th, width, room)
	advice := failure.Advice
	if found.Module != nil {
		advice = text.Format("%s where it failed · %s", m.deps.Key("view.failure"), advice)
	}
	return append(lines, text.WrapIn(th.Faint, advice, width, 2)...)
}

const (
	// minReasonLines is the number of lines that a reason takes even if there is no room for them.
	minReasonLines = 3
	// minHistoryLines is the height of the history that a long reason leaves: a blank line, two titles and a run.
	minHistoryLines = 4
)

// openFailure opens the module at the instruction where the shown run failed, or lets the user choose among several.
func (m *Model) openFailure() tea.Cmd {
	return m.deps.OpenPlaces(m.deps.Failures.Places(m.shownFailure()))
}
