package e2e_test

import (
	"bytes"
	"io"
	"net/http"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
	"github.com/stretchr/testify/require"
)

// The metrics pass the checks of Prometheus: those of its library, and `promtool check metrics` where that is installed.
func TestMetrics(t *testing.T) {
	t.Parallel()
	node := startNetwork(t, "127.0.0.1:0", "--block-time", "100ms")
	watch := startScraped(t, node.baseURL)
	require.True(t, strings.HasPrefix(watch.target, "127.0.0.1:"), watch.target)

	var metrics []byte
	require.Eventually(t, func() bool {
		metrics = scrape(t, "http://"+watch.target+"/metrics")
		return bytes.Contains(metrics, []byte(`quantile="0.99"`)) && bytes.Contains(metrics, []byte("foredeck_node_latency_seconds{"))
	}, patience, 20*time.Millisecond)
	problems, err := promlint.New(bytes.NewReader(metrics)).Lint()
	require.NoError(t, err)
	require.Empty(t, problems)
	if promtool, err := exec.LookPath("promtool"); err == nil {
		check := exec.CommandContext(t.Context(), promtool, "check", "metrics")
		check.Stdin = bytes.NewReader(metrics)
		output, err := check.CombinedOutput()
		require.NoError(t, err, "%s", output)
		require.Empty(t, output)
	}
	for _, name := range []string{"head_height", "node_up", "node_lag_blocks", "block_interval_seconds_count", "member_votes_total", "member_misses_total", "proposals_total", "alerts_active"} {
		require.Contains(t, string(metrics), "\nforedeck_"+name)
	}

	require.NoError(t, watch.Process.Signal(syscall.SIGTERM))
	require.NoError(t, watch.Wait(), "it ends cleanly")
}

func scrape(t *testing.T, address string) []byte {
	t.Helper()
	response, err := http.Get(address)
	require.NoError(t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return body
}
