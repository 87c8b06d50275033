// Package view is the form that runs a view function: a field for each argument, the request body, the result, and earlier runs.
package view

import (
	"context"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/callform"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// maxBodyBytes bounds the drawn part of the request body: more than its lines have columns in any window.
const maxBodyBytes = 4_000

// Model is the form of one view function.
type Model struct {
	callform.Screen
	deps       *screen.Deps
	ctx        context.Context
	resultRoom pane.Area // of the result
	runsRoom   pane.Area // of the last results beside the form

	bcs         bool
	interval    int       // index into periods
	lastRunAt   time.Time // start of the last run
	body        text.Safe // start of the request body; empty if a field is invalid
	bodyProblem text.Safe // why there is no body although all fields are valid

	call       load.State[client.ViewResult]
	pendingRun store.Run    // inputs of the pending call
	runs       []store.Run  // runs of this function, newest first
	rows       widget.Table // of runs; the selected one is shown if it has the form's inputs
}

// New returns the form of a view function that the ABI of its module declares, filled with a call, with the focus on its first field.
func New(deps *screen.Deps, function move.FunctionID, abi *move.ModuleABI, call target.Call) *Model {
	m := &Model{deps: deps, Screen: callform.Screen{
		Form: callform.New(deps, function, abi.Function(function.Name), call), ABI: abi,
		Name: "view", Action: text.Const("Run"), Remark: text.Const("view calls are read-only"),
	}}
	m.Controls = controlCount
	m.loadRuns()
	m.parse()
	if len(m.Fields) > 0 {
		m.SetFocus(0)
	}
	return m
}

// loadRuns reads the runs of this function. Runs of a version with other parameters are left out.
func (m *Model) loadRuns() {
	m.runs = slices.DeleteFunc(m.deps.Store.RunsOf(m.Function), func(run store.Run) bool { return len(run.Inputs) != len(m.Fields) })
	m.rows.SetLength(len(m.runs))
	m.rows.Select(0)
}

// parse encodes the request body.
func (m *Model) parse() {
	m.selectMatchingRun()
	m.body, m.bodyProblem = text.Safe{}, text.Safe{}
	if m.FirstInvalid() >= 0 {
		return
	}
	body, err := m.request().Body(m.ABI)
	switch {
	case err != nil:
		m.bodyProblem = text.Clean(err.Error())
	case m.bcs:
		m.body = text.Format("0x%s", text.Clean(hex.EncodeToString(body[:min(len(body), maxBodyBytes)])))
	default:
		m.body = text.Clean(strings.ToValidUTF8(string(body[:min(len(body), maxBodyBytes)]), ""))
	}
}

// request returns the call that the fields make.
func (m *Model) request() client.ViewRequest {
	request := m.Request()
	request.BCS = m.bcs
	return request
}

// Enter prepares the screen for calls; the function only runs on request. It requests the coin decimals that earlier results
// need.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx = ctx
	m.deps.Failures.Want(m.shownFailure())
	m.deps.ABIs.WantNames(m.Module())
	if len(m.runs) > 0 {
		m.deps.Amounts.Want(m.request().TypeArguments...)
	}
	return nil
}

// Leave cancels the pending call.
func (m *Model) Leave() { m.call.Cancel() }

// SetSize lays out the screen.
func (m *Model) SetSize(size screen.Size) {
	m.Size = size
	m.applyLayout()
}

// Update handles responses and input.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case load.Result[client.ViewResult]:
		cmd = m.handleResult(msg)
	case load.CacheMsg: // decimals of amounts
		m.Parse()
		m.parse()
	case callform.EditedMsg:
		cmd = m.Apply(msg)
		m.parse()
	case screen.ClickMsg:
		cmd = m.click(msg.Target)
	case tea.KeyMsg:
		if m.Captures(msg) {
			m.Type(msg)
			m.parse()
		}
	case screen.ClockMsg:
		return m.repeatIfDue()
	default:
		return nil
	}
	m.applyLayout()
	return cmd
}

// submit runs the function, or focuses the first invalid field.
func (m *Model) submit() tea.Cmd {
	if m.FocusInvalid() {
		return nil
	}
	if !m.bodyProblem.IsEmpty() {
		return m.deps.Post(screen.StatusMsg{Text: m.bodyProblem, Warn: true})
	}
	if m.Size.Class == screen.Small || m.Size.Maximized {
		m.SetFocus(callform.Browsing) // the result replaces the form
	}
	return m.run()
}

// run calls the function.
func (m *Model) run() tea.Cmd {
	request := m.request()
	m.lastRunAt = m.deps.Now()
	m.deps.Amounts.Want(request.TypeArguments...)
	m.pendingRun = store.Run{Function: m.Function, Inputs: m.Inputs(), BCS: m.bcs}
	return m.call.Load(m.ctx, m.deps.Loader, func(ctx context.Context) (client.ViewResult, error) {
		return m.deps.Node.View(ctx, request)
	})
}

// fillRun fills the form with a run.
func (m *Model) fillRun(run store.Run) {
	m.Fill(run.Inputs)
	m.bcs = run.BCS
	m.parse()
}

// recall fills the form with an earlier run (1) or a later one (-1), starting with the newest.
func (m *Model) recall(step int) tea.Cmd {
	if m.shownRun() != nil {
		m.rows.Move(step)
	}
	m.fillRun(m.runs[m.rows.Selected()])
	return nil
}

// handleResult adds the result of a call to the history.
func (m *Model) handleResult(msg load.Result[client.ViewResult]) tea.Cmd {
	took := m.call.Status(msg.At).Waited
	if !m.call.Accept(msg) || m.deps.Explain(msg.Err).Kind == load.Cancelled {
		return nil
	}
	if m.deps.Explain(msg.Err).Kind == load.ViewFailed {
		m.interval = 0 // repeating it would fail again
	}
	done := m.pendingRun
	done.At, done.Took, done.Values, done.Err = msg.At, took, msg.Value.Values, msg.Err
	m.deps.Store.AddRun(done)
	m.loadRuns()
	m.selectMatchingRun()
	m.deps.Failures.Want(m.shownFailure())
	m.deps.ABIs.WantNames(m.Module())
	return m.deps.SaveStore()
}

// Escape cancels the pending call, or leaves the form.
func (m *Model) Escape() bool {
	if m.call.Loading() {
		m.call.Cancel()
		return true
	}
	return m.Screen.Escape()
}

// Activity returns the time of the next automatic run.
func (m *Model) Activity() text.Line {
	if m.interval == 0 || m.IsEditing() {
		return nil
	}
	return text.In(m.deps.Theme.Accent, "next run in %s", text.Elapsed(max(periods[m.interval]-m.deps.Now().Sub(m.lastRunAt), 0)))
}

// Vital describes the newest result in one line.
func (m *Model) Vital() text.Line {
	line := text.Plain("%s ", text.Clean(m.Function.Name))
	if shown := m.shownRun(); shown != nil {
		if shown.Err == nil && len(shown.Values) > 0 {
			value, _ := render.MoveValue(shown.Values[0], m.deps.Names.Of, m.deps.Amounts.Of(shown.TypeArguments(m.TypeFields)))
			line = append(line, text.Span{Text: text.Format("%s ", text.Short(value)), Style: m.deps.Theme.Strong})
		}
		return append(line, m.outcome(shown)...)
	}
	return append(line, text.Span{Text: text.Const("not run"), Style: m.deps.Theme.Faint})
}
