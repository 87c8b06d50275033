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
	"sync/atomic"
	"time"

	"foredeck/client/move"
	"foredeck/client/transport"
)

const (
	defaultTimeout    = 30 * time.Second
	maxBodyBytes      = 32 << 20 // of an answer, unpacked
	maxErrorBodyBytes = 64 << 10 // read of an error's body, to find its message
	maxRedirects      = 10
)

// Node asks one node. It is safe for concurrent use and keeps connections for reuse.
type Node struct {
	base    string // without a slash at the end
	client  *http.Client
	timeout time.Duration
	version version
	// inclusiveStart: the node was seen to take the start of a list of sent transactions
	// as inclusive.
	inclusiveStart atomic.Bool
}

// version is what differs between the versions of the RPC: paths, wrappers and the
// rules of cursors. Each version has a file of its own.
type version interface {
	account(context.Context, *Node, move.Address) (Account, error)
	// transactions gets a request whose order and count are valid.
	transactions(context.Context, *Node, move.Address, PageRequest) (Page[Transaction], error)
}

// Option changes how a Node asks.
type Option func(*settings)

type settings struct {
	client    http.Client
	transport http.RoundTripper
	timeout   time.Duration
}

// WithHTTPClient takes transport, cookies and redirect rule from a client, which is
// copied. Redirects to another host are not followed even where its rule would.
func WithHTTPClient(client *http.Client) Option {
	return func(s *settings) { s.client = *client }
}

// WithTransport sends the requests through a transport, also where WithHTTPClient
// brings another.
func WithTransport(roundTripper http.RoundTripper) Option {
	return func(s *settings) { s.transport = roundTripper }
}

// WithTimeout limits a whole request, its body included; it must be over 0. The
// default is 30 seconds.
func WithTimeout(limit time.Duration) Option {
	return func(s *settings) { s.timeout = limit }
}

// NewNode makes a Node from a base URL such as http://127.0.0.1:27000; a path in it is
// put before those of the RPC. It makes no request. The error is an *ArgumentError
// when the URL is not an absolute http or https URL, or carries user info, a query or
// a fragment.
func NewNode(baseURL string, options ...Option) (*Node, error) {
	base, err := parseBaseURL(baseURL)
	if err != nil {
		return nil, err
	}
	chosen := settings{timeout: defaultTimeout}
	for _, option := range options {
		option(&chosen)
	}
	if chosen.timeout <= 0 {
		return nil, &ArgumentError{Field: "timeout", Value: chosen.timeout.String(), Rule: "must be over 0"}
	}
	client := &chosen.client
	if chosen.transport != nil {
		client.Transport = chosen.transport
	}
	if client.Transport == nil {
		client.Transport = transport.New()
	}
	client.CheckRedirect = stayOnHost(client.CheckRedirect)
	return &Node{base: base, client: client, timeout: chosen.timeout, version: v3{}}, nil
}

func parseBaseURL(baseURL string) (string, error) {
	wrong := &ArgumentError{Field: "base URL", Value: baseURL}
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
// from http to https, so that what is meant for a node reaches nobody else. Any other
// redirect is the answer itself, a *StatusError. A rule of the caller comes after it.
func stayOnHost(rule func(*http.Request, []*http.Request) error) func(*http.Request, []*http.Request) error {
	return func(request *http.Request, earlier []*http.Request) error {
		from, to := earlier[len(earlier)-1].URL, request.URL
		sameServer := from.Scheme == to.Scheme && from.Port() == to.Port()
		upgrade := from.Scheme == "http" && to.Scheme == "https"
		if !strings.EqualFold(from.Hostname(), to.Hostname()) || !sameServer && !upgrade {
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

// BaseURL is the base URL as it is used, without a slash at its end.
func (n *Node) BaseURL() string { return n.base }

// CloseIdleConnections closes the connections that are kept for reuse. The Node stays
// usable. Call it when a Node is done with and the program goes on.
func (n *Node) CloseIdleConnections() { n.client.CloseIdleConnections() }

// answer is the body of a successful answer and where it came from.
type answer struct {
	url  string
	body []byte
}

// get asks for a path under the base URL and gives the JSON of the answer; every
// request of a Node goes through it. Where a body breaks off, what arrived of it comes
// with the error.
func (n *Node) get(ctx context.Context, path string, query url.Values) (answer, error) {
	address := n.base + path
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	limited, cancel := context.WithTimeout(ctx, n.timeout)
	defer cancel()
	failed := func(err error) error {
		return &TransportError{Method: http.MethodGet, URL: address, Err: n.transportCause(ctx, limited, err)}
	}

	request, err := http.NewRequestWithContext(limited, http.MethodGet, address, nil)
	if err != nil {
		return answer{}, failed(err)
	}
	request.Header.Set("Accept", "application/json")
	request.Header.Set("User-Agent", "foredeck")
	response, err := n.client.Do(request)
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
		return answer{}, newStatusError(http.MethodGet, address, response, body)
	}

	body, err := io.ReadAll(io.LimitReader(response.Body, maxBodyBytes+1))
	wrong := func(err error) error { return &DecodeError{URL: address, Err: err} }
	switch {
	case isCorruptGzip(err):
		return answer{}, wrong(err)
	case err != nil:
		return answer{address, body}, brokeOff(body, err)
	case len(body) > maxBodyBytes:
		return answer{}, wrong(ErrTooLarge)
	case len(bytes.TrimSpace(body)) == 0:
		return answer{}, wrong(ErrEmptyBody)
	case isHTML(body):
		return answer{}, wrong(ErrHTML)
	case isNull(body):
		return answer{}, newStatusError(http.MethodGet, address, response, body)
	}
	return answer{address, body}, nil
}

// transportCause words why no full answer came.
func (n *Node) transportCause(caller, limited context.Context, err error) error {
	// net/http repeats the method and the address, which a TransportError has already.
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	switch {
	case caller.Err() != nil:
		return caller.Err()
	case limited.Err() != nil:
		return timeLimitError{n.timeout}
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
