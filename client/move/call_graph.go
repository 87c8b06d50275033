package move

import (
	"slices"
	"strings"
)

// CallGraph holds the functions that a call can execute, as far as modules were added to it: Wanted names the next ones. It follows
// calls and packed closures, whether or not they are executed. It does not know which functions a closure from storage, or a native
// function that dispatches, executes: Dynamic names the callers.
//
// The modules are those of now. One that was upgraded since a transaction was executed may have reached other functions then.
type CallGraph struct {
	Entry FunctionID // the called function

	modules map[ModuleID]*Bytecode // nil for one that cannot be read
	reached map[FunctionID]bool
	waiting map[ModuleID][]FunctionID // reached functions of modules that were not added
	wanted  []ModuleID                // the modules of waiting, those that were reached first in front
	dynamic []FunctionID
	unread  []ModuleID
}

// NewCallGraph returns the graph of a call before any module was added.
func NewCallGraph(entry FunctionID) *CallGraph {
	g := &CallGraph{Entry: entry, modules: map[ModuleID]*Bytecode{}, reached: map[FunctionID]bool{}, waiting: map[ModuleID][]FunctionID{}}
	g.follow([]FunctionID{entry})
	return g
}

// Wanted returns the modules that calls lead to and that were not added, those that were reached first in front.
func (g *CallGraph) Wanted() []ModuleID { return slices.Clone(g.wanted) }

// Add adds a module and follows the calls that lead to it. A nil module is one that cannot be read.
func (g *CallGraph) Add(id ModuleID, module *Bytecode) {
	if _, added := g.modules[id]; added {
		return
	}
	g.modules[id] = module
	waiting := g.waiting[id]
	delete(g.waiting, id)
	g.wanted = slices.DeleteFunc(g.wanted, func(wanted ModuleID) bool { return wanted == id })
	for _, function := range waiting {
		delete(g.reached, function)
	}
	g.follow(waiting)
}

// Reaches reports whether calls lead to a function.
func (g *CallGraph) Reaches(function FunctionID) bool { return g.reached[function] }

// Dynamic returns the functions that were reached and whose calls depend on values: of closures, or of natives that dispatch.
func (g *CallGraph) Dynamic() []FunctionID { return slices.Clone(g.dynamic) }

// Unread returns the modules that calls lead to and that were not added, or cannot be read completely.
func (g *CallGraph) Unread() []ModuleID { return slices.Concat(g.unread, g.wanted) }

// follow follows the calls of functions, and of those that they lead to.
func (g *CallGraph) follow(functions []FunctionID) {
	for len(functions) > 0 {
		function := functions[len(functions)-1]
		functions = functions[:len(functions)-1]
		if g.reached[function] {
			continue
		}
		g.reached[function] = true
		at := function.ModuleID()
		module, added := g.modules[at]
		if !added {
			if len(g.waiting[at]) == 0 {
				g.wanted = append(g.wanted, at)
			}
			g.waiting[at] = append(g.waiting[at], function)
			continue
		}
		called, isDynamic, ok := module.calls(function.Name)
		if isKnown := ok && len(module.Problems) == 0; !isKnown && !slices.Contains(g.unread, at) {
			g.unread = append(g.unread, at)
		}
		if isDynamic {
			g.dynamic = append(g.dynamic, function)
		}
		functions = append(functions, called...)
	}
}

// dispatchPrefix is that of the names of native functions that call the function that an argument names. The framework of Aptos has
// them for fungible assets and for authentication.
const dispatchPrefix = "dispatchable_"

// calls returns the functions that a function calls or packs into closures. isDynamic is true if it can call others. ok is false if
// the module does not have the function, or if its instructions cannot be read.
func (b *Bytecode) calls(name string) (called []FunctionID, isDynamic, ok bool) {
	if b == nil {
		return nil, false, false
	}
	index := b.FunctionIndex(name)
	if index < 0 {
		return nil, false, false
	}
	f := &b.Functions[index]
	if f.IsNative {
		return nil, strings.HasPrefix(name, dispatchPrefix), true
	}
	p, seen := newBytecodeParser(b, f.code), map[*functionHandle]bool{}
	for range f.Instructions {
		instruction, o := p.instruction(f)
		if p.err != nil {
			return called, isDynamic, false
		}
		if instruction == "CallClosure" {
			isDynamic = true
		}
		handle, isCall, known := b.tables.called(instruction, o.number)
		switch {
		case !isCall:
		case !known:
			return called, isDynamic, false
		case !seen[handle]:
			seen[handle] = true
			called = append(called, FunctionID{handle.module.Address, handle.module.Name, handle.name})
		}
	}
	return called, isDynamic, true
}

// called returns the function that an instruction calls, or packs into a closure. isCall is false for other instructions, and ok for
// those whose function is not known.
func (t *bytecodeTables) called(instruction string, number int) (handle *functionHandle, isCall, ok bool) {
	switch instruction {
	case "Call", "PackClosure":
	case "CallGeneric", "PackClosureGeneric":
		instances := t.instances[functionOperand]
		if number < 0 || number >= len(instances) {
			return nil, true, false
		}
		number = instances[number].of
	default:
		return nil, false, false
	}
	if number < 0 || number >= len(t.functions) {
		return nil, true, false
	}
	return &t.functions[number], true, true
}
