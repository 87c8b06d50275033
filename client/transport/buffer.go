package transport

import (
	"bytes"
	"errors"
	"io"
	"net/http"
)

// ErrTooLarge reports an uncompressed body that exceeds the limit of the Policy. Reading returns it one byte after the
// limit.
var ErrTooLarge = errors.New("body exceeds the limit")

// firstBuffer limits the memory that is allocated for an announced body.
const firstBuffer = 1 << 20

// buffer reads the whole body before it returns an answer, so that retries cover bodies that break off. The part that
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
	body := new(bytes.Buffer)
	if length := min(response.ContentLength, b.limit+1, firstBuffer); length > 0 {
		body.Grow(int(length) + bytes.MinRead) // ReadFrom needs room to find the end
	}
	_, err = body.ReadFrom(io.LimitReader(response.Body, b.limit+1))
	if err == nil && int64(body.Len()) > b.limit {
		err = ErrTooLarge
	}
	_ = response.Body.Close() // already read
	response.Body = newBufferedBody(body.Bytes(), err)
	return response, nil
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
