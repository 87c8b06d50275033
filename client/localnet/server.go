package localnet

import (
	"compress/gzip"
	"encoding/json"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
)

// compressFrom is the size in bytes from which a body is worth compressing.
const compressFrom = 1 << 10

// zippers are kept because each holds close to a megabyte.
var zippers = sync.Pool{New: func() any {
	zipper, err := gzip.NewWriterLevel(nil, gzip.BestSpeed)
	if err != nil {
		panic(err) // the level is one of gzip's own
	}
	return zipper
}}

// handler routes requests, after they have waited for the chain and for what the
// options add to each answer.
func (n *Network) handler() http.Handler {
	mux := http.NewServeMux()
	for _, served := range n.routes() {
		mux.HandleFunc(served.path, n.serve(served))
	}
	mux.HandleFunc("/", notServed)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if n.standing(r.Context()) != nil {
			panic(http.ErrAbortHandler)
		}
		n.delay(r.Context())
		if n.fail(w) {
			return
		}
		// The multiplexer would send paths with empty or dotted parts elsewhere; to the
		// service they are unknown.
		if asked := r.URL.EscapedPath(); path.Clean(asked) != asked {
			notServed(w, r)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// notServed answers for an unknown path: no body.
func notServed(w http.ResponseWriter, _ *http.Request) {
	w.WriteHeader(http.StatusNotFound)
}

// refuse answers a request that cannot be read: with the node's own form of an error, or
// in plain text as the web frameworks under deployed nodes do.
func (n *Network) refuse(w http.ResponseWriter, message string) {
	if n.options.Dialect == Spec {
		fault(w, http.StatusBadRequest, message)
		return
	}
	plain(w, http.StatusBadRequest, message)
}

// plain answers with a text.
func plain(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(message)) // a caller that has gone hears nothing
}

// fault answers with the node's own form of an error.
func fault(w http.ResponseWriter, status int, message string) {
	body, err := json.Marshal(map[string]string{"message": message})
	if err != nil {
		panic(err) // texts always marshal
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// succeed answers with a JSON document, compressed when the caller takes it and it is
// worth it.
func succeed(w http.ResponseWriter, r *http.Request, body []byte) {
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Vary", "Accept-Encoding")
	if len(body) < compressFrom || !takesGzip(r.Header.Values("Accept-Encoding")) {
		header.Set("Content-Length", strconv.Itoa(len(body)))
		_, _ = w.Write(body)
		return
	}
	header.Set("Content-Encoding", "gzip")
	zipper := zippers.Get().(*gzip.Writer)
	defer zippers.Put(zipper)
	zipper.Reset(w)
	if _, err := zipper.Write(body); err == nil {
		_ = zipper.Close()
	}
}

// takesGzip reads Accept-Encoding: gzip is named and not refused with q=0.
func takesGzip(headers []string) bool {
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
