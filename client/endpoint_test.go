package client

import (
	"io"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRequestWithBody(t *testing.T) {
	t.Parallel()
	var got *http.Request
	var sent []byte
	node := serve(t, func(w http.ResponseWriter, request *http.Request) {
		got = request
		sent, _ = io.ReadAll(request.Body)
		w.Header().Set("X-Fact", "yes")
		responding(http.StatusOK, "{}")(w, request)
	})
	found, err := node.do(t.Context(), apiRequest{path: "/rpc/v3/view", contentType: "application/x.test", body: []byte{1, 2, 3}, secret: http.Header{"x-api-key": {"hidden"}}})
	require.NoError(t, err)
	require.Equal(t, http.MethodPost, got.Method)
	require.Equal(t, "application/x.test", got.Header.Get("Content-Type"))
	require.Equal(t, "hidden", got.Header.Get("X-Api-Key"))
	require.Equal(t, int64(3), got.ContentLength)
	require.Equal(t, []byte{1, 2, 3}, sent)
	require.Equal(t, "yes", found.header.Get("x-fact"))
	require.Equal(t, "{}", string(found.body))

	refused := serve(t, responding(http.StatusUnauthorized, `{"error":"no"}`))
	_, err = refused.do(t.Context(), apiRequest{path: "/x", contentType: "application/json", secret: http.Header{"Authorization": {"Bearer hidden"}}})
	require.EqualError(t, err, "POST "+refused.base+"/x: status 401 Unauthorized: no")
	require.NotContains(t, err.Error(), "hidden")
}

// Secrets only go to the configured host, and a body is not sent with another method.
func TestRedirectsNotFollowed(t *testing.T) {
	t.Parallel()
	for name, question := range map[string]apiRequest{
		"a secret": {path: "/x", secret: http.Header{"X-Api-Key": {"hidden"}}},
		"a body":   {path: "/x", contentType: "application/json", body: []byte("{}")},
	} {
		t.Run(name, func(t *testing.T) {
			requests := 0
			node := serve(t, func(w http.ResponseWriter, request *http.Request) {
				requests++
				http.Redirect(w, request, "/elsewhere", http.StatusFound)
			})
			_, err := node.do(t.Context(), question)
			var status *StatusError
			require.ErrorAs(t, err, &status)
			require.Equal(t, http.StatusFound, status.Status)
			require.Equal(t, "/elsewhere", status.Location)
			require.Equal(t, 1, requests)
		})
	}
}
