package e2e_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

// witnesses see what happens to a network: foredeck watch with its alert command and its metrics, watch --once, and a deck.
type witnesses struct {
	t       *testing.T
	bell    *bell
	deck    *terminal.Terminal
	address string // of the metrics
	quiet   string // config file without receivers
	watch   *exec.Cmd
	stdout  io.Reader // of watch
	options []string  // of watch and watch --once
}

// witness starts the witnesses of a network of three nodes. alerts are tables of the config file, off the alerts that are off, and options
// those of watch and watch --once.
func witness(t *testing.T, nodes []string, alerts string, off []string, options ...string) *witnesses {
	t.Helper()
	w := &witnesses{t: t, address: freeAddress(t), options: options}
	bell, command := newBell(t)
	w.bell = bell
	content := "network = \"three\"\nwatch_blocks = true\n[networks.three]\nbase_urls = [\"" + strings.Join(nodes, `", "`) + "\"]\nchain_id = 255\n" + alerts
	for _, kind := range off {
		content += "[alerts." + kind + "]\nseverity = \"off\"\n"
	}
	folder := t.TempDir()
	w.quiet = filepath.Join(folder, "quiet.toml")
	config := filepath.Join(folder, "config.toml")
	require.NoError(t, os.WriteFile(w.quiet, []byte(content), 0o600))
	require.NoError(t, os.WriteFile(config, []byte("alert_command = "+command+"\n"+content), 0o600))
	w.watch = exec.CommandContext(t.Context(), program, append([]string{"watch", "--listen", w.address, "-o", "jsonl", "--config", config}, options...)...)
	w.watch.Env = environment(t)
	stdout, err := w.watch.StdoutPipe()
	require.NoError(t, err)
	w.stdout = stdout
	require.NoError(t, w.watch.Start())
	w.deck = terminal.Start(t, terminal.Size{Columns: 160, Rows: 40}, terminal.Options{Environment: environment(t, "FOREDECK_CONFIG="+w.quiet)}, program)
	w.eventually("all nodes are well", func(metrics string) bool { return strings.Count(metrics, `state="ok"} 1`) == len(nodes) })
	w.header("that all is well", wellHeader)
	return w
}

// wellHeader is the header of a deck whose nodes are well and that has no urgent alert.
const wellHeader = `^ ▟ foredeck +three +rpc \S+ +:\d+ \d+ ms ok +head \S+ \(\S+\)`

// header waits until the deck's header matches.
func (w *witnesses) header(what, pattern string) string {
	w.t.Helper()
	header, _, _ := strings.Cut(w.deck.WaitUntil(what, patience, shows(pattern)), "\n")
	return strings.Join(strings.Fields(header), " ")
}

// metrics returns the metrics of watch, nothing before it serves them.
func (w *witnesses) metrics() string {
	response, err := http.Get("http://" + w.address + "/metrics")
	if err != nil {
		return ""
	}
	defer response.Body.Close()
	body, _ := io.ReadAll(response.Body)
	return string(body)
}

// eventually waits until something holds. A scrape is a poll.
func (w *witnesses) eventually(what string, holds func(metrics string) bool) {
	w.t.Helper()
	require.Eventually(w.t, func() bool { return holds(w.metrics()) }, patience, 50*time.Millisecond, what)
}

// head returns the newest height that watch knows.
func (w *witnesses) head() (height int) {
	if found := regexp.MustCompile(`(?m)^foredeck_head_height (\S+)`).FindStringSubmatch(w.metrics()); found != nil {
		value, _ := strconv.ParseFloat(found[1], 64)
		height = int(value)
	}
	return height
}

// once runs watch --once and returns its exit status and what it prints.
func (w *witnesses) once() (status int, printed string) {
	once := exec.CommandContext(w.t.Context(), program, append([]string{"watch", "--once", "-o", "jsonl", "--config", w.quiet}, w.options...)...)
	once.Env = environment(w.t)
	output, _ := once.Output()
	return once.ProcessState.ExitCode(), string(output)
}

// end ends watch and the deck, and returns what watch has reported.
func (w *witnesses) end() (reported []notice) {
	w.t.Helper()
	w.deck.Key("ctrl+c")
	require.NoError(w.t, w.watch.Process.Signal(syscall.SIGINT))
	for decoder := json.NewDecoder(w.stdout); ; {
		var n notice
		if err := decoder.Decode(&n); err != nil {
			require.ErrorIs(w.t, err, io.EOF)
			break
		}
		reported = append(reported, n)
	}
	require.NoError(w.t, w.watch.Wait())
	require.Zero(w.t, w.deck.ExitStatus(patience))
	return reported
}

// inState reports whether the metrics say that a node is in one of some states.
func inState(host string, states ...string) func(metrics string) bool {
	return func(metrics string) bool {
		return slices.ContainsFunc(states, func(state string) bool {
			return strings.Contains(metrics, fmt.Sprintf(`foredeck_node_state{node="%s",state="%s"} 1`, host, state))
		})
	}
}
