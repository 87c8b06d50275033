package linkvalue

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"foredeck/client"
	"foredeck/client/move"
)

// Path leads to a value inside JSON: names of members (string) and indices of elements (int), as the paths of jq. The empty path is the
// whole value.
type Path []any

// ParsePath parses paths such as .coin.value, .items[0] and ["any name"]; the leading dot is optional. "" and "." are the whole value.
func ParsePath(path string) (Path, error) {
	if path == "." || strings.HasPrefix(path, ".[") {
		path = path[1:]
	}
	var steps Path
	for rest := path; rest != ""; {
		switch {
		case strings.HasPrefix(rest, `["`):
			var name string
			quoted := json.NewDecoder(strings.NewReader(rest[1:]))
			err := quoted.Decode(&name)
			after, ok := strings.CutPrefix(rest[min(1+int(quoted.InputOffset()), len(rest)):], "]")
			if err != nil || !ok {
				return nil, errors.New(`a name in [" must be a JSON string and must end in "]`)
			}
			steps, rest = append(steps, name), after
		case rest[0] == '[':
			digits, after, ok := strings.Cut(rest[1:], "]")
			index, err := strconv.ParseUint(digits, 10, 31)
			if !ok || err != nil {
				return nil, fmt.Errorf("invalid index [%s: expected a number and ], such as [0]", digits)
			}
			steps, rest = append(steps, int(index)), after
		default:
			rest = strings.TrimPrefix(rest, ".")
			end := strings.IndexAny(rest, ".[")
			if end < 0 {
				end = len(rest)
			}
			if end == 0 {
				return nil, errors.New("expected a name after the dot")
			}
			steps, rest = append(steps, rest[:end]), rest[end:]
		}
	}
	return steps, nil
}

func (p Path) String() string {
	var written strings.Builder
	for _, step := range p {
		if name, isName := step.(string); isName {
			written.WriteString(Member(name))
		} else {
			fmt.Fprintf(&written, "[%d]", step)
		}
	}
	return written.String()
}

// Member formats a member name as a path step.
func Member(name string) string {
	if name == "" || strings.ContainsAny(name, `.[]"\`) {
		quoted, _ := move.EncodeJSON(name) // strings do not fail
		return "[" + string(quoted) + "]"
	}
	return "." + name
}

// Lookup returns the value at the path as it is written in the document. If there is none, the error is a *PathError.
func (p Path) Lookup(document json.RawMessage) (json.RawMessage, error) {
	return NewDocument(document).Lookup(p)
}

// Document is JSON in which many paths are looked up: it parses each object and array once, when it is needed.
type Document struct {
	raw    json.RawMessage
	inside map[any]*Document // by name or index; nil: not parsed
}

// NewDocument returns the document of a JSON value.
func NewDocument(raw json.RawMessage) *Document { return &Document{raw: raw} }

// Lookup returns the value at a path as it is written in the document. If there is none, the error is a *PathError.
func (d *Document) Lookup(path Path) (json.RawMessage, error) {
	for i, step := range path {
		if d.inside == nil {
			d.parse()
		}
		next := d.inside[step]
		if next == nil {
			return nil, &PathError{Step: path[i : i+1].String(), At: path[:i].String()}
		}
		d = next
	}
	return d.raw, nil
}

// parse finds what is inside an object or array, and nothing in other values.
func (d *Document) parse() {
	d.inside = map[any]*Document{}
	decoder := jsontext.NewDecoder(bytes.NewBuffer(d.raw), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	start, err := decoder.ReadToken()
	if err != nil || start.Kind() != '{' && start.Kind() != '[' {
		return
	}
	isObject := start.Kind() == '{'
	for index := 0; ; index++ {
		var step any = index
		if isObject {
			name, err := decoder.ReadToken()
			if err != nil || name.Kind() == '}' {
				return
			}
			step = name.String()
		}
		value, err := decoder.ReadValue()
		if err != nil { // the end of the array
			return
		}
		end := int(decoder.InputOffset())
		d.inside[step] = NewDocument(d.raw[end-len(value) : end])
	}
}

// PathError reports a path that does not exist: the value at At has no Step.
type PathError struct{ Step, At string }

func (e *PathError) Error() string {
	if e.At == "" {
		return "the value has no " + e.Step
	}
	return "the value has no " + e.Step + " at " + e.At
}

// Is makes the error match client.ErrNotFound.
func (e *PathError) Is(target error) bool { return target == client.ErrNotFound }
