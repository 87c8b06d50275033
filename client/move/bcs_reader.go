package move

import (
	"fmt"
	"strconv"
	"unicode/utf8"
)

// maxBCSLength is the maximum length in BCS.
const maxBCSLength = 1<<31 - 1

// bcsReader reads BCS. After the first error all methods return zero values.
type bcsReader struct {
	kind   string // kind of input, for errors
	bytes  []byte
	offset int
	err    *ParseError // the first one

	isQuiet bool // all errors are errQuiet: nobody reads them

	fields func(StructTag) ([]FieldABI, error) // declares the fields of a struct without type arguments; nil if no layout is known
}

var errQuiet = &ParseError{Rule: "not shown"}

// end returns the first error, or one if bytes are left over.
func (r *bcsReader) end() error {
	if left := len(r.bytes) - r.offset; left > 0 {
		r.fail(r.offset, "trailing data at byte %d: %d %s", r.offset, left, byteNoun(left))
	}
	if r.err != nil {
		return r.err
	}
	return nil
}

// nowhere is the offset of errors without a position.
const nowhere = -1

// fail records an error at an offset, counted from 0, unless there is an earlier one.
func (r *bcsReader) fail(offset int, rule string, values ...any) {
	switch {
	case r.err != nil:
	case r.isQuiet:
		r.err = errQuiet
	default:
		r.err = &ParseError{Kind: r.kind, Position: offset + 1, Rule: fmt.Sprintf(rule, values...)}
	}
}

// byteNoun returns "byte" or "bytes".
func byteNoun(count int) string {
	if count == 1 {
		return "byte"
	}
	return "bytes"
}

// take reads count bytes, which share the input's memory. what describes them in errors.
func (r *bcsReader) take(count int, what string) []byte {
	if r.err == nil && count > len(r.bytes)-r.offset {
		missing := count - (len(r.bytes) - r.offset)
		r.fail(len(r.bytes), "unexpected end at byte %d: %s needs %d more %s", len(r.bytes), what, missing, byteNoun(missing))
	}
	if r.err != nil {
		return nil
	}
	r.offset += count
	return r.bytes[r.offset-count : r.offset : r.offset]
}

// byte reads a byte.
func (r *bcsReader) byte(what string) byte {
	if taken := r.take(1, what); taken != nil {
		return taken[0]
	}
	return 0
}

// length reads a ULEB128 length.
func (r *bcsReader) length(what string) int {
	return r.number("length of "+what, maxBCSLength)
}

// number reads a ULEB128 number up to maximum.
func (r *bcsReader) number(what string, maximum int) int {
	start := r.offset
	var number uint64
	for shift := 0; ; shift += 7 {
		b := r.byte(what)
		if r.err != nil {
			return 0
		}
		number |= uint64(b&0x7f) << shift
		switch {
		case number > uint64(maximum) || shift == 28 && b >= 0x80:
			r.fail(start, "%s at byte %d exceeds %s", what, start, grouped(strconv.Itoa(maximum)))
			return 0
		case b >= 0x80:
			continue
		case b == 0 && shift > 0:
			r.fail(start, "%s at byte %d has superfluous bytes", what, start)
			return 0
		}
		return int(number)
	}
}

// count reads a number of items of at least one byte each. More items than bytes left are an error, before any memory is
// allocated for them.
func (r *bcsReader) count(what string) int {
	start := r.offset
	count := r.number("number of "+what, maxBCSLength)
	if left := len(r.bytes) - r.offset; count > left {
		r.fail(start, "number of %s at byte %d is %d, with %d %s left", what, start, count, left, byteNoun(left))
	}
	if r.err != nil {
		return 0
	}
	return count
}

// string reads a length and as many bytes.
func (r *bcsReader) string(what string) []byte { return r.take(r.length(what), what) }

// text reads a length and as many bytes of UTF-8.
func (r *bcsReader) text(what string) string {
	start := r.offset
	text := r.string(what)
	if !utf8.Valid(text) {
		r.fail(start, "%s at byte %d is not UTF-8", what, start)
		return ""
	}
	return string(text)
}

// identifier reads the name of a module, function or struct.
func (r *bcsReader) identifier(what string) string {
	start := r.offset
	name := r.text(what)
	if r.err == nil && !isIdentifier(name) {
		r.fail(start, "%s at byte %d is not a Move identifier", what, start)
		return ""
	}
	return name
}

func (r *bcsReader) address() (address Address) {
	copy(address[:], r.take(len(address), "address"))
	return address
}

// wholeTypeTag reads an outermost type.
func (r *bcsReader) wholeTypeTag() TypeTag {
	start := r.offset
	tag := r.typeTag(1)
	if r.err != nil {
		return TypeTag{}
	}
	if length := len(tag.String()); length > MaxTypeLength {
		r.fail(start, "type at byte %d: %d bytes in canonical form, at most %d", start, length, MaxTypeLength)
		return TypeTag{}
	}
	return tag
}

// typeTag reads a type at a nesting depth.
func (r *bcsReader) typeTag(depth int) TypeTag {
	start := r.offset
	if depth > MaxTypeDepth {
		r.fail(start, "nesting exceeds %d types at byte %d", MaxTypeDepth, start)
	}
	number := r.byte("type")
	if r.err != nil {
		return TypeTag{}
	}
	if int(number) >= len(bcsKinds) {
		r.fail(start, "unknown type %d at byte %d", number, start)
		return TypeTag{}
	}
	tag := TypeTag{Kind: bcsKinds[number]}
	switch tag.Kind {
	case KindVector:
		element := r.typeTag(depth + 1)
		tag.Element = &element
	case KindStruct:
		structTag := r.structTag(depth)
		tag.Struct = &structTag
	case KindFunction:
		tag.Function = &FunctionTag{Parameters: r.functionParts(depth), Results: r.functionParts(depth), Abilities: r.functionAbilities()}
	}
	return tag
}

func (r *bcsReader) functionParts(depth int) (types []Type) {
	for range r.count("types") {
		start := r.offset
		variant := int(r.byte("reference"))
		if r.err == nil && variant >= len(functionReferences) {
			r.fail(start, "unknown reference %d at byte %d", variant, start)
		}
		if r.err != nil {
			return nil
		}
		types = append(types, Type{reference: functionReferences[variant], tag: r.typeTag(depth + 1)})
	}
	return types
}

// functionAbilities reads the abilities of a function type, nil if there are none.
func (r *bcsReader) functionAbilities() []string {
	start := r.offset
	set := r.byte("set of abilities")
	switch {
	case int(set) >= len(abilitySets):
		r.fail(start, "set of abilities at byte %d exceeds %d", start, len(abilitySets)-1)
		return nil
	case set == 0:
		return nil
	}
	return abilitySets[set]
}

func (r *bcsReader) structTag(depth int) StructTag {
	tag := StructTag{Address: r.address(), Module: r.identifier("module name"), Name: r.identifier("struct name")}
	for range r.count("type arguments") {
		tag.TypeArguments = append(tag.TypeArguments, r.typeTag(depth+1))
	}
	return tag
}
