package transport

import (
	"bytes"
	"errors"
	"io"
	"net/http"
)

// ErrTooLarge: a body, unpacked, is over the limit of the Policy. It stands after as
// many bytes as the limit and one more.
var ErrTooLarge = errors.New("the body is larger than the limit")

// firstBuffer is the most that is set aside for a body because its length is announced.
const firstBuffer = 1 << 20

// buffer reads the body of each answer before it gives the answer on, up to a limit, so
// that a body which breaks off is a failure like any other. What arrived of it is kept.
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
		body.Grow(int(length) + bytes.MinRead) // so that the end is found without growing
	}
	_, err = body.ReadFrom(io.LimitReader(response.Body, b.limit+1))
	if err == nil && int64(body.Len()) > b.limit {
		err = ErrTooLarge
	}
	_ = response.Body.Close() // it was read; an error in closing takes nothing away
	response.Body = newBufferedBody(body.Bytes(), err)
	return response, nil
}

// bufferedBody is a body that was read, and the error that its end was, if any.
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
