package client

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client/move"
	"foredeck/client/transport"
)

// Errors name the node that failed, and not the first base URL.
func TestErrorsNameNode(t *testing.T) {
	t.Parallel()
	down := httptest.NewServer(nil)
	down.Close()
	fate := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusInternalServerError) })
	up := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fate(w, r) }))
	t.Cleanup(up.Close)
	bases := []string{down.URL, up.URL + "/api"}
	node := func(opts ...Option) *Node {
		policy := transport.Default()
		policy.Bases, policy.MaxAttempts = bases, 1
		node, err := NewNode(bases[0], append(opts, through(t, policy), WithVersion(V3))...)
		require.NoError(t, err)
		return node
	}
	path := "/api/rpc/v3/accounts/0x" + move.Address{31: 1}.String()[2:]

	_, err := node().Account(t.Context(), move.Address{31: 1})
	var status *StatusError
	require.ErrorAs(t, err, &status)
	require.Equal(t, up.URL+path, status.URL)

	fate = func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write([]byte("[")) }
	_, err = node().Account(t.Context(), move.Address{31: 1})
	var decode *DecodeError
	require.ErrorAs(t, err, &decode)
	require.Equal(t, up.URL+path, decode.URL)

	fate = func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	_, err = node(WithTimeout(time.Second/4)).Account(t.Context(), move.Address{31: 1})
	var failure *TransportError
	require.ErrorAs(t, err, &failure)
	require.True(t, failure.Timeout())
	require.Equal(t, up.URL+path, failure.URL, "the node that let the time run out")
	require.Contains(t, err.Error(), "no complete response within 250ms")

	up.CloseClientConnections()
	up.Close()
	_, err = node().Account(t.Context(), move.Address{31: 1})
	require.ErrorAs(t, err, &failure)
	require.Contains(t, err.Error(), "none of 2 base URLs responds: "+bases[0])
	require.Contains(t, err.Error(), "; "+bases[1])

	// Retries, which only try one of them again, do not hide the other.
	policy := transport.Default()
	policy.Bases = bases
	made, err := NewNode(bases[0], through(t, policy))
	require.NoError(t, err)
	_, err = made.Account(t.Context(), move.Address{31: 1})
	require.Contains(t, err.Error(), "none of 2 base URLs responds: "+bases[0])
	require.Contains(t, err.Error(), "; "+bases[1])
}
