package transport

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

const header = `{"format":"foredeck recording","version":1,"program":"foredeck test","started":"2026-11-21T12:00:00Z","facts":{"a":1}}` + "\n"

func replayed(t testing.TB, paced bool, content string) *Replay {
	t.Helper()
	replay, err := NewReplay(strings.NewReader(content), int64(len(content)), paced, nil)
	require.NoError(t, err)
	return replay
}

// bodyOf sends a request and returns the body of the response.
func bodyOf(t testing.TB, travel http.RoundTripper, method, address, body string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	require.NoError(t, err)
	response, err := travel.RoundTrip(request)
	require.NoError(t, err)
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return string(content)
}

func exchange(at time.Duration, address, body string) string {
	return fmt.Sprintf(`{"at_us":%d,"took_us":2000000,"method":"GET","url":%q,"status":200,"body":%q}`+"\n", at.Microseconds(), address, body)
}

// A replay returns the recorded bytes for any base URL.
func TestReplayResponses(t *testing.T) {
	var requests atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent, _ := io.ReadAll(r.Body)
		w.Header().Set("X-Supra-Cursor", "17")
		w.WriteHeader(http.StatusTeapot)
		_, _ = fmt.Fprintf(w, "%s %s %x %d \xff", r.Method, r.URL, sent, requests.Add(1))
	}))
	t.Cleanup(server.Close)
	client, file := written(t, []string{server.URL}, nil)
	calls := [][3]string{{"GET", "/a?x=1&y=2", ""}, {"POST", "/a?x=1&y=2", "one"}, {"POST", "/a?x=1&y=2", "two"}, {"GET", "/a?x=1&y=2", ""}}
	var want []string
	for _, call := range calls {
		want = append(want, bodyOf(t, client.Transport, call[0], server.URL+call[1], call[2]))
	}
	replay := replayed(t, false, file.String())
	require.JSONEq(t, `{}`, string(replay.Facts))
	for i, call := range calls {
		require.Equal(t, want[i], bodyOf(t, replay, call[0], "https://node.example.org"+call[1], call[2]))
	}
	require.Equal(t, want[3], bodyOf(t, replay, "GET", "https://node.example.org/a?y=2&x=1", ""), "the last response is repeated, also for other order")

	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://node.example.org/a?y=2&x=1", http.NoBody)
	require.NoError(t, err)
	response, err := replay.RoundTrip(request)
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	require.Equal(t, http.StatusTeapot, response.StatusCode)
	require.Equal(t, "17", response.Header.Get("X-Supra-Cursor"))
}

func TestReplayNotRecorded(t *testing.T) {
	policy := Default()
	var tries atomic.Int32
	policy.Next, policy.Observer = replayed(t, false, header+exchange(0, "/a", "yes")), func(Exchange) { tries.Add(1) }
	travel, err := policy.Transport()
	require.NoError(t, err)
	for _, address := range []string{"http://node/b", "http://node/a?b=1", "http://node/a/b"} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
		require.NoError(t, err)
		_, err = travel.RoundTrip(request) //nolint:bodyclose // there is none
		require.ErrorIs(t, err, ErrNotRecorded)
	}
	require.Equal(t, int32(3), tries.Load())
}

func TestReplayCanceled(t *testing.T) {
	canceled := `{"at_us":1,"took_us":1,"method":"GET","url":"/a","error":"context canceled","left":true}` + "\n"
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://node/a", http.NoBody)
	require.NoError(t, err)
	_, err = replayed(t, false, header+canceled).RoundTrip(request) //nolint:bodyclose // there is none
	require.ErrorIs(t, err, ErrNotRecorded)
	require.Equal(t, "later", bodyOf(t, replayed(t, false, header+canceled+exchange(time.Second, "/a", "later")), "GET", "http://node/a", ""))
}

func TestReplayFailures(t *testing.T) {
	replay := replayed(t, false, header+`{"at_us":1,"took_us":1,"method":"GET","url":"/a","error":"too slow","timed_out":true}`+"\n")
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://node/a", http.NoBody)
	require.NoError(t, err)
	_, err = replay.RoundTrip(request) //nolint:bodyclose // there is none
	var timeout net.Error
	require.ErrorContains(t, err, "too slow (as recorded)")
	require.True(t, errors.As(err, &timeout) && timeout.Timeout())
}

func TestReplayPaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		replay := replayed(t, true, header+exchange(20*time.Second, "/a", "second")+exchange(10*time.Second, "/a", "first"))
		get := func(want string) {
			began := time.Now()
			require.Equal(t, want, bodyOf(t, replay, "GET", "http://node/a", ""))
			require.Equal(t, 2*time.Second, time.Since(began))
		}
		get("first") // there is none before
		get("first")
		require.Equal(t, "2026-11-21T12:00:04Z", replay.Now().Format(time.RFC3339))
		time.Sleep(12 * time.Second) // on the bubble's clock
		get("first")
		time.Sleep(10 * time.Second) // on the bubble's clock
		get("second")
		get("second")

		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://node/a", http.NoBody)
		require.NoError(t, err)
		_, err = replay.RoundTrip(request) //nolint:bodyclose // there is none
		require.ErrorIs(t, err, context.DeadlineExceeded)
	})
}

// Timings are not recorded: they are unknown in a replay.
func TestReplayHasNoTiming(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var observed Exchange
		failed := `{"at_us":0,"took_us":2000000,"method":"GET","url":"/b","error":"refused"}` + "\n"
		watched := observe(replayed(t, false, header+exchange(10*time.Second, "/a", "yes")+failed), func(exchange Exchange) { observed = exchange })
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://node/a", http.NoBody)
		require.NoError(t, err)
		response, err := watched.RoundTrip(request)
		require.NoError(t, err)
		time.Sleep(time.Second) // on the bubble's clock
		require.NoError(t, response.Body.Close())
		require.Equal(t, 2*time.Second, observed.Took)
		require.Nil(t, observed.Timing)

		observed = Exchange{}
		request.URL.Path = "/b"
		_, err = watched.RoundTrip(request) //nolint:bodyclose // there is none
		require.ErrorContains(t, err, "refused")
		require.Equal(t, 2*time.Second, observed.Took)
		require.Nil(t, observed.Timing)
	})
}

// An unpaced replay does not wait; a paced one does.
func TestReplayRetryAfter(t *testing.T) {
	content := header + `{"at_us":0,"took_us":1,"method":"GET","url":"/a","status":429,"answer":{"Retry-After":["20"]}}` + "\n" + exchange(20*time.Second, "/a", "there")
	for paced, want := range map[bool]time.Duration{false: 0, true: 20 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			policy := Default()
			policy.Next = replayed(t, paced, content)
			travel, err := policy.Transport()
			require.NoError(t, err)
			began := time.Now()
			require.Equal(t, "there", bodyOf(t, travel, http.MethodGet, "http://node/a", ""))
			require.InDelta(t, want, time.Since(began), float64(3*time.Second))
		})
	}
}

// Exchanges have their recorded times, including failed ones. Others have the time of the replay, which stops at its end.
func TestReplayNow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		replay := replayed(t, false, header+exchange(10*time.Second, "/a", "yes")+
			`{"at_us":5000000,"took_us":30000000,"method":"GET","url":"/b","error":"too slow"}`+"\n"+
			`{"at_us":15000000,"took_us":25000000,"method":"GET","url":"/c","error":"context canceled","left":true}`+"\n")
		recorder := new(Recorder)
		travel, err := Policy{Next: replay, Now: replay.Now, Recorder: recorder}.Transport()
		require.NoError(t, err)
		get := func(path string, started, took time.Duration) {
			request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://node"+path, http.NoBody)
			require.NoError(t, err)
			if response, err := travel.RoundTrip(request); err == nil {
				require.NoError(t, response.Body.Close())
			}
			count, _ := recorder.Count()
			last := recorder.Since(count - 1)[0]
			require.Equal(t, replay.Started.Add(started), last.Started, path)
			require.Equal(t, took, last.Took, path)
		}
		time.Sleep(time.Second) // on the bubble's clock
		get("/a", 10*time.Second, 2*time.Second)
		get("/b", 5*time.Second, 30*time.Second)
		get("/unknown", time.Second, 0)

		require.Equal(t, replay.Started.Add(40*time.Second), replay.End())
		time.Sleep(38 * time.Second) // on the bubble's clock
		require.Equal(t, replay.Started.Add(39*time.Second), replay.Now())
		time.Sleep(time.Hour) // on the bubble's clock
		require.Equal(t, replay.End(), replay.Now())
		get("/unknown", 40*time.Second, 0)
	})
}

// The same body with another media type is another call.
func TestReplayMediaTypes(t *testing.T) {
	of := func(at int, kind string, status int) string {
		return fmt.Sprintf(`{"at_us":%d,"took_us":1,"method":"POST","url":"/view","request":{"Content-Type":[%q]},"sent":"bcs","status":%d}`+"\n", at, kind, status)
	}
	replay := replayed(t, true, header+of(60_000_000, "a/new", http.StatusUnsupportedMediaType)+of(60_001_000, "a/old", http.StatusOK))
	for kind, want := range map[string]int{"a/new": http.StatusUnsupportedMediaType, "a/old": http.StatusOK} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://node/view", strings.NewReader("bcs"))
		require.NoError(t, err)
		request.Header.Set("Content-Type", kind)
		response, err := replay.RoundTrip(request)
		require.NoError(t, err)
		require.NoError(t, response.Body.Close())
		require.Equal(t, want, response.StatusCode, kind)
	}
}

// The range of a price history ends at the current time, which differs in a replay.
func TestReplayNearestRange(t *testing.T) {
	of := func(pair string, from, to int64) string {
		return fmt.Sprintf("/history?endDate=%d&startDate=%d&trading_pair=%s", to, from, pair)
	}
	const hour = int64(3_600_000)
	now := int64(1_795_292_447_862)
	replay := replayed(t, false, header+exchange(0, of("a", now-10*hour, now), "newest")+exchange(0, of("a", now-20*hour, now-10*hour-1), "before")+
		exchange(0, of("a", now-hour/2, now+hour/4), "refreshed"))
	for address, want := range map[string]string{
		of("a", now-10*hour, now):           "newest",
		of("a", now-10*hour, now+hour):      "newest",
		of("a", now-20*hour, now-10*hour-1): "before",
		of("a", now-hour/2, now+hour/2):     "refreshed",
	} {
		require.Equal(t, want, bodyOf(t, replay, "GET", "http://node"+address, ""), address)
	}
	for _, address := range []string{of("b", now-10*hour, now), of("a", now-30*hour, now-20*hour-1)} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://node"+address, http.NoBody)
		require.NoError(t, err)
		_, err = replay.RoundTrip(request) //nolint:bodyclose // there is none
		require.ErrorIs(t, err, ErrNotRecorded, address)
	}
}

func TestReplayAtSign(t *testing.T) {
	replay := replayed(t, false, header+exchange(0, "/a?a=1795292447861&b=1795292447862&c=1795292447863", "three"))
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://node/a?a=@&b=1795292447862&c=1795292447863", http.NoBody)
	require.NoError(t, err)
	_, err = replay.RoundTrip(request) //nolint:bodyclose // there is none
	require.ErrorIs(t, err, ErrNotRecorded)
}

func TestReplayErrors(t *testing.T) {
	for content, want := range map[string]string{
		"":         "line 1: not a recording",
		"hello\n":  "line 1: not a recording",
		`{"a":1}`:  "line 1: not a recording",
		header[:9]: "line 1: not a recording",
		strings.Replace(header, `"version":1`, `"version":2`, 1):                        `line 1: recording of version 2, made by "foredeck test": this program reads version 1`,
		strings.Replace(header, `"version":1`, `"version":0`, 1):                        "line 1: invalid version 0",
		strings.Replace(header, `"2026-11-21T12:00:00Z"`, "null", 1):                    "line 1: missing start time",
		header + "nothing\n" + exchange(0, "/a", ""):                                    "line 2: invalid exchange",
		header + exchange(0, "/a", "") + "{}\n":                                         "line 3: exchange without a method",
		header + exchange(0, "a", "") + "\n":                                            "line 2: exchange without a path",
		header + exchange(-time.Second, "/a", ""):                                       "line 2: exchange with an invalid time",
		header + `{"at_us":1,"took_us":1,"method":"GET","url":"/a"}` + "\n":             "line 2: exchange without a valid status",
		header + `{"at_us":1e30,"method":"GET","url":"/a","status":200}` + "\n":         "line 2: invalid exchange",
		header + `{"at_us":99999999999999,"method":"G","url":"/a","status":200}` + "\n": "line 2: exchange with an invalid time",
	} {
		_, err := NewReplay(strings.NewReader(content), int64(len(content)), false, nil)
		require.ErrorContains(t, err, want, content)
	}
}

// pattern is a file that repeats a byte behind its beginning.
type pattern struct {
	begin string
	fill  byte
}

func (p pattern) ReadAt(to []byte, offset int64) (int, error) {
	n := 0
	if offset < int64(len(p.begin)) {
		n = copy(to, p.begin[offset:])
	}
	for i := n; i < len(to); i++ {
		to[i] = p.fill
	}
	return len(to), nil
}

// A line that would not fit in memory is an error, not a recording that was cut.
func TestReplayLongestLine(t *testing.T) {
	endless := pattern{begin: header, fill: 'x'}
	_, err := NewReplay(endless, int64(len(header)+maxLineBytes+1), false, nil)
	require.EqualError(t, err, "line 2: longer than 128 MiB")
	line, err := readLine(bufio.NewReaderSize(io.NewSectionReader(endless, int64(len(header)), maxLineBytes), 1<<20))
	require.Equal(t, io.EOF, err)
	require.Len(t, line, maxLineBytes)
}

func TestReplayTruncatedLine(t *testing.T) {
	intact := header + exchange(0, "/a", "first") + exchange(time.Second, "/a", "second")
	require.False(t, replayed(t, false, intact).IsCut)
	require.False(t, replayed(t, false, strings.TrimSuffix(intact, "\n")).IsCut)
	for cut := len(header) + len(exchange(0, "/a", "first")) + 1; cut < len(intact)-1; cut++ {
		replay := replayed(t, false, intact[:cut])
		require.True(t, replay.IsCut, "%q", intact[:cut])
		bodyOf(t, replay, "GET", "http://node/a", "")
		require.Equal(t, "first", bodyOf(t, replay, "GET", "http://node/a", ""))
	}
}

// Any file is a recording that replays, or an error that names a line.
func FuzzReplay(f *testing.F) {
	f.Add([]byte(header + exchange(0, "/a?b=1795292447862&c=1795292447863", "x")))
	f.Add([]byte(header + `{"at_us":1,"took_us":1,"method":"POST","url":"/a","sent_base64":"/w==","status":200,"body_base64":"/w=="}`))
	f.Add([]byte(header + `{"method":"GET","url":"?","error":"x","left":true}` + "\n{"))
	f.Fuzz(func(t *testing.T, content []byte) {
		replay, err := NewReplay(bytes.NewReader(content), int64(len(content)), false, nil)
		if err != nil {
			require.Regexp(t, `^line \d+: `, err.Error())
			return
		}
		for _, line := range bytes.Split(content, []byte("\n"))[1:] {
			var found recordedExchange
			if json.Unmarshal(line, &found) != nil {
				continue
			}
			request, err := http.NewRequestWithContext(t.Context(), found.Method, "http://node"+found.URL, bytes.NewReader(bytesOf(found.Sent, found.SentBase64)))
			if err != nil {
				continue
			}
			request.Header.Set("Content-Type", found.Request.Get("Content-Type"))
			if response, err := replay.RoundTrip(request); err == nil {
				_, err = io.Copy(io.Discard, response.Body)
				require.NoError(t, err)
				require.NoError(t, response.Body.Close())
			}
		}
	})
}
