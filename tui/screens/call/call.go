// Package call is the screen of a call of an entry function: a form for its arguments, checked against the current ABI, and the call as
// programs that sign and submit transactions take it.
package call

import (
	"context"
	"reflect"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/callform"

	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Model is the screen of one call.
type Model struct {
	deps     *screen.Deps
	function move.FunctionID
	abi      *move.ModuleABI
	form     *callform.Form
	change   text.Safe // how the call that was opened differs from the ABI, or how the ABI has changed since; empty if it does not
	size     screen.Size

	problem              text.Safe // why there is no call although all fields are valid
	cli, typeScript, bcs string    // the call, if there is one
	scroll               scroll    // of the forms of the call
}

// New returns the screen of an entry function that the ABI of its module declares, filled with a call.
func New(deps *screen.Deps, function move.FunctionID, abi *move.ModuleABI, call target.Call) *Model {
	m := &Model{deps: deps, function: function}
	m.build(abi, call)
	m.change = m.form.Mismatch(call)
	if !m.isComplete() {
		m.form.SetFocus(m.form.FirstInvalid())
	}
	return m
}

// build makes the form of an ABI. The focus does not change.
func (m *Model) build(abi *move.ModuleABI, call target.Call) {
	focus := callform.Browsing
	if m.form != nil {
		focus = m.form.Focus
	}
	m.abi, m.form = abi, callform.New(m.deps, m.function, abi.Function(m.function.Name), call)
	m.encode()
	m.form.SetFocus(min(focus, len(m.form.Fields)-1))
}

// encode encodes the call if all fields are valid.
func (m *Model) encode() {
	m.problem, m.cli, m.typeScript, m.bcs = text.Safe{}, "", "", ""
	if m.form.FirstInvalid() >= 0 {
		return
	}
	call, err := client.NewEntryCall(m.abi, m.form.Request())
	if err != nil {
		m.problem = text.Clean(err.Error())
		return
	}
	m.cli, m.typeScript, m.bcs = callform.CLI(call, m.url()), callform.TypeScript(call, m.url()), callform.BCS(call)
}

// isComplete reports whether there is a call.
func (m *Model) isComplete() bool { return m.form.FirstInvalid() < 0 && m.problem.IsEmpty() }

// url returns the node for the programs that submit the call; empty if none of them reaches it.
func (m *Model) url() string {
	if m.deps.Simulated {
		return ""
	}
	return m.deps.Node.BaseURL()
}

// module returns the module of the function.
func (m *Model) module() move.ModuleID {
	return move.ModuleID{Address: m.function.Address, Name: m.function.Module}
}

// Enter reloads the ABI if it is not recent, because a call that was valid once may not be any more.
func (m *Model) Enter(context.Context) tea.Cmd {
	m.checkABI()
	m.deps.ABIs.WantNames(m.module())
	if known, _ := m.deps.ABIs.Get(m.module()); m.deps.Now().Sub(known.At) > load.StaleAfter {
		m.deps.ABIs.Cache.Request(m.module())
	}
	return nil
}

// HardReload reloads the ABI.
func (m *Model) HardReload() tea.Cmd {
	m.deps.ABIs.Cache.Request(m.module())
	return nil
}

// Leave does nothing: the ABI is loaded for all screens.
func (m *Model) Leave() {}

// SetSize lays out the screen.
func (m *Model) SetSize(size screen.Size) { m.size = size }

// Update handles input and a reloaded ABI.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case load.CacheMsg:
		m.checkABI()
	case callform.EditedMsg:
		return m.handleEdited(msg)
	case screen.ClickMsg:
		m.form.SetFocus(msg.Target)
	case tea.KeyMsg:
		if m.Captures(msg) {
			m.form.Type(msg)
			m.encode()
		}
	}
	return nil
}

// withoutNames returns a declaration as nodes send it.
func withoutNames(declaration *move.FunctionABI) move.FunctionABI {
	plain := *declaration
	plain.ParameterNames = nil
	return plain
}

// checkABI builds the form again if the declaration of the function has changed.
func (m *Model) checkABI() {
	abi, declaration := m.deps.ABIs.Function(m.function)
	if abi == nil || abi == m.abi {
		return
	}
	if declaration == nil || !declaration.IsEntry {
		m.change = text.Format("the current version of %s has no entry function %s", text.Short(text.Clean(m.module().String())), text.Clean(m.function.Name))
		return
	}
	if reflect.DeepEqual(withoutNames(declaration), withoutNames(m.form.Declaration)) {
		m.abi = abi
		m.encode() // with the names of parameters
		return
	}
	change := callform.Difference(m.form.Declaration, declaration)
	m.build(abi, m.form.Call())
	m.change = text.Format("the function has changed: %s", change)
}

// Captures reports whether the key is input: characters and editing keys while a field has the focus.
func (m *Model) Captures(msg tea.KeyMsg) bool { return m.form.Captures(msg) }

// copy copies a form of the call, or focuses the first field that is invalid.
func (m *Model) copy(form string) tea.Cmd {
	if m.isComplete() {
		return m.deps.Post(screen.CopyMsg{Value: form})
	}
	m.form.ReportAll()
	if invalid := m.form.FirstInvalid(); invalid >= 0 {
		m.form.SetFocus(invalid)
	}
	return nil
}

// handleEdited writes the edited text to its field.
func (m *Model) handleEdited(msg callform.EditedMsg) tea.Cmd {
	if err := m.form.Apply(msg); err != nil {
		return m.deps.Post(screen.StatusMsg{Text: text.Clean(err.Error()), Warn: true})
	}
	m.encode()
	return nil
}

// Escape leaves the form.
func (m *Model) Escape() bool {
	if m.isBrowsing() {
		return false
	}
	m.form.SetFocus(callform.Browsing)
	return true
}

// Crumbs returns the function and the action.
func (m *Model) Crumbs() []text.Safe {
	return []text.Safe{text.Clean(m.function.Name), text.Const("Call")}
}

// Note says that the deck only writes the call.
func (m *Model) Note() (left, right text.Line) {
	th := m.deps.Theme
	left = text.In(th.Faint, "foredeck neither signs nor submits: copy the call into a program that does")
	if m.form.IsEditing() {
		right = text.In(th.Faint, "letter keys are input here · %s leave form", m.deps.Key("call.leave"))
	}
	return left, right
}

// Vital describes the call in one line.
func (m *Model) Vital() text.Line {
	if !m.isComplete() {
		return text.Plain("%s incomplete", text.Clean(m.function.Name))
	}
	return text.Plain("%s %s", text.Clean(m.function.Name), text.Bounded(m.cli))
}

// Copies returns the forms of the call.
func (m *Model) Copies() []screen.Copy {
	if !m.isComplete() {
		return nil
	}
	return []screen.Copy{
		screen.CopyText(text.Const("CLI"), m.cli), screen.CopyText(text.Const("TypeScript"), m.typeScript), screen.CopyText(text.Const("BCS"), m.bcs),
		{Form: text.Const("command"), Value: m.command},
	}
}

// command returns the command line that prints the call.
func (m *Model) command() string {
	return m.deps.Command(append([]string{"call", m.function.String()}, m.form.Options()...)...)
}

// Link returns the location of the form with its inputs.
func (m *Model) Link() (target.Link, bool) {
	call := m.form.Call()
	call.Entry = true
	return target.Link{Network: m.deps.Endpoint.Network, Target: target.Target{Kind: target.Function, Function: m.function}, View: &call}, true
}

// lines returns the lines of a text, each made safe to draw.
func lines(whole string) []text.Safe {
	var all []text.Safe
	for line := range strings.SplitSeq(whole, "\n") {
		all = append(all, text.Clean(line))
	}
	return all
}
