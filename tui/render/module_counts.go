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

// FunctionNames are the names of the functions that are chosen, in the order of the module, as many as a few lines can show.
func FunctionNames(abi *move.ModuleABI, chosen func(*move.FunctionABI) bool) text.Safe {
	return names(abi.Functions, func(function *move.FunctionABI) string {
		if chosen(function) {
			return function.Name
		}
		return ""
	})
}

// StructNames are the names of the module's structs, as many as a few lines can show.
func StructNames(abi *move.ModuleABI) text.Safe {
	return names(abi.Structs, func(structure *move.StructABI) string { return structure.Name })
}

// FriendNames are the modules that may call the module's friend functions, as many as a few lines can show.
func FriendNames(abi *move.ModuleABI) text.Safe {
	return names(abi.Friends, func(friend *move.ModuleID) string { return friend.String() })
}

// longestNames is how many bytes of names are put together at most: a module can have as many as the node likes.
const longestNames = 4000

func names[T any](items []T, name func(*T) string) text.Safe {
	var all strings.Builder
	for i := range items {
		next := name(&items[i])
		if next == "" {
			continue
		}
		if all.Len() > 0 {
			all.WriteString(", ")
		}
		all.WriteString(next[:min(len(next), longestNames)])
		if all.Len() > longestNames {
			break
		}
	}
	return text.Clean(all.String())
}
