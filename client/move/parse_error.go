package move

import "strconv"

// ParseError reports invalid input. It is the only error type of the parsers of this package.
type ParseError struct {
	// Kind is the kind of input: "address", "type tag", "struct tag", "type", "function id",
	// "module id", "argument", "BCS call", "BCS value", "bytecode", "function name".
	Kind string
	// Input is the complete text, "" if the input was bytes or a Go value.
	Input string
	// Position is the character (for bytes: the byte) at which the rule was broken, counted from 1; one past the end if
	// something is missing there, and 0 if the rule is about the whole input.
	Position int
	// Rule is the broken rule, such as "not hex at character 5". It includes the position and can be shown next to the input.
	Rule string
}

// Error returns the kind, the input if the rule refers to a position in it, and the rule. The input is escaped and shortened.
func (e *ParseError) Error() string {
	if e.Position == 0 || e.Input == "" {
		return e.Kind + ": " + e.Rule
	}
	return e.Kind + " " + quote(e.Input) + ": " + e.Rule
}

// quotedCharacters is the length to which errors shorten the input, enough for a full address.
const quotedCharacters = 80

func quote(input string) string {
	characters := 0
	for offset := range input {
		if characters == quotedCharacters {
			return strconv.Quote(input[:offset] + "…")
		}
		characters++
	}
	return strconv.Quote(input)
}
