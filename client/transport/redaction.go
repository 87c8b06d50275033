package transport

import (
	"errors"
	"io"
	"net/http"
	"slices"
	"sync"
)

// redaction removes secrets from responses before any other part of a transport reads them. It adds those of each request to its
// Redactor: a server can only repeat what it was sent.
type redaction struct {
	layer
	redactor *Redactor
}

// Redacting returns a transport that removes the secrets of requests from all later responses. Transports of a Policy do so
// already and are returned unchanged.
func Redacting(next http.RoundTripper) http.RoundTripper {
	if _, ok := next.(tracedCall); ok {
		return next
	}
	return &redaction{layer{next}, new(Redactor)}
}

func (r *redaction) RoundTrip(request *http.Request) (*http.Response, error) {
	r.redactor.Add(secretsOf(request)...)
	response, err := r.next.RoundTrip(request)
	found := r.redactor.current.Load()
	switch {
	case found == nil:
		return response, err
	case err != nil:
		return nil, r.redactor.err(err)
	}
	response.Status = r.redactor.text(response.Status)
	response.Header = r.redactor.header(response.Header)
	response.Body = &redactedBody{body: response.Body, redactor: r.redactor, secrets: found, atEnd: func() {
		response.Trailer = r.redactor.header(response.Trailer)
	}}
	return response, nil
}

// err returns an error without secrets. One that has a secret has a part of the response, and its type does not matter.
func (r *Redactor) err(err error) error {
	message := err.Error()
	if clean := r.text(message); clean != message {
		return errors.New(clean)
	}
	return err
}

// header returns a header without the secrets in names and values.
func (r *Redactor) header(header http.Header) http.Header {
	for name, values := range header {
		for i, value := range values {
			if clean := r.text(value); clean != value {
				values[i] = clean
			}
		}
		if clean := r.text(name); clean != name {
			delete(header, name)
			header[clean] = append(header[clean], values...)
		}
	}
	return header
}

// redactedBytes is the size of the parts in which a body is searched.
const redactedBytes = 64 << 10

var redactBuffers = sync.Pool{New: func() any { return new([]byte) }}

// redactedBody is a body without secrets, wherever its parts begin and end.
type redactedBody struct {
	body     io.ReadCloser
	redactor *Redactor
	secrets  *spellings
	atEnd    func()

	buffer *[]byte // of unread and clean; nil before the first read and after the last
	unread []byte  // not searched completely
	clean  []byte  // searched, not yet returned
	err    error   // after clean
}

func (b *redactedBody) Read(into []byte) (int, error) {
	for len(b.clean) == 0 && b.err == nil {
		b.fill()
	}
	count := copy(into, b.clean)
	if b.clean = b.clean[count:]; len(b.clean) > 0 || b.err == nil {
		return count, nil
	}
	if b.buffer != nil {
		redactBuffers.Put(b.buffer)
		b.buffer = nil
	}
	return count, b.err
}

// fill reads a part of the body, and searches when there is enough or at the end.
func (b *redactedBody) fill() {
	if b.buffer == nil {
		b.buffer = redactBuffers.Get().(*[]byte)
		*b.buffer = slices.Grow((*b.buffer)[:0], redactedBytes+b.secrets.hold())
	}
	space := (*b.buffer)[:cap(*b.buffer)]
	length := copy(space, b.unread)
	for length < len(space) && b.err == nil {
		var count int
		count, b.err = b.body.Read(space[length:])
		length += count
	}
	b.clean, b.unread = b.secrets.redact(space[:length], b.err != nil)
	if b.err != nil {
		if !errors.Is(b.err, io.EOF) {
			b.err = b.redactor.err(b.err)
		}
		b.atEnd()
	}
}

func (b *redactedBody) Close() error { return b.body.Close() }
