package client

import (
	"encoding/hex"
	"errors"
	"strings"

	"foredeck/client/move"
)

// module takes a module in any of its forms: {bytecode, abi}, the ABI alone, or, in lists
// of version 1, a pair of its id and the parts of that, or the id alone. Whatever the
// value is, it becomes one Module.
func (r *bodyReader) module() Module {
	var m Module
	outer := r.problem
	r.problem = nil
	start := r.here()
	switch r.kind() {
	case '"':
		r.moduleID(&m)
	case '[':
		first := true
		r.array(func() {
			if first {
				r.moduleID(&m)
			} else {
				r.skip()
			}
			first = false
		})
	default:
		r.moduleObject(&m)
	}
	m.Raw = r.since(start)
	if m.Name == "" {
		r.note(errors.New("a module without a name"))
	}
	m.Problem, r.problem = r.problem, outer
	return m
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
			if r.moduleMember(alone, name) {
				isAlone = true
			}
		}
	})
	if isAlone && m.ABI == nil {
		m.ABI = alone
	}
	if m.ABI != nil {
		m.Address, m.Name = m.ABI.Address, m.ABI.Name
	}
}

// bytecode takes hex digits, with or without 0x.
func (r *bodyReader) bytecode() []byte {
	text := r.optionalText()
	if text == nil {
		return nil
	}
	bytecode, err := hex.DecodeString(strings.TrimPrefix(*text, "0x"))
	if err != nil {
		r.note(errors.New(quoted(*text) + " is no bytecode in hex"))
		return nil
	}
	return bytecode
}

// newModuleABI has no list that is nil, so that each is written as [].
func newModuleABI() *move.ModuleABI {
	return &move.ModuleABI{Friends: []move.ModuleID{}, Functions: []move.FunctionABI{}, Structs: []move.StructABI{}}
}

// moduleMember takes a member of a module's ABI and tells whether it is one.
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
		r.skip()
		return false
	}
	return true
}

func (r *bodyReader) function() move.FunctionABI {
	function := move.FunctionABI{TypeParameters: []move.TypeParameter{}, Parameters: []string{}, Return: []string{}}
	r.object(func(name []byte) {
		switch string(name) {
		case "name":
			function.Name = r.text()
		case "visibility":
			function.Visibility = r.text()
		case "is_entry":
			function.IsEntry = r.boolean()
		case "is_view":
			function.IsView = r.boolean()
		case "generic_type_params":
			function.TypeParameters = r.typeParameters()
		case "params":
			function.Parameters = list(r.texts())
		case "return":
			function.Return = list(r.texts())
		default:
			r.skip()
		}
	})
	return function
}

func (r *bodyReader) structABI() move.StructABI {
	abi := move.StructABI{Abilities: []string{}, TypeParameters: []move.TypeParameter{}, Fields: []move.FieldABI{}}
	r.object(func(name []byte) {
		switch string(name) {
		case "name":
			abi.Name = r.text()
		case "is_native":
			abi.IsNative = r.boolean()
		case "is_event":
			abi.IsEvent = r.boolean()
		case "is_enum":
			abi.IsEnum = r.boolean()
		case "abilities":
			abi.Abilities = list(r.texts())
		case "generic_type_params":
			abi.TypeParameters = r.typeParameters()
		case "fields":
			r.array(func() { abi.Fields = append(abi.Fields, r.field()) })
		default:
			r.skip()
		}
	})
	return abi
}

func (r *bodyReader) typeParameters() []move.TypeParameter {
	parameters := []move.TypeParameter{}
	r.array(func() {
		parameter := move.TypeParameter{Constraints: []string{}}
		r.object(func(name []byte) {
			switch string(name) {
			case "constraints":
				parameter.Constraints = list(r.texts())
			case "is_phantom":
				parameter.IsPhantom = r.boolean()
			default:
				r.skip()
			}
		})
		parameters = append(parameters, parameter)
	})
	return parameters
}

func (r *bodyReader) field() move.FieldABI {
	var field move.FieldABI
	r.object(func(name []byte) {
		switch string(name) {
		case "name":
			field.Name = r.text()
		case "type":
			field.Type = r.text()
		default:
			r.skip()
		}
	})
	return field
}
