package screen

import (
	"slices"
	"time"

	"foredeck/client/move"
)

// Interface is what the node told of a module's interface.
type Interface struct {
	ABI *move.ModuleABI // nil: the node gives none
	At  time.Time       // when it told
}

// mostInterfaces bounds the interfaces that are remembered.
const mostInterfaces = 100

// interfaces are those of the modules that were looked at, for the types of arguments.
type interfaces struct {
	byModule map[move.ModuleID]Interface
	order    []move.ModuleID // the newest last
}

// Interface is the interface of a module that was asked for in this session. It is not ok where none was.
func (s *Session) Interface(id move.ModuleID) (known Interface, ok bool) {
	known, ok = s.interfaces.byModule[id]
	return known, ok
}

// KeepInterface remembers the interface of a module.
func (s *Session) KeepInterface(id move.ModuleID, known Interface) {
	kept := &s.interfaces
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
}
