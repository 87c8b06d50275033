package transport

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// step responds to one request of a script.
type step func(*http.Request) (*http.Response, error)

// script responds to requests with its steps in turn, then repeatedly with the last one.
type script struct {
	lock     sync.Mutex
	steps    []step
	requests []*http.Request
	bodies   []string
	times    []time.Time
	idle     bool
}

func play(steps ...step) *script { return &script{steps: steps} }

func (s *script) RoundTrip(request *http.Request) (*http.Response, error) {
	var body []byte
	if request.Body != nil {
		body, _ = io.ReadAll(request.Body)
		_ = request.Body.Close()
	}
	s.lock.Lock()
	s.requests = append(s.requests, request)
	s.bodies = append(s.bodies, string(body))
	s.times = append(s.times, time.Now())
	next := s.steps[min(len(s.requests), len(s.steps))-1]
	s.lock.Unlock()
	return next(request)
}

func (s *script) CloseIdleConnections() { s.idle = true }

// urls returns the requested URLs.
func (s *script) urls() []string {
	s.lock.Lock()
	defer s.lock.Unlock()
	var urls []string
	for _, request := range s.requests {
		urls = append(urls, request.URL.String())
	}
	return urls
}

// after returns the times of the requests relative to a start.
func (s *script) after(start time.Time) []time.Duration {
	s.lock.Lock()
	defer s.lock.Unlock()
	var delays []time.Duration
	for _, at := range s.times {
		delays = append(delays, at.Sub(start))
	}
	return delays
}

// respond returns a step with a status, a body and headers in pairs of name and value.
func respond(status int, body string, headers ...string) step {
	return func(request *http.Request) (*http.Response, error) {
		header := http.Header{}
		for i := 0; i < len(headers); i += 2 {
			header.Set(headers[i], headers[i+1])
		}
		return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)), Request: request}, nil
	}
}

func failing(err error) step {
	return func(*http.Request) (*http.Response, error) { return nil, err }
}

// hanging does not respond until the request is canceled.
func hanging(request *http.Request) (*http.Response, error) {
	<-request.Context().Done()
	return nil, request.Context().Err()
}

// late responds after a delay.
func late(wait time.Duration, then step) step {
	return func(request *http.Request) (*http.Response, error) {
		if err := Sleep(request.Context(), wait); err != nil {
			return nil, err
		}
		return then(request)
	}
}

// cutOff returns a body that ends in an error.
func cutOff(body string, err error) step {
	return func(request *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, ContentLength: -1, Request: request,
			Body: io.NopCloser(io.MultiReader(strings.NewReader(body), brokenReader{err}))}, nil
	}
}

type brokenReader struct{ err error }

func (b brokenReader) Read([]byte) (int, error) { return 0, b.err }

func request(ctx context.Context, t *testing.T, method, address, body string) *http.Request {
	t.Helper()
	var reader io.Reader
	if body != "" {
		reader = strings.NewReader(body)
	}
	made, err := http.NewRequestWithContext(ctx, method, address, reader)
	require.NoError(t, err)
	return made
}

// call sends a request and reads the response.
func call(t *testing.T, through http.RoundTripper, request *http.Request) (status int, body string, err error) {
	t.Helper()
	response, err := through.RoundTrip(request)
	if err != nil {
		require.Nil(t, response)
		return 0, "", err
	}
	require.Same(t, request, response.Request)
	content, err := io.ReadAll(response.Body)
	require.NoError(t, response.Body.Close())
	return response.StatusCode, string(content), err
}
