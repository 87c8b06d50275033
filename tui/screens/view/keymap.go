package view

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/callform"
	"foredeck/tui/screen"
	"foredeck/tui/target"
)

// Spec declares the run of a view function. While a field has the focus, letter keys are input.
var Spec = screen.Spec[*Model]{
	Name: "view", Visitors: screen.Allowed, Open: openLink, Links: func(link target.Link) bool { return link.View != nil }, Parent: target.ModuleOf,
	Bindings: screen.Bind(slices.Concat(
		screen.Bindings[*Model]{
			{ID: "view.run", Keys: "enter", Help: "run", State: (*Model).buttonWord, Run: (*Model).activate},
			{ID: "view.watch", Keys: "w", Help: "watch", State: (*Model).otherWatch, When: (*Model).IsBrowsing, Run: (*Model).toggleWatch},
			{ID: "view.less", Keys: "left h", Label: "← h", Help: "previous choice", When: (*Model).atOption, Run: func(m *Model) tea.Cmd { return m.adjust(-1) }},
			{ID: "view.greater", Keys: "right l", Label: "→ l", Help: "next choice", When: (*Model).atOption, Run: func(m *Model) tea.Cmd { return m.adjust(1) }},
		},
		callform.Bindings("view", "tab", func(m *Model) *callform.Form { return m.Form }),
		screen.Bindings[*Model]{
			{ID: "view.editor", Keys: "ctrl+e", Help: "editor", When: (*Model).IsEditing, Run: (*Model).Edit},
		},
		screen.Bindings[*Model]{
			{ID: "view.failure", Keys: "F", Help: "where it failed", When: (*Model).hasPlace, Run: (*Model).openFailure},
			{ID: "view.pin", Keys: "P", Help: "pin", Long: "pin to account", When: (*Model).canPin, Why: "no account among the arguments", Run: (*Model).pin},
		}.If((*Model).IsBrowsing),
		screen.Bindings[*Model]{
			{ID: "view.leave", Keys: "esc", Help: "leave form", State: (*Model).cancelWord, When: (*Model).canLeave, Run: func(m *Model) tea.Cmd { m.Escape(); return nil }},
		},
		screen.Bindings[*Model]{
			{ID: "view.earlier", Keys: "ctrl+p", Help: "earlier call", Run: func(m *Model) tea.Cmd { return m.recall(1) }},
			{ID: "view.later", Keys: "ctrl+n", Help: "later call", Place: screen.Hidden, Run: func(m *Model) tea.Cmd { return m.recall(-1) }},
		}.If((*Model).canRecall),
	).Then(func(m *Model) tea.Cmd { m.applyLayout(); return nil }), screen.Movement((*Model).history).If((*Model).movesInRuns)),
}

// openLink returns the form of the view function that a link names.
func openLink(deps *screen.Deps, link target.Link) *Model {
	if abi := callform.Declared(deps, link, false); abi != nil {
		return New(deps, link.Target.Function, abi, *link.View)
	}
	return nil
}

func (m *Model) atOption() bool    { return m.atControl(controlInterval) || m.atControl(controlEncoding) }
func (m *Model) canLeave() bool    { return !m.IsBrowsing() || m.call.Loading() }
func (m *Model) canRecall() bool   { return !m.IsBrowsing() && len(m.runs) > 0 }
func (m *Model) movesInRuns() bool { return m.IsBrowsing() && len(m.runs) > 0 }
func (m *Model) canPin() bool      { _, ok := m.pinAccount(); return ok }

func (m *Model) hasPlace() bool {
	failed := m.shownFailure()
	return failed != nil && failed.Status.Module != nil
}

func (m *Model) buttonWord() string {
	if m.atControl(controlSave) || m.atControl(controlCopy) {
		return "press"
	}
	return ""
}

func (m *Model) otherWatch() string {
	if m.interval > 0 {
		return "stop watching"
	}
	return ""
}

func (m *Model) cancelWord() string {
	if m.call.Loading() {
		return "cancel"
	}
	return ""
}

// history returns the runs, of which the selected one fills the form.
func (m *Model) history() screen.Rows { return history{m} }

type history struct{ *Model }

// Move selects another run.
func (h history) Move(delta int) { h.change(func() { h.rows.Move(delta) }) }

// Page moves by parts of the visible height.
func (h history) Page(delta float64) { h.change(func() { h.rows.Page(delta) }) }

// Select selects a run.
func (h history) Select(run int) { h.change(func() { h.rows.Select(run) }) }

// Len returns the number of runs.
func (h history) Len() int { return h.rows.Len() }

func (h history) change(move func()) {
	before := h.rows.Selected()
	if move(); h.rows.Selected() != before {
		h.fillRun(h.runs[h.rows.Selected()])
		h.applyLayout()
	}
}
