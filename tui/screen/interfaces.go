package screen

import (
	"context"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/render"
)

// Interface is what the node told of a module's interface.
type Interface struct {
	ABI *move.ModuleABI // nil: the node gives none
	At  time.Time       // when it told
}

// mostInterfaces bounds the interfaces that are remembered.
const mostInterfaces = 300

// interfaces are those of the modules that were looked at, for the types of arguments.
type interfaces struct {
	byModule map[move.ModuleID]Interface
	order    []move.ModuleID // the newest last
	asked    map[move.ModuleID]bool
	old      map[move.ModuleID]bool // those that are asked for again when they are wanted
	wanted   []move.ModuleID

	// The arguments that were read last, and from what: a record that is drawn again is not read again.
	record *client.Transaction
	of     Interface
	read   render.Arguments
}

// Interface is the interface of a module that was asked for in this session. It is not ok where none was.
func (d *Deps) Interface(id move.ModuleID) (known Interface, ok bool) {
	known, ok = d.interfaces.byModule[id]
	return known, ok
}

// KeepInterface remembers the interface of a module.
func (d *Deps) KeepInterface(id move.ModuleID, known Interface) {
	kept := &d.interfaces
	if kept.byModule == nil {
		kept.byModule = map[move.ModuleID]Interface{}
	}
	if _, again := kept.byModule[id]; !again {
		if len(kept.order) == mostInterfaces {
			delete(kept.byModule, kept.order[0])
			kept.order = slices.Delete(kept.order, 0, 1)
		}
		kept.order = append(kept.order, id)
	}
	kept.byModule[id] = known
	delete(kept.old, id)
}

// Forget has all that the session remembers of the chain asked for again. What is known stays until the answer is here.
func (d *Deps) Forget() {
	d.Node.Forget()
	d.coins.asked, d.interfaces.asked = nil, nil
	d.interfaces.old = map[move.ModuleID]bool{}
	for id := range d.interfaces.byModule {
		d.interfaces.old[id] = true
	}
}

// WantTypes notes the module that a record calls, whose interface tells the types of the arguments. Each is asked for once.
func (d *Deps) WantTypes(record *client.Transaction) {
	if record.Payload == nil || len(record.Payload.Arguments) == 0 {
		return
	}
	function, err := move.ParseFunctionID(record.Payload.Function)
	if err != nil {
		return
	}
	id := move.ModuleID{Address: function.Address, Name: function.Module}
	kept := &d.interfaces
	if _, known := kept.byModule[id]; known && !kept.old[id] || kept.asked[id] || len(kept.asked) >= mostInterfaces {
		return
	}
	if kept.asked == nil {
		kept.asked = map[move.ModuleID]bool{}
	}
	kept.asked[id] = true
	kept.wanted = append(kept.wanted, id)
}

// InterfaceMsg is what became of asking for the interface of a module.
type InterfaceMsg struct {
	load.Result[client.Module]
	id move.ModuleID
}

// AskInterfaces asks for the interfaces that are wanted.
func (d *Deps) AskInterfaces(ctx context.Context) tea.Cmd {
	var asked []tea.Cmd
	for _, id := range d.interfaces.wanted {
		ask := load.Do(ctx, d.Loader, 0, func(ctx context.Context) (client.Module, error) { return d.Node.Module(ctx, id) })
		asked = append(asked, func() tea.Msg { return InterfaceMsg{ask().(load.Result[client.Module]), id} })
	}
	d.interfaces.wanted = nil
	return tea.Batch(asked...)
}

// TakeInterface takes an answer. Where there was none the arguments stay as they were sent.
func (d *Deps) TakeInterface(msg InterfaceMsg) {
	if msg.Err == nil {
		d.KeepInterface(msg.id, Interface{ABI: msg.Value.ABI, At: msg.At})
	}
}

// Interfaces are the modules whose interface is remembered, the newest first.
func (d *Deps) Interfaces() []move.ModuleID {
	modules := slices.Clone(d.interfaces.order)
	slices.Reverse(modules)
	return modules
}

// Arguments are the arguments of a record's call with what the session knows of their types.
func (d *Deps) Arguments(record *client.Transaction) *render.Arguments {
	kept := &d.interfaces
	if record.Payload == nil {
		return &render.Arguments{}
	}
	var known Interface
	if function, err := move.ParseFunctionID(record.Payload.Function); err == nil {
		known, _ = d.Interface(move.ModuleID{Address: function.Address, Name: function.Module})
	}
	if kept.record != record || kept.of != known {
		kept.record, kept.of, kept.read = record, known, render.NewArguments(record.Payload, known.ABI)
	}
	return &kept.read
}

// Formatter is what arguments are read with, by the names and units that there are now.
func (d *Deps) Formatter() render.Formatter {
	return render.Formatter{NameOf: d.NameOf, Decimals: d.Decimals, Units: d.Units, CoinDecimals: func(kind string) (int, bool) {
		tag, err := move.ParseTypeTag(kind)
		if err != nil {
			return 0, false
		}
		return d.CoinDecimals(tag)
	}}
}
