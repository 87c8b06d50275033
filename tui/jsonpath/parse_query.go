package jsonpath

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// ParseQuery parses a JSONPath such as $[*].hash, $..events[0] or $[?@.status == 'fail' && @.gas_used > 500]. An error names the
// position, from 1.
func ParseQuery(expression string) (query Query, err error) {
	p := &parser{text: expression}
	defer func() {
		if failed, isSyntax := recover().(syntaxError); isSyntax {
			query, err = nil, failed
		}
	}()
	p.expect("$")
	query = p.segments()
	if p.skip(); p.at < len(p.text) {
		p.fail("expected . or [ or the end")
	}
	return query, nil
}

// syntaxError is the error of an expression. The parser panics with it.
type syntaxError string

func (e syntaxError) Error() string { return string(e) }

type parser struct {
	text string
	at   int
}

func (p *parser) fail(message string) {
	panic(syntaxError(fmt.Sprintf("position %d: %s", utf8.RuneCountInString(p.text[:p.at])+1, message)))
}

func (p *parser) skip() {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
}

// accept skips a token if it is next, after spaces.
func (p *parser) accept(token string) bool {
	p.skip()
	if !strings.HasPrefix(p.text[p.at:], token) {
		return false
	}
	p.at += len(token)
	return true
}

func (p *parser) expect(token string) {
	if !p.accept(token) {
		p.fail("expected " + token)
	}
}

func (p *parser) segments() (query Query) {
	for {
		switch {
		case p.accept(".."):
			if p.accept("[") {
				query = append(query, segment{true, p.selectors()})
			} else {
				query = append(query, segment{true, []selector{p.member()}})
			}
		case p.accept("."):
			query = append(query, segment{false, []selector{p.member()}})
		case p.accept("["):
			query = append(query, segment{false, p.selectors()})
		default:
			return query
		}
	}
}

// member parses what follows a dot.
func (p *parser) member() selector {
	if p.accept("*") {
		return selectAll
	}
	start := p.at
	for p.at < len(p.text) {
		c := p.text[p.at]
		if isLetter := c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c >= utf8.RuneSelf; !isLetter && (p.at == start || c < '0' || c > '9') {
			break
		}
		p.at++
	}
	if p.at == start {
		p.fail("expected a name or *; other names are written ['name']")
	}
	return selectName(p.text[start:p.at])
}

// selectors parses the inside of brackets.
func (p *parser) selectors() (all []selector) {
	for {
		all = append(all, p.selector())
		if p.accept("]") {
			return all
		}
		if !p.accept(",") {
			p.fail("expected , or ]")
		}
	}
}

func (p *parser) selector() selector {
	if p.accept("*") {
		return selectAll
	}
	if p.accept("?") {
		return selectWhere(p.or())
	}
	if name, ok := p.quoted(); ok {
		return selectName(name)
	}
	start := p.integer()
	if !p.accept(":") {
		if start == nil {
			p.fail("expected a name in quotes, an index, a slice, * or ?")
		}
		return selectIndex(*start)
	}
	end, step := p.integer(), new(1)
	if p.accept(":") {
		if given := p.integer(); given != nil {
			step = given
		}
	}
	return selectSlice(start, end, *step)
}

// integer parses an integer, nil if there is none.
func (p *parser) integer() *int {
	p.skip()
	rest := p.text[p.at:]
	digits := strings.TrimLeft(strings.TrimPrefix(rest, "-"), "0123456789")
	written := rest[:len(rest)-len(digits)]
	if written == "" {
		return nil
	}
	value, err := strconv.ParseInt(written, 10, 32)
	if err != nil {
		p.fail("expected an integer of at most 32 bits")
	}
	p.at += len(written)
	return new(int(value))
}

// quoted parses a name or string in single or double quotes.
func (p *parser) quoted() (value string, ok bool) {
	p.skip()
	if p.at == len(p.text) || p.text[p.at] != '\'' && p.text[p.at] != '"' {
		return "", false
	}
	quote := p.text[p.at]
	encoded := []byte{'"'}
	for i := p.at + 1; i < len(p.text); i++ {
		switch c := p.text[i]; {
		case c == quote:
			if json.Unmarshal(append(encoded, '"'), &value) != nil {
				p.fail("invalid escape in quotes")
			}
			p.at = i + 1
			return value, true
		case c == '"':
			encoded = append(encoded, '\\', '"')
		case c == '\\' && i+1 < len(p.text):
			i++
			if p.text[i] != '\'' {
				encoded = append(encoded, '\\')
			}
			encoded = append(encoded, p.text[i])
		default:
			encoded = append(encoded, c)
		}
	}
	p.fail("missing quote at the end")
	return "", false
}

func (p *parser) or() condition {
	left := p.and()
	for p.accept("||") {
		first, second := left, p.and()
		left = func(value *node, in *document) bool { return first(value, in) || second(value, in) }
	}
	return left
}

func (p *parser) and() condition {
	left := p.term()
	for p.accept("&&") {
		first, second := left, p.term()
		left = func(value *node, in *document) bool { return first(value, in) && second(value, in) }
	}
	return left
}

func (p *parser) term() condition {
	if p.accept("(") {
		inside := p.or()
		p.expect(")")
		return inside
	}
	if p.skip(); !strings.HasPrefix(p.text[p.at:], "!=") && p.accept("!") {
		inside := p.term()
		return func(value *node, in *document) bool { return !inside(value, in) }
	}
	left, exists := p.operand()
	for _, operator := range []string{"==", "!=", "<=", ">=", "<", ">"} {
		if p.accept(operator) {
			right, _ := p.operand()
			return compares(left, right, operator)
		}
	}
	if exists == nil {
		p.fail("expected ==, !=, <, <=, > or >=")
	}
	return exists
}

// operand parses a literal or a query. exists is the condition that the query finds something, nil for a literal.
func (p *parser) operand() (value operand, exists condition) {
	p.skip()
	if isRoot := p.accept("$"); isRoot || p.accept("@") {
		query := p.segments()
		find := func(value *node, in *document) (first *node) {
			if isRoot {
				value = &in.root
			}
			query.find(value, in, func(found *node) bool {
				first = found
				return false
			})
			return first
		}
		first := func(value *node, in *document) json.RawMessage {
			if found := find(value, in); found != nil {
				return found.raw
			}
			return nil
		}
		return first, func(value *node, in *document) bool { return find(value, in) != nil }
	}
	return p.literal(), nil
}

func (p *parser) literal() operand {
	start := p.at
	if value, ok := p.quoted(); ok {
		encoded, _ := json.Marshal(value) // a string
		return func(*node, *document) json.RawMessage { return encoded }
	}
	p.at += len(p.text[start:]) - len(strings.TrimLeft(p.text[start:], "+-.0123456789abcdefghijklmnopqrstuvwxyzE"))
	literal := json.RawMessage(p.text[start:p.at])
	if !json.Valid(literal) {
		p.at = start
		p.fail("expected @, $, a number, a string in quotes, true, false or null")
	}
	return func(*node, *document) json.RawMessage { return literal }
}
