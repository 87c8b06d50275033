package render

import (
	"strings"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/text"
)

// ModuleCounts is the size of a module; nil for what the node did not send.
type ModuleCounts struct {
	Functions, Views, Entries, Structs *uint64
	Bytecode                           *uint64 // in bytes
}

// CountModule counts the contents of a module.
func CountModule(module *client.Module) ModuleCounts {
	var counts ModuleCounts
	if module.Bytecode != nil {
		counts.Bytecode = new(uint64(len(module.Bytecode)))
	}
	if module.ABI == nil {
		return counts
	}
	var views, entries uint64
	for i := range module.ABI.Functions {
		if module.ABI.Functions[i].IsView {
			views++
		}
		if module.ABI.Functions[i].IsEntry {
			entries++
		}
	}
	counts.Functions, counts.Structs = new(uint64(len(module.ABI.Functions))), new(uint64(len(module.ABI.Structs)))
	counts.Views, counts.Entries = &views, &entries
	return counts
}

// FunctionNames joins the names of the chosen functions in declaration order, up to a few lines of text.
func FunctionNames(abi *move.ModuleABI, chosen func(*move.FunctionABI) bool) text.Safe {
	return joinNames(abi.Functions, func(function *move.FunctionABI) string {
		if chosen(function) {
			return function.Name
		}
		return ""
	})
}

// StructNames joins the names of the structs, up to a few lines of text.
func StructNames(abi *move.ModuleABI) text.Safe {
	return joinNames(abi.Structs, func(structure *move.StructABI) string { return structure.Name })
}

// FriendNames joins the modules that may call friend functions, up to a few lines of text.
func FriendNames(abi *move.ModuleABI) text.Safe {
	return joinNames(abi.Friends, func(friend *move.ModuleID) string { return friend.String() })
}

// maxNamesBytes bounds the joined names, since a module can have any number of them.
const maxNamesBytes = 4000

func joinNames[T any](items []T, name func(*T) string) text.Safe {
	var joined strings.Builder
	for i := range items {
		next := name(&items[i])
		if next == "" {
			continue
		}
		if joined.Len() > 0 {
			joined.WriteString(", ")
		}
		joined.WriteString(next[:min(len(next), maxNamesBytes)])
		if joined.Len() > maxNamesBytes {
			break
		}
	}
	return text.Clean(joined.String())
}
