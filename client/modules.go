package client

import (
	"cmp"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/url"
	"slices"
	"strings"

	"foredeck/client/move"
)

const (
	callModules call = "modules"
	callModule  call = "module"
)

// Module is a published module (spec section 2.6).
type Module struct {
	Address  move.Address
	Name     string
	Bytecode []byte          // nil on version 1
	ABI      *move.ModuleABI // nil in lists of version 1; from the bytecode, with a problem that says so, if the node sent none
	Raw      json.RawMessage // the complete JSON
	Problems Problems        // the parts that could not be decoded
	Other    Members         // the members that are not known
}

// Key identifies the module in a list of one account: its name, or its JSON if it has none.
func (m *Module) Key() string { return cmp.Or(m.Name, string(m.Raw)) }

// Modules reads a page of the modules that an account published (spec sections 4.3 to 4.5), in the order of the node: leave
// the Order of the request zero. Cursors are valid for one RPC version. On version 1 the list can hold names only.
func (n *Node) Modules(ctx context.Context, address move.Address, request PageRequest) (Page[Module], error) {
	return listPage(n, callModules, accountVersions, request, normalizeUnordered, func(version Version, request PageRequest) (Page[Module], error) {
		page, err := cursorPage(ctx, n, version.accountPath(address)+"/modules", moduleWrapper[version], (*bodyReader).module, request)
		for i := range page.Items {
			page.Items[i].complete(move.ModuleID{Address: address, Name: page.Items[i].Name})
		}
		return page, err
	})
}

// AllModules iterates over the modules of an account.
func (n *Node) AllModules(ctx context.Context, address move.Address) iter.Seq2[Module, error] {
	return walk(NewestFirst, (*Module).Key, func(request PageRequest) (Page[Module], error) {
		return n.Modules(ctx, address, request)
	})
}

// Module reads a module, on version 1 only its ABI. The error is ErrNotFound if there is none.
func (n *Node) Module(ctx context.Context, id move.ModuleID) (Module, error) {
	return byVersion(n, callModule, accountVersions, func(version Version) (Module, error) {
		found, err := n.get(ctx, version.accountPath(id.Address)+"/modules/"+url.PathEscape(id.Name), nil)
		if err != nil {
			return Module{}, err
		}
		module, err := parseModule(found)
		if err != nil {
			return Module{}, err
		}
		module.complete(id)
		if actual := (move.ModuleID{Address: module.Address, Name: module.Name}); actual != id {
			return Module{}, &DecodeError{URL: found.url, Err: fmt.Errorf("module %s instead of the requested %s", actual, id)}
		}
		return module, nil
	})
}

// complete fills in what the node did not send, which is a problem of the module, from the request.
func (m *Module) complete(id move.ModuleID) {
	m.Address = cmp.Or(m.Address, id.Address)
	m.Name = cmp.Or(m.Name, id.Name)
	if m.ABI != nil {
		m.ABI.Address, m.ABI.Name = m.Address, m.Name
	}
}

// ParseModule parses a module as nodes send it: an object with bytecode and abi, or an ABI alone.
func ParseModule(raw []byte) (Module, error) {
	return parseModule(apiResponse{body: raw})
}

func parseModule(found apiResponse) (Module, error) {
	reader := newBodyReader(found)
	module := reader.module()
	if err := reader.end(); err != nil {
		return Module{}, err
	}
	if module.ABI == nil && module.Bytecode == nil {
		return Module{}, module.Problems.Err()
	}
	return module, nil
}

// MarshalJSON returns the ABI and the size of the bytecode in bytes, null if absent.
func (m Module) MarshalJSON() ([]byte, error) {
	module := struct {
		Address      move.Address       `json:"address"`
		Name         string             `json:"name"`
		BytecodeSize *int               `json:"bytecode_size"`
		Friends      []move.ModuleID    `json:"friends"`
		Functions    []move.FunctionABI `json:"functions"`
		Structs      []move.StructABI   `json:"structs"`
		Problems     Problems           `json:"problems"`
		Other        Members            `json:"other"`
	}{Address: m.Address, Name: m.Name, Problems: m.Problems, Other: m.Other}
	if m.Bytecode != nil {
		module.BytecodeSize = new(len(m.Bytecode))
	}
	if m.ABI != nil {
		module.Friends, module.Functions, module.Structs = m.ABI.Friends, m.ABI.Functions, m.ABI.Structs
	}
	return marshal(module)
}

// module reads a module in any of its forms: {bytecode, abi}, a bare ABI, or, in lists of version 1, an ID or a pair of an
// ID and its parts. Every value becomes a Module, whatever it is.
func (r *bodyReader) module() Module {
	var m Module
	m.Raw, m.Problems, m.Other = r.record(func() {
		switch r.kind() {
		case '"', '[':
			r.identifier(func() { r.moduleID(&m) })
		default:
			r.moduleObject(&m)
		}
		if m.ABI == nil && m.Bytecode != nil {
			r.derive(&m)
		}
		if m.Name == "" && len(r.notes.problems) == 0 {
			r.note(errors.New("module without a name"))
		}
	})
	return m
}

// maxDerived is the size of the text of all interfaces that are read from the bytecode in a body. A few bytes of bytecode can repeat a long
// type many times.
const maxDerived = 32 << 20

// derive reads name and interface from the bytecode of a module without an ABI.
func (r *bodyReader) derive(m *Module) {
	if r.derived > maxDerived {
		r.noteMember("abi", errors.New("missing, and not read from the bytecode: the response has too many of them"))
		return
	}
	code, err := move.ParseBytecode(m.Bytecode)
	if err != nil {
		r.noteMember("abi", fmt.Errorf("missing, and the bytecode cannot be read: %w", err))
		return
	}
	abi, err := code.ABI()
	r.derived += textLength(abi)
	m.ABI, m.Address, m.Name = abi, abi.Address, abi.Name
	if err != nil {
		err = fmt.Errorf("missing: read from the bytecode, without view functions and events: %w", err)
	} else {
		err = errors.New("missing: name and interface are read from the bytecode")
	}
	r.noteMember("abi", err)
	for _, unknown := range code.Problems { // what is missing in the interface
		r.noteMember("bytecode", errors.New(unknown))
	}
}

// textLength returns the number of bytes of the types and names in an interface.
func textLength(abi *move.ModuleABI) (length int) {
	for i := range abi.Functions {
		for _, text := range slices.Concat(abi.Functions[i].Parameters, abi.Functions[i].Return) {
			length += len(text)
		}
	}
	for i := range abi.Structs {
		for _, field := range abi.Structs[i].Fields {
			length += len(field.Name) + len(field.Type)
		}
	}
	return length
}

func (r *bodyReader) moduleID(m *Module) {
	text := r.text()
	id, err := move.ParseModuleID(text)
	if err != nil {
		if r.broken == nil {
			r.note(err)
			m.Name = text
		}
		return
	}
	m.Address, m.Name = id.Address, id.Name
}

func (r *bodyReader) moduleObject(m *Module) {
	alone := newModuleABI()
	isAlone := false
	r.object(func(name []byte) {
		switch string(name) {
		case "bytecode":
			m.Bytecode = r.bytecode()
		case "abi":
			if r.null() {
				return
			}
			m.ABI = newModuleABI()
			r.object(func(name []byte) { r.moduleMember(m.ABI, name) })
		default:
			isAlone = r.moduleMember(alone, name) || isAlone
		}
	})
	if isAlone && m.ABI == nil {
		m.ABI = alone
	}
	if m.ABI != nil {
		m.Address, m.Name = m.ABI.Address, m.ABI.Name
		if m.Address == (move.Address{}) {
			r.note(errors.New("module without an address"))
		}
	}
}

// bytecode reads hex digits, with or without 0x.
func (r *bodyReader) bytecode() []byte {
	if r.kind() != '"' {
		r.unwanted("a string")
		return nil
	}
	text := r.text()
	bytecode, err := hex.DecodeString(strings.TrimPrefix(text, "0x"))
	if err != nil {
		r.note(errors.New(quoted(text) + " instead of bytecode in hex"))
		return nil
	}
	return bytecode
}

// newModuleABI returns an ABI without nil lists, which would be encoded as null.
func newModuleABI() *move.ModuleABI {
	return &move.ModuleABI{Friends: []move.ModuleID{}, Functions: []move.FunctionABI{}, Structs: []move.StructABI{}}
}

// moduleMember reads a member of an ABI. It returns false for unknown members, which it does not read.
func (r *bodyReader) moduleMember(abi *move.ModuleABI, name []byte) bool {
	switch string(name) {
	case "address":
		if address := r.address(); address != nil {
			abi.Address = *address
		}
	case "name":
		abi.Name = r.text()
	case "friends":
		r.array(func() {
			text := r.text()
			friend, err := move.ParseModuleID(text)
			switch {
			case err == nil:
				abi.Friends = append(abi.Friends, friend)
			case r.broken == nil:
				r.note(err)
			}
		})
	case "exposed_functions":
		r.array(func() { abi.Functions = append(abi.Functions, r.function()) })
	case "structs":
		r.array(func() { abi.Structs = append(abi.Structs, r.structABI()) })
	default:
		return false
	}
	return true
}

func (r *bodyReader) function() move.FunctionABI {
	function := move.FunctionABI{TypeParameters: []move.TypeParameter{}, Parameters: []string{}, Return: []string{}}
	r.fields(
		optional("name", &function.Name),
		optional("visibility", &function.Visibility),
		optional("is_entry", &function.IsEntry),
		optional("is_view", &function.IsView),
		optional("generic_type_params", &function.TypeParameters),
		optional("params", &function.Parameters),
		optional("return", &function.Return),
	)
	return function
}

func (r *bodyReader) structABI() move.StructABI {
	abi := move.StructABI{Abilities: []string{}, TypeParameters: []move.TypeParameter{}, Fields: []move.FieldABI{}}
	r.fields(
		optional("name", &abi.Name),
		optional("is_native", &abi.IsNative),
		optional("is_event", &abi.IsEvent),
		optional("is_enum", &abi.IsEnum),
		optional("abilities", &abi.Abilities),
		optional("generic_type_params", &abi.TypeParameters),
		optional("fields", func() { r.array(func() { abi.Fields = append(abi.Fields, r.fieldABI()) }) }),
	)
	return abi
}

func (r *bodyReader) typeParameters() []move.TypeParameter {
	parameters := []move.TypeParameter{}
	r.array(func() {
		parameter := move.TypeParameter{Constraints: []string{}}
		r.fields(optional("constraints", &parameter.Constraints), optional("is_phantom", &parameter.IsPhantom))
		parameters = append(parameters, parameter)
	})
	return parameters
}

func (r *bodyReader) fieldABI() (field move.FieldABI) {
	r.fields(optional("name", &field.Name), optional("type", &field.Type))
	return field
}
