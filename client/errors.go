package client

import (
	"errors"
	"fmt"
	"net"

	"foredeck/client/internal/jsonscan"
	"foredeck/client/internal/paging"
)

// Errors to match with errors.Is, independent of the RPC version and the status code.
var (
	// ErrNotFound: the chain does not have the requested object (404, 410, null, or 400 with such a message).
	ErrNotFound = errors.New("not found")
	// ErrPruned: the node no longer has the requested object (410). It is also ErrNotFound. The error is a *StatusError with the
	// OldestBlock that the node has.
	ErrPruned = errors.New("pruned")
	// ErrUnsupported: this version of the RPC, or the deployment, does not have the call (405, 501, or 404 from a proxy).
	ErrUnsupported = errors.New("not supported")
	// ErrUnauthorized: a key or token is missing or invalid (401, 403, 406).
	ErrUnauthorized = errors.New("unauthorized")
	// ErrRateLimited: too many requests (429).
	ErrRateLimited = errors.New("rate limited")
	// ErrTooDeep: the JSON of the response is nested more than 500 levels deep. The error is a *DecodeError.
	ErrTooDeep = jsonscan.ErrTooDeep
	// ErrRepeats: a list does not end, because the node lists the same records again and again under new cursors. The error is
	// a *DecodeError.
	ErrRepeats error = paging.ErrRepeats
)

// Errors of a whole body, inside a *DecodeError.
var (
	// errBodyTooLarge: the uncompressed body exceeds 32 MiB.
	errBodyTooLarge = fmt.Errorf("body exceeds %d MiB: request a smaller page", maxBodyBytes>>20)
	// errTooManyRecords: a page has more than 10,000 records, although at most 100 were requested.
	errTooManyRecords = fmt.Errorf("more than %d records in one response: the node ignores the requested count", maxPageRecords)
	// errTooManyElements: the arrays of a body have too many elements for the memory that decoding them takes.
	errTooManyElements = fmt.Errorf("more than %d elements in one response", maxElements)
	// errEmptyBody: a successful status with an empty body.
	errEmptyBody = errors.New("empty body instead of JSON")
	// errHTML: an HTML page, as proxies and web servers send it.
	errHTML = errors.New("HTML page instead of JSON: check that the base URL is that of a node")
	// errTruncated: the JSON is incomplete.
	errTruncated = errors.New("incomplete JSON")
	// errTrailingData: the body continues after the JSON.
	errTrailingData = errors.New("unexpected data after the JSON")
)

// ArgumentError reports an invalid argument. The request was not sent; that of a view call is checked against the ABI of its module,
// which may have been requested.
type ArgumentError struct {
	Field string // such as "cursor"
	Value string // the given value, "" if it can hold a secret
	Rule  string // such as "must be a decimal sequence number"
}

func (e *ArgumentError) Error() string {
	if e.Value == "" {
		return e.Field + ": " + e.Rule
	}
	return fmt.Sprintf("%s %q: %s", e.Field, e.Value, e.Rule)
}

// TransportError reports that no complete response arrived: because of the network, a timeout or the caller's context.
type TransportError struct {
	Method, URL string
	Err         error
}

func (e *TransportError) Error() string {
	return e.Method + " " + e.URL + ": " + e.Err.Error()
}

func (e *TransportError) Unwrap() error { return e.Err }

// Timeout reports whether a timeout expired: that of WithTimeout, of the context or of the network.
func (e *TransportError) Timeout() bool {
	timeout, ok := errors.AsType[net.Error](e.Err)
	return ok && timeout.Timeout()
}

// DecodeError reports the part of a response that could not be decoded.
type DecodeError struct {
	URL  string
	Path string // inside the body, such as [3].header.sequence_number; "" for the whole body
	Err  error
	// record is the length of the path to the record that has the part, 0 outside of records.
	record int
}

func (e *DecodeError) Error() string {
	if e.URL == "" {
		return "cannot decode response: " + e.Reason()
	}
	return "cannot decode response of " + e.URL + ": " + e.Reason()
}

// errMissing is the error of a part that a response lacks.
var errMissing = errors.New("missing")

// Reason returns the error text without the URL.
func (e *DecodeError) Reason() string {
	switch {
	case e.Path == "":
		return e.Err.Error()
	case errors.Is(e.Err, errMissing):
		return e.Path + " is missing"
	}
	return e.Path + ": " + e.Err.Error()
}

func (e *DecodeError) Unwrap() error { return e.Err }
