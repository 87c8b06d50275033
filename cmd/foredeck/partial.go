package main

import (
	"errors"
	"strings"

	"foredeck/tui/load"
	"foredeck/tui/text"
)

// pairError is the failure of one of several pairs.
type pairError struct {
	pair string
	err  error
}

func (e *pairError) Error() string { return e.pair + ": " + e.err.Error() }
func (e *pairError) Unwrap() error { return e.err }

// explainPair explains an error, and names the pair if it is that of one.
func explainPair(err error, endpoint load.Endpoint) load.Failure {
	of, ok := errors.AsType[*pairError](err)
	if !ok {
		return load.Explain(err, endpoint)
	}
	failure := load.Explain(of.err, endpoint)
	if failure.Kind != load.InvalidArgument { // whose reason names the pair
		failure.Reason = text.Format("%s: %s", text.Clean(of.pair), failure.Reason)
	}
	return failure
}

// partialError are the failures of some of several pairs. Each is reported on its own.
type partialError struct {
	printed  int // pairs
	failures []error
}

func (e *partialError) Error() string { return errors.Join(e.failures...).Error() }

func (e *partialError) Unwrap() []error { return e.failures }

// skippedError are the pairs that were not requested, as the service failed before in a way that does not depend on the pair.
type skippedError struct{ pairs []string }

func (e *skippedError) Error() string { return strings.Join(e.pairs, ", ") + ": not requested" }
