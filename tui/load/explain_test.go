package load_test

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/text"
)

var mainnet = load.Endpoint{Network: "mainnet", BaseURL: "https://rpc.example.org"}

// roundTripper responds to requests without a network.
type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(request *http.Request) (*http.Response, error) { return f(request) }

// always returns a transport that gives every request the same response.
func always(status int, body string) roundTripper {
	return func(*http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))}, nil
	}
}

// breaks returns a transport whose every request fails with err.
func breaks(err error) roundTripper {
	return func(*http.Request) (*http.Response, error) { return nil, err }
}

// account requests an account through the transport and returns the error.
func account(t require.TestingT, ctx context.Context, node roundTripper, options ...client.Option) error {
	api, err := client.NewNode(mainnet.BaseURL, append(options, client.WithTransport(node))...)
	require.NoError(t, err)
	_, err = api.Account(ctx, move.Address{31: 1})
	require.Error(t, err)
	return err
}

const accountURL = "https://rpc.example.org/rpc/v3/accounts/0x0000000000000000000000000000000000000000000000000000000000000001"

func TestExplain(t *testing.T) {
	dial := func(err error) error { return &net.OpError{Op: "dial", Net: "tcp", Err: err} }
	refusedConnection := dial(&os.SyscallError{Syscall: "connect", Err: syscall.ECONNREFUSED})
	ended, end := context.WithCancel(t.Context())
	end()
	_, wrongCursor := func() (client.Page[client.Transaction], error) {
		node, err := client.NewNode(mainnet.BaseURL)
		require.NoError(t, err)
		return node.Transactions(t.Context(), move.Address{}, client.PageRequest{Cursor: "last"})
	}()
	_, automated := func() (client.Page[client.Transaction], error) {
		node, err := client.NewNode(mainnet.BaseURL, client.WithVersion(client.V2))
		require.NoError(t, err)
		return node.AutomatedTransactions(t.Context(), move.Address{}, nil, client.PageRequest{})
	}()
	_, wrongBase := client.NewNode("rpc.example.org")
	_, wrongAddress := move.ParseAddress("0xhello")

	for _, c := range []struct {
		name   string
		err    error
		kind   load.Kind
		reason text.Safe
		advice text.Safe
		status int
		url    text.Safe
	}{
		{name: "no failure", err: nil, kind: load.None},
		{
			name: "cancelled", err: account(t, ended, breaks(context.Canceled)), kind: load.Cancelled,
			reason: text.Const("cancelled"), advice: text.Const("retry if you still need it"), url: text.Const(accountURL),
		},
		{
			name: "wrong argument", err: wrongCursor, kind: load.InvalidArgument,
			reason: text.Const(`cursor "last": must be a decimal sequence number up to 2^64-1`), advice: text.Const("nothing was sent; check the argument"),
		},
		{
			name: "wrong base URL", err: wrongBase, kind: load.InvalidArgument,
			reason: text.Const(`base URL "rpc.example.org": must be an absolute http or https URL, such as http://127.0.0.1:27000`),
			advice: text.Const("nothing was sent; check the argument"),
		},
		{
			name: "wrong address", err: wrongAddress, kind: load.InvalidArgument,
			reason: text.Const(`address "0xhello": not hex at character 3`), advice: text.Const("nothing was sent; check the argument"),
		},
		{
			name: "connection refused", err: account(t, t.Context(), breaks(refusedConnection)), kind: load.Unreachable,
			reason: text.Const("no response from https://rpc.example.org: connection refused"), advice: text.Const("check that the node is running and that its URL is correct"), url: text.Const(accountURL),
		},
		{
			name: "no such host", err: account(t, t.Context(), breaks(dial(&net.DNSError{Err: "no such host", Name: "rpc.example.org", IsNotFound: true}))),
			kind:   load.Unreachable,
			reason: text.Const("no response from https://rpc.example.org: no such host: rpc.example.org"),
			advice: text.Const("check that the node is running and that its URL is correct"), url: text.Const(accountURL),
		},
		{
			name: "unknown certificate authority", err: account(t, t.Context(), breaks(x509.UnknownAuthorityError{})), kind: load.Unreachable,
			reason: text.Const("no trusted connection to https://rpc.example.org: its certificate is from an unknown authority"),
			advice: text.Const("add that authority to those of the system, or name a file with it in SSL_CERT_FILE"), url: text.Const(accountURL),
		},
		{
			name: "connection closed", err: account(t, t.Context(), func(*http.Request) (*http.Response, error) {
				body := io.MultiReader(strings.NewReader(`{"sequence_`), errorReader{io.ErrUnexpectedEOF})
				return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(body)}, nil
			}),
			kind: load.Unreachable, reason: text.Const("https://rpc.example.org closed the connection before the response was complete"),
			advice: text.Const("the network or a proxy failed; retry"), url: text.Const(accountURL),
		},
		{
			name: "too slow for the limit", err: account(t, t.Context(), func(request *http.Request) (*http.Response, error) {
				<-request.Context().Done()
				return nil, request.Context().Err()
			}, client.WithTimeout(time.Nanosecond)),
			kind: load.TimedOut, reason: text.Const("no response from https://rpc.example.org in time"),
			advice: text.Const("the node is slow or stuck; retry, or set a longer --timeout"), url: text.Const(accountURL),
		},
		{
			name: "too slow for the network", err: account(t, t.Context(), breaks(&net.OpError{Op: "read", Err: os.ErrDeadlineExceeded})),
			kind: load.TimedOut, reason: text.Const("no response from https://rpc.example.org in time"),
			advice: text.Const("the node is slow or stuck; retry, or set a longer --timeout"), url: text.Const(accountURL),
		},
		{
			name: "too slow for the caller", err: context.DeadlineExceeded, kind: load.TimedOut,
			reason: text.Const("no response from https://rpc.example.org in time"), advice: text.Const("the node is slow or stuck; retry, or set a longer --timeout"),
		},
		{
			name: "not found", err: account(t, t.Context(), always(404, `{"message": "Information not available for 01"}`)), kind: load.NotFound,
			reason: text.Const("not found on mainnet (https://rpc.example.org)"), advice: text.Const("check the address and the network"), status: 404, url: text.Const(accountURL),
		},
		{
			name: "not found, as null", err: account(t, t.Context(), always(200, `null`)), kind: load.NotFound,
			reason: text.Const("not found on mainnet (https://rpc.example.org)"), advice: text.Const("check the address and the network"), status: 200, url: text.Const(accountURL),
		},
		{
			name: "not found, as a bad request", err: account(t, t.Context(), always(400, `{"message": "Information not available"}`)), kind: load.NotFound,
			reason: text.Const("not found on mainnet (https://rpc.example.org)"), advice: text.Const("check the address and the network"), status: 400, url: text.Const(accountURL),
		},
		{
			name: "pruned", err: account(t, t.Context(), roundTripper(func(*http.Request) (*http.Response, error) {
				return &http.Response{StatusCode: 410, Header: http.Header{"X-Oldest-Block": {"1234567"}}, Body: io.NopCloser(strings.NewReader(`{"message": "x"}`))}, nil
			})), kind: load.NotFound,
			reason: text.Const("pruned: mainnet (https://rpc.example.org) no longer has this"),
			advice: text.Const("it has blocks from height 1,234,567; request a later one or use an archive node"), status: 410, url: text.Const(accountURL),
		},
		{
			name: "no such call", err: account(t, t.Context(), always(404, ``)), kind: load.Unsupported,
			reason: text.Const("request not supported by this node: https://rpc.example.org"), advice: text.Const("check the node's URL; the node may run another API version"), status: 404, url: text.Const(accountURL),
		},
		{
			name: "no token", err: account(t, t.Context(), always(401, `{"message": "token missing"}`)), kind: load.Unauthorized,
			reason: text.Const("access denied by mainnet (https://rpc.example.org): status 401 Unauthorized: token missing"),
			advice: text.Const("the key or token for this request is missing or wrong"), status: 401, url: text.Const(accountURL),
		},
		{
			name: "wrong token", err: account(t, t.Context(), always(403, ``)), kind: load.Unauthorized,
			reason: text.Const("access denied by mainnet (https://rpc.example.org): status 403 Forbidden"),
			advice: text.Const("the key or token for this request is missing or wrong"), status: 403, url: text.Const(accountURL),
		},
		{
			name: "rate limited", err: account(t, t.Context(), always(429, ``)), kind: load.RateLimited,
			reason: text.Const("mainnet (https://rpc.example.org) limits our requests"), advice: text.Const("wait a moment, then retry"), status: 429, url: text.Const(accountURL),
		},
		{
			name: "server error", err: account(t, t.Context(), always(500, `{"message": "out of memory"}`)), kind: load.ServerError,
			reason: text.Const("node error: status 500 Internal Server Error: out of memory"),
			advice: text.Const("the problem is on the node's side; retry in a moment"), status: 500, url: text.Const(accountURL),
		},
		{
			name: "proxy error", err: account(t, t.Context(), always(502, `<html>`)), kind: load.ServerError,
			reason: text.Const("node error: status 502 Bad Gateway: HTML page: check that the base URL is that of a node"),
			advice: text.Const("the problem is on the node's side; retry in a moment"), status: 502, url: text.Const(accountURL),
		},
		{
			name: "another status", err: account(t, t.Context(), always(418, `short and stout`)), kind: load.Other,
			reason: text.Const("status 418 I'm a teapot: short and stout"), advice: text.Const("the node rejected the request: check that https://rpc.example.org is a node's URL"), status: 418, url: text.Const(accountURL),
		},
		{
			name: "a web page", err: account(t, t.Context(), always(200, `<!doctype html>`)), kind: load.InvalidResponse,
			reason: text.Const("invalid response: HTML page instead of JSON: check that the base URL is that of a node"),
			advice: text.Const("check that https://rpc.example.org is a node's URL and not a web page or a proxy"), url: text.Const(accountURL),
		},
		{
			name: "deep nesting", err: account(t, t.Context(), always(200, strings.Repeat("[", 501)+strings.Repeat("]", 501))), kind: load.InvalidResponse,
			reason: text.Const("invalid response: the JSON is nested more than 500 levels deep"),
			advice: text.Const("read the response in the deck's list of requests, or save it with --record FILE"), url: text.Const(accountURL),
		},
		{
			name: "rate limited with a delay", err: &client.StatusError{Method: "GET", URL: accountURL, Status: 429, RetryAfter: 20 * time.Second}, kind: load.RateLimited,
			reason: text.Const("mainnet (https://rpc.example.org) limits our requests"), advice: text.Const("wait 20s, then retry"), status: 429, url: text.Const(accountURL),
		},
		{
			name: "wrong type", err: account(t, t.Context(), always(200, `{"sequence_number": "many", "authentication_key": "0x1"}`)), kind: load.InvalidResponse,
			reason: text.Const(`invalid response: sequence_number: "many" instead of an unsigned integer`),
			advice: text.Const("check that https://rpc.example.org is a node's URL and not a web page or a proxy"), url: text.Const(accountURL),
		},
		{
			name: "a wrong address in a response", err: &client.DecodeError{URL: accountURL, Path: "sender", Err: wrongAddress}, kind: load.InvalidResponse,
			reason: text.Const(`invalid response: sender: address "0xhello": not hex at character 3`),
			advice: text.Const("check that https://rpc.example.org is a node's URL and not a web page or a proxy"), url: text.Const(accountURL),
		},
		{
			name: "a view function that failed", kind: load.ViewFailed, status: 400, url: text.Const("https://rpc.example.org/rpc/v3/view"),
			err: &client.ViewError{
				Function: move.FunctionID{Address: move.Address{31: 1}, Module: "coin", Name: "name"}, Message: "ABORTED with sub status 7",
				Err: &client.StatusError{Method: "POST", URL: "https://rpc.example.org/rpc/v3/view", Status: 400},
			},
			reason: text.Const("view function 0x1::coin::name failed: ABORTED with sub status 7"), advice: text.Const("the node is healthy; check the arguments and the state of the chain"),
		},
		{
			name: "a version without the call", err: automated, kind: load.Unsupported,
			reason: text.Const("automated_transactions: not supported by v2 of the RPC: use v3 or auto"),
			advice: text.Const("choose another version with --rpc-version, or omit the flag to detect it"),
		},
		{
			name: "no token for a block", kind: load.Unauthorized, status: 406, url: text.Const("https://rpc.example.org/rpc/v1/consensus/block/height/3?with_batches=false"),
			err:    &client.StatusError{Method: "GET", URL: "https://rpc.example.org/rpc/v1/consensus/block/height/3?with_batches=false", Status: 406},
			reason: text.Const("access denied by mainnet (https://rpc.example.org): status 406 Not Acceptable"),
			advice: text.Const("the token for blocks is missing or wrong: set FOREDECK_CONSENSUS_TOKEN"),
		},
		{
			name: "a rejected price request", kind: load.Other, status: 400, url: text.Const("https://rpc.example.org/history?trading_pair=btc_usdt"),
			err:    &client.StatusError{Method: "GET", URL: "https://rpc.example.org/history?trading_pair=btc_usdt", Status: 400},
			reason: text.Const("status 400 Bad Request"),
			advice: text.Const("the price service rejected the request: check the pair and the time range, and that https://rpc.example.org is its URL"),
		},
		{
			name: "no key for a price", kind: load.Unauthorized, status: 401, url: text.Const("https://rpc.example.org/latest?trading_pair=btc_usdt"),
			err:    &client.StatusError{Method: "GET", URL: "https://rpc.example.org/latest?trading_pair=btc_usdt", Status: 401},
			reason: text.Const("access denied by mainnet (https://rpc.example.org): status 401 Unauthorized"),
			advice: text.Const("the key for prices is missing or wrong: set FOREDECK_API_KEY"),
		},
		{
			name: "no such block", kind: load.NotFound, status: 200, url: text.Const("https://rpc.example.org/rpc/v1/consensus/block/height/3"),
			err:    &client.StatusError{Method: "GET", URL: "https://rpc.example.org/rpc/v1/consensus/block/height/3", Status: 200, Body: []byte("null")},
			reason: text.Const("not found on mainnet (https://rpc.example.org)"), advice: text.Const("the node has no block at this height: not produced yet, or pruned"),
		},
		{
			name: "no such module", kind: load.NotFound, status: 400, url: text.Const(accountURL + "/modules/nope"),
			err:    &client.StatusError{Method: "GET", URL: accountURL + "/modules/nope", Status: 400, Message: "Information not available"},
			reason: text.Const("module nope of 0x1 not found on mainnet (https://rpc.example.org)"),
			advice: text.Const("modules 0x1 lists all of them; check the name and the network"),
		},
		{
			name: "no such resource", kind: load.NotFound, status: 400, url: text.Const(accountURL + "/resources/0x1::coin::Store%3C0x1::a::B%3E"),
			err:    &client.StatusError{Method: "GET", URL: accountURL + "/resources/0x1::coin::Store%3C0x1::a::B%3E", Status: 400, Message: "Information not available"},
			reason: text.Const("resource 0x1::coin::Store<0x1::a::B> of 0x1 not found on mainnet (https://rpc.example.org)"),
			advice: text.Const("resources 0x1 lists all of them; check the name and the network"),
		},
		{
			name: "no such list", kind: load.NotFound, status: 400, url: text.Const(accountURL + "/modules"),
			err:    &client.StatusError{Method: "GET", URL: accountURL + "/modules", Status: 400, Message: "Information not available"},
			reason: text.Const("not found on mainnet (https://rpc.example.org)"), advice: text.Const("check the address and the network"),
		},
		{
			name: "missing in a response", err: fmt.Errorf("no price of a_b: %w", client.ErrNotFound), kind: load.NotFound,
			reason: text.Const("no price of a_b: not found"), advice: text.Const("check that mainnet (https://rpc.example.org) is the right network"),
		},
		{name: "other error", err: errBroken, kind: load.Other, reason: text.Const("broken"), advice: text.Const("retry")},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := load.Failure{Kind: c.kind, Reason: c.reason, Advice: c.advice, Status: c.status, URL: c.url}
			require.Equal(t, want, load.Explain(c.err, mainnet))
			if c.err != nil {
				require.Equal(t, want.Kind, load.Explain(fmt.Errorf("account: %w", c.err), mainnet).Kind, "wrapped")
			}
		})
	}
}

// errorReader fails.
type errorReader struct{ err error }

func (r errorReader) Read([]byte) (int, error) { return 0, r.err }

func TestKindNames(t *testing.T) {
	for kind, want := range map[load.Kind]string{
		load.None: "none", load.Cancelled: "cancelled", load.InvalidArgument: "invalid_argument", load.Unreachable: "unreachable",
		load.TimedOut: "timed_out", load.NotFound: "not_found", load.Unsupported: "unsupported", load.Unauthorized: "unauthorized",
		load.RateLimited: "rate_limited", load.ServerError: "server_error", load.InvalidResponse: "invalid_response", load.ViewFailed: "view_failed",
		load.Other: "other",
	} {
		require.Equal(t, want, kind.String())
	}
}

func TestConnectionRefused(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	base := "http://" + listener.Addr().String()
	require.NoError(t, listener.Close())
	node, err := client.NewNode(base)
	require.NoError(t, err)
	defer node.CloseIdleConnections()
	_, err = node.Account(t.Context(), move.Address{})
	failure := load.Explain(err, load.Endpoint{Network: "local", BaseURL: base})
	require.Equal(t, load.Unreachable, failure.Kind)
	require.Equal(t, text.Format("no response from %s: connection refused", text.Clean(base)), failure.Reason)
}

// The text of any error is one line without control sequences.
func TestHostileErrorsAreSanitized(t *testing.T) {
	hostile := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.SampledFrom([]rune("ab {\"}:\n\r\t\x1b[2J\x07\x9b\u202e\u200b\u2028"))))
	rapid.Check(t, func(t *rapid.T) {
		remote := hostile.Draw(t, "text")
		errs := []error{
			errors.New("failed " + remote),
			fmt.Errorf("%s: %w", remote, context.DeadlineExceeded),
			&client.TransportError{Method: "GET", URL: remote, Err: errors.New(remote)},
			&client.TransportError{Method: "GET", URL: remote, Err: &net.DNSError{Name: remote}},
			&client.TransportError{Method: "GET", URL: remote, Err: errors.Join(errors.New(remote), errors.New(remote))},
			&client.DecodeError{URL: remote, Path: remote, Err: errors.New(remote)},
			&client.ArgumentError{Field: remote, Value: remote, Rule: remote},
			&move.ParseError{Kind: remote, Input: remote, Rule: remote, Position: 1},
		}
		for _, status := range []int{200, 301, 400, 401, 404, 418, 429, 500} {
			errs = append(errs, &client.StatusError{Method: "GET", URL: remote, Status: status, Message: remote, Body: []byte(remote), Location: remote},
				account(t, context.Background(), always(max(status, 400), remote)))
		}
		for _, err := range errs {
			for _, place := range []load.Endpoint{mainnet, {Network: remote, BaseURL: remote}} {
				failure := load.Explain(err, place)
				require.NotEmpty(t, failure.Reason, "%T", err)
				require.NotEmpty(t, failure.Advice, "%T", err)
				for _, s := range []text.Safe{failure.Reason, failure.Advice, failure.URL} {
					for _, r := range s.String() {
						require.False(t, unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co), "%T: %U in %q", err, r, s)
					}
				}
			}
		}
	})
}

// What the price service says is part of the reason, whatever the status.
func TestPriceServiceSays(t *testing.T) {
	t.Parallel()
	const url = "https://prices.example.org/latest?trading_pair=btc_usdt"
	service := load.Endpoint{Network: "mainnet", BaseURL: "https://prices.example.org"}
	for status, want := range map[int]string{
		404: "not found on mainnet (https://prices.example.org): Not listed: btc_usdt is gone", 429: "mainnet (https://prices.example.org) limits our requests: Not listed: btc_usdt is gone",
		400: "status 400 Bad Request: Not listed: btc_usdt is gone", 401: "access denied by mainnet (https://prices.example.org): status 401 Unauthorized: Not listed: btc_usdt is gone",
	} {
		err := &client.StatusError{Method: "GET", URL: url, Status: status, Message: "Not listed: btc_usdt is gone", Body: []byte(`{"error":"Not listed"}`)}
		require.Equal(t, want, load.Explain(err, service).Reason.String())
	}
	hostile := &client.StatusError{Method: "GET", URL: url, Status: 429, Message: "\x1b[2J"}
	require.NotContains(t, load.Explain(hostile, service).Reason.String(), "\x1b")
	wrong := &client.DecodeError{URL: url, Err: errors.New("the price service says \"x\"")}
	require.Equal(t, "check the pair, and that https://prices.example.org is the URL of the price service", load.Explain(wrong, service).Advice.String())
}
