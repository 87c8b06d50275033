package transport

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// recording starts a server and returns a client whose exchanges are recorded.
func recording(t testing.TB, handler http.HandlerFunc) (*http.Client, string, *Recorder) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	recorder := new(Recorder)
	policy := Default()
	policy.Recorder = recorder
	travel, err := policy.Transport()
	require.NoError(t, err)
	client := &http.Client{Transport: travel}
	t.Cleanup(client.CloseIdleConnections)
	return client, server.URL, recorder
}

func do(t testing.TB, client *http.Client, request *http.Request) string {
	t.Helper()
	response, err := client.Do(request)
	require.NoError(t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return string(body)
}

func TestRecorderBodies(t *testing.T) {
	client, base, recorder := recording(t, func(w http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		_, _ = fmt.Fprintf(w, "you said %s", body)
	})
	request, err := http.NewRequestWithContext(WithLabel(t.Context(), "view"), http.MethodPost, base+"/view", strings.NewReader("hello"))
	require.NoError(t, err)
	require.Equal(t, "you said hello", do(t, client, request))

	recorded := recorder.Since(0)
	require.Len(t, recorded, 1)
	require.Equal(t, uint64(1), recorded[0].Serial)
	require.Equal(t, "view", recorded[0].Label)
	require.Equal(t, base+"/view", recorded[0].URL)
	require.Nil(t, recorded[0].Sent)
	require.Nil(t, recorded[0].Body)
	sent, response, ok := recorder.Bodies(1)
	require.True(t, ok)
	require.Equal(t, "hello", string(sent))
	require.Equal(t, "you said hello", string(response))
	_, _, ok = recorder.Bodies(2)
	require.False(t, ok)
	require.Empty(t, recorder.Since(1))
}

// Stored exchanges contain no keys or tokens, even if the server repeats them.
func TestRecorderSecrets(t *testing.T) {
	const secret = `s3cret/"<value>`
	client, base, recorder := recording(t, func(w http.ResponseWriter, request *http.Request) {
		w.Header().Set("X-Echo", request.Header.Get("X-Api-Key"))
		w.Header().Set("Set-Cookie", "session="+secret)
		w.Header().Set("Location", "/next?token=from-the-server")
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = fmt.Fprintf(w, "%s %q %s %s", request.Header.Get("Authorization"), request.URL.Query().Get("api_key"), request.URL.RawQuery, secret[:9])
	})
	for _, address := range []string{base + "/a?pair=x&api_key=s3cret%2F%22%3Cvalue%3E", strings.Replace(base, "http://", "http://me:s3cret%2F%22%3Cvalue%3E@", 1) + "/b?api_key=s3cret%2F%22%3Cvalue%3E"} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, strings.NewReader("key "+secret))
		require.NoError(t, err)
		request.Header.Set("X-Api-Key", secret)
		request.Header.Set("Authorization", "Bearer "+secret)
		do(t, client, request)
	}
	recorded := recorder.Since(0)
	require.Len(t, recorded, 2)
	for _, exchange := range recorded {
		sent, response, ok := recorder.Bodies(exchange.Serial)
		require.True(t, ok)
		require.NotEmpty(t, sent)
		require.NotEmpty(t, response)
		all := fmt.Sprintf("%+v %s %s", exchange, sent, response)
		require.NotContains(t, all, "s3cret")
		require.NotContains(t, all, "from-the-server") // no digits: %+v writes addresses of memory, too
		require.NotContains(t, all, "me:")
		require.Contains(t, all, Removed)
	}
}

func TestRecorderCanceled(t *testing.T) {
	arrived := make(chan struct{})
	client, base, recorder := recording(t, func(_ http.ResponseWriter, request *http.Request) {
		close(arrived)
		<-request.Context().Done()
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-arrived; cancel() }()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, base, nil)
	require.NoError(t, err)
	_, err = client.Do(request) //nolint:bodyclose // there is none
	require.ErrorIs(t, err, context.Canceled)
	require.Eventually(t, func() bool { all, _ := recorder.Count(); return all == 1 }, 2*time.Minute, 5*time.Millisecond)
	canceled := recorder.Since(0)[0]
	require.True(t, canceled.Canceled())
	require.False(t, canceled.Failed())
	_, failed := recorder.Count()
	require.Zero(t, failed)
}

// The newest exchanges are stored, within the limits.
func TestRecorderLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		recorder := new(Recorder)
		sizes := rapid.SliceOfN(rapid.SampledFrom([]int{0, 10, maxBodyBytes / 3, maxBodyBytes - 5, maxBodyBytes}), 0, 20).Draw(t, "sizes")
		small := rapid.IntRange(0, 2*MaxRecorded+10).Draw(t, "small ones after them")
		shared := make([]byte, maxBodyBytes)
		for _, size := range sizes {
			recorder.Record(Exchange{Body: shared[:size]})
		}
		for range small {
			recorder.Record(Exchange{Sent: shared[:1], Status: http.StatusBadRequest})
		}
		all := len(sizes) + small
		count, failed := recorder.Count()
		if int(count) != all || int(failed) != small {
			t.Fatalf("%d and %d failed, want %d and %d", count, failed, all, small)
		}
		recorded := recorder.Since(0)
		if len(recorded) != min(all, MaxRecorded) {
			t.Fatalf("%d of %d exchanges stored", len(recorded), all)
		}
		total, with := 0, 0
		for i, exchange := range recorded {
			if exchange.Serial != uint64(all-len(recorded)+i+1) {
				t.Fatalf("serial %d at %d", exchange.Serial, i)
			}
			sent, response, ok := recorder.Bodies(exchange.Serial)
			if ok {
				with++
				total += len(sent) + len(response)
			} else if with > 0 {
				t.Fatal("newer bodies were dropped before older ones")
			}
		}
		if with > maxBodies || total > maxBodyBytes || total != recorder.bodyBytes {
			t.Fatalf("bodies of %d exchanges, %d bytes, counted %d", with, total, recorder.bodyBytes)
		}
		if small >= maxBodies && with != maxBodies {
			t.Fatalf("bodies of %d exchanges only", with)
		}
		since := rapid.Uint64Range(0, uint64(all)+2).Draw(t, "since")
		if got, want := len(recorder.Since(since)), min(max(all-int(since), 0), len(recorded)); got != want {
			t.Fatalf("%d since %d, want %d", got, since, want)
		}
	})
}

func TestRecorderLongHeader(t *testing.T) {
	recorder := new(Recorder)
	recorder.Record(Exchange{ResponseHeader: http.Header{"Long": {strings.Repeat("x", maxHeaderBytes)}}, RequestHeader: http.Header{"Short": {"x"}}})
	require.Empty(t, recorder.Since(0)[0].ResponseHeader)
	require.Equal(t, http.Header{"Short": {"x"}}, recorder.Since(0)[0].RequestHeader)
}

func TestRecorderConcurrency(t *testing.T) {
	client, base, recorder := recording(t, func(w http.ResponseWriter, request *http.Request) {
		_, _ = io.WriteString(w, request.URL.Path)
	})
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for j := range 40 {
				request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, fmt.Sprintf("%s/%d/%d", base, i, j), nil)
				if err != nil {
					t.Error(err)
					return
				}
				do(t, client, request)
			}
		})
		all.Go(func() {
			var newest uint64
			for range 400 {
				for _, exchange := range recorder.Since(newest) {
					newest = exchange.Serial
					if _, response, ok := recorder.Bodies(newest); ok && !strings.HasSuffix(exchange.URL, string(response)) {
						t.Errorf("%s: response %s", exchange.URL, response)
					}
				}
				recorder.Count()
			}
		})
	}
	all.Wait()
	count, failed := recorder.Count()
	require.Equal(t, uint64(320), count)
	require.Zero(t, failed)
}

func BenchmarkRecorder(b *testing.B) {
	recorder := new(Recorder)
	exchange := Exchange{RequestHeader: http.Header{"Accept": {"application/json"}}, Body: make([]byte, 2000)}
	b.ReportAllocs()
	for b.Loop() {
		recorder.Record(exchange)
	}
}

func TestRecorderInFlight(t *testing.T) {
	received, response := make(chan struct{}), make(chan struct{})
	client, base, recorder := recording(t, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusOK)
		w.(http.Flusher).Flush() // the response has started but not ended
		received <- struct{}{}
		<-response
	})
	request, err := http.NewRequestWithContext(WithLabel(t.Context(), "blocks"), http.MethodGet, base+"/x?key=1", nil)
	require.NoError(t, err)
	request.Header.Set("X-Api-Key", "secret")
	ended := make(chan string)
	go func() { ended <- do(t, client, request) }()
	<-received
	under := recorder.InFlight()
	require.Len(t, under, 1)
	require.Equal(t, "blocks", under[0].Label)
	require.Contains(t, under[0].URL, "/x?")
	require.NotContains(t, fmt.Sprint(under), "secret")
	require.Empty(t, recorder.Since(0))
	close(response)
	<-ended
	require.Empty(t, recorder.InFlight())
	require.Len(t, recorder.Since(0), 1)
}
