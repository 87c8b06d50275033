package transport

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptrace"
	"sync"
	"time"
)

// Exchange is one attempt of a request and its result. It contains no secrets: user info is removed from URLs, and the values
// of headers and query parameters with keys, tokens or cookies are replaced by Removed.
type Exchange struct {
	Label          string // from WithLabel
	Attempt        int    // 1 for the first attempt of a call
	Method         string
	URL            string        // after failover
	Node           string        // base URL of the node, without a trailing slash; "" if the request went elsewhere
	RequestHeader  http.Header   // without those that net/http adds (Host, Accept-Encoding)
	Status         int           // 0 without a response
	ResponseHeader http.Header   // nil without a response
	Bytes          int64         // read from the body, uncompressed
	Started        time.Time     // by the clock of the Policy; in a Replay, of the recording
	Took           time.Duration // until the body was read or closed, or the attempt failed
	Timing         *Timing       // parts of Took; nil if unknown, as in a Replay
	Err            error         // of the attempt or of reading the body; nil if the body was closed early
	Sent, Body     []byte        // bodies of request and response, only for a Recorder; nil if too large
}

// observer passes requests on and calls onEnd exactly once per attempt: when the body of the response has been read to its end or closed, or
// when the attempt failed. Redirects and retries are attempts of their own. onEnd runs on the goroutine that reads or closes the body and
// must not block.
type observer struct {
	layer
	onEnd    func(Exchange)
	now      func() time.Time // clock for Exchange.Started
	redactor *Redactor
	nodes    *Nodes // may be nil
	maxBody  int64  // largest body to include in an exchange, which requires a buffer below
	// onStart, if not nil, is called when an attempt starts. It returns a function to call when it ends.
	onStart func(Exchange) (ended func())
}

func (o *observer) RoundTrip(request *http.Request) (*http.Response, error) {
	ctx := request.Context()
	watch, began := new(stopwatch), time.Now()
	exchange := Exchange{
		Label:         labelOf(ctx),
		Attempt:       countAttempt(ctx),
		Method:        request.Method,
		URL:           cleanURL(request.URL),
		RequestHeader: redactHeader(request.Header),
		Started:       o.now(),
	}
	if to := o.nodes.find(request.URL); to != nil {
		exchange.Node = to.status.BaseURL
	}
	done := o.onEnd
	if o.onStart != nil {
		ended := o.onStart(exchange)
		done = func(exchange Exchange) {
			ended()
			o.onEnd(exchange)
		}
	}
	response, err := o.next.RoundTrip(request.WithContext(httptrace.WithClientTrace(ctx, watch.trace())))
	exchange.Timing = new(watch.snapshot())
	if o.maxBody > 0 { // now the secrets of the request are known
		exchange.Sent = o.redactor.Redact(sentBody(request, o.maxBody))
	}
	if err != nil {
		exchange.Took = time.Since(began)
		exchange.Err = cause(ctx, err)
		var played recordedResult
		if errors.As(err, &played) {
			exchange.setRecorded(played)
		}
		done(exchange)
		return nil, err
	}
	response.Request = request // without the trace
	exchange.Status = response.StatusCode
	exchange.ResponseHeader = redactHeader(response.Header)
	if body, ok := response.Body.(*bufferedBody); ok {
		exchange.Bytes, exchange.Err = int64(len(body.bytes)), cause(ctx, body.err)
		if exchange.Bytes <= o.maxBody {
			exchange.Body = body.bytes
		}
		exchange.end(began, body.headers, body.played)
		done(exchange)
		return response, nil
	}
	response.Body = &observedBody{ctx: ctx, body: response.Body, exchange: exchange, began: began, headers: time.Now(), onEnd: done}
	return response, nil
}

// end sets the times of an exchange that ends now.
func (e *Exchange) end(began, headers time.Time, played recordedResult) {
	e.Took, e.Timing.Body = time.Since(began), time.Since(headers)
	if played != nil {
		e.setRecorded(played)
	}
}

// recordedResult is a body or an error from a recording, with its recorded times.
type recordedResult interface {
	recorded() (started time.Time, took time.Duration)
}

// setRecorded sets the times to those of a recording, which has no Timing.
func (e *Exchange) setRecorded(result recordedResult) {
	e.Started, e.Took = result.recorded()
	e.Timing = nil
}

// sentBody returns the body of a request, nil if it is longer than limit or cannot be read twice.
func sentBody(request *http.Request, limit int64) []byte {
	if request.GetBody == nil {
		return nil
	}
	body, err := request.GetBody()
	if err != nil {
		return nil
	}
	defer body.Close()
	content, err := io.ReadAll(io.LimitReader(body, limit+1))
	if err != nil || int64(len(content)) > limit {
		return nil
	}
	return content
}

// cause returns the cause of a canceled context, and other errors unchanged.
func cause(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil && errors.Is(err, context.Canceled) {
		return cause
	}
	return err
}

// observedBody counts the bytes that are read of a body and reports its end. The lock is needed because a body can be closed
// by another goroutine than the one that reads it.
type observedBody struct {
	ctx     context.Context
	body    io.ReadCloser
	began   time.Time // time of the request
	headers time.Time // time of their arrival
	onEnd   func(Exchange)

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
		b.report(cause(b.ctx, err))
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
	played, _ := b.body.(recordedResult)
	b.exchange.end(b.began, b.headers, played)
	b.exchange.Err = err
	exchange := b.exchange
	b.lock.Unlock()
	b.onEnd(exchange)
}

// Canceled reports whether the caller canceled the request before the response was read.
func (e Exchange) Canceled() bool { return errors.Is(e.Err, context.Canceled) }

// Failed reports whether there was no complete response, or one with a status of 400 or more. A canceled request has not
// failed.
func (e Exchange) Failed() bool {
	return e.Err != nil && !e.Canceled() || e.Status >= http.StatusBadRequest
}
