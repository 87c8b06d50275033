package move

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Type is a type in the ABI of a module (spec section 2.6): a type tag that can contain type parameters (T0, T1 ...), or a
// reference to one. The zero Type is invalid.
type Type struct {
	reference string // "", "&" or "&mut "
	tag       TypeTag
}

// ParseType parses a type such as &signer, &mut 0x1::coin::Coin<T0>, T0 or vector<T1>, in the forms and within the limits of
// ParseTypeTag. The error is a *ParseError.
func ParseType(s string) (Type, error) {
	return parse("type", s, func(p *parser) (Type, error) {
		p.parameters = true
		reference := p.reference()
		tag, err := p.wholeTypeTag()
		return Type{reference: reference, tag: tag}, err
	})
}

// String returns the canonical form: short addresses, ", " between type arguments, one space after &mut.
func (t Type) String() string { return t.reference + t.tag.String() }

// IsSigner reports whether the type is signer or a reference to it. The node supplies such parameters, so calls have no
// argument for them.
func (t Type) IsSigner() bool { return t.tag.Kind == KindSigner }

// Structs returns the structs in the type, outermost first, without duplicates and type arguments.
func (t Type) Structs() []StructTag { return t.tag.structs(nil) }

func (t TypeTag) structs(found []StructTag) []StructTag {
	if t.Kind == KindStruct {
		bare := StructTag{Address: t.Struct.Address, Module: t.Struct.Module, Name: t.Struct.Name}
		if !slices.ContainsFunc(found, bare.Equal) {
			found = append(found, bare)
		}
	}
	for _, part := range t.parts() {
		found = part.structs(found)
	}
	return found
}

// parts returns the types that a type directly contains.
func (t TypeTag) parts() (parts []TypeTag) {
	switch t.Kind {
	case KindVector:
		return []TypeTag{*t.Element}
	case KindStruct:
		return t.Struct.TypeArguments
	case KindFunction:
		for _, part := range slices.Concat(t.Function.Parameters, t.Function.Results) {
			parts = append(parts, part.tag)
		}
	}
	return parts
}

// Instantiate replaces the type parameters by type arguments, T0 by the first. It fails with a *ParseError for a reference, if
// there are too few type arguments, and if the result exceeds the limits of ParseTypeTag.
func (t Type) Instantiate(typeArguments []TypeTag) (TypeTag, error) {
	fail := func(position int, rule string, values ...any) (TypeTag, error) {
		return TypeTag{}, &ParseError{Kind: "type", Input: t.String(), Position: position, Rule: fmt.Sprintf(rule, values...)}
	}
	if t.reference != "" {
		return fail(1, "a reference has no type tag")
	}
	s := substitution{typeArguments: typeArguments}
	tag := s.apply(t.tag, 1)
	switch {
	case s.missing != "":
		return fail(0, "no type argument for %s: there are %d", s.missing, len(typeArguments))
	case s.tooDeep:
		return fail(0, "nesting exceeds %d types with these type arguments", MaxTypeDepth)
	}
	if length := len(tag.String()); length > MaxTypeLength {
		return fail(0, "%d bytes with these type arguments, at most %d", length, MaxTypeLength)
	}
	return tag, nil
}

// substitution replaces type parameters by type arguments.
type substitution struct {
	typeArguments []TypeTag
	missing       string // the first parameter without a type argument
	tooDeep       bool
}

func (s *substitution) apply(tag TypeTag, depth int) TypeTag {
	switch tag.Kind {
	case kindTypeParameter:
		if int(tag.parameter) >= len(s.typeArguments) {
			if s.missing == "" {
				s.missing = tag.String()
			}
			return TypeTag{}
		}
		argument := s.typeArguments[tag.parameter]
		s.tooDeep = s.tooDeep || depth-1+argument.depth() > MaxTypeDepth
		return argument
	case KindVector:
		element := s.apply(*tag.Element, depth+1)
		return TypeTag{Kind: KindVector, Element: &element}
	case KindStruct:
		if len(tag.Struct.TypeArguments) == 0 {
			return tag
		}
		whole := *tag.Struct
		whole.TypeArguments = make([]TypeTag, len(tag.Struct.TypeArguments))
		for i, argument := range tag.Struct.TypeArguments {
			whole.TypeArguments[i] = s.apply(argument, depth+1)
		}
		return TypeTag{Kind: KindStruct, Struct: &whole}
	case KindFunction:
		return TypeTag{Kind: KindFunction, Function: tag.Function.substituted(s, depth)}
	default:
		return tag
	}
}

// depth returns the nesting depth of a type: 1 for u8, 2 for vector<u8>.
func (t TypeTag) depth() int {
	deepest := 0
	for _, part := range t.parts() {
		deepest = max(deepest, part.depth())
	}
	return 1 + deepest
}

// isTypeParameter reports whether the word is T and a number.
func isTypeParameter(word string) bool {
	digits, found := strings.CutPrefix(word, "T")
	return found && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// typeParameter parses a word at an offset as a type parameter.
func (p *parser) typeParameter(start int, word string) (TypeTag, error) {
	number, err := strconv.ParseUint(word[1:], 10, 16)
	if err != nil {
		return TypeTag{}, p.fail(start+1, "type parameter exceeds T65535 at character %d", start+1)
	}
	return TypeTag{Kind: kindTypeParameter, parameter: uint16(number)}, nil
}
