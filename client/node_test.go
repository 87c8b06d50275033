package client

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

const accountBody = `{"sequence_number": 1204, "authentication_key": "` + keyText + `"}`

// serve starts a server and returns a Node for it.
func serve(t *testing.T, handler http.HandlerFunc, options ...Option) *Node {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	node, err := NewNode(server.URL, options...)
	require.NoError(t, err)
	t.Cleanup(node.CloseIdleConnections)
	return node
}

func responding(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func TestNewNodeBaseURL(t *testing.T) {
	t.Parallel()
	good := map[string]string{
		"http://127.0.0.1:27000":    "http://127.0.0.1:27000",
		"http://127.0.0.1:27000//":  "http://127.0.0.1:27000",
		"HTTPS://node.example/":     "https://node.example",
		"https://node.example/a/b/": "https://node.example/a/b",
		"http://[::1]:27000":        "http://[::1]:27000",
	}
	for given, want := range good {
		node, err := NewNode(given)
		require.NoError(t, err, given)
		require.Equal(t, want, node.BaseURL())
	}

	absolute := "must be an absolute http or https URL, such as http://127.0.0.1:27000"
	bad := map[string]string{
		"":                           "base URL: " + absolute,
		"node.example":               `base URL "node.example": ` + absolute,
		"127.0.0.1:27000":            `base URL "127.0.0.1:27000": ` + absolute,
		"/rpc":                       `base URL "/rpc": ` + absolute,
		"ftp://node.example":         `base URL "ftp://node.example": ` + absolute,
		"http:node.example":          `base URL "http:node.example": ` + absolute,
		"http://":                    `base URL "http://": ` + absolute,
		"http://:27000":              `base URL "http://:27000": ` + absolute,
		"http://no de":               `base URL "http://no de": ` + absolute,
		"http://node:0":              `base URL "http://node:0": must have a port from 1 to 65535`,
		"http://node:65536":          `base URL "http://node:65536": must have a port from 1 to 65535`,
		"http://me:secret@node":      "base URL: must not contain a user name or password",
		"http://me:secret@node:port": "base URL: " + absolute,
		"http://node?key=secret":     "base URL: must not contain a query",
		"http://node?":               "base URL: must not contain a query",
		"http://node#part":           "base URL: must not contain a fragment",
		"http://node/#":              "base URL: must not contain a fragment",
	}
	for given, want := range bad {
		_, err := NewNode(given)
		var wrong *ArgumentError
		require.ErrorAs(t, err, &wrong, given)
		require.EqualError(t, err, want)
	}
}

func TestNewNodeTimeout(t *testing.T) {
	t.Parallel()
	_, err := NewNode("http://node", WithTimeout(0))
	var wrong *ArgumentError
	require.ErrorAs(t, err, &wrong)
	require.EqualError(t, err, `timeout "0s": must be greater than 0`)
}

func TestRequest(t *testing.T) {
	t.Parallel()
	var got *http.Request
	node := serve(t, func(w http.ResponseWriter, request *http.Request) {
		got = request
		responding(http.StatusOK, accountBody)(w, request)
	})
	account, err := node.Account(t.Context(), sender)
	require.NoError(t, err)
	require.Equal(t, Account{Address: sender, SequenceNumber: 1204, AuthenticationKey: keyText, Raw: raw(accountBody)}, account)
	require.Equal(t, http.MethodGet, got.Method)
	require.Equal(t, "/rpc/v3/accounts/"+senderText, got.RequestURI)
	require.Equal(t, "application/json", got.Header.Get("Accept"))
	require.Equal(t, "foredeck", got.Header.Get("User-Agent"))
	require.Equal(t, "gzip", got.Header.Get("Accept-Encoding"))
}

func TestRequestPathPrefix(t *testing.T) {
	t.Parallel()
	node, err := NewNode("http://node/some%2Fprefix/", WithTransport(roundTrip(func(request *http.Request) (*http.Response, error) {
		require.Equal(t, "http://node/some%2Fprefix/rpc/v3/accounts/"+senderText, request.URL.String())
		return response(request, http.StatusOK, accountBody), nil
	})))
	require.NoError(t, err)
	_, err = node.Account(t.Context(), sender)
	require.NoError(t, err)
}

func TestAccountBodies(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		body  string
		want  uint64
		text  string
		other string
	}{
		{name: "a number as text", body: `{"sequence_number":"18446744073709551615","authentication_key":"` + keyText + `"}`, want: 1<<64 - 1},
		{name: "more fields", other: `{"guid":{"x":[1]}}`, body: `{"guid":{"x":[1]},"authentication_key":"` + strings.ToUpper(keyText[2:]) + `","sequence_number":5}`, want: 5},
		{name: "no number", body: `{"authentication_key":"` + keyText + `"}`, text: "sequence_number is missing"},
		{name: "no key", body: `{"sequence_number":5}`, text: "authentication_key is missing"},
		{name: "a message", body: `{"message":"hm"}`, text: "sequence_number is missing"},
		{name: "a bad number", body: `{"sequence_number":"a","authentication_key":"k"}`, text: `sequence_number: "a" instead of an unsigned integer`},
		{name: "a list", body: `[1]`, text: "an array instead of an object"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			node := serve(t, responding(http.StatusOK, test.body))
			account, err := node.Account(t.Context(), sender)
			if test.text == "" {
				require.NoError(t, err)
				require.Equal(t, Account{Address: sender, SequenceNumber: test.want, AuthenticationKey: keyText, Raw: raw(test.body), Other: account.Other}, account)
				requireOther(t, test.other, account.Other)
				return
			}
			var wrong *DecodeError
			require.ErrorAs(t, err, &wrong)
			require.EqualError(t, err, "cannot decode response of "+node.BaseURL()+"/rpc/v3/accounts/"+senderText+": "+test.text)
			require.Empty(t, account)
		})
	}
}

func TestInvalidResponses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		handler http.HandlerFunc
		kind    any // a pointer to the type of error
		is      error
		text    string // after the address
	}{
		{"HTML", responding(200, "\n<!doctype html><p>hi"), new(*DecodeError), errHTML, ": HTML page instead of JSON: check that the base URL is that of a node"},
		{"an empty body", responding(200, " \n"), new(*DecodeError), errEmptyBody, ": empty body instead of JSON"},
		{"no content", responding(204, ""), new(*DecodeError), errEmptyBody, ": empty body instead of JSON"},
		{"null", responding(200, "null\n"), new(*StatusError), ErrNotFound, ": status 200 OK: null: not found"},
		{"half of the JSON", responding(200, accountBody[:30]), new(*DecodeError), errTruncated, ": incomplete JSON"},
		{"junk after the JSON", responding(200, accountBody+"x"), new(*DecodeError), errTrailingData, ": unexpected data after the JSON"},
		{"words", responding(200, "OK"), new(*DecodeError), nil, ": invalid JSON at byte 0: invalid character 'O' at start of value"},
		{"404 with a message", responding(404, `{"message":"Information not available for 0b0b"}`), new(*StatusError), ErrNotFound, ": status 404 Not Found: Information not available for 0b0b"},
		{"404 without a body", responding(404, ""), new(*StatusError), ErrUnsupported, ": status 404 Not Found: this deployment does not have the call"},
		{"500", responding(500, `{"message":"Internal server error: store lookup failed"}`), new(*StatusError), nil, ": status 500 Internal Server Error: Internal server error: store lookup failed"},
		{"502 of a proxy", responding(502, "<html>"+strings.Repeat("x", 100_000)), new(*StatusError), nil, ": status 502 Bad Gateway: HTML page: check that the base URL is that of a node"},
		{"a redirect to another host", func(w http.ResponseWriter, request *http.Request) {
			http.Redirect(w, request, "http://other.example/x", http.StatusTemporaryRedirect)
		}, new(*StatusError), nil, ": status 307 Temporary Redirect: redirects to http://other.example/x: use it as the base URL if you trust it"},
		{"a body that breaks off", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			_, _ = io.WriteString(w, accountBody[:10])
		}, new(*TransportError), io.ErrUnexpectedEOF, ": response ended after 10 bytes: unexpected EOF"},
		{"an error that breaks off", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			w.WriteHeader(http.StatusServiceUnavailable)
			_, _ = io.WriteString(w, "archive not re")
		}, new(*StatusError), nil, ": status 503 Service Unavailable: archive not re"},
		{"an error that breaks off at once", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			w.WriteHeader(http.StatusNotFound)
		}, new(*TransportError), io.ErrUnexpectedEOF, ": response ended after 0 bytes: unexpected EOF"},
		{"gzip that is none", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = io.WriteString(w, strings.Repeat("no", 100))
		}, new(*DecodeError), gzip.ErrHeader, ": gzip: invalid header"},
		{"over 32 MiB", func(w http.ResponseWriter, _ *http.Request) {
			for range maxBodyBytes>>20 + 1 {
				if _, err := w.Write(bytes.Repeat([]byte(" "), 1<<20)); err != nil {
					return
				}
			}
		}, new(*DecodeError), errBodyTooLarge, ": body exceeds 32 MiB: request a smaller page"},
		{"over 32 MiB once unpacked", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			packed := gzip.NewWriter(w)
			for range maxBodyBytes>>20 + 1 {
				if _, err := packed.Write(bytes.Repeat([]byte(" "), 1<<20)); err != nil {
					return
				}
			}
			_ = packed.Close()
		}, new(*DecodeError), errBodyTooLarge, ": body exceeds 32 MiB: request a smaller page"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			node := serve(t, test.handler)
			account, err := node.Account(t.Context(), sender)
			require.Empty(t, account)
			require.ErrorAs(t, err, test.kind)
			if test.is != nil {
				require.ErrorIs(t, err, test.is)
			}
			for _, other := range []error{ErrNotFound, ErrUnsupported, ErrUnauthorized, ErrRateLimited} {
				require.Equal(t, other == test.is, errors.Is(err, other), "%v", other)
			}
			_, text, found := strings.Cut(err.Error(), "/rpc/v3/accounts/"+senderText)
			require.True(t, found, "no address in %q", err)
			require.Equal(t, test.text, text)
		})
	}
}

func TestLargestBody(t *testing.T) {
	t.Parallel()
	node := serve(t, func(w http.ResponseWriter, request *http.Request) {
		responding(http.StatusOK, accountBody+strings.Repeat(" ", maxBodyBytes-len(accountBody)))(w, request)
	})
	account, err := node.Account(t.Context(), sender)
	require.NoError(t, err)
	require.Equal(t, accountBody, string(account.Raw))
}

func TestGzip(t *testing.T) {
	t.Parallel()
	node := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		packed := gzip.NewWriter(w)
		_, _ = io.WriteString(packed, accountBody)
		_ = packed.Close()
	})
	account, err := node.Account(t.Context(), sender)
	require.NoError(t, err)
	require.Equal(t, uint64(1204), account.SequenceNumber)
}

// The start of a list that breaks off is returned.
func TestTruncatedList(t *testing.T) {
	t.Parallel()
	body := "[" + deployedRecord(9, 1) + "," + deployedRecord(8, 1)
	node := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "1000000")
		_, _ = io.WriteString(w, body+","+deployedRecord(7, 1)[:50])
	})
	page, err := node.Transactions(t.Context(), sender, PageRequest{})
	var broken *TransportError
	require.ErrorAs(t, err, &broken)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.Equal(t, []uint64{9, 8}, numbersOf(t, page.Items))
	require.Equal(t, Cursor("7"), page.Next)
}

func TestUnreachable(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	address := listener.Addr().String()
	require.NoError(t, listener.Close())
	node, err := NewNode("http://" + address)
	require.NoError(t, err)
	_, err = node.Account(t.Context(), sender)
	var transport *TransportError
	require.ErrorAs(t, err, &transport)
	require.Equal(t, http.MethodGet, transport.Method)
	require.Equal(t, "http://"+address+"/rpc/v3/accounts/"+senderText, transport.URL)
	require.False(t, transport.Timeout())
	require.ErrorContains(t, err, "GET "+transport.URL+": cannot connect: dial tcp "+address)
	require.Equal(t, 1, strings.Count(err.Error(), transport.URL), "the address twice: %s", err)
}

// The server responds only after the client disconnected, so the timeout ends the call.
func TestTimeout(t *testing.T) {
	t.Parallel()
	for _, headers := range []bool{false, true} {
		t.Run(fmt.Sprintf("headers sent %v", headers), func(t *testing.T) {
			node := serve(t, func(w http.ResponseWriter, request *http.Request) {
				if headers {
					_, _ = io.WriteString(w, "{")
					w.(http.Flusher).Flush()
				}
				<-request.Context().Done()
			}, WithTimeout(50*time.Millisecond))
			_, err := node.Account(t.Context(), sender)
			var transport *TransportError
			require.ErrorAs(t, err, &transport)
			require.True(t, transport.Timeout())
			require.ErrorIs(t, err, context.DeadlineExceeded)
			require.ErrorContains(t, err, "no complete response within 50ms: try again or increase the timeout")
		})
	}
}

func TestDefaultTimeout(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		node, err := NewNode("http://node", WithTransport(roundTrip(func(request *http.Request) (*http.Response, error) {
			<-request.Context().Done()
			return nil, request.Context().Err()
		})))
		require.NoError(t, err)
		start := time.Now()
		_, err = node.Account(t.Context(), sender)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.Equal(t, 30*time.Second, time.Since(start))
	})
}

func TestCancel(t *testing.T) {
	t.Parallel()
	for _, status := range []int{0, http.StatusOK, http.StatusInternalServerError} {
		t.Run(fmt.Sprintf("after status %d", status), func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			node := serve(t, func(w http.ResponseWriter, request *http.Request) {
				if status != 0 {
					w.WriteHeader(status)
					_, _ = io.WriteString(w, "{")
					w.(http.Flusher).Flush()
				}
				cancel()
				<-request.Context().Done()
			})
			_, err := node.Account(ctx, sender)
			require.ErrorIs(t, err, context.Canceled)
			var transport *TransportError
			require.ErrorAs(t, err, &transport)
			require.False(t, transport.Timeout())
		})
	}
}

func TestCallerDeadline(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer cancel()
	node := serve(t, responding(http.StatusOK, accountBody))
	_, err := node.Account(ctx, sender)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.NotContains(t, err.Error(), "30s")
}

func TestRedirectSameHost(t *testing.T) {
	t.Parallel()
	node := serve(t, func(w http.ResponseWriter, request *http.Request) {
		if !strings.HasPrefix(request.URL.Path, "/moved/") {
			http.Redirect(w, request, "/moved"+request.URL.Path, http.StatusPermanentRedirect)
			return
		}
		responding(http.StatusOK, accountBody)(w, request)
	})
	account, err := node.Account(t.Context(), sender)
	require.NoError(t, err)
	require.Equal(t, uint64(1204), account.SequenceNumber)
}

func TestRedirectRule(t *testing.T) {
	t.Parallel()
	tests := []struct {
		from, to string
		followed bool
	}{
		{"http://node:27000", "http://NODE:27000/x", true},
		{"http://node", "https://node/x", true},
		{"http://node:80", "https://node:443/x", true},
		{"https://node", "http://node/x", false},
		{"http://node:27000", "http://node:27001/x", false},
		{"http://node", "http://node.example/x", false},
		{"http://node", "//evil/x", false},
	}
	for _, test := range tests {
		t.Run(test.from+" to "+test.to, func(t *testing.T) {
			requests := 0
			node, err := NewNode(test.from, WithTransport(roundTrip(func(request *http.Request) (*http.Response, error) {
				if requests++; requests > 1 {
					return response(request, http.StatusOK, accountBody), nil
				}
				moved := response(request, http.StatusFound, "")
				moved.Header.Set("Location", test.to)
				return moved, nil
			})))
			require.NoError(t, err)
			_, err = node.Account(t.Context(), sender)
			if test.followed {
				require.NoError(t, err)
				require.Equal(t, 2, requests)
				return
			}
			var status *StatusError
			require.ErrorAs(t, err, &status)
			require.Equal(t, http.StatusFound, status.Status)
			require.Equal(t, test.to, status.Location)
			require.Equal(t, 1, requests)
		})
	}
}

func TestRedirectLimit(t *testing.T) {
	t.Parallel()
	requests := 0
	node := serve(t, func(w http.ResponseWriter, request *http.Request) {
		requests++
		http.Redirect(w, request, request.URL.Path, http.StatusFound)
	})
	_, err := node.Account(t.Context(), sender)
	require.ErrorContains(t, err, "stopped after 10 redirects")
	require.Equal(t, 10, requests)
}

// Successive calls share one connection, whatever their result.
func TestConnectionReuse(t *testing.T) {
	t.Parallel()
	var connections, requests atomic.Int64
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		switch requests.Add(1) % 4 {
		case 0:
			responding(http.StatusOK, accountBody)(w, request)
		case 1:
			responding(http.StatusNotFound, `{"message":"Information not available"}`)(w, request)
		case 2:
			responding(http.StatusOK, "<html>")(w, request)
		case 3:
			responding(http.StatusInternalServerError, "")(w, request)
		}
	}))
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections.Add(1)
		}
	}
	server.Start()
	t.Cleanup(server.Close)
	node, err := NewNode(server.URL)
	require.NoError(t, err)
	t.Cleanup(node.CloseIdleConnections)
	for range 100 {
		_, _ = node.Account(t.Context(), sender)
	}
	require.Equal(t, int64(100), requests.Load())
	require.Equal(t, int64(1), connections.Load())
}
