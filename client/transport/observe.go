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

// Exchange is one try of a request and how it ended. No secret stands in it: user info
// is taken out of addresses, and the values of headers and query parameters that carry
// keys, tokens or cookies are replaced by "(removed)".
type Exchange struct {
	Label          string // of WithLabel: who asked
	Try            int    // 1 for the first of a call, 2 and more for what a Policy tried after it
	Method         string
	URL            string        // where this try went
	RequestHeader  http.Header   // as given to the connection, which adds its own (Host, Accept-Encoding)
	Status         int           // 0 where no answer came
	ResponseHeader http.Header   // nil where no answer came
	Bytes          int64         // of the body as read, unpacked where the transport below unpacks
	Started        time.Time     // by the clock of the Policy; in a Replay, when it was recorded
	Took           time.Duration // until the body was read or closed, or the try failed; in a Replay, as recorded
	Timing         Timing        // the parts of Took; the zero Timing in a Replay, for they are not recorded
	Err            error         // why no answer came, or why its body broke off; nil for a body closed early
	Sent, Body     []byte        // the bodies of request and answer, for a Recorder alone; nil where they are too large for it
}

// Observe passes requests to next and reports each try to done exactly once: when the
// body of the answer has been read to its end or closed, or when the try failed. A
// request that is redirected or tried again is reported once per try. done is called
// by the goroutine that reads or closes the body and must not block it.
func Observe(next http.RoundTripper, done func(Exchange)) http.RoundTripper {
	return &observer{layer: layer{next}, done: done, now: time.Now}
}

type observer struct {
	layer
	done func(Exchange)
	now  func() time.Time // dates the exchanges
	kept int64            // the longest body that goes along with an exchange
	// began is told of each try as it begins, and calls what it answers with when it ends; nil:
	// nobody is told.
	began func(Exchange) (ended func())
}

func (o *observer) RoundTrip(request *http.Request) (*http.Response, error) {
	ctx := request.Context()
	watch, began := new(stopwatch), time.Now()
	exchange := Exchange{
		Label:         labelOf(ctx),
		Try:           countTry(ctx),
		Method:        request.Method,
		URL:           cleanURL(request.URL),
		RequestHeader: withoutSecrets(request.Header),
		Started:       o.now(),
	}
	words := secretsOf(request)
	if o.kept > 0 {
		exchange.Sent = words.hide(sentBody(request, o.kept))
	}
	done := o.done
	if o.began != nil {
		ended := o.began(exchange)
		done = func(exchange Exchange) {
			ended()
			o.done(exchange)
		}
	}
	response, err := o.next.RoundTrip(request.WithContext(httptrace.WithClientTrace(ctx, watch.trace())))
	exchange.Timing = watch.soFar()
	if err != nil {
		exchange.Took = time.Since(began)
		exchange.Err = reason(ctx, err)
		var played fromRecording
		if errors.As(err, &played) {
			exchange.Started, exchange.Took = played.recorded()
			exchange.Timing = Timing{}
		}
		done(exchange)
		return nil, err
	}
	response.Request = request // not the copy that carries the trace
	exchange.Status = response.StatusCode
	exchange.ResponseHeader = words.hideHeader(withoutSecrets(response.Header))
	body := &observedBody{ctx: ctx, body: response.Body, exchange: exchange, began: began, headers: time.Now(), done: done, kept: o.kept, words: words}
	if length := min(response.ContentLength, o.kept, firstBuffer); length > 0 {
		body.content = make([]byte, 0, length)
	}
	response.Body = body
	return response, nil
}

// fromRecording is the body of an answer from a recording, or an error from there: its times are those of then.
type fromRecording interface {
	recorded() (started time.Time, took time.Duration)
}

// sentBody reads the body that a request is sent with, where it is at most so long and can be read twice.
func sentBody(request *http.Request, most int64) []byte {
	if request.GetBody == nil {
		return nil
	}
	body, err := request.GetBody()
	if err != nil {
		return nil
	}
	defer body.Close()
	content, err := io.ReadAll(io.LimitReader(body, most+1))
	if err != nil || int64(len(content)) > most {
		return nil
	}
	return content
}

// reason says why a request was called off, where that is all that the error says.
func reason(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil && errors.Is(err, context.Canceled) {
		return cause
	}
	return err
}

// observedBody counts what is read of a body and reports its end. A body may be closed
// by another goroutine than the one that reads it, hence the lock.
type observedBody struct {
	ctx     context.Context
	body    io.ReadCloser
	began   time.Time // when the request was made
	headers time.Time // when they were there
	done    func(Exchange)
	kept    int64 // the longest body that goes along with the exchange
	words   secrets

	lock     sync.Mutex
	exchange Exchange
	content  []byte // what was read, as long as it is not too long to be kept
	reported bool
}

func (b *observedBody) Read(buffer []byte) (int, error) {
	count, err := b.body.Read(buffer)
	b.lock.Lock()
	b.exchange.Bytes += int64(count)
	if b.exchange.Bytes <= b.kept {
		b.content = append(b.content, buffer[:count]...)
	} else {
		b.content = nil
	}
	b.lock.Unlock()
	switch {
	case errors.Is(err, io.EOF):
		b.report(nil)
	case err != nil:
		b.report(reason(b.ctx, err))
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
	b.exchange.Took = time.Since(b.began)
	b.exchange.Timing.Body = time.Since(b.headers)
	if played, ok := b.body.(fromRecording); ok {
		b.exchange.Started, b.exchange.Took = played.recorded()
		b.exchange.Timing = Timing{}
	}
	b.exchange.Err = err
	exchange, content := b.exchange, b.content
	b.content = nil
	b.lock.Unlock()
	exchange.Body = b.words.hide(content)
	b.done(exchange)
}

// Left tells that the caller called the request off before its answer was read.
func (e Exchange) Left() bool { return errors.Is(e.Err, context.Canceled) }

// Failed tells that no whole answer came, or one with a status of 400 or more. A request
// that was called off has not failed.
func (e Exchange) Failed() bool {
	return e.Err != nil && !e.Left() || e.Status >= http.StatusBadRequest
}
