//go:build unix

package soak

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/localnet/oracle"
	"foredeck/client/transport"
	"foredeck/tui/live"
)

var realTime = flag.Duration("real", 0, "time that TestProcess runs; 0 skips it")

// processRecovery is the time after an event within which the deck must have caught up: a base URL that failed is not used for 15 s,
// and a request that gets no response is given up after 10 s and repeated.
const processRecovery = 40 * time.Second

// A deck that follows a localnet process in real time loses, repeats and leaks nothing.
func TestProcess(t *testing.T) {
	if *realTime == 0 {
		t.Skip("needs -real 5m and FOREDECK_BIN")
	}
	p := startProcess(t)
	began, ended := time.Now(), make(chan struct{})
	go func() {
		defer close(ended)
		p.begin()
		p.schedule(began)
		p.measured = append(p.measured, p.measure())
		p.verify()
		p.report(began)
		t.Logf("ran %s, %d requests, %d blocks compared with the process, events %v", time.Since(began).Round(time.Second), p.hosts.served.Load(), p.verified, p.events)
	}()
	p.loop(ended)
	p.close()
	for _, failure := range p.checks.failures() {
		t.Error(failure)
	}
}

// process is a localnet process and the deck that follows it.
type process struct {
	*deck
	t        *testing.T
	random   *rand.Rand
	hosts    *hosts
	direct   *client.Node // without faults
	command  *exec.Cmd
	address  string // host:port, the same for all processes
	started  uint64 // number of processes
	arrived  []live.Row
	verified int
	events   map[string]int
}

func startProcess(t *testing.T) *process {
	p := &process{t: t, random: rand.New(rand.NewPCG(*seed, 0)), address: "127.0.0.1:0", events: map[string]int{}}
	p.start()
	pool := transport.New()
	t.Cleanup(pool.CloseIdleConnections)
	p.hosts = newHosts(*seed, func(request *http.Request, _ uint64) (*http.Response, error) {
		request = request.Clone(request.Context())
		request.URL.Host, request.Host = p.address, ""
		return pool.RoundTrip(request)
	})
	var err error
	p.direct, err = client.NewNode("http://" + p.address)
	require.NoError(t, err)
	t.Cleanup(p.direct.CloseIdleConnections)
	checks := newChecks(fmt.Sprintf("seed %d", *seed))
	checks.truth = func(row *live.Row) string {
		p.arrived = append(p.arrived, *row) // compared by verify
		return ""
	}
	p.deck = newDeck(t, setup{folder: t.TempDir(), bases: bases, next: p.hosts, apiKey: oracle.DefaultAPIKey, idle: func() {
		pool.CloseIdleConnections()
		p.direct.CloseIdleConnections()
	}}, checks)
	return p
}

// start starts a process with its own chain and waits until it serves.
func (p *process) start() {
	p.started++
	p.command = exec.CommandContext(p.t.Context(), os.Getenv("FOREDECK_BIN"), "localnet", "--listen", p.address, "--seed", strconv.FormatUint(p.started, 10), "--block-time", "1s", "-o", "json")
	stdout, err := p.command.StdoutPipe()
	require.NoError(p.t, err)
	require.NoError(p.t, p.command.Start(), "FOREDECK_BIN must name the program")
	line, err := bufio.NewReader(stdout).ReadBytes('\n')
	require.NoError(p.t, err)
	var described struct {
		BaseURL string `json:"base_url"`
	}
	require.NoError(p.t, json.Unmarshal(line, &described))
	parsed, err := url.Parse(described.BaseURL)
	require.NoError(p.t, err)
	p.address = parsed.Host
}

// verify compares the blocks that arrived with those of the process.
func (p *process) verify() {
	var rows []live.Row
	p.do(func() { rows, p.arrived = p.arrived, nil })
	for i := range rows {
		row := &rows[i]
		block, err := p.direct.Block(p.ctx, row.Height)
		if err != nil {
			p.checks.fail("block %d: %s", row.Height, err)
			continue
		}
		if fresh := live.NewRow(block); fresh.Digest != row.Digest || fresh.Votes != row.Votes || fresh.Missed(validator) != row.Missed(validator) {
			p.checks.fail("block %d differs from that of the process", row.Height)
		}
		p.verified++
	}
}

var processEvents = []struct {
	name string
	run  func(p *process)
}{
	{"restart with another chain", func(p *process) {
		p.verify()
		p.do(func() { p.checks.changed(0) })
		_ = p.command.Process.Kill() // it may have ended
		_ = p.command.Wait()         // reports the kill
		time.Sleep(p.between(time.Second, 10*time.Second))
		p.do(func() { p.arrived = nil }) // the last block may have arrived after verify
		p.start()
	}},
	{"process stopped", func(p *process) {
		require.NoError(p.t, p.command.Process.Signal(syscall.SIGSTOP))
		time.Sleep(p.between(time.Second, 50*time.Second))
		require.NoError(p.t, p.command.Process.Signal(syscall.SIGCONT))
	}},
	{"network loss", func(p *process) { p.network(refusing+condition(p.random.IntN(3)), 50*time.Second) }},
	{"bad network", func(p *process) { p.network(failing, 30*time.Second) }},
	{"failover", func(p *process) {
		p.hosts.set(0, host{condition: refusing + condition(p.random.IntN(3))})
		time.Sleep(p.between(5*time.Second, 30*time.Second))
		p.hosts.set(0, host{})
	}},
	{reopened, func(p *process) { p.reopen() }},
	{"user on prices", func(p *process) {
		p.openPrices()
		time.Sleep(p.between(time.Second, 30*time.Second))
		p.openBlocks()
	}},
}

// network fails for a while.
func (p *process) network(how condition, most time.Duration) {
	p.hosts.disconnect(how)
	time.Sleep(p.between(time.Second, most))
	p.hosts.disconnect(up)
}

func (p *process) between(least, most time.Duration) time.Duration {
	return between(p.random, least, most)
}

// schedule runs all events in random order again and again, until the time is over.
func (p *process) schedule(began time.Time) {
	for {
		for _, i := range p.random.Perm(len(processEvents)) {
			p.measureEvery(began, *realTime)
			if time.Since(began) > *realTime {
				return
			}
			event := processEvents[i]
			if event.name == reopened && len(p.measured) > 0 {
				continue
			}
			p.events[event.name]++
			p.do(func() { p.checks.label = fmt.Sprintf("seed %d, %s", *seed, event.name) })
			event.run(p)
			time.Sleep(processRecovery)
			p.checkCaughtUp()
		}
	}
}

// checkCaughtUp checks that the deck has the newest blocks of the process.
func (p *process) checkCaughtUp() {
	top := uint64(0)
	p.do(func() { top = p.checks.top })
	ctx, cancel := context.WithTimeout(p.ctx, time.Minute)
	defer cancel()
	head, err := p.direct.FindHead(ctx, client.HeadSearch{Hints: []uint64{top}})
	p.do(func() {
		switch c := p.checks; {
		case err != nil:
			c.fail("the process does not respond: %s", err)
		case top+5 < head.Height || top > head.Height:
			c.fail("the deck is at block %d, the chain at %d:\n%s", top, head.Height, p.frame())
		case len(c.changes) > 0:
			c.fail("the change of the chain was not noticed")
			c.changes = nil
		}
	})
}
