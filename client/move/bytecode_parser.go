package move

import (
	"encoding/binary"
	"strconv"
)

// Kinds of tables of the binary format.
const (
	moduleHandleTable         = 0x01
	structHandleTable         = 0x02
	functionHandleTable       = 0x03
	functionInstanceTable     = 0x04
	signatureTable            = 0x05
	constantTable             = 0x06
	identifierTable           = 0x07
	addressTable              = 0x08
	structDefinitionTable     = 0x0a
	structInstanceTable       = 0x0b
	functionDefinitionTable   = 0x0c
	fieldHandleTable          = 0x0d
	fieldInstanceTable        = 0x0e
	friendTable               = 0x0f
	metadataTable             = 0x10
	variantFieldHandleTable   = 0x11
	variantFieldInstanceTable = 0x12
	variantHandleTable        = 0x13
	variantInstanceTable      = 0x14
)

const (
	bytecodeMagic      = 0xa11ceb0b // read with the most significant byte first
	minBytecodeVersion = 4
	maxBytecodeVersion = 10
	otherEnumFlavor    = 0x05 // has different tables for enums since enumVersion
	// maxTableIndex is the largest index into a table.
	maxTableIndex = 65535
	// maxShortCount is the maximum number of fields, parameters, types of a signature and the like.
	maxShortCount = 255
)

// Versions of the binary format by what they added.
const (
	wideIntegerVersion   = 6
	enumVersion          = 7
	closureVersion       = 8
	signedIntegerVersion = 9 // and $ in identifiers
	structAPIVersion     = 10
)

// bytecodeParser parses bytecode into a module. As in bcsReader, all methods return zero values after the first error.
type bytecodeParser struct {
	*bcsReader
	module  *Bytecode
	spans   [variantInstanceTable + 1]tableSpan
	written int // bytes of text so far, of MaxBytecodeText

	recovery
}

// newBytecodeParser returns a parser that starts at an offset.
func newBytecodeParser(module *Bytecode, offset int) *bytecodeParser {
	return &bytecodeParser{bcsReader: &bcsReader{kind: "bytecode", bytes: module.bytes, offset: offset}, module: module}
}

// tableSpan is the position of a table, empty if the module does not have it.
type tableSpan struct {
	start, end int
}

// whole reads the header, the tables, and the module's own handle after them.
func (p *bytecodeParser) whole() {
	p.version()
	p.contents()
	if version := p.module.Version; p.err != nil && version > maxBytecodeVersion {
		p.err = nil
		p.fail(4, "unsupported version %d of the binary format at byte 4: expected %d to %d", version, minBytecodeVersion, maxBytecodeVersion)
	}
}

// contents reads everything after the version.
func (p *bytecodeParser) contents() {
	end := p.tableSpans()
	if p.err != nil {
		return
	}
	p.offset = end
	defined := p.spans[structDefinitionTable].end + p.spans[functionDefinitionTable].end + p.spans[friendTable].end
	if left := len(p.bytes) - end; defined == 0 && left > 3 {
		// The tables of a script are followed by its type parameters, parameters, locals and instructions; those of a module by
		// one number.
		p.fail(end, "a script, not a module: code after the tables at byte %d", end)
		return
	}
	start := end
	self := p.number("module index", maxTableIndex)
	_ = p.end() // recorded in p.err
	p.handles()
	if modules := p.module.tables.modules; p.err == nil && self >= len(modules) {
		p.fail(start, "module index %d at byte %d is out of range: %d defined", self, start, len(modules))
	}
	if p.err != nil {
		return
	}
	p.module.ID = p.module.tables.modules[self]
	p.definitions()
}

// version reads the magic number and the version.
func (p *bytecodeParser) version() {
	if magic := p.take(4, "magic number"); magic != nil && binary.BigEndian.Uint32(magic) != bytecodeMagic {
		p.fail(0, "not Move bytecode at byte 0: expected the magic number %x", bytecodeMagic)
	}
	number := p.take(4, "version")
	if number == nil {
		return
	}
	version := binary.LittleEndian.Uint32(number)
	flavor := version >> 24
	version &= 1<<24 - 1
	switch {
	case version > maxBytecodeVersion:
		p.note("version %d of the binary format at byte 4 is newer than %d, the latest known, and was read like it", version, maxBytecodeVersion)
	case version < minBytecodeVersion:
		p.fail(4, "unsupported version %d of the binary format at byte 4: expected %d to %d", version, minBytecodeVersion, maxBytecodeVersion)
	}
	if version >= enumVersion && flavor == otherEnumFlavor {
		p.fail(7, "unsupported flavor %d of version %d at byte 7", flavor, version)
	}
	p.module.Version = int(version)
}

// tableSpans reads the positions of the tables and returns their end. Tables are contiguous, one per kind, in any order.
func (p *bytecodeParser) tableSpans() (end int) {
	type head struct{ kind, position, offset, length int }
	var heads []head
	for range p.number("number of tables", maxShortCount) {
		position := p.offset
		kind := int(p.byte("table kind"))
		h := head{kind, position, p.number("table offset", maxBCSLength), p.number("table length", maxBCSLength)}
		switch {
		case p.err != nil:
			return 0
		case h.length == 0:
			p.fail(position, "empty table at byte %d", position)
		case !isKnownTable(kind):
			p.note("unknown table kind %#x at byte %d: its content (%s) is not shown", kind, position, plural(h.length, "byte"))
		case kind == metadataTable:
			p.since("metadata", 5, position)
		case kind > metadataTable:
			p.since("enum", enumVersion, position)
		}
		for _, other := range heads {
			if other.kind == kind {
				p.fail(position, "duplicate table of kind %d at byte %d", kind, position)
			}
		}
		heads = append(heads, h)
	}
	if p.err != nil {
		return 0
	}
	start, end := p.offset, p.offset
	for range heads {
		// The next table starts where those before it end.
		var next *head
		for i := range heads {
			if start+heads[i].offset == end {
				next = &heads[i]
			}
		}
		if next == nil {
			p.fail(heads[0].position, "tables at byte %d are not contiguous", heads[0].position)
			return 0
		}
		if next.length > len(p.bytes)-end {
			p.fail(next.position, "table of %d bytes at byte %d extends past the end", next.length, next.position)
			return 0
		}
		if isKnownTable(next.kind) {
			p.spans[next.kind] = tableSpan{end, end + next.length}
		}
		end += next.length
	}
	return end
}

func isKnownTable(kind int) bool { return kind != 0 && kind != 9 && kind <= variantInstanceTable }

// since fails for a feature of a later version of the format.
func (p *bytecodeParser) since(what string, version, position int) {
	if p.module.Version < version {
		p.fail(position, "%s at byte %d requires version %d, not %d", what, position, version, p.module.Version)
	}
}

// readTable reads the entries of a table.
func readTable[T any](p *bytecodeParser, kind int, entries *[]T, read func() T) {
	p.enter(kind)
	for p.err == nil && p.offset < len(p.bytes) {
		if len(*entries) > maxTableIndex {
			p.fail(p.offset, "too many entries in a table at byte %d", p.offset)
			return
		}
		start := p.offset
		if entry := read(); p.err == nil {
			*entries = append(*entries, entry)
		} else {
			p.abandon(kind, start)
		}
	}
}

// enter moves to a table.
func (p *bytecodeParser) enter(kind int) {
	span := p.spans[kind]
	p.bytes, p.offset, p.guessed = p.module.bytes[:span.end], span.start, false
}

// readList reads a number of items and the items. name is their plural, for errors.
func readList[T any](p *bytecodeParser, name string, read func() T) (items []T) {
	for range p.number("number of "+name, maxShortCount) {
		item := read()
		if p.err != nil {
			return nil
		}
		items = append(items, item)
	}
	return items
}

// readEntry reads an index into a table and returns the entry.
func readEntry[T any](p *bytecodeParser, name string, table []T) (entry T) {
	if i := p.index(name, len(table)); p.err == nil && i != unknownEntry {
		entry = table[i]
	}
	return entry
}

// index reads an index into a table with a number of entries. It exists unless p.err is set, or it is unknownEntry because the rest
// of the table could not be read. name describes the entry in errors.
func (p *bytecodeParser) index(name string, entries int) int {
	start := p.offset
	index := p.number(name+" index", maxTableIndex)
	switch {
	case p.err != nil || index < entries:
	case p.isAbandoned(name):
		return unknownEntry
	default:
		p.fail(start, "%s index %d at byte %d is out of range: %d defined", name, index, start, entries)
	}
	if p.err != nil {
		return 0
	}
	return index
}

// write counts text against MaxBytecodeText and returns it.
func (p *bytecodeParser) write(text string) string {
	if p.written += len(text); p.written > MaxBytecodeText {
		p.fail(p.offset-1, "types and constants exceed %s bytes of text at byte %d", grouped(strconv.Itoa(MaxBytecodeText)), p.offset-1)
		return ""
	}
	return text
}
