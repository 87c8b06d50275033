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
	var kind Kind
	if token := p.byte("type"); p.err == nil {
		p.offset--
		kind = p.plainKind(token)
		p.offset++
	}
	switch {
	case vectors >= maxTokenDepth:
		p.fail(start, "more than %d types deep at byte %d", maxTokenDepth, start)
	case kind == 0 || kind == KindSigner:
		p.fail(start, "type at byte %d is not allowed for constants", start)
	}
	size := p.count("bytes of a constant")
	if p.err != nil {
		return BytecodeConstant{}
	}
	table, end := p.bytes, p.offset+size
	p.bytes = table[:end]
	var text strings.Builder
	p.appendValue(&text, kind, vectors)
	if p.err == nil && p.offset < end {
		p.fail(p.offset, "%d bytes of a constant left over at byte %d", end-p.offset, p.offset)
	}
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
