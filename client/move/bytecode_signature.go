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
)

// tokenKinds has the kinds of the tokens of primitive types.
var tokenKinds = [...]Kind{
	0x01: KindBool, 0x02: KindU8, 0x03: KindU64, 0x04: KindU128, 0x05: KindAddress, 0x0c: KindSigner,
	0x0d: KindU16, 0x0e: KindU32, 0x0f: KindU256,
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
	if token > 0x0c {
		p.since(tokenKinds[token].String(), 6, position)
	}
	return tokenKinds[token]
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
	default:
		p.fail(start, "unknown type %d at byte %d", token, start)
	}
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
