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

// longestRetryAfter is the most that is waited because a server asks for it.
const longestRetryAfter = 30 * time.Second

// failure gives why a try brought no answer, with the answer that says so or the error;
// nil for an answer. A status that another try may change is a failure: 429, 502, 503
// and 504. So is a body that broke off.
func failure(response *http.Response, err error) error {
	if err != nil {
		return err
	}
	if body, ok := response.Body.(*bufferedBody); ok && body.err != nil && !errors.Is(body.err, ErrTooLarge) {
		return body.err
	}
	switch response.StatusCode {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return statusError(response.StatusCode)
	}
	return nil
}

// statusError is a status that is a failure.
type statusError int

func (s statusError) Error() string { return "status " + strconv.Itoa(int(s)) }

// passing tells whether a failure may be over at another try: not when the caller has
// left, when there was no time to ask, when a recording does not hold the answer, when the
// host does not exist or is not whom its certificate names, or when the answer itself is
// broken. Of several bases one is enough.
func passing(ctx context.Context, err error) bool {
	if ctx.Err() != nil {
		return false
	}
	var (
		noTime      *noTimeError
		lookup      *net.DNSError
		certificate *tls.CertificateVerificationError
		plain       tls.RecordHeaderError
		host        x509.HostnameError
		corrupt     flate.CorruptInputError
		bases       *noBaseError
	)
	switch {
	case errors.As(err, &bases):
		return slices.ContainsFunc(bases.failures, func(failed error) bool { return passing(ctx, failed) })
	case errors.Is(err, ErrNotRecorded), errors.As(err, &noTime), errors.As(err, &lookup) && lookup.IsNotFound,
		errors.As(err, &certificate), errors.As(err, &plain), errors.As(err, &host),
		errors.As(err, &corrupt), errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum):
		return false
	}
	return true
}

// RetryAfter reads the header of that name: seconds or an HTTP date. A date is taken
// relative to the server's own clock where its Date header tells it, else to now. 0
// where there is none to obey.
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

// askedToWait is how long an answer asks to wait, at most longestRetryAfter.
func askedToWait(response *http.Response) time.Duration {
	if response == nil {
		return 0
	}
	return min(RetryAfter(response.Header, time.Now()), longestRetryAfter)
}
