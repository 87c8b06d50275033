package e2e_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// door is a proxy in front of a node that can answer in its place.
type door struct {
	URL    string
	answer atomic.Pointer[http.HandlerFunc] // nil: the node's
}

func newDoor(t *testing.T, node string) *door {
	t.Helper()
	base, err := url.Parse(node)
	require.NoError(t, err)
	proxy := &httputil.ReverseProxy{
		Rewrite:      func(r *httputil.ProxyRequest) { r.SetURL(base) },
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) },
	}
	d := new(door)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if answer := d.answer.Load(); answer != nil {
			(*answer)(w, r)
			return
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	d.URL = server.URL
	return d
}

// answers makes the door answer with a body.
func (d *door) answers(status int, media, body string) {
	d.answer.Store(new(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", media)
		if status == http.StatusTooManyRequests {
			w.Header().Set("Retry-After", "3")
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	})))
}

// fault breaks one of three nodes. The others keep serving the chain.
type fault struct {
	name  string
	cause string        // path of the admin API after /nodes/N; empty with a door
	door  func(d *door) // what the door of the node answers
	kind  string        // of the alert
	begun string        // the alert's text after the node, as a regular expression
	ended string        // a part of the text of its end
	state string        // of the node, in the metrics
	exit  int           // of watch --once
}

var faults = []fault{
	{"slow", "/slow/1500ms", nil, "", "", "", "slow", 0},
	{"very slow", "/slow/2s", nil, "", "", "", "slow", 0},
	{"stop", "/stop", nil, "node_down", ` down: no response .*connection refused`, "up again after", "down", 16},
	{"hang", "/hang", nil, "node_down", ` down: no response`, "up again after", "silent", 16},
	{"freeze", "/freeze", nil, "node_lagging", ` (frozen at \S+, \d+ blocks behind 2 other nodes|is \d+ blocks behind, at \S+)`, "caught up after", "frozen", 17},
	{"lag", "/lag/40", nil, "node_lagging", ` (is 4\d blocks behind, at \S+|frozen at .*)`, "caught up after", "", 17},
	{"fork", "/fork", nil, "fork", ` is on a fork: its block \S+ differs`, "it replaced at least its blocks", "forked", 18},
	{"web page", "", func(d *door) { d.answers(200, "text/html", "<html>login</html>") }, "node_down", ` sends invalid responses`, "up again after", "invalid", 16},
	{"page as JSON", "", func(d *door) { d.answers(200, "application/json", "<html>login</html>") }, "node_down", ` sends invalid responses`, "up again after", "invalid", 16},
	{"null", "", func(d *door) { d.answers(200, "application/json", "null") }, "node_down", ` does not serve the chain: has no blocks`, "up again after", "no_blocks", 16},
	{"other JSON", "", func(d *door) { d.answers(200, "application/json", `{"ok":true}`) }, "node_down", ` sends invalid responses`, "up again after", "invalid", 16},
	{"rate limit", "", func(d *door) { d.answers(429, "application/json", `{"message":"slow down"}`) }, "node_down", ` does not serve the chain: rate limited \(429\) until \S+ UTC`, "up again after", "limited", 16},
	{"server error", "", func(d *door) { d.answers(503, "application/json", `{"message":"busy"}`) }, "node_down", ` failing: .*503`, "up again after", "failing", 16},
}

// A fault of a node is reported once, by watch and with watch --once, and its end once, whether it is the first node or another. The page names
// the node and what is wrong with it, and nothing else is reported: the chain, followed on the best node, is well.
func TestFaults(t *testing.T) {
	t.Parallel()
	for _, broken := range []int{1, 3} {
		t.Run(fmt.Sprintf("node %d", broken), func(t *testing.T) {
			t.Parallel()
			n := startNetwork(t, "127.0.0.1:0", "--nodes", "3", "--block-time", "250ms")
			var others []notice
			for _, fault := range faults {
				t.Run(fault.name, func(t *testing.T) { others = append(others, fault.run(t, n, broken)...) })
			}
			// A busy machine can hold up a healthy node for long enough, once.
			require.LessOrEqual(t, len(others), 2, "other alerts: %+v", others)
		})
	}
}

// run breaks the node, and returns the alerts that are not about that.
func (f *fault) run(t *testing.T, n *network, broken int) (others []notice) {
	nodes := append([]string(nil), n.nodes...)
	d := newDoor(t, nodes[broken-1])
	cause, end := func() { n.flip(fmt.Sprintf("/nodes/%d%s", broken, f.cause)) }, func() { n.flip(fmt.Sprintf("/nodes/%d/resume", broken)) }
	if f.door != nil {
		nodes[broken-1] = d.URL
		cause, end = func() { f.door(d) }, func() { d.answer.Store(nil) }
	}
	host := strings.TrimPrefix(nodes[broken-1], "http://")
	b, command := newBell(t)
	b.node = host
	config := filepath.Join(t.TempDir(), "config.toml")
	content := "network = \"three\"\n[networks.three]\nbase_urls = [\"" + strings.Join(nodes, `", "`) + "\"]\n[alerts.silent]\nafter = \"8s\"\n[alerts.node_lagging]\nseverity = \"critical\"\nblocks = 10\n"
	for _, kind := range []string{"missed_often", "slow", "few_votes", "epoch", "no_proposals", "margin", "validator_state", "lockup", "stake_change", "failed_proposals"} { // they depend on the chain and the load
		content += "[alerts." + kind + "]\nseverity = \"off\"\n"
	}
	quiet := filepath.Join(t.TempDir(), "quiet.toml") // for watch --once, which would ring too
	require.NoError(t, os.WriteFile(quiet, []byte(content), 0o600))
	require.NoError(t, os.WriteFile(config, []byte("alert_command = "+command+"\n"+content), 0o600))
	address := freeAddress(t)
	watch := exec.CommandContext(t.Context(), program, "watch", "--listen", address, "-o", "jsonl", "--config", config)
	watch.Env = environment(t)
	stdout, err := watch.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, watch.Start())
	metrics := func() string {
		response, err := http.Get("http://" + address + "/metrics")
		if err != nil {
			return ""
		}
		defer response.Body.Close()
		body, _ := io.ReadAll(response.Body)
		return string(body)
	}
	eventually := func(what string, holds func(metrics string) bool) { // a scrape is a poll
		t.Helper()
		require.Eventually(t, func() bool { return holds(metrics()) }, patience, 50*time.Millisecond, what)
	}
	state := func(states ...string) func(string) bool {
		return func(metrics string) bool {
			return slices.ContainsFunc(states, func(state string) bool {
				return strings.Contains(metrics, fmt.Sprintf(`foredeck_node_state{node="%s",state="%s"} 1`, host, state))
			})
		}
	}
	head := func() (height int) {
		if found := regexp.MustCompile(`(?m)^foredeck_head_height (\S+)`).FindStringSubmatch(metrics()); found != nil {
			value, _ := strconv.ParseFloat(found[1], 64)
			height = int(value)
		}
		return height
	}
	eventually("all nodes are well", func(metrics string) bool { return strings.Count(metrics, `state="ok"} 1`) == 3 })

	broke := time.Now()
	cause()
	var begin notice
	if f.kind != "" {
		begin = b.wait(f.kind, "begin")
		require.Regexp(t, `^node `+regexp.QuoteMeta(host)+f.begun, begin.Text)
		require.Equal(t, host, begin.Node)
		t.Logf("%-13s begin after %5d ms: %s", f.name, time.UnixMicro(begin.TimeMicros).Sub(broke).Milliseconds(), begin.Text)
	}
	if f.state != "" {
		eventually("the state "+f.state, state(f.state))
	}
	once := exec.CommandContext(t.Context(), program, "watch", "--once", "-o", "jsonl", "--config", quiet)
	once.Env = environment(t)
	printed, _ := once.Output()
	require.Equal(t, f.exit, once.ProcessState.ExitCode(), "watch --once: %s", printed)
	require.Equal(t, f.kind != "", strings.Contains(string(printed), host), "%s", printed)
	before := head()
	eventually("the chain is followed on another node", func(string) bool { return head() > before+3 })
	end()
	if f.kind != "" {
		ended := b.wait(f.kind, "end")
		require.Equal(t, begin.ID, ended.ID)
		require.Contains(t, ended.Text, f.ended)
	}
	eventually("the node is well again", state("ok", "recovering"))

	require.NoError(t, watch.Process.Signal(syscall.SIGINT))
	var reported []notice
	for decoder := json.NewDecoder(stdout); ; {
		var n notice
		if err := decoder.Decode(&n); err != nil {
			require.ErrorIs(t, err, io.EOF)
			break
		}
		reported = append(reported, n)
	}
	require.NoError(t, watch.Wait())
	count := len(reported)
	others = slices.DeleteFunc(reported, func(n notice) bool { return n.ID == begin.ID || f.kind == "fork" && n.Kind == "fork" && n.Node == "" })
	if f.kind != "" {
		require.GreaterOrEqual(t, count-len(others), 2, "a begin and an end")
	}
	if f.kind != "fork" {
		require.LessOrEqual(t, count-len(others), 2, "a begin and an end")
	}
	return others
}

// The alert distinguishes a halted chain from nodes that do not answer. A second halt raises a second alert.
func TestHalt(t *testing.T) {
	t.Parallel()
	n := startNetwork(t, "127.0.0.1:0", "--nodes", "3", "--block-time", "250ms")
	b, command := newBell(t)
	config := filepath.Join(t.TempDir(), "config.toml")
	content := "network = \"three\"\nalert_command = " + command + "\n[networks.three]\nbase_urls = [\"" + strings.Join(n.nodes, `", "`) + "\"]\n[alerts.silent]\nafter = \"3s\"\n"
	for _, kind := range []string{"missed_often", "slow", "few_votes", "epoch", "no_proposals", "margin", "validator_state", "lockup", "stake_change", "failed_proposals", "node_down", "node_lagging"} {
		content += "[alerts." + kind + "]\nseverity = \"off\"\n"
	}
	require.NoError(t, os.WriteFile(config, []byte(content), 0o600))
	watch := exec.CommandContext(t.Context(), program, "watch", "-o", "jsonl", "--config", config)
	watch.Env = environment(t)
	require.NoError(t, watch.Start())
	all := func(fault string) {
		for node := range n.nodes {
			n.flip(fmt.Sprintf("/nodes/%d/%s", node+1, fault))
		}
	}
	for i, c := range []struct{ fault, text string }{
		{"freeze", `^chain halted: [23] of 3 nodes at \S+ for [3-9]s$`}, {"freeze", `^chain halted: [23] of 3 nodes at \S+ for [3-9]s$`},
		{"stop", `^none of 3 nodes answers, no block for [3-9]s: is this machine offline\?$`},
	} {
		if i > 0 { // the one before stays open for some time, so that it ends when the chain halts again
			require.Regexp(t, `^new block \S+ after \S+ without one$`, b.wait("silent", "end").Text)
		}
		all(c.fault)
		require.Regexp(t, c.text, b.wait("silent", "begin").Text)
		all("resume")
	}
	require.NoError(t, watch.Process.Signal(syscall.SIGINT))
	require.NoError(t, watch.Wait())
}
