package move

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxIdentifierLength is Move's limit for the names of modules, structs and functions, in bytes.
const maxIdentifierLength = 255

// parser parses Move text from left to right. It stops at the first invalid character, and valid text is ASCII, so its byte
// offset is also the number of characters read.
type parser struct {
	kind       string
	input      string
	offset     int
	parameters bool // whether T0, T1 ... are allowed
}

// parse parses a whole input with read. kind names it in errors.
func parse[T any](kind, input string, read func(*parser) (T, error)) (T, error) {
	var none T
	p := &parser{kind: kind, input: input}
	if input == "" {
		return none, p.fail(0, "empty")
	}
	if len(input) > MaxTypeLength {
		return none, p.fail(0, "%d bytes, at most %d", len(input), MaxTypeLength)
	}
	value, err := read(p)
	if err == nil && p.offset < len(input) {
		err = p.unexpected()
	}
	if err != nil {
		return none, err
	}
	return value, nil
}

// moduleID parses address::name.
func (p *parser) moduleID() (ModuleID, error) {
	address, err := p.address()
	if err != nil {
		return ModuleID{}, err
	}
	name, err := p.member("module name")
	return ModuleID{Address: address, Name: name}, err
}

// address parses an address, which ends with the word. Its 0x is optional: version 1 of the RPC leaves it out in type
// arguments.
func (p *parser) address() (Address, error) {
	start := p.offset
	word, err := p.word("address")
	if err != nil {
		return Address{}, err
	}
	address, position, rule := readAddress(word, start)
	switch {
	case rule == "":
		return address, nil
	case position == 0:
		return Address{}, p.fail(start+1, "address at character %d: %s", start+1, rule)
	default:
		return Address{}, p.fail(position, "%s", rule)
	}
}

// member parses :: and an identifier. what describes the identifier in errors.
func (p *parser) member(what string) (string, error) {
	if !strings.HasPrefix(p.input[p.offset:], "::") {
		return "", p.missing("::")
	}
	p.offset += len("::")
	start := p.offset
	name, err := p.word(what)
	switch {
	case err != nil:
		return "", err
	case isDigit(name[0]):
		return "", p.fail(start+1, "%s starts with a digit at character %d", what, start+1)
	case len(name) > maxIdentifierLength:
		return "", p.fail(start+1, "%s at character %d: %d characters, at most %d", what, start+1, len(name), maxIdentifierLength)
	}
	return name, nil
}

// word parses one or more letters, digits and underscores. what describes them in errors.
func (p *parser) word(what string) (string, error) {
	start := p.offset
	for p.offset < len(p.input) && isWordByte(p.input[p.offset]) {
		p.offset++
	}
	if p.offset == start {
		return "", p.absent(what)
	}
	return p.input[start:p.offset], nil
}

// accept parses a bracket or comma after optional spaces and reports whether it is there. If not, it consumes nothing.
func (p *parser) accept(token byte) bool {
	offset := p.offset
	p.skipSpaces()
	if p.offset < len(p.input) && p.input[p.offset] == token {
		p.offset++
		return true
	}
	p.offset = offset
	return false
}

func (p *parser) skipSpaces() {
	for p.offset < len(p.input) && p.input[p.offset] == ' ' {
		p.offset++
	}
}

// absent returns the error for something missing at the end of the input, or for the unexpected character in its place.
func (p *parser) absent(what string) error {
	if p.offset == len(p.input) {
		return p.missing(what)
	}
	return p.unexpected()
}

func (p *parser) missing(what string) error {
	return p.fail(p.offset+1, "missing %s after character %d", what, p.offset)
}

func (p *parser) unexpected() error {
	character, _ := utf8.DecodeRuneInString(p.input[p.offset:])
	return p.fail(p.offset+1, "unexpected %q at character %d", character, p.offset+1)
}

func (p *parser) fail(position int, rule string, args ...any) error {
	return &ParseError{Kind: p.kind, Input: p.input, Position: position, Rule: fmt.Sprintf(rule, args...)}
}

func isWordByte(b byte) bool {
	return isDigit(b) || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || b == '_' || b == '$'
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// isIdentifier reports whether the text is a valid name of a module, struct or function.
func isIdentifier(text string) bool {
	return text != "" && len(text) <= maxIdentifierLength && !isDigit(text[0]) &&
		!strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf || !isWordByte(byte(r)) })
}

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

// MustParseAddress is ParseAddress for texts that are known to be valid, such as constants. It panics if the text is not.
func MustParseAddress(s string) Address { return must(ParseAddress(s)) }

// MustParseModuleID is ParseModuleID for texts that are known to be valid. It panics if the text is not.
func MustParseModuleID(s string) ModuleID { return must(ParseModuleID(s)) }

// MustParseFunctionID is ParseFunctionID for texts that are known to be valid. It panics if the text is not.
func MustParseFunctionID(s string) FunctionID { return must(ParseFunctionID(s)) }

// MustParseTypeTag is ParseTypeTag for texts that are known to be valid. It panics if the text is not.
func MustParseTypeTag(s string) TypeTag { return must(ParseTypeTag(s)) }

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
