package lookup

import (
	"context"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/render"
	"foredeck/tui/target"
)

// Failure is a failed execution with what the bytecode of its module adds.
type Failure struct {
	move.VMStatus
	Positions []move.CodePosition // the instructions at which it may have failed
	Exact     bool                // it failed at the only one of Positions
}

// Failures finds the causes of failed executions in the bytecode of modules.
type Failures struct {
	*load.Cache[string, Failure] // by the text of the status

	parsed map[string]*move.VMStatus // of records that were drawn, which lists do many times
}

const (
	// maxFailures is the number of failures that are cached.
	maxFailures = 100
	// maxParsed is the number of parsed texts that are cached.
	maxParsed = 500
)

// NewFailures returns an empty cache that loads modules from the node.
func NewFailures(l *load.Loader, node *client.Node) *Failures {
	return &Failures{parsed: map[string]*move.VMStatus{}, Cache: load.NewCache(l, maxFailures, func(ctx context.Context, text string) (Failure, error) {
		return explain(ctx, node, move.ParseVMStatus(text))
	})}
}

// explain loads the module of a failure, which must name one.
func explain(ctx context.Context, node *client.Node, status move.VMStatus) (Failure, error) {
	module, err := node.Module(ctx, *status.Module)
	if err != nil {
		return Failure{}, err
	}
	found := Failure{VMStatus: status}
	found.complete(module.Bytecode)
	return found, nil
}

// Explain returns a failure with what the bytecode of its module adds; nothing if the failure names no module or the node does not
// send it.
func Explain(ctx context.Context, node *client.Node, status move.VMStatus) Failure {
	if status.Module != nil {
		if found, err := explain(ctx, node, status); err == nil {
			return found
		}
	}
	return Failure{VMStatus: status}
}

// Located returns the status with the function and the offset of the instruction, if the bytecode has only one that fits.
func (f *Failure) Located() *move.VMStatus {
	status := f.VMStatus
	if f.Exact {
		status.Function, status.Offset = f.Positions[0].Function, f.Positions[0].Offset
	}
	return &status
}

// complete adds what the bytecode tells. Bytecode that cannot be read adds nothing: the screen of the module says why.
func (f *Failure) complete(bytecode []byte) {
	code, err := move.ParseBytecode(bytecode)
	if err != nil {
		return
	}
	if f.AbortCode != nil && f.Reason == "" {
		if known, err := code.Errors(); err == nil {
			description, _ := known.Describe(*f.AbortCode)
			f.Reason = description.Name
			if f.Description == "" {
				f.Description = description.Text
			}
		}
	}
	f.Positions, f.Exact, _ = code.Locate(f.VMStatus)
}

// Want marks the module of a failure to be loaded, unless there is nothing to find in it.
func (f *Failures) Want(status *move.VMStatus) {
	if status != nil && status.Module != nil {
		f.Cache.Want(status.Text)
	}
}

// OfRecord returns what is known of a transaction that failed, and the zero value for one that did not.
func (f *Failures) OfRecord(record *client.Transaction) render.Failed {
	if record.VMStatus == "" || record.Status == "Success" {
		return render.Failed{}
	}
	if known, ok := f.Get(record.VMStatus); ok {
		return render.Failed{Status: &known.VMStatus, Positions: known.Positions}
	}
	status, ok := f.parsed[record.VMStatus]
	if !ok {
		if len(f.parsed) >= maxParsed {
			clear(f.parsed)
		}
		status = record.Failure()
		f.parsed[record.VMStatus] = status
	}
	return render.Failed{Status: status}
}

// Of returns what is known of a failure.
func (f *Failures) Of(status *move.VMStatus) Failure {
	if found, ok := f.Get(status.Text); ok {
		return found
	}
	return Failure{VMStatus: *status}
}

// Target returns the location of the failure: the first instruction at which it may have failed, else the function or the module. ok is
// false if the node names no module.
func (f *Failure) Target() (at target.Target, ok bool) {
	if f.Module == nil {
		return target.Target{}, false
	}
	function := move.FunctionID{Address: f.Module.Address, Module: f.Module.Name, Name: f.Function}
	switch {
	case len(f.Positions) > 0:
		function.Name = f.Positions[0].Function
		return target.Target{Kind: target.Code, Function: function, Offset: f.Positions[0].Offset}, true
	case f.Function != "" && f.Offset >= 0:
		return target.Target{Kind: target.Code, Function: function, Offset: f.Offset}, true
	case f.Function != "":
		return target.Target{Kind: target.Function, Function: function}, true
	}
	return target.Target{Kind: target.Module, Module: *f.Module}, true
}
