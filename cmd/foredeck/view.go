package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

// minEvery is the shortest interval of --every, so that a typo does not flood a node with requests.
const minEvery = 100 * time.Millisecond

// checkEvery reports a wrong --every.
func checkEvery(in *invocation) error {
	switch every := get[time.Duration](in.options, "every"); {
	case in.given("every") && every < minEvery:
		return usagef("--every %s: must be %s or more", every, minEvery)
	case in.given("every") && in.format == "json":
		return usagef("--every and -o json: repeated results are separate documents; use -o jsonl")
	}
	return nil
}

func callView(in *invocation) error {
	request, err := in.viewRequest(in.s.withAddress(in.args[0]))
	if err != nil {
		return err
	}
	request.BCS = in.isSet("bcs")
	if err := in.s.resolveNames(in.ctx(), &request); err != nil {
		return err
	}
	call := &viewCall{invocation: in, request: request, repeat: in.given("every")}
	call.printer = newPrinter(in.out(), in.format, call.columns(), in.format == "json" || in.format == "jsonl" || in.format == "raw")
	if !call.repeat {
		if err := call.print(); err != nil {
			return err
		}
		return call.printer.end()
	}
	return in.repeat(call.print)
}

// viewRequest parses a call from --type-arg and --arg.
func (in *invocation) viewRequest(function string) (client.ViewRequest, error) {
	var request client.ViewRequest
	var err error
	if request.Function, err = move.ParseFunctionID(function); err != nil {
		return request, err
	}
	for _, argument := range get[[]string](in.options, "type-arg") {
		tag, err := move.ParseTypeTag(in.s.withAddress(argument))
		if err != nil {
			return request, fmt.Errorf("--type-arg: %w", err)
		}
		request.TypeArguments = append(request.TypeArguments, tag)
	}
	for _, argument := range get[[]string](in.options, "arg") {
		request.Arguments = append(request.Arguments, argument)
	}
	return request, nil
}

// resolveNames replaces saved names by their addresses in arguments of type address or object. It fetches the module, which has the
// types, only if an argument is a saved name.
func (s *session) resolveNames(ctx context.Context, request *client.ViewRequest) error {
	isName := func(argument any) bool {
		_, known := s.lookup(argument.(string))
		return known
	}
	if !slices.ContainsFunc(request.Arguments, isName) {
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
		return nil // the call reports it
	}
	for i, parameter := range slices.DeleteFunc(slices.Clone(function.Parameters), isSigner) {
		if i >= len(request.Arguments) || parameter != "address" && !strings.HasPrefix(parameter, "0x1::object::Object<") {
			continue
		}
		if address, known := s.lookup(request.Arguments[i].(string)); known {
			request.Arguments[i] = address
		}
	}
	return nil
}

// isSigner reports whether a parameter is a signer, which the node fills in.
func isSigner(parameter string) bool {
	read, err := move.ParseType(parameter)
	return err == nil && read.IsSigner()
}

// viewCall is a call that is made once or repeatedly.
type viewCall struct {
	*invocation
	request client.ViewRequest
	repeat  bool
	printer *printer
}

func (c *viewCall) columns() []column {
	columns := []column{{title: text.Const("#"), width: 2, right: true}, {title: text.Const("TYPE"), width: 30}, {title: text.Const("VALUE")}}
	if c.format == "csv" {
		columns = csvColumns("index", "type", "value")
	}
	if !c.repeat {
		return columns
	}
	at := column{title: text.Const("TIME"), width: 30}
	if c.format == "csv" {
		at = column{title: text.Const("time_us")}
	}
	return append([]column{at}, columns...)
}

// print makes the call and prints its result as one record, or one row per value.
func (c *viewCall) print() error {
	result, err := c.s.node.View(c.ctx(), c.request)
	if err != nil {
		return c.s.explained(c.ctx(), err, c.request.Function)
	}
	at := time.Now()
	if c.printer.single {
		return c.printer.print(record{value: result, raw: result.Raw})
	}
	for i, value := range result.Values {
		cells := []text.Safe{render.IntDigits(i), remoteText(value.Type), render.Value(value.JSON)}
		if value.JSON == nil {
			cells[2] = text.Const("null")
		}
		if c.format == "csv" {
			cells[1] = text.Clean(value.Type)
		}
		if c.repeat {
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
