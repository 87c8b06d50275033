package e2e_test

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/crypto/ssh"

	"foredeck/cmd/foredeck/e2e/terminal"
)

var (
	visitors    = flag.Int("visitors", 12, "number of sessions of TestManyVisitors")
	visitorKeys = flag.Int("visitor-keys", 5, "number of keys that each of them presses")
)

// server is a running foredeck serve.
type server struct {
	t           *testing.T
	command     *exec.Cmd
	address     string
	fingerprint string
	home        string
}

// serve starts foredeck serve on a free port.
func serve(t *testing.T, more ...string) *server {
	t.Helper()
	return serveIn(t, environment(t), more...)
}

func serveIn(t *testing.T, environment []string, more ...string) *server {
	t.Helper()
	s := &server{t: t, home: t.TempDir()}
	s.command = exec.CommandContext(t.Context(), program, append([]string{"serve", "--listen", "127.0.0.1:0"}, more...)...)
	s.command.Env = environment
	s.command.Cancel = func() error { return s.command.Process.Signal(os.Interrupt) }
	s.command.Stderr = os.Stderr
	stdout, err := s.command.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, s.command.Start())
	t.Cleanup(func() { _ = s.command.Wait() }) // checked already if stopped
	lines := bufio.NewScanner(stdout)
	for lines.Scan() && !strings.HasPrefix(lines.Text(), "ctrl+c") {
		if name, value, ok := strings.Cut(lines.Text(), "  "); ok && name == "listen" {
			s.address = strings.TrimSpace(value)
		} else if ok && name == "fingerprint" {
			s.fingerprint = strings.TrimSpace(value)
		}
	}
	require.NotEmpty(t, s.address, "one line says where it listens")
	go func() { _, _ = io.Copy(io.Discard, stdout) }()
	return s
}

// openSSH is a command line of OpenSSH's client to the server.
func (s *server) openSSH(more ...string) []string {
	s.t.Helper()
	client, err := exec.LookPath("ssh")
	if err != nil {
		s.t.Skip("needs OpenSSH's client")
	}
	_, port, err := net.SplitHostPort(s.address)
	require.NoError(s.t, err)
	return append([]string{client, "-F", "none", "-o", "StrictHostKeyChecking=accept-new", "-o", "UserKnownHostsFile=" + filepath.Join(s.home, "known_hosts"), "-o", "LogLevel=ERROR",
		"-p", port, "visitor@127.0.0.1"}, more...)
}

// startSSH starts OpenSSH's client in a terminal.
func (s *server) startSSH(more ...string) *terminal.Terminal {
	s.t.Helper()
	words := s.openSSH(more...)
	return terminal.Start(s.t, terminal.Size{Columns: 100, Rows: 30}, terminal.Options{Environment: environment(s.t)}, words[0], words[1:]...)
}

// visit opens a connection of Go's client.
func (s *server) visit() *ssh.Client {
	s.t.Helper()
	client, err := ssh.Dial("tcp", s.address, &ssh.ClientConfig{User: "visitor", HostKeyCallback: func(_ string, _ net.Addr, key ssh.PublicKey) error {
		if ssh.FingerprintSHA256(key) != s.fingerprint {
			return fmt.Errorf("host key %s, but %s was printed", ssh.FingerprintSHA256(key), s.fingerprint)
		}
		return nil
	}})
	require.NoError(s.t, err)
	return client
}

// screenOf is a session with a terminal, whose output is counted.
type screenOf struct {
	session *ssh.Session
	keys    io.Writer
	output  chan []byte // parts of it
}

// openBlocks opens the list of blocks in a terminal.
func (s *server) openBlocks(client *ssh.Client) *screenOf {
	s.t.Helper()
	session, err := client.NewSession()
	require.NoError(s.t, err)
	require.NoError(s.t, session.RequestPty("xterm-256color", 40, 120, ssh.TerminalModes{}))
	w := &screenOf{session: session, output: make(chan []byte, 10_000)}
	w.keys, err = session.StdinPipe()
	require.NoError(s.t, err)
	output, err := session.StdoutPipe()
	require.NoError(s.t, err)
	require.NoError(s.t, session.Shell())
	_, err = io.WriteString(w.keys, " b")
	require.NoError(s.t, err)
	go func() {
		defer close(w.output)
		for {
			part := make([]byte, 32<<10)
			n, err := output.Read(part)
			if n > 0 {
				w.output <- part[:n]
			}
			if err != nil {
				return
			}
		}
	}()
	return w
}

// A visitor with OpenSSH opens the deck and a target, and runs commands.
func TestServeToOpenSSH(t *testing.T) {
	s := serve(t)
	deck := s.startSSH("-t")
	deck.WaitFor(`treasury .*0x`, patience)
	deck.Resize(terminal.Size{Columns: 140, Rows: 45})
	deck.WaitUntil("the deck has the new size", patience, func(screen string) bool {
		return strings.Contains(strings.Join(strings.Split(screen, "\n")[43:], "\n"), "? help")
	})
	deck.Type(" b")
	deck.WaitFor(`Home › Blocks`, patience)
	deck.Type("\x03")
	require.Zero(t, deck.ExitStatus(patience))
	require.False(t, deck.State().AlternateScreen, "the terminal is restored")

	target := s.startSSH("-t", "btc_usdt")
	target.WaitFor(`Price › btc_usdt`, patience)
	target.Type("\x03")
	require.Zero(t, target.ExitStatus(patience))

	listed := s.run("txs", "treasury", "-o", "jsonl", "--limit", "3")
	require.Zero(t, listed.status, listed.stderr)
	require.Equal(t, 3, strings.Count(listed.stdout, "\n"))
	require.Equal(t, 2, s.run("txs", "nobody::").status)

	follow := s.startSSH("-t", "blocks", "--follow", "--last", "1")
	follow.WaitFor(`HEIGHT(.|\n)*\n[\d,]+`, patience)
	follow.Type("\x03")
	follow.ExitStatus(patience)

	// A command ends when its reader, such as head, has enough.
	reader, writer, err := os.Pipe()
	require.NoError(t, err)
	words := s.openSSH("blocks", "--follow")
	command := exec.CommandContext(t.Context(), words[0], words[1:]...)
	command.Stdout = writer
	require.NoError(t, command.Start())
	require.NoError(t, writer.Close())
	_, err = io.ReadFull(reader, make([]byte, 20))
	require.NoError(t, err)
	require.NoError(t, reader.Close())
	require.NoError(t, command.Wait())

	// So it is not with the end of its input, as under cron.
	noInput := s.run("-tt", "price", "btc_usdt")
	require.Zero(t, noInput.status, noInput.stdout)
	require.Contains(t, noInput.stdout, "btc_usdt")
}

// run runs a command of a visitor.
func (s *server) run(arguments ...string) result {
	s.t.Helper()
	words := s.openSSH(arguments...)
	command := exec.CommandContext(s.t.Context(), words[0], words[1:]...)
	var stdout, stderr strings.Builder
	command.Stdout, command.Stderr = &stdout, &stderr
	_ = command.Run() // the exit code says it
	return result{status: command.ProcessState.ExitCode(), stdout: stdout.String(), stderr: stderr.String()}
}

// Visitors see the network of the host and nothing else: no secret and no path is on any screen, and no key starts a program or writes a
// file.
func TestVisitorsReachNothingOfTheHost(t *testing.T) {
	node := startNetwork(t, "127.0.0.1:0", "--api-key", "hostkey-123456", "--consensus-token", "hosttoken-123456")
	home := t.TempDir()
	marker := filepath.Join(home, "started")
	token, file := filepath.Join(home, "hosttokenfile"), filepath.Join(home, "hostconfig.toml")
	require.NoError(t, os.WriteFile(token, []byte("hosttoken-123456"), 0o600))
	require.NoError(t, os.WriteFile(file, []byte(fmt.Sprintf(`network = "mine"
alert_command = ["touch", %[1]q]
alert_webhook = "http://127.0.0.1:1/hosthook"
watch_blocks = true
[commands.hostcommand]
key = "alt+x"
where = ["any"]
command = "touch %[1]s"
run = "background"
[holdings.btc_usdt]
amount = "77.77"
[networks.mine]
base_urls = [%[2]q]
api_key_env = "HOST_KEY"
consensus_token_file = %[3]q
explorer_account = "https://explorer.example.org/{}"
[networks.hostother]
base_urls = ["http://127.0.0.1:1"]
`, marker, node.baseURL, token)), 0o600))
	host := environment(t, "HOST_KEY=hostkey-123456", "EDITOR=touch "+marker, "VISUAL=touch "+marker, "BROWSER=touch "+marker, "FOREDECK_CONFIG="+file, "FOREDECK_LOG="+filepath.Join(home, "log"))
	s := serveIn(t, host)
	before := filesOf(t, home)

	deck := s.startSSH("-t", node.treasury)
	deck.WaitFor(`Home › Account`, patience)
	var shown strings.Builder
	look := func(keys, pattern string) {
		deck.Type(keys)
		shown.WriteString(deck.WaitFor(pattern, patience))
	}
	look("e", `Account`) // export
	look("o", `explorer: https://explorer\.example\.org/0x`)
	look(" n", `Networks`)
	look("\r", `already on mine|Networks`)
	look(" s", `[Ss]ettings`)
	for range 12 {
		look("\x1b[6~", `Settings`)
	}
	look(" r", `Requests`)
	look("*", `/rpc/`)
	look("e", `responses cannot be saved over SSH`)
	look("j\r", `Requests`)
	look(" b", `following`)
	look("a", `Alerts`)
	look(" p", `btc_usdt`)
	deck.Type("\x1bx") // a command of the host's config file
	look(":", `Command`)
	look("theme nord\r", `nord`)
	deck.Key("ctrl+z")
	look(" h", `Start here`)
	deck.Type("\x03")
	require.Zero(t, deck.ExitStatus(patience))
	for _, secret := range []string{"hostkey", "hosttoken", "hosthook", "hostcommand", "hostconfig", "77.77", "hostother", "HOST_KEY", home, "touch"} {
		require.NotContains(t, shown.String(), secret)
		require.NotContains(t, deck.Output(), secret)
	}
	for _, arguments := range [][]string{{"config", "show"}, {"doctor"}, {"account", node.treasury, "--config", file}, {"account", node.treasury, "--record", marker}, {"watch"}, {"holdings"}} {
		got := s.run(arguments...)
		require.Equal(t, 2, got.status, arguments)
		require.Contains(t, got.stderr, "not available over SSH", arguments)
	}
	require.Equal(t, before, filesOf(t, home), "a file was written, or a program started")
}

// filesOf returns the files below a folder, but not the log of requests.
func filesOf(t *testing.T, folder string) []string {
	t.Helper()
	var files []string
	require.NoError(t, filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		if filepath.Base(path) != "log" {
			files = append(files, path)
		}
		return err
	}))
	return files
}

// Sessions that follow blocks share one poller. Slow and dead clients hold up nobody, and all sessions end with the server.
// -visitors 100 -visitor-keys 30 measures.
func TestManyVisitors(t *testing.T) {
	node := startNetwork(t, "127.0.0.1:0")
	s := serve(t, "--base-url", node.baseURL, "--max-sessions", strconv.Itoa(*visitors+2), "--max-sessions-per-address", strconv.Itoa(*visitors+2))
	first := s.openBlocks(s.visit())
	first.wait(t)
	go first.drain()
	empty, _ := memory(t, s.command.Process.Pid)

	stuck := s.openBlocks(s.visit()) // is never read beyond the window of its channel
	stuck.output = nil
	dead, err := net.Dial("tcp", s.address) // never says anything
	require.NoError(t, err)
	defer dead.Close()

	began := time.Now()
	var windows []*screenOf
	for range *visitors {
		windows = append(windows, s.openBlocks(s.visit()))
	}
	for _, window := range windows {
		window.wait(t)
	}
	opened := time.Since(began)

	began = time.Now()
	cpu := processTime(t, s.command.Process.Pid)
	var latencies []time.Duration
	var mutex sync.Mutex
	var all sync.WaitGroup
	var sent atomic.Int64
	for i, window := range windows {
		all.Go(func() {
			for key := range *visitorKeys {
				wait := time.NewTimer(time.Duration(200+(i*37+key*91)%600) * time.Millisecond)
				for waiting := true; waiting; {
					select {
					case part := <-window.output:
						sent.Add(int64(len(part)))
					case <-wait.C:
						waiting = false
					}
				}
				pressed := time.Now()
				_, _ = io.WriteString(window.keys, string("jk"[key%2])) // a failure ends the output
				part, open := <-window.output
				if !open {
					t.Error("a session has ended")
					return
				}
				mutex.Lock()
				latencies = append(latencies, time.Since(pressed))
				mutex.Unlock()
				sent.Add(int64(len(part)))
			}
			go window.drain()
		})
	}
	all.Wait()
	slices.Sort(latencies)
	require.NotEmpty(t, latencies)
	whole := time.Since(began)
	used := processTime(t, s.command.Process.Pid) - cpu
	resident, _ := memory(t, s.command.Process.Pid)
	t.Logf("%d sessions opened in %v; in %v: %.0f %% of a core, %d MB resident (%d MB with one session), %d kB sent; %d keys p50 %v, p99 %v, worst %v",
		*visitors, opened.Round(time.Millisecond), whole.Round(time.Second), 100*used.Seconds()/whole.Seconds(), resident, empty, sent.Load()>>10, len(latencies),
		latencies[len(latencies)/2].Round(10*time.Microsecond), latencies[len(latencies)*99/100].Round(10*time.Microsecond), latencies[len(latencies)-1].Round(10*time.Microsecond))

	require.NoError(t, s.command.Process.Signal(os.Interrupt))
	for _, window := range windows {
		require.NoError(t, window.session.Wait(), "the session ends with an exit code")
	}
	require.NoError(t, s.command.Wait())
}

// wait returns when the window shows the blocks.
func (w *screenOf) wait(t *testing.T) {
	t.Helper()
	limit := time.After(patience)
	var shown []byte
	for !bytes.Contains(shown, []byte("following")) {
		select {
		case part := <-w.output:
			shown = append(shown, part...)
		case <-limit:
			require.FailNow(t, "no blocks", "%q", shown)
		}
	}
}

// drain receives the rest of the output.
func (w *screenOf) drain() {
	for range w.output { // until it is closed
	}
}

var processTimes = regexp.MustCompile(`\) \S( \S+){10} (\d+) (\d+)`)

// processTime returns the processor time of a process, 0 on systems without /proc.
func processTime(t *testing.T, pid int) time.Duration {
	t.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	fields := processTimes.FindSubmatch(stat)
	require.NotNil(t, fields)
	total := 0
	for _, field := range fields[2:4] {
		ticks, err := strconv.Atoi(string(field))
		require.NoError(t, err)
		total += ticks
	}
	return time.Duration(total) * time.Second / 100
}
