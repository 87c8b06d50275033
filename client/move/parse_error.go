package move

import "strconv"

// ParseError tells why a text is not what it should be. Every parser of this
// package fails with a *ParseError and with nothing else.
type ParseError struct {
	// Kind is what was read: "address", "type tag", "struct tag", "type", "function id",
	// "module id", "argument", "BCS view call", "BCS value", "bytecode", "function name".
	Kind string
	// Input is the whole text as it was given; empty where bytes or a Go value were read.
	Input string
	// Position is the character, counted from 1, at which the rule was broken; one
	// past the end where something is missing there; 0 where the rule speaks of the
	// whole text. Where bytes were read it is the byte.
	Position int
	// Rule is the broken rule, such as "not hex at character 5". It names the
	// position where there is one and can be shown alone, beside the input.
	Rule string
}

// Error names the kind, quotes the input where the rule points into it, and gives
// the rule. The quotation is escaped and cut, so that input of any length and with
// any characters can be shown.
func (e *ParseError) Error() string {
	if e.Position == 0 || e.Input == "" {
		return e.Kind + ": " + e.Rule
	}
	return e.Kind + " " + quote(e.Input) + ": " + e.Rule
}

// quotedCharacters is how much of an input an error quotes: a full address with room to spare.
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
