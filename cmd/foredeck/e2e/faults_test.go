package e2e_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// fault breaks one of three nodes. The others keep serving the chain.
type fault struct {
	name string
	breaks
	kind  string // of the alert; empty for none
	begun string // the alert's text after the node, as a regular expression
	ended string // a part of the text of its end
	state string // of the node, in the metrics
	exit  int    // of watch --once
	deck  string // what the deck's header says after the port of the node, as a regular expression
}

// breaks is what breaks a node: one of them.
type breaks struct {
	cause  string                      // path of the admin API after /nodes/N
	door   func(d *door, other string) // what the door of the node does; other is a node of another chain
	isKill bool                        // the process of the node is killed, and started again
}

// unchained are the faults that a door in front of the node makes, and that of its process, so that the network is as it was for others.
var unchained = []fault{
	{"slow, 0.9 s", delayed(900 * time.Millisecond), "", "", "", "ok", 0, ""},
	{"slow, 1.2 s", delayed(1200 * time.Millisecond), "", "", "", "slow", 0, ""},
	{"slow, 1.5 s", delayed(1500 * time.Millisecond), "", "", "", "slow", 0, ""},
	{"slow, 2 s", delayed(2 * time.Second), "", "", "", "slow", 0, ""},
	{"web page", answered(200, "text/html", "<html>login</html>"), "node_down", ` sends invalid responses`, "up again after", "invalid", 16, `HTML page`},
	{"page as JSON", answered(200, "application/json", "<html>login</html>"), "node_down", ` sends invalid responses`, "up again after", "invalid", 16, `HTML page`},
	{"null", answered(200, "application/json", "null"), "node_down", ` does not serve the chain: has no blocks`, "up again after", "no_blocks", 16, `no blocks`},
	{"other JSON", answered(200, "application/json", `{"ok":true}`), "node_down", ` sends invalid responses`, "up again after", "invalid", 16, `missing`},
	{"rate limit", answered(429, "application/json", `{"message":"slow down"}`), "node_down", ` does not serve the chain: rate limited \(429\) until \S+ UTC`, "up again after", "limited", 16, `rate limited`},
	{"server error", answered(503, "application/json", `{"message":"busy"}`), "node_down", ` failing: .*503`, "up again after", "failing", 16, `failing \(503\)`},
	{"another chain", breaks{door: (*door).leadsTo}, "node_down", ` does not serve the chain: on another chain, 254`, "up again after", "other_chain", 16, `another chain`},
	{"kill", breaks{isKill: true}, "node_down", ` down: no response .*connection refused`, "up again after", "down", 16, `connection refused`},
}

// chained are the faults of the nodes of the network.
var chained = []fault{
	{"stop", breaks{cause: "/stop"}, "node_down", ` down: no response .*connection refused`, "up again after", "down", 16, `connection refused`},
	{"hang", breaks{cause: "/hang"}, "node_down", ` down: no response`, "up again after", "silent", 16, `no answer`},
	{"freeze", breaks{cause: "/freeze"}, "node_lagging", ` (frozen at \S+, \d+ blocks behind 2 other nodes|is \d+ blocks behind, at \S+)`, "caught up after", "frozen", 17, `(frozen, )?\d+ blocks behind`},
	{"lag", breaks{cause: "/lag/40"}, "node_lagging", ` (is 4\d blocks behind, at \S+|frozen at .*)`, "caught up after", "", 17, `(frozen, )?4\d blocks behind`},
	{"fork", breaks{cause: "/fork"}, "fork", ` is on a fork: its block \S+ differs`, "it replaced at least its blocks", "forked", 18, `fork`},
}

func delayed(wait time.Duration) breaks {
	return breaks{door: func(d *door, _ string) { d.delays(wait) }}
}

func answered(status int, media, body string) breaks {
	return breaks{door: func(d *door, _ string) { d.answers(status, media, body) }}
}

// A fault of a node is reported once, by watch and with watch --once, and its end once, whether it is the first node or another. The page and
// the header of the deck name the node and what is wrong with it, and nothing else is reported: the chain, followed on the best node, is well.
func TestFaults(t *testing.T) {
	t.Parallel()
	doors := startNetwork(t, "127.0.0.1:0", "--nodes", "3", "--block-time", "250ms")
	other := startNetwork(t, "127.0.0.1:0", "--seed", "254", "--block-time", "250ms")
	var together sync.WaitGroup // they mostly wait
	for _, broken := range []int{1, 3} {
		own := startNetwork(t, "127.0.0.1:0", "--nodes", "3", "--block-time", "250ms")
		for _, group := range []struct {
			name   string
			n      *network
			faults []fault
		}{{"node", own, chained}, {"door", doors, unchained}} {
			together.Go(func() {
				t.Run(fmt.Sprintf("%s %d", group.name, broken), func(t *testing.T) {
					var others []notice
					for _, fault := range group.faults {
						t.Run(fault.name, func(t *testing.T) { others = append(others, fault.run(t, group.n, broken, other.baseURL)...) })
					}
					// A busy machine can hold up a healthy node for long enough, once.
					require.LessOrEqual(t, len(others), 2, "other alerts: %+v", others)
				})
			})
		}
	}
	together.Wait()
}

// broken returns the addresses of the nodes of a network, one of them to be broken, and what breaks and mends it.
func (f *fault) broken(t *testing.T, n *network, number int, other string) (nodes []string, begin, end func()) {
	nodes = slices.Clone(n.nodes)
	node := &nodes[number-1]
	switch {
	case f.isKill:
		p := newProcess(t, *node)
		*node = "http://" + p.address
		return nodes, p.kill, p.start
	case f.door != nil:
		d := newDoor(t, *node)
		*node = d.URL
		return nodes, func() { f.door(d, other) }, d.opens
	}
	return nodes, func() { n.flip(fmt.Sprintf("/nodes/%d%s", number, f.cause)) }, func() { n.flip(fmt.Sprintf("/nodes/%d/resume", number)) }
}

// run breaks the node, and returns the alerts that are not about that.
func (f *fault) run(t *testing.T, n *network, number int, other string) (others []notice) {
	nodes, cause, end := f.broken(t, n, number, other)
	host := strings.TrimPrefix(nodes[number-1], "http://")
	port := host[strings.LastIndex(host, ":")+1:]
	// The alerts that are off depend on the chain and the load.
	w := witness(t, nodes, "[alerts.silent]\nafter = \"8s\"\n[alerts.node_lagging]\nseverity = \"critical\"\nblocks = 10\n", []string{"missed_often", "slow", "few_votes", "epoch", "no_proposals", "margin", "validator_state", "lockup", "stake_change", "failed_proposals"})
	w.bell.node = host

	broke := time.Now()
	cause()
	var begin notice
	if f.kind != "" {
		begin = w.bell.wait(f.kind, "begin")
		require.Regexp(t, `^node `+regexp.QuoteMeta(host)+f.begun, begin.Text)
		require.Equal(t, host, begin.Node)
		t.Logf("%-13s begin after %5d ms: %s", f.name, time.UnixMicro(begin.TimeMicros).Sub(broke).Milliseconds(), begin.Text)
		header := w.header("the fault in the header of the deck", `^ ▟ foredeck +three !1 .*\b`+port+`:? `+f.deck)
		t.Logf("%-13s deck  after %5d ms: %s", f.name, time.Since(broke).Milliseconds(), header)
	}
	if f.state != "" {
		w.eventually("the state "+f.state, inState(host, f.state))
	}
	status, printed := w.once()
	require.Equal(t, f.exit, status, "watch --once: %s", printed)
	require.Equal(t, f.kind != "", strings.Contains(printed, host), "%s", printed)
	before := w.head()
	w.eventually("the chain is followed on another node", func(string) bool { return w.head() > before+3 })
	if f.kind == "" {
		w.header("no alert in the header of the deck", `^ ▟ foredeck +three +rpc .*head \S+ \(\S+\)`)
	}
	end()
	if f.kind != "" {
		ended := w.bell.wait(f.kind, "end")
		require.Equal(t, begin.ID, ended.ID)
		require.Contains(t, ended.Text, f.ended)
	}
	w.eventually("the node is well again", inState(host, "ok", "recovering"))
	w.header("that all is well again", wellHeader)

	reported := w.end()
	others = slices.DeleteFunc(slices.Clone(reported), func(n notice) bool { return n.ID == begin.ID || f.kind == "fork" && n.Kind == "fork" && n.Node == "" })
	if about := len(reported) - len(others); f.kind == "fork" {
		require.GreaterOrEqual(t, about, 2, "a begin and an end")
	} else if f.kind != "" {
		require.Equal(t, 2, about, "a begin and an end")
	}
	return others
}
