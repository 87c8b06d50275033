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

// calledModule returns the module that declares the argument types. ok is false if there are no arguments or no module is named.
func (m *Model) calledModule() (move.ModuleID, bool) {
	function, ok := m.function()
	if !ok || len(m.record.Payload.Arguments) == 0 {
		return move.ModuleID{}, false
	}
	return move.ModuleID{Address: function.Address, Name: function.Module}, true
}

// fetchTypes requests the called module's ABI, unless it is cached or the last request for it failed.
func (m *Model) fetchTypes() tea.Cmd {
	id, ok := m.calledModule()
	if !ok || m.ctx == nil {
		return nil
	}
	_, known := m.deps.Interface(id)
	tried := m.typesOf == id && (m.types.Loading() || m.types.Err() != nil)
	if known || tried {
		return nil
	}
	return m.refetchTypes()
}

// refetchTypes requests the called module's ABI.
func (m *Model) refetchTypes() tea.Cmd {
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

// HardReload requests the types. The record itself is final.
func (m *Model) HardReload() tea.Cmd { return m.refetchTypes() }

// handleTypes decodes the arguments with the received ABI.
func (m *Model) handleTypes(msg load.Result[client.Module]) {
	if !m.types.Take(msg) {
		return
	}
	if msg.Err == nil {
		m.deps.KeepInterface(m.typesOf, screen.Interface{ABI: msg.Value.ABI, At: msg.At})
	}
	m.decode()
	m.applyLayout()
}

// decode decodes the arguments with the types known so far.
func (m *Model) decode() { m.call = *m.deps.Arguments(m.record) }

// argument formats argument i of the call with current names and units.
func (m *Model) argument(i int) render.Argument { return m.call.At(m.deps.Formatter(), i) }

// typesLine describes the source of the argument types, or why they are unknown.
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
