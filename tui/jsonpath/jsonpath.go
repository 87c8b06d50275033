// Package jsonpath finds values in JSON: one by a jq-style path (.coin.value, .items[0] and ["any name"]), or any number by a JSONPath.
package jsonpath

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"foredeck/client"
)

// Path is a parsed path. The empty path selects the whole value.
type Path []step

// step is a member name, or an array index if index is not negative.
type step struct {
	name  string
	index int
}

func (s step) String() string {
	if s.index >= 0 {
		return "[" + strconv.Itoa(s.index) + "]"
	}
	return Member(s.name)
}

// Parse parses paths such as .coin.value, .items[0] and ["any name"]; the leading dot is optional. "" and "." select the whole
// value.
func Parse(path string) (Path, error) {
	if path == "." {
		return nil, nil
	}
	var steps Path
	for rest := path; rest != ""; {
		next := step{index: -1}
		switch {
		case strings.HasPrefix(rest, `["`):
			quoted := json.NewDecoder(strings.NewReader(rest[1:]))
			err := quoted.Decode(&next.name)
			after, ok := strings.CutPrefix(rest[min(1+int(quoted.InputOffset()), len(rest)):], "]")
			if err != nil || !ok {
				return nil, errors.New(`a name in [" must be a JSON string and must end in "]`)
			}
			rest = after
		case rest[0] == '[':
			digits, after, ok := strings.Cut(rest[1:], "]")
			index, err := strconv.ParseUint(digits, 10, 31)
			if !ok || err != nil {
				return nil, fmt.Errorf("invalid index [%s: expected a number and ], such as [0]", digits)
			}
			next.index, rest = int(index), after
		default:
			rest = strings.TrimPrefix(rest, ".")
			end := strings.IndexAny(rest, ".[")
			if end < 0 {
				end = len(rest)
			}
			if end == 0 {
				return nil, errors.New("expected a name after the dot")
			}
			next.name, rest = rest[:end], rest[end:]
		}
		steps = append(steps, next)
	}
	return steps, nil
}

// Lookup returns the raw value at the path. If a step is missing, the error is an *Error.
func (p Path) Lookup(value json.RawMessage) (json.RawMessage, error) {
	at := ""
	for _, next := range p {
		var members map[string]json.RawMessage
		var elements []json.RawMessage
		var found json.RawMessage
		switch {
		case next.index < 0 && json.Unmarshal(value, &members) == nil:
			found = members[next.name]
		case next.index >= 0 && json.Unmarshal(value, &elements) == nil && next.index < len(elements):
			found = elements[next.index]
		}
		if found == nil {
			return nil, &Error{Step: next.String(), At: at}
		}
		value, at = found, at+next.String()
	}
	return value, nil
}

// Error reports a path that does not exist: the value at At has no Step.
type Error struct{ Step, At string }

func (e *Error) Error() string {
	if e.At == "" {
		return "the value has no " + e.Step
	}
	return "the value has no " + e.Step + " at " + e.At
}

// Is makes the error match client.ErrNotFound.
func (e *Error) Is(target error) bool { return target == client.ErrNotFound }

// Member formats a member name as a path step.
func Member(name string) string {
	if name == "" || strings.ContainsAny(name, `.[]"\`) {
		var quoted strings.Builder
		encoder := json.NewEncoder(&quoted)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(name); err == nil { // strings never fail to encode
			return "[" + strings.TrimSuffix(quoted.String(), "\n") + "]"
		}
	}
	return "." + name
}
