package httpapi

import (
	"compress/gzip"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// minCompressed is the size in bytes from which a body is compressed.
const minCompressed = 1 << 10

// gzipWriters reuses writers because each holds close to a megabyte.
var gzipWriters = sync.Pool{New: func() any {
	writer, err := gzip.NewWriterLevel(nil, gzip.BestSpeed)
	if err != nil {
		panic(err) // the level is valid
	}
	return writer
}}

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

// WriteJSON writes a JSON document with status 200. Documents of a kilobyte or more are
// compressed if the client accepts gzip.
func WriteJSON(w http.ResponseWriter, r *http.Request, body []byte) {
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Vary", "Accept-Encoding")
	if len(body) < minCompressed || !acceptsGzip(r.Header.Values("Accept-Encoding")) {
		header.Set("Content-Length", strconv.Itoa(len(body)))
		_, _ = w.Write(body)
		return
	}
	header.Set("Content-Encoding", "gzip")
	writer := gzipWriters.Get().(*gzip.Writer)
	defer gzipWriters.Put(writer)
	writer.Reset(w)
	if _, err := writer.Write(body); err == nil {
		_ = writer.Close()
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
