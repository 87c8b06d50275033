package move

import (
	"slices"
	"strings"
)

// ParameterNames are the names of the parameters of functions by the names of these.
type ParameterNames map[string][]string

// ParameterNames returns the names of all parameters as the source declares them. A function whose declaration cannot be read is
// missing.
func (s *ModuleSource) ParameterNames() ParameterNames {
	declared := ParameterNames{}
	for line := range s.Len() {
		function := functionName(s.Line(line))
		if _, isKnown := declared[function]; function == "" || isKnown {
			continue
		}
		if names := parameterNames(s.text[s.starts[line]:], function); names != nil {
			declared[function] = names
		}
	}
	return declared
}

// parameterNames returns the names of the parameters of a function whose declaration a text begins with, nil if it cannot be read.
func parameterNames(text, function string) []string {
	rest := withoutComments(text)
	_, rest, _ = strings.Cut(rest, "fun ")
	rest = strings.TrimPrefix(strings.TrimSpace(rest), function)
	_, rest, ok := cutBrackets(rest, '<', '>')
	if !ok {
		return nil
	}
	inside, _, ok := cutBrackets(rest, '(', ')')
	if !ok {
		return nil
	}
	names := []string{}
	for _, parameter := range splitOutside(inside, ',') {
		name, _, hasType := strings.Cut(parameter, ":")
		if name = strings.TrimSpace(name); name == "" && !hasType {
			continue // after the last comma
		}
		if !hasType || !isIdentifier(name) {
			return nil
		}
		names = append(names, name)
	}
	return names
}

// maxDeclaration is the length of source in bytes in which the declaration of a function must end.
const maxDeclaration = 1 << 16

// withoutComments replaces comments by a space, up to the body of the function that the text begins with.
func withoutComments(text string) string {
	text = text[:min(len(text), maxDeclaration)]
	var kept strings.Builder
	for text != "" && text[0] != '{' && text[0] != ';' {
		switch {
		case strings.HasPrefix(text, "//"):
			_, text, _ = strings.Cut(text, "\n")
			kept.WriteByte(' ')
		case strings.HasPrefix(text, "/*"):
			_, text, _ = strings.Cut(text, "*/")
			kept.WriteByte(' ')
		default:
			kept.WriteByte(text[0])
			text = text[1:]
		}
	}
	return kept.String()
}

// cutBrackets cuts a text that may begin with a bracket into what is inside of it and what follows. ok is false if it is not closed.
func cutBrackets(text string, opening, closing byte) (inside, rest string, ok bool) {
	text = strings.TrimSpace(text)
	if text == "" || text[0] != opening {
		return "", text, true
	}
	depth := 0
	for at := range len(text) {
		switch text[at] {
		case opening:
			depth++
		case closing:
			depth--
		}
		if depth == 0 {
			return text[1:at], text[at+1:], true
		}
	}
	return "", "", false
}

// splitOutside splits a list of parameters at commas that are not inside of a type. Bars enclose the parameters of a function type.
func splitOutside(text string, separator byte) (parts []string) {
	start, depth, inBars := 0, 0, false
	for at := range len(text) {
		switch text[at] {
		case '<', '(':
			depth++
		case '>', ')':
			depth--
		case '|':
			inBars = !inBars
		case separator:
			if depth == 0 && !inBars {
				parts = append(parts, text[start:at])
				start = at + 1
			}
		}
	}
	return append(parts, text[start:])
}

// NameParameters returns the interface with names of parameters, where a function has as many of them. The interface itself is not
// changed.
func (m *ModuleABI) NameParameters(declared ParameterNames) *ModuleABI {
	named := *m
	named.Functions = slices.Clone(m.Functions)
	for i := range named.Functions {
		f := &named.Functions[i]
		if names := declared[f.Name]; len(names) == len(f.Parameters) {
			f.ParameterNames = names
		}
	}
	return &named
}

// NameParameters sets the names of parameters, where a function has as many of them.
func (b *Bytecode) NameParameters(declared ParameterNames) {
	for i := range b.Functions {
		f := &b.Functions[i].ABI
		if names := declared[f.Name]; len(names) == len(f.Parameters) {
			f.ParameterNames = names
		}
	}
}

// ParameterName returns the name of a parameter if its source is known, or # and its number in the declaration, from 0, signers
// included.
func (f *FunctionABI) ParameterName(number int) string {
	if number < len(f.ParameterNames) {
		return f.ParameterNames[number]
	}
	return parameterName(number)
}

// Arguments returns the parameters that a call passes, by their numbers: all but signers, which the chain supplies.
func (f *FunctionABI) Arguments() []int {
	numbers := []int{}
	for i, parameter := range f.Parameters {
		if parsed, err := ParseType(parameter); err != nil || !parsed.IsSigner() {
			numbers = append(numbers, i)
		}
	}
	return numbers
}
