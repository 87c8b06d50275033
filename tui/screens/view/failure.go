package view

import (
	"errors"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/render"
	"foredeck/tui/store"
	"foredeck/tui/text"
)

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
