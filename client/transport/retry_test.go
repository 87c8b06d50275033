package transport

import (
	"compress/gzip"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// steady returns a retry layer with maximum pauses.
func steady(next http.RoundTripper, tries int) *retry {
	r := newRetry(&buffer{layer{next}, defaultMaxBody, largeBodies}, nil, tries)
	r.jitter = func(limit time.Duration) time.Duration { return limit }
	return r
}

var errReset = &net.OpError{Op: "read", Err: syscall.ECONNRESET}

func TestRetryTemporaryFailures(t *testing.T) {
	for name, failed := range map[string]step{
		"429": respond(429, ""), "502": respond(502, "<html>"), "503": respond(503, ""), "504": respond(504, ""),
		"a reset":                 failing(errReset),
		"a body that breaks off":  cutOff("[1,", io.ErrUnexpectedEOF),
		"a host that is silent":   failing(&IdleTimeoutError{Host: "node", Limit: time.Second}),
		"a temporary DNS failure": failing(&net.DNSError{IsTemporary: true}),
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				network := play(failed, failed, respond(200, "here"))
				start := time.Now()
				status, body, err := call(t, steady(network, 3), request(t.Context(), t, "GET", "http://node/a", ""))
				require.NoError(t, err)
				require.Equal(t, 200, status)
				require.Equal(t, "here", body)
				require.Equal(t, []time.Duration{0, 200 * time.Millisecond, 600 * time.Millisecond}, network.after(start))
			})
		})
	}
}

func TestNoRetryPermanentFailures(t *testing.T) {
	for name, failed := range map[string]step{
		"200": respond(200, ""), "400": respond(400, ""), "401": respond(401, ""), "404": respond(404, ""), "410": respond(410, ""), "500": respond(500, ""),
		"no such host":      failing(&net.DNSError{IsNotFound: true}),
		"a forged host":     failing(&tls.CertificateVerificationError{Err: errors.New("x")}),
		"no TLS":            failing(tls.RecordHeaderError{}),
		"no time":           failing(&queueError{host: "node"}),
		"gzip that is none": cutOff("", gzip.ErrHeader),
	} {
		t.Run(name, func(t *testing.T) {
			network := play(failed)
			_, _, _ = call(t, steady(network, 3), request(t.Context(), t, "GET", "http://node/a", ""))
			require.Len(t, network.requests, 1)
		})
	}
}

func TestRetryReturnsLastFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		network := play(failing(errReset), respond(503, "one"), respond(503, "two"), respond(200, ""))
		status, body, err := call(t, steady(network, 3), request(t.Context(), t, "GET", "http://node/a", ""))
		require.NoError(t, err)
		require.Equal(t, 503, status)
		require.Equal(t, "two", body)

		_, body, err = call(t, steady(play(cutOff("[1,", io.ErrUnexpectedEOF)), 2), request(t.Context(), t, "GET", "http://node/a", ""))
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
		require.Equal(t, "[1,", body, "the part that arrived is returned")

		_, _, err = call(t, steady(play(failing(errReset)), 2), request(t.Context(), t, "GET", "http://node/a", ""))
		require.ErrorIs(t, err, syscall.ECONNRESET)
	})
}

func TestRetryOnlySafeRequests(t *testing.T) {
	stream := func(ctx context.Context, t *testing.T) *http.Request {
		made := request(ctx, t, "POST", "http://node/a", "body")
		made.GetBody = nil
		return made
	}
	tests := []struct {
		name    string
		request func(t *testing.T) *http.Request
		tries   int
	}{
		{"GET", func(t *testing.T) *http.Request { return request(t.Context(), t, "GET", "http://node/a", "") }, 3},
		{"HEAD", func(t *testing.T) *http.Request { return request(t.Context(), t, "HEAD", "http://node/a", "") }, 3},
		{"POST", func(t *testing.T) *http.Request { return request(t.Context(), t, "POST", "http://node/a", "body") }, 1},
		{"POST marked safe", func(t *testing.T) *http.Request {
			return request(Safe(t.Context()), t, "POST", "http://node/a", "body")
		}, 3},
		{"POST marked safe whose body can be read once", func(t *testing.T) *http.Request { return stream(Safe(t.Context()), t) }, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				network := play(respond(503, ""))
				req := test.request(t)
				_, _, err := call(t, steady(network, 3), req)
				require.NoError(t, err)
				require.Len(t, network.requests, test.tries)
				for _, body := range network.bodies {
					require.Equal(t, req.Body != nil, body == "body")
				}
			})
		})
	}
}

func TestRetryWaitsForRetryAfter(t *testing.T) {
	date := func(after time.Duration) string { return time.Now().Add(after).UTC().Format(http.TimeFormat) }
	for name, test := range map[string]struct {
		headers func() []string
		wait    time.Duration
	}{
		"seconds":             {func() []string { return []string{"Retry-After", "7"} }, 7*time.Second + minPause},
		"none":                {func() []string { return nil }, minPause},
		"nought":              {func() []string { return []string{"Retry-After", "0"} }, minPause},
		"too many seconds":    {func() []string { return []string{"Retry-After", "99999999999999999"} }, 30 * time.Second},
		"words":               {func() []string { return []string{"Retry-After", "soon"} }, minPause},
		"a date":              {func() []string { return []string{"Retry-After", date(5 * time.Second)} }, 5*time.Second + minPause},
		"a date long errGone": {func() []string { return []string{"Retry-After", date(-time.Hour)} }, minPause},
		"a date by the server's clock": {func() []string {
			return []string{"Retry-After", date(time.Hour), "Date", date(time.Hour - 3*time.Second)}
		}, 3*time.Second + minPause},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				network := play(respond(429, "", test.headers()...), respond(200, ""))
				start := time.Now()
				_, _, err := call(t, steady(network, 2), request(t.Context(), t, "GET", "http://node/a", ""))
				require.NoError(t, err)
				require.Equal(t, test.wait, network.after(start)[1])
			})
		})
	}
}

func TestRetryBackoff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		network := play(respond(503, ""))
		start := time.Now()
		_, _, err := call(t, steady(network, 9), request(t.Context(), t, "GET", "http://node/a", ""))
		require.NoError(t, err)
		var pauses []time.Duration
		times := network.after(start)
		for i := range len(times) - 1 {
			pauses = append(pauses, times[i+1]-times[i])
		}
		millisecond := time.Millisecond
		require.Equal(t, []time.Duration{200 * millisecond, 400 * millisecond, 800 * millisecond, 1600 * millisecond, 3200 * millisecond, 5 * time.Second, 5 * time.Second, 5 * time.Second}, pauses)
	})
}

func TestRetryJitter(t *testing.T) {
	jitter := newRetry(nil, nil, 3).jitter
	var low, high bool
	rapid.Check(t, func(t *rapid.T) {
		pause := jitter(time.Second)
		require.GreaterOrEqual(t, pause, time.Duration(0))
		require.LessOrEqual(t, pause, time.Second)
		low, high = low || pause < time.Second/2, high || pause > time.Second/2
	})
	require.True(t, low && high)
}

// A wait beyond the deadline is not started: the failure is returned at once.
func TestRetryDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		start := time.Now()
		status, _, err := call(t, steady(play(respond(429, "", "Retry-After", "20")), 3), request(ctx, t, "GET", "http://node/a", ""))
		require.NoError(t, err)
		require.Equal(t, 429, status)
		require.Zero(t, time.Since(start))
	})
}

func TestRetryCanceled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(3*time.Second, cancel)
		network := play(respond(503, "", "Retry-After", "20"))
		start := time.Now()
		_, _, err := call(t, steady(network, 3), request(ctx, t, "GET", "http://node/a", ""))
		require.ErrorIs(t, err, context.Canceled)
		require.Equal(t, 3*time.Second, time.Since(start))
		require.Len(t, network.requests, 1)

		network = play(hanging)
		ctx, cancel = context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, _, err = call(t, steady(network, 3), request(ctx, t, "GET", "http://node/a", ""))
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.Len(t, network.requests, 1)
	})
}

func TestRetryBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		down := true
		network := play(func(request *http.Request) (*http.Response, error) {
			if down && request.URL.Host == "down" {
				return respond(503, "")(request)
			}
			return respond(200, "")(request)
		})
		r := steady(network, 3)
		attempts := func(host string) int {
			before := len(network.requests)
			_, _, err := call(t, r, request(t.Context(), t, "GET", "http://"+host+"/a", ""))
			require.NoError(t, err)
			return len(network.requests) - before
		}
		for range 5 {
			require.Equal(t, 3, attempts("down"))
		}
		require.Equal(t, 1, attempts("down"), "the budget of ten retries is used up")
		require.Equal(t, 1, attempts("up"))
		down = false
		for range 9 {
			attempts("down")
		}
		down = true
		require.Equal(t, 1, attempts("down"), "nine responses do not allow a retry")
		down = false
		for range 2 {
			attempts("down")
		}
		down = true
		require.Equal(t, 2, attempts("down"), "ten responses allow one")
		down = false
		for range 1_000 {
			attempts("down")
		}
		require.Empty(t, r.budget.spent, "a full budget has no entry")
	})
}

func TestRetryUnreadableBody(t *testing.T) {
	errGone := errors.New("gone")
	req := request(Safe(t.Context()), t, "POST", "http://node/a", "body")
	req.GetBody = func() (io.ReadCloser, error) { return nil, errGone }
	_, _, err := call(t, steady(play(respond(200, "")), 2), req)
	require.ErrorIs(t, err, errGone)
}

func TestRetryClosesTheBody(t *testing.T) {
	req := request(Safe(t.Context()), t, "POST", "http://node/a", "body")
	closed := false
	req.Body = closing{req.Body, &closed}
	_, _, err := call(t, steady(play(respond(200, "")), 2), req)
	require.NoError(t, err)
	require.True(t, closed)
}

type closing struct {
	io.Reader
	closed *bool
}

func (c closing) Close() error { *c.closed = true; return nil }

func TestFailureText(t *testing.T) {
	require.EqualError(t, statusError(503), "status 503")
	require.EqualError(t, &IdleTimeoutError{Host: "node:1", Limit: 10 * time.Second}, "node:1 sent nothing for 10s: try again or use another node")
	require.EqualError(t, &queueError{host: "node:1", perSecond: 4}, "too many requests queued for node:1 (limit 4 per second): send fewer or increase the timeout")
	for _, err := range []error{new(IdleTimeoutError), new(queueError)} {
		var timeout net.Error
		require.ErrorAs(t, err, &timeout)
		require.True(t, timeout.Timeout())
	}
}
