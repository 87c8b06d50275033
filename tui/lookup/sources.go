package lookup

import (
	"context"
	"errors"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/text"
)

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
