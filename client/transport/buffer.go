package transport

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/url"
	"sync"
	"time"
)

// ErrTooLarge reports an uncompressed body that exceeds the limit of the Policy. Only its start is preserved.
var ErrTooLarge = errors.New("body exceeds the limit")

// tooLargeStart is how much of a body that is too large is preserved, for its error message.
const tooLargeStart = 64 << 10

// buffer reads the whole body before it returns a response, so that retries cover bodies that break off. The part that
// arrived is preserved.
type buffer struct {
	layer
	limit  int64
	memory *memory
}

func (b *buffer) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := b.next.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	arrived := time.Now()
	body := newBufferedBody(b.read(request, response))
	_ = response.Body.Close() // already read
	body.headers = arrived
	response.Body = body
	return response, nil
}

// read returns the body. A large one waits until the memory limit admits it.
func (b *buffer) read(request *http.Request, response *http.Response) ([]byte, error) {
	start, err := readStart(response.Body, min(b.limit+1, maxSmall+1))
	if err == nil && int64(len(start)) > b.limit {
		return start[:min(len(start), tooLargeStart)], ErrTooLarge
	}
	if err != nil || len(start) <= maxSmall {
		return start, err
	}
	expected := b.limit
	if response.ContentLength > 0 {
		expected = min(expected, response.ContentLength)
	}
	if err := b.memory.reserve(request.Context(), expected); err != nil {
		return start[:tooLargeStart], err
	}
	reserved := expected
	defer func() { b.memory.release(reserved) }()
	rest, err := readChunks(response.Body, b.limit-int64(len(start))+1)
	defer rest.free()
	length := int64(len(start)) + rest.length
	if length > b.limit {
		return start[:tooLargeStart], ErrTooLarge
	}
	body := rest.appendTo(append(make([]byte, 0, length), start...))
	if length > maxUncounted {
		reserved -= b.memory.hold(body, min(length, reserved))
	}
	return body, err
}

// SentTo returns the URL of the base URL that failover chose for the request of a response, nil if there was no failover.
func SentTo(response *http.Response) *url.URL {
	if body, ok := response.Body.(*bufferedBody); ok {
		return body.sentTo
	}
	return nil
}

// scratch has buffers for bodies that are being read. They are larger than the bodies, which are copied.
var scratch = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// readStart reads a body, at most limit bytes.
func readStart(body io.Reader, limit int64) ([]byte, error) {
	read := scratch.Get().(*bytes.Buffer)
	defer func() {
		if read.Cap() <= 2*maxSmall {
			scratch.Put(read)
		}
	}()
	read.Reset()
	_, err := read.ReadFrom(io.LimitReader(body, limit))
	return bytes.Clone(read.Bytes()), err
}

// ReadBody reads the rest of a body, at most limit bytes. It returns the body of a Policy's transport without a copy: do not
// modify it.
func ReadBody(body io.Reader, limit int64) ([]byte, error) {
	if buffered, ok := body.(*bufferedBody); ok && int64(len(buffered.bytes)) < limit && buffered.reader.Len() == len(buffered.bytes) {
		buffered.reader.Reset(nil)
		return buffered.bytes, buffered.err
	}
	return readStart(body, limit)
}

// bufferedBody is a body in memory, with the error at its end, if any. Its bytes are shared and do not change.
type bufferedBody struct {
	reader  bytes.Reader
	bytes   []byte
	err     error
	headers time.Time // time of their arrival
	sentTo  *url.URL  // after failover; nil without
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
