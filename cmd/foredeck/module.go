package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/record"
	"foredeck/tui/render"
	"foredeck/tui/target"
)

func init() {
	runners["modules"] = &runner{check: checkFilter(record.ModuleFields), open: openNode, run: listModules, calls: []examinedCall{
		{"modules", client.V1, true, func(e *examination) error {
			found, err := e.node.Modules(e.ctx(), frameworkAddress, examinedPage)
			if len(found.Items) > 0 {
				e.module = cmp.Or(found.Items[0].Name, e.module)
			}
			return err
		}},
	}}
}

func listModules(in *invocation) error {
	l := newList(in, record.Modules)
	pages := filter(in, l, record.ModuleFields, func(length int) iter.Seq2[[]client.Module, error] {
		return load.Walk(in.ctx(), client.PageRequest{}, length, (*client.Module).Key, func(ctx context.Context, page client.PageRequest) (client.Page[client.Module], error) {
			return in.s.node.Modules(ctx, in.address, page)
		})
	})
	return l.printPages(pages)
}

func init() {
	runners["module"] = &runner{check: checkModule, open: openNode, run: showModule, calls: []examinedCall{
		{"module", client.V1, false, func(e *examination) error {
			_, err := e.node.Module(e.ctx(), move.ModuleID{Address: frameworkAddress, Name: e.module})
			return err
		}},
	}}
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
	if !in.prints("raw") && module.ABI == nil {
		return fmt.Errorf("module %s: the node returned no interface; -o raw prints its response", id)
	}
	if in.isSet("source") {
		return in.printSource(strings.Lines(module.ABI.Source()))
	}
	var functions []move.FunctionABI
	if module.ABI != nil {
		module.ABI.Functions = selectFunctions(module.ABI.Functions, in.value("functions"))
		functions = module.ABI.Functions
	}
	return printDocument(in, module, module.Raw, record.Functions, functions)
}

// checkModule reports options that contradict each other.
func checkModule(in *invocation) error {
	source, published, functions, isPlain := in.isSet("source"), in.isSet("published"), in.given("functions"), cmp.Or(in.output, "table") == "table"
	return cmp.Or(
		wrongIf(in.given("every") && (source || published || functions), "--every follows the whole module: leave out --source, --published and --functions"),
		wrongIf(published && (source || functions), "--published: prints only the published source; omit --source and --functions"),
		wrongIf(published && !isPlain, "--published and -o %s: --published prints plain text; use only one of them", in.output),
		wrongIf(source && functions, "--source and --functions: --source always prints all functions; use only one of them"),
		wrongIf(source && !isPlain, "--source and -o %s: --source prints plain text; use only one of them", in.output),
		wrongIf(in.output == "raw" && functions, "-o raw and --functions: raw prints the whole response of the node; use only one of them"),
		checkChanges(in))
}

// printSource prints Move declarations, made safe: they come from the node.
func (in *invocation) printSource(lines iter.Seq[string]) error {
	w := newWriter(in.out(), in.format)
	for line := range lines {
		w.WriteString(render.SourceLine(strings.TrimSuffix(line, "\n")).String() + "\n")
	}
	return w.Flush()
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

func init() { runners["packages"] = &runner{open: openNode, run: listPackages} }

func listPackages(in *invocation) error {
	if in.prints("raw") {
		resource, err := in.s.node.Resource(in.ctx(), in.address, move.PackageRegistryType)
		if err != nil {
			return err
		}
		return printRecord(in, record.Resources, &resource)
	}
	packages, err := in.s.node.Packages(in.ctx(), in.address)
	if err != nil {
		return err
	}
	return printRecords(in, record.Packages, packages)
}

// printPublished prints the source that was published with a module, made safe.
func (in *invocation) printPublished(id move.ModuleID) error {
	source, err := in.s.node.ModuleSource(in.ctx(), id)
	if errors.Is(err, move.ErrNoSource) {
		return fmt.Errorf("%w; --source prints its interface", err)
	}
	if err != nil {
		return err
	}
	return in.printSource(func(yield func(string) bool) {
		for line := range source.Len() {
			if !yield(source.Line(line)) {
				return
			}
		}
	})
}
