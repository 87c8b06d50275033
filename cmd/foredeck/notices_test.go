package main

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The status of an old RPC version and the headers of the server are reported once, with -v and by doctor, and otherwise not.
func TestDeprecationIsReportedOnce(t *testing.T) {
	t.Parallel()
	records := sentBy(nil)
	n := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.Contains(r.URL.Path, "/v3/"):
			w.WriteHeader(http.StatusNotFound)
			return
		case strings.Contains(r.URL.Path, "/v2/"):
			w.Header().Set("Sunset", "Sun, 30 Jun 2024 23:59:59 GMT")
		}
		records(w, r)
	})
	const notice = "RPC v2: superseded by v3; the API documentation of current nodes marks it as deprecated, available until 2024-06-30"
	for range 2 {
		got := foredeck(t, "doctor", "-v", "--base-url", n.url)
		require.Greater(t, strings.Count(got.stderr, "/rpc/v2/"), 1, got.stderr)
		require.Equal(t, 1, strings.Count(got.stderr, "notice: "+notice+"\n"), got.stderr)
	}
	require.Empty(t, foredeck(t, "account", "0x1", "--base-url", n.url).stderr)

	got := foredeck(t, "doctor", "--base-url", n.url)
	require.Contains(t, got.stdout, "\nnotice       "+notice+"\n")
	got = foredeck(t, "doctor", "--base-url", n.url, "-o", "json")
	report := read[diagnosisShape](t, got.stdout)
	require.Contains(t, report.Notices, notice)
	require.Contains(t, report.Notices, "RPC v1: deprecated by the API specification")
}
