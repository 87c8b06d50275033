package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"foredeck/client"
)

// jsonPath leads to a value inside of JSON.
type jsonPath []jsonStep

// jsonStep is a member's name, or an element's index where that is not -1.
type jsonStep struct {
	name  string
	index int
}

func (s jsonStep) String() string {
	if s.index >= 0 {
		return "[" + strconv.Itoa(s.index) + "]"
	}
	return member(s.name)
}

// parsePath reads .coin.value, .items[0] and ["any name"], and mixtures of them; the first dot may be left out. Empty or a dot
// alone is the whole.
func parsePath(written string) (jsonPath, error) {
	if written == "." {
		return nil, nil
	}
	var path jsonPath
	for rest := written; rest != ""; {
		step := jsonStep{index: -1}
		switch {
		case strings.HasPrefix(rest, `["`):
			quoted, err := strconv.QuotedPrefix(rest[1:])
			if err != nil || !strings.HasPrefix(rest[1+len(quoted):], "]") {
				return nil, errors.New(`a name in [" must end in "]`)
			}
			if step.name, err = strconv.Unquote(quoted); err != nil {
				return nil, err
			}
			rest = rest[1+len(quoted)+1:]
		case rest[0] == '[':
			digits, after, ok := strings.Cut(rest[1:], "]")
			index, err := strconv.ParseUint(digits, 10, 31)
			if !ok || err != nil {
				return nil, fmt.Errorf("[%s: must be a number and ], such as [0]", digits)
			}
			step.index, rest = int(index), after
		default:
			rest = strings.TrimPrefix(rest, ".")
			end := strings.IndexAny(rest, ".[")
			if end < 0 {
				end = len(rest)
			}
			if end == 0 {
				return nil, errors.New("a dot must be followed by a name")
			}
			step.name, rest = rest[:end], rest[end:]
		}
		path = append(path, step)
	}
	return path, nil
}

// in gives the value to which the path leads, as it is written there. The error says at which step there is none.
func (p jsonPath) in(value json.RawMessage) (json.RawMessage, error) {
	done := ""
	for _, step := range p {
		var members map[string]json.RawMessage
		var elements []json.RawMessage
		var found json.RawMessage
		switch {
		case step.index < 0 && json.Unmarshal(value, &members) == nil:
			found = members[step.name]
		case step.index >= 0 && json.Unmarshal(value, &elements) == nil && step.index < len(elements):
			found = elements[step.index]
		}
		if found == nil {
			return nil, &pathError{step: step.String(), done: done}
		}
		value, done = found, done+step.String()
	}
	return value, nil
}

// pathError is a path that leads to nothing.
type pathError struct{ step, done string }

func (e *pathError) Error() string {
	if e.done == "" {
		return "the resource has no " + e.step
	}
	return "the resource has no " + e.step + " at " + e.done
}

// Is makes it something that was not found.
func (e *pathError) Is(target error) bool { return target == client.ErrNotFound }
