package move

import (
	"slices"
	"strconv"
	"strings"
)

const (
	// MaxTypeDepth is the maximum nesting of types in a type tag: vector<u8> has a depth of 2. Many nodes accept 8; twice that
	// covers nodes with a higher limit and still bounds the recursion.
	MaxTypeDepth = 16
	// MaxTypeLength is the maximum length of a type tag in bytes, both as given and in canonical form. It also applies to
	// function and module IDs.
	MaxTypeLength = 8192
)

// Kind is the kind of a type tag. The zero Kind is invalid.
type Kind uint8

// The kinds of type tags.
const (
	KindBool Kind = iota + 1
	KindU8
	KindU16
	KindU32
	KindU64
	KindU128
	KindU256
	KindI8
	KindI16
	KindI32
	KindI64
	KindI128
	KindI256
	KindAddress
	KindSigner
	KindVector
	KindStruct
	KindFunction
	kindTypeParameter // only inside a Type
)

var kindNames = [...]string{
	"", "bool", "u8", "u16", "u32", "u64", "u128", "u256", "i8", "i16", "i32", "i64", "i128", "i256", "address", "signer", "vector",
	"struct", "function", "type parameter",
}

// String returns Move's name of the kind, such as bool, u8, vector or struct.
func (k Kind) String() string { return kindNames[k] }

var kindBits = [...]int{
	KindU8: 8, KindU16: 16, KindU32: 32, KindU64: 64, KindU128: 128, KindU256: 256,
	KindI8: 8, KindI16: 16, KindI32: 32, KindI64: 64, KindI128: 128, KindI256: 256, kindTypeParameter: 0,
}

// Bits returns the number of bits of an integer kind, 0 for other kinds.
func (k Kind) Bits() int { return kindBits[k] }

// IsSigned reports whether the kind is that of a signed integer.
func (k Kind) IsSigned() bool { return k >= KindI8 && k <= KindI256 }

// TypeTag is a concrete Move type: a primitive, a vector, a function type, or a struct with all its type arguments. Compare type
// tags with Equal.
type TypeTag struct {
	Kind     Kind
	Element  *TypeTag     // of a KindVector, nil otherwise
	Struct   *StructTag   // of a KindStruct, nil otherwise
	Function *FunctionTag // of a KindFunction, nil otherwise

	parameter uint16 // the number of a kindTypeParameter
}

// StructTag is a struct type with its type arguments, such as the type of a resource (spec section 2.7). Compare struct tags
// with Equal.
type StructTag struct {
	Address       Address
	Module        string
	Name          string
	TypeArguments []TypeTag
}

// ParseTypeTag parses a type such as u64, vector<address>, 0x1::coin::CoinStore<0x1::native_coin::NativeCoin> or the function type
// |u64, &mut bool|u8 has copy + drop. It accepts
// spaces around commas and brackets, and addresses that are short or padded, with or without 0x. The limits are
// MaxTypeDepth and MaxTypeLength. The error is a *ParseError.
func ParseTypeTag(s string) (TypeTag, error) {
	return parse("type tag", s, (*parser).wholeTypeTag)
}

// ParseStructTag parses a struct type in the forms of ParseTypeTag. The error is a *ParseError.
func ParseStructTag(s string) (StructTag, error) {
	return parse("struct tag", s, func(p *parser) (StructTag, error) {
		tag, err := p.wholeTypeTag()
		if err != nil {
			return StructTag{}, err
		}
		if tag.Kind != KindStruct {
			return StructTag{}, p.fail(1, "%s is not a struct: expected address::module::Name", tag.Kind)
		}
		return *tag.Struct, nil
	})
}

// String returns the canonical form: short addresses, and ", " between type arguments. Parsing it returns an equal type tag.
func (t TypeTag) String() string {
	switch t.Kind {
	case KindVector:
		return "vector<" + t.Element.String() + ">"
	case KindStruct:
		return t.Struct.String()
	case KindFunction:
		return t.Function.String()
	case kindTypeParameter:
		return "T" + strconv.Itoa(int(t.parameter))
	default:
		return t.Kind.String()
	}
}

// String returns the canonical form: short addresses, and ", " between type arguments. Parsing it returns an equal struct tag.
func (s StructTag) String() string {
	var arguments []string
	for _, argument := range s.TypeArguments {
		arguments = append(arguments, argument.String())
	}
	return withTypeArguments(s.Address.Short()+"::"+s.Module+"::"+s.Name, arguments)
}

// Equal reports whether both are the same type.
func (t TypeTag) Equal(other TypeTag) bool {
	if t.Kind != other.Kind {
		return false
	}
	switch t.Kind {
	case KindVector:
		return t.Element.Equal(*other.Element)
	case KindStruct:
		return t.Struct.Equal(*other.Struct)
	case KindFunction:
		return t.Function.Equal(*other.Function)
	case kindTypeParameter:
		return t.parameter == other.parameter
	default:
		return true
	}
}

// Equal reports whether both are the same struct type with the same type arguments.
func (s StructTag) Equal(other StructTag) bool {
	return s.Address == other.Address && s.Module == other.Module && s.Name == other.Name &&
		slices.EqualFunc(s.TypeArguments, other.TypeArguments, TypeTag.Equal)
}

// IsString reports whether the type is 0x1::string::String.
func (t TypeTag) IsString() bool { return t.isStandard("string", "String", 0) }

// IsObject reports whether the type is 0x1::object::Object<T>.
func (t TypeTag) IsObject() bool { return t.isStandard("object", "Object", 1) }

// OptionElement returns T if the type is 0x1::option::Option<T>.
func (t TypeTag) OptionElement() (element TypeTag, ok bool) {
	if !t.isStandard("option", "Option", 1) {
		return TypeTag{}, false
	}
	return t.Struct.TypeArguments[0], true
}

// isStandard reports whether the type is a struct of the standard library.
func (t TypeTag) isStandard(module, name string, typeArguments int) bool {
	return t.Kind == KindStruct && t.Struct.Address == (Address{31: 1}) && t.Struct.Module == module && t.Struct.Name == name &&
		len(t.Struct.TypeArguments) == typeArguments
}

// wholeTypeTag parses an outermost type.
func (p *parser) wholeTypeTag() (TypeTag, error) {
	tag, err := p.typeTag(1)
	if err != nil {
		return TypeTag{}, err
	}
	// The canonical form can be longer than the input, by 0x and spaces after commas, but never twice as long. It must not
	// exceed the limit either, so that it can be parsed again.
	if len(p.input) > MaxTypeLength/2 {
		if length := len(tag.String()); length > MaxTypeLength {
			return TypeTag{}, p.fail(0, "%d bytes in canonical form, at most %d", length, MaxTypeLength)
		}
	}
	return tag, nil
}

// typeTag parses a type at a nesting depth; the outermost one has depth 1.
func (p *parser) typeTag(depth int) (TypeTag, error) {
	start := p.offset
	if depth > MaxTypeDepth {
		return TypeTag{}, p.fail(start+1, "nesting exceeds %d types at character %d", MaxTypeDepth, start+1)
	}
	if strings.HasPrefix(p.input[start:], "|") {
		tag, err := p.functionTag(depth)
		return TypeTag{Kind: KindFunction, Function: &tag}, err
	}
	word, err := p.word("type")
	if err != nil {
		return TypeTag{}, err
	}
	switch kind := kindNamed(word); {
	case kind == KindVector:
		element, err := p.vectorElement(depth)
		return TypeTag{Kind: KindVector, Element: &element}, err
	case kind != 0:
		return TypeTag{Kind: kind}, nil
	case p.parameters && isTypeParameter(word):
		return p.typeParameter(start, word)
	case isDigit(word[0]) || strings.HasPrefix(p.input[p.offset:], "::"):
		p.offset = start
		tag, err := p.structTag(depth)
		return TypeTag{Kind: KindStruct, Struct: &tag}, err
	default:
		return TypeTag{}, p.fail(start+1, "unknown type at character %d", start+1)
	}
}

// kindNamed returns the kind with a name, 0 if there is none. A struct has none: it starts with an address.
func kindNamed(word string) Kind {
	for kind := KindBool; kind < KindStruct; kind++ {
		if kindNames[kind] == word {
			return kind
		}
	}
	return 0
}

func (p *parser) vectorElement(depth int) (TypeTag, error) {
	if !p.accept('<') {
		return TypeTag{}, p.missing("<")
	}
	p.skipSpaces()
	element, err := p.typeTag(depth + 1)
	if err != nil {
		return TypeTag{}, err
	}
	if !p.accept('>') {
		return TypeTag{}, p.unclosed()
	}
	return element, nil
}

func (p *parser) structTag(depth int) (StructTag, error) {
	module, err := p.moduleID()
	if err != nil {
		return StructTag{}, err
	}
	name, err := p.member("struct name")
	if err != nil {
		return StructTag{}, err
	}
	tag := StructTag{Address: module.Address, Module: module.Name, Name: name}
	if !p.accept('<') {
		return tag, nil
	}
	for {
		p.skipSpaces()
		argument, err := p.typeTag(depth + 1)
		if err != nil {
			return StructTag{}, err
		}
		tag.TypeArguments = append(tag.TypeArguments, argument)
		if p.accept('>') {
			return tag, nil
		}
		if !p.accept(',') {
			return StructTag{}, p.unclosed()
		}
	}
}

// unclosed returns the error for type arguments that neither end nor continue.
func (p *parser) unclosed() error { return p.unclosedBy(">") }

// unclosedBy returns the error for a list that neither continues nor ends with a bracket.
func (p *parser) unclosedBy(bracket string) error {
	p.skipSpaces()
	return p.absent(bracket)
}
