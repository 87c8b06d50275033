package move

import (
	"strconv"
	"strings"
)

// maxTokenDepth is the maximum nesting of types in the binary format.
const maxTokenDepth = 256

// Tokens of types that contain others.
const (
	referenceToken        = 0x06
	mutableReferenceToken = 0x07
	structToken           = 0x08
	typeParameterToken    = 0x09
	vectorToken           = 0x0a
	structInstanceToken   = 0x0b
	functionToken         = 0x10
)

// tokenKinds has the kinds of the tokens of primitive types.
var tokenKinds = [...]Kind{
	0x01: KindBool, 0x02: KindU8, 0x03: KindU64, 0x04: KindU128, 0x05: KindAddress, 0x0c: KindSigner,
	0x0d: KindU16, 0x0e: KindU32, 0x0f: KindU256,
	0x11: KindI8, 0x12: KindI16, 0x13: KindI32, 0x14: KindI64, 0x15: KindI128, 0x16: KindI256,
}

// typeText reads a type and returns it as text.
func (p *bytecodeParser) typeText() string {
	var text strings.Builder
	p.appendType(&text, 1)
	return text.String()
}

// plainKind returns the kind of the token of a primitive type at a position, 0 for other tokens.
func (p *bytecodeParser) plainKind(token byte, position int) Kind {
	if int(token) >= len(tokenKinds) {
		return 0
	}
	kind := tokenKinds[token]
	switch {
	case kind.IsSigned():
		p.since(kind.String(), signedIntegerVersion, position)
	case kind != 0 && token > 0x0c:
		p.since(kind.String(), wideIntegerVersion, position)
	}
	return kind
}

// appendType reads a type at a nesting depth.
func (p *bytecodeParser) appendType(text *strings.Builder, depth int) {
	start := p.offset
	if depth > maxTokenDepth {
		p.fail(start, "nesting exceeds %d types at byte %d", maxTokenDepth, start)
	}
	token := p.byte("type")
	if p.err != nil {
		return
	}
	if kind := p.plainKind(token, start); kind != 0 {
		text.WriteString(p.write(kind.String()))
		return
	}
	switch token {
	case referenceToken:
		text.WriteString(p.write("&"))
		p.appendType(text, depth+1)
	case mutableReferenceToken:
		text.WriteString(p.write("&mut "))
		p.appendType(text, depth+1)
	case typeParameterToken:
		text.WriteString(p.write("T" + strconv.Itoa(p.number("type parameter", maxTableIndex))))
	case vectorToken:
		text.WriteString(p.write("vector<"))
		p.appendType(text, depth+1)
		text.WriteString(p.write(">"))
	case structToken:
		p.appendStruct(text, start, 0, depth)
	case structInstanceToken:
		p.appendStruct(text, start, 1, depth)
	case functionToken:
		p.since("function type", closureVersion, start)
		p.appendFunction(text, depth)
	default:
		text.WriteString(p.write(p.unknownType(token, start)))
	}
}

// appendFunction reads a function type after its token, in the form of FunctionTag.String.
func (p *bytecodeParser) appendFunction(text *strings.Builder, depth int) {
	abilities := p.abilities()
	parameters := p.number("number of parameters", maxShortCount)
	results := p.number("number of results", maxShortCount)
	text.WriteString(p.write("|"))
	p.appendFunctionParts(text, parameters, depth)
	text.WriteString(p.write("|"))
	if results > 1 {
		text.WriteString(p.write("("))
	}
	p.appendFunctionParts(text, results, depth)
	if results > 1 {
		text.WriteString(p.write(")"))
	}
	if len(abilities) > 0 {
		text.WriteString(p.write(" has " + strings.Join(abilities, " + ")))
	}
}

// appendFunctionParts reads parameters or results of a function type.
func (p *bytecodeParser) appendFunctionParts(text *strings.Builder, count, depth int) {
	for i := range count {
		if i > 0 {
			text.WriteString(p.write(", "))
		}
		opening, closing := "", ""
		if p.isFunctionNext() {
			opening, closing = "(", ")"
		}
		text.WriteString(p.write(opening))
		p.appendType(text, depth+1)
		if text.WriteString(p.write(closing)); p.err != nil {
			return
		}
	}
}

// isFunctionNext reports whether the next token is that of a function type.
func (p *bytecodeParser) isFunctionNext() bool {
	return p.err == nil && p.offset < len(p.bytes) && p.bytes[p.offset] == functionToken
}

// appendStruct reads a struct type after its token at a position. minimum is the minimum number of type arguments: with 0, the
// type has no list of them.
func (p *bytecodeParser) appendStruct(text *strings.Builder, position, minimum, depth int) {
	handle := p.structNamed()
	text.WriteString(p.write(handle.path))
	count := 0
	if minimum > 0 {
		count = p.number("number of type arguments", maxShortCount)
	}
	switch wanted := len(handle.typeParameters); {
	case count < minimum:
		p.fail(position, "%s at byte %d has an empty list of type arguments", handle.name, position)
	case count != wanted:
		p.fail(position, "%s at byte %d has %d type arguments instead of %d", handle.name, position, count, wanted)
	}
	for i := range count {
		separator := "<"
		if i > 0 {
			separator = ", "
		}
		text.WriteString(p.write(separator))
		p.appendType(text, depth+1)
		if p.err != nil {
			return
		}
	}
	if count > 0 {
		text.WriteString(p.write(">"))
	}
}
