package transport

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"
)

// SilenceError tells that a host sent nothing for too long: no headers, or no more of a
// body.
type SilenceError struct {
	Host  string
	Limit time.Duration
}

func (e *SilenceError) Error() string {
	return fmt.Sprintf("%s sent nothing for %v; try again, or ask another node", e.Host, e.Limit)
}

// Timeout makes it a time-out in the sense of net.Error.
func (e *SilenceError) Timeout() bool { return true }

// Temporary is there for net.Error.
func (e *SilenceError) Temporary() bool { return true }

// silence ends a try whose host sends nothing for as long as its limit, so that a host
// that hangs does not use up the time that another try needs.
type silence struct {
	layer
	limit time.Duration
}

func (s *silence) RoundTrip(request *http.Request) (*http.Response, error) {
	caller := request.Context()
	ctx, cancel := context.WithCancelCause(caller)
	cause := &SilenceError{Host: request.URL.Host, Limit: s.limit}
	body := &watchedBody{
		timer:  time.AfterFunc(s.limit, func() { cancel(cause) }),
		limit:  s.limit,
		ctx:    ctx,
		cancel: cancel,
		caller: caller,
	}
	response, err := s.next.RoundTrip(request.WithContext(ctx))
	if err != nil {
		body.end()
		return nil, body.because(err)
	}
	body.timer.Stop()
	response.Request = request
	body.body = response.Body
	response.Body = body
	return response, nil
}

// watchedBody puts the end off at each sign of life.
type watchedBody struct {
	body   io.ReadCloser
	timer  *time.Timer
	limit  time.Duration
	ctx    context.Context
	cancel context.CancelCauseFunc
	caller context.Context
}

func (b *watchedBody) Read(into []byte) (int, error) {
	// Only waiting for the host counts, not what the reader does between two reads.
	b.timer.Reset(b.limit)
	count, err := b.body.Read(into)
	b.timer.Stop()
	if err != nil && err != io.EOF {
		err = b.because(err)
	}
	return count, err
}

func (b *watchedBody) Close() error {
	err := b.body.Close()
	b.end()
	return err
}

// end lets go of timer and context.
func (b *watchedBody) end() {
	b.timer.Stop()
	b.cancel(nil)
}

// because gives the error for what is reported when the context ends: net/http says
// only that it was cancelled.
func (b *watchedBody) because(err error) error {
	if silent, ok := context.Cause(b.ctx).(*SilenceError); ok && b.caller.Err() == nil {
		return silent
	}
	return err
}
