package main

import (
	"context"
	"flag"
	"io"
	"math/rand/v2"
	"net"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"
	"weak"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/crypto/ssh"

	"foredeck/cmd/foredeck/sshd"
	"foredeck/tui/tuitest/effort"
)

var (
	endedSessions = flag.Int("sessions", 0, "number of sessions of TestEndedSessionsAreFreed (default 30, or 500 with FOREDECK_LONG_TESTS)")
	sessionSeed   = flag.Uint64("session-seed", 1, "seed of the sessions of TestEndedSessionsAreFreed")
)

const (
	// sessionsAtOnce is the number of sessions that are open at a time.
	sessionsAtOnce = 10
	// maxGrowth is the number of bytes by which the live heap may exceed what it was before the first session.
	maxGrowth = 10 << 20
)

// Ended sessions leave nothing behind, however they end: no visitor stays reachable, and the live heap is what it was.
func TestEndedSessionsAreFreed(t *testing.T) { // not parallel: it measures the heap of the process
	count := *endedSessions
	if count == 0 {
		count = 30
		if effort.Long {
			count = 500
		}
	}
	h := newTestHost(t, "")
	for range 20 { // the simulated network keeps its 16 compressors
		require.Zero(t, visit(t, h, "blocks").code)
	}
	server := startVisited(t, h)
	start := liveHeap()
	random := rand.New(rand.NewPCG(*sessionSeed, 0))
	began, highest := time.Now(), start
	for opened := 0; opened < count; opened += sessionsAtOnce {
		var clients sync.WaitGroup
		for range min(sessionsAtOnce, count-opened) {
			kind, seed := random.IntN(len(visitKinds)), random.Uint64()
			clients.Go(func() {
				visitKinds[kind](&guest{t: t, address: server.address, random: rand.New(rand.NewPCG(seed, 0))})
			})
		}
		clients.Wait()
		highest = max(highest, liveHeap())
		if t.Failed() {
			t.Fatalf("seed %d, sessions %d to %d", *sessionSeed, opened, opened+sessionsAtOnce)
		}
	}
	server.running.Wait()
	var end uint64
	assert.Eventually(t, func() bool { // connections end a little later than their sessions
		end = liveHeap()
		return end < start+maxGrowth && server.reachable() == 0
	}, 20*time.Second, 50*time.Millisecond, "seed %d", *sessionSeed)
	t.Logf("%d sessions in %v: live heap %d kB at the start, at most %d kB, %d kB and %d visitors at the end", count, time.Since(began).Round(time.Second), start>>10, highest>>10, end>>10, server.reachable())
}

// liveHeap returns the bytes of reachable objects.
func liveHeap() uint64 {
	runtime.GC()
	runtime.GC() // what the first one finalized
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

// visited is a server of visitors that remembers them weakly.
type visited struct {
	address string
	running sync.WaitGroup
	mutex   sync.Mutex
	all     []weak.Pointer[visitor]
}

// startVisited serves a host on a free port until the test ends.
func startVisited(t *testing.T, h *host) *visited {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	return startVisitedOn(t, h, listener)
}

// startVisitedOn is startVisited with a listener.
func startVisitedOn(t *testing.T, h *host, listener net.Listener) *visited {
	t.Helper()
	s := &visited{address: listener.Addr().String()}
	server, err := sshd.New(sshd.Options{
		HostKey: filepath.Join(privateFolder(t), "host_key"), MaxSessions: 1000, Log: func(string) {},
		Serve: func(ctx context.Context, session *sshd.Session) int {
			v := &visitor{host: h, Session: session}
			s.mutex.Lock()
			s.all = append(s.all, weak.Make(v))
			s.mutex.Unlock()
			s.running.Add(1)
			defer s.running.Done()
			return v.execute(ctx)
		},
	})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ctx, listener) }()
	t.Cleanup(func() {
		cancel()
		require.NoError(t, <-ended)
	})
	return s
}

// reachable returns the number of visitors that the garbage collector could not free.
func (s *visited) reachable() int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.all = slices.DeleteFunc(s.all, func(v weak.Pointer[visitor]) bool { return v.Value() == nil })
	return len(s.all)
}

// guest is a visitor at the other end of a connection.
type guest struct {
	t       *testing.T
	address string
	random  *rand.Rand
	tcp     *net.TCPConn
	session *ssh.Session
	keys    io.Writer
	output  io.Reader
}

// visitKinds are the ways in which visitors use the server.
var visitKinds = []func(*guest){
	func(g *guest) { g.deck("", 120, 40); g.use(); g.quit() },
	func(g *guest) { g.deck("btc_usdt", 80, 24); g.use(); g.kill() },
	func(g *guest) { g.deck("wall market", 160, 50); g.quit() },
	func(g *guest) { g.deck("wall validator", 100, 30); g.kill() },
	func(g *guest) { g.deck("", 100_000, 100_000); g.resize(); g.use(); g.kill() },
	func(g *guest) { g.deck("blocks --follow", 80, 24); g.kill() },
	func(g *guest) { g.command("account treasury -o json") },
	func(g *guest) { g.command("txs treasury --limit 30") },
	func(g *guest) { g.command("history btc_usdt --chart") },
	func(g *guest) { g.command("help nothing") },
}

// connect logs in and opens a session.
func (g *guest) connect() *ssh.Client {
	connection, err := net.Dial("tcp", g.address)
	g.ok(err)
	g.tcp = connection.(*net.TCPConn)
	logged, channels, requests, err := ssh.NewClientConn(connection, g.address, &ssh.ClientConfig{User: "visitor", HostKeyCallback: ssh.InsecureIgnoreHostKey()})
	g.ok(err)
	client := ssh.NewClient(logged, channels, requests)
	g.session, err = client.NewSession()
	g.ok(err)
	return client
}

// ok ends the visitor after an error.
func (g *guest) ok(err error) {
	if err != nil {
		g.t.Error(err)
		runtime.Goexit()
	}
}

// command runs a command without a terminal.
func (g *guest) command(line string) {
	client := g.connect()
	_, _ = g.session.Output(line) // some fail
	_ = client.Close()
}

// deck starts a command with a terminal, and waits for its first output.
func (g *guest) deck(line string, width, height int) {
	g.connect()
	g.ok(g.session.RequestPty("xterm-256color", height, width, ssh.TerminalModes{}))
	var err error
	g.keys, err = g.session.StdinPipe()
	g.ok(err)
	g.output, err = g.session.StdoutPipe()
	g.ok(err)
	g.ok(g.session.Start(line))
	g.read(100)
}

// read reads some output.
func (g *guest) read(bytes int64) {
	_, err := io.CopyN(io.Discard, g.output, bytes)
	g.ok(err)
}

// use presses keys, and waits for output.
func (g *guest) use() {
	screens := []string{" b", " p", " h", " n", " s", " r", "?", "\x1b", "j", "k", "\r", ":", "/treasury\r", "\t", "G"}
	for range 5 {
		_, err := io.WriteString(g.keys, screens[g.random.IntN(len(screens))])
		g.ok(err)
	}
	_, err := io.WriteString(g.keys, "\x1b\x1b b") // surely draws
	g.ok(err)
	g.read(200)
}

// resize changes the size of the window many times.
func (g *guest) resize() {
	for range 20 {
		g.ok(g.session.WindowChange(1+g.random.IntN(5000), 1+g.random.IntN(5000)))
	}
}

// quit ends the session as ctrl+c does.
func (g *guest) quit() {
	go func() { _, _ = io.Copy(io.Discard, g.output) }() // until the session ends
	_, err := io.WriteString(g.keys, "\x03")
	g.ok(err)
	g.ok(g.session.Wait())
	_ = g.tcp.Close()
}

// kill resets the connection, as the system does for a client that was killed with output unread.
func (g *guest) kill() {
	g.ok(g.tcp.SetLinger(0))
	g.ok(g.tcp.Close())
}
