package move

import (
	"maps"
	"slices"
	"sort"
	"strings"
)

// ModuleSource is the source of a module, with its source map if there is one. It is immutable.
type ModuleSource struct {
	text   string
	starts []int // offsets of the lines
	m      *SourceMap
}

// NewModuleSource returns a source. m may be nil.
func NewModuleSource(text string, m *SourceMap) *ModuleSource {
	s := &ModuleSource{text: text, m: m, starts: []int{0}}
	for at := range len(text) {
		if text[at] == '\n' && at+1 < len(text) {
			s.starts = append(s.starts, at+1)
		}
	}
	return s
}

// Text returns the whole source, unsanitized.
func (s *ModuleSource) Text() string { return s.text }

// Len returns the number of lines, at least 1.
func (s *ModuleSource) Len() int { return len(s.starts) }

// Line returns a line without its end, unsanitized. Lines are counted from 0.
func (s *ModuleSource) Line(line int) string {
	end := len(s.text)
	if line+1 < len(s.starts) {
		end = s.starts[line+1]
	}
	return strings.TrimRight(s.text[s.starts[line]:end], "\r\n")
}

// HasMap reports whether there is a source map, so that lines of instructions are known rather than guessed.
func (s *ModuleSource) HasMap() bool { return s.m != nil }

// lineAt returns the line of an offset in the text.
func (s *ModuleSource) lineAt(offset int) int {
	return sort.Search(len(s.starts), func(i int) bool { return s.starts[i] > offset }) - 1
}

// LineOf returns the line of an instruction by the source map. function is the index among the functions of the bytecode. ok is
// false if the map does not have it.
func (s *ModuleSource) LineOf(function, offset int) (line int, ok bool) {
	if s.m == nil {
		return 0, false
	}
	location, ok := s.m.Range(function, offset)
	if !ok || location.Start < 0 || location.Start >= len(s.text) {
		return 0, false
	}
	return s.lineAt(location.Start), true
}

// LineAt returns the line of a place by the source map, nil if the map does not have it.
func (s *ModuleSource) LineAt(module *Bytecode, place Candidate) *SourceLine {
	line, ok := s.LineOf(module.FunctionIndex(place.Function.Name), place.Offset)
	if !ok {
		return nil
	}
	found := &SourceLine{Number: line + 1, Text: strings.TrimSpace(s.Line(line)), First: max(line-aroundFailure, 0) + 1}
	for i := found.First - 1; i <= min(line+aroundFailure, s.Len()-1); i++ {
		found.Around = append(found.Around, s.Line(i))
	}
	return found
}

// InstructionAt returns the first instruction of a line by the source map: the index of its function and its offset. For a line
// without instructions, such as a comment in a body, it is that of the next line of the same function. ok is false if there is
// none.
func (s *ModuleSource) InstructionAt(line int) (function, offset int, ok bool) {
	if s.m == nil {
		return 0, 0, false
	}
	enclosing, nearest := -1, -1
	for index, f := range s.m.functions {
		if at := f.definition.Start; at >= 0 && at < len(s.text) && s.lineAt(at) <= line && at > nearest {
			enclosing, nearest = index, at
		}
	}
	if offset, found := s.firstInstruction(enclosing, line, s.Len()); found {
		return enclosing, offset, true
	}
	for _, index := range slices.Sorted(maps.Keys(s.m.functions)) { // that of an inlined function
		if offset, found := s.firstInstruction(index, line, line); found {
			return index, offset, true
		}
	}
	return 0, 0, false
}

// firstInstruction returns the offset of the first instruction of a function on the first line from one line to another.
func (s *ModuleSource) firstInstruction(function, from, to int) (offset int, ok bool) {
	for _, segment := range s.m.functions[function].segments {
		at := segment.location.Start
		if at < s.starts[from] || at >= len(s.text) {
			continue
		}
		if line := s.lineAt(at); line < to || line == to && !ok {
			to, offset, ok = line, segment.offset, true
		}
	}
	return offset, ok
}

// FunctionLine finds the declaration of a function by its name in the text. ok is false if there is none.
func (s *ModuleSource) FunctionLine(name string) (line int, ok bool) {
	for line := range s.Len() {
		if functionName(s.Line(line)) == name {
			return line, true
		}
	}
	return 0, false
}

// GuessLine finds the line of a function that uses a name, such as an error constant, by the text alone. Without the name it is
// the declaration of the function. ok is false if the function is not found.
func (s *ModuleSource) GuessLine(function, name string) (line int, ok bool) {
	declared, ok := s.FunctionLine(function)
	if !ok || name == "" {
		return declared, ok
	}
	for line := declared; line < s.Len(); line++ {
		text := s.Line(line)
		if line > declared && functionName(text) != "" {
			break
		}
		code, _, _ := strings.Cut(text, "//")
		if hasName(code, name) {
			return line, true
		}
	}
	return declared, true
}

// FunctionAt returns the name of the function that is declared at or above a line, by the text alone; "" if there is none.
func (s *ModuleSource) FunctionAt(line int) string {
	for ; line >= 0; line-- {
		if name := functionName(s.Line(line)); name != "" {
			return name
		}
	}
	return ""
}

// functionName returns the name of the function that a line declares, "" if it declares none.
func functionName(line string) string {
	rest := strings.TrimSpace(line)
	for {
		word := rest
		if end := strings.IndexFunc(rest, func(c rune) bool { return c == ' ' || c == '\t' }); end >= 0 {
			word = rest[:end]
		}
		switch {
		case word == rest:
			return ""
		case word == "fun":
			name := strings.TrimSpace(rest[len(word):])
			return name[:nameLength(name)]
		case word != "public" && word != "entry" && word != "native" && word != "inline" && word != "friend" && word != "package" &&
			!strings.HasPrefix(word, "public(") && !strings.HasPrefix(word, "#["):
			return ""
		}
		rest = strings.TrimSpace(rest[len(word):])
	}
}

// nameLength returns the length of the identifier that a text begins with.
func nameLength(text string) int {
	end := strings.IndexFunc(text, func(c rune) bool { return !isNameRune(c) })
	if end < 0 {
		return len(text)
	}
	return end
}

func isNameRune(c rune) bool {
	return c == '_' || c == '$' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// hasName reports whether a text contains an identifier as a whole word.
func hasName(text, name string) bool {
	for at := 0; ; {
		found := strings.Index(text[at:], name)
		if found < 0 {
			return false
		}
		start := at + found
		end := start + len(name)
		if (start == 0 || !isNameRune(rune(text[start-1]))) && (end == len(text) || !isNameRune(rune(text[end]))) {
			return true
		}
		at = end
	}
}
