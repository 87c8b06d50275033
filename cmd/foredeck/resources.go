package main

import (
	"iter"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

func resourcesCommand(flags *globalFlags) *cobra.Command {
	prefix := ""
	command := &cobra.Command{
		Use:   "resources ADDRESS",
		Short: "List the resources of an account",
		Long: `List the resources that an account holds, in the node's order. ADDRESS is 1 to 64 hex digits, with or without 0x, or a name
of the simulated network. On version 1 of the RPC a node may give the types alone.`,
		Example: `  foredeck resources treasury --all
  foredeck resources treasury --type 0x1::coin::CoinStore -o json`,
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
			ask := func(page client.PageRequest) (client.Page[client.Resource], error) {
				return s.node.Resources(cmd.Context(), address, page)
			}
			items := pages(client.PageRequest{}, length, ask)
			if prefix != "" {
				items = first(length, ofType(canonicalPrefix(prefix), pages(client.PageRequest{}, 0, ask)))
			}
			return printList(flags.newList(cmd, format, resourcesColumns(format)), items, resourceRecord(format))
		},
	}
	command.Flags().StringVar(&prefix, "type", "", "only types that begin with this, such as 0x1::coin::CoinStore")
	return command
}

// prefixAddress is the address at the beginning of a type.
var prefixAddress = regexp.MustCompile(`^(?:0[xX])?[0-9a-fA-F]{1,64}::`)

// canonicalPrefix writes the address of a beginning of a type as the types of a list have it: 0x1.
func canonicalPrefix(prefix string) string {
	written := prefixAddress.FindString(prefix)
	address, err := move.ParseAddress(strings.TrimSuffix(written, "::"))
	if err != nil { // there is no whole address in it
		return prefix
	}
	return address.Short() + "::" + prefix[len(written):]
}

func ofType(prefix string, resources iter.Seq2[client.Resource, error]) iter.Seq2[client.Resource, error] {
	return func(yield func(client.Resource, error) bool) {
		for resource, err := range resources {
			if err == nil && !strings.HasPrefix(resource.Type, prefix) {
				continue
			}
			if !yield(resource, err) {
				return
			}
		}
	}
}

// dataWidth is how much of a resource a table shows; wide has it whole.
const dataWidth = 80

func resourcesColumns(format string) []column {
	switch format {
	case "csv":
		return fields(render.ResourceFields())
	case "wide":
		return []column{{title: "TYPE", width: 100}, {title: "DATA"}}
	}
	return []column{{title: "TYPE", width: 70}, {title: "DATA"}}
}

func resourceRecord(format string) func(*client.Resource) record {
	return func(r *client.Resource) record {
		if format == "csv" {
			return record{value: r, raw: r.Raw, cells: render.ResourceValues(r)}
		}
		kind, data := text.Clean(r.Type), render.Value(r.Data)
		if r.Data == nil {
			data = text.None
		}
		if format == "table" {
			kind, data = text.Short(kind), text.Cut(data, dataWidth)
		}
		return record{value: r, raw: r.Raw, cells: []text.Safe{kind, data}}
	}
}
