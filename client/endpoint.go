package client

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"foredeck/client/transport"
)

const (
	defaultTimeout    = 30 * time.Second
	maxBodyBytes      = 32 << 20 // uncompressed
	maxErrorBodyBytes = 64 << 10 // read to find the message
	maxRedirects      = 10
)

// endpoint is a base URL with an HTTP client. It is safe for concurrent use.
type endpoint struct {
	base    string // without a trailing slash
	client  *http.Client
	timeout time.Duration // of a request with its retries, including the body
	// cursorHeader is the header with the cursor of a list; "" for the one whose name ends in -cursor.
	cursorHeader string
}

// newEndpoint returns an endpoint. field names the base URL in errors. A nil roundTripper is that of the default policy.
func newEndpoint(field, baseURL string, roundTripper http.RoundTripper, timeout time.Duration) (*endpoint, error) {
	base, err := parseBaseURL(field, baseURL)
	if err != nil {
		return nil, err
	}
	if timeout <= 0 {
		return nil, &ArgumentError{Field: "timeout", Value: timeout.String(), Rule: "must be greater than 0"}
	}
	if roundTripper == nil {
		policy := transport.Default()
		policy.IdleTimeout = 0 // timeout bounds the request
		if roundTripper, err = policy.Transport(); err != nil {
			return nil, err
		}
	}
	return &endpoint{base: base, client: &http.Client{Transport: transport.Redacting(roundTripper), CheckRedirect: stayOnHost}, timeout: timeout}, nil
}

func parseBaseURL(field, baseURL string) (string, error) {
	invalid := &ArgumentError{Field: field, Value: baseURL}
	if strings.ContainsAny(baseURL, "@?#") {
		invalid.Value = "" // can contain secrets
	}
	parsed, err := url.Parse(baseURL)
	switch {
	case err != nil || parsed.Scheme != "http" && parsed.Scheme != "https" || parsed.Hostname() == "":
		invalid.Rule = "must be an absolute http or https URL, such as http://127.0.0.1:27000"
	case parsed.User != nil:
		invalid.Rule = "must not contain a user name or password"
	case parsed.RawQuery != "" || parsed.ForceQuery:
		invalid.Rule = "must not contain a query"
	case strings.Contains(baseURL, "#"):
		invalid.Rule = "must not contain a fragment"
	case !validPort(parsed.Port()):
		invalid.Rule = "must have a port from 1 to 65535"
	default:
		return strings.TrimRight(parsed.String(), "/"), nil
	}
	return "", invalid
}

func validPort(port string) bool {
	number, err := strconv.ParseUint(port, 10, 16)
	return port == "" || err == nil && number > 0
}

// stayOnHost is a redirect policy that only follows redirects to the same host, with the same port or from http to https, and never with
// secret headers or another method. Other redirects become a *StatusError.
func stayOnHost(request *http.Request, earlier []*http.Request) error {
	from, to := earlier[len(earlier)-1].URL, request.URL
	sameServer := from.Scheme == to.Scheme && from.Port() == to.Port()
	upgrade := from.Scheme == "http" && to.Scheme == "https"
	if !strings.EqualFold(from.Hostname(), to.Hostname()) || !sameServer && !upgrade {
		return http.ErrUseLastResponse
	}
	if request.Context().Value(secretKey{}) != nil || request.Method != earlier[0].Method {
		return http.ErrUseLastResponse
	}
	if len(earlier) >= maxRedirects {
		return fmt.Errorf("stopped after %d redirects", maxRedirects)
	}
	return nil
}

// apiRequest is a request to an endpoint.
type apiRequest struct {
	path  string // escaped
	query url.Values
	// contentType is the media type of the body. If it is set, the body is sent with POST; other requests use GET.
	contentType string
	body        []byte
	// secret headers, such as Authorization, are sent only to the endpoint's base URL, and a token to the others of its failover. The
	// transport removes them from responses.
	secret http.Header
}

// secretKey marks the context of a request that has secret headers.
type secretKey struct{}

// apiResponse is a successful response with its origin.
type apiResponse struct {
	method string
	url    string
	header http.Header
	status int
	body   []byte

	cursorHeader string // as in the endpoint
}

// get requests the JSON at a path under the base URL.
func (e *endpoint) get(ctx context.Context, path string, query url.Values) (apiResponse, error) {
	return e.do(ctx, apiRequest{path: path, query: query})
}

// do sends a request and returns the JSON of the response. All requests of this package go through it. If the response is
// null, the error is a *StatusError that matches ErrNotFound. If the body breaks off, its start comes with the error.
func (e *endpoint) do(ctx context.Context, r apiRequest) (apiResponse, error) {
	method, address := http.MethodGet, e.base+r.path
	if r.contentType != "" {
		method = http.MethodPost
	}
	if len(r.query) > 0 {
		address += "?" + r.query.Encode()
	}
	limited, cancel := context.WithTimeout(ctx, e.timeout)
	defer cancel()
	if len(r.secret) > 0 {
		limited = context.WithValue(limited, secretKey{}, true)
	}
	failed := func(err error) error {
		at, err := e.failedNode(address, err)
		return &TransportError{Method: method, URL: at, Err: e.transportCause(ctx, limited, err)}
	}

	var sent io.Reader
	if r.body != nil {
		sent = bytes.NewReader(r.body)
	}
	request, err := http.NewRequestWithContext(limited, method, address, sent)
	if err != nil {
		return apiResponse{}, failed(err)
	}
	for name, values := range r.secret {
		request.Header[http.CanonicalHeaderKey(name)] = values
	}
	if r.contentType != "" {
		request.Header.Set("Content-Type", r.contentType)
	}
	request.Header["Accept"], request.Header["User-Agent"] = acceptedType, userAgent
	response, err := e.send(request)
	if err != nil {
		return apiResponse{}, failed(err)
	}
	defer response.Body.Close()
	if sentTo := transport.SentTo(response); sentTo != nil && strings.HasSuffix(sentTo.String(), address[len(e.base):]) {
		address = sentTo.String() // not after a redirect
	}

	brokeOff := func(body []byte, err error) error {
		return failed(fmt.Errorf("response ended after %d bytes: %w", len(body), err))
	}

	if response.StatusCode/100 != 2 {
		body, err := io.ReadAll(io.LimitReader(response.Body, maxErrorBodyBytes))
		if err != nil && (len(body) == 0 || limited.Err() != nil) {
			return apiResponse{}, brokeOff(body, err)
		}
		return apiResponse{}, newStatusError(method, address, response, body)
	}

	found := apiResponse{method: method, url: address, header: response.Header, status: response.StatusCode, cursorHeader: e.cursorHeader}
	found.body, err = transport.ReadBody(response.Body, maxBodyBytes+1)
	invalid := func(err error) error { return &DecodeError{URL: address, Err: err} }
	switch {
	case isCorruptGzip(err):
		return apiResponse{}, invalid(err)
	case errors.Is(err, transport.ErrTooLarge):
		return apiResponse{}, invalid(errBodyTooLarge)
	case errors.Is(err, transport.ErrMemoryLimit):
		return apiResponse{}, failed(err)
	case err != nil:
		return found, brokeOff(found.body, err)
	case len(found.body) > maxBodyBytes:
		return apiResponse{}, invalid(errBodyTooLarge)
	case len(bytes.TrimSpace(found.body)) == 0:
		return apiResponse{}, invalid(errEmptyBody)
	case isHTML(found.body):
		return apiResponse{}, invalid(errHTML)
	case isNull(found.body):
		return apiResponse{}, nullError(found)
	}
	return found, nil
}

// The values of headers of all requests, which nothing changes.
var acceptedType, userAgent = []string{"application/json"}, []string{"foredeck"}

// send sends a request. An http.Client would copy its header in case of a redirect, so it takes over only then.
func (e *endpoint) send(request *http.Request) (*http.Response, error) {
	response, err := e.client.Transport.RoundTrip(request)
	if record, ok := err.(tls.RecordHeaderError); ok && string(record.RecordHeader[:]) == "HTTP/" {
		return nil, http.ErrSchemeMismatch // as an http.Client says it
	}
	if err != nil || response.StatusCode/100 != 3 {
		return response, err
	}
	follower := *e.client
	follower.Transport = &redirected{e.client.Transport, response}
	return follower.Do(request)
}

// redirected is a transport whose first response has already arrived.
type redirected struct {
	http.RoundTripper
	first *http.Response
}

func (r *redirected) RoundTrip(request *http.Request) (*http.Response, error) {
	if first := r.first; first != nil {
		r.first = nil
		return first, nil
	}
	return r.RoundTripper.RoundTrip(request)
}

// failedNode returns the URL of a failed request at the node that failed, which is another one after failover, and the error
// without that node.
func (e *endpoint) failedNode(address string, err error) (string, error) {
	// net/http adds the method and the URL, which TransportError has too.
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		err = wrapped.Err
	}
	node, ok := err.(*transport.NodeError)
	if !ok {
		return address, err
	}
	if rest, own := strings.CutPrefix(address, e.base); own {
		address = node.BaseURL + rest
	}
	return address, node.Err
}

// transportCause returns the error that explains why no complete response arrived.
func (e *endpoint) transportCause(caller, limited context.Context, err error) error {
	switch {
	case caller.Err() != nil:
		return caller.Err()
	case limited.Err() != nil:
		return timeLimitError{e.timeout}
	}
	if failure, ok := errors.AsType[*net.OpError](err); ok && failure.Op == "dial" {
		return fmt.Errorf("cannot connect: %w: check that the node is running and the base URL is correct", err)
	}
	return err
}

// timeLimitError reports that the timeout of the endpoint expired.
type timeLimitError struct{ limit time.Duration }

func (e timeLimitError) Error() string {
	return fmt.Sprintf("no complete response within %v: try again or increase the timeout", e.limit)
}

func (e timeLimitError) Timeout() bool   { return true }
func (e timeLimitError) Temporary() bool { return true }
func (e timeLimitError) Unwrap() error   { return context.DeadlineExceeded }

func isCorruptGzip(err error) bool {
	if err == nil {
		return false
	}
	var corrupt flate.CorruptInputError
	return errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) || errors.As(err, &corrupt)
}
