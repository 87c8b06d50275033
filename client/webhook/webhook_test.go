package webhook_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/webhook"
)

// receiver is a webhook that records what it gets.
type receiver struct {
	lock     sync.Mutex
	bodies   []string
	statuses []int // of the next responses; 200 afterwards
	location string
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	body, _ := io.ReadAll(request.Body)
	r.lock.Lock()
	defer r.lock.Unlock()
	r.bodies = append(r.bodies, request.Method+" "+request.URL.String()+" "+request.Header.Get("Content-Type")+" "+string(body))
	if len(r.statuses) > 0 {
		w.Header().Set("Location", r.location)
		w.WriteHeader(r.statuses[0])
		r.statuses = r.statuses[1:]
	}
}

func (r *receiver) serve(t *testing.T, location string, statuses ...int) string {
	r.location, r.statuses = location, statuses
	server := httptest.NewServer(r)
	t.Cleanup(server.Close)
	return server.URL + "/T0/secret?token=secret"
}

func TestPost(t *testing.T) {
	t.Parallel()
	var r receiver
	post := func(address string) error { return webhook.New().Post(t.Context(), address, []byte(`{"count":17}`)) }
	require.NoError(t, post(r.serve(t, "")))
	require.Equal(t, []string{`POST /T0/secret?token=secret application/json {"count":17}`}, r.bodies)

	r = receiver{}
	err := post(r.serve(t, "", 404))
	require.Len(t, r.bodies, 1, "another attempt would fail too")
	require.NotContains(t, err.Error(), "secret")

	r = receiver{}
	require.NoError(t, post(r.serve(t, "/moved", 307)), "to the same host")
	require.Len(t, r.bodies, 2)

	for _, status := range []int{302, 307} {
		var other receiver
		r = receiver{}
		err = post(r.serve(t, other.serve(t, ""), status))
		require.Len(t, r.bodies, 1)
		require.Empty(t, other.bodies, "another host gets nothing")
		require.ErrorIs(t, err, webhook.ErrRedirect)
	}

	r = receiver{}
	err = post(r.serve(t, "http://%zz/T0/secret", 307))
	require.ErrorIs(t, err, webhook.ErrRedirect)
	require.NotContains(t, err.Error(), "secret")
	require.ErrorIs(t, post("http://x\x7f/secret"), webhook.ErrInvalidAddress)
}
