// Package transport holds what stands between the client and the network: pieces of
// type http.RoundTripper that are put around one another.
package transport

import (
	"errors"
	"io"
	"net/http"
	"sync"
	"time"
)

// Exchange is one try of a request and how it ended.
type Exchange struct {
	Method  string
	URL     string        // without user info
	Status  int           // 0 where no answer came
	Bytes   int64         // of the body as read, unpacked where the transport below unpacks
	Started time.Time     //
	Took    time.Duration // until the body was read or closed, or the try failed
	Err     error         // why no answer came, or why its body broke off; nil for a body closed early
}

// Observe passes requests to next and reports each try to done exactly once: when the
// body of the answer has been read to its end or closed, or when the try failed. A
// request that is redirected or tried again is reported once per try. done is called
// by the goroutine that reads or closes the body and must not block it.
func Observe(next http.RoundTripper, done func(Exchange)) http.RoundTripper {
	return &observer{next: next, done: done}
}

type observer struct {
	next http.RoundTripper
	done func(Exchange)
}

func (o *observer) RoundTrip(request *http.Request) (*http.Response, error) {
	address := *request.URL
	address.User = nil
	exchange := Exchange{Method: request.Method, URL: address.String(), Started: time.Now()}
	response, err := o.next.RoundTrip(request)
	if err != nil {
		exchange.Took = time.Since(exchange.Started)
		exchange.Err = err
		o.done(exchange)
		return nil, err
	}
	exchange.Status = response.StatusCode
	response.Body = &observedBody{body: response.Body, exchange: exchange, done: o.done}
	return response, nil
}

// CloseIdleConnections lets http.Client.CloseIdleConnections reach the pool below.
func (o *observer) CloseIdleConnections() {
	if pool, ok := o.next.(interface{ CloseIdleConnections() }); ok {
		pool.CloseIdleConnections()
	}
}

// observedBody counts what is read of a body and reports its end. A body may be closed
// by another goroutine than the one that reads it, hence the lock.
type observedBody struct {
	body io.ReadCloser
	done func(Exchange)

	lock     sync.Mutex
	exchange Exchange
	reported bool
}

func (b *observedBody) Read(buffer []byte) (int, error) {
	count, err := b.body.Read(buffer)
	b.lock.Lock()
	b.exchange.Bytes += int64(count)
	b.lock.Unlock()
	switch {
	case errors.Is(err, io.EOF):
		b.report(nil)
	case err != nil:
		b.report(err)
	}
	return count, err
}

func (b *observedBody) Close() error {
	err := b.body.Close()
	b.report(nil)
	return err
}

func (b *observedBody) report(err error) {
	b.lock.Lock()
	if b.reported {
		b.lock.Unlock()
		return
	}
	b.reported = true
	b.exchange.Took = time.Since(b.exchange.Started)
	b.exchange.Err = err
	exchange := b.exchange
	b.lock.Unlock()
	b.done(exchange)
}
