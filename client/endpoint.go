package client

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"context"
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
	maxBodyBytes      = 32 << 20 // of an answer, unpacked
	maxErrorBodyBytes = 64 << 10 // read of an error's body, to find its message
	maxRedirects      = 10
)

// endpoint is a base URL and how to ask there. It is safe for concurrent use and keeps
// connections for reuse.
type endpoint struct {
	base    string // without a slash at the end
	client  *http.Client
	timeout time.Duration // of a whole request, its body included
	// cursorHeader is where an answer has the cursor of a list; empty: the header whose name ends in -cursor.
	cursorHeader string
}

// newEndpoint makes an endpoint; field names the base URL in errors. Of the client a copy
// is taken; a round tripper that is not nil takes the place of its own.
func newEndpoint(field, baseURL string, client http.Client, roundTripper http.RoundTripper, timeout time.Duration) (*endpoint, error) {
	base, err := parseBaseURL(field, baseURL)
	if err != nil {
		return nil, err
	}
	if timeout <= 0 {
		return nil, &ArgumentError{Field: "timeout", Value: timeout.String(), Rule: "must be over 0"}
	}
	if roundTripper != nil {
		client.Transport = roundTripper
	}
	if client.Transport == nil {
		client.Transport = transport.New()
	}
	client.CheckRedirect = stayOnHost(client.CheckRedirect)
	return &endpoint{base: base, client: &client, timeout: timeout}, nil
}

func parseBaseURL(field, baseURL string) (string, error) {
	wrong := &ArgumentError{Field: field, Value: baseURL}
	if strings.ContainsAny(baseURL, "@?#") {
		wrong.Value = "" // what stands beside these may be secret
	}
	parsed, err := url.Parse(baseURL)
	switch {
	case err != nil || parsed.Scheme != "http" && parsed.Scheme != "https" || parsed.Hostname() == "":
		wrong.Rule = "must be an absolute http or https URL, such as http://127.0.0.1:27000"
	case parsed.User != nil:
		wrong.Rule = "must not carry a user name or password"
	case parsed.RawQuery != "" || parsed.ForceQuery:
		wrong.Rule = "must not carry a query"
	case strings.Contains(baseURL, "#"):
		wrong.Rule = "must not carry a fragment"
	case !validPort(parsed.Port()):
		wrong.Rule = "must have a port of 1 to 65535"
	default:
		return strings.TrimRight(parsed.String(), "/"), nil
	}
	return "", wrong
}

func validPort(port string) bool {
	number, err := strconv.ParseUint(port, 10, 16)
	return port == "" || err == nil && number > 0
}

// stayOnHost is the rule of redirects: only to the same host, on the same port or up
// from http to https, so that what is meant for a node reaches nobody else; never with
// headers that may hold a secret, and never as another method. Any other redirect is the
// answer itself, a *StatusError. A rule of the caller comes after it.
func stayOnHost(rule func(*http.Request, []*http.Request) error) func(*http.Request, []*http.Request) error {
	return func(request *http.Request, earlier []*http.Request) error {
		from, to := earlier[len(earlier)-1].URL, request.URL
		sameServer := from.Scheme == to.Scheme && from.Port() == to.Port()
		upgrade := from.Scheme == "http" && to.Scheme == "https"
		if !strings.EqualFold(from.Hostname(), to.Hostname()) || !sameServer && !upgrade {
			return http.ErrUseLastResponse
		}
		if request.Context().Value(secretKey{}) != nil || request.Method != earlier[0].Method {
			return http.ErrUseLastResponse
		}
		if rule != nil {
			return rule(request, earlier)
		}
		if len(earlier) >= maxRedirects {
			return fmt.Errorf("stopped after %d redirects", maxRedirects)
		}
		return nil
	}
}

// question is a request to an endpoint.
type question struct {
	path  string // escaped
	query url.Values
	// contentType is that of the body. Where it is set the body is sent with POST;
	// anything else is asked with GET.
	contentType string
	body        []byte
	// secret headers, such as Authorization, go to the endpoint's own host: a redirect is
	// not followed with them. No error shows them.
	secret http.Header
}

// hide takes the secrets out of what a server says: some repeat what they were sent.
func (q question) hide(text []byte) []byte {
	for _, values := range q.secret {
		for _, value := range values {
			secret := value[strings.LastIndexByte(value, ' ')+1:] // without Bearer
			text = bytes.ReplaceAll(text, []byte(secret), []byte("[hidden]"))
		}
	}
	return text
}

// secretKey marks the context of a request with secret headers.
type secretKey struct{}

// answer is the body of a successful answer and where it came from.
type answer struct {
	method string
	url    string
	header http.Header
	status int
	body   []byte

	cursorHeader string // as in the endpoint
}

// get asks for the JSON at a path under the base URL.
func (e *endpoint) get(ctx context.Context, path string, query url.Values) (answer, error) {
	return e.ask(ctx, question{path: path, query: query})
}

// ask sends a request and gives the JSON of the answer; every request of this package
// goes through it. Null is answered with a *StatusError that is ErrNotFound. Where a body
// breaks off, what arrived of it comes with the error.
func (e *endpoint) ask(ctx context.Context, q question) (answer, error) {
	method, address := http.MethodGet, e.base+q.path
	if q.contentType != "" {
		method = http.MethodPost
	}
	if len(q.query) > 0 {
		address += "?" + q.query.Encode()
	}
	limited, cancel := context.WithTimeout(ctx, e.timeout)
	defer cancel()
	if len(q.secret) > 0 {
		limited = context.WithValue(limited, secretKey{}, true)
	}
	failed := func(err error) error {
		return &TransportError{Method: method, URL: address, Err: e.transportCause(ctx, limited, err)}
	}

	request, err := http.NewRequestWithContext(limited, method, address, bytes.NewReader(q.body))
	if err != nil {
		return answer{}, failed(err)
	}
	for name, values := range q.secret {
		request.Header[http.CanonicalHeaderKey(name)] = values
	}
	if q.contentType != "" {
		request.Header.Set("Content-Type", q.contentType)
	}
	request.Header.Set("Accept", "application/json")
	request.Header.Set("User-Agent", "foredeck")
	response, err := e.client.Do(request)
	if err != nil {
		return answer{}, failed(err)
	}
	defer response.Body.Close()

	brokeOff := func(body []byte, err error) error {
		return failed(fmt.Errorf("the answer broke off after %d bytes: %w", len(body), err))
	}

	if response.StatusCode/100 != 2 {
		body, err := io.ReadAll(io.LimitReader(response.Body, maxErrorBodyBytes))
		if err != nil && (len(body) == 0 || limited.Err() != nil) {
			return answer{}, brokeOff(body, err)
		}
		response.Header.Set("Location", string(q.hide([]byte(response.Header.Get("Location")))))
		return answer{}, newStatusError(method, address, response, q.hide(body))
	}

	found := answer{method: method, url: address, header: response.Header, status: response.StatusCode, cursorHeader: e.cursorHeader}
	found.body, err = io.ReadAll(io.LimitReader(response.Body, maxBodyBytes+1))
	wrong := func(err error) error { return &DecodeError{URL: address, Err: err} }
	switch {
	case isCorruptGzip(err):
		return answer{}, wrong(err)
	case err != nil:
		return found, brokeOff(found.body, err)
	case len(found.body) > maxBodyBytes:
		return answer{}, wrong(ErrTooLarge)
	case len(bytes.TrimSpace(found.body)) == 0:
		return answer{}, wrong(ErrEmptyBody)
	case isHTML(found.body):
		return answer{}, wrong(ErrHTML)
	case isNull(found.body):
		return answer{}, nothing(found)
	}
	return found, nil
}

// transportCause words why no full answer came.
func (e *endpoint) transportCause(caller, limited context.Context, err error) error {
	// net/http repeats the method and the address, which a TransportError has already.
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	switch {
	case caller.Err() != nil:
		return caller.Err()
	case limited.Err() != nil:
		return timeLimitError{e.timeout}
	}
	var failure *net.OpError
	if errors.As(err, &failure) && failure.Op == "dial" {
		return fmt.Errorf("cannot be reached (is the node running, is the base URL right?): %w", err)
	}
	return err
}

// timeLimitError tells that the Node's own limit struck.
type timeLimitError struct{ limit time.Duration }

func (e timeLimitError) Error() string {
	return fmt.Sprintf("no full answer within %v; try again, or allow more time", e.limit)
}

func (e timeLimitError) Timeout() bool   { return true }
func (e timeLimitError) Temporary() bool { return true }
func (e timeLimitError) Unwrap() error   { return context.DeadlineExceeded }

func isCorruptGzip(err error) bool {
	var corrupt flate.CorruptInputError
	return errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) || errors.As(err, &corrupt)
}
