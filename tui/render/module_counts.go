package render

import (
	"strings"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/text"
)

// ModuleCounts is how much there is in a module; – where the node does not tell.
type ModuleCounts struct {
	Functions, Views, Entries, Structs text.Safe
	Bytecode                           text.Safe // its size in bytes
}

// CountModule counts what is in a module.
func CountModule(module *client.Module) ModuleCounts {
	counts := ModuleCounts{text.None, text.None, text.None, text.None, text.None}
	if module.Bytecode != nil {
		counts.Bytecode = text.Integer(uint64(len(module.Bytecode)))
	}
	if module.ABI == nil {
		return counts
	}
	views, entries := 0, 0
	for i := range module.ABI.Functions {
		if module.ABI.Functions[i].IsView {
			views++
		}
		if module.ABI.Functions[i].IsEntry {
			entries++
		}
	}
	counts.Functions, counts.Structs = text.Integer(uint64(len(module.ABI.Functions))), text.Integer(uint64(len(module.ABI.Structs)))
	counts.Views, counts.Entries = text.Integer(uint64(views)), text.Integer(uint64(entries))
	return counts
}

// FunctionNames are the names of the functions that are chosen, in the order of the module.
func FunctionNames(abi *move.ModuleABI, chosen func(*move.FunctionABI) bool) text.Safe {
	var names []string
	for i := range abi.Functions {
		if chosen(&abi.Functions[i]) {
			names = append(names, abi.Functions[i].Name)
		}
	}
	return text.Clean(strings.Join(names, ", "))
}

// StructNames are the names of the module's structs.
func StructNames(abi *move.ModuleABI) text.Safe {
	var names []string
	for i := range abi.Structs {
		names = append(names, abi.Structs[i].Name)
	}
	return text.Clean(strings.Join(names, ", "))
}

// FriendNames are the modules that may call the module's friend functions.
func FriendNames(abi *move.ModuleABI) text.Safe {
	var names []string
	for _, friend := range abi.Friends {
		names = append(names, friend.String())
	}
	return text.Clean(strings.Join(names, ", "))
}
