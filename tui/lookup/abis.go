package lookup

import (
	"context"
	"errors"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/render"
	"foredeck/tui/target"
	"foredeck/tui/text"
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

// maxSources is the number of accounts whose published sources are cached.
const maxSources = 30

// sources has the names of parameters that the published sources of an account declare, by module. It is empty if there are none.
type sources map[string]move.ParameterNames

// newSources returns an empty cache of sources, which have the names of parameters.
func newSources(l *load.Loader, node *client.Node) *load.Cache[move.Address, sources] {
	return load.NewCache(l, maxSources, func(ctx context.Context, address move.Address) (sources, error) {
		packages, err := node.Packages(ctx, address)
		if errors.Is(err, client.ErrNotFound) {
			return nil, nil
		}
		found := sources{}
		for i := range packages {
			for k := range packages[i].Modules {
				module := &packages[i].Modules[k]
				if written, err := module.Source(); err == nil {
					found[module.Name] = move.NewModuleSource(written, nil).ParameterNames()
				}
			}
		}
		return found, err
	})
}

// WantNames marks the published source of a module to be loaded.
func (a *ABIs) WantNames(id move.ModuleID) { a.sources.Want(id.Address) }

// Get returns the interface of a module, with the names of parameters if its source is loaded. ok is false if it is not loaded.
func (a *ABIs) Get(id move.ModuleID) (known Interface, ok bool) {
	known, ok = a.Cache.Get(id)
	known.ABI = a.Named(id, known.ABI)
	return known, ok
}

// Names returns the names of parameters in the published source of a module, nil if it is not loaded or there is none.
func (a *ABIs) Names(id move.ModuleID) move.ParameterNames {
	published, _ := a.sources.Get(id.Address)
	return published[id.Name]
}

// Named returns an interface with the names of parameters if the source of the module is loaded. abi may be nil.
func (a *ABIs) Named(id move.ModuleID, abi *move.ModuleABI) *move.ModuleABI {
	declared := a.Names(id)
	if abi == nil || len(declared) == 0 {
		return abi
	}
	named, ok := a.named[abi]
	if !ok {
		if len(a.named) >= maxInterfaces {
			clear(a.named)
		}
		named = abi.NameParameters(declared)
		a.named[abi] = named
	}
	return named
}

// ParameterName returns the name of a parameter in the published source of a function, by its number in the declaration; "" if it is not
// loaded or there is none.
func (a *ABIs) ParameterName(function move.FunctionID, number int) text.Safe {
	if _, declaration := a.Function(function); declaration != nil && number < len(declaration.ParameterNames) {
		return text.Bounded(declaration.ParameterNames[number])
	}
	return text.Safe{}
}

// Fetch starts the loads of what was wanted.
func (a *ABIs) Fetch(ctx context.Context) tea.Cmd {
	return tea.Batch(a.Cache.Fetch(ctx), a.sources.Fetch(ctx))
}

// Expire marks everything to be loaded again when it is wanted.
func (a *ABIs) Expire() {
	a.Cache.Expire()
	a.sources.Expire()
}

var (
	// ErrNoFunction is the error for a payload that names no function, such as a script.
	ErrNoFunction = errors.New("the payload names no function")
	// ErrTypesUnknown is the error for arguments in BCS whose types are not loaded.
	ErrTypesUnknown = errors.New("the types of the arguments are not loaded")
)

// Call returns the function that a payload calls, and its arguments as the form of the function takes them: by their types as far as
// the ABI is loaded, otherwise as the node sent them. The error is ErrNoFunction or ErrTypesUnknown.
func (a *ABIs) Call(payload *client.Payload) (function move.FunctionID, call target.Call, err error) {
	if payload == nil {
		return function, call, ErrNoFunction
	}
	if function, err = move.ParseFunctionID(payload.Function); err != nil {
		return function, call, ErrNoFunction
	}
	abi, _ := a.Function(function)
	if abi == nil && len(payload.EncodedArguments) > 0 {
		return function, call, ErrTypesUnknown
	}
	arguments := render.NewArguments(payload, abi)
	call = target.Call{TypeArguments: payload.TypeArguments, Arguments: []string{}}
	for i := range arguments.Len() {
		call.Arguments = append(call.Arguments, arguments.Input(i))
	}
	return function, call, nil
}
