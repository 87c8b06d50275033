package module

import (
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"

	"foredeck/client/move"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// declarationWidth is the width of a copied declaration.
const declarationWidth = 100

// Copies returns the copy forms of the selection, and the command that prints the module.
func (m *Model) Copies() []screen.Copy {
	command := screen.CopyText(text.Const("command"), m.deps.Command("module", m.id.String()))
	if m.module.Raw == nil {
		return []screen.Copy{screen.CopyText(text.Const("value"), m.id.String()), command}
	}
	return append(m.selectedCopies(), command)
}

func (m *Model) selectedCopies() []screen.Copy {
	whole := []screen.Copy{screen.CopyText(text.Const("value"), m.id.String()), {Form: text.Const("JSON"), Value: func() string { return string(m.module.Raw) }}}
	tag, isLink := m.link()
	function, structure := m.function(), m.structure()
	friend := m.friend()
	switch {
	case m.tab == tabABI:
		return m.tree.Copies()
	case m.tab == tabBytecode:
		return m.bytecodeCopies(whole)
	case m.tab == tabSource:
		return m.sourceCopies(whole)
	case isLink:
		return []screen.Copy{screen.CopyText(text.Const("value"), tag.String())}
	case m.tab == tabFunctions && function != nil:
		return []screen.Copy{
			screen.CopyText(text.Const("value"), m.functionID(function.Name).String()),
			{Form: text.Const("declaration"), Value: func() string { return function.Declaration(declarationWidth) }},
			{Form: text.Const("JSON"), Value: func() string { return toJSON(function) }},
		}
	case m.tab == tabStructs && structure != nil:
		return []screen.Copy{
			screen.CopyText(text.Const("value"), m.structTag(structure.Name).String()),
			{Form: text.Const("declaration"), Value: structure.Declaration},
			{Form: text.Const("JSON"), Value: func() string { return toJSON(structure) }},
		}
	case m.tab == tabFriends && friend != nil:
		return []screen.Copy{screen.CopyText(text.Const("value"), friend.String())}
	}
	return whole
}

// bytecodeCopies returns the copy forms of the selected instruction or function, or of the bytes.
func (m *Model) bytecodeCopies(whole []screen.Copy) []screen.Copy {
	if m.module.Bytecode == nil {
		return whole
	}
	code := screen.Copy{Form: text.Const("bytecode"), Value: func() string { return "0x" + hex.EncodeToString(m.module.Bytecode) }}
	if parsed := m.bytecode.module(); parsed != nil && len(parsed.Problems) > 0 {
		whole = append(whole, screen.CopyText(text.Const("unknown parts"), strings.Join(parsed.Problems, "\n")))
	}
	copies := m.codeCopies(code)
	return append(copies, whole[2:]...)
}

// codeCopies returns the copy forms of the selected instruction or function, and of the bytes.
func (m *Model) codeCopies(code screen.Copy) []screen.Copy {
	instruction := m.instruction()
	function, ok := m.selectedFunction()
	switch {
	case instruction != nil:
		line := strings.TrimSpace(instruction.Name + " " + instruction.Operand)
		copies := []screen.Copy{screen.CopyText(text.Const("value"), line)}
		if instruction.Operand != "" {
			copies = append(copies, screen.CopyText(text.Const("operand"), instruction.Operand))
		}
		return append(copies, screen.CopyText(text.Const("row"), strconv.Itoa(instruction.Offset)+"\t"+instruction.Name+"\t"+instruction.Operand), code)
	case ok:
		return []screen.Copy{screen.CopyText(text.Const("value"), function.String()), {Form: text.Const("listing"), Value: m.listingText}, code}
	}
	return []screen.Copy{code}
}

// listingText returns the instructions of the selected function, one per line.
func (m *Model) listingText() string {
	list, _ := m.bytecode.listing()
	var lines strings.Builder
	lines.WriteString(list.declaration + "\n")
	for _, instruction := range list.instructions {
		lines.WriteString(strconv.Itoa(instruction.Offset) + "\t" + strings.TrimSpace(instruction.Name+" "+instruction.Operand) + "\n")
	}
	return lines.String()
}

// toJSON encodes a part of the ABI.
func toJSON(part any) string {
	whole, err := json.Marshal(part)
	if err != nil {
		return ""
	}
	return string(whole)
}

// structTag returns the type of a struct of the module, without type arguments.
func (m *Model) structTag(name string) move.StructTag {
	return move.StructTag{Address: m.id.Address, Module: m.id.Name, Name: name}
}

// maxNameLength is the limit for names in Move, whose length is stored in one byte.
const maxNameLength = 255

// pendingTarget returns the link the screen was opened with, before the module is loaded.
func (m *Model) pendingTarget() target.Link {
	link := target.Link{Network: m.deps.Endpoint.Network, Target: target.Target{Kind: target.Module, Module: m.id}, View: m.pendingCall}
	switch {
	case m.bytecode.marked != nil:
		link.Target = target.Target{Kind: target.Code, Function: m.functionID(m.bytecode.marked.Function), Offset: m.bytecode.marked.Offset}
	case m.pendingName == "":
	case m.tab == tabStructs:
		link.Target = target.Target{Kind: target.Type, Type: m.structTag(m.pendingName)}
	default:
		link.Target = target.Target{Kind: target.Function, Function: m.functionID(m.pendingName)}
	}
	return link
}

// exportRows exports parts of the module, of which list has all: the selected ones while there is a range.
func exportRows[T any](m *Model, name string, columns []string, list []T, record func(*T) screen.Record) screen.Export {
	rows, ok := m.Range()
	if !ok {
		return screen.ExportRows(name, columns, screen.Records(list, record))
	}
	var selected []T
	shown := m.list()
	rows.Each(func() { selected = append(selected, list[shown.shown[shown.Selected()]]) })
	return pane.ExportSelected(name, columns, screen.Records(selected, record), len(selected))
}

// Export exports the functions or structs as rows, or those that are selected; on other tabs, the module as the node sent it.
func (m *Model) Export() (screen.Export, bool) {
	name := "module-" + screen.ShortenAddress(m.id.Address.Short()) + "-" + m.id.Name[:min(len(m.id.Name), maxNameLength)]
	switch {
	case m.module.Raw == nil:
		return screen.Export{}, false
	case m.tab == tabFunctions && m.hasInterface():
		return exportRows(m, name+"-functions", []string{"function", "kind", "arguments", "declaration"}, m.module.ABI.Functions, func(f *move.FunctionABI) screen.Record {
			return screen.Record{Value: f, Cells: []string{f.Name, kindOf(f).String(), strconv.Itoa(arguments(f)), singleLine(f.Declaration(declarationWidth))}}
		}), true
	case m.tab == tabStructs && m.hasInterface():
		return exportRows(m, name+"-structs", []string{"struct", "abilities", "fields", "declaration"}, m.module.ABI.Structs, func(s *move.StructABI) screen.Record {
			return screen.Record{Value: s, Cells: []string{s.Name, strings.Join(s.Abilities, " "), strconv.Itoa(len(s.Fields)), singleLine(s.Declaration())}}
		}), true
	case m.tab == tabFriends && m.HasRange():
		return exportRows(m, name+"-friends", []string{"module"}, m.module.ABI.Friends, func(f *move.ModuleID) screen.Record {
			return screen.Record{Value: f.String(), Cells: []string{f.String()}}
		}), true
	case m.tab == tabSource && m.source.text() != nil:
		return m.exportSource(name), true
	}
	return pane.ExportValue(name, m.module.Raw), true
}

// singleLine joins a declaration into one line.
func singleLine(declaration string) string { return strings.Join(strings.Fields(declaration), " ") }

// Link returns the location of the module, or of the selected function or struct.
func (m *Model) Link() (target.Link, bool) {
	if m.module.Raw == nil {
		return m.pendingTarget(), true
	}
	selected := target.Target{Kind: target.Module, Module: m.id}
	if function, ok := m.selectedFunction(); ok && m.tab == tabFunctions {
		selected = target.Target{Kind: target.Function, Function: function}
	}
	if instruction := m.instruction(); instruction != nil {
		selected = target.Target{Kind: target.Code, Function: m.functionID(m.bytecode.function().ABI.Name), Offset: instruction.Offset}
	}
	if structure := m.structure(); structure != nil && m.tab == tabStructs {
		selected = target.Target{Kind: target.Type, Type: m.structTag(structure.Name)}
	}
	link := target.Link{Network: m.deps.Endpoint.Network, Target: selected}
	if len(selected.Function.Name) > maxNameLength || len(selected.Type.Name) > maxNameLength {
		return link, false
	}
	_, err := target.ParseLink(link.String()) // names from the node may not parse
	return link, err == nil
}

// Subject returns the selected parameter, or the account that published the module.
func (m *Model) Subject() (store.Subject, bool) {
	address := m.id.Address
	friend := m.friend()
	switch {
	case m.detailsFocused && m.tab == tabFunctions && m.lines.Len() > 0 && m.declaration[m.lines.Selected()].parameter != nil:
		p := m.declaration[m.lines.Selected()].parameter
		return store.ArgumentSubject(p.function, p.number), true
	case m.tab == tabFriends && friend != nil:
		address = friend.Address
	}
	return store.Subject{Kind: store.Address, Key: address.String()}, true
}
