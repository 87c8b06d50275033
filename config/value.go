package config

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2/unstable"
)

// value is a TOML value.
type value struct {
	kind unstable.Kind
	text string
	list []value
}

func (v value) string() (string, error) {
	if v.kind != unstable.String {
		return "", fmt.Errorf("must be a string in quotes, not %s", v.describe())
	}
	return v.text, nil
}

func (v value) bool() (bool, error) {
	if v.kind != unstable.Bool {
		return false, fmt.Errorf("must be true or false, not %s", v.describe())
	}
	return v.text == "true", nil
}

func (v value) unsigned(limit uint64) (uint64, error) {
	number, err := strconv.ParseUint(strings.ReplaceAll(v.text, "_", ""), 0, 64)
	if v.kind != unstable.Integer || err != nil || number > limit {
		return 0, fmt.Errorf("must be a whole number from 0 to %d", limit)
	}
	return number, nil
}

func (v value) duration() (time.Duration, error) {
	if v.kind == unstable.String {
		if d, err := time.ParseDuration(v.text); err == nil && d > 0 {
			return d, nil
		}
	}
	return 0, errors.New(`must be a positive duration in quotes, such as "5s" or "1m30s"`)
}

// strings returns a list of strings; a single string is a list of one.
func (v value) strings() ([]string, error) {
	if v.kind == unstable.String {
		return []string{v.text}, nil
	}
	if v.kind != unstable.Array {
		return nil, fmt.Errorf("must be a list of strings, such as [\"a\", \"b\"], not %s", v.describe())
	}
	texts := make([]string, 0, len(v.list))
	for _, element := range v.list {
		text, err := element.string()
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// describe describes the value for errors.
func (v value) describe() string {
	switch v.kind {
	case unstable.String:
		return "a string"
	case unstable.Bool, unstable.Integer, unstable.Float:
		return v.text
	case unstable.Array:
		return "a list"
	case unstable.InlineTable:
		return "a table"
	}
	return "a date"
}

// quoted returns a TOML string.
func quoted(text string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			out.WriteByte('\\')
			out.WriteRune(r)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&out, `\u%04X`, r)
		default:
			out.WriteRune(r)
		}
	}
	out.WriteByte('"')
	return out.String()
}

func quotedList(texts []string) string {
	written := make([]string, len(texts))
	for i, text := range texts {
		written[i] = quoted(text)
	}
	return "[" + strings.Join(written, ", ") + "]"
}

// toml returns the value in TOML.
func (v value) toml() string {
	switch v.kind {
	case unstable.String:
		return quoted(v.text)
	case unstable.Array:
		elements := make([]string, len(v.list))
		for i, element := range v.list {
			elements[i] = element.toml()
		}
		return "[" + strings.Join(elements, ", ") + "]"
	}
	return v.text
}
