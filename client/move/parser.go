package move

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// maxIdentifierLength is Move's limit for the name of a module, struct or function, in bytes.
const maxIdentifierLength = 255

// parser reads a Move text from left to right. It stops at the first character that
// does not fit, and all that fits is ASCII: its offset in bytes is also the number
// of characters read.
type parser struct {
	kind       string
	input      string
	offset     int
	parameters bool // whether T0, T1 ... are types here
}

// parse reads the whole of input with read and calls it a kind in errors.
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

// moduleID reads address::name.
func (p *parser) moduleID() (ModuleID, error) {
	address, err := p.address()
	if err != nil {
		return ModuleID{}, err
	}
	name, err := p.member("module name")
	return ModuleID{Address: address, Name: name}, err
}

// address reads an address. The word's end is the address's: in a type, 0x may be
// missing, as deployed nodes of v1 leave it out inside type arguments.
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

// member reads :: and the identifier behind it; what says of which thing it is the name.
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
		return "", p.fail(start+1, "%s begins with a digit at character %d", what, start+1)
	case len(name) > maxIdentifierLength:
		return "", p.fail(start+1, "%s at character %d: %d characters, at most %d", what, start+1, len(name), maxIdentifierLength)
	}
	return name, nil
}

// word reads the letters, digits and underscores that stand here, at least one;
// what says what they should be.
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

// accept reads the bracket or comma that comes next, after any spaces, and says
// whether it was there. It reads nothing otherwise.
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

// absent says that what is missing at the end of the input, or else that the
// character found in its place is unexpected.
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
	return isDigit(b) || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || b == '_'
}

func isDigit(b byte) bool {
	return '0' <= b && b <= '9'
}

// isIdentifier tells whether the text can name a module, a struct or a function.
func isIdentifier(text string) bool {
	if text == "" || len(text) > maxIdentifierLength || isDigit(text[0]) {
		return false
	}
	for i := range len(text) {
		if !isWordByte(text[i]) {
			return false
		}
	}
	return true
}
