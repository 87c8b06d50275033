package transport

import (
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// observed starts a server and returns a client whose exchanges are collected.
func observed(t *testing.T, handler http.HandlerFunc) (*http.Client, string, *[]Exchange) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	exchanges := new([]Exchange)
	client := &http.Client{Transport: observe(New(), func(exchange Exchange) { *exchanges = append(*exchanges, exchange) })}
	t.Cleanup(client.CloseIdleConnections)
	return client, server.URL, exchanges
}

// settled checks and removes the times, which are not predictable, and the headers, which have separate tests.
func settled(t *testing.T, exchanges []Exchange) []Exchange {
	t.Helper()
	for i := range exchanges {
		exchange := &exchanges[i]
		require.False(t, exchange.Started.IsZero())
		require.GreaterOrEqual(t, exchange.Took, exchange.Timing.Wait+exchange.Timing.Body)
		exchange.Started, exchange.Took, exchange.Timing = time.Time{}, 0, nil
		exchange.RequestHeader, exchange.ResponseHeader = nil, nil
	}
	return exchanges
}

func get(t *testing.T, client *http.Client, address string) *http.Response {
	t.Helper()
	response, err := client.Get(address)
	require.NoError(t, err)
	t.Cleanup(func() { _ = response.Body.Close() })
	return response
}

func TestObserveEndOfBody(t *testing.T) {
	client, base, exchanges := observed(t, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusTeapot)
		_, _ = io.WriteString(w, "short and stout")
	})
	response := get(t, client, strings.Replace(base, "http://", "http://me:secret@", 1)+"/pot?a=1")
	body, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.Equal(t, "short and stout", string(body))
	want := []Exchange{{Attempt: 1, Method: http.MethodGet, URL: base + "/pot?a=1", Status: http.StatusTeapot, Bytes: 15}}
	require.Equal(t, want, settled(t, *exchanges))
	require.NoError(t, response.Body.Close())
	require.Len(t, *exchanges, 1, "reported again")
}

func TestObserveTruncatedBody(t *testing.T) {
	client, base, exchanges := observed(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		_, _ = io.WriteString(w, "short")
	})
	response := get(t, client, base)
	_, err := io.ReadAll(response.Body)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.Len(t, *exchanges, 1)
	require.ErrorIs(t, (*exchanges)[0].Err, io.ErrUnexpectedEOF)
	require.Equal(t, int64(5), (*exchanges)[0].Bytes)
}

func TestObserveFailedAttempt(t *testing.T) {
	client, base, exchanges := observed(t, func(http.ResponseWriter, *http.Request) {})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, base, strings.NewReader("x"))
	require.NoError(t, err)
	response, err := client.Do(request)
	if err == nil {
		_ = response.Body.Close()
	}
	require.ErrorIs(t, err, context.Canceled)
	require.Len(t, *exchanges, 1)
	require.ErrorIs(t, (*exchanges)[0].Err, context.Canceled)
	require.Equal(t, http.MethodPost, (*exchanges)[0].Method)
	require.Zero(t, (*exchanges)[0].Status)
}

func TestObserveEveryAttempt(t *testing.T) {
	client, base, exchanges := observed(t, func(w http.ResponseWriter, request *http.Request) {
		if request.URL.Path == "/old" {
			http.Redirect(w, request, "/new", http.StatusPermanentRedirect)
		}
	})
	_, err := io.ReadAll(get(t, client, base+"/old").Body)
	require.NoError(t, err)
	require.Len(t, *exchanges, 2)
	require.Equal(t, base+"/old", (*exchanges)[0].URL)
	require.Equal(t, http.StatusPermanentRedirect, (*exchanges)[0].Status)
	require.Equal(t, base+"/new", (*exchanges)[1].URL)
	require.Equal(t, http.StatusOK, (*exchanges)[1].Status)
}

func TestObserveUncompressedBytes(t *testing.T) {
	client, base, exchanges := observed(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		packed := gzip.NewWriter(w)
		_, _ = io.WriteString(packed, strings.Repeat("a", 10_000))
		_ = packed.Close()
	})
	_, err := io.ReadAll(get(t, client, base).Body)
	require.NoError(t, err)
	require.Equal(t, int64(10_000), (*exchanges)[0].Bytes)
}

// slow responds after a second and sends its body a second later.
type slow struct{ idleClosed bool }

func (s *slow) RoundTrip(request *http.Request) (*http.Response, error) {
	<-time.After(time.Second)
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(slowBody{}), Request: request}, nil
}

func (s *slow) CloseIdleConnections() { s.idleClosed = true }

type slowBody struct{}

func (slowBody) Read([]byte) (int, error) {
	<-time.After(time.Second)
	return 0, io.EOF
}

func TestObserveBodyTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var exchanges []Exchange
		below := &slow{}
		client := &http.Client{Transport: observe(below, func(exchange Exchange) { exchanges = append(exchanges, exchange) })}
		start := time.Now()
		_, err := io.ReadAll(get(t, client, "http://node").Body)
		require.NoError(t, err)
		require.Equal(t, []Exchange{{Attempt: 1, Method: http.MethodGet, URL: "http://node", RequestHeader: http.Header{}, Status: http.StatusOK, Started: start, Took: 2 * time.Second, Timing: &Timing{Body: time.Second}}}, exchanges)
		client.CloseIdleConnections()
		require.True(t, below.idleClosed)
	})
}

type broken struct{ err error }

func (b broken) RoundTrip(*http.Request) (*http.Response, error) { return nil, b.err }

func TestObserveReturnsError(t *testing.T) {
	errGone := errors.New("gone")
	var exchanges []Exchange
	observer := observe(broken{errGone}, func(exchange Exchange) { exchanges = append(exchanges, exchange) })
	request := httptest.NewRequest(http.MethodGet, "http://node/", nil)
	_, err := observer.RoundTrip(request) //nolint:bodyclose // there is none
	require.ErrorIs(t, err, errGone)
	require.Equal(t, []Exchange{{Attempt: 1, Method: http.MethodGet, URL: "http://node/", Err: errGone}}, settled(t, exchanges))
	(&http.Client{Transport: observer}).CloseIdleConnections() // the next transport has no pool: no effect
}

func TestNewWithReplacedDefault(t *testing.T) {
	standard := http.DefaultTransport
	http.DefaultTransport = broken{errors.New("not this one")}
	t.Cleanup(func() { http.DefaultTransport = standard })
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	t.Cleanup(server.Close)
	client := &http.Client{Transport: New()}
	t.Cleanup(client.CloseIdleConnections)
	_, err := io.ReadAll(get(t, client, server.URL).Body)
	require.NoError(t, err)
}

// observe returns a transport that passes requests to next and calls done for each attempt.
func observe(next http.RoundTripper, done func(Exchange)) http.RoundTripper {
	redactor := new(Redactor)
	buffered := &buffer{layer{&redaction{layer{next}, redactor}}, defaultMaxBody, largeBodies}
	return &observer{layer: layer{buffered}, onEnd: done, now: time.Now, redactor: redactor}
}
