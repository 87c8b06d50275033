// Package jsonpath leads to a value inside of JSON by a path as jq writes it: .coin.value, .items[0] and ["any name"].
package jsonpath

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"foredeck/client"
)

// Path leads to a value inside of JSON. The empty one leads to the whole.
type Path []step

// step is a member's name, or an element's index where that is not -1.
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

// Parse reads .coin.value, .items[0] and ["any name"], and mixtures of them; the first dot may be left out. Empty or a dot
// alone is the whole.
func Parse(written string) (Path, error) {
	if written == "." {
		return nil, nil
	}
	var path Path
	for rest := written; rest != ""; {
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
				return nil, fmt.Errorf("[%s: must be a number and ], such as [0]", digits)
			}
			next.index, rest = int(index), after
		default:
			rest = strings.TrimPrefix(rest, ".")
			end := strings.IndexAny(rest, ".[")
			if end < 0 {
				end = len(rest)
			}
			if end == 0 {
				return nil, errors.New("a dot must be followed by a name")
			}
			next.name, rest = rest[:end], rest[end:]
		}
		path = append(path, next)
	}
	return path, nil
}

// In gives the value to which the path leads, as it is written there. The error says at which step there is none.
func (p Path) In(value json.RawMessage) (json.RawMessage, error) {
	done := ""
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
			return nil, &Error{Step: next.String(), Done: done}
		}
		value, done = found, done+next.String()
	}
	return value, nil
}

// Error is a path that leads to nothing: what is at Done has no Step.
type Error struct{ Step, Done string }

func (e *Error) Error() string {
	if e.Done == "" {
		return "the value has no " + e.Step
	}
	return "the value has no " + e.Step + " at " + e.Done
}

// Is makes it something that was not found.
func (e *Error) Is(target error) bool { return target == client.ErrNotFound }

// Member writes a member's name as a step of a path.
func Member(name string) string {
	if name == "" || strings.ContainsAny(name, `.[]"\`) {
		var quoted strings.Builder
		encoder := json.NewEncoder(&quoted)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(name); err == nil { // which a string never fails at
			return "[" + strings.TrimSuffix(quoted.String(), "\n") + "]"
		}
	}
	return "." + name
}
