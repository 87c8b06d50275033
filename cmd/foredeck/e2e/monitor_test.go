package e2e_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

// notice is an alert as the alert command gets it.
type notice struct {
	Text, ID, Kind, Phase, Node string
	Member                      *int
	TimeMicros                  int64 `json:"time_us"`
}

// bell collects what the alert command of a deck gets, through a named pipe.
type bell struct {
	t     *testing.T
	lines chan notice
	node  string   // whose alerts wait waits for; empty for all
	all   []notice // that wait has returned or skipped
}

// newBell returns a bell and the value of alert_command that rings it.
func newBell(t *testing.T) (b *bell, command string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "alerts")
	require.NoError(t, syscall.Mkfifo(path, 0o600))
	pipe, err := os.OpenFile(path, os.O_RDWR, 0) // does not wait for a writer, and has no end
	require.NoError(t, err)
	b = &bell{t: t, lines: make(chan notice, 1_000)}
	go func() {
		for scanner := bufio.NewScanner(pipe); scanner.Scan(); {
			var alert notice
			if err := json.Unmarshal(scanner.Bytes(), &alert); err != nil {
				alert.Text = fmt.Sprintf("invalid alert %q: %v", scanner.Text(), err)
			}
			b.lines <- alert
		}
	}()
	t.Cleanup(func() { _ = pipe.Close() })
	return b, `["sh", "-c", "printf '%s\\n' \"$FOREDECK_ALERT_JSON\" > ` + path + `"]`
}

// wait waits for the next alert of the node, which must be of a kind and a phase. It skips the event that the chain that is followed was replaced:
// whether the broken node is followed depends on the load.
func (b *bell) wait(kind, phase string) notice {
	b.t.Helper()
	limit := time.After(patience)
	for {
		select {
		case alert := <-b.lines:
			b.all = append(b.all, alert)
			if alert.Kind == "fork" && alert.Node == "" && kind == "fork" {
				continue
			}
			if b.node != "" && alert.Node != b.node {
				continue
			}
			require.Equal(b.t, kind+" "+phase, alert.Kind+" "+alert.Phase, "%+v", alert)
			return alert
		case <-limit:
			b.t.Fatalf("no %s of %s within %s", phase, kind, patience)
			return notice{}
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
	header     string // what the header says about the node
}

// outages break each node in turn, and a validator. The last one shows that nothing follows the one before.
var outages = []outage{
	{"/nodes/1/stop", "/nodes/1/resume", "node_down", 1, "down: no response", "up again after", "connection refused"},
	{"/nodes/2/hang", "/nodes/2/resume", "node_down", 2, "down: no response", "up again after", "no answer"},
	{"/nodes/3/lag/40", "/nodes/3/resume", "node_lagging", 3, "40 blocks behind", "caught up after", "40 blocks behind"},
	{"/nodes/2/fork", "/nodes/2/resume", "fork", 2, "is on a fork", "has the blocks of the other nodes again", "fork"},
	{"/members/17/drop", "/members/17/resume", "missed", 0, "your validator (17) stopped voting", "voting again", ""},
	{"/nodes/3/stop", "/nodes/3/resume", "node_down", 3, "down: no response", "up again after", "connection refused"},
}

// quick is the time within which an alert should ring. Tests do not depend on it.
const quick = 2 * time.Second

// run breaks a network, waits for the alert, does what is due while the outage lasts, and ends the outage.
func (o *outage) run(n *network, b *bell, meanwhile func(begin notice)) {
	b.t.Helper()
	rings := func(path, phase, text string) notice {
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
[alerts.node_lagging]
severity = "critical"
`
	for _, kind := range []string{"missed_often", "slow", "few_votes", "silent", "epoch", "no_proposals", "margin", "validator_state", "lockup", "stake_change", "failed_proposals"} { // they depend on the chain and the load
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
		outage.run(n, b, func(notice) {})
	}
	require.NoError(t, command.Process.Signal(syscall.SIGINT))
	var printed []notice
	for decoder := json.NewDecoder(stdout); ; {
		var alert notice
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

// operatingSystemCommand is an escape sequence that can end with a bell character, such as that of the window title.
var operatingSystemCommand = regexp.MustCompile(`\x1b\][^\x07\x1b]*(\x07|\x1b\\)`)

// The deck shows each outage in its header, rings and sends it once, and its end once, on screens that are not about blocks.
func TestDeckOutages(t *testing.T) {
	t.Parallel()
	n, b, config := monitored(t)
	x := terminal.Start(t, terminal.Size{Columns: 140, Rows: 40}, terminal.Options{Environment: environment(t, "FOREDECK_CONFIG="+config, "PRICES=simulated")}, program)
	x.WaitFor(`^ ?Home$`, patience)
	x.Type(" b")
	x.WaitFor(`^╭ Head ─.* following ╮$`, patience)
	x.Type("m")
	x.WaitFor(`^.*╭ My validator ─`, patience)
	x.Type("17")
	x.Key("enter")
	x.WaitFor(`my validator is 17`, patience)

	screens := []struct {
		open  func()
		shows string
	}{
		{func() { x.Type(" p"); x.WaitFor(`a pair such as`, patience); x.Type("btc_usdt"); x.Key("enter") }, `^ Home › Price › btc_usdt`},
		{func() { x.Type(" h") }, `^ ?Home$`},
		{func() { x.Type(" s") }, `╭ Appearance `},
	}
	logHeader := func(screen string, begin notice) {
		header, _, _ := strings.Cut(screen, "\n")
		t.Logf("%4d ms after the alert: %s", time.Since(time.UnixMicro(begin.TimeMicros)).Milliseconds(), strings.Join(strings.Fields(header), " "))
	}
	port := func(node int) string { return n.nodes[node-1][strings.LastIndex(n.nodes[node-1], ":")+1:] }
	marked := func(count string) string { return `^ ▟ foredeck +three ` + count }
	for i, outage := range outages {
		if i%2 == 0 {
			screens[i/2].open()
			x.WaitFor(screens[i/2].shows, patience)
		}
		state := ""
		if outage.node > 0 {
			state = port(outage.node) + `:? ` + outage.header
		}
		outage.run(n, b, func(begin notice) {
			logHeader(x.WaitUntil("the outage "+outage.cause, patience, shows(marked(`!1 `)+`.*`+state, screens[i/2].shows)), begin)
		})
		x.WaitUntil("the end of "+outage.cause, patience, shows(marked(`+rpc \S+ +:\d+ \d+ ms ok `), screens[i/2].shows))
	}
	n.flip("/nodes/1/hang")
	logHeader(x.WaitUntil("that the first node does not answer", patience, shows(marked(`!1 `)+`.*`+port(1)+`:? no answer`)), b.wait("node_down", "begin"))
	x.Key("ctrl+c")
	require.Zero(t, x.ExitStatus(patience))
	require.Empty(t, b.lines)
	begun := 0
	for _, alert := range b.all {
		if alert.Phase == "begin" {
			begun++
		}
	}
	require.Equal(t, begun, strings.Count(operatingSystemCommand.ReplaceAllString(x.Output(), ""), "\a"))
}
