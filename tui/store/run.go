package store

import (
	"encoding/json"
	"slices"
	"time"

	"foredeck/client/move"
)

// mostRuns bounds the calls of view functions that are kept.
const mostRuns = 500

// Run is a call of a view function that returned.
type Run struct {
	Function move.FunctionID `json:"function"`
	Inputs   []string        `json:"inputs"` // what was typed: type arguments, then arguments
	BCS      bool            `json:"bcs"`
	At       time.Time       `json:"at"`
	Took     time.Duration   `json:"took"`
	Values   []Value         `json:"values"`
	Past     bool            `json:"-"` // made on an earlier start of a chain that begins anew
}

// Value is one returned value.
type Value struct {
	Type string          `json:"type"`
	JSON json.RawMessage `json:"json"`
}

// Runs are the calls that are kept, the oldest first.
func (n *Store) Runs() []Run { return n.runs }

// AddRun keeps a call, and forgets the oldest beyond 500.
func (n *Store) AddRun(run Run) {
	if len(n.runs) == mostRuns {
		n.runs = slices.Delete(n.runs, 0, 1)
	}
	n.runs = append(n.runs, run)
	n.write(add(runsBucket, run, mostRuns))
}
