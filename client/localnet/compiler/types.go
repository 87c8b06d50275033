package compiler

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"slices"
	"sort"
	"strconv"
	"strings"

	"foredeck/client/move"
)

// token is a type constructor, with its number in Move bytecode.
type token byte

const (
	boolToken             token = 0x1
	u8Token               token = 0x2
	u64Token              token = 0x3
	u128Token             token = 0x4
	addressToken          token = 0x5
	referenceToken        token = 0x6
	mutableReferenceToken token = 0x7
	structToken           token = 0x8
	typeParameterToken    token = 0x9
	vectorToken           token = 0xa
	structInstanceToken   token = 0xb // a struct with type arguments
	signerToken           token = 0xc
	u16Token              token = 0xd
	u32Token              token = 0xe
	u256Token             token = 0xf
)

// primitives are the types that have a keyword.
var primitives = map[string]token{
	"bool": boolToken, "u8": u8Token, "u16": u16Token, "u32": u32Token, "u64": u64Token, "u128": u128Token,
	"u256": u256Token, "address": addressToken, "signer": signerToken,
}

// Type is the type of a field, parameter or result. Unlike a move.TypeTag it may be a
// reference and contain type parameters.
type Type struct {
	token     token
	parts     []Type        // target of a reference, element of a vector, type arguments of a struct
	module    move.ModuleID // of a struct
	name      string        // of a struct
	parameter int           // index of a type parameter
}

// String returns the type as ABIs spell it: with short addresses, and T0 for the first type parameter.
func (t Type) String() string {
	switch t.token {
	case referenceToken:
		return "&" + t.parts[0].String()
	case mutableReferenceToken:
		return "&mut " + t.parts[0].String()
	case vectorToken:
		return "vector<" + t.parts[0].String() + ">"
	case typeParameterToken:
		return "T" + strconv.Itoa(t.parameter)
	case structToken:
		path := t.module.String() + "::" + t.name
		if len(t.parts) == 0 {
			return path
		}
		var arguments []string
		for _, part := range t.parts {
			arguments = append(arguments, part.String())
		}
		return path + "<" + strings.Join(arguments, ", ") + ">"
	}
	return kindOf[t.token].String()
}

// kindOf has the kinds of types without references and type parameters.
var kindOf = [...]move.Kind{
	boolToken: move.KindBool, u8Token: move.KindU8, u16Token: move.KindU16, u32Token: move.KindU32,
	u64Token: move.KindU64, u128Token: move.KindU128, u256Token: move.KindU256, addressToken: move.KindAddress,
	signerToken: move.KindSigner, vectorToken: move.KindVector, structToken: move.KindStruct,
}

// Instantiate replaces the type parameters. The type must not contain references.
func (t Type) Instantiate(typeArguments []move.TypeTag) move.TypeTag {
	switch t.token {
	case typeParameterToken:
		return typeArguments[t.parameter]
	case vectorToken:
		element := t.parts[0].Instantiate(typeArguments)
		return move.TypeTag{Kind: move.KindVector, Element: &element}
	case structToken:
		tag := &move.StructTag{Address: t.module.Address, Module: t.module.Name, Name: t.name}
		for _, part := range t.parts {
			tag.TypeArguments = append(tag.TypeArguments, part.Instantiate(typeArguments))
		}
		return move.TypeTag{Kind: move.KindStruct, Struct: tag}
	default:
		return move.TypeTag{Kind: kindOf[t.token]}
	}
}

// Abilities is a set of abilities, as bits in the order of bytecode.
type Abilities byte

var abilityNames = [...]string{"copy", "drop", "store", "key"}

// Names lists the abilities: copy, drop, store, key.
func (a Abilities) Names() []string {
	var names []string
	for bit, name := range abilityNames {
		if a&(1<<bit) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// TypeParameter is a type parameter of a struct or function.
type TypeParameter struct {
	Constraints Abilities
	IsPhantom   bool
}

// Visibility is the visibility of a function, with its number in bytecode.
type Visibility byte

const (
	privateVisibility Visibility = 0
	publicVisibility  Visibility = 1
	friendVisibility  Visibility = 3
)

var visibilityNames = [...]string{privateVisibility: "private", publicVisibility: "public", friendVisibility: "friend"}

// String returns "public", "friend" or "private", as in ABIs.
func (v Visibility) String() string { return visibilityNames[v] }

// Field is a field of a struct.
type Field struct {
	Name string
	Type Type
	span
}

// Struct is a declared struct.
type Struct struct {
	Name           string
	span                  // of the declaration
	names          []name // of the type parameters
	IsEvent        bool
	Group          string // the resource group that it is a member of; empty if none
	Abilities      Abilities
	TypeParameters []TypeParameter
	Fields         []Field
}

// Function is a declared function.
type Function struct {
	Name           string
	span                  // of the declaration
	names          []name // of the type parameters, then of the parameters
	body           span   // in braces; empty if the function is native
	Visibility     Visibility
	IsEntry        bool
	IsView         bool
	IsNative       bool
	TypeParameters []TypeParameter
	Parameters     []Type
	Results        []Type
}

// Constant is a declared constant.
type Constant struct {
	Name  string
	Text  string // doc comment
	Type  Type   // an integer, bool, address or vector<u8>
	bytes []byte // BCS
}

// number returns the value of an integer of at most 64 bits.
func (c Constant) number() uint64 {
	var padded [8]byte
	copy(padded[:], c.bytes)
	return binary.LittleEndian.Uint64(padded[:])
}

// Module is the declaration of a module.
type Module struct {
	ID        move.ModuleID
	Source    string
	span      // of the declaration in Source
	scope     scope
	Friends   []move.ModuleID
	Constants []Constant
	Structs   []Struct
	Functions []Function
}

// Struct returns a struct; nil if there is none.
func (m *Module) Struct(name string) *Struct {
	found, _ := find(m.Structs, func(s *Struct) bool { return s.Name == name })
	return found
}

// find returns an item of a list and its index; nil if there is none.
func find[T any](list []T, is func(*T) bool) (*T, int) {
	for i := range list {
		if is(&list[i]) {
			return &list[i], i
		}
	}
	return nil, -1
}

// Function returns a function and its index; nil if there is none.
func (m *Module) Function(name string) (*Function, int) {
	return find(m.Functions, func(f *Function) bool { return f.Name == name })
}

// Constant returns a constant; nil if there is none.
func (m *Module) constant(name string) *Constant {
	found, _ := find(m.Constants, func(c *Constant) bool { return c.Name == name })
	return found
}

// Constant returns the value of an integer constant of at most 64 bits. It panics if there is none.
func (m *Module) Constant(name string) uint64 {
	constant := m.constant(name)
	if constant == nil {
		panic("compiler: " + m.ID.String() + " has no constant " + name)
	}
	return constant.number()
}

// Exposed lists the functions that the ABI contains, sorted by name: those that are public, friend or entry.
func (m *Module) Exposed() []Function {
	shown := slices.DeleteFunc(slices.Clone(m.Functions), func(f Function) bool { return f.Visibility == privateVisibility && !f.IsEntry })
	sort.Slice(shown, func(i, j int) bool { return shown[i].Name < shown[j].Name })
	return shown
}

func (t Type) isInteger() bool { return kindOf[t.token].Bits() > 0 }

func (t Type) isReference() bool {
	return t.token == referenceToken || t.token == mutableReferenceToken
}

// littleEndian returns the bytes of an integer of type t. It panics if the integer does not fit.
func (t Type) littleEndian(value *big.Int) []byte {
	b := value.FillBytes(make([]byte, kindOf[t.token].Bits()/8))
	slices.Reverse(b)
	return b
}

// replace replaces the type parameters by type arguments.
func (t Type) replace(arguments []Type) Type {
	if t.token == typeParameterToken {
		return arguments[t.parameter]
	}
	if len(t.parts) > 0 {
		parts := make([]Type, len(t.parts))
		for i, part := range t.parts {
			parts[i] = part.replace(arguments)
		}
		t.parts = parts
	}
	return t
}

// infer finds the type arguments with which t becomes the actual type. Those that it does not find stay zero.
func (t Type) infer(actual Type, arguments []Type) {
	if t.token == typeParameterToken {
		if arguments[t.parameter].token == 0 {
			arguments[t.parameter] = actual
		}
		return
	}
	if len(t.parts) == len(actual.parts) {
		for i, part := range t.parts {
			part.infer(actual.parts[i], arguments)
		}
	}
}

// Layout returns the fields of a struct with their types.
func (l Library) Layout(tag *move.StructTag) map[string]move.TypeTag {
	declared := l.Struct(move.ModuleID{Address: tag.Address, Name: tag.Module}, tag.Name)
	layout := make(map[string]move.TypeTag, len(declared.Fields))
	for _, field := range declared.Fields {
		layout[field.Name] = field.Type.Instantiate(tag.TypeArguments)
	}
	return layout
}

// Library holds modules by their ids.
type Library map[move.ModuleID]*Module

// Struct returns a declared struct. It panics if there is none.
func (l Library) Struct(module move.ModuleID, name string) *Struct {
	declared, ok := l[module]
	if !ok {
		panic("compiler: no module " + module.String())
	}
	found := declared.Struct(name)
	if found == nil {
		panic("compiler: no struct " + module.String() + "::" + name)
	}
	return found
}

// NewLibrary returns a library of modules.
func NewLibrary(groups ...[]*Module) Library {
	all := make(Library)
	for _, module := range slices.Concat(groups...) {
		all[module.ID] = module
	}
	return all
}

// Check returns an error if a type refers to a struct that is not declared, or with the wrong number of type arguments.
func (l Library) Check(tag move.TypeTag) error {
	if tag.Kind == move.KindVector {
		return l.Check(*tag.Element)
	}
	if tag.Kind != move.KindStruct {
		return nil
	}
	var declared *Struct
	if module, ok := l[move.ModuleID{Address: tag.Struct.Address, Name: tag.Struct.Module}]; ok {
		declared = module.Struct(tag.Struct.Name)
	}
	switch {
	case declared == nil:
		return fmt.Errorf("no struct %s", tag)
	case len(declared.TypeParameters) != len(tag.Struct.TypeArguments):
		return fmt.Errorf("%s takes %d type arguments, not %d", tag, len(declared.TypeParameters), len(tag.Struct.TypeArguments))
	}
	for _, argument := range tag.Struct.TypeArguments {
		if err := l.Check(argument); err != nil {
			return err
		}
	}
	return nil
}
