package move

import (
	"encoding/hex"
	"strings"
)

// constant reads a constant: a primitive value or nested vectors of them.
func (p *bytecodeParser) constant() BytecodeConstant {
	start := p.offset
	vectors := 0
	for p.offset < len(p.bytes) && p.bytes[p.offset] == vectorToken {
		vectors++
		p.offset++
	}
	position := p.offset
	token := p.byte("type")
	kind := p.plainKind(token, position)
	switch {
	case vectors >= maxTokenDepth:
		p.fail(start, "nesting exceeds %d types at byte %d", maxTokenDepth, start)
	case isUnknownToken(token):
		return p.unknownConstant(token, position, vectors)
	case kind == 0 || kind == KindSigner:
		p.fail(start, "type at byte %d is not allowed for constants", start)
	}
	body := p.take(p.length("constant"), "constant")
	if p.err != nil {
		return BytecodeConstant{}
	}
	table := p.bytes
	p.bytes = table[:p.offset]
	p.offset -= len(body)
	var text strings.Builder
	p.appendValue(&text, kind, vectors)
	_ = p.end() // recorded in p.err
	p.bytes = table
	return BytecodeConstant{
		Type:  p.write(strings.Repeat("vector<", vectors) + kind.String() + strings.Repeat(">", vectors)),
		Value: p.write(text.String()),
	}
}

// appendValue reads a value of a kind, nested in a number of vectors.
func (p *bytecodeParser) appendValue(text *strings.Builder, kind Kind, vectors int) {
	switch {
	case vectors == 1 && kind == KindU8:
		appendBytesLiteral(text, p.string("vector<u8>"))
	case vectors > 0:
		text.WriteByte('[')
		for i := range p.count("items") {
			if p.err != nil {
				return
			}
			if i > 0 {
				text.WriteString(", ")
			}
			p.appendValue(text, kind, vectors-1)
		}
		text.WriteByte(']')
	case kind == KindBool:
		text.Write(p.bool())
	case kind == KindAddress:
		text.WriteString(p.address().Short())
	default:
		text.WriteString(p.digits(kind))
	}
}

// appendBytesLiteral appends a Move literal of bytes: text if they are printable, or else hex.
func appendBytesLiteral(text *strings.Builder, bytes []byte) {
	for _, b := range bytes {
		if b < ' ' || b > '~' {
			text.WriteString(`x"` + hex.EncodeToString(bytes) + `"`)
			return
		}
	}
	text.WriteString(`b"`)
	for _, b := range bytes {
		if b == '"' || b == '\\' {
			text.WriteByte('\\')
		}
		text.WriteByte(b)
	}
	text.WriteByte('"')
}
