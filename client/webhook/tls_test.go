package webhook

import (
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// secure starts a server with TLS and logs the paths and bodies of its requests.
type secure struct {
	*httptest.Server
	lock sync.Mutex
	got  []string
}

func startSecure(t *testing.T, respond http.HandlerFunc) *secure {
	s := new(secure)
	s.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.lock.Lock()
		s.got = append(s.got, r.URL.Path+" "+string(body))
		s.lock.Unlock()
		respond(w, r)
	}))
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	t.Cleanup(s.Close)
	return s
}

// Over TLS, a redirect is followed on the same host only, and never to a connection without TLS: neither the document nor the path of
// the webhook, which can be a secret, gets to anybody else.
func TestPost_RedirectsOverTLS(t *testing.T) {
	t.Parallel()
	other := startSecure(t, func(http.ResponseWriter, *http.Request) {})
	plain := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a request without TLS") }))
	t.Cleanup(plain.Close)
	for _, status := range []int{301, 302, 303, 307, 308} {
		for name, location := range map[string]func(own string) string{
			"other host":   func(string) string { return other.URL + "/hook" },
			"without TLS":  func(own string) string { return "http" + strings.TrimPrefix(own, "https") + "/hook" },
			"plain server": func(string) string { return plain.URL + "/hook" },
			"user": func(own string) string {
				return strings.Replace(own, "https://", "https://"+other.Listener.Addr().String()+"@localhost:1/", 1)
			},
		} {
			var own string
			server := startSecure(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Location", location(own))
				w.WriteHeader(status)
			})
			own = server.URL
			client := New()
			client.http.Transport = server.Client().Transport
			err := client.Post(t.Context(), own+"/s3cret?key=s3cret", []byte("{}"))
			require.ErrorIs(t, err, ErrRedirect, "%d to %s", status, name)
			require.NotContains(t, err.Error(), "s3cret")
			require.Len(t, server.got, 1, "not tried again")
		}
	}
	require.Empty(t, other.got)

	var server *secure
	server = startSecure(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/old" {
			http.Redirect(w, r, server.URL+"/new", http.StatusPermanentRedirect)
		}
	})
	client := New()
	client.http.Transport = server.Client().Transport
	require.NoError(t, client.Post(t.Context(), server.URL+"/old", []byte("{}")))
	require.Equal(t, []string{"/old {}", "/new {}"}, server.got)
}

// Without a trusted certificate nothing is sent, and the error names the host only.
func TestPost_UntrustedCertificate(t *testing.T) {
	t.Parallel()
	server := startSecure(t, func(http.ResponseWriter, *http.Request) {})
	parsed, err := url.Parse(server.URL)
	require.NoError(t, err)
	result := New().attempt(t.Context(), server.URL+"/s3cret", "", []byte("{}"))
	require.ErrorContains(t, result.err, parsed.Host+": ")
	require.ErrorContains(t, result.err, "certificate")
	require.NotContains(t, result.err.Error(), "s3cret")
	require.False(t, result.canRetry, "it would be the same")
	require.Empty(t, server.got)
}
