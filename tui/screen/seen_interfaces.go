package screen

import (
	"slices"

	"foredeck/client/move"
)

const (
	// mostSeenModules and mostSeenResources bound what is remembered for completing lines.
	mostSeenModules   = 200
	mostSeenResources = 500
	// longestSeenType leaves out types that nobody would complete.
	longestSeenType = 500
)

// SeenModule is a module whose interface passed by.
type SeenModule struct {
	ID  move.ModuleID
	ABI *move.ModuleABI
}

// SeenResource is a resource that passed by, at the account that holds it.
type SeenResource struct {
	Account move.Address
	Type    string
}

// AddModule remembers a module with its interface.
func (s *Seen) AddModule(id move.ModuleID, abi *move.ModuleABI) {
	s.modules = latest(s.modules, SeenModule{id, abi}, mostSeenModules, func(other SeenModule) bool { return other.ID == id })
}

// AddResource remembers a resource. What the node sent in the place of a type is left out.
func (s *Seen) AddResource(account move.Address, kind string) {
	if len(kind) > longestSeenType {
		return
	}
	if _, err := move.ParseStructTag(kind); err != nil {
		return
	}
	held := SeenResource{account, kind}
	s.resources = latest(s.resources, held, mostSeenResources, func(other SeenResource) bool { return other == held })
}

// Module is the interface of a module as it was seen last, nil where it was not.
func (s *Seen) Module(id move.ModuleID) *move.ModuleABI {
	for _, module := range s.modules {
		if module.ID == id {
			return module.ABI
		}
	}
	return nil
}

// Modules are the modules that were seen last, the newest first.
func (s *Seen) Modules() []SeenModule { return newestFirst(s.modules) }

// Resources are the resources that were seen last, the newest first.
func (s *Seen) Resources() []SeenResource { return newestFirst(s.resources) }

// latest puts an item at the end of a list, in which it is once; the oldest go where there are too many.
func latest[T any](list []T, item T, most int, same func(T) bool) []T {
	list = slices.DeleteFunc(list, same)
	if len(list) == most {
		list = slices.Delete(list, 0, 1)
	}
	return append(list, item)
}

func newestFirst[T any](list []T) []T {
	list = slices.Clone(list)
	slices.Reverse(list)
	return list
}
