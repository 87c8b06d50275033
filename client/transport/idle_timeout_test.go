package transport

import (
	"context"
	"io"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// trickle is a body that returns one byte at a time and hangs after the last.
type trickle struct {
	ctx    context.Context
	bytes  int
	pause  time.Duration
	closed bool
}

func (b *trickle) Read(into []byte) (int, error) {
	if b.bytes == 0 {
		<-b.ctx.Done()
		return 0, b.ctx.Err()
	}
	b.bytes--
	into[0] = 'x'
	return 1, Sleep(b.ctx, b.pause)
}

func (b *trickle) Close() error { b.closed = true; return nil }

func TestIdleTimeoutBeforeHeaders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		_, _, err := call(t, &idleTimeout{layer{play(hanging)}, time.Second}, request(t.Context(), t, "GET", "http://node:1/a", ""))
		var silent *IdleTimeoutError
		require.ErrorAs(t, err, &silent)
		require.Equal(t, &IdleTimeoutError{Host: "node:1", Limit: time.Second}, silent)
		require.Equal(t, time.Second, time.Since(start))
	})
}

func TestIdleTimeoutInBody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var body *trickle
		s := &idleTimeout{layer{play(late(900*time.Millisecond, func(req *http.Request) (*http.Response, error) {
			body = &trickle{ctx: req.Context(), bytes: 5, pause: 900 * time.Millisecond}
			return &http.Response{StatusCode: 200, Body: body, Request: req}, nil
		}))}, time.Second}
		start := time.Now()
		req := request(t.Context(), t, "GET", "http://node/a", "")
		response, err := s.RoundTrip(req)
		require.NoError(t, err)
		time.Sleep(time.Minute) // on the bubble's clock: the reader may be slow
		content, err := io.ReadAll(response.Body)
		require.ErrorAs(t, err, new(*IdleTimeoutError))
		require.Equal(t, "xxxxx", string(content), "a slow host that keeps sending was cut off")
		require.Equal(t, time.Minute+900*time.Millisecond+5*900*time.Millisecond+time.Second, time.Since(start))
		require.NoError(t, response.Body.Close())
		require.True(t, body.closed)
		require.Error(t, body.ctx.Err())
	})
}

func TestIdleTimeoutCallerCancels(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &idleTimeout{layer{play(hanging)}, 10 * time.Second}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, _, err := call(t, s, request(ctx, t, "GET", "http://node/a", ""))
		require.ErrorIs(t, err, context.DeadlineExceeded)
		_, _, err = call(t, &idleTimeout{layer{play(failing(errReset))}, time.Second}, request(t.Context(), t, "GET", "http://node/a", ""))
		require.ErrorIs(t, err, errReset)
		_, body, err := call(t, &idleTimeout{layer{play(respond(200, "here"))}, time.Second}, request(t.Context(), t, "GET", "http://node/a", ""))
		require.NoError(t, err)
		require.Equal(t, "here", body)
	})
}
