package transport

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// written returns a client whose exchanges are written to a recording.
func written(t testing.TB, bases, keys []string) (*http.Client, *bytes.Buffer) {
	t.Helper()
	file, recording := new(bytes.Buffer), new(Recording)
	require.NoError(t, recording.Start(file, RecordingHeader{Program: "test", Started: time.Now(), Facts: json.RawMessage(`{}`)}, bases, keys))
	travel, err := Policy{Recording: recording}.Transport()
	require.NoError(t, err)
	client := &http.Client{Transport: travel}
	t.Cleanup(client.CloseIdleConnections)
	return client, file
}

// lines are the exchanges of a recording.
func lines(t testing.TB, file []byte) []recordedExchange {
	t.Helper()
	var found []recordedExchange
	for i, line := range bytes.Split(bytes.TrimSuffix(file, []byte("\n")), []byte("\n")) {
		if i > 0 {
			exchange, err := readRecorded(line)
			require.NoError(t, err)
			found = append(found, exchange)
		}
	}
	return found
}

func TestRecordingContent(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Supra-Cursor", "17")
		w.Header().Set("Server", "nobody's business")
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte("{\"a\":\"<b>\u2028\"}"))
	}))
	t.Cleanup(server.Close)
	client, file := written(t, []string{server.URL + "/below/"}, nil)
	request, err := http.NewRequestWithContext(WithLabel(t.Context(), "view"), http.MethodPost, server.URL+"/below/view?b=2&a=1", bytes.NewReader([]byte{0xff, 0}))
	require.NoError(t, err)
	request.Header.Set("Content-Type", "application/x")
	request.Header.Set("User-Agent", "someone")
	do(t, client, request)

	found := lines(t, file.Bytes())
	require.Len(t, found, 1)
	require.GreaterOrEqual(t, found[0].At, int64(0))
	require.Positive(t, found[0].Took)
	found[0].At, found[0].Took = 0, 0
	found[0].ResponseHeader.Del("Date")
	require.Equal(t, recordedExchange{
		Label: "view", Try: 1, Method: http.MethodPost, URL: "/view?b=2&a=1", Request: http.Header{"Content-Type": {"application/x"}}, SentBase64: []byte{0xff, 0},
		Status: http.StatusOK, ResponseHeader: http.Header{"Content-Type": {"application/json"}, "X-Supra-Cursor": {"17"}}, Body: "{\"a\":\"<b>\u2028\"}",
	}, found[0])
	require.NotContains(t, file.String(), "below")
}

// A base URL can have another form than in requests.
func TestRecordingRemovesBaseURLs(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, "fine") }))
	t.Cleanup(server.Close)
	for _, path := range []string{"/my key", "/clé", "/a[b]", "/a%2fb", "/a//"} {
		client, file := written(t, []string{server.URL + path}, nil)
		base, err := url.Parse(server.URL + path)
		require.NoError(t, err)
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, strings.TrimRight(base.String(), "/")+"/call", http.NoBody)
		require.NoError(t, err)
		do(t, client, request)
		require.Equal(t, "/call", lines(t, file.Bytes())[0].URL, path)
	}
}

func TestRecordingFailures(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	client, file := written(t, []string{server.URL}, nil)
	_, err := client.Get(server.URL + "/a") //nolint:bodyclose // there is none
	require.Error(t, err)
	found := lines(t, file.Bytes())
	require.Len(t, found, 1)
	require.Contains(t, found[0].Error, "refused")
	require.Zero(t, found[0].Status)
}

// full accepts a limited number of bytes.
type full struct{ room int }

func (f *full) Write(p []byte) (int, error) {
	if f.room -= len(p); f.room < 0 {
		return 0, errors.New("no space left")
	}
	return len(p), nil
}

func TestRecordingWriteError(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, "fine") }))
	t.Cleanup(server.Close)
	recording := new(Recording)
	travel, err := Policy{Recording: recording}.Transport()
	require.NoError(t, err)
	client := &http.Client{Transport: travel}
	t.Cleanup(client.CloseIdleConnections)
	send := func() {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL, http.NoBody)
		require.NoError(t, err)
		require.Equal(t, "fine", do(t, client, request))
	}
	send() // before the start: nothing is written
	require.NoError(t, recording.Start(&full{room: 200}, RecordingHeader{Started: time.Now(), Facts: json.RawMessage(`{}`)}, nil, nil))
	require.NoError(t, recording.Err())
	send()
	require.ErrorContains(t, recording.Err(), "no space left")
	send()
}

// No key or token is written in any encoding that a server may use, nor one that is only sent to another service.
func TestRecordingSecrets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.StringMatching(`[!-~]{12,40}`).Draw(t, "key")
		token := rapid.StringMatching(`[!-~]{12,40}`).Draw(t, "token")
		of := rapid.SampledFrom([]string{key, token}).Draw(t, "repeated")
		around := rapid.StringMatching(`[ -~]{0,5}`).Draw(t, "around")
		spelling := rapid.SampledFrom([]string{"", url.QueryEscape(of), url.PathEscape(of)}).Draw(t, "spelling")
		plain := []string{
			of, url.QueryEscape(of), url.PathEscape(of), strings.ToLower(url.QueryEscape(of)), fmt.Sprintf("%q", of),
			base64.StdEncoding.EncodeToString([]byte(around + of + around)), base64.URLEncoding.EncodeToString([]byte(of)),
			base64.RawURLEncoding.EncodeToString([]byte(around + of)), "Basic " + base64.StdEncoding.EncodeToString([]byte("me:"+of)),
		}
		repeated := rapid.SampledFrom(plain).Draw(t, "spelling")
		quoted, _ := json.Marshal(map[string]string{around: of})

		next := roundTrip(func(request *http.Request) (*http.Response, error) {
			header := http.Header{"Content-Type": {repeated}, "X-Supra-Cursor": {repeated}, "Set-Cookie": {repeated}, "X-Other": {repeated},
				"Location": {"http://me:" + url.QueryEscape(of) + "@elsewhere/" + url.PathEscape(of) + "?token=" + url.QueryEscape(of)}}
			if around == "" {
				return nil, fmt.Errorf("cannot send %s", repeated)
			}
			return &http.Response{StatusCode: 401, Header: header, Body: io.NopCloser(strings.NewReader(repeated + string(quoted) + repeated)), Request: request}, nil
		})
		file, recording := new(bytes.Buffer), new(Recording)
		base := "http://node/" + "0123456789abcdef0123456789abcdef"
		header := RecordingHeader{Started: time.Now(), Facts: quoted}
		if err := recording.Start(file, header, []string{base}, []string{key, token}); err != nil {
			t.Fatal(err)
		}
		travel, err := Policy{Next: next, Recording: recording}.Transport()
		if err != nil {
			t.Fatal(err)
		}
		request, err := http.NewRequest(http.MethodPost, base+"/"+spelling+"?api_key="+url.QueryEscape(key)+"&a="+spelling, strings.NewReader("my "+repeated))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("X-Api-Key", key)
		request.Header.Set("Authorization", "Bearer "+token)
		request.Header.Set("Accept", repeated)
		if response, err := travel.RoundTrip(request); err == nil {
			_, _ = io.Copy(io.Discard, response.Body)
			_ = response.Body.Close()
		}
		if strings.Count(file.String(), "\n") != 2 {
			t.Fatalf("not two lines: %s", file)
		}
		exchange, err := readRecorded(file.Bytes()[bytes.IndexByte(file.Bytes(), '\n')+1:])
		if err != nil {
			t.Fatal(err)
		}
		content := fmt.Sprintf("%+v", exchange)
		unescaped, _ := url.PathUnescape(content)
		for _, secret := range []string{key, token, "0123456789abcdef0123456789abcdef"} {
			forms := append(inBase64(secret), secret, url.QueryEscape(secret), url.PathEscape(secret))
			for _, form := range forms {
				if strings.Contains(content, form) || strings.Contains(file.String(), form) || strings.Contains(unescaped, secret) {
					t.Fatalf("%q is written down as %q:\n%s", secret, form, content)
				}
			}
		}
	})
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(request *http.Request) (*http.Response, error) { return f(request) }
