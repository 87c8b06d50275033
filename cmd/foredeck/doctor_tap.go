package main

import (
	"bytes"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"
)

// maxTapped is how much of a body a tap stores.
const maxTapped = 1 << 20

// tap is a transport that stores the requests that pass through it, with their responses.
type tap struct {
	next http.RoundTripper

	lock      sync.Mutex
	exchanges []*exchange
}

// exchange is a request and its response.
type exchange struct {
	path    string
	status  int // 0 if there was no response
	header  http.Header
	body    []byte // at most maxTapped of it
	started time.Time
	took    time.Duration // until the headers arrived
}

func (t *tap) RoundTrip(request *http.Request) (*http.Response, error) {
	done := &exchange{path: request.URL.Path, started: time.Now()}
	response, err := t.next.RoundTrip(request)
	done.took = time.Since(done.started)
	if err == nil {
		done.status, done.header = response.StatusCode, response.Header
		var start []byte
		if start, err = io.ReadAll(io.LimitReader(response.Body, maxTapped)); err == nil {
			done.body = start
			response.Body = rest{io.MultiReader(bytes.NewReader(start), response.Body), response.Body}
		} else {
			_ = response.Body.Close() // the error says why it is incomplete
			response = nil
		}
	}
	t.lock.Lock()
	defer t.lock.Unlock()
	t.exchanges = append(t.exchanges, done)
	return response, err
}

// CloseIdleConnections reaches the pool below.
func (t *tap) CloseIdleConnections() {
	if pool, ok := t.next.(interface{ CloseIdleConnections() }); ok {
		pool.CloseIdleConnections()
	}
}

// rest is a body whose start has been read.
type rest struct {
	io.Reader
	io.Closer
}

// all returns the exchanges so far.
func (t *tap) all() []*exchange {
	t.lock.Lock()
	defer t.lock.Unlock()
	return slices.Clone(t.exchanges)
}

// last returns the newest exchange, an empty one if there is none.
func (t *tap) last() *exchange {
	if all := t.all(); len(all) > 0 {
		return all[len(all)-1]
	}
	return &exchange{}
}
