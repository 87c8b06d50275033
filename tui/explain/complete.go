// complete.go adds what the chain knows to a reading.

package explain

import (
	"context"
	"fmt"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/lookup"
	"foredeck/tui/render"
	"foredeck/tui/target"
)

// NeedsChain reports whether Complete adds anything.
func (r *Reading) NeedsChain() bool {
	return r.Failure != nil && r.Failure.Module != nil || r.Call != nil
}

// Complete returns the reading with what the chain says of it: the name and the places of an abort from the module's bytecode, and the types
// of a call's arguments from its interface. A module that the chain does not have is an error; the reading is then as before.
func Complete(ctx context.Context, node *client.Node, r Reading) (Reading, error) {
	switch {
	case r.Call != nil && r.Call.Function == (move.FunctionID{}):
		return completeValue(ctx, node, r)
	case r.Call != nil:
		return completeCall(ctx, node, r)
	case r.NeedsChain():
		if _, err := node.Module(ctx, *r.Failure.Module); err != nil {
			return r, err
		}
		before := len(statusFacts(r.Failure))
		failed := lookup.Explain(ctx, node, client.FailedCall{Status: *r.Failure, Entry: r.entry})
		r.Facts = append(r.Facts[:len(r.Facts)-before:len(r.Facts)-before], statusFacts(&failed.Status)...)
		r.Failure = &failed.Status
		if place, ok := failed.Status.Candidates.Exact(); ok && r.Kind != Record {
			r.Opens = toPlace(place)
		}
		if r.Kind == Status {
			r.Value = render.ReasonInFull(r.Failure).String()
		}
	}
	return r, nil
}

func moduleTarget(id move.ModuleID) target.Target {
	return target.Target{Kind: target.Module, Module: id}
}

// fields returns a function that reads the fields of structs from the interfaces of their modules, each of which is read once.
func fields(ctx context.Context, node *client.Node) func(move.StructTag) ([]move.FieldABI, error) {
	known := map[move.ModuleID]*move.ModuleABI{}
	return func(tag move.StructTag) ([]move.FieldABI, error) {
		id := move.ModuleID{Address: tag.Address, Name: tag.Module}
		if _, read := known[id]; !read {
			module, err := node.Module(ctx, id)
			if err != nil {
				return nil, err
			}
			known[id] = module.ABI
		}
		if known[id] != nil {
			for i := range known[id].Structs {
				if of := &known[id].Structs[i]; of.Name == tag.Name && !of.IsEnum && !of.IsNative {
					return of.Fields, nil
				}
			}
		}
		return nil, fmt.Errorf("%w: %s declares no such struct", move.ErrNoLayout, id)
	}
}

// completeValue decodes a value that has structs.
func completeValue(ctx context.Context, node *client.Node, r Reading) (Reading, error) {
	decoded, err := move.DecodeStructBCS(r.Call.TypeArguments[0], r.Call.Arguments[0], fields(ctx, node))
	if err != nil {
		return r, fmt.Errorf("not a %s: %w", r.Call.TypeArguments[0], err)
	}
	r.Decoded = decoded
	return r, nil
}

// completeCall decodes the arguments of a call by the declaration of its function.
func completeCall(ctx context.Context, node *client.Node, r Reading) (Reading, error) {
	id := r.Call.Function.ModuleID()
	module, err := node.Module(ctx, id)
	if err != nil {
		return r, err
	}
	if module.ABI == nil {
		return r, fmt.Errorf("%s: the node does not send its interface", id)
	}
	if source, err := node.ModuleSource(ctx, id); err == nil { // not every module has one: then parameters have numbers
		module.ABI = module.ABI.NameParameters(source.ParameterNames())
	}
	function := module.ABI.Function(r.Call.Function.Name)
	if function == nil {
		return r, fmt.Errorf("%s has no function %s", id, r.Call.Function.Name)
	}
	layouts := fields(ctx, node)
	var values []Fact
	for i, number := range function.Arguments() {
		if i == len(r.Call.Arguments) {
			break
		}
		name := function.ParameterName(number)
		if name == "" {
			name = fmt.Sprintf("argument %d", i)
		}
		fact := Fact{Name: name, Value: fmt.Sprintf("0x%x", r.Call.Arguments[i])}
		if kind, err := move.ParseType(function.Parameters[number]); err == nil {
			if tag, err := kind.Instantiate(r.Call.TypeArguments); err == nil {
				if value, err := move.DecodeStructBCS(tag, r.Call.Arguments[i], layouts); err == nil {
					fact.Value = fmt.Sprintf("%s (%s)", value, tag)
				}
			}
		}
		values = append(values, fact)
	}
	before := len(callFacts(r.Call, nil))
	r.Facts = append(callFacts(r.Call, values), r.Facts[before:]...)
	return r, nil
}
