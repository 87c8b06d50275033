package compare

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"time"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/client/transport"
)

// The API reads state only at the newest block of a node, and two nodes are rarely at the same one. So values that differ are read
// again: if one node returns a value that the other had before or after, both have the same history, and the value is equal.
const (
	// rounds is how often values are read while they differ.
	rounds = 15
	// roundPause is the time between rounds.
	roundPause = 300 * time.Millisecond
)

// State is the comparison of an account, a resource or a module.
type State struct {
	Differences []Difference // empty if all values are equal
	// IsChanging is set if a value that differs changed on both nodes meanwhile, so that the difference can be lag.
	IsChanging bool
	// Unknown are the values that could not be compared, because a node does not return them in its RPC version.
	Unknown []string
}

// snapshot holds the values of a node at one time by name; nil if it does not have the object.
type snapshot map[string]json.RawMessage

// Account compares an account: sequence number, authentication key, and the types and data of all resources. If neither node has the
// account, the error is ErrNotFound.
func (p Pair) Account(ctx context.Context, address move.Address) (State, error) {
	return p.settle(ctx, func(node *client.Node) (snapshot, error) {
		account, err := node.Account(ctx, address)
		if err != nil {
			return nil, err
		}
		values := snapshot{"sequence_number": encode(account.SequenceNumber), "authentication_key": encode(account.AuthenticationKey)}
		for resource, err := range node.AllResources(ctx, address) {
			if err == nil && resource.Data == nil && resource.Type != "" { // lists of version 1 can have types only
				resource, err = node.Resource(ctx, address, resource.Type)
			}
			if err := cmp.Or(err, resource.Problems.Err()); err != nil {
				return nil, err
			}
			values[resource.Type] = resource.Data
		}
		return values, nil
	})
}

// Resource compares the values of a resource. If neither node has it, the error is ErrNotFound.
func (p Pair) Resource(ctx context.Context, address move.Address, resourceType string) (State, error) {
	return p.settle(ctx, func(node *client.Node) (snapshot, error) {
		resource, err := node.Resource(ctx, address, resourceType)
		if err := cmp.Or(err, resource.Problems.Err()); err != nil {
			return nil, err
		}
		return snapshot{"": resource.Data}, nil
	})
}

// Module compares a module: friends, functions and structs of its ABI, and its bytecode, of which a difference shows the size and the
// SHA-256 hash. If neither node has the module, the error is ErrNotFound.
func (p Pair) Module(ctx context.Context, id move.ModuleID) (State, error) {
	return p.settle(ctx, func(node *client.Node) (snapshot, error) {
		module, err := node.Module(ctx, id)
		if err := cmp.Or(err, module.Problems.Err()); err != nil {
			return nil, err
		}
		values := snapshot{}
		if module.Bytecode != nil {
			values["bytecode"] = encode(fmt.Sprintf("%d bytes, sha256 %x", len(module.Bytecode), sha256.Sum256(module.Bytecode)))
		} else {
			values["bytecode"] = unknown
		}
		if module.ABI == nil {
			values["abi"] = unknown
			return values, nil
		}
		values["friends"] = encode(module.ABI.Friends)
		for i := range module.ABI.Functions {
			values["function "+module.ABI.Functions[i].Name] = encode(module.ABI.Functions[i])
		}
		for i := range module.ABI.Structs {
			values["struct "+module.ABI.Structs[i].Name] = encode(module.ABI.Structs[i])
		}
		return values, nil
	})
}

// unknown is a value that a node does not return in its RPC version.
var unknown = json.RawMessage("unknown")

// existence is the name of the value that says whether a node has the object.
const existence = "existence"

// settle reads the values of both nodes until each one is equal, or the rounds are over.
func (p Pair) settle(ctx context.Context, read func(*client.Node) (snapshot, error)) (State, error) {
	values := histories{}
	for round := range rounds {
		if round > 0 {
			if err := transport.Sleep(ctx, roundPause); err != nil {
				return State{}, err
			}
		}
		a, b, err := both(p, func(node *client.Node) (found reading, err error) {
			if found.values, err = read(node); errors.Is(err, client.ErrNotFound) {
				found.missing, err = err, nil
			}
			return found, err
		})
		switch {
		case err != nil:
			return State{}, err
		case round == 0 && a.missing != nil && b.missing != nil:
			return State{}, &NodeError{A, a.missing}
		}
		values.add(a.values, b.values)
		if values.areEqual() {
			break
		}
	}
	return values.state(), nil
}

// reading is the result of reading a snapshot.
type reading struct {
	values  snapshot
	missing error // ErrNotFound if the node does not have the object
}

// histories holds what the nodes have returned so far, by the name of the value.
type histories map[string]*history

// history is what the nodes have returned for a value, in canonical form; "" for an absent value.
type history struct {
	seenA, seenB map[string]bool
	lastA, lastB json.RawMessage
}

// add adds a round. As long as only one node has the object, that is the only difference.
func (values histories) add(a, b snapshot) {
	names := map[string]bool{existence: true}
	isA, isB := a != nil, b != nil
	if isA == isB {
		for _, known := range []iter.Seq[string]{maps.Keys(a), maps.Keys(b), maps.Keys(values)} {
			for name := range known {
				names[name] = true
			}
		}
	}
	for name := range names {
		h := values[name]
		if h == nil {
			h = &history{seenA: map[string]bool{}, seenB: map[string]bool{}}
			values[name] = h
		}
		h.lastA, h.lastB = a[name], b[name]
		if name == existence {
			h.lastA, h.lastB = existing(isA), existing(isB)
		}
		h.seenA[seen(h.lastA)], h.seenB[seen(h.lastB)] = true, true
	}
}

func existing(found bool) json.RawMessage {
	if !found {
		return nil
	}
	return encode("present")
}

// seen returns a value in canonical form, "" if it is absent.
func seen(value json.RawMessage) string {
	if text := canonical(value); text != nil {
		return *text
	}
	return string(value) // absent, or null
}

func (h *history) isUnknown() bool { return h.seenA[string(unknown)] || h.seenB[string(unknown)] }

func (h *history) isEqual() bool {
	for value := range h.seenA {
		if h.seenB[value] {
			return true
		}
	}
	return h.isUnknown()
}

func (values histories) areEqual() bool {
	for _, h := range values {
		if !h.isEqual() {
			return false
		}
	}
	return true
}

// state returns the differences that remain, sorted by name.
func (values histories) state() State {
	var state State
	for _, name := range slices.Sorted(maps.Keys(values)) {
		h := values[name]
		switch {
		case h.isUnknown():
			state.Unknown = append(state.Unknown, name)
		case !h.isEqual():
			state.Differences = append(state.Differences, h.differences(name)...)
			state.IsChanging = state.IsChanging || len(h.seenA) > 1 && len(h.seenB) > 1
		}
	}
	return state
}

// differences returns the paths at which the last values differ. A value that only one node has is one difference.
func (h *history) differences(name string) []Difference {
	if h.lastA == nil || h.lastB == nil {
		return []Difference{{Field: cmp.Or(name, "."), A: whole(h.lastA), B: whole(h.lastB)}}
	}
	found := compareJSON(h.lastA, h.lastB)
	for i := range found {
		switch {
		case found[i].Field == ".":
			found[i].Field = cmp.Or(name, ".")
		case name != "":
			found[i].Field = name + " " + found[i].Field
		}
	}
	return found
}

// whole returns a value as text, nil if it is absent.
func whole(raw json.RawMessage) *string {
	value, err := decode(raw)
	if err != nil || raw == nil {
		return nonEmpty(string(raw))
	}
	return scalar(value)
}

func encode(value any) json.RawMessage {
	encoded, err := json.Marshal(value)
	if err != nil {
		panic(err) // impossible: texts, integers and ABIs
	}
	return encoded
}
