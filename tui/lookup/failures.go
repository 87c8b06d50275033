package lookup

import (
	"context"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
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
}

// maxFailures is the number of failures that are cached.
const maxFailures = 100

// NewFailures returns an empty cache that loads modules from the node.
func NewFailures(l *load.Loader, node *client.Node) *Failures {
	return &Failures{load.NewCache(l, maxFailures, func(ctx context.Context, text string) (Failure, error) {
		found := Failure{VMStatus: move.ParseVMStatus(text)}
		module, err := node.Module(ctx, *found.Module)
		if err != nil {
			return Failure{}, err
		}
		found.complete(module.Bytecode)
		return found, nil
	})}
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
