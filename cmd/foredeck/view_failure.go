package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/theme"
	"foredeck/tui/lookup"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

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
	failed, ok := errors.AsType[*client.ViewError](err)
	if !ok {
		return err
	}
	status := move.ParseVMStatus(failed.Message)
	if status.Kind == move.StatusUnknown {
		return err
	}
	return &abortedError{err: err, failure: lookup.Explain(ctx, s.node, client.FailedCall{Status: status, Entry: &function}).Status}
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
