package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/theme"
	"foredeck/tui/lookup"
	"foredeck/tui/record"
	"foredeck/tui/render"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// minEvery is the shortest interval of --every, so that a typo does not flood a node with requests.
const minEvery = 100 * time.Millisecond

// checkEvery reports a wrong --every.
func checkEvery(in *invocation) error {
	every, given := get[time.Duration](in.options, "every"), in.given("every")
	return cmp.Or(
		wrongIf(given && every < minEvery, "--every %s: must be %s or more", every, minEvery),
		wrongIf(given && in.prints("json"), "--every and -o json: repeated results are separate documents; use -o jsonl"))
}

func init() {
	runners["view"] = &runner{check: checkEvery, open: openNode, run: callView, calls: []examinedCall{
		{"view", client.V1, false, func(e *examination) error { return e.view(false) }},
		{"view in BCS", client.V3, false, func(e *examination) error { return e.view(true) }},
	}}
}

func callView(in *invocation) error {
	request, err := in.viewRequest(in.s.withAddress(in.args[0]))
	if err != nil {
		return err
	}
	request.BCS = in.isSet("bcs")
	group, err := in.s.resolveNames(in.ctx(), &request)
	if err != nil {
		return err
	}
	if group >= 0 {
		return in.askAccounts(get[[]string](in.options, "arg")[group], &lookup.AccountQuestion{View: &request, Argument: group})
	}
	repeats := in.given("every")
	p := newPrinter(in.out(), in.format, viewColumns(repeats))
	call := func() error {
		result, err := in.s.node.View(in.ctx(), request)
		if err != nil {
			return in.s.explained(in.ctx(), err, request.Function)
		}
		rows, now := make([]viewValue, len(result.Values)), time.Now()
		for i, value := range result.Values {
			rows[i] = viewValue{now, i, value}
		}
		return document(p, result, result.Raw, rows)
	}
	if repeats {
		return in.repeat(call)
	}
	if err := call(); err != nil {
		return err
	}
	return p.end()
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

// resolveNames replaces saved names by their addresses in arguments of type address or object, and returns the index of the argument that
// is a group of accounts, -1 if there is none. It fetches the module, which has the types, only if an argument is a saved name or a group.
func (s *session) resolveNames(ctx context.Context, request *client.ViewRequest) (group int, err error) {
	written := make([]string, len(request.Arguments))
	for i, argument := range request.Arguments {
		written[i] = argument.(string)
	}
	isNamed := func(argument string) bool {
		_, known := s.lookup(argument)
		return known || target.IsGroup(argument)
	}
	if !slices.ContainsFunc(written, isNamed) {
		return -1, nil
	}
	parameters, err := lookup.ViewParameters(ctx, s.node, request.Function)
	if err != nil {
		return -1, err
	}
	for i := range min(len(parameters), len(written)) {
		if address, known := s.lookup(written[i]); known && lookup.TakesAccount(parameters[i]) {
			request.Arguments[i] = address
		}
	}
	if group, err = lookup.GroupArgument(written, parameters); err != nil {
		return -1, usagef("--arg %w", err)
	}
	return group, nil
}

// viewValue is a value of a result.
type viewValue struct {
	at    time.Time
	index int
	value client.MoveValue
}

// viewColumns returns the columns of a result, with its time if the call is repeated.
func viewColumns(repeats bool) record.Columns[viewValue] {
	columns := record.Columns[viewValue]{
		{Name: "time_us", Title: text.Const("TIME"), Width: 30, Text: func(v *viewValue) text.Safe { return record.Exact(new(v.at.UnixMicro())) },
			Cell: func(v *viewValue) text.Safe { return text.Instant(v.at) }},
		{Name: "index", Title: text.Const("#"), Width: 2, Right: true, Text: func(v *viewValue) text.Safe { return render.IntDigits(v.index) }},
		{Name: "type", Title: text.Const("TYPE"), Width: 30, Text: func(v *viewValue) text.Safe { return text.Clean(v.value.Type) }},
		{Name: "value", Title: text.Const("VALUE"), Blank: true, Text: func(v *viewValue) text.Safe {
			if v.value.JSON == nil {
				return text.Const("null")
			}
			return render.Value(v.value.JSON)
		}},
	}
	if repeats {
		return columns
	}
	return columns[1:]
}

// repeat calls a function at once and then in the interval of --every, until it fails or the context ends, which is no error.
func (in *invocation) repeat(call func() error) error {
	ticker := time.NewTicker(get[time.Duration](in.options, "every"))
	defer ticker.Stop()
	for {
		err := call()
		switch {
		case in.ctx().Err() != nil:
			return nil // ctrl+c is how it ends
		case err != nil:
			return err
		}
		select {
		case <-ticker.C:
		case <-in.ctx().Done():
			return nil
		}
	}
}

// abortedError is a *client.ViewError with what the bytecode of the module adds to it.
type abortedError struct {
	err     error
	failure move.VMStatus
}

func (e *abortedError) Error() string { return e.err.Error() }
func (e *abortedError) Unwrap() error { return e.err }

// explained adds the parts of the failure to the error of a view function that ran and failed. It loads the module for the name of
// the reason and the instruction; if that fails, the error has only what the node wrote.
func (s *session) explained(ctx context.Context, err error, function move.FunctionID) error {
	failure, ok := lookup.ExplainView(ctx, s.node, err, function)
	if !ok {
		return err
	}
	return &abortedError{err: err, failure: failure}
}

// An explanation is wrapped to explanationWidth, and has at most maxExplanationLines.
const (
	explanationWidth    = 100
	maxExplanationLines = 20
)

// printFailure prints the parts of a failure and how to open the deck where it happened.
func printFailure(to io.Writer, failure *move.VMStatus) {
	for _, line := range (render.Failed{Status: failure}).Explain(theme.Theme{}, explanationWidth, maxExplanationLines) {
		fmt.Fprintf(to, "  %s\n", text.Render([]text.Line{line}))
	}
	switch places := lookup.Places(failure); len(places) {
	case 0:
	case 1:
		fmt.Fprintf(to, "  foredeck %s opens it\n", text.Clean(places[0].Target.String()))
	default:
		fmt.Fprintf(to, "  foredeck %s opens the first\n", text.Clean(places[0].Target.String()))
	}
}
