package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// jsonPathFunctions is what a JSONPath needs and jq does not have: elements that may be missing, slices with a step, and an order of two
// numbers or two strings only. Operands are arrays of one value, or none.
const jsonPathFunctions = `
def element($i): select(type == "array" and $i < length and -$i <= length) | .[if $i < 0 then $i + length else $i end];
def slice($start; $end; $step):
  select(type == "array" and $step != 0) | length as $n
  | (if $step < 0 then [-1, $n, -$n - 1] else [0, 0, $n] end) as [$least, $first, $last]
  | [$start // $first, $end // $last | if . < 0 then . + $n end | if . < $least then $least elif . > $least + $n then $least + $n end] as [$from, $to]
  | .[range($from; $to; $step)];
def less($a; $b): ($a + $b | map(type)) as $types | ($types == ["number", "number"] or $types == ["string", "string"]) and $a < $b;
`

// translateJSONPath returns the jq filter that finds the paths of the values of a JSONPath such as $[*].hash, $..events[0] or
// $[?@.status == 'fail' && @.gas_used > 500]. An error names the position, from 1.
func translateJSONPath(expression string) (filter string, err error) {
	p := &jsonPath{text: expression}
	defer func() {
		switch failed := recover().(type) {
		case nil:
		case jsonPathError:
			err = failed
		default:
			panic(failed)
		}
	}()
	p.need(`\$`, "$")
	filter = jsonPathFunctions + ". as $root | path(." + p.segments() + ")"
	if p.take(`\z`); p.at < len(p.text) {
		p.fail("expected . or [ or the end")
	}
	return filter, nil
}

// jsonPathError is the error of an expression. The parser panics with it.
type jsonPathError string

func (e jsonPathError) Error() string { return string(e) }

// jsonPath is a parser of JSONPath (RFC 9535, without functions). Its methods return parts of the jq filter.
type jsonPath struct {
	text string
	at   int
}

func (p *jsonPath) fail(message string) {
	panic(jsonPathError(fmt.Sprintf("position %d: %s", utf8.RuneCountInString(p.text[:p.at])+1, message)))
}

// take skips spaces and then what the pattern matches, which it returns.
func (p *jsonPath) take(pattern string) string {
	p.at = len(p.text) - len(strings.TrimLeft(p.text[p.at:], " \t\r\n"))
	found := regexp.MustCompile(`^(?:` + pattern + `)`).FindString(p.text[p.at:])
	p.at += len(found)
	return found
}

// need is take, and fails if the pattern does not match.
func (p *jsonPath) need(pattern, meaning string) string {
	found := p.take(pattern)
	if found == "" {
		p.fail("expected " + meaning)
	}
	return found
}

// joined parses parts between separators, and joins them with an operator of jq.
func (p *jsonPath) joined(part func() string, separator, operator string) string {
	all := part()
	for p.take(separator) != "" {
		all += operator + part()
	}
	return "(" + all + ")"
}

func (p *jsonPath) segments() string {
	var filter strings.Builder
	for {
		kind := p.take(`\.\.\s*\[|\.\.|\.|\[`)
		if kind == "" {
			return filter.String()
		}
		if strings.HasPrefix(kind, "..") {
			filter.WriteString(" | ..")
		}
		filter.WriteString(" | ")
		if strings.HasSuffix(kind, "[") {
			filter.WriteString(p.joined(p.selector, `,`, ", "))
			p.need(`\]`, ", or ]")
		} else {
			filter.WriteString(p.member())
		}
	}
}

// member parses what follows a dot.
func (p *jsonPath) member() string {
	const letter = `A-Za-z_\x{80}-\x{10FFFF}`
	name := p.need(`\*|[`+letter+`][0-9`+letter+`]*`, "a name or *; other names are written ['name']")
	if name == "*" {
		return ".[]?"
	}
	return filterMember(`"` + name + `"`)
}

// filterMember returns the filter of a member, whose name is in quotes. It is faster than a function of jq.
func filterMember(name string) string {
	return `(if type == "object" and has(` + name + `) then .[` + name + `] else empty end)`
}

func (p *jsonPath) selector() string {
	if p.take(`\*`) != "" {
		return ".[]?"
	}
	if p.take(`\?`) != "" {
		return "(.[]? | select(" + p.or() + "))"
	}
	if name := p.quoted(); name != "" {
		return filterMember(name)
	}
	start := p.integer()
	if p.take(`:`) == "" {
		if start == "" {
			p.fail("expected a name in quotes, an index, a slice, * or ?")
		}
		return "element(" + start + ")"
	}
	end, step := p.integer(), ""
	if p.take(`:`) != "" {
		step = p.integer()
	}
	return "slice(" + cmp.Or(start, "null") + "; " + cmp.Or(end, "null") + "; " + cmp.Or(step, "1") + ")"
}

// integer parses an integer, which may be missing.
func (p *jsonPath) integer() string {
	written := p.take(`-?[0-9]*`)
	if written == "" {
		return ""
	}
	value, err := strconv.ParseInt(written, 10, 32)
	if err != nil {
		p.at -= len(written)
		p.fail("expected an integer of at most 32 bits")
	}
	return strconv.FormatInt(value, 10)
}

// quoteEscapes turns the inside of single quotes into that of double quotes.
var quoteEscapes = strings.NewReplacer(`\\`, `\\`, `\"`, `\"`, `\'`, `'`, `"`, `\"`)

// quoted parses a name or string in single or double quotes, which may be missing.
func (p *jsonPath) quoted() string {
	written := p.take(`(?s)'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"`)
	if written == "" {
		if p.take(`['"]`) != "" {
			p.at--
			p.fail("missing quote at the end")
		}
		return ""
	}
	var value string
	if json.Unmarshal([]byte(`"`+quoteEscapes.Replace(written[1:len(written)-1])+`"`), &value) != nil {
		p.at -= len(written)
		p.fail("invalid escape in quotes")
	}
	quoted, _ := json.Marshal(value) // a string
	return string(quoted)
}

func (p *jsonPath) or() string  { return p.joined(p.and, `\|\|`, " or ") }
func (p *jsonPath) and() string { return p.joined(p.term, `&&`, " and ") }

func (p *jsonPath) term() string {
	if p.take(`\(`) != "" {
		inside := p.or()
		p.need(`\)`, ")")
		return inside
	}
	if p.take(`!`) != "" {
		return "(" + p.term() + " | not)"
	}
	left, query := p.operand()
	operator := p.take(`[=!<>]=|[<>]`)
	if operator == "" {
		if query == "" {
			p.fail("expected ==, !=, <, <=, > or >=")
		}
		return "(isempty(" + query + ") | not)"
	}
	right, _ := p.operand()
	if operator[0] == '>' {
		left, right = right, left
	}
	switch operator {
	case "==", "!=":
		return left + " " + operator + " " + right
	case "<", ">":
		return "less(" + left + "; " + right + ")"
	}
	return "(less(" + left + "; " + right + ") or " + left + " == " + right + ")"
}

// operand parses a literal or a query, of which the first value is compared. query is empty for a literal.
func (p *jsonPath) operand() (array, query string) {
	switch p.take(`[$@]`) {
	case "@":
		query = "." + p.segments()
	case "$":
		query = "$root" + p.segments()
	default:
		return "[" + p.literal() + "]", ""
	}
	return "[first(" + query + ")]", query
}

func (p *jsonPath) literal() string {
	if text := p.quoted(); text != "" {
		return text
	}
	literal := p.take(`[-+.0-9a-zE]*`)
	if !json.Valid([]byte(literal)) {
		p.at -= len(literal)
		p.fail("expected @, $, a number, a string in quotes, true, false or null")
	}
	return literal
}
