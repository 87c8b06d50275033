// Package webhook posts JSON documents to the webhook of a user. Its address can contain a secret, so errors name the host and no
// other part of it.
package webhook

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"foredeck/client/transport"
)

const (
	// timeout is the time limit of each attempt.
	timeout = 10 * time.Second
	// attempts is the number of attempts.
	attempts = 4
	// firstPause is the time before the second attempt; each further one waits twice as long.
	firstPause = time.Second
	// maxPause is the longest time for which a receiver can ask with the header Retry-After. Other alerts wait meanwhile.
	maxPause = 30 * time.Second
)

var (
	// ErrRedirect is the error of a webhook that redirects to another host, which must not get the document.
	ErrRedirect = errors.New("redirects to another address")
	// ErrInvalidAddress is the error of an address that is not a URL.
	ErrInvalidAddress = errors.New("the address is invalid")
)

// Client posts documents. It is safe for concurrent use.
type Client struct{ http http.Client }

// New returns a client.
func New() *Client {
	return &Client{http.Client{Timeout: timeout, CheckRedirect: checkRedirect}}
}

// checkRedirect allows redirects that send the document to the same host again.
func checkRedirect(request *http.Request, via []*http.Request) error {
	first := via[0]
	if request.Method != first.Method || request.URL.Scheme != first.URL.Scheme || request.URL.Host != first.URL.Host || len(via) > 3 {
		return ErrRedirect
	}
	return nil
}

// Post sends a JSON document. It waits up to 10 s for each response, and tries again up to three times, after 1, 2 and 4 s or the time
// that the receiver asks for, if that can succeed: without a response, or after 429 and 5xx. It returns the last error, a *TemporaryError if
// another attempt can succeed later.
func (c *Client) Post(ctx context.Context, address string, document []byte) error {
	return c.PostAs(ctx, address, "", document)
}

// PostAs is Post with a bearer token, none if that is empty.
func (c *Client) PostAs(ctx context.Context, address, token string, document []byte) error {
	pause := firstPause
	for left := attempts - 1; ; left-- {
		result := c.attempt(ctx, address, token, document)
		switch {
		case !result.canRetry:
			return result.err
		case left == 0:
			return &TemporaryError{result.err}
		}
		if err := transport.Sleep(ctx, max(pause, result.pause)); err != nil {
			return err
		}
		pause *= 2
	}
}

// TemporaryError is the error of a document that can be sent later: the receiver did not respond, or asked for that.
type TemporaryError struct{ err error }

func (e *TemporaryError) Error() string { return e.err.Error() }

// Unwrap returns the cause.
func (e *TemporaryError) Unwrap() error { return e.err }

// result is the outcome of an attempt.
type result struct {
	err      error
	canRetry bool          // another attempt can succeed
	pause    time.Duration // that the receiver asks for before it
}

// attempt sends the document.
func (c *Client) attempt(ctx context.Context, address, token string, document []byte) result {
	parsed, err := url.Parse(address)
	if err != nil {
		return result{err: ErrInvalidAddress}
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(document))
	if err != nil {
		return result{err: ErrInvalidAddress}
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "foredeck")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := c.http.Do(request)
	if err != nil {
		err = withoutAddress(err)
		_, isUntrusted := errors.AsType[*tls.CertificateVerificationError](err)
		return result{err: fmt.Errorf("%s: %w", parsed.Host, err), canRetry: !errors.Is(err, ErrRedirect) && !isUntrusted}
	}
	defer response.Body.Close()
	_, _ = io.CopyN(io.Discard, response.Body, 64<<10) // so that the connection can be used again
	if response.StatusCode < 300 {
		return result{}
	}
	return result{
		err:      fmt.Errorf("%s responded with %d %s", parsed.Host, response.StatusCode, cmp.Or(http.StatusText(response.StatusCode), "(unknown status)")),
		canRetry: response.StatusCode >= 500 || response.StatusCode == http.StatusTooManyRequests,
		pause:    retryAfter(response.Header),
	}
}

// withoutAddress returns an error of the HTTP client without the address of the request, and without addresses that the receiver sent.
func withoutAddress(err error) error {
	sent, ok := errors.AsType[*url.Error](err)
	switch {
	case !ok:
		return err
	case sent.Timeout():
		return fmt.Errorf("no response within %s", timeout)
	case strings.Contains(sent.Err.Error(), "Location"):
		return ErrRedirect
	}
	return sent.Err
}

// retryAfter returns the time that the header Retry-After asks for in seconds, at most maxPause.
func retryAfter(header http.Header) time.Duration {
	seconds, err := strconv.Atoi(header.Get("Retry-After"))
	if err != nil {
		return 0
	}
	return time.Duration(min(max(seconds, 0), int(maxPause/time.Second))) * time.Second
}
