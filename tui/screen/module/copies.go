package module

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"iter"
	"strconv"
	"strings"

	"foredeck/client/move"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// widestDeclaration is the width of a declaration that is copied.
const widestDeclaration = 100

func copyOf(form text.Safe, value func() string) screen.Copy {
	return screen.Copy{Form: form, Value: value}
}

// Copies are the forms of what is selected, then the command that prints the module.
func (m *Model) Copies() []screen.Copy {
	command := copyOf("command", func() string { return m.deps.Command("module", m.id.String()) })
	if m.module.Raw == nil {
		return []screen.Copy{copyOf("value", m.id.String), command}
	}
	return append(m.selectedCopies(), command)
}

func (m *Model) selectedCopies() []screen.Copy {
	whole := []screen.Copy{copyOf("value", m.id.String), copyOf("JSON", func() string { return string(m.module.Raw) })}
	tag, isLink := m.link()
	function, structure := m.function(), m.structure()
	friend, isFriend := m.friend()
	switch {
	case m.tab == tabABI:
		path, value := m.tree.Selected()
		return []screen.Copy{
			copyOf("value", func() string { return plain(value) }), copyOf("JSON", func() string { return string(value) }), copyOf("path", func() string { return path }),
		}
	case m.tab == tabBytecode:
		return m.bytecodeCopies(whole)
	case isLink:
		return []screen.Copy{copyOf("value", tag.String)}
	case m.tab == tabFunctions && function != nil:
		return []screen.Copy{
			copyOf("value", m.functionID(function).String), copyOf("declaration", func() string { return function.Declaration(widestDeclaration) }),
			copyOf("JSON", func() string { return written(function) }),
		}
	case m.tab == tabStructs && structure != nil:
		return []screen.Copy{
			copyOf("value", func() string { return m.structTag(structure).String() }), copyOf("declaration", structure.Declaration),
			copyOf("JSON", func() string { return written(structure) }),
		}
	case m.tab == tabFriends && isFriend:
		return []screen.Copy{copyOf("value", friend.String)}
	}
	return whole
}

// bytecodeCopies are the forms of the selected instruction, else of the selected function, else of the bytes.
func (m *Model) bytecodeCopies(whole []screen.Copy) []screen.Copy {
	if m.module.Bytecode == nil {
		return whole
	}
	code := copyOf("bytecode", func() string { return "0x" + hex.EncodeToString(m.module.Bytecode) })
	instruction := m.bytecode.instruction()
	function, ok := m.selectedFunction()
	switch {
	case instruction != nil:
		line := strings.TrimSpace(instruction.Name + " " + instruction.Operand)
		copies := []screen.Copy{copyOf("value", func() string { return line })}
		if instruction.Operand != "" {
			copies = append(copies, copyOf("operand", func() string { return instruction.Operand }))
		}
		return append(copies, copyOf("row", func() string {
			return strconv.Itoa(instruction.Offset) + "\t" + instruction.Name + "\t" + instruction.Operand
		}), code)
	case ok:
		return []screen.Copy{copyOf("value", function.String), copyOf("listing", m.listingText), code}
	}
	return []screen.Copy{code}
}

// listingText is the instructions of the selected function, a line each.
func (m *Model) listingText() string {
	list, _ := m.bytecode.listing()
	var lines strings.Builder
	lines.WriteString(list.declaration + "\n")
	for _, instruction := range list.instructions {
		lines.WriteString(strconv.Itoa(instruction.Offset) + "\t" + strings.TrimSpace(instruction.Name+" "+instruction.Operand) + "\n")
	}
	return lines.String()
}

// plain is a JSON string without its quotes, and all else as it is.
func plain(value json.RawMessage) string {
	var unquoted string
	if json.Unmarshal(value, &unquoted) == nil && unquoted != "" {
		return unquoted
	}
	return string(value)
}

// written is a part of the interface as JSON.
func written(part any) string {
	whole, err := json.Marshal(part)
	if err != nil {
		return ""
	}
	return string(whole)
}

// structTag is the type of a struct of the module, without type arguments.
func (m *Model) structTag(structure *move.StructABI) move.StructTag {
	return move.StructTag{Address: m.id.Address, Module: m.id.Name, Name: structure.Name}
}

// longestName is more than a name in Move can have: its length is written in one byte.
const longestName = 255

// awaited is what was asked for, while the module is not here: the function or the struct, and the call of the function.
func (m *Model) awaited() target.Link {
	link := target.Link{Network: m.deps.Endpoint.Network, Target: target.Target{Kind: target.Module, Module: m.id}, View: m.called}
	switch {
	case m.wanted == "":
	case m.tab == tabStructs:
		link.Target = target.Target{Kind: target.Type, Type: move.StructTag{Address: m.id.Address, Module: m.id.Name, Name: m.wanted}}
	default:
		link.Target = target.Target{Kind: target.Function, Function: move.FunctionID{Address: m.id.Address, Module: m.id.Name, Name: m.wanted}}
	}
	return link
}

// Export is the functions, or the structs, as rows; on the other tabs what the node sent, as a tree.
func (m *Model) Export() (screen.Export, bool) {
	name := "module-" + screen.FileName(m.id.Address) + "-" + m.id.Name[:min(len(m.id.Name), longestName)]
	switch {
	case m.module.Raw == nil:
		return screen.Export{}, false
	case m.tab == tabFunctions && m.hasInterface():
		return exported(name+"-functions", []string{"function", "kind", "arguments", "declaration"}, m.module.ABI.Functions, func(f *move.FunctionABI) []string {
			return []string{f.Name, string(kindOf(f)), strconv.Itoa(arguments(f)), inLine(f.Declaration(widestDeclaration))}
		}), true
	case m.tab == tabStructs && m.hasInterface():
		return exported(name+"-structs", []string{"struct", "abilities", "fields", "declaration"}, m.module.ABI.Structs, func(s *move.StructABI) []string {
			return []string{s.Name, strings.Join(s.Abilities, " "), strconv.Itoa(len(s.Fields)), inLine(s.Declaration())}
		}), true
	}
	return screen.ExportTree(name, m.module.Raw), true
}

// inLine is a declaration in one line.
func inLine(declaration string) string { return strings.Join(strings.Fields(declaration), " ") }

// exported is parts of the interface as rows.
func exported[T any](name string, columns []string, parts []T, cells func(*T) []string) screen.Export {
	return screen.Export{Name: name, Columns: columns, Records: func(context.Context) iter.Seq2[screen.Record, error] {
		return func(yield func(screen.Record, error) bool) {
			for i := range parts {
				written := cells(&parts[i])
				for c := range written {
					written[c] = string(text.Clean(written[c]))
				}
				if !yield(screen.Record{Value: &parts[i], Cells: written}, nil) {
					return
				}
			}
		}
	}}
}

// Link is the module, at the function or the struct that is selected.
func (m *Model) Link() (target.Link, bool) {
	if m.module.Raw == nil {
		return m.awaited(), true
	}
	place := target.Target{Kind: target.Module, Module: m.id}
	if function, ok := m.selectedFunction(); ok && m.tab == tabFunctions {
		place = target.Target{Kind: target.Function, Function: function}
	}
	if structure := m.structure(); structure != nil && m.tab == tabStructs {
		place = target.Target{Kind: target.Type, Type: m.structTag(structure)}
	}
	link := target.Link{Network: m.deps.Endpoint.Network, Target: place}
	if len(place.Function.Name) > longestName || len(place.Type.Name) > longestName {
		return link, false
	}
	_, err := target.ParseLink(link.String()) // a node may give names that cannot be read again
	return link, err == nil
}

// Subject is the selected parameter, else the account that published what is shown.
func (m *Model) Subject() (store.Subject, bool) {
	address := m.id.Address
	friend, isFriend := m.friend()
	switch {
	case m.inside && m.tab == tabFunctions && m.lines.Len() > 0 && m.declaration[m.lines.Selected()].argument != "":
		return store.Subject{Kind: store.Argument, Key: m.declaration[m.lines.Selected()].argument}, true
	case m.tab == tabFriends && isFriend:
		address = friend.Address
	}
	return store.Subject{Kind: store.Address, Key: address.String()}, true
}
