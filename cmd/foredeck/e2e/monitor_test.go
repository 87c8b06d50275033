package e2e_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// rung is an alert as the alert command gets it.
type rung struct {
	Text, ID, Kind, Phase, Node string
	Member                      *int
	TimeMicros                  int64 `json:"time_us"`
}

// bell collects what the alert command of a deck gets, through a named pipe.
type bell struct {
	t     *testing.T
	lines chan rung
	all   []rung // that wait has returned or skipped
}

// newBell returns a bell and the value of alert_command that rings it.
func newBell(t *testing.T) (b *bell, command string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "alerts")
	require.NoError(t, syscall.Mkfifo(path, 0o600))
	pipe, err := os.OpenFile(path, os.O_RDWR, 0) // does not wait for a writer, and has no end
	require.NoError(t, err)
	b = &bell{t: t, lines: make(chan rung, 1_000)}
	go func() {
		for scanner := bufio.NewScanner(pipe); scanner.Scan(); {
			var alert rung
			if err := json.Unmarshal(scanner.Bytes(), &alert); err != nil {
				alert.Text = fmt.Sprintf("invalid alert %q: %v", scanner.Text(), err)
			}
			b.lines <- alert
		}
	}()
	t.Cleanup(func() { _ = pipe.Close() })
	return b, `["sh", "-c", "printf '%s\\n' \"$FOREDECK_ALERT_JSON\" > ` + path + `"]`
}

// wait waits for the next alert, which must be of a kind and a phase. It skips the event that the chain that is followed was replaced:
// whether the broken node is followed depends on the load.
func (b *bell) wait(kind, phase string) rung {
	b.t.Helper()
	limit := time.After(patience)
	for {
		select {
		case alert := <-b.lines:
			b.all = append(b.all, alert)
			if alert.Kind == "fork" && alert.Node == "" && kind == "fork" {
				continue
			}
			require.Equal(b.t, kind+" "+phase, alert.Kind+" "+alert.Phase, "%+v", alert)
			return alert
		case <-limit:
			b.t.Fatalf("no %s of %s within %s", phase, kind, patience)
			return rung{}
		}
	}
}

// outage is something that breaks on a network of three nodes.
type outage struct {
	cause, end string // paths of the admin API
	kind       string // of the alert
	node       int    // from 1; 0 if it is not about a node
	begun      string // a part of the alert's text
	ended      string
}

// outages break each node in turn, and a validator. The last one shows that nothing follows the one before.
var outages = []outage{
	{"/nodes/1/stop", "/nodes/1/resume", "node_down", 1, "down: no response", "up again after"},
	{"/nodes/2/hang", "/nodes/2/resume", "node_down", 2, "down: no response", "up again after"},
	{"/nodes/3/lag/40", "/nodes/3/resume", "node_lagging", 3, "40 blocks behind", "caught up after"},
	{"/nodes/2/fork", "/nodes/2/resume", "fork", 2, "is on a fork", "has the blocks of the other nodes again"},
	{"/members/17/drop", "/members/17/resume", "missed", 0, "your validator (17) stopped voting", "voting again"},
	{"/nodes/3/stop", "/nodes/3/resume", "node_down", 3, "down: no response", "up again after"},
}

// quick is the time within which an alert should ring. Tests do not depend on it.
const quick = 2 * time.Second

// run breaks a network, waits for the alert, does what is due while the outage lasts, and ends the outage.
func (o *outage) run(n *network, b *bell, meanwhile func(begin rung)) {
	b.t.Helper()
	rings := func(path, phase, text string) rung {
		fact := n.flip(path)
		alert := b.wait(o.kind, phase)
		require.Contains(b.t, alert.Text, text)
		if o.node > 0 {
			require.Equal(b.t, strings.TrimPrefix(n.nodes[o.node-1], "http://"), alert.Node)
		}
		took := time.UnixMicro(alert.TimeMicros).Sub(fact)
		late := ""
		if took > quick {
			late = ", late"
		}
		b.t.Logf("%-19s %-5s after %4d ms%s: %s", path, phase, took.Milliseconds(), late, alert.Text)
		return alert
	}
	begin := rings(o.cause, "begin", o.begun)
	meanwhile(begin)
	require.Equal(b.t, begin.ID, rings(o.end, "end", o.ended).ID)
}

// monitored starts a network of three nodes, and returns the path of a config file for it whose alerts ring a bell.
func monitored(t *testing.T) (n *network, b *bell, config string) {
	t.Helper()
	n = startNetwork(t, "127.0.0.1:0", "--nodes", "3", "--block-time", "250ms")
	b, command := newBell(t)
	config = filepath.Join(t.TempDir(), "config.toml")
	content := `network = "three"
watch_blocks = true
alert_command = ` + command + `
[networks.three]
base_urls = ["` + strings.Join(n.nodes, `", "`) + `"]
api_key_env = "PRICES"
[alerts.missed]
in_row = 3
`
	for _, kind := range []string{"missed_often", "slow", "few_votes", "silent", "epoch", "no_proposals"} { // they depend on the chain and the load
		content += "[alerts." + kind + "]\nseverity = \"off\"\n"
	}
	require.NoError(t, os.WriteFile(config, []byte(content), 0o600))
	return n, b, config
}

// foredeck watch reports each outage once, and its end once.
func TestWatchOutages(t *testing.T) {
	t.Parallel()
	n, b, config := monitored(t)
	command := exec.CommandContext(t.Context(), program, "watch", "--validator", "17", "-o", "jsonl", "--config", config)
	command.Env = environment(t)
	stdout, err := command.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	for _, outage := range outages {
		outage.run(n, b, func(rung) {})
	}
	require.NoError(t, command.Process.Signal(syscall.SIGINT))
	var printed []rung
	for decoder := json.NewDecoder(stdout); ; {
		var alert rung
		if err := decoder.Decode(&alert); err != nil {
			require.ErrorIs(t, err, io.EOF)
			break
		}
		printed = append(printed, alert)
	}
	require.NoError(t, command.Wait())
	require.Equal(t, b.all, printed)
	require.Empty(t, b.lines)
}
