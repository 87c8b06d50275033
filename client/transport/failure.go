package transport

import (
	"compress/flate"
	"compress/gzip"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"math"
	"net"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// maxRetryAfter is the longest wait that a server can ask for.
const maxRetryAfter = 30 * time.Second

// ErrNoTLS is the error of a request by HTTPS to a server that responds by HTTP.
var ErrNoTLS = http.ErrSchemeMismatch

// failureOf returns the error of an attempt: err, a body that broke off, or one of the statuses 429, 502, 503 and 504, which
// another attempt can change. It returns nil for other responses.
func failureOf(response *http.Response, err error) error {
	if err != nil {
		return err
	}
	if body, ok := response.Body.(*bufferedBody); ok && body.err != nil && !errors.Is(body.err, ErrTooLarge) && !errors.Is(body.err, ErrMemoryLimit) {
		return body.err
	}
	switch response.StatusCode {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return statusError(response.StatusCode)
	}
	return nil
}

// statusError is a status that counts as a failure.
type statusError int

func (s statusError) Error() string { return "status " + strconv.Itoa(int(s)) }

// StatusOf returns the HTTP status that NodeStatus.LastError stands for. ok is false if there was no response.
func StatusOf(err error) (status int, ok bool) {
	found, ok := errors.AsType[statusError](err)
	return int(found), ok
}

// isTransient reports whether another attempt can succeed. That is not the case if the caller canceled, the deadline is too
// close, a recording has no response, the host does not exist or has an invalid certificate, or the response is corrupt. If
// all of several base URLs failed, one transient failure is enough.
func isTransient(ctx context.Context, err error) bool {
	if ctx.Err() != nil {
		return false
	}
	if bases, ok := errors.AsType[*NodesError](err); ok {
		return slices.ContainsFunc(bases.Failures, func(failed *NodeError) bool { return isTransient(ctx, failed) })
	}
	lookup, _ := errors.AsType[*net.DNSError](err)
	isPermanent := lookup != nil && lookup.IsNotFound || errors.Is(err, ErrNotRecorded) || is[*queueError](err) ||
		is[*tls.CertificateVerificationError](err) || is[tls.RecordHeaderError](err) || is[x509.HostnameError](err) ||
		is[flate.CorruptInputError](err) || errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum)
	return !isPermanent
}

// is reports whether an error in the chain of err has a type.
func is[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// RetryAfter returns the duration in the Retry-After header, given in seconds or as an HTTP date. A date is relative to the
// Date header if there is one, or else to now. The result is 0 if the header is absent or invalid.
func RetryAfter(header http.Header, now time.Time) time.Duration {
	text := header.Get("Retry-After")
	if seconds, err := strconv.ParseUint(text, 10, 64); err == nil {
		return time.Duration(min(seconds, math.MaxInt64/uint64(time.Second))) * time.Second
	}
	until, err := http.ParseTime(text)
	if err != nil {
		return 0
	}
	if date, err := http.ParseTime(header.Get("Date")); err == nil {
		now = date
	}
	return max(0, until.Sub(now))
}

// retryAfter returns the duration that a response asks to wait, at most maxRetryAfter.
func retryAfter(response *http.Response) time.Duration {
	if response == nil {
		return 0
	}
	return min(RetryAfter(response.Header, time.Now()), maxRetryAfter)
}
