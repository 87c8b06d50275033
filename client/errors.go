package client

import (
	"errors"
	"fmt"
	"net"
)

// What an answer means, whichever version and status it came with. Match them with
// errors.Is; errors.As gives the *StatusError with the details.
var (
	// ErrNotFound: the chain does not hold what was asked for (404, null, or 400 that
	// says so). A right question to the wrong network is answered the same way.
	ErrNotFound = errors.New("not found")
	// ErrUnsupported: this deployment, or this version of the RPC, has no such call (405,
	// 501, or 404 that is not the node's own).
	ErrUnsupported = errors.New("not supported by this node")
	// ErrUnauthorized: a key or token is missing or wrong (401, 403, 406).
	ErrUnauthorized = errors.New("refused")
	// ErrRateLimited: the node wants fewer requests (429).
	ErrRateLimited = errors.New("slowed down by the node")
)

// What is wrong with a whole body. They stand inside a *DecodeError.
var (
	// ErrTooLarge: the body, unpacked, is over the limit of 32 MiB.
	ErrTooLarge = fmt.Errorf("larger than %d MiB, the most that is read; ask for a smaller page", maxBodyBytes>>20)
	// ErrEmptyBody: a successful status and nothing in the body.
	ErrEmptyBody = errors.New("empty body instead of JSON")
	// ErrHTML: a page for people, which a proxy or a web server sends.
	ErrHTML = errors.New("an HTML page instead of JSON; is the base URL that of a node?")
	// ErrTruncated: the JSON ends before it is complete.
	ErrTruncated = errors.New("JSON that ends half-way")
	// ErrTrailingData: something stands after the JSON.
	ErrTrailingData = errors.New("more data after the end of the JSON")
)

// ArgumentError tells which argument of a call breaks which rule. No request was made.
type ArgumentError struct {
	Field string // such as "cursor"
	Value string // what was given; empty where it may hold a secret
	Rule  string // such as "must be a decimal sequence number"
}

func (e *ArgumentError) Error() string {
	if e.Value == "" {
		return e.Field + ": " + e.Rule
	}
	return fmt.Sprintf("%s %q: %s", e.Field, e.Value, e.Rule)
}

// TransportError tells that no full answer came: the node could not be reached, was
// too slow, or broke off. A call that its caller cancelled fails with it too, and
// errors.Is finds context.Canceled in it.
type TransportError struct {
	Method string
	URL    string
	Err    error
}

func (e *TransportError) Error() string {
	return e.Method + " " + e.URL + ": " + e.Err.Error()
}

// Unwrap gives the cause.
func (e *TransportError) Unwrap() error { return e.Err }

// Timeout tells whether time ran out: the node's limit of WithTimeout, the caller's
// deadline, or that of the network.
func (e *TransportError) Timeout() bool {
	var timeout net.Error
	return errors.As(e.Err, &timeout) && timeout.Timeout()
}

// DecodeError tells what in an answer was not understood.
type DecodeError struct {
	URL  string
	Path string // place inside the body, such as [3].header.sequence_number; empty for the whole body
	Err  error
}

func (e *DecodeError) Error() string {
	if e.URL == "" {
		return "answer not understood: " + e.Reason()
	}
	return "answer of " + e.URL + " not understood: " + e.Reason()
}

// Reason is Error without the request: for where that is known.
func (e *DecodeError) Reason() string {
	if e.Path == "" {
		return e.Err.Error()
	}
	return e.Path + ": " + e.Err.Error()
}

// Unwrap gives the cause.
func (e *DecodeError) Unwrap() error { return e.Err }
