package lookup

import (
	"context"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/render"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// failureKey identifies a failed call: the text of its status, and the called function, zero if it is unknown.
type failureKey struct {
	text  string
	entry move.FunctionID
}

func keyOf(failed *client.FailedCall) failureKey {
	key := failureKey{text: failed.Status.Text}
	if failed.Entry != nil {
		key.entry = *failed.Entry
	}
	return key
}

// recordKey has the parts of a record that determine its failed call.
type recordKey struct{ text, kind, function string }

// Failures finds the causes of failed calls in the bytecode of modules.
type Failures struct {
	*load.Cache[failureKey, *move.VMStatus]

	bytecodes *Bytecodes
	parsed    map[recordKey]*client.FailedCall // of records that were drawn, which lists do many times
}

const (
	// maxFailures is the number of failures that are cached.
	maxFailures = 100
	// maxParsed is the number of parsed texts that are cached.
	maxParsed = 500
)

// NewFailures returns an empty cache that loads modules from the node.
func NewFailures(l *load.Loader, node *client.Node) *Failures {
	bytecodes := NewBytecodes(node)
	return &Failures{bytecodes: bytecodes, parsed: map[recordKey]*client.FailedCall{}, Cache: load.NewCache(l, maxFailures, func(ctx context.Context, key failureKey) (*move.VMStatus, error) {
		failed := client.FailedCall{Status: move.ParseVMStatus(key.text)}
		if key.entry != (move.FunctionID{}) {
			failed.Entry = &key.entry
		}
		explained, err := bytecodes.explain(ctx, failed)
		return &explained, err
	})}
}

// Explain returns a failed call with what bytecode adds to its status; nothing if the failure names no module or the node does not
// send it.
func Explain(ctx context.Context, node *client.Node, failed client.FailedCall) client.FailedCall {
	if explained, err := NewBytecodes(node).explain(ctx, failed); err == nil {
		failed.Status = explained
	}
	return failed
}

// Want marks the modules of a failure to be loaded, unless there is nothing to find in them.
func (f *Failures) Want(failed *client.FailedCall) {
	if failed != nil && failed.Status.Module != nil {
		f.Cache.Want(keyOf(failed))
	}
}

// Request marks the modules of a failure to be loaded even if they are cached.
func (f *Failures) Request(failed *client.FailedCall) {
	if failed != nil && failed.Status.Module != nil {
		f.bytecodes.clear()
		f.Cache.Request(keyOf(failed))
	}
}

// OfRecord returns the decoded status of a failed transaction, and the zero value for one that did not fail.
func (f *Failures) OfRecord(record *client.Transaction) render.Failed {
	if record.VMStatus == "" || record.Status == "Success" {
		return render.Failed{}
	}
	failed := f.parse(record)
	if failed == nil {
		return render.Failed{}
	}
	return render.Failed{Status: f.Of(failed)}
}

// parse returns the failed call of a record from a cache.
func (f *Failures) parse(record *client.Transaction) *client.FailedCall {
	key := recordKey{text: record.VMStatus}
	if record.Payload != nil {
		key.kind, key.function = record.Payload.Kind, record.Payload.Function
	}
	failed, ok := f.parsed[key]
	if !ok {
		if len(f.parsed) >= maxParsed {
			clear(f.parsed)
		}
		failed = record.FailedCall()
		f.parsed[key] = failed
	}
	return failed
}

// Of returns the decoded status of a failed call.
func (f *Failures) Of(failed *client.FailedCall) *move.VMStatus {
	if found, ok := f.Get(keyOf(failed)); ok {
		return found
	}
	return &failed.Status
}

// Place is a place where an execution may have failed.
type Place struct {
	Name   text.Safe
	Target target.Target
}

// Places returns the places of a failure that is known to the cache.
func (f *Failures) Places(failed *client.FailedCall) []Place { return Places(f.Of(failed)) }

// Places returns where an execution may have failed: each candidate, else the function or the module that the node names. There are
// none if it names no module.
func Places(status *move.VMStatus) []Place {
	if status.Module == nil {
		return nil
	}
	if found := status.Candidates; found != nil && len(found.List) > 0 {
		var places []Place
		for _, place := range found.List {
			places = append(places, Place{render.Candidate(place), candidateTarget(place)})
		}
		return places
	}
	at := target.Target{Kind: target.Module, Module: *status.Module}
	if function := (move.FunctionID{Address: at.Module.Address, Module: at.Module.Name, Name: status.Function}); function.Name != "" {
		at = candidateTarget(move.Candidate{Function: function, Offset: status.Offset})
	}
	return []Place{{render.Place(status), at}}
}

// candidateTarget is the instruction of a candidate, or the function if there is none.
func candidateTarget(place move.Candidate) target.Target {
	if place.Offset < 0 {
		return target.Target{Kind: target.Function, Function: place.Function}
	}
	return target.Target{Kind: target.Code, Function: place.Function, Offset: place.Offset}
}
