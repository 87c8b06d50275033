package transport

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"
)

// IdleTimeoutError reports that a host sent nothing for too long: no headers, or no further part of a body.
type IdleTimeoutError struct {
	isTimeout
	Host  string
	Limit time.Duration
}

func (e *IdleTimeoutError) Error() string {
	return fmt.Sprintf("%s sent nothing for %v: try again or use another node", e.Host, e.Limit)
}

// isTimeout makes an error that embeds it a timeout in the sense of net.Error.
type isTimeout struct{}

func (isTimeout) Timeout() bool   { return true }
func (isTimeout) Temporary() bool { return true }

// idleTimeout ends an attempt whose host sends nothing, so that a host that hangs leaves time for another attempt.
type idleTimeout struct {
	layer
	limit time.Duration
}

func (s *idleTimeout) RoundTrip(request *http.Request) (*http.Response, error) {
	caller := request.Context()
	ctx, cancel := context.WithCancelCause(caller)
	cause := &IdleTimeoutError{Host: request.URL.Host, Limit: s.limit}
	body := &watchedBody{
		timer:  time.AfterFunc(s.limit, func() { cancel(cause) }),
		limit:  s.limit,
		ctx:    ctx,
		cancel: cancel,
		caller: caller,
	}
	response, err := s.next.RoundTrip(request.WithContext(ctx))
	if err != nil {
		body.stop()
		return nil, body.explain(err)
	}
	body.timer.Stop()
	response.Request = request
	body.body = response.Body
	response.Body = body
	return response, nil
}

// watchedBody restarts the timer at each read.
type watchedBody struct {
	body   io.ReadCloser
	timer  *time.Timer
	limit  time.Duration
	ctx    context.Context
	cancel context.CancelCauseFunc
	caller context.Context
}

func (b *watchedBody) Read(into []byte) (int, error) {
	// The time between reads does not count.
	b.timer.Reset(b.limit)
	count, err := b.body.Read(into)
	b.timer.Stop()
	if err != nil && err != io.EOF {
		err = b.explain(err)
	}
	return count, err
}

func (b *watchedBody) Close() error {
	err := b.body.Close()
	b.stop()
	return err
}

// stop releases the timer and the context.
func (b *watchedBody) stop() {
	b.timer.Stop()
	b.cancel(nil)
}

// explain returns the *IdleTimeoutError if it is the cause of err: net/http only reports a canceled context.
func (b *watchedBody) explain(err error) error {
	if silent, ok := context.Cause(b.ctx).(*IdleTimeoutError); ok && b.caller.Err() == nil {
		return silent
	}
	return err
}
