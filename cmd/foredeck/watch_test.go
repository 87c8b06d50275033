package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client/health"
	"foredeck/client/localnet"
	"foredeck/config"
	"foredeck/tui/store"
)

// watched starts a network of three nodes and returns it with the arguments for watch, and the file to which its alert command writes.
func watched(t *testing.T, blockTime time.Duration, more string) (network *localnet.Network, arguments []string, alerts string) {
	t.Helper()
	network, err := localnet.Start(t.Context(), localnet.Options{Nodes: 3, BlockTime: blockTime, Transactions: 60})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, network.Close()) })
	var urls []string
	for _, node := range network.Nodes() {
		urls = append(urls, fmt.Sprintf("%q", node.BaseURL()))
	}
	folder := t.TempDir()
	alerts = filepath.Join(folder, "alerts")
	file := filepath.Join(folder, "config.toml")
	command := fmt.Sprintf("alert_command = [\"/bin/sh\", \"-c\", 'echo \"$FOREDECK_PHASE $FOREDECK_ALERT_KIND\" >> %s']\n", alerts)
	require.NoError(t, os.WriteFile(file, []byte(command+more+"\n[networks.watched]\nbase_urls = ["+strings.Join(urls, ", ")+"]\n[validators.17]\nname = \"own\"\n"), 0o600))
	// On a busy machine a node can take longer than a second.
	return network, []string{"watch", "--config", file, "--network", "watched", "--timeout", "1m"}, alerts
}

// waitFor waits until the output of a command has words.
func waitFor(t *testing.T, f *followed, words string) {
	t.Helper()
	require.Eventually(t, func() bool { return strings.Contains(f.stdout.String()+f.stderr.String(), words) }, 20*time.Second, time.Millisecond,
		"%s", words)
}

// waitForMetric waits until the metrics have a line: an alert is printed before they are updated.
func waitForMetric(t *testing.T, address, line string) {
	t.Helper()
	require.Eventually(t, func() bool { return strings.Contains(scrape(t, address), line) }, 20*time.Second, 10*time.Millisecond, line)
}

func TestWatchReportsBeginsAndEnds(t *testing.T) {
	t.Parallel()
	network, arguments, alerts := watched(t, 100*time.Millisecond, "[alerts.missed]\nin_row = 4\n[alerts.slow]\nseverity = \"off\"\n") // members of the chain miss up to two
	f := followWith(t, append(arguments, "--validator", "own", "--listen", ":0", "-o", "jsonl")...)
	waitFor(t, f, "metrics on http://127.0.0.1:")
	address := strings.TrimSpace(strings.SplitAfter(f.stderr.String(), "metrics on ")[1])
	waitForMetric(t, address, "foredeck_up 1")

	third := network.Nodes()[2]
	require.NoError(t, third.SetFault(t.Context(), localnet.Fault{State: localnet.Stopped}))
	waitFor(t, f, `"kind":"node_down","phase":"begin"`)
	waitForMetric(t, address, fmt.Sprintf("foredeck_node_up{node=%q} 0", strings.TrimPrefix(third.BaseURL(), "http://")))
	waitForMetric(t, address, `foredeck_alerts_active{kind="node_down"} 1`)
	require.NoError(t, third.SetFault(t.Context(), localnet.Fault{State: localnet.Running}))
	waitFor(t, f, `"kind":"node_down","phase":"end"`)

	require.NoError(t, network.DropMember(t.Context(), 17))
	waitFor(t, f, "your validator (17 own) stopped voting at")
	require.NoError(t, network.ResumeMember(t.Context(), 17))
	waitFor(t, f, "your validator (17 own) voting again at")
	waitForMetric(t, address, `foredeck_validator_info{member="17",name="own"} 1`)

	require.Zero(t, f.end())
	requireSanitized(t, f.stdout.String())
	counts, printed := map[string]int{}, map[string]int{}
	for line := range strings.Lines(f.stdout.String()) {
		var message struct{ Kind, Phase, Network, Node string }
		require.NoError(t, json.Unmarshal([]byte(line), &message))
		require.Equal(t, "watched", message.Network)
		printed[message.Phase+" "+message.Kind+"\n"]++
		if message.Node == "" || message.Node == strings.TrimPrefix(third.BaseURL(), "http://") { // a busy machine can fail another one
			counts[message.Kind+" "+message.Phase]++
		}
	}
	for _, once := range []string{"node_down begin", "node_down end", "missed begin", "missed end"} {
		require.Equal(t, 1, counts[once], "%s: %s", once, f.stdout.String())
	}
	sent, err := os.ReadFile(alerts)
	require.NoError(t, err)
	for _, words := range []string{"begin node_down\n", "end node_down\n", "begin missed\n", "end missed\n"} {
		require.Equal(t, printed[words], strings.Count(string(sent), words), "%s: %s", words, sent)
	}
}

func scrape(t *testing.T, address string) string {
	t.Helper()
	response, err := http.Get(address)
	require.NoError(t, err)
	defer response.Body.Close()
	require.Equal(t, "text/plain; version=0.0.4; charset=utf-8", response.Header.Get("Content-Type"))
	body, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return string(body)
}

func TestWatchOnce(t *testing.T) {
	t.Parallel()
	network, arguments, alerts := watched(t, 0, "[alerts]\nsilent.after = \"24h\"\nslow.over = \"1h\"\nfew_votes.severity = \"off\"\n")
	once := append(arguments, "--once")
	got := foredeck(t, once...)
	require.Zero(t, got.code, "%s%s", got.stdout, got.stderr)
	require.Contains(t, got.stdout, "3 of 3 nodes respond\nno alerts\n")
	require.NoFileExists(t, alerts)

	third := network.Nodes()[2]
	require.NoError(t, third.SetFault(t.Context(), localnet.Fault{State: localnet.Stopped}))
	got = foredeck(t, once...)
	require.Equal(t, exitAlert+int(config.AlertNodeDown), got.code, "%s%s", got.stdout, got.stderr)
	require.Contains(t, got.stdout, "2 of 3 nodes respond")
	require.Contains(t, got.stdout, "no response from "+third.BaseURL(), "the node that failed")
	require.Empty(t, got.stderr)
	sent, err := os.ReadFile(alerts)
	require.NoError(t, err)
	require.Equal(t, "begin node_down\n", string(sent))
	require.NoError(t, third.SetFault(t.Context(), localnet.Fault{State: localnet.Running}))

	require.NoError(t, network.DropMember(t.Context(), 5))
	_, err = network.Produce(t.Context())
	require.NoError(t, err)
	got = foredeck(t, append(once, "--validator", "5", "-o", "jsonl")...)
	require.Equal(t, 11, got.code, "%s%s", got.stdout, got.stderr)
	require.Contains(t, got.stdout, `"kind":"missed"`)
	require.NotContains(t, got.stdout, "nodes respond", "only alerts in JSON")
	got = foredeck(t, append(once, "--validator", "6")...)
	require.Zero(t, got.code, "%s%s", got.stdout, got.stderr)

	for _, command := range [][]string{once, arguments} { // nobody misses the votes of a member that does not exist
		got = foredeck(t, append(command, "--validator", "99")...)
		require.Equal(t, exitUsage, got.code, "%s%s", got.stdout, got.stderr)
		require.Contains(t, got.stderr, "validator 99 is not in the committee: it has 31 members at block")
		require.Empty(t, got.stdout)
	}

	for _, node := range network.Nodes() {
		require.NoError(t, node.SetFault(t.Context(), localnet.Fault{State: localnet.Stopped}))
	}
	got = foredeck(t, append(once, "--timeout", "2s")...)
	require.Equal(t, exitUnreachable, got.code, "%s%s", got.stdout, got.stderr)
	require.Contains(t, got.stdout, "0 of 3 nodes respond")
	require.Equal(t, 3, strings.Count(got.stdout, "node_down"), got.stdout)
}

// What is only listed is printed, and is no failure.
func TestWatchOnceOfListedAlerts(t *testing.T) {
	t.Parallel()
	network, arguments, _ := watched(t, 0, "[alerts]\nsilent.after = \"24h\"\nslow.over = \"1h\"\nfew_votes.severity = \"off\"\nnode_down.severity = \"info\"\n")
	require.NoError(t, network.Nodes()[2].SetFault(t.Context(), localnet.Fault{State: localnet.Stopped}))
	got := foredeck(t, append(arguments, "--once")...)
	require.Zero(t, got.code, "%s%s", got.stdout, got.stderr)
	require.Regexp(t, `(?m)^\S+ +info +begin +node_down `, got.stdout)
}

// A node that takes longer than a round of checks responds nevertheless.
func TestWatchOnceWaitsForSlowNodes(t *testing.T) {
	t.Parallel()
	network, err := localnet.Start(t.Context(), localnet.Options{Dialect: localnet.Deployed, Latency: 900 * time.Millisecond})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, network.Close()) })
	got := foredeck(t, "watch", "--once", "--base-url", network.BaseURL())
	require.Contains(t, got.stdout, "1 of 1 nodes respond")
	require.NotContains(t, got.stdout, "node_down")
}

// The silence of a chain is the age of its newest block.
func TestWatchOnceReportsSilence(t *testing.T) {
	t.Parallel()
	network := frozen(t, localnet.Spec) // its blocks are of 2001
	got := foredeck(t, "watch", "--once", "--base-url", network.BaseURL())
	require.Equal(t, 15, got.code, "%s%s", got.stdout, got.stderr)
	require.Contains(t, got.stdout, "no new block for")
}

func TestWatchArguments(t *testing.T) {
	t.Parallel()
	url := frozen(t, localnet.Spec).BaseURL()
	for _, test := range []struct{ arguments, message string }{
		{"--once --listen :0", "use only one of them"}, {"--listen 9464", "must be host:port"}, {"--record x", "not supported by watch"},
		{"--validator nobody", "must be the index of a committee member, or a name"}, {"--validator -1", "must be the index"}, {"-o csv", "watch supports table, jsonl"},
		{"--from-height x", "--from-height"},
	} {
		got := foredeck(t, append([]string{"watch", "--base-url", url}, strings.Fields(test.arguments)...)...)
		require.Equal(t, exitUsage, got.code, "%s: %s", test.arguments, got.stderr)
		require.Contains(t, got.stderr, test.message)
	}
	refusing := serve(t, responding(http.StatusUnauthorized, "no"))
	got := foredeck(t, "watch", "--base-url", refusing.url)
	require.Equal(t, exitUnauthorized, got.code)
	require.Contains(t, got.stderr, "FOREDECK_CONSENSUS_TOKEN")
}

// A receiver that fails is reported on stderr, without the address, which can be a secret.
func TestWatchReportsFailedReceivers(t *testing.T) {
	t.Parallel()
	hook := httptest.NewServer(responding(http.StatusForbidden, "no"))
	t.Cleanup(hook.Close)
	network, arguments, _ := watched(t, 0, "alert_webhook = \""+hook.URL+"/secret-path\"")
	require.NoError(t, network.Nodes()[1].SetFault(t.Context(), localnet.Fault{State: localnet.Stopped}))
	got := foredeck(t, append(arguments, "--once", "-v")...)
	require.Contains(t, got.stderr, "alert webhook failed")
	require.NotContains(t, got.stdout+got.stderr, "secret-path")
}

// Price alerts that were set in the deck ring and end without it, and those that are removed are dropped.
func TestWatchPrices(t *testing.T) {
	t.Parallel()
	var requests atomic.Int64
	oracle := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		price := "100"
		if requests.Add(1) == 2 {
			price = "110"
		}
		fmt.Fprintf(w, `{"instruments":[{"tradingPair":"btc_usdt","currentPrice":"%s","24h_high":"120","24h_low":"90","24h_change":"1","timestamp":"%d"}]}`, price, time.Now().UnixMilli())
	}))
	t.Cleanup(oracle.Close)
	_, arguments, alerts := watched(t, time.Second, "")
	arguments[slices.Index(arguments, "watched")] = "priced"
	file := arguments[slices.Index(arguments, "--config")+1]
	content, err := os.ReadFile(file)
	require.NoError(t, err)
	written := strings.Replace(string(content), "[networks.watched]", fmt.Sprintf("[networks.priced]\noracle_url = %q\napi_key_command = [\"echo\", \"simulated\"]", oracle.URL), 1)
	require.NoError(t, os.WriteFile(file, []byte(written), 0o600))
	saved, err := store.Open(storePath("priced"))
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(filepath.Dir(storePath("priced")), 0o700))
	saved.SetAlert(store.Alert{Pair: "btc_usdt", Condition: "> 105"})
	require.NoError(t, saved.Flush())

	f := followWith(t, append(arguments, "-o", "jsonl")...)
	for _, words := range []string{`"text":"btc_usdt > 105: crossed up at 110"`, `"phase":"end"`} { // a price off screen is requested a few times a minute
		require.Eventually(t, func() bool { return strings.Contains(f.stdout.String(), words) }, 2*time.Minute, 10*time.Millisecond, words)
	}
	require.Zero(t, f.end())
	sent, err := os.ReadFile(alerts)
	require.NoError(t, err)
	require.Equal(t, "begin price\nend price\n", string(sent))

	stored, err := store.Open(storePath("priced"))
	require.NoError(t, err)
	past := stored.PastAlerts()
	require.Len(t, past, 1, "the deck lists what the watch rang")
	require.Equal(t, config.AlertPrice, past[0].Kind)
	require.Equal(t, "105", past[0].Facts.Level)
	require.False(t, past[0].IsOpen())
}

// A watch takes over the config file when it is saved, says what has changed, and keeps what was valid.
func TestWatchReloads(t *testing.T) {
	t.Parallel()
	const limit = "[alerts.slow]\nover = \"24h\"\n"
	quiet := limit // a busy machine makes slow blocks and nodes
	for kind := range config.AlertKind(config.AlertKinds) {
		if kind != config.AlertSlow && kind != config.AlertFork {
			quiet += fmt.Sprintf("[alerts.%s]\nseverity = \"off\"\n", kind)
		}
	}
	network, arguments, alerts := watched(t, 100*time.Millisecond, quiet)
	f := followWith(t, append(arguments, "--validator", "own", "--listen", ":0")...)
	waitFor(t, f, "metrics on http://127.0.0.1:")
	address := strings.TrimSpace(strings.SplitAfter(f.stderr.String(), "metrics on ")[1])
	waitForMetric(t, address, "foredeck_up 1")
	path := arguments[slices.Index(arguments, "--config")+1]
	first, err := os.ReadFile(path)
	require.NoError(t, err)
	write := func(content string) { require.NoError(t, os.WriteFile(path, []byte(content), 0o600)) }

	write(string(first) + "[[[")
	waitFor(t, f, "invalid TOML")
	waitFor(t, f, "the previous configuration stays in effect")
	waitForMetric(t, address, "foredeck_config_last_reload_successful 0")

	changed := strings.ReplaceAll(string(first), alerts, alerts+"2")
	changed = strings.Replace(changed, "[alerts.node_down]\nseverity = \"off\"\n", "", 1)
	write(strings.Replace(changed, limit, "[alerts.slow]\nover = 3\n", 1) + "[alerts.fork]\nseverity = \"info\"\n[receivers.team]\nurl = \"https://hooks.slack.com/services/secret\"\n[networks.other]\nbase_urls = [\"http://127.0.0.1:1\"]\n")
	waitFor(t, f, "alerts.slow.over: ")
	waitFor(t, f, "the previous value stays in effect")
	waitFor(t, f, `config file: alerts.fork.severity = "info", was "critical"`)
	waitFor(t, f, `config file: receivers.team.url = "https://hooks.slack.com/(hidden)"`)

	renamed := strings.Replace(changed, "name = \"own\"", "name = \"renamed\"", 1)
	write(strings.Replace(renamed, "[networks.watched]", "[networks.watched]\nchain_id = 255", 1))
	waitFor(t, f, `config file: validators.17.name = "renamed", was "own"`)
	waitFor(t, f, "the previous validator stays in effect")
	waitFor(t, f, "config file: receivers.team.url removed")
	waitFor(t, f, "config file: networks.watched.chain_id = 255, was 0; takes effect at the next start")
	require.NotContains(t, f.stderr.String(), "networks.other")
	waitForMetric(t, address, "foredeck_config_last_reload_successful 1")

	require.NoError(t, network.Nodes()[2].SetFault(t.Context(), localnet.Fault{State: localnet.Stopped}))
	waitFor(t, f, "node_down")
	require.Eventually(t, func() bool {
		written, _ := os.ReadFile(alerts + "2")
		return strings.Contains(string(written), "node_down")
	}, 2*time.Minute, 5*time.Millisecond)
	require.NoFileExists(t, alerts, "the command before")
	require.Zero(t, f.end())
	require.NotContains(t, f.stderr.String(), "secret")
}

// Two watches that check each other say when one of them is gone, stuck or blind.
func TestWatchChecksAnother(t *testing.T) {
	t.Parallel()
	network, arguments, _ := watched(t, 100*time.Millisecond, "[alerts.watch_down]\nafter = \"1s\"\n")
	listen := func(more ...string) (*followed, string) {
		f := followWith(t, append(slices.Clone(arguments), append([]string{"--listen", ":0"}, more...)...)...)
		waitFor(t, f, "metrics on http://127.0.0.1:")
		address := strings.TrimSpace(strings.SplitAfter(f.stderr.String(), "metrics on ")[1])
		return f, strings.TrimSuffix(strings.TrimPrefix(address, "http://"), "/metrics")
	}
	other, address := listen()
	f, _ := listen("--check", address)
	once := append(slices.Clone(arguments), "--once", "--check", address)
	require.Eventually(t, func() bool { return !strings.Contains(foredeck(t, once...).stdout, "watch_down") }, 2*time.Minute, 5*time.Millisecond)
	for _, node := range network.Nodes() {
		require.NoError(t, node.SetFault(t.Context(), localnet.Fault{State: localnet.Stopped}))
	}
	waitFor(t, f, "watch "+address+" does not watch: no node responds to it")
	for _, node := range network.Nodes() {
		require.NoError(t, node.SetFault(t.Context(), localnet.Fault{State: localnet.Running}))
	}
	waitFor(t, f, "watch "+address+" watches again after ")
	require.Zero(t, other.end())
	waitFor(t, f, "watch "+address+" does not watch: connection refused")
	got := foredeck(t, once...)
	require.Equal(t, 22, got.code, got.stdout)
	require.Zero(t, f.end())

	require.Equal(t, 2, foredeck(t, "watch", "--check", "ftp://host").code)
}

// A watch says why it does not watch.
func TestVital(t *testing.T) {
	t.Parallel()
	var v vital
	now := time.Now()
	require.Equal(t, "it is starting", v.reason(now))
	v.beat()
	require.Equal(t, "it is starting", v.reason(now), "no node was checked")
	v.noteNodes([]health.Status{{State: health.Down}})
	require.Equal(t, "no node responds to it", v.reason(now))
	v.noteNodes([]health.Status{{State: health.Down}, {State: health.Slow}})
	require.Empty(t, v.reason(now))
	require.Equal(t, "it is stuck", v.reason(now.Add(stall+2*time.Second)))
}
