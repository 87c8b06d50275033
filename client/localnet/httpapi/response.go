package httpapi

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
)

const (
	// minCompressed is the size in bytes from which a body is compressed.
	minCompressed = 1 << 10
	// chunkSize is the size in bytes from which a part of a response is sent before the rest is built.
	chunkSize = 1 << 15
	// maxCompressing is the maximum number of responses that are compressed at a time. Further ones are sent uncompressed: a
	// writer holds close to a megabyte until a slow client has read its response.
	maxCompressing = 16
)

// gzipWriters holds the unused writers, nil for those that are not created yet.
var gzipWriters = func() chan *gzip.Writer {
	unused := make(chan *gzip.Writer, maxCompressing)
	for range maxCompressing {
		unused <- nil
	}
	return unused
}()

// takeGzipWriter returns an unused writer, nil if there is none.
func takeGzipWriter(to io.Writer) *gzip.Writer {
	select {
	case writer := <-gzipWriters:
		if writer == nil {
			var err error
			if writer, err = gzip.NewWriterLevel(to, gzip.BestSpeed); err != nil {
				panic(err) // the level is valid
			}
		}
		writer.Reset(to)
		return writer
	default:
		return nil
	}
}

// WriteText writes a plain text response.
func WriteText(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(message)) // fails only if the client disconnected
}

// WriteError writes an error as a JSON object with the message under the given key.
func WriteError(w http.ResponseWriter, status int, key, message string) {
	body, err := json.Marshal(map[string]string{key: message})
	if err != nil {
		panic(err) // strings always marshal
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// WriteJSON responds with the document that write writes, with status 200. It sends the document in parts while it is built, so
// that the memory of a response does not depend on its length. Documents of a kilobyte or more are compressed if the client
// accepts gzip. If the client disconnects, it aborts the handler.
func WriteJSON(w http.ResponseWriter, r *http.Request, document *Document, write func()) {
	TryWriteJSON(w, r, document, func() bool {
		write()
		return true
	})
}

// TryWriteJSON is WriteJSON if write returns true. If it returns false, which it may only for a short document, nothing is
// sent and the caller must respond.
func TryWriteJSON(w http.ResponseWriter, r *http.Request, document *Document, write func() bool) {
	sent := &response{writer: w, request: r}
	document.response = sent
	defer sent.release()
	if write() {
		sent.finish(document.Bytes)
	}
}

// response sends a JSON document in parts.
type response struct {
	writer  http.ResponseWriter
	request *http.Request
	started bool
	gzip    *gzip.Writer // nil if the response is not compressed
}

// send sends a part.
func (r *response) send(part []byte) {
	if !r.started {
		r.start(len(part) >= minCompressed)
	}
	var to io.Writer = r.writer
	if r.gzip != nil {
		to = r.gzip
	}
	if _, err := to.Write(part); err != nil {
		panic(http.ErrAbortHandler) // the client disconnected
	}
}

// start sets the headers.
func (r *response) start(compress bool) {
	r.started = true
	header := r.writer.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Vary", "Accept-Encoding")
	if !compress || !acceptsGzip(r.request.Header.Values("Accept-Encoding")) {
		return
	}
	if r.gzip = takeGzipWriter(r.writer); r.gzip != nil {
		header.Set("Content-Encoding", "gzip")
	}
}

// finish sends the last part, which may be the only one.
func (r *response) finish(part []byte) {
	if !r.started {
		r.start(len(part) >= minCompressed)
		if r.gzip == nil {
			r.writer.Header().Set("Content-Length", strconv.Itoa(len(part)))
		}
	}
	r.send(part)
	if r.gzip != nil && r.gzip.Close() != nil {
		panic(http.ErrAbortHandler)
	}
}

// release returns the gzip writer.
func (r *response) release() {
	if r.gzip != nil {
		r.gzip.Reset(nil) // keeps no connection alive
		gzipWriters <- r.gzip
	}
}

// acceptsGzip reports whether Accept-Encoding lists gzip with a weight above 0.
func acceptsGzip(headers []string) bool {
	for encoding := range strings.SplitSeq(strings.Join(headers, ","), ",") {
		name, parameters, _ := strings.Cut(encoding, ";")
		if !strings.EqualFold(strings.TrimSpace(name), "gzip") {
			continue
		}
		weight, ok := strings.CutPrefix(strings.ReplaceAll(strings.ToLower(parameters), " ", ""), "q=")
		if !ok {
			return true
		}
		q, err := strconv.ParseFloat(weight, 64)
		return err == nil && q > 0
	}
	return false
}
