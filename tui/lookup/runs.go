package lookup

import (
	"errors"
	"slices"
	"time"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/store"
	"foredeck/tui/target"
)

// Run is a call of a view function with its result.
type Run struct {
	Function move.FunctionID
	Inputs   []string // as typed: type arguments, then arguments
	BCS      bool
	At       time.Time
	Took     time.Duration
	Values   []client.MoveValue
	Err      error
}

// ErrPast is the error of a run from before the network's chain was reset.
var ErrPast = errors.New("run on a previous chain; this network has been reset since")

const (
	maxRuns = 500
	// maxLinks is the number of runs that can be repeated from a list.
	maxLinks = 50
)

// TypeArguments returns the first count inputs, as far as they are type tags.
func (r *Run) TypeArguments(count int) []move.TypeTag {
	return parsedTags(r.Inputs[:min(count, len(r.Inputs))])
}

// IsPast reports whether the run is from before a reset of the chain.
func (r *Run) IsPast() bool { return errors.Is(r.Err, ErrPast) }

// Runs are the calls of view functions, including those of earlier sessions.
type Runs struct {
	store *store.Store
	abis  *ABIs
	runs  []Run // newest last
}

// NewRuns returns the runs of the store. Links takes the number of type arguments from the ABIs.
func NewRuns(st *store.Store, abis *ABIs) *Runs {
	r := &Runs{store: st, abis: abis}
	for _, stored := range st.Runs() {
		run := Run{Function: stored.Function, Inputs: stored.Inputs, BCS: stored.BCS, At: stored.At, Took: stored.Took}
		for _, value := range stored.Values {
			run.Values = append(run.Values, client.MoveValue{Type: value.Type, JSON: value.JSON})
		}
		if stored.Past {
			run.Values, run.Err = nil, ErrPast
		}
		r.runs = append(r.runs, run)
	}
	return r
}

// Add adds a run and drops the oldest one beyond 500. It writes the run to the store if it succeeded.
func (r *Runs) Add(run Run) {
	if len(r.runs) == maxRuns {
		r.runs = slices.Delete(r.runs, 0, 1)
	}
	r.runs = append(r.runs, run)
	if run.Err != nil {
		return
	}
	stored := store.Run{Function: run.Function, Inputs: run.Inputs, BCS: run.BCS, At: run.At, Took: run.Took}
	for _, value := range run.Values {
		stored.Values = append(stored.Values, store.Value{Type: value.Type, JSON: value.JSON})
	}
	r.store.AddRun(stored)
}

// Of returns the runs of a function, newest first.
func (r *Runs) Of(function move.FunctionID) []Run {
	var runs []Run
	for _, run := range slices.Backward(r.runs) {
		if run.Function == function {
			runs = append(runs, run)
		}
	}
	return runs
}

// Links returns links that repeat the newest runs, newest first. Runs of functions whose ABI is not known are left out.
func (r *Runs) Links(network string) []target.Link {
	var links []target.Link
	for _, run := range slices.Backward(r.runs[max(len(r.runs)-maxLinks, 0):]) {
		known, _ := r.abis.Get(move.ModuleID{Address: run.Function.Address, Name: run.Function.Module})
		if known.ABI == nil || known.ABI.Function(run.Function.Name) == nil {
			continue // which of the inputs are types is not known
		}
		types := min(len(known.ABI.Function(run.Function.Name).TypeParameters), len(run.Inputs))
		links = append(links, target.Link{
			Network: network,
			Target:  target.Target{Kind: target.Function, Function: run.Function},
			View:    &target.Call{TypeArguments: run.Inputs[:types], Arguments: run.Inputs[types:]},
		})
	}
	return links
}
