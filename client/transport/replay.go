package transport

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
)

// ErrNotRecorded reports a request that is not in the recording of a Replay.
var ErrNotRecorded = errors.New("not in this recording")

// maxLineBytes is the maximum length of a line.
const maxLineBytes = 128 << 20

// Replay responds to requests from a recording; use it as the Next of a Policy. Equal requests (by method, path, query, body and
// media type) get the recorded responses one after the other, then the last one repeatedly. It is safe for concurrent
// use.
type Replay struct {
	RecordingHeader
	IsCut bool // the last line is incomplete

	file   io.ReaderAt
	paced  bool
	began  time.Time
	length time.Duration // until the end of the last exchange

	lock    sync.Mutex
	calls   map[string]*recordedCall
	byShape map[string][]*recordedCall // by the call without its times, if it has two or more
}

// recordedCall has the responses to one call.
type recordedCall struct {
	instants  []int64
	responses []recordedResponse // in the order of their requests
	next      int
}

// recordedResponse is the position of a response in the file.
type recordedResponse struct {
	at     time.Duration // time of the request
	offset int64
	length int
}

// NewReplay indexes a recording. The Replay continues to read from file. If paced, responses take as long as they did, and
// calls get the response that was current at the same time since the start. Otherwise responses are immediate, without
// Retry-After headers. seen, if not nil, is called with the time, the URL and the body of each successful response. Errors
// name the line.
func NewReplay(file io.ReaderAt, size int64, paced bool, seen func(at time.Duration, address string, body []byte)) (*Replay, error) {
	if seen == nil {
		seen = func(time.Duration, string, []byte) {}
	}
	r := &Replay{file: file, paced: paced, began: time.Now(), calls: map[string]*recordedCall{}, byShape: map[string][]*recordedCall{}}
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
		sort.SliceStable(call.responses, func(i, j int) bool { return call.responses[i].at < call.responses[j].at })
	}
	return r, nil
}

// Now returns the current time of the recording: its start plus the age of the Replay, at most its end.
func (r *Replay) Now() time.Time { return r.Started.Add(r.played()) }

// End returns the time of the recording at the end of its last exchange.
func (r *Replay) End() time.Time { return r.Started.Add(r.length) }

func (r *Replay) played() time.Duration { return min(time.Since(r.began), r.length) }

// readLine returns a line with its line break, and io.EOF if there is none.
func readLine(lines *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := lines.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > maxLineBytes {
			return nil, fmt.Errorf("longer than %d MiB", maxLineBytes>>20)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

func (r *Replay) readHeader(line []byte) error {
	var first recordingFirstLine
	if err := json.Unmarshal(line, &first); err != nil || first.Format != recordingFormat {
		return errors.New("not a recording: expected a header in JSON")
	}
	switch {
	case first.Version > recordingVersion:
		return fmt.Errorf("recording of version %d, made by %q: this program reads version %d: update it", first.Version, truncate(first.Program), recordingVersion)
	case first.Version < 1:
		return fmt.Errorf("invalid version %d of the recording", first.Version)
	case first.Started.IsZero():
		return errors.New("missing start time of the recording")
	}
	r.RecordingHeader = first.RecordingHeader
	return nil
}

// truncate shortens text of a file for an error.
func truncate(text string) string { return text[:min(len(text), 40)] }

// readExchange indexes an exchange. A canceled one has no response.
func (r *Replay) readExchange(line []byte, offset int64, seen func(at time.Duration, address string, body []byte)) error {
	found, err := readRecorded(line)
	if err != nil {
		return err
	}
	r.length = max(r.length, found.at()+found.took())
	if found.Canceled {
		return nil
	}
	response := recordedResponse{at: found.at(), offset: offset, length: len(line)}
	name, shape, instants := callKey(found.Method, found.URL, found.Request, bytesOf(found.Sent, found.SentBase64))
	call := r.calls[name]
	if call == nil {
		call = &recordedCall{instants: instants}
		r.calls[name] = call
		if len(instants) > 1 {
			r.byShape[shape] = append(r.byShape[shape], call)
		}
	}
	call.responses = append(call.responses, response)
	if found.Error == "" && found.Status == http.StatusOK {
		seen(found.at()+found.took(), found.URL, bytesOf(found.Body, found.BodyBase64))
	}
	return nil
}

func readRecorded(line []byte) (recordedExchange, error) {
	var found recordedExchange
	if err := json.Unmarshal(line, &found); err != nil {
		return found, fmt.Errorf("invalid exchange: %w", err)
	}
	switch {
	case found.Method == "":
		return found, errors.New("exchange without a method")
	case !strings.HasPrefix(found.URL, "/") && !strings.HasPrefix(found.URL, "?"):
		return found, errors.New("exchange without a path")
	case found.Error == "" && (found.Status < 100 || found.Status > 999):
		return found, errors.New("exchange without a valid status or an error")
	case found.At < 0 || found.Took < 0 || found.At > maxTime || found.Took > maxTime:
		return found, errors.New("exchange with an invalid time")
	}
	return found, nil
}

// maxTime is a year in microseconds, longer than any session.
const maxTime = int64(366 * 24 * time.Hour / time.Microsecond)

func (e *recordedExchange) at() time.Duration { return time.Duration(e.At) * time.Microsecond }

func (e *recordedExchange) took() time.Duration { return time.Duration(e.Took) * time.Microsecond }

// bytesOf returns a body that is text, or in base64.
func bytesOf(text string, base64 []byte) []byte {
	if base64 != nil {
		return base64
	}
	return []byte(text)
}

// callKey returns the key of a call, its shape, which is the key without times, and those times. The range of a price history
// ends at the current time, so it differs in each request.
func callKey(method, address string, header http.Header, sent []byte) (name, shape string, instants []int64) {
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

// millisecondDigits is the number of digits of a time in milliseconds from 2001 to 2286.
const millisecondDigits = 13

// RoundTrip responds from the recording.
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
	response, ok := r.next(request, address, sent)
	if !ok {
		return nil, fmt.Errorf("%w: %s %s", ErrNotRecorded, request.Method, address)
	}
	line := make([]byte, response.length)
	if _, err := r.file.ReadAt(line, response.offset); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("cannot read the recording: %w", err)
	}
	found, err := readRecorded(line)
	if err != nil {
		return nil, fmt.Errorf("the recording has changed: %w", err)
	}
	if r.paced {
		if err := Sleep(request.Context(), found.took()); err != nil {
			return nil, context.Cause(request.Context())
		}
	} else {
		delete(found.ResponseHeader, "Retry-After")
	}
	if times, ok := request.Context().Value(recordedKey{}).(*recordedTimes); ok {
		*times = recordedTimes{r.Started.Add(found.at()), found.took()}
	}
	if found.Error != "" {
		return nil, &recordedError{found.Error, found.TimedOut}
	}
	return found.response(request), nil
}

// next returns the next response to a call.
func (r *Replay) next(request *http.Request, address string, sent []byte) (recordedResponse, bool) {
	name, shape, instants := callKey(request.Method, address, request.Header, sent)
	r.lock.Lock()
	defer r.lock.Unlock()
	call := r.calls[name]
	if call == nil {
		call = closest(r.byShape[shape], instants)
	}
	if call == nil {
		return recordedResponse{}, false
	}
	if r.paced {
		since := r.played()
		later := slices.IndexFunc(call.responses, func(response recordedResponse) bool { return response.at > since })
		if later < 0 {
			later = len(call.responses)
		}
		return call.responses[max(later-1, 0)], true
	}
	response := call.responses[call.next]
	call.next = min(call.next+1, len(call.responses)-1)
	return response, true
}

// closest returns the call with the closest times. Calls that differ by more than the length of the range do not match.
func closest(calls []*recordedCall, instants []int64) *recordedCall {
	if len(calls) == 0 {
		return nil
	}
	var found *recordedCall
	minimum := slices.Max(instants) - slices.Min(instants) + 1
	for _, call := range calls {
		if len(call.instants) != len(instants) {
			continue // the query contains an @
		}
		distance := int64(0)
		for i, at := range call.instants {
			distance += max(at-instants[i], instants[i]-at)
		}
		if distance < minimum {
			found, minimum = call, distance
		}
	}
	return found
}

func (e *recordedExchange) response(request *http.Request) *http.Response {
	body := bytesOf(e.Body, e.BodyBase64)
	header := e.ResponseHeader
	if header == nil {
		header = http.Header{}
	}
	return &http.Response{
		Status: strconv.Itoa(e.Status) + " " + http.StatusText(e.Status), StatusCode: e.Status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: header,
		Body: io.NopCloser(bytes.NewReader(body)), ContentLength: int64(len(body)), Request: request,
	}
}

// recordedError is the error of a recorded exchange.
type recordedError struct {
	reason   string
	timedOut bool
}

func (e *recordedError) Error() string   { return e.reason + " (as recorded)" }
func (e *recordedError) Timeout() bool   { return e.timedOut }
func (e *recordedError) Temporary() bool { return true }
