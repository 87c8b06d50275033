package store

import (
	"errors"
	"slices"
	"time"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/target"
)

// maxRuns is the maximum number of view function calls.
const maxRuns = 500

// Run is a call of a view function with its result.
type Run struct {
	Function move.FunctionID    `json:"function"`
	Inputs   []string           `json:"inputs"` // as typed: type arguments, then arguments
	BCS      bool               `json:"bcs"`
	At       time.Time          `json:"at"`
	Took     time.Duration      `json:"took"`
	Values   []client.MoveValue `json:"values"`
	Err      error              `json:"-"` // nil if the call succeeded
}

// ErrPast is the error of a run from before the network's chain was reset.
var ErrPast = errors.New("run on a previous chain; this network has been reset since")

// TypeArguments returns the first count inputs, as far as they are type tags.
func (r *Run) TypeArguments(count int) []move.TypeTag {
	call := target.Call{TypeArguments: r.Inputs[:min(count, len(r.Inputs))]}
	return call.TypeTags()
}

// Runs returns the calls of all functions, oldest first.
func (s *Store) Runs() []Run { return s.runs }

// RunsOf returns the calls of a function, newest first.
func (s *Store) RunsOf(function move.FunctionID) []Run {
	runs := slices.DeleteFunc(slices.Clone(s.runs), func(run Run) bool { return run.Function != function })
	slices.Reverse(runs)
	return runs
}

// AddRun adds a call and removes the oldest beyond 500. A call that failed is not written to the file.
func (s *Store) AddRun(run Run) {
	if len(s.runs) == maxRuns {
		s.runs = slices.Delete(s.runs, 0, 1)
	}
	s.runs = append(s.runs, run)
	if run.Err == nil {
		s.write(push(runsBucket, run, maxRuns))
	}
}
