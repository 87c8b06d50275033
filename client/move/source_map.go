package move

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
	"sort"
)

// SourceMap says where in the source the instructions of a module are.
type SourceMap struct {
	functions map[int]functionMap // by index among the functions of the bytecode
}

// functionMap has the locations of a function.
type functionMap struct {
	definition SourceRange
	segments   []sourceSegment // in ascending order
}

// sourceSegment is the location of the instructions from an offset to the next segment.
type sourceSegment struct {
	offset   int
	location SourceRange // negative for code that was inlined from another file
}

// SourceRange is a part of a source, in bytes. End is exclusive.
type SourceRange struct {
	Start, End int
}

// Lengths of a location in bytes: the hash of the file, start and end.
const (
	fileHashLength = 32
	locationLength = fileHashLength + 4 + 4
)

// ParseSourceMap parses a source map in BCS, the SourceMap of move-bytecode-source-map, as compilers wrote it before and since
// they know enums. The error is a *ParseError of the kind "source map".
func ParseSourceMap(encoded []byte) (*SourceMap, error) {
	m, err := parseSourceMap(encoded, true)
	if err == nil {
		return m, nil
	}
	if older, errOlder := parseSourceMap(encoded, false); errOlder == nil {
		return older, nil
	}
	return nil, err
}

// parseSourceMap parses a source map whose fields of structs are listed by variant, or in one list.
func parseSourceMap(encoded []byte, byVariant bool) (*SourceMap, error) {
	r := &sourceMapReader{bcsReader: bcsReader{kind: "source map", bytes: encoded}}
	m := &SourceMap{functions: map[int]functionMap{}}
	r.file = encoded[:min(fileHashLength, len(encoded))] // the module's definition comes first
	r.location()
	if r.byte("module name option") != 0 {
		r.address()
		r.text("module name")
	}
	for range r.count("structs") {
		r.index("struct")
		r.location()
		r.names("type parameters")
		if byVariant {
			for range r.count("variants") {
				if r.locations("fields"); r.err != nil {
					return nil, r.err
				}
			}
		} else {
			r.locations("fields")
		}
		if r.err != nil {
			return nil, r.err
		}
	}
	for range r.count("functions") {
		index := r.index("function")
		m.functions[index] = r.function()
		if r.err != nil {
			return nil, r.err
		}
	}
	for range r.count("constants") {
		r.text("constant name")
		r.index("constant")
		if r.err != nil {
			return nil, r.err
		}
	}
	if err := r.end(); err != nil {
		return nil, err
	}
	return m, nil
}

// sourceMapReader reads the parts of a source map.
type sourceMapReader struct {
	bcsReader
	file []byte // hash of the module's file
}

func (r *sourceMapReader) index(what string) int {
	if taken := r.take(2, what); taken != nil {
		return int(binary.LittleEndian.Uint16(taken))
	}
	return 0
}

func (r *sourceMapReader) location() SourceRange {
	taken := r.take(locationLength, "location")
	if taken == nil || !bytes.Equal(taken[:fileHashLength], r.file) {
		return SourceRange{-1, -1}
	}
	return SourceRange{int(binary.LittleEndian.Uint32(taken[fileHashLength:])), int(binary.LittleEndian.Uint32(taken[fileHashLength+4:]))}
}

func (r *sourceMapReader) locations(what string) {
	for range r.count(what) {
		if r.location(); r.err != nil {
			return
		}
	}
}

// names skips names with their locations.
func (r *sourceMapReader) names(what string) {
	for range r.count(what) {
		r.text("name")
		if r.location(); r.err != nil {
			return
		}
	}
}

func (r *sourceMapReader) function() (f functionMap) {
	f.definition = r.location()
	r.names("type parameters")
	r.names("parameters")
	r.names("locals")
	for range r.count("nops") {
		r.text("label")
		if r.index("code offset"); r.err != nil {
			return f
		}
	}
	for range r.count("code locations") {
		f.segments = append(f.segments, sourceSegment{r.index("code offset"), r.location()})
		if r.err != nil {
			return f
		}
	}
	r.byte("native flag")
	// BCS sorts keys by their bytes, the low one first.
	sort.SliceStable(f.segments, func(i, j int) bool { return f.segments[i].offset < f.segments[j].offset })
	return f
}

// Range returns the part of the source of an instruction. function is the index among the functions of the bytecode, offset that
// among the instructions. ok is false if the map does not have it.
func (m *SourceMap) Range(function, offset int) (location SourceRange, ok bool) {
	segments := m.functions[function].segments
	at, found := slices.BinarySearchFunc(segments, offset, func(s sourceSegment, offset int) int { return cmp.Compare(s.offset, offset) })
	if !found {
		at--
	}
	if at < 0 {
		return SourceRange{}, false
	}
	return segments[at].location, true
}
