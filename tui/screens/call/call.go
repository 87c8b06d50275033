// Package call is the screen of a call of an entry function: a form for its arguments, checked against the current ABI, and the call as
// programs that sign and submit transactions take it.
package call

import (
	"cmp"
	"context"
	"reflect"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/callform"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Model is the screen of one call.
type Model struct {
	callform.Screen
	deps   *screen.Deps
	change text.Safe // how the call that was opened differs from the ABI, or how the ABI has changed since; empty if it does not

	problem              text.Safe   // why there is no call although all fields are valid
	cli, typeScript, bcs string      // the call, if there is one
	scroll               pane.Scroll // of the answer to the dry run and the forms of the call

	ctx    context.Context
	price  load.State[client.GasPrice]
	dry    load.State[dryAnswer]
	asked  dryRun   // the one that is loading, or was last
	runs   []dryRun // newest first: the answer, and the one before it
	sender string   // as typed
}

// New returns the screen of an entry function that the ABI of its module declares, filled with a call.
func New(deps *screen.Deps, function move.FunctionID, abi *move.ModuleABI, call target.Call) *Model {
	m := &Model{deps: deps, Screen: callform.Screen{
		Name: "call", Action: text.Const("Call"), Remark: text.Const("foredeck neither signs nor submits: copy the call into a program that does"),
	}}
	m.sender = cmp.Or(call.Sender, deps.Given.Sender)
	m.build(function, abi, call)
	m.change = m.Mismatch(call)
	if !m.isComplete() {
		m.SetFocus(m.FirstInvalid())
	}
	return m
}

// build makes the form of an ABI. The focus does not change.
func (m *Model) build(function move.FunctionID, abi *move.ModuleABI, call target.Call) {
	focus := callform.Browsing
	if m.Form != nil {
		focus = m.Focus
	}
	m.ABI, m.Form = abi, callform.New(m.deps, function, abi.Function(function.Name), call)
	m.encode()
	m.SetFocus(min(focus, len(m.Fields)-1))
}

// encode encodes the call if all fields are valid.
func (m *Model) encode() {
	m.problem, m.cli, m.typeScript, m.bcs = text.Safe{}, "", "", ""
	if m.FirstInvalid() >= 0 {
		return
	}
	call, err := client.NewEntryCall(m.ABI, m.Request())
	if err != nil {
		m.problem = text.Clean(err.Error())
		return
	}
	m.cli, m.typeScript, m.bcs = callform.CLI(call, m.url()), callform.TypeScript(call, m.url()), callform.BCS(call)
}

// isComplete reports whether there is a call.
func (m *Model) isComplete() bool { return m.FirstInvalid() < 0 && m.problem.IsEmpty() }

// url returns the node for the programs that submit the call; empty if none of them reaches it.
func (m *Model) url() string {
	if m.deps.Simulated {
		return ""
	}
	return m.deps.Node.BaseURL()
}

// Enter reloads the ABI if it is not recent, because a call that was valid once may not be any more.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx = ctx
	m.checkABI()
	m.deps.ABIs.WantNames(m.Module())
	if known, _ := m.deps.ABIs.Get(m.Module()); m.deps.Now().Sub(known.At) > load.StaleAfter {
		m.deps.ABIs.Cache.Request(m.Module())
	}
	return m.loadPrice()
}

// HardReload reloads the ABI.
func (m *Model) HardReload() tea.Cmd {
	m.deps.ABIs.Cache.Request(m.Module())
	return nil
}

// Leave cancels the dry run. The ABI is loaded for all screens.
func (m *Model) Leave() {
	m.price.Cancel()
	m.dry.Cancel()
}

// Escape cancels the dry run, or leaves the form.
func (m *Model) Escape() bool {
	if m.dry.Loading() {
		m.dry.Cancel()
		return true
	}
	return m.Screen.Escape()
}

// Link returns the location of the form with its inputs, and the sender of the dry run.
func (m *Model) Link() (target.Link, bool) {
	link, ok := m.Screen.Link()
	if address, err := callform.ParseAddress(m.deps, m.sender); err == nil {
		link.View.Sender = address.String()
	}
	return link, ok
}

// SetSize lays out the screen.
func (m *Model) SetSize(size screen.Size) { m.Size = size }

// Update handles input and a reloaded ABI.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case load.CacheMsg:
		m.Parse() // with the decimals of amounts
		m.encode()
		m.checkABI()
	case load.Result[client.GasPrice]:
		m.price.Accept(msg)
	case load.Result[dryAnswer]:
		m.answered(msg)
	case callform.EditedMsg:
		cmd := m.Apply(msg)
		m.encode()
		return cmd
	case screen.ClickMsg:
		m.SetFocus(msg.Target)
	case tea.KeyMsg:
		if m.Captures(msg) {
			m.Type(msg)
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
	abi, declaration := m.deps.ABIs.Function(m.Function)
	if abi == nil || abi == m.ABI {
		return
	}
	if declaration == nil || !declaration.IsEntry {
		m.change = text.Format("the current version of %s has no entry function %s", text.Short(text.Clean(m.Module().String())), text.Clean(m.Function.Name))
		return
	}
	if reflect.DeepEqual(withoutNames(declaration), withoutNames(m.Declaration)) {
		m.ABI = abi
		m.encode() // with the names of parameters
		return
	}
	change := callform.Difference(m.Declaration, declaration)
	m.build(m.Function, abi, m.Call())
	m.change = text.Format("the function has changed: %s", change)
}

// copy copies a form of the call, or focuses the first field that is invalid.
func (m *Model) copy(form string) tea.Cmd {
	if m.isComplete() {
		return m.deps.Post(screen.CopyMsg{Value: form})
	}
	m.FocusInvalid()
	return nil
}

// Vital describes the call in one line.
func (m *Model) Vital() text.Line {
	if !m.isComplete() {
		return text.Plain("%s incomplete", text.Clean(m.Function.Name))
	}
	return text.Plain("%s %s", text.Clean(m.Function.Name), text.Bounded(m.cli))
}

// Copies returns the forms of the call.
func (m *Model) Copies() []screen.Copy {
	if !m.isComplete() {
		return nil
	}
	return []screen.Copy{
		screen.CopyText(text.Const("CLI"), m.cli), screen.CopyText(text.Const("TypeScript"), m.typeScript), screen.CopyText(text.Const("BCS"), m.bcs),
		{Form: text.Const("command"), Value: func() string { return m.Command() }},
	}
}

// lines returns the lines of a text, each made safe to draw.
func lines(whole string) []text.Safe {
	var all []text.Safe
	for line := range strings.SplitSeq(whole, "\n") {
		all = append(all, text.Clean(line))
	}
	return all
}
