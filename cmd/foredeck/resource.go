package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"foredeck/tui/jsonpath"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

func resourceCommand(flags *globalFlags) *cobra.Command {
	path := ""
	command := &cobra.Command{
		Use:   "resource ADDRESS TYPE",
		Short: "Show a resource",
		Long: `Show a resource: as a table and as csv its values with their paths, as json as the node wrote it. With --path it is one value
of it; a text is printed without quotes then, but for json. ADDRESS is 1 to 64 hex digits, with or without 0x, or a name of the
simulated network.`,
		Example: `  foredeck resource treasury '0x1::coin::CoinStore<0x1::native_coin::NativeCoin>'
  foredeck resource treasury '0x1::coin::CoinStore<0x1::native_coin::NativeCoin>' --path .coin.value`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			return showResource(cmd, flags, path, arguments[0], arguments[1])
		},
	}
	command.Flags().StringVar(&path, "path", "", `one value of it: .coin.value, .items[0], ["any name"]`)
	return command
}

func showResource(cmd *cobra.Command, flags *globalFlags, written, account, kind string) error {
	format, err := flags.format(formats...)
	if err != nil {
		return err
	}
	path, err := jsonpath.Parse(written)
	if err != nil {
		return &usageError{fmt.Errorf("--path %q: %w", written, err)}
	}
	s, address, err := flags.openFor(cmd, account)
	if err != nil {
		return err
	}
	defer s.close()
	resource, err := s.node.Resource(cmd.Context(), address, kind)
	if err != nil {
		return err
	}
	value := record{value: resource, raw: resource.Raw}
	if cmd.Flags().Changed("path") {
		if value.raw, err = path.Lookup(resource.Data); err != nil {
			return err
		}
		value.value = value.raw
		if format == "table" || format == "wide" {
			return newPrinter(cmd.OutOrStdout(), format, nil, true).write(render.Value(value.raw) + "\n")
		}
		resource.Data = value.raw
	}
	if format == "json" || format == "jsonl" || format == "raw" {
		return newPrinter(cmd.OutOrStdout(), format, nil, true).print(value)
	}
	printer := newPrinter(cmd.OutOrStdout(), format, valueColumns(format), false)
	return printValues(printer, jsontext.NewDecoder(bytes.NewReader(resource.Data), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)), written)
}

func valueColumns(format string) []column {
	if format == "csv" {
		return []column{{title: "path"}, {title: "value"}}
	}
	return []column{{title: "PATH", width: 40}, {title: "VALUE"}}
}

// printValues prints what stands at the ends of a JSON tree, each with its path, as --path takes it.
func printValues(printer *printer, decoder *jsontext.Decoder, path string) error {
	kind := decoder.PeekKind()
	if kind != '{' && kind != '[' {
		value, err := decoder.ReadValue()
		if err != nil {
			return fmt.Errorf("%s of the resource: %w", path, err)
		}
		return printer.print(record{cells: []text.Safe{text.Clean(path), render.Value(json.RawMessage(value))}})
	}
	if _, err := decoder.ReadToken(); err != nil {
		return fmt.Errorf("%s of the resource: %w", path, err)
	}
	end := kind + 2 // } follows { by two, and ] follows [
	for index := 0; ; index++ {
		switch decoder.PeekKind() {
		case end:
			_, err := decoder.ReadToken()
			if err == nil && index == 0 {
				empty := map[jsontext.Kind]text.Safe{'{': "{}", '[': "[]"}[kind]
				err = printer.print(record{cells: []text.Safe{text.Clean(path), empty}})
			}
			return err
		case 0:
			_, err := decoder.ReadToken()
			return fmt.Errorf("%s of the resource: %w", path, err)
		}
		inner := path + "[" + strconv.Itoa(index) + "]"
		if kind == '{' {
			name, err := decoder.ReadToken()
			if err != nil {
				return fmt.Errorf("%s of the resource: %w", path, err)
			}
			inner = path + jsonpath.Member(name.String())
		}
		if err := printValues(printer, decoder, inner); err != nil {
			return err
		}
	}
}
