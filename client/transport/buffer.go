package transport

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"sync"
)

// ErrTooLarge reports an uncompressed body that exceeds the limit of the Policy. Reading returns it one byte after the
// limit.
var ErrTooLarge = errors.New("body exceeds the limit")

// buffer reads the whole body before it returns a response, so that retries cover bodies that break off. The part that
// arrived is preserved.
type buffer struct {
	layer
	limit int64
}

func (b *buffer) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := b.next.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	body, err := ReadBody(response.Body, b.limit+1)
	if err == nil && int64(len(body)) > b.limit {
		err = ErrTooLarge
	}
	_ = response.Body.Close() // already read
	response.Body = newBufferedBody(body, err)
	return response, nil
}

// scratch has buffers for bodies that are being read. They are larger than the bodies, which are copied.
var scratch = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// ReadBody reads the rest of a body, at most limit bytes. It returns the body of a Policy's transport without a copy: do not
// modify it.
func ReadBody(body io.Reader, limit int64) ([]byte, error) {
	if buffered, ok := body.(*bufferedBody); ok && int64(len(buffered.bytes)) < limit && buffered.reader.Len() == len(buffered.bytes) {
		buffered.reader.Reset(nil)
		return buffered.bytes, buffered.err
	}
	read := scratch.Get().(*bytes.Buffer)
	defer scratch.Put(read)
	read.Reset()
	_, err := read.ReadFrom(io.LimitReader(body, limit))
	return bytes.Clone(read.Bytes()), err
}

// bufferedBody is a body in memory, with the error at its end, if any.
type bufferedBody struct {
	reader bytes.Reader
	bytes  []byte
	err    error
}

func newBufferedBody(content []byte, err error) *bufferedBody {
	body := &bufferedBody{bytes: content, err: err}
	body.reader.Reset(content)
	return body
}

func (b *bufferedBody) Read(into []byte) (int, error) {
	count, err := b.reader.Read(into)
	if errors.Is(err, io.EOF) && b.err != nil {
		err = b.err
	}
	return count, err
}

func (b *bufferedBody) Close() error { return nil }
