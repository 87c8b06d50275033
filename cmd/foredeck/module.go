package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"foredeck/client/move"
	"foredeck/tui/text"
)

// moduleFlags are those of one module.
type moduleFlags struct {
	functions string
	source    bool
}

func moduleCommand(flags *globalFlags) *cobra.Command {
	wanted := &moduleFlags{}
	command := &cobra.Command{
		Use:   "module ADDRESS::NAME",
		Short: "Show a module",
		Long: `Show a module: as a table and as csv its functions, as json all of its interface, with --source that as Move declarations.
ADDRESS is 1 to 64 hex digits, with or without 0x, or a name of the simulated network.`,
		Example: `  foredeck module 0x1::coin --functions view
  foredeck module 0x1::coin --source`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			return showModule(cmd, flags, wanted, arguments[0])
		},
	}
	command.Flags().StringVar(&wanted.functions, "functions", "all", "which functions: all, view or entry")
	command.Flags().BoolVar(&wanted.source, "source", false, "print the interface as Move declarations")
	return command
}

func (f *moduleFlags) check(cmd *cobra.Command, flags *globalFlags) error {
	given := cmd.Flags().Changed("functions")
	switch {
	case f.functions != "all" && f.functions != "view" && f.functions != "entry":
		return &usageError{fmt.Errorf("--functions %q: there are all, view, entry", f.functions)}
	case f.source && given:
		return &usageError{errors.New("--source and --functions: the declarations are always all; leave one of the two out")}
	case f.source && flags.output != "" && flags.output != "table":
		return &usageError{fmt.Errorf("--source and -o %s: the declarations are plain text; leave one of the two out", flags.output)}
	case flags.output == "raw" && given:
		return &usageError{errors.New("-o raw and --functions: raw is the module as the node sent it; leave one of the two out")}
	}
	return nil
}

func showModule(cmd *cobra.Command, flags *globalFlags, wanted *moduleFlags, argument string) error {
	format, err := flags.format(formats...)
	if err != nil {
		return err
	}
	if err := wanted.check(cmd, flags); err != nil {
		return err
	}
	s, err := flags.open(cmd)
	if err != nil {
		return err
	}
	defer s.close()
	id, err := move.ParseModuleID(s.withAddress(argument))
	if err != nil {
		return err
	}
	module, err := s.node.Module(cmd.Context(), id)
	if err != nil {
		return err
	}
	if format != "raw" && module.ABI == nil {
		return fmt.Errorf("the node does not give the interface of %s", id)
	}
	out := cmd.OutOrStdout()
	switch {
	case wanted.source:
		return printSource(newPrinter(out, format, nil, true), module.ABI)
	case format == "raw":
		return newPrinter(out, format, nil, true).print(record{raw: module.Raw})
	}
	module.ABI.Functions = wanted.chosen(module.ABI.Functions)
	if format == "json" || format == "jsonl" {
		return newPrinter(out, format, nil, true).print(record{value: module})
	}
	printer := newPrinter(out, format, functionColumns(format), false)
	for _, function := range module.ABI.Functions {
		if err := printer.print(record{cells: functionCells(format, &function)}); err != nil {
			return err
		}
	}
	return printer.end()
}

// printSource cleans line by line: names and types in it are the node's.
func printSource(printer *printer, abi *move.ModuleABI) error {
	for line := range strings.Lines(abi.Source()) {
		if err := printer.write(text.Clean(strings.TrimSuffix(line, "\n")) + "\n"); err != nil {
			return err
		}
	}
	return nil
}

func (f *moduleFlags) chosen(functions []move.FunctionABI) []move.FunctionABI {
	chosen := []move.FunctionABI{}
	for _, function := range functions {
		if f.functions == "all" || f.functions == "view" && function.IsView || f.functions == "entry" && function.IsEntry {
			chosen = append(chosen, function)
		}
	}
	return chosen
}

// parametersWidth is that of the column in a table. What is longer is cut there; wide has it whole.
const parametersWidth = 60

func functionColumns(format string) []column {
	switch format {
	case "csv":
		return []column{{title: "name"}, {title: "visibility"}, {title: "is_entry"}, {title: "is_view"}, {title: "type_params"}, {title: "params"}, {title: "return"}}
	case "wide":
		return []column{{title: "FUNCTION", width: 40}, {title: "VISIBILITY", width: 10}, {title: "KIND", width: 10},
			{title: "TYPE PARAMETERS", width: 30}, {title: "PARAMETERS", width: 100}, {title: "RETURN"}}
	}
	return []column{{title: "FUNCTION", width: 40}, {title: "VISIBILITY", width: 10}, {title: "KIND", width: 10},
		{title: "PARAMETERS", width: parametersWidth}, {title: "RETURN"}}
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
		return []text.Safe{name, text.Clean(f.Visibility), yesNo(f.IsEntry), yesNo(f.IsView), types, takes, returns}
	}
	var kinds []string
	if f.IsEntry {
		kinds = append(kinds, "entry")
	}
	if f.IsView {
		kinds = append(kinds, "view")
	}
	cells := []text.Safe{name, given(f.Visibility), orNone(text.Safe(strings.Join(kinds, " ")))}
	if format == "wide" {
		return append(cells, orNone(types), orNone(takes), orNone(returns))
	}
	if types != "" {
		cells[0] += "<" + types + ">"
	}
	cells[0] = text.Cut(cells[0], 40)
	return append(cells, orNone(text.Cut(text.Short(takes), parametersWidth)), orNone(text.Short(returns)))
}

func yesNo(b bool) text.Safe {
	if b {
		return "true"
	}
	return "false"
}

func orNone(s text.Safe) text.Safe {
	if s == "" {
		return text.None
	}
	return s
}
