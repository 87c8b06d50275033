package view

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

const (
	timeWidth, tookWidth = 11, 8
	// minInputsWidth and minValueWidth are the minimum widths of the inputs and the value column.
	minInputsWidth, minValueWidth = 12, 16
	// columnGaps is the total width of the gaps between the columns, including the pointer.
	columnGaps = 8
)

// runColumns returns the columns of the history. The inputs get the width left by the visible values.
func (m *Model) runColumns(width int) []widget.Column {
	value, with := minValueWidth, minInputsWidth
	for i := m.rows.First(); i < min(m.rows.First()+m.rows.Height(), len(m.runs)); i++ {
		cells := m.runRow(i)
		value, with = max(value, text.Width(cells[1].Text)), max(with, text.Width(cells[3].Text))
	}
	room := width - timeWidth - tookWidth - columnGaps
	with = max(min(with, max(room-value, room/3)), minInputsWidth)
	return []widget.Column{
		{Title: text.Const("TIME"), Width: timeWidth}, {Title: text.Const("VALUE"), Width: minValueWidth, Flex: true}, {Title: text.Const("TOOK"), Width: tookWidth, Right: true, Rank: 2},
		{Title: text.Const("ARGUMENTS"), Width: with, Rank: 1},
	}
}

func (m *Model) runRow(i int) []widget.Cell {
	th, run := m.deps.Theme, &m.runs[i]
	outcome := m.outcome(run)[0]
	value := widget.Cell{Text: outcome.Text, Style: outcome.Style}
	if run.Err == nil {
		value = widget.Cell{Text: render.MoveValues(run.Values, m.deps.Names.Of, m.deps.Amounts.Of(run.TypeArguments(m.TypeFields)))}
	}
	with := widget.Cell{Text: m.savedName(run), Style: th.Accent}
	if with.Text.IsEmpty() {
		with = widget.Cell{Text: inputsText(run), Style: th.Faint}
	}
	return []widget.Cell{{Text: m.deps.ShortTime(run.At), Style: th.Faint}, value, {Text: text.Latency(run.Took), Style: th.Faint}, with}
}

// inputsText joins the inputs of a run as they were typed.
func inputsText(run *store.Run) text.Safe {
	var inputs []string
	for _, typed := range run.Inputs {
		inputs = append(inputs, text.Short(text.Bounded(typed)).String())
	}
	return text.Clean(strings.Join(inputs, ", "))
}

// sameCall reports whether two lists of inputs make the same call.
func (m *Model) sameCall(a, b []string) bool {
	return slices.Equal(m.Normalize(a), m.Normalize(b))
}

// shownRun returns the selected run if it has the form's inputs, else nil.
func (m *Model) shownRun() *store.Run {
	if len(m.runs) == 0 {
		return nil
	}
	if run := &m.runs[m.rows.Selected()]; m.sameCall(run.Inputs, m.Inputs()) {
		return run
	}
	return nil
}

// selectMatchingRun selects the newest run with the form's inputs, unless the selected one has them.
func (m *Model) selectMatchingRun() {
	if m.shownRun() != nil {
		return
	}
	normalized := m.Normalize(m.Inputs())
	if at := slices.IndexFunc(m.runs, func(run store.Run) bool { return slices.Equal(m.Normalize(run.Inputs), normalized) }); at >= 0 {
		m.rows.Select(at)
	}
}

// ago formats the age of a run.
func (m *Model) ago(at time.Time) text.Safe {
	return text.Ago(at, m.deps.Now())
}

// pinAccount returns the account the result can be pinned to: the first address among the arguments. ok is false if a field is
// invalid.
func (m *Model) pinAccount() (move.Address, bool) {
	if m.FirstInvalid() >= 0 || !m.bodyProblem.IsEmpty() {
		return move.Address{}, false
	}
	return m.FirstAddress()
}

// pin pins the call to the account it queries, or unpins it.
func (m *Model) pin() tea.Cmd {
	address, _ := m.pinAccount()
	link, _ := m.Link()
	name := m.deps.Names.Of(address)
	if name.IsEmpty() {
		name = text.Short(text.Clean(address.String()))
	}
	status := text.Format("unpinned from account %s", name)
	if m.deps.Store.TogglePin(store.Pin{Account: address, Link: link}) {
		status = text.Format("pinned to account %s", name)
	}
	return m.deps.SaveAndReport(status)
}

// command returns the command line that makes the same call.
func (m *Model) command() string {
	if m.bcs {
		return m.Command("--bcs")
	}
	return m.Command()
}

// Copies returns the copy forms of the result and of the call.
func (m *Model) Copies() []screen.Copy {
	var copies []screen.Copy
	if run := m.shownRun(); run != nil && run.Err == nil {
		values := run.Values
		all := func() string {
			raw, err := json.Marshal(client.ViewResult{Values: values})
			if err != nil {
				return ""
			}
			return string(raw)
		}
		if len(values) == 1 {
			copies = append(copies, screen.Copy{Form: text.Const("value"), Value: func() string { return strings.Trim(string(values[0].JSON), `"`) }})
		}
		copies = append(copies, screen.Copy{Form: text.Const("JSON"), Value: all})
	}
	if m.FirstInvalid() >= 0 || !m.bodyProblem.IsEmpty() {
		return copies
	}
	return append(copies, screen.Copy{Form: text.Const("command"), Value: m.command}, screen.Copy{Form: text.Const("curl"), Value: m.curl})
}

// curl returns a curl command that makes the same call. It contains no API key, since view calls need none.
func (m *Model) curl() string {
	request := m.request()
	body, err := request.Body(m.ABI)
	if err != nil {
		return ""
	}
	version := m.deps.Node.Version()
	if version == client.Auto || request.BCS {
		version = client.V3
	}
	post := "curl -sS -X POST " + text.ShellQuote(m.deps.Node.BaseURL()+"/rpc/"+version.String()+"/view")
	if request.BCS {
		return text.ShellBytes(body) + " | " + post + " -H " + text.ShellQuote("Content-Type: "+m.deps.Node.Debug().ViewMediaType()) + " --data-binary @-"
	}
	return post + " -H 'Content-Type: application/json' -d " + text.ShellQuote(string(body))
}

// UsesUnits marks the screen as one that shows amounts in units.
func (m *Model) UsesUnits() {}

// savedName returns the bookmark name of a run's call, or "".
func (m *Model) savedName(run *store.Run) text.Safe {
	for _, saved := range m.deps.Store.Bookmarks() {
		call := saved.Link.View
		if call == nil || saved.Link.Target.Function != m.Function || len(call.TypeArguments) != m.TypeFields || len(call.TypeArguments)+len(call.Arguments) != len(m.Fields) {
			continue
		}
		if m.sameCall(slices.Concat(call.TypeArguments, call.Arguments), run.Inputs) {
			return text.Clean(saved.Name)
		}
	}
	return text.Safe{}
}
