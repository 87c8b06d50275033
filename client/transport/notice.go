package transport

import (
	"cmp"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// maxNotices is the number of Notices that are stored.
const maxNotices = 100

// Notice is a message about a server that belongs to no single request.
type Notice struct {
	At    time.Time // of the first
	Text  string    // one line, which can contain text of the server
	Count int       // of equal messages
}

// Notices stores messages about servers: calls that are deprecated, and what net/http and other libraries write to the standard
// logger, for which it is an io.Writer. It stores the newest 100 different ones. It is safe for concurrent use; nil stores nothing.
type Notices struct {
	redactor *Redactor

	lock    sync.Mutex
	stored  []Notice
	observe func(Notice)
}

// NewNotices returns Notices without the secrets that redactor knows.
func NewNotices(redactor *Redactor) *Notices { return &Notices{redactor: redactor} }

// Observe calls report with each new notice. report must not block.
func (n *Notices) Observe(report func(Notice)) {
	n.lock.Lock()
	defer n.lock.Unlock()
	n.observe = report
}

// Write adds a message of a logger.
func (n *Notices) Write(message []byte) (int, error) {
	n.Add(string(message))
	return len(message), nil
}

// Add adds a message, or counts it if it is stored.
func (n *Notices) Add(text string) {
	if n == nil || text == "" {
		return
	}
	text = n.redactor.text(strings.TrimSpace(text))
	n.lock.Lock()
	defer n.lock.Unlock()
	for i := range n.stored {
		if n.stored[i].Text == text {
			n.stored[i].Count++
			return
		}
	}
	if len(n.stored) == maxNotices {
		n.stored = append(n.stored[:0], n.stored[1:]...)
	}
	added := Notice{time.Now(), text, 1}
	n.stored = append(n.stored, added)
	if n.observe != nil {
		n.observe(added)
	}
}

// All returns the stored notices, oldest first.
func (n *Notices) All() []Notice {
	if n == nil {
		return nil
	}
	n.lock.Lock()
	defer n.lock.Unlock()
	return append([]Notice(nil), n.stored...)
}

// deprecations adds a notice for each version of the RPC and each other path that is deprecated.
type deprecations struct {
	layer
	notices *Notices
}

func (d *deprecations) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := d.next.RoundTrip(request)
	if err == nil && response.StatusCode < http.StatusBadRequest {
		d.notices.Add(deprecation(request.URL.Path, response.Header))
	}
	return response, err
}

// deprecation returns the notice for a response; "" if the call is not deprecated. The specification deprecates the account and view
// calls of version 1 (section 9), and nodes send the headers Deprecation (RFC 9745) and Sunset (RFC 8594).
func deprecation(path string, header http.Header) string {
	subject, status := path, ""
	if at := strings.Index(path, "/rpc/v"); at >= 0 {
		version, call, _ := strings.Cut(path[at+len("/rpc/"):], "/")
		subject = "RPC " + version
		switch isOfAccount := strings.HasPrefix(call, "accounts/") || call == "view"; {
		case version == "v1" && isOfAccount:
			status = "deprecated by the API specification"
		case version == "v2" && isOfAccount:
			status = "superseded by v3; the API documentation of current nodes marks it as deprecated"
		}
	}
	if since := header.Get("Deprecation"); since != "" {
		status = "the server marks it as deprecated" + datePart(" since ", since)
	}
	if until := header.Get("Sunset"); until != "" {
		status = cmp.Or(status, "the server plans to remove it")
		status += datePart(", available until ", until)
	}
	if status == "" {
		return ""
	}
	return subject + ": " + status
}

// datePart returns a date in a header after a text, "" if there is none. @0 means that the date is unknown.
func datePart(before, value string) string {
	date, err := http.ParseTime(value)
	if seconds, isUnix := strings.CutPrefix(value, "@"); isUnix {
		var unix int64
		unix, err = strconv.ParseInt(seconds, 10, 64)
		date = time.Unix(unix, 0).UTC()
	}
	if err != nil || date.Unix() <= 0 || date.Year() > 9999 {
		return ""
	}
	return before + date.Format(time.DateOnly)
}
