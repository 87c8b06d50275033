package transaction

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// calledModule is the module whose interface tells the types of the arguments. It is not ok where there are no arguments, or
// no module is named.
func (m *Model) calledModule() (move.ModuleID, bool) {
	function, ok := m.function()
	if !ok || len(m.record.Payload.Arguments) == 0 {
		return move.ModuleID{}, false
	}
	return move.ModuleID{Address: function.Address, Name: function.Module}, true
}

// askTypes asks for the interface of the module that the record calls, unless the session has it, or it was asked for in vain.
func (m *Model) askTypes() tea.Cmd {
	id, ok := m.calledModule()
	if !ok || m.ctx == nil {
		return nil
	}
	_, known := m.deps.Interface(id)
	tried := m.typesOf == id && (m.types.Loading() || m.types.Err() != nil)
	if known || tried {
		return nil
	}
	return m.askTypesAgain()
}

// askTypesAgain asks for the interface in any case.
func (m *Model) askTypesAgain() tea.Cmd {
	id, ok := m.calledModule()
	if !ok {
		return nil
	}
	if m.typesOf != id {
		m.types.Cancel()
		m.types = load.State[client.Module]{}
	}
	m.typesOf = id
	return m.types.Ask(m.ctx, m.deps.Loader, func(ctx context.Context) (client.Module, error) {
		return m.deps.Node.Module(ctx, id)
	})
}

// HardReload asks for the types. The record itself is final.
func (m *Model) HardReload() tea.Cmd { return m.askTypesAgain() }

// takeTypes reads the arguments with the interface that came.
func (m *Model) takeTypes(msg load.Result[client.Module]) {
	if !m.types.Take(msg) {
		return
	}
	if msg.Err == nil {
		m.deps.KeepInterface(m.typesOf, screen.Interface{ABI: msg.Value.ABI, At: msg.At})
	}
	m.read()
	m.lay()
}

// read takes over what is known of the types of the arguments.
func (m *Model) read() { m.call = *m.deps.Arguments(m.record) }

// argument is argument i of the call, with the names and in the units that there are now.
func (m *Model) argument(i int) render.Argument { return m.call.At(m.deps.Formatter(), i) }

// typesLine says where the types of the arguments are from, else why they are not known.
func (m *Model) typesLine() text.Line {
	th := m.deps.Theme
	id, ok := m.calledModule()
	known, has := m.deps.Interface(id)
	switch {
	case !ok, has && m.call.RawReason != "":
		return text.In(th.Faint, "raw: "+m.call.RawReason)
	case has:
		return text.In(th.Faint, "types: module ABI ("+text.Elapsed(m.deps.Now().Sub(known.At))+" ago)    names: yours, "+m.deps.Key("deck.name")+" renames")
	case m.types.Loading():
		return text.In(th.Faint, "raw: asking for the interface of "+text.Short(text.Bounded(id.String())))
	case m.typesOf == id && m.types.Err() != nil:
		return text.Line{{Text: "raw: " + m.deps.Explain(m.types.Err()).Reason, Style: th.Bad}, {Text: "   " + m.deps.Key("deck.refresh") + " asks again", Style: th.Faint}}
	}
	return text.In(th.Faint, "raw: the types were not asked for: "+m.deps.Key("deck.refresh")+" asks")
}
