package transport

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// ErrNotRecorded: a Replay was asked for what its recording does not hold.
var ErrNotRecorded = errors.New("not in this recording")

// mostLineBytes is how long a line of a recording can be.
const mostLineBytes = 128 << 20

// Replay answers requests from a recording; it is the Next of a Policy. Nothing is sent.
// The same call (method, path, query, and body with its media type) gets the recorded
// answers one after the other, and the last again and again. It is for several goroutines at once.
type Replay struct {
	RecordingHeader
	IsCut bool // the last line is not whole: the recording broke off there

	file    io.ReaderAt
	isPaced bool
	begun   time.Time
	length  time.Duration // until all that is in it was over

	lock  sync.Mutex
	calls map[string]*recordedCall
	alike map[string][]*recordedCall // by the call without its instants, where it has two or more
}

// recordedCall is all that was answered to one call.
type recordedCall struct {
	instants []int64
	answers  []recordedAnswer // in the order in which they were asked for
	next     int
}

// recordedAnswer is where in the file an answer stands.
type recordedAnswer struct {
	at     time.Duration // when it was asked for
	offset int64
	length int
}

// NewReplay reads through a recording, whose file it goes on to use. Paced, answers take as
// long as they took, and each call gets the answer that it got at the same time since the
// start. At speed nothing is waited for, and so no answer asks to wait (Retry-After). seen,
// where it is not nil, is told the address and the body of each good answer, and when that
// was there. The error names the line that is wrong.
func NewReplay(file io.ReaderAt, size int64, paced bool, seen func(at time.Duration, address string, body []byte)) (*Replay, error) {
	if seen == nil {
		seen = func(time.Duration, string, []byte) {}
	}
	r := &Replay{file: file, isPaced: paced, begun: time.Now(), calls: map[string]*recordedCall{}, alike: map[string][]*recordedCall{}}
	lines := bufio.NewReader(io.NewSectionReader(file, 0, size))
	offset := int64(0)
	for number := 1; ; number++ {
		line, err := readLine(lines)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		isLast := err != nil
		if isLast && len(line) == 0 && number > 1 {
			break
		}
		if number == 1 {
			err = r.readHeader(line)
		} else {
			err = r.readExchange(line, offset, seen)
		}
		if err != nil && isLast && number > 1 {
			r.IsCut = true
			break
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		if isLast {
			break
		}
		offset += int64(len(line))
	}
	for _, call := range r.calls {
		slices.SortStableFunc(call.answers, func(a, b recordedAnswer) int { return cmp.Compare(a.at, b.at) })
	}
	return r, nil
}

// Now is the time of the recording: when it was started, and as much later as the Replay is
// old. It stands still at the end.
func (r *Replay) Now() time.Time { return r.Started.Add(r.played()) }

// Ends is the time of the recording at which all that is in it was over.
func (r *Replay) Ends() time.Time { return r.Started.Add(r.length) }

func (r *Replay) played() time.Duration { return min(time.Since(r.begun), r.length) }

// readLine gives a line with its end; io.EOF where it has none.
func readLine(lines *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := lines.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > mostLineBytes {
			return nil, fmt.Errorf("longer than %d MiB", mostLineBytes>>20)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

func (r *Replay) readHeader(line []byte) error {
	var first recordingFirstLine
	if err := json.Unmarshal(line, &first); err != nil || first.Format != recordingFormat {
		return errors.New("this is no recording: a recording begins with a line of JSON that says so")
	}
	switch {
	case first.Version > recordingVersion:
		return fmt.Errorf("a recording of version %d, which a newer foredeck made (%q); this one reads version %d", first.Version, cut(first.Program), recordingVersion)
	case first.Version < 1:
		return fmt.Errorf("a recording of version %d: there is none such", first.Version)
	case first.Started.IsZero():
		return errors.New("it does not say when the recording was started")
	}
	r.RecordingHeader = first.RecordingHeader
	return nil
}

// cut shortens a text of a file for an error.
func cut(text string) string { return text[:min(len(text), 40)] }

// readExchange notes where an exchange stands. One that was called off has no answer.
func (r *Replay) readExchange(line []byte, offset int64, seen func(at time.Duration, address string, body []byte)) error {
	found, err := readRecorded(line)
	if err != nil {
		return err
	}
	r.length = max(r.length, found.at()+found.took())
	if found.Left {
		return nil
	}
	answer := recordedAnswer{at: found.at(), offset: offset, length: len(line)}
	name, shape, instants := callOf(found.Method, found.URL, found.Request, found.sent())
	call := r.calls[name]
	if call == nil {
		call = &recordedCall{instants: instants}
		r.calls[name] = call
		if len(instants) > 1 {
			r.alike[shape] = append(r.alike[shape], call)
		}
	}
	call.answers = append(call.answers, answer)
	if found.Error == "" && found.Status == http.StatusOK {
		seen(found.at()+found.took(), found.URL, found.body())
	}
	return nil
}

func readRecorded(line []byte) (recordedExchange, error) {
	var found recordedExchange
	if err := json.Unmarshal(line, &found); err != nil {
		return found, fmt.Errorf("no exchange: %w", err)
	}
	switch {
	case found.Method == "":
		return found, errors.New("an exchange without a method")
	case !strings.HasPrefix(found.URL, "/") && !strings.HasPrefix(found.URL, "?"):
		return found, errors.New("an exchange without a path")
	case found.Error == "" && (found.Status < 100 || found.Status > 999):
		return found, errors.New("an exchange with neither status nor error")
	case found.At < 0 || found.Took < 0 || found.At > longestTime || found.Took > longestTime:
		return found, errors.New("an exchange at a time that cannot be")
	}
	return found, nil
}

// longestTime is a year in microseconds, which no session lasts.
const longestTime = int64(366 * 24 * time.Hour / time.Microsecond)

func (e *recordedExchange) at() time.Duration { return time.Duration(e.At) * time.Microsecond }

func (e *recordedExchange) took() time.Duration { return time.Duration(e.Took) * time.Microsecond }

func (e *recordedExchange) sent() []byte {
	if e.SentBase64 != nil {
		return e.SentBase64
	}
	return []byte(e.Sent)
}

// callOf gives what a call goes by, the same without its instants, and these: the range of
// a price history ends now, which is another time at each asking.
func callOf(method, address string, header http.Header, sent []byte) (name, shape string, instants []int64) {
	path, query, _ := strings.Cut(address, "?")
	parameters := strings.Split(query, "&")
	slices.Sort(parameters)
	body := sha256.Sum256(sent)
	write := func() string {
		return method + " " + path + "?" + strings.Join(parameters, "&") + " " + header.Get("Content-Type") + " " + string(body[:])
	}
	name = write()
	for i, parameter := range parameters {
		key, value, _ := strings.Cut(parameter, "=")
		if at, err := strconv.ParseInt(value, 10, 64); err == nil && len(value) == millisecondDigits {
			instants = append(instants, at)
			parameters[i] = key + "=@"
		}
	}
	return name, write(), instants
}

// millisecondDigits is how many digits a time in milliseconds has, from 2001 to 2286.
const millisecondDigits = 13

// RoundTrip answers from the recording.
func (r *Replay) RoundTrip(request *http.Request) (*http.Response, error) {
	defer closeBody(request)
	var sent []byte
	if request.Body != nil {
		var err error
		if sent, err = io.ReadAll(request.Body); err != nil {
			return nil, err
		}
	}
	address := relativeTo(nil, cleanURL(request.URL))
	answer, ok := r.take(request, address, sent)
	if !ok {
		return nil, fmt.Errorf("%w: %s %s", ErrNotRecorded, request.Method, address)
	}
	line := make([]byte, answer.length)
	if _, err := r.file.ReadAt(line, answer.offset); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("the recording: %w", err)
	}
	found, err := readRecorded(line)
	if err != nil {
		return nil, fmt.Errorf("the recording has changed: %w", err)
	}
	if r.isPaced {
		if err := sleep(request.Context(), found.took()); err != nil {
			return nil, context.Cause(request.Context())
		}
	} else {
		delete(found.Answer, "Retry-After")
	}
	times := recordedTimes{r.Started.Add(found.at()), found.took()}
	if found.Error != "" {
		return nil, &recordedError{times, found.Error, found.TimedOut}
	}
	return found.response(request, times), nil
}

// take finds the answer to a call whose turn it is.
func (r *Replay) take(request *http.Request, address string, sent []byte) (recordedAnswer, bool) {
	name, shape, instants := callOf(request.Method, address, request.Header, sent)
	r.lock.Lock()
	defer r.lock.Unlock()
	call := r.calls[name]
	if call == nil {
		call = nearest(r.alike[shape], instants)
	}
	if call == nil {
		return recordedAnswer{}, false
	}
	if r.isPaced {
		since := r.played()
		later := slices.IndexFunc(call.answers, func(answer recordedAnswer) bool { return answer.at > since })
		if later < 0 {
			later = len(call.answers)
		}
		return call.answers[max(later-1, 0)], true
	}
	answer := call.answers[call.next]
	call.next = min(call.next+1, len(call.answers)-1)
	return answer, true
}

// nearest is the call whose range is nearest to this one. One that is farther away than the
// range is long is another call.
func nearest(calls []*recordedCall, instants []int64) *recordedCall {
	if len(calls) == 0 {
		return nil
	}
	var found *recordedCall
	least := slices.Max(instants) - slices.Min(instants) + 1
	for _, call := range calls {
		if len(call.instants) != len(instants) {
			continue // it has an @ by itself
		}
		away := int64(0)
		for i, at := range call.instants {
			away += max(at-instants[i], instants[i]-at)
		}
		if away < least {
			found, least = call, away
		}
	}
	return found
}

func (e *recordedExchange) body() []byte {
	if e.BodyBase64 != nil {
		return e.BodyBase64
	}
	return []byte(e.Body)
}

func (e *recordedExchange) response(request *http.Request, times recordedTimes) *http.Response {
	body := e.body()
	header := e.Answer
	if header == nil {
		header = http.Header{}
	}
	return &http.Response{
		Status: strconv.Itoa(e.Status) + " " + http.StatusText(e.Status), StatusCode: e.Status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: header,
		Body: &recordedBody{times, bytes.NewReader(body)}, ContentLength: int64(len(body)), Request: request,
	}
}

// recordedTimes are those of an exchange when it was recorded.
type recordedTimes struct {
	started time.Time
	length  time.Duration
}

func (t recordedTimes) recorded() (started time.Time, took time.Duration) { return t.started, t.length }

// recordedBody is the body of a recorded answer.
type recordedBody struct {
	recordedTimes
	*bytes.Reader
}

func (b *recordedBody) Close() error { return nil }

// recordedError is why a call brought no answer when it was recorded.
type recordedError struct {
	recordedTimes
	reason   string
	timedOut bool
}

func (e *recordedError) Error() string   { return e.reason + " (as recorded)" }
func (e *recordedError) Timeout() bool   { return e.timedOut }
func (e *recordedError) Temporary() bool { return true }
