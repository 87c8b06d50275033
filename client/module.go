package client

import (
	"context"
	"encoding/json"
	"iter"
	"net/url"

	"foredeck/client/move"
)

// Module is a published module (spec section 2.6).
type Module struct {
	Address  move.Address
	Name     string
	Bytecode []byte          // nil where the node does not give it: version 1
	ABI      *move.ModuleABI // nil where the node does not give it: lists of version 1
	Raw      json.RawMessage // the whole record as sent
	Problem  *DecodeError    // the first thing in the record that was not understood; nil for a regular one
}

// Modules reads a page of the modules that an account has published, in the node's own
// order: the Order of the request must be left out, else the error is an *ArgumentError
// (spec sections 4.3 to 4.5). The cursor is the node's, opaque, and good for the version
// that gave it. Lists of version 1 may hold names alone. A page that breaks half-way, or
// after which one cannot go on, gives what it has and the error.
func (n *Node) Modules(ctx context.Context, address move.Address, request PageRequest) (Page[Module], error) {
	request, err := request.validList()
	if err != nil {
		return Page[Module]{}, err
	}
	return byVersion(n, callModules, every, func(version Version) (Page[Module], error) {
		return modulesOf(n, version, address).page(ctx, request)
	})
}

// AllModules walks over all modules of an account, asking for pages of 100 as it goes.
// An error is yielded last, with a zero Module.
func (n *Node) AllModules(ctx context.Context, address move.Address) iter.Seq2[Module, error] {
	return walk(PageRequest{Count: maximumCount}, func(request PageRequest) (Page[Module], error) {
		return n.Modules(ctx, address, request)
	})
}

// Module reads one module. Version 1 may give the ABI alone. It fails with ErrNotFound
// when there is no such module.
func (n *Node) Module(ctx context.Context, id move.ModuleID) (Module, error) {
	return byVersion(n, callModule, every, func(version Version) (Module, error) {
		found, err := n.get(ctx, version.accountPath(id.Address)+"/modules/"+url.PathEscape(id.Name), nil)
		if err != nil {
			return Module{}, err
		}
		reader := newBodyReader(found)
		module := reader.module()
		if err := reader.end(); err != nil {
			return Module{}, err
		}
		if module.ABI == nil && module.Bytecode == nil {
			return Module{}, module.Problem
		}
		return module, nil
	})
}

// MarshalJSON gives the ABI with the size of the bytecode in bytes, null for what the
// node does not give. Raw and Problem are left out.
func (m Module) MarshalJSON() ([]byte, error) {
	module := struct {
		Address      move.Address       `json:"address"`
		Name         string             `json:"name"`
		BytecodeSize *int               `json:"bytecode_size"`
		Friends      []move.ModuleID    `json:"friends"`
		Functions    []move.FunctionABI `json:"functions"`
		Structs      []move.StructABI   `json:"structs"`
	}{Address: m.Address, Name: m.Name}
	if m.Bytecode != nil {
		module.BytecodeSize = new(len(m.Bytecode))
	}
	if m.ABI != nil {
		module.Friends, module.Functions, module.Structs = m.ABI.Friends, m.ABI.Functions, m.ABI.Structs
	}
	return marshal(module)
}
