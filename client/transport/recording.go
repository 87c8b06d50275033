package transport

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// A recording is a file of lines, each of them a JSON object: first a header, then the
// exchanges in the order in which they ended.
const (
	recordingFormat  = "foredeck recording"
	recordingVersion = 1
)

// RecordingHeader is what a recording begins with.
type RecordingHeader struct {
	Program string          `json:"program"` // what made it, with its version
	Started time.Time       `json:"started"` // the times of exchanges count from here
	Facts   json.RawMessage `json:"facts"`   // what else the program has to know to show it again
}

// recordingFirstLine is the header as it is written.
type recordingFirstLine struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	RecordingHeader
}

// recordedExchange is an exchange as it is written. A body that is no text is in base64.
type recordedExchange struct {
	At         int64       `json:"at_us"`
	Took       int64       `json:"took_us"`
	Label      string      `json:"label,omitempty"`
	Try        int         `json:"try,omitempty"`
	Method     string      `json:"method"`
	URL        string      `json:"url"` // without what stands before the paths of the service
	Request    http.Header `json:"request,omitempty"`
	Sent       string      `json:"sent,omitempty"`
	SentBase64 []byte      `json:"sent_base64,omitempty"`
	Status     int         `json:"status,omitempty"`
	Answer     http.Header `json:"answer,omitempty"`
	Body       string      `json:"body,omitempty"`
	BodyBase64 []byte      `json:"body_base64,omitempty"`
	Error      string      `json:"error,omitempty"`
	TimedOut   bool        `json:"timed_out,omitempty"`
	Left       bool        `json:"left,omitempty"` // the caller called it off
}

// Recording writes the exchanges of a Policy to a file as they happen. No secret reaches
// it: those of each request are taken out as in an Exchange, and those that Start is told
// of are taken out of everything. Only what a Replay needs is written of headers, and
// nothing of a base URL. The zero value writes nothing until Start; it is for several
// goroutines at once.
type Recording struct {
	lock    sync.Mutex
	to      io.Writer // nil: not started
	started time.Time
	bases   []string
	words   secrets
	err     error
}

// Start writes the header and begins. Of the bases, the base URLs of what is asked, nothing
// is written. Each line is one Write.
func (r *Recording) Start(to io.Writer, header RecordingHeader, bases, keys []string) error {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.to, r.started = to, header.Started
	for _, key := range keys {
		r.words = r.words.with(key)
	}
	for _, base := range bases {
		r.bases = append(r.bases, cleanAddress(base)) // as the addresses of exchanges spell it
		r.words = r.words.withKeyOf(base)
	}
	header.Facts = r.words.hide(header.Facts)
	r.write(recordingFirstLine{recordingFormat, recordingVersion, header})
	return r.err
}

// Err tells why the file takes no more; nil while it does.
func (r *Recording) Err() error {
	r.lock.Lock()
	defer r.lock.Unlock()
	return r.err
}

// record writes an exchange.
func (r *Recording) record(exchange Exchange) {
	r.lock.Lock()
	defer r.lock.Unlock()
	if r.to == nil || r.err != nil {
		return
	}
	line := recordedExchange{
		At: max(exchange.Started.Sub(r.started), 0).Microseconds(), Took: exchange.Took.Microseconds(),
		Label: exchange.Label, Try: exchange.Try, Method: exchange.Method, URL: r.hide(relativeTo(r.bases, exchange.URL)),
		Request: r.header(exchange.RequestHeader, isKeptOfRequest),
		Status:  exchange.Status, Answer: r.header(exchange.ResponseHeader, isKeptOfAnswer),
		Left: exchange.Left(),
	}
	line.Sent, line.SentBase64 = textOrBytes(r.words.hide(exchange.Sent))
	line.Body, line.BodyBase64 = textOrBytes(r.words.hide(exchange.Body))
	switch {
	case exchange.Err != nil:
		var timeout net.Error
		line.Error, line.TimedOut = r.hide(exchange.Err.Error()), errors.As(exchange.Err, &timeout) && timeout.Timeout()
	case exchange.Body == nil && exchange.Bytes > 0:
		line.Error = fmt.Sprintf("a body of %d bytes is too large for a recording", exchange.Bytes)
	}
	r.write(line)
}

// write writes a line.
func (r *Recording) write(line any) {
	var written bytes.Buffer
	encoder := json.NewEncoder(&written)
	encoder.SetEscapeHTML(false)
	if r.err = encoder.Encode(line); r.err == nil {
		_, r.err = r.to.Write(written.Bytes())
	}
}

func (r *Recording) hide(text string) string { return string(r.words.hide([]byte(text))) }

// header gives what is kept of a header.
func (r *Recording) header(whole http.Header, isKept func(name string) bool) http.Header {
	short := http.Header{}
	for name, values := range whole {
		if !isKept(name) || isSecret(name) {
			continue
		}
		for _, value := range values {
			if name == "Location" {
				value = relativeTo(r.bases, value)
			}
			short[name] = append(short[name], r.hide(value))
		}
	}
	return short
}

func isKeptOfRequest(name string) bool { return name == "Accept" || name == "Content-Type" }

// isKeptOfAnswer chooses what a client reads: the kind of the body, cursors, and how often it may ask.
func isKeptOfAnswer(name string) bool {
	lower := strings.ToLower(name)
	return slices.Contains([]string{"content-type", "date", "location", "retry-after"}, lower) ||
		strings.Contains(lower, "cursor") || strings.Contains(lower, "ratelimit") || strings.Contains(lower, "rate-limit")
}

// relativeTo gives an address without the base URL that it begins with, by either scheme; of
// another one the host is left out, as it may be nobody's business.
func relativeTo(bases []string, address string) string {
	_, plain, absolute := strings.Cut(address, "://")
	if !absolute {
		return address
	}
	longest := ""
	for _, base := range bases {
		_, place, _ := strings.Cut(strings.TrimRight(base, "/"), "://")
		if rest, ok := strings.CutPrefix(plain, place); ok && len(place) > len(longest) && (rest == "" || strings.ContainsAny(rest[:1], "/?")) {
			longest = place
		}
	}
	if longest != "" {
		return plain[len(longest):]
	}
	if at := strings.IndexAny(plain, "/?"); at >= 0 {
		return plain[at:]
	}
	return "/"
}

// textOrBytes gives a body as text where it is some.
func textOrBytes(body []byte) (string, []byte) {
	if utf8.Valid(body) {
		return string(body), nil
	}
	return "", body
}

// leastPathKey is how long a part of a base URL's path is that is taken for a key.
const leastPathKey = 16

// withKeyOf adds the parts of a base URL's path that may be a key, as some providers have it.
func (s secrets) withKeyOf(base string) secrets {
	address, err := url.Parse(base)
	if err != nil {
		return s
	}
	for part := range strings.SplitSeq(address.Path, "/") {
		if len(part) >= leastPathKey {
			s = s.with(part)
		}
	}
	return s
}
