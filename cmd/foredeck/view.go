package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

// shortestEvery keeps a mistyped time from pestering a node.
const shortestEvery = 100 * time.Millisecond

// viewFlags are those of a view call.
type viewFlags struct {
	typeArguments []string
	arguments     []string
	bcs           bool
	every         time.Duration
}

func viewCommand(flags *globalFlags) *cobra.Command {
	wanted := &viewFlags{}
	command := &cobra.Command{
		Use:   "view FUNCTION",
		Short: "Call a view function",
		Long: `Call a view function, address::module::name, and print what it returns. A call changes nothing. The address may be a name of
the simulated network.

Each --arg is read by the type of its parameter: 18,446 or 0x480e for an integer, true, 0x1 for an address, 0x0102 or text:hello
for vector<u8>, [1,2] or 1,2 for another vector, nothing at all for an Option without a value. An address or an object may be a name
of the simulated network.`,
		Example: `  foredeck view 0x1::timestamp::now_seconds --every 10s
  foredeck view 0x1::coin::balance --type-arg 0x1::native_coin::NativeCoin --arg treasury -o json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			return callView(cmd, flags, wanted, arguments[0])
		},
	}
	command.Flags().StringArrayVar(&wanted.typeArguments, "type-arg", nil, "type argument, such as 0x1::native_coin::NativeCoin; once for each")
	command.Flags().StringArrayVar(&wanted.arguments, "arg", nil, "argument; once for each")
	command.Flags().BoolVar(&wanted.bcs, "bcs", false, "send the call in BCS (version 3 of the RPC)")
	command.Flags().DurationVar(&wanted.every, "every", 0, "call again and again after so long, until ctrl+c")
	return command
}

// request reads the call.
func (f *viewFlags) request(function string) (client.ViewRequest, error) {
	request := client.ViewRequest{BCS: f.bcs}
	var err error
	if request.Function, err = move.ParseFunctionID(function); err != nil {
		return request, err
	}
	for _, argument := range f.typeArguments {
		tag, err := move.ParseTypeTag(argument)
		if err != nil {
			return request, fmt.Errorf("--type-arg: %w", err)
		}
		request.TypeArguments = append(request.TypeArguments, tag)
	}
	for _, argument := range f.arguments {
		request.Arguments = append(request.Arguments, argument)
	}
	return request, nil
}

// nameArguments puts the address in the place of each name that the network brings along, where the function takes an address or
// an object. The module, which tells, is asked for only where there is such a name.
func (s *session) nameArguments(ctx context.Context, request *client.ViewRequest) error {
	isNamed := func(argument any) bool {
		_, known := s.named(argument.(string))
		return known
	}
	if !slices.ContainsFunc(request.Arguments, isNamed) {
		return nil
	}
	module, err := s.node.Module(ctx, move.ModuleID{Address: request.Function.Address, Name: request.Function.Module})
	if err != nil {
		return err
	}
	var function *move.FunctionABI
	if module.ABI != nil {
		function = module.ABI.Function(request.Function.Name)
	}
	if function == nil {
		return nil // the call says so
	}
	for i, parameter := range slices.DeleteFunc(slices.Clone(function.Parameters), isSigner) {
		if i >= len(request.Arguments) || parameter != "address" && !strings.HasPrefix(parameter, "0x1::object::Object<") {
			continue
		}
		if address, known := s.named(request.Arguments[i].(string)); known {
			request.Arguments[i] = address
		}
	}
	return nil
}

// isSigner tells whether the node fills a parameter in by itself.
func isSigner(parameter string) bool {
	read, err := move.ParseType(parameter)
	return err == nil && read.IsSigner()
}

func callView(cmd *cobra.Command, flags *globalFlags, wanted *viewFlags, function string) error {
	format, err := flags.format(formats...)
	if err != nil {
		return err
	}
	repeats := cmd.Flags().Changed("every")
	switch {
	case repeats && wanted.every < shortestEvery:
		return &usageError{fmt.Errorf("--every %s: must be %s or more", wanted.every, shortestEvery)}
	case repeats && format == "json":
		return &usageError{errors.New("--every and -o json: answers come one after the other, which is -o jsonl")}
	}
	s, err := flags.open(cmd)
	if err != nil {
		return err
	}
	defer s.close()
	request, err := wanted.request(s.withAddress(function))
	if err != nil {
		return err
	}
	if err := s.nameArguments(cmd.Context(), &request); err != nil {
		return err
	}
	call := &viewCall{session: s, flags: flags, request: request, format: format, repeats: repeats}
	call.printer = newPrinter(cmd.OutOrStdout(), format, call.columns(), format == "json" || format == "jsonl" || format == "raw")
	if !repeats {
		if err := call.print(cmd.Context()); err != nil {
			return err
		}
		return call.printer.end()
	}
	ticker := time.NewTicker(wanted.every)
	defer ticker.Stop()
	for {
		err := call.print(cmd.Context())
		switch {
		case cmd.Context().Err() != nil:
			return nil // ctrl+c is how it ends
		case err != nil:
			return err
		}
		select {
		case <-ticker.C:
		case <-cmd.Context().Done():
			return nil
		}
	}
}

// viewCall is a call that is made once or again and again.
type viewCall struct {
	session *session
	flags   *globalFlags
	request client.ViewRequest
	format  string
	repeats bool
	printer *printer
}

func (c *viewCall) columns() []column {
	columns := []column{{title: "#", width: 2, right: true}, {title: "TYPE", width: 30}, {title: "VALUE"}}
	if c.format == "csv" {
		columns = []column{{title: "index"}, {title: "type"}, {title: "value"}}
	}
	if !c.repeats {
		return columns
	}
	at := column{title: "TIME", width: 30}
	if c.format == "csv" {
		at = column{title: "time_us"}
	}
	return append([]column{at}, columns...)
}

// print makes the call and prints what it returns: whole, or a row for each value.
func (c *viewCall) print(ctx context.Context) error {
	result, err := c.session.node.View(ctx, c.request)
	if err != nil {
		return err
	}
	at := time.Now()
	if c.printer.single {
		return c.printer.print(record{value: result, raw: result.Raw})
	}
	for i, value := range result.Values {
		cells := []text.Safe{render.IntDigits(i), given(value.Type), render.Value(value.JSON)}
		if value.JSON == nil {
			cells[2] = "null"
		}
		if c.format == "csv" {
			cells[1] = text.Clean(value.Type)
		}
		if c.repeats {
			now := text.Instant(at)
			if c.format == "csv" {
				now = exactTime(at.UnixMicro())
			}
			cells = append([]text.Safe{now}, cells...)
		}
		if err := c.printer.print(record{cells: cells}); err != nil {
			return err
		}
	}
	return nil
}
