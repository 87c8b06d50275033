package publish

import (
	"slices"
	"strconv"
	"strings"

	"foredeck/client/move"
)

// token is the number that a type's head has in Move bytecode.
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

// primitives are the types that are one word.
var primitives = map[string]token{
	"bool": boolToken, "u8": u8Token, "u16": u16Token, "u32": u32Token, "u64": u64Token, "u128": u128Token,
	"u256": u256Token, "address": addressToken, "signer": signerToken,
}

// Type is a type as declarations write it: it may be a reference and have type
// parameters in it.
type Type struct {
	token     token
	parts     []Type        // what is referred to, the element of a vector, the type arguments of a struct
	module    move.ModuleID // of a struct
	name      string        // of a struct
	parameter int           // the place of a type parameter
}

// String gives the spelling of an ABI: short addresses, T0 for the first type parameter.
func (s Type) String() string {
	switch s.token {
	case referenceToken:
		return "&" + s.parts[0].String()
	case mutableReferenceToken:
		return "&mut " + s.parts[0].String()
	case vectorToken:
		return "vector<" + s.parts[0].String() + ">"
	case typeParameterToken:
		return "T" + strconv.Itoa(s.parameter)
	case structToken:
		path := s.module.String() + "::" + s.name
		if len(s.parts) == 0 {
			return path
		}
		arguments := make([]string, len(s.parts))
		for i, part := range s.parts {
			arguments[i] = part.String()
		}
		return path + "<" + strings.Join(arguments, ", ") + ">"
	}
	for name, primitive := range primitives {
		if primitive == s.token {
			return name
		}
	}
	panic("localnet: a type of token " + strconv.Itoa(int(s.token)))
}

var kindOf = map[token]move.Kind{
	boolToken: move.KindBool, u8Token: move.KindU8, u16Token: move.KindU16, u32Token: move.KindU32,
	u64Token: move.KindU64, u128Token: move.KindU128, u256Token: move.KindU256, addressToken: move.KindAddress,
	signerToken: move.KindSigner, vectorToken: move.KindVector, structToken: move.KindStruct,
}

// Instantiate gives the type with its type parameters filled in. It holds no reference.
func (s Type) Instantiate(typeArguments []move.TypeTag) move.TypeTag {
	switch s.token {
	case typeParameterToken:
		return typeArguments[s.parameter]
	case vectorToken:
		element := s.parts[0].Instantiate(typeArguments)
		return move.TypeTag{Kind: move.KindVector, Element: &element}
	case structToken:
		tag := &move.StructTag{Address: s.module.Address, Module: s.module.Name, Name: s.name}
		for _, part := range s.parts {
			tag.TypeArguments = append(tag.TypeArguments, part.Instantiate(typeArguments))
		}
		return move.TypeTag{Kind: move.KindStruct, Struct: tag}
	default:
		return move.TypeTag{Kind: kindOf[s.token]}
	}
}

// Abilities are bits as in bytecode.
type Abilities byte

var abilityNames = [...]string{"copy", "drop", "store", "key"}

// Names lists the abilities in the order of ABIs.
func (a Abilities) Names() []string {
	var names []string
	for bit, name := range abilityNames {
		if a&(1<<bit) != 0 {
			names = append(names, name)
		}
	}
	return names
}

type TypeParameter struct {
	Constraints Abilities
	IsPhantom   bool
}

// Visibility is a number as in bytecode.
type Visibility byte

const (
	privateVisibility Visibility = 0
	publicVisibility  Visibility = 1
	friendVisibility  Visibility = 3
)

// String gives the word of ABIs.
func (v Visibility) String() string {
	switch v {
	case publicVisibility:
		return "public"
	case friendVisibility:
		return "friend"
	default:
		return "private"
	}
}

type Field struct {
	Name string
	Type Type
}

type Struct struct {
	Name           string
	IsEvent        bool
	Abilities      Abilities
	TypeParameters []TypeParameter
	Fields         []Field
}

type Function struct {
	Name           string
	Visibility     Visibility
	IsEntry        bool
	IsView         bool
	IsNative       bool
	TypeParameters []TypeParameter
	Parameters     []Type
	Results        []Type
}

type Constant struct {
	Name  string
	Value uint64 // of type u64: constants of the network's modules are the codes they abort with
}

// Module is all that the network knows of a module: ABI and bytecode follow.
type Module struct {
	ID        move.ModuleID
	Friends   []move.ModuleID
	Constants []Constant
	Structs   []Struct
	Functions []Function
}

func (m *Module) Struct(name string) *Struct {
	place := slices.IndexFunc(m.Structs, func(s Struct) bool { return s.Name == name })
	if place < 0 {
		return nil
	}
	return &m.Structs[place]
}

// Function gives a function and its place among the module's.
func (m *Module) Function(name string) (*Function, int) {
	place := slices.IndexFunc(m.Functions, func(f Function) bool { return f.Name == name })
	if place < 0 {
		return nil, place
	}
	return &m.Functions[place], place
}

// Constant gives the value of a constant.
func (m *Module) Constant(constant string) uint64 {
	place := slices.IndexFunc(m.Constants, func(c Constant) bool { return c.Name == constant })
	if place < 0 {
		panic("localnet: " + m.ID.String() + " has no constant " + constant)
	}
	return m.Constants[place].Value
}

// Exposed lists the functions that an ABI shows, by name: all but the private ones that
// are no entry.
func (m *Module) Exposed() []Function {
	var shown []Function
	for _, function := range m.Functions {
		if function.Visibility != privateVisibility || function.IsEntry {
			shown = append(shown, function)
		}
	}
	slices.SortFunc(shown, func(a, b Function) int { return strings.Compare(a.Name, b.Name) })
	return shown
}
