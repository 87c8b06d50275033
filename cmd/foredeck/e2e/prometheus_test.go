package e2e_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// scraped is a watch with metrics.
type scraped struct {
	*exec.Cmd
	target string // host and port of the metrics
}

// startScraped starts a watch of nodes and waits until it says where its metrics are.
func startScraped(t *testing.T, nodes ...string) *scraped {
	t.Helper()
	w := &scraped{Cmd: exec.CommandContext(t.Context(), program, "watch", "--validator", "17", "--listen", "127.0.0.1:0")}
	for _, node := range nodes {
		w.Args = append(w.Args, "--base-url", node)
	}
	w.Env = environment(t)
	stderr, err := w.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, w.Start())
	t.Cleanup(func() { _ = w.Wait() }) // checked already if it ended well
	line, err := bufio.NewReader(stderr).ReadString('\n')
	require.NoError(t, err)
	_, address, ok := strings.Cut(strings.TrimSpace(line), "metrics on http://")
	require.True(t, ok, line)
	w.target = strings.TrimSuffix(address, "/metrics")
	return w
}

// A Prometheus that scrapes two watches with the rules of `watch --rules` counts as down what both of them do not reach, and says when one
// of them is gone. `apt-get install prometheus` brings it.
func TestPrometheus(t *testing.T) {
	t.Parallel()
	prometheus, err := exec.LookPath("prometheus")
	if err != nil {
		t.Skip("needs prometheus")
	}
	network := startNetwork(t, "127.0.0.1:0", "--block-time", "100ms", "--nodes", "2")
	watches := []*scraped{startScraped(t, network.nodes...), startScraped(t, network.nodes...)}

	folder := t.TempDir()
	write := func(name, content string) {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600))
	}
	rules := run(t, "watch", "--rules")
	require.Zero(t, rules.status, rules.stderr)
	write("rules.yml", rules.stdout)
	write("prometheus.yml", fmt.Sprintf("global: {scrape_interval: 200ms, scrape_timeout: 200ms, evaluation_interval: 200ms}\nrule_files: [rules.yml]\n"+
		"scrape_configs: [{job_name: foredeck, static_configs: [{targets: [%q, %q], labels: {network: m}}]}]\n", watches[0].target, watches[1].target))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	address := listener.Addr().String()
	require.NoError(t, listener.Close())
	server := exec.CommandContext(t.Context(), prometheus, "--config.file", filepath.Join(folder, "prometheus.yml"), "--storage.tsdb.path", filepath.Join(folder, "data"), "--web.listen-address", address)
	require.NoError(t, server.Start())
	t.Cleanup(func() { _ = server.Wait() })

	// becomes waits until a query has a value.
	becomes := func(query string, want float64) {
		t.Helper()
		require.Eventually(t, func() bool {
			response, err := http.Get("http://" + address + "/api/v1/query?query=" + url.QueryEscape(query))
			if err != nil {
				return false
			}
			defer response.Body.Close()
			var answer struct {
				Data struct {
					Result []struct {
						Value [2]any `json:"value"`
					} `json:"result"`
				} `json:"data"`
			}
			if err := json.NewDecoder(response.Body).Decode(&answer); err != nil || len(answer.Data.Result) != 1 {
				return false
			}
			text, _ := answer.Data.Result[0].Value[1].(string)
			value, err := strconv.ParseFloat(text, 64)
			return err == nil && value == want
		}, patience, 50*time.Millisecond, "%s: want %v", query, want)
	}
	becomes(`sum(up{job="foredeck"})`, 2)
	becomes(`count(max by (node) (foredeck_node_up) == 1)`, 2)
	becomes(`min(foredeck_up)`, 1)
	becomes(`count(foredeck_member_votes_total{member="17"} > 0)`, 2)
	becomes(`count(ALERTS{alertname!="ForedeckCondition"}) or vector(0)`, 0)

	network.flip("/nodes/2/stop")
	becomes(`count(ALERTS{alertname="ForedeckNodeDown", severity="critical"})`, 1)
	becomes(`count(max by (node) (foredeck_node_up) == 0)`, 1)
	network.flip("/nodes/2/resume")
	becomes(`count(ALERTS{alertname="ForedeckNodeDown"}) or vector(0)`, 0)

	require.NoError(t, watches[1].Process.Signal(syscall.SIGTERM))
	becomes(`count(ALERTS{alertname="ForedeckWatchDown"})`, 1)
	becomes(`max(foredeck_up)`, 1)
	becomes(`count(ALERTS{alertname="ForedeckNodeDown"}) or vector(0)`, 0)

	network.flip("/members/17/drop")
	becomes(`count(ALERTS{alertname="ForedeckCondition", kind="missed", alertstate="firing", severity="critical"})`, 1)
}
