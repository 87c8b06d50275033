package webhook

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// step responds to an attempt.
type step = func(*http.Request) (*http.Response, error)

// script responds to attempts in order, and records when they came.
type script struct {
	steps  []step
	start  time.Time
	bodies []string
	at     []time.Duration
}

func (s *script) RoundTrip(request *http.Request) (*http.Response, error) {
	body := make([]byte, request.ContentLength)
	_, _ = request.Body.Read(body)
	s.bodies, s.at = append(s.bodies, string(body)), append(s.at, time.Since(s.start))
	return s.steps[min(len(s.at), len(s.steps))-1](request)
}

// responding responds with a status, and asks for a pause unless it is empty.
func responding(status int, pause string) func(*http.Request) (*http.Response, error) {
	return func(*http.Request) (*http.Response, error) {
		recorder := httptest.NewRecorder()
		recorder.Header().Set("Retry-After", pause)
		recorder.WriteHeader(status)
		return recorder.Result(), nil
	}
}

func unreachable(*http.Request) (*http.Response, error) { return nil, errors.New("connection refused") }

func hanging(request *http.Request) (*http.Response, error) {
	<-request.Context().Done()
	return nil, request.Context().Err()
}

func TestPost_Retries(t *testing.T) {
	t.Parallel()
	const s = time.Second
	for _, test := range []struct {
		name  string
		steps []step
		at    []time.Duration
		err   string // empty for none
	}{
		{"success", []step{responding(204, "")}, []time.Duration{0}, ""},
		{"server error, then success", []step{responding(503, ""), responding(200, "")}, []time.Duration{0, s}, ""},
		{"server errors", []step{responding(500, "")}, []time.Duration{0, s, 3 * s, 7 * s}, "hooks.example.org responded with 500 Internal Server Error"},
		{"unreachable, then success", []step{unreachable, unreachable, responding(200, "")}, []time.Duration{0, s, 3 * s}, ""},
		{"unreachable", []step{unreachable}, []time.Duration{0, s, 3 * s, 7 * s}, "hooks.example.org: connection refused"},
		{"no response", []step{hanging}, []time.Duration{0, 11 * s, 23 * s, 37 * s}, "hooks.example.org: no response within 10s"},
		{"rate limit", []step{responding(429, "5"), responding(200, "")}, []time.Duration{0, 5 * s}, ""},
		{"rate limit without limit", []step{responding(429, "9223372036854775807"), responding(200, "")}, []time.Duration{0, 30 * s}, ""},
		{"rate limit until a date", []step{responding(429, "Wed, 21 Oct 2026 07:28:00 GMT"), responding(200, "")}, []time.Duration{0, s}, ""},
		{"refused", []step{responding(403, "")}, []time.Duration{0}, "hooks.example.org responded with 403 Forbidden"},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				script := &script{steps: test.steps, start: time.Now()}
				c := New()
				c.http.Transport = script
				err := c.Post(t.Context(), "https://user:secret@hooks.example.org/T0/secret?token=secret", []byte("{}"))
				require.Equal(t, test.at, script.at)
				for _, body := range script.bodies {
					require.Equal(t, "{}", body, "each attempt sends the document")
				}
				if test.err == "" {
					require.NoError(t, err)
				} else {
					require.EqualError(t, err, test.err)
				}
			})
		})
	}
}

// The end of the context ends the attempts and the pauses between them.
func TestPost_Canceled(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for _, only := range []step{hanging, unreachable} {
			ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
			script := &script{steps: []step{only}, start: time.Now()}
			c := New()
			c.http.Transport = script
			require.Error(t, c.Post(ctx, "https://hooks.example.org/T0", []byte("{}")))
			require.Equal(t, 500*time.Millisecond, time.Since(script.start))
			require.Len(t, script.at, 1)
			cancel()
		}
	})
}
