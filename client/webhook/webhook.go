// Package webhook posts JSON documents to the webhook of a user. Its address can contain a secret, so errors name the host and no
// other part of it.
package webhook

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

const (
	// timeout is the time limit of each attempt.
	timeout = 10 * time.Second
	// retryPause is the time before the second attempt.
	retryPause = time.Second
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

// Post sends a JSON document. It waits up to 10 s for a response, and tries once more if that can succeed: without a response, or after
// 429 and 5xx.
func (c *Client) Post(ctx context.Context, address string, document []byte) error {
	retry, err := c.attempt(ctx, address, document)
	if !retry {
		return err
	}
	timer := time.NewTimer(retryPause)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
		return ctx.Err()
	}
	_, err = c.attempt(ctx, address, document)
	return err
}

// attempt sends the document. retry reports whether another attempt can succeed.
func (c *Client) attempt(ctx context.Context, address string, document []byte) (retry bool, err error) {
	parsed, err := url.Parse(address)
	if err != nil {
		return false, ErrInvalidAddress
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(document))
	if err != nil {
		return false, ErrInvalidAddress
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "foredeck")
	response, err := c.http.Do(request)
	if err != nil {
		if sent, ok := errors.AsType[*url.Error](err); ok {
			err = sent.Err // without the address
			if sent.Timeout() {
				err = fmt.Errorf("no response within %s", timeout)
			}
		}
		return !errors.Is(err, ErrRedirect), fmt.Errorf("%s: %w", parsed.Host, err)
	}
	defer response.Body.Close()
	_, _ = io.CopyN(io.Discard, response.Body, 64<<10) // so that the connection can be used again
	if response.StatusCode < 300 {
		return false, nil
	}
	retry = response.StatusCode >= 500 || response.StatusCode == http.StatusTooManyRequests
	return retry, fmt.Errorf("%s responded with %d %s", parsed.Host, response.StatusCode, cmp.Or(http.StatusText(response.StatusCode), "(unknown status)"))
}
