package client

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"foredeck/client/transport"
)

const (
	keptErrorBytes    = 4 << 10 // of an error's body
	messageCharacters = 200     // of a node's message in an error
)

// StatusError is an answer with a status other than 2xx (or null with a status of 200).
type StatusError struct {
	Method string
	URL    string
	Status int
	// Message is what the node says: the text under "message" or "error", or the first
	// line of plain text, at most 200 characters; empty for an HTML page and for no body.
	Message string
	// Body is the beginning of the body as sent, at most 4 KiB.
	Body []byte
	// RetryAfter is how long the node asks to wait; 0 where it does not say.
	RetryAfter time.Duration
	// Location is where a redirect points that was not followed, since it leaves the host.
	Location string
	// isMissing: where it came from, a 404 with an empty body means not found.
	isMissing bool
}

// nothing is the error for a successful answer that holds null: there is no such thing.
func nothing(found answer) *StatusError {
	err := newStatusError(found.method, found.url, &http.Response{StatusCode: found.status, Header: found.header}, found.body)
	err.Message = ""
	return err
}

// newStatusError takes the facts of an answer whose body, or the beginning of it, was read.
func newStatusError(method, address string, response *http.Response, body []byte) *StatusError {
	return &StatusError{
		Method:     method,
		URL:        address,
		Status:     response.StatusCode,
		Message:    errorMessage(body),
		Body:       bytes.Clone(body[:min(len(body), keptErrorBytes)]),
		RetryAfter: transport.RetryAfter(response.Header, time.Now()),
		Location:   response.Header.Get("Location"),
	}
}

// Error is one short line; it never holds a whole page.
func (e *StatusError) Error() string { return e.Method + " " + e.URL + ": " + e.Reason() }

// Reason is Error without the request: for where that is known.
func (e *StatusError) Reason() string {
	text := fmt.Sprintf("status %d", e.Status)
	if name := http.StatusText(e.Status); name != "" {
		text += " " + name
	}
	switch {
	case e.isUnknownRoute() && !isHTML(e.Body):
		text += ": no such call on this deployment"
	case e.Message != "":
		text += ": " + e.Message
	case e.isNull():
		text += ": the node answers null: not found"
	case e.Location != "":
		text += ": redirects to " + e.Location + "; give that as the base URL if you trust it"
	case isHTML(e.Body):
		text += ": an HTML page; is the base URL that of a node?"
	}
	if e.RetryAfter > 0 {
		text += "; try again after " + e.RetryAfter.String()
	}
	return text
}

// Is matches ErrNotFound, ErrUnsupported, ErrUnauthorized and ErrRateLimited.
func (e *StatusError) Is(target error) bool {
	unknownRoute := e.isUnknownRoute()
	switch target {
	case ErrNotFound:
		return e.Status == http.StatusNotFound && !unknownRoute || e.isNull() ||
			e.Status == http.StatusBadRequest && strings.Contains(strings.ToLower(e.Message), "information not available")
	case ErrUnsupported:
		return unknownRoute
	case ErrUnauthorized:
		return e.Status == http.StatusUnauthorized || e.Status == http.StatusForbidden || e.Status == http.StatusNotAcceptable
	case ErrRateLimited:
		return e.Status == http.StatusTooManyRequests
	}
	return false
}

func (e *StatusError) isEmpty() bool { return len(bytes.TrimSpace(e.Body)) == 0 }

// isNull: no other answer with such a status is a StatusError.
func (e *StatusError) isNull() bool { return e.Status/100 == 2 }

// isUnknownRoute tells whether the deployment has no such call. A node says in JSON what
// it misses; a 404 without a word of it comes from the router before the node, or from a
// server that is no node. Routers have few words for it.
func (e *StatusError) isUnknownRoute() bool {
	switch e.Status {
	case http.StatusMethodNotAllowed, http.StatusNotImplemented:
		return true
	case http.StatusNotFound:
		text := strings.ToLower(string(bytes.TrimSpace(e.Body)))
		return e.isEmpty() && !e.isMissing || isHTML(e.Body) || slices.Contains([]string{"not found", "404 not found", "404 page not found", "page not found"}, text)
	}
	return false
}

func isNull(body []byte) bool { return string(bytes.TrimSpace(body)) == "null" }

func isHTML(body []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(body), []byte("<")) }

// errorMessage finds the message in an error's body, and gives the beginning of it.
func errorMessage(body []byte) string {
	line, _, _ := strings.Cut(fullMessage(body), "\n")
	return cut(strings.TrimSpace(line), messageCharacters)
}

// fullMessage finds the message in an error's body: JSON or plain text.
func fullMessage(body []byte) string {
	var message string
	var fields struct {
		Message json.RawMessage `json:"message"`
		Error   json.RawMessage `json:"error"`
	}
	switch {
	case isHTML(body) || isNull(body):
		return ""
	case json.Unmarshal(body, &message) == nil: // a JSON string alone
	case json.Unmarshal(body, &fields) == nil && json.Unmarshal(fields.Message, &message) == nil:
	case json.Unmarshal(fields.Error, &message) == nil:
	default:
		message = string(body)
	}
	return strings.TrimSpace(strings.ToValidUTF8(message, string(utf8.RuneError)))
}

// cut keeps at most so many characters and marks what it left out.
func cut(text string, characters int) string {
	if utf8.RuneCountInString(text) <= characters {
		return text
	}
	return string([]rune(text)[:characters-1]) + "…"
}
