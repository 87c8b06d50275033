package client

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"foredeck/client/transport"
)

const (
	maxStatusBody     = 4 << 10 // bytes in StatusError.Body
	messageCharacters = 200     // in StatusError.Message
)

// StatusError is a response with a status other than 2xx, or null with 200.
type StatusError struct {
	Method, URL string
	Status      int
	// Message is the text under "error", "message" or both, or the first line of plain text, at most 200 characters; "" for HTML.
	Message    string
	Body       []byte        // the start, at most 4 KiB
	RetryAfter time.Duration // as requested by the node, 0 if not
	Location   string        // of a redirect that was not followed because it leaves the host
	// OldestBlock is the oldest block that the node has, from a header whose name ends in -oldest-block; nil if unknown.
	OldestBlock *uint64
	// isMissing is set for services without other routes, where a 404 means not found.
	isMissing bool
}

// nullError returns the error for a successful response that is null.
func nullError(found apiResponse) *StatusError {
	err := newStatusError(found.method, found.url, &http.Response{StatusCode: found.status, Header: found.header}, found.body)
	err.Message = ""
	return err
}

// newStatusError returns the error for a response. body is the start of its body.
func newStatusError(method, address string, response *http.Response, body []byte) *StatusError {
	return &StatusError{
		Method:     method,
		URL:        address,
		Status:     response.StatusCode,
		Message:    errorMessage(body),
		Body:       bytes.Clone(body[:min(len(body), maxStatusBody)]),
		RetryAfter: transport.RetryAfter(response.Header, time.Now()),
		Location:   response.Header.Get("Location"),

		OldestBlock: oldestBlock(response.Header),
	}
}

func (e *StatusError) Error() string { return e.Method + " " + e.URL + ": " + e.Reason() }

// Reason returns the error text without the method and the URL.
func (e *StatusError) Reason() string {
	text := fmt.Sprintf("status %d", e.Status)
	if name := http.StatusText(e.Status); name != "" {
		text += " " + name
	}
	switch {
	case e.isUnknownRoute() && !isHTML(e.Body):
		text += ": this deployment does not have the call"
	case e.Status == http.StatusGone:
		text += ": the node has pruned this"
		if e.OldestBlock != nil {
			text += fmt.Sprintf(" and has blocks from height %d: request a later one or use an archive node", *e.OldestBlock)
		}
	case e.Message != "":
		text += ": " + e.Message
	case e.isNull():
		text += ": null: not found"
	case e.Location != "":
		text += ": redirects to " + e.Location + ": use it as the base URL if you trust it"
	case isHTML(e.Body):
		text += ": HTML page: check that the base URL is that of a node"
	}
	if e.RetryAfter > 0 {
		text += ": retry after " + e.RetryAfter.String()
	}
	return text
}

// Is matches ErrNotFound, ErrPruned, ErrUnsupported, ErrUnauthorized and ErrRateLimited.
func (e *StatusError) Is(target error) bool {
	unknownRoute := e.isUnknownRoute()
	switch target {
	case ErrNotFound:
		return e.Status == http.StatusNotFound && !unknownRoute || e.Status == http.StatusGone || e.isNull() ||
			e.Status == http.StatusBadRequest && strings.Contains(strings.ToLower(e.Message), "information not available")
	case ErrPruned:
		return e.Status == http.StatusGone
	case ErrUnsupported:
		return unknownRoute
	case ErrUnauthorized:
		return e.Status == http.StatusUnauthorized || e.Status == http.StatusForbidden || e.Status == http.StatusNotAcceptable
	case ErrRateLimited:
		return e.Status == http.StatusTooManyRequests
	}
	return false
}

// isNull reports whether the response was null: no other successful response is a StatusError.
func (e *StatusError) isNull() bool { return e.Status/100 == 2 }

// isUnknownRoute reports whether the deployment does not have the call. A node explains a 404 in JSON; one without an
// explanation, or about routes, comes from a router in front of the node, or from another kind of server.
func (e *StatusError) isUnknownRoute() bool {
	switch e.Status {
	case http.StatusMethodNotAllowed, http.StatusNotImplemented:
		return true
	case http.StatusNotFound:
		if e.isMissing {
			return isHTML(e.Body)
		}
		message := strings.ToLower(strings.TrimRight(fullMessage(e.Body), "."))
		return message == "" && !bytes.HasPrefix(bytes.TrimSpace(e.Body), []byte("{")) || isHTML(e.Body) ||
			slices.Contains(genericMessages, message) || aboutRoutes().MatchString(message)
	}
	return false
}

// genericMessages are those of routers that name no object. Nodes name what they did not find.
var genericMessages = []string{"not found", "404 not found", "404 page not found", "page not found", "404 route not found"}

// aboutRoutes matches messages of gateways: "no Route matched with those values" (Kong), "Cannot GET /rpc/v3/..." (Express), "No
// context-path matches the request URI." (Gravitee) and such.
var aboutRoutes = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\b(no|unknown|undefined) ([a-z]+ )?(route|path|context-path|endpoint|api)\b|\b(route|path|endpoint|url|uri)( [^ ]+)? (was )?not found\b|^cannot (get|post) /|\bno [a-z]+ found for (this|the) (route|path|url|uri)\b`)
})

// oldestBlock returns the height in a header such as x-oldest-block.
func oldestBlock(header http.Header) *uint64 {
	for name, values := range header {
		if strings.HasSuffix(strings.ToLower(name), "-oldest-block") {
			if height, err := strconv.ParseUint(strings.TrimSpace(values[0]), 10, 64); err == nil {
				return &height
			}
		}
	}
	return nil
}

func isNull(body []byte) bool { return string(bytes.TrimSpace(body)) == "null" }

func isHTML(body []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(body), []byte("<")) }

// errorMessage returns the start of the message in an error's body, after that under "error" if the body has both.
func errorMessage(body []byte) string {
	line, _, _ := strings.Cut(fullMessage(body), "\n")
	var fields struct{ Error, Message string }
	if json.Unmarshal(body, &fields) == nil && fields.Error != "" && fields.Message != "" && !strings.EqualFold(fields.Error, fields.Message) {
		kind, _, _ := strings.Cut(strings.TrimSpace(strings.ToValidUTF8(fields.Error, string(utf8.RuneError))), "\n")
		line = kind + ": " + line
	}
	return truncate(strings.TrimSpace(line), messageCharacters)
}

// fullMessage returns the message in an error's body, which is JSON or plain text.
func fullMessage(body []byte) string {
	var message string
	var fields struct {
		Message json.RawMessage `json:"message"`
		Error   json.RawMessage `json:"error"`
		Detail  json.RawMessage `json:"detail"`
	}
	var inner struct {
		Message json.RawMessage `json:"message"`
	}
	switch {
	case isHTML(body) || isNull(body):
		return ""
	case json.Unmarshal(body, &message) == nil: // a bare JSON string
	case json.Unmarshal(body, &fields) == nil && json.Unmarshal(fields.Message, &message) == nil:
	case json.Unmarshal(fields.Error, &message) == nil:
	case json.Unmarshal(fields.Error, &inner) == nil && json.Unmarshal(inner.Message, &message) == nil:
	case json.Unmarshal(fields.Detail, &message) == nil:
	default:
		message = string(body)
	}
	return strings.TrimSpace(strings.ToValidUTF8(message, string(utf8.RuneError)))
}

// truncate shortens a text to a number of characters, the last of which is then an ellipsis.
func truncate(text string, characters int) string {
	if utf8.RuneCountInString(text) <= characters {
		return text
	}
	return string([]rune(text)[:characters-1]) + "…"
}

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
