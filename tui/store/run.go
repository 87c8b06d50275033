package store

import (
	"encoding/json"
	"slices"
	"time"

	"foredeck/client/move"
)

// maxRuns is the number of stored view function calls.
const maxRuns = 500

// Run is a successful call of a view function.
type Run struct {
	Function move.FunctionID `json:"function"`
	Inputs   []string        `json:"inputs"` // as typed: type arguments, then arguments
	BCS      bool            `json:"bcs"`
	At       time.Time       `json:"at"`
	Took     time.Duration   `json:"took"`
	Values   []Value         `json:"values"`
	Past     bool            `json:"-"` // made before the chain was reset
}

// Value is a value that a view function returned.
type Value struct {
	Type string          `json:"type"`
	JSON json.RawMessage `json:"json"`
}

// Runs returns the stored calls, oldest first.
func (s *Store) Runs() []Run { return s.runs }

// AddRun stores a call and removes the oldest beyond 500.
func (s *Store) AddRun(run Run) {
	if len(s.runs) == maxRuns {
		s.runs = slices.Delete(s.runs, 0, 1)
	}
	s.runs = append(s.runs, run)
	s.write(push(runsBucket, run, maxRuns))
}
