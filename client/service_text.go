package client

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
)

// serviceTexts are what a service says in a successful response beside the data, or in place of it.
type serviceTexts struct {
	status   string
	texts    []string // of error, message and detail, in their order
	hasError bool
}

// serviceObject reads an object with the texts of a service beside a member, which read reads unless it is null. isKnown reports whether
// there is that member.
func (r *bodyReader) serviceObject(member string, read func()) (said serviceTexts, isKnown, isObject bool) {
	isObject = r.object(func(name []byte) {
		if string(name) != member {
			said.read(r, name)
			return
		}
		isKnown = true
		if !r.null() {
			read()
		}
	})
	return said, isKnown, isObject
}

// read reads a member with a text of the service. It does not read others.
func (s *serviceTexts) read(r *bodyReader, name []byte) {
	switch string(name) {
	case "status":
		s.status = truncate(string(unquoted(r.raw())), messageCharacters)
	case "error", "message", "detail":
		if text := textOf(r.raw()); text != "" && !slices.Contains(s.texts, text) {
			s.texts = append(s.texts, text)
			s.hasError = s.hasError || string(name) == "error"
		}
	}
}

// textOf returns the text in a member such as error: a string, the message of an object, or other JSON as it is.
func textOf(raw json.RawMessage) string {
	var text string
	var inner struct {
		Message string `json:"message"`
	}
	switch {
	case len(raw) == 0 || string(raw) == "null" || string(raw) == "false":
		return ""
	case json.Unmarshal(raw, &text) == nil:
	case json.Unmarshal(raw, &inner) == nil && inner.Message != "":
		text = inner.Message
	default:
		text = string(raw)
	}
	return truncate(strings.TrimSpace(strings.ToValidUTF8(text, "\uFFFD")), messageCharacters)
}

// isFailure reports whether the texts say that the data are not what was requested.
func (s *serviceTexts) isFailure() bool {
	status := strings.ToLower(s.status)
	return s.hasError || strings.Contains(status, "error") || strings.Contains(status, "fail")
}

// String returns the texts for an error; "" if there are none.
func (s *serviceTexts) String() string {
	var said []string
	for _, text := range s.texts {
		said = append(said, strconv.Quote(text))
	}
	if s.status != "" && (s.isFailure() || len(said) == 0) {
		said = append(said, "status "+strconv.Quote(s.status))
	}
	return strings.Join(said, ", ")
}

// failure returns an error with the texts.
func (s *serviceTexts) failure() error { return errors.New("the price service says " + s.String()) }
