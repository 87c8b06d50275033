package main

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/query/fields"
	"foredeck/tui/render"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

func listModules(in *invocation) error {
	l := in.newList(modulesColumns(in.format))
	pages := filter(in, l, fields.Modules, func(length int) iter.Seq2[[]client.Module, error] {
		return load.Walk(in.ctx(), client.PageRequest{}, length, (*client.Module).Key, func(ctx context.Context, page client.PageRequest) (client.Page[client.Module], error) {
			return in.s.node.Modules(ctx, in.address, page)
		})
	})
	return printList(l, pages, moduleRecord(in.format))
}

func modulesColumns(format string) []column {
	if format == "csv" {
		return csvColumns(render.ModuleFields()...)
	}
	columns := []column{
		{title: text.Const("MODULE"), width: 36}, {title: text.Const("FUNCTIONS"), width: 9, right: true}, {title: text.Const("VIEW"), width: 5, right: true},
		{title: text.Const("ENTRY"), width: 5, right: true}, {title: text.Const("STRUCTS"), width: 7, right: true}, {title: text.Const("BYTECODE"), width: 10, right: true},
	}
	if format == "wide" {
		columns[0].width = 90
		columns = append(columns, column{title: text.Const("FRIENDS")})
	}
	return columns
}

func moduleRecord(format string) func(*client.Module) record {
	return func(m *client.Module) record {
		return record{value: m, raw: m.Raw, cells: moduleCells(format, m)}
	}
}

// moduleCells returns the cells of the list: counts of functions and structs, and in wide the names of friends.
func moduleCells(format string, m *client.Module) []text.Safe {
	if format == "csv" {
		return render.ModuleValues(m)
	}
	name := text.Format("%s::%s", text.Clean(m.Address.Short()), text.Clean(m.Name))
	if format != "wide" {
		name = text.Short(name)
	}
	counts := render.CountModule(m)
	cells := []text.Safe{name}
	for _, count := range []*uint64{counts.Functions, counts.Views, counts.Entries, counts.Structs, counts.Bytecode} {
		cells = append(cells, render.Number(count))
	}
	if format == "wide" {
		cells = append(cells, render.Friends(m))
	}
	return cells
}

func showModule(in *invocation) error {
	id, err := move.ParseModuleID(in.s.withAddress(in.args[0]))
	if err != nil {
		return err
	}
	if in.given("every") {
		return followState(in, target.Link{Target: target.Target{Kind: target.Module, Module: id}}, "")
	}
	if in.isSet("published") {
		return in.printPublished(id)
	}
	module, err := in.s.node.Module(in.ctx(), id)
	if err != nil {
		return err
	}
	in.note(&module)
	if in.format != "raw" && module.ABI == nil {
		return fmt.Errorf("module %s: the node returned no interface; -o raw prints its response", id)
	}
	switch {
	case in.isSet("source"):
		return printSource(newPrinter(in.out(), in.format, nil, true), module.ABI)
	case in.format == "raw":
		return in.printOne(nil, record{raw: module.Raw})
	}
	module.ABI.Functions = selectFunctions(module.ABI.Functions, in.value("functions"))
	if in.format == "json" || in.format == "jsonl" {
		return in.printOne(nil, record{value: module})
	}
	printer := newPrinter(in.out(), in.format, functionColumns(in.format), false)
	for _, function := range module.ABI.Functions {
		if err := printer.print(record{cells: functionCells(in.format, &function)}); err != nil {
			return err
		}
	}
	return printer.end()
}

// checkModule reports options that contradict each other.
func checkModule(in *invocation) error {
	switch {
	case in.given("every") && (in.isSet("source") || in.isSet("published") || in.given("functions")):
		return usagef("--every follows the whole module: leave out --source, --published and --functions")
	case in.isSet("published") && (in.isSet("source") || in.given("functions")):
		return usagef("--published: prints only the published source; omit --source and --functions")
	case in.isSet("published") && in.output != "" && in.output != "table":
		return usagef("--published and -o %s: --published prints plain text; use only one of them", in.output)
	case in.isSet("source") && in.given("functions"):
		return usagef("--source and --functions: --source always prints all functions; use only one of them")
	case in.isSet("source") && in.output != "" && in.output != "table":
		return usagef("--source and -o %s: --source prints plain text; use only one of them", in.output)
	case in.output == "raw" && in.given("functions"):
		return usagef("-o raw and --functions: raw prints the whole response of the node; use only one of them")
	}
	return checkChanges(in)
}

// printSource prints the interface as Move declarations, made safe: names and types come from the node.
func printSource(printer *printer, abi *move.ModuleABI) error {
	for line := range strings.Lines(abi.Source()) {
		if err := printer.write(text.Format("%s\n", text.Clean(strings.TrimSuffix(line, "\n")))); err != nil {
			return err
		}
	}
	return nil
}

// selectFunctions returns the functions of a kind: all, view or entry.
func selectFunctions(functions []move.FunctionABI, kind string) []move.FunctionABI {
	selected := []move.FunctionABI{}
	for _, function := range functions {
		if kind == "all" || kind == "view" && function.IsView || kind == "entry" && function.IsEntry {
			selected = append(selected, function)
		}
	}
	return selected
}

// parametersWidth is the width of the column in a table, which cuts longer lists; wide prints all of it.
const parametersWidth = 60

func functionColumns(format string) []column {
	switch format {
	case "csv":
		return csvColumns("name", "visibility", "is_entry", "is_view", "type_params", "params", "return")
	case "wide":
		return []column{{title: text.Const("FUNCTION"), width: 40}, {title: text.Const("VISIBILITY"), width: 10}, {title: text.Const("KIND"), width: 10},
			{title: text.Const("TYPE PARAMETERS"), width: 30}, {title: text.Const("PARAMETERS"), width: 100}, {title: text.Const("RETURN")}}
	}
	return []column{{title: text.Const("FUNCTION"), width: 40}, {title: text.Const("VISIBILITY"), width: 10}, {title: text.Const("KIND"), width: 10},
		{title: text.Const("PARAMETERS"), width: parametersWidth}, {title: text.Const("RETURN")}}
}

func functionCells(format string, f *move.FunctionABI) []text.Safe {
	parameters := make([]string, len(f.TypeParameters))
	for i, parameter := range f.TypeParameters {
		parameters[i] = fmt.Sprintf("T%d", i)
		if len(parameter.Constraints) > 0 {
			parameters[i] += ": " + strings.Join(parameter.Constraints, " + ")
		}
	}
	types, takes, returns := text.Clean(strings.Join(parameters, ", ")), text.Clean(strings.Join(f.Parameters, ", ")), text.Clean(strings.Join(f.Return, ", "))
	name := text.Clean(f.Name)
	if format == "csv" {
		return []text.Safe{name, text.Clean(f.Visibility), boolText(f.IsEntry), boolText(f.IsView), types, takes, returns}
	}
	var kinds []string
	if f.IsEntry {
		kinds = append(kinds, "entry")
	}
	if f.IsView {
		kinds = append(kinds, "view")
	}
	cells := []text.Safe{name, remoteText(f.Visibility), orNone(text.Clean(strings.Join(kinds, " ")))}
	if format == "wide" {
		return append(cells, orNone(types), orNone(takes), orNone(returns))
	}
	if !types.IsEmpty() {
		cells[0] = text.Format("%s<%s>", cells[0], types)
	}
	cells[0] = text.Cut(cells[0], 40)
	return append(cells, orNone(text.Cut(text.Short(takes), parametersWidth)), orNone(text.Short(returns)))
}

func boolText(b bool) text.Safe {
	if b {
		return text.Const("true")
	}
	return text.Const("false")
}

func orNone(s text.Safe) text.Safe {
	if s.IsEmpty() {
		return text.None
	}
	return s
}
