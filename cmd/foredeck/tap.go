package main

import (
	"bytes"
	"io"
	"net/http"
	"sync"
	"time"
)

// tappedBytes is how much of a body is kept.
const tappedBytes = 1 << 20

// tap is a transport that keeps what came of the requests that go through it, as the wire had it.
type tap struct {
	next http.RoundTripper

	lock  sync.Mutex
	tries []*try
}

// try is one request and its answer.
type try struct {
	path    string
	status  int // 0: no answer came
	header  http.Header
	body    []byte // the beginning of it
	started time.Time
	took    time.Duration // until the headers were there
}

func (t *tap) RoundTrip(request *http.Request) (*http.Response, error) {
	tried := &try{path: request.URL.Path, started: time.Now()}
	response, err := t.next.RoundTrip(request)
	tried.took = time.Since(tried.started)
	if err == nil {
		tried.status, tried.header = response.StatusCode, response.Header
		var kept []byte
		if kept, err = io.ReadAll(io.LimitReader(response.Body, tappedBytes)); err == nil {
			tried.body = kept
			response.Body = rest{io.MultiReader(bytes.NewReader(kept), response.Body), response.Body}
		} else {
			_ = response.Body.Close() // the error says why there is no whole answer
			response = nil
		}
	}
	t.lock.Lock()
	defer t.lock.Unlock()
	t.tries = append(t.tries, tried)
	return response, err
}

// CloseIdleConnections reaches the pool below.
func (t *tap) CloseIdleConnections() {
	if pool, ok := t.next.(interface{ CloseIdleConnections() }); ok {
		pool.CloseIdleConnections()
	}
}

// rest is a body whose beginning was read before.
type rest struct {
	io.Reader
	io.Closer
}

// all are the tries so far.
func (t *tap) all() []*try {
	t.lock.Lock()
	defer t.lock.Unlock()
	return t.tries[:len(t.tries):len(t.tries)]
}

// last is the newest try; one of nothing where there was none.
func (t *tap) last() *try {
	if tries := t.all(); len(tries) > 0 {
		return tries[len(tries)-1]
	}
	return &try{}
}
