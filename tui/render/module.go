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

// ModuleDiff returns the result of comparing two versions of a module.
func ModuleDiff(diff *move.ModuleDiff) text.Safe {
	changes, breaking := len(diff.Changes), diff.Breaking()
	switch {
	case changes == 0:
		return text.Const("no changes")
	case breaking == 0:
		return text.Format("compatible: %s, allowed by the upgrade policy \"compatible\"", text.Plural(changes, "change"))
	}
	verb := text.Const("break")
	if breaking == 1 {
		verb = text.Const("breaks")
	}
	return text.Format("incompatible: %s of %s %s the rules of the upgrade policy \"compatible\"", text.Integer(uint64(breaking)), text.Plural(changes, "change"), verb)
}

// ModuleChange returns a change as lines: what changed, the old and the new value, and the rule that it breaks.
func ModuleChange(change *move.ModuleChange) []text.Safe {
	verdict := text.Const("ok    ")
	if change.Breaks != "" {
		verdict = text.Const("breaks")
	}
	lines := []text.Safe{text.Format("%s  %s", verdict, ModuleChangeTitle(change))}
	for _, value := range []struct {
		sign text.Safe
		text string
	}{{text.Const("-"), change.Old}, {text.Const("+"), change.New}, {text.Const(" "), change.Breaks}, {text.Const(" "), change.Note}} {
		switch {
		case value.text == "" || change.Subject == "friend" && value.text == change.Name:
		case value.sign.String() == " ":
			lines = append(lines, text.Format("        %s", text.Clean(value.text)))
		default:
			lines = append(lines, text.Format("        %s %s", value.sign, text.Short(text.Clean(value.text))))
		}
	}
	return lines
}

// ModuleChangeTitle names what changed: function burn removed; struct Vault: fields changed.
func ModuleChangeTitle(change *move.ModuleChange) text.Safe {
	title := text.Format("%s %s", text.Clean(change.Subject), text.Short(text.Clean(change.Name)))
	if change.Aspect != "" {
		title = text.Format("%s: %s", title, text.Clean(change.Aspect))
	}
	return text.Format("%s %s", title, text.Clean(string(change.Action)))
}

// tabWidth is the number of blanks that a tab in a source is drawn as.
const tabWidth = 4

// SourceLine returns a line of a source. Tabs are drawn as blanks.
func SourceLine(line string) text.Safe {
	return text.Clean(strings.ReplaceAll(line, "\t", strings.Repeat(" ", tabWidth)))
}

// Sources says how many modules of a package were published with their source: all, none or N of M.
func Sources(p *move.Package) text.Safe {
	switch count := p.Sources(); count {
	case 0:
		return text.Const("none")
	case len(p.Modules):
		return text.Const("all")
	default:
		return text.Format("%s of %s", text.Integer(uint64(count)), text.Integer(uint64(len(p.Modules))))
	}
}

// Dependencies lists the packages that a package uses: 0x1 Framework.
func Dependencies(p *move.Package) text.Safe {
	names := make([]string, len(p.Dependencies))
	for i, dependency := range p.Dependencies {
		names[i] = dependency.Account + " " + dependency.Name
	}
	return text.Short(text.Clean(strings.Join(names, ", ")))
}
