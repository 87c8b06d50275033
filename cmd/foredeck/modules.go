package main

import (
	"github.com/spf13/cobra"

	"foredeck/client"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

func modulesCommand(flags *globalFlags) *cobra.Command {
	return &cobra.Command{
		Use:   "modules ADDRESS",
		Short: "List the modules of an account",
		Long: `List the modules that an account has published, in the node's order. ADDRESS is 1 to 64 hex digits, with or without 0x, or a
name of the simulated network. On version 1 of the RPC a node may give the names alone.`,
		Example: `  foredeck modules 0x1 --all
  foredeck modules 0x1 --all -o jsonl | jq -r '.name'`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			format, length, err := flags.listing(cmd)
			if err != nil {
				return err
			}
			s, address, err := flags.openFor(cmd, arguments[0])
			if err != nil {
				return err
			}
			defer s.close()
			items := pages(client.PageRequest{}, length, func(page client.PageRequest) (client.Page[client.Module], error) {
				return s.node.Modules(cmd.Context(), address, page)
			})
			return printList(flags.newList(cmd, format, modulesColumns(format)), items, moduleRecord(format))
		},
	}
}

func modulesColumns(format string) []column {
	if format == "csv" {
		return fields(render.ModuleFields())
	}
	columns := []column{
		{title: "MODULE", width: 36}, {title: "FUNCTIONS", width: 9, right: true}, {title: "VIEW", width: 5, right: true},
		{title: "ENTRY", width: 5, right: true}, {title: "STRUCTS", width: 7, right: true}, {title: "BYTECODE", width: 10, right: true},
	}
	if format == "wide" {
		columns[0].width = 90
		columns = append(columns, column{title: "FRIENDS"})
	}
	return columns
}

func moduleRecord(format string) func(*client.Module) record {
	return func(m *client.Module) record {
		return record{value: m, raw: m.Raw, cells: moduleCells(format, m)}
	}
}

// moduleCells are those of the list: how many functions and structs there are, and the friends by name.
func moduleCells(format string, m *client.Module) []text.Safe {
	if format == "csv" {
		return render.ModuleValues(m)
	}
	name := text.Safe(m.Address.Short()) + "::" + text.Clean(m.Name)
	if format != "wide" {
		name = text.Short(name)
	}
	counts := render.CountModule(m)
	cells := []text.Safe{name, counts.Functions, counts.Views, counts.Entries, counts.Structs, counts.Bytecode}
	if format == "wide" {
		cells = append(cells, render.Friends(m))
	}
	return cells
}
