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

// A recording is a file with a JSON object per line: a header, then the exchanges in the order in which they ended.
const (
	recordingFormat  = "foredeck recording"
	recordingVersion = 1
)

// RecordingHeader is the start of a recording.
type RecordingHeader struct {
	Program string          `json:"program"` // name and version of the recording program
	Started time.Time       `json:"started"` // times of exchanges are relative to it
	Facts   json.RawMessage `json:"facts"`   // further data that the program needs for a replay
}

// recordingFirstLine is the header in the file.
type recordingFirstLine struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	RecordingHeader
}

// recordedExchange is an exchange in the file. Bodies that are not UTF-8 are in base64.
type recordedExchange struct {
	At             int64       `json:"at_us"`
	Took           int64       `json:"took_us"`
	Label          string      `json:"label,omitempty"`
	Try            int         `json:"try,omitempty"`
	Method         string      `json:"method"`
	URL            string      `json:"url"` // without the base URL
	Request        http.Header `json:"request,omitempty"`
	Sent           string      `json:"sent,omitempty"`
	SentBase64     []byte      `json:"sent_base64,omitempty"`
	Status         int         `json:"status,omitempty"`
	ResponseHeader http.Header `json:"answer,omitempty"`
	Body           string      `json:"body,omitempty"`
	BodyBase64     []byte      `json:"body_base64,omitempty"`
	Error          string      `json:"error,omitempty"`
	TimedOut       bool        `json:"timed_out,omitempty"`
	Canceled       bool        `json:"left,omitempty"` // canceled by the caller
}

// Recording writes the exchanges of a Policy to a file as they happen. It removes the secrets of each request as in an
// Exchange, and those passed to Start from everything. It writes only the headers that a Replay needs, and no base URLs.
// The zero value writes nothing until Start. It is safe for concurrent use.
type Recording struct {
	lock    sync.Mutex
	to      io.Writer // nil before Start
	started time.Time
	bases   []string
	secrets Redactor
	err     error
}

// Start writes the header and starts to record. bases are the base URLs, which are removed from the recording, keys the
// secrets. Each line is written by a single call of Write.
func (r *Recording) Start(to io.Writer, header RecordingHeader, bases, keys []string) error {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.to, r.started = to, header.Started
	r.secrets.Add(keys...)
	for _, base := range bases {
		r.bases = append(r.bases, cleanAddress(base)) // in the same form as Exchange.URL
		r.secrets.Add(keysOf(base)...)
	}
	header.Facts = r.secrets.Redact(header.Facts)
	r.write(recordingFirstLine{recordingFormat, recordingVersion, header})
	return r.err
}

// Err returns the error that ended the recording, nil while it works.
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
		Label: exchange.Label, Try: exchange.Attempt, Method: exchange.Method, URL: r.secrets.text(relativeTo(r.bases, exchange.URL)),
		Request: r.header(exchange.RequestHeader, isRecordedRequestHeader),
		Status:  exchange.Status, ResponseHeader: r.header(exchange.ResponseHeader, isRecordedResponseHeader),
		Canceled: exchange.Canceled(),
	}
	line.Sent, line.SentBase64 = textOrBytes(r.secrets.Redact(exchange.Sent))
	line.Body, line.BodyBase64 = textOrBytes(r.secrets.Redact(exchange.Body))
	switch {
	case exchange.Err != nil:
		var timeout net.Error
		line.Error, line.TimedOut = r.secrets.text(exchange.Err.Error()), errors.As(exchange.Err, &timeout) && timeout.Timeout()
	case exchange.Body == nil && exchange.Bytes > 0:
		line.Error = fmt.Sprintf("body of %d bytes is too large for a recording", exchange.Bytes)
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

// header returns the selected headers without secrets and base URLs.
func (r *Recording) header(whole http.Header, isSelected func(name string) bool) http.Header {
	selected := http.Header{}
	for name, values := range whole {
		if !isSelected(name) || isSecret(name) {
			continue
		}
		for _, value := range values {
			if name == "Location" {
				value = relativeTo(r.bases, value)
			}
			selected[name] = append(selected[name], r.secrets.text(value))
		}
	}
	return selected
}

func isRecordedRequestHeader(name string) bool { return name == "Accept" || name == "Content-Type" }

// isRecordedResponseHeader reports whether a client reads the header: media type, cursors, rate limits.
func isRecordedResponseHeader(name string) bool {
	lower := strings.ToLower(name)
	return slices.Contains([]string{"content-type", "date", "location", "retry-after"}, lower) ||
		strings.Contains(lower, "cursor") || strings.Contains(lower, "ratelimit") || strings.Contains(lower, "rate-limit")
}

// relativeTo returns a URL without the base URL at its start, with either scheme, or else without its host, which may be
// private.
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

// textOrBytes returns a body as text if it is valid UTF-8.
func textOrBytes(body []byte) (string, []byte) {
	if utf8.Valid(body) {
		return string(body), nil
	}
	return "", body
}

// minPathKey is the length from which a part of a base URL's path counts as a key.
const minPathKey = 16

// keysOf returns the parts of a base URL's path that can be keys, as some providers use them.
func keysOf(base string) []string {
	address, err := url.Parse(base)
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(strings.Split(address.Path, "/"), func(part string) bool { return len(part) < minPathKey })
}
