package lookup

import (
	"context"
	"time"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/render"
)

// Interface is the interface of a module as the node returned it.
type Interface struct {
	ABI *move.ModuleABI // nil: the node has none
	At  time.Time       // when it was loaded
}

// maxInterfaces is the number of interfaces that are cached.
const maxInterfaces = 300

// ABIs caches the interfaces of modules.
type ABIs struct {
	*load.Cache[move.ModuleID, Interface]
	loader  *load.Loader
	sources *load.Cache[move.Address, sources]
	named   map[*move.ModuleABI]*move.ModuleABI // interfaces with the names of their parameters

	// The arguments of the record that was drawn last, cached because a record is drawn many times.
	record    *client.Transaction
	typedBy   Interface
	arguments render.Arguments
}

// NewABIs returns an empty cache of interfaces that loads from the node.
func NewABIs(l *load.Loader, node *client.Node) *ABIs {
	return &ABIs{loader: l, named: map[*move.ModuleABI]*move.ModuleABI{}, sources: newSources(l, node), Cache: load.NewCache(l, maxInterfaces, func(ctx context.Context, id move.ModuleID) (Interface, error) {
		module, err := node.Module(ctx, id)
		return Interface{ABI: module.ABI, At: l.Now()}, err
	})}
}

// Set caches the ABI of a module that was loaded elsewhere; nil if the node has none.
func (a *ABIs) Set(id move.ModuleID, abi *move.ModuleABI) {
	a.Cache.Set(id, Interface{ABI: abi, At: a.loader.Now()})
}

// Function returns the ABI of a module, and in it that of a function. They are nil if they are not loaded or do not exist.
func (a *ABIs) Function(id move.FunctionID) (*move.ModuleABI, *move.FunctionABI) {
	known, _ := a.Get(move.ModuleID{Address: id.Address, Name: id.Module})
	if known.ABI == nil {
		return nil, nil
	}
	return known.ABI, known.ABI.Function(id.Name)
}

// Want marks the module that a record calls to be loaded, because its ABI has the types of the arguments. Records without arguments
// need none.
func (a *ABIs) Want(record *client.Transaction) {
	if id, ok := a.Called(record); ok {
		a.Cache.Want(id)
		a.sources.Want(id.Address)
	}
}

// WantFunction marks the module of a function to be loaded.
func (a *ABIs) WantFunction(function move.FunctionID) {
	a.Cache.Want(move.ModuleID{Address: function.Address, Name: function.Module})
	a.sources.Want(function.Address)
}

// Request marks the module that a record calls to be loaded even if it is cached.
func (a *ABIs) Request(record *client.Transaction) {
	if id, ok := a.Called(record); ok {
		a.Cache.Request(id)
	}
}

// Arguments returns the arguments of a record's call, typed as far as the ABI of the module is known.
func (a *ABIs) Arguments(record *client.Transaction) *render.Arguments {
	if record.Payload == nil {
		return &render.Arguments{}
	}
	var known Interface
	if function, err := move.ParseFunctionID(record.Payload.Function); err == nil {
		known, _ = a.Get(move.ModuleID{Address: function.Address, Name: function.Module})
	}
	if a.record != record || a.typedBy != known {
		a.record, a.typedBy, a.arguments = record, known, render.NewArguments(record.Payload, known.ABI)
	}
	return &a.arguments
}

// Schema resolves the type of a resource with the interfaces that are known, and queues the others.
func (a *ABIs) Schema(tag move.StructTag) *render.Schema {
	return render.New(tag, func(id move.ModuleID) *move.ModuleABI {
		a.Cache.Want(id)
		known, _ := a.Get(id)
		return known.ABI
	})
}

// Called returns the module whose ABI has the types of a record's arguments. ok is false if there are no arguments, or no
// module is called.
func (a *ABIs) Called(record *client.Transaction) (id move.ModuleID, ok bool) {
	if record.Payload == nil || record.Payload.Len() == 0 {
		return id, false
	}
	function, err := move.ParseFunctionID(record.Payload.Function)
	return move.ModuleID{Address: function.Address, Name: function.Module}, err == nil
}
