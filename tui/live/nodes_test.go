package live_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/health"
	"foredeck/config"
	"foredeck/tui/live"
)

func TestNodes(t *testing.T) {
	t.Parallel()
	rules := config.DefaultAlerts()
	rules[config.AlertNodeDown].Limit, rules[config.AlertNodeLagging].Limit = time.Second, time.Second
	c := newChain(rules)
	states := func(nodes ...live.Node) { c.add(c.Nodes(nodes, c.now)) }
	up := live.Node{Name: ":28001", Height: new(uint64(100))}
	states(up, live.Node{Name: ":28002", Down: true, Reason: "connection refused"})
	require.Empty(t, c.texts(), "a problem has to last")
	c.wait(1)
	require.Equal(t, []string{"critical begin: node :28002 down: connection refused"}, c.texts())
	c.add(c.Update(client.BlockUpdate{Kind: client.NodeSilent, Err: errors.New("refused")}, c.now))
	c.wait(8)
	require.Empty(t, c.texts(), "the known state explains the problem of the follower")
	c.add(c.Update(client.BlockUpdate{Kind: client.NodeBack}, c.now))
	lagging := live.Node{Name: ":28001", Height: new(uint64(70)), Lag: 30}
	states(lagging, live.Node{Name: ":28002", Height: new(uint64(100))})
	c.wait(2)
	require.Equal(t, []string{"critical end: node :28002 up again after 9s", "warning begin: node :28001 is 30 blocks behind, at 70"}, c.texts())
	states(up)
	require.Equal(t, []string{"warning end: node :28001 caught up after 2s"}, c.texts())
	states(live.Node{Name: ":28001", Down: true})
	c.wait(1)
	states()
	require.Equal(t, []string{"critical begin: node :28001 down", "critical end: no longer monitored: node :28001 down (the network does not have the node any more)"}, c.texts())

	c.add(c.Update(client.BlockUpdate{Kind: client.NodeBehind, First: 90, Last: 100}, c.now))
	c.wait(1)
	require.Equal(t, []string{"warning begin: node is 10 blocks behind, at 90"}, c.texts())
	c.vote(101)
	require.Equal(t, []string{"warning end: node caught up after 1s"}, c.texts())
}

func TestCheckedNodes(t *testing.T) {
	t.Parallel()
	rules := config.DefaultAlerts()
	rules[config.AlertSilent].Severity = config.Off
	c := newChain(rules)
	explain := func(err error) string { return "explained: " + err.Error() }
	head := health.Head{Height: 70}
	check := func(statuses ...health.Status) { c.add(c.Nodes(live.NodesOf(statuses, explain), c.now)) }
	check(health.Status{Name: "a"}, health.Status{Name: "b", State: health.OK, Head: &head, Lag: 19}, health.Status{Name: "c", State: health.Lagging, Head: &head, Lag: 20})
	require.Equal(t, []string{"warning begin: node c is 20 blocks behind, at 70"}, c.texts())
	silent := health.Status{Name: "a", State: health.Silent, Since: c.now.Add(-3 * time.Second)}
	check(silent, health.Status{Name: "b", State: health.Down, LastError: errors.New("refused")}, health.Status{Name: "c", State: health.Failing})
	require.Equal(t, []string{"critical begin: node a down: no response", "critical begin: node b down: explained: refused", "critical begin: node c failing"}, c.texts())
	check(health.Status{Name: "a", State: health.Forked, Head: &head, Fork: &health.Fork{Height: 69, First: 69}}, health.Status{Name: "b", State: health.Slow}, health.Status{Name: "c", State: health.OK, Head: &head})
	require.Equal(t, []string{
		"critical end: node a up again after 3s", "critical begin: node a is on a fork: its block 69 differs from that of the other nodes",
		"critical end: node b up again after 0s", "critical end: node c up again after 0s", "warning end: node c caught up after 0s",
	}, c.texts())
	check(health.Status{Name: "a", State: health.OK, Head: &head})
	require.Equal(t, []string{"critical end: node a has the blocks of the other nodes again after 0s; it replaced at least its blocks 69 to 69"}, c.texts())

	c.wait(601) // so that ends are not delayed
	c.texts()
	c.now = c.now.Add(8 * time.Hour) // the machine sleeps
	c.add(c.Tick(c.now, true))
	silent.Since = c.now
	check(silent)
	c.wait(9)
	require.Empty(t, c.texts(), "a network needs some seconds after sleep")
	c.wait(1)
	require.Equal(t, []string{"critical begin: node a down: no response"}, c.texts())
}

// Receivers get the host and port of a node, also where its name is shorter.
func TestNodeHost(t *testing.T) {
	t.Parallel()
	c := newChain(config.DefaultAlerts())
	for baseURL, host := range map[string]string{"http://127.0.0.1:28001/path": "127.0.0.1:28001", "": ":28001"} {
		down := health.Status{Name: ":28001", BaseURL: baseURL, State: health.Down}
		raised := c.Nodes(live.NodesOf([]health.Status{down}, error.Error), c.now)
		require.Len(t, raised, 1)
		require.Equal(t, "node :28001 down", raised[0].Text.String())
		require.Equal(t, host, raised[0].Facts.Node)
		c.Nodes(nil, c.now)
	}
}

// Alerts about blocks that arrived while the machine was asleep are recorded only; those that still hold are reported.
func TestHoldBack(t *testing.T) {
	t.Parallel()
	c := newChain(config.DefaultAlerts())
	c.HoldBack(true)
	c.miss(1)
	c.vote(2)
	c.miss(200)
	c.HoldBack(false)
	c.wait(1)
	require.Equal(t, []string{
		"critical begin: your validator (17) stopped voting at 1 (1 miss so far) (silenced)",
		"critical end: your validator (17) voting again at 2 after 1 miss (silenced)",
		"critical begin: your validator (17) stopped voting at 200 (1 miss so far) (silenced)",
		"critical begin: your validator (17) stopped voting at 200 (1 miss so far)",
	}, c.texts())
}

func TestForks(t *testing.T) {
	t.Parallel()
	c := newChain(config.DefaultAlerts())
	c.vote(9)
	common := c.block(9)
	for height := range uint64(5) {
		c.miss(10 + height)
	}
	c.texts()
	c.branch++
	c.add(c.Update(client.BlockUpdate{Kind: client.BlocksReplaced, First: 12, Last: 14, Block: c.block(11, 17)}, c.now))
	require.Equal(t, []string{"critical begin: chain forked: the node replaced blocks 12 to 14"}, c.texts())
	require.Equal(t, uint64(2), c.Open()[0].Facts.Count, "misses in replaced blocks do not count")
	c.miss(12)
	c.vote(13)
	require.Equal(t, []string{"critical end: your validator (17) voting again at 13 after 3 misses"}, c.texts())

	c.branch++
	c.add(c.Update(client.BlockUpdate{Kind: client.BlocksReplaced, First: 10, Last: 13, Block: common}, c.now))
	c.texts()
	c.add(c.Update(client.BlockUpdate{Kind: client.ChainReplaced, First: 3, Last: 13}, c.now))
	require.Equal(t, []string{"critical begin: chain replaced: the node serves another chain since block 13"}, c.texts())
	c.miss(3)
	c.add(c.Update(client.BlockUpdate{Kind: client.ChainReplaced, First: 3, Last: 3}, c.now))
	require.Equal(t, []string{
		"critical begin: your validator (17) stopped voting at 3 (1 miss so far)",
		"critical begin: chain replaced: the node serves another chain since block 3",
		"critical end: no longer monitored: your validator (17) stopped voting at 3 (1 miss so far) (chain replaced)",
	}, c.texts())
}

// All misses of a condition can be in replaced blocks.
func TestForkWithoutMisses(t *testing.T) {
	t.Parallel()
	c := newChain(config.DefaultAlerts())
	c.vote(9)
	c.miss(10)
	c.branch++
	c.add(c.Update(client.BlockUpdate{Kind: client.BlocksReplaced, First: 10, Last: 10, Block: c.block(9)}, c.now))
	c.texts()
	c.vote(10)
	require.Equal(t, []string{"critical end: your validator (17) voting again at 10: the node replaced the blocks without its vote"}, c.texts())
}

// Pages say what is wrong with a node, and which one.
func TestNodeTexts(t *testing.T) {
	t.Parallel()
	best, old := health.Head{Height: 1_046}, health.Head{Height: 1_000}
	at := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	for want, status := range map[string]health.Status{
		"node a down: refused":                                                   {State: health.Down, LastError: errors.New("refused")},
		"node a failing: status 503":                                             {State: health.Failing, LastError: errors.New("status 503")},
		"node a sends invalid responses: <html>":                                 {State: health.Invalid, LastError: errors.New("<html>")},
		"node a does not serve the chain: has no blocks":                         {State: health.NoBlocks},
		"node a does not serve the chain: on another chain, 9":                   {State: health.OtherChain, ChainID: new(uint64(9))},
		"node a does not serve the chain: rate limited (429) until 12:00:20 UTC": {State: health.Limited, RoundAt: at, NextCheck: at.Add(20 * time.Second)},
		"node a frozen at 1,000, 46 blocks behind 2 other nodes":                 {State: health.Frozen, Head: &old, Lag: 46},
		"node a is 46 blocks behind, at 1,000":                                   {State: health.Lagging, Head: &old, Lag: 46},
	} {
		c := newChain(config.DefaultAlerts())
		status.Name = "a"
		good := health.Status{Name: "b", State: health.OK, Head: &best}
		same := good
		same.Name = "c"
		raised := c.Nodes(live.NodesOf([]health.Status{status, good, same}, error.Error), c.now)
		require.Len(t, raised, 1, want)
		require.Equal(t, want, raised[0].Text.String())
	}
}

// A fork that has healed names the blocks that were replaced.
func TestHealedFork(t *testing.T) {
	t.Parallel()
	c := newChain(config.DefaultAlerts())
	head := health.Head{Height: 130}
	status := health.Status{Name: "a", State: health.Forked, Head: &head, Fork: &health.Fork{Height: 120, First: 118}}
	check := func() { c.add(c.Nodes(live.NodesOf([]health.Status{status}, error.Error), c.now)) }
	check()
	status.Fork = &health.Fork{Height: 130, First: 118}
	c.wait(3)
	check()
	c.branch++
	c.add(c.Update(client.BlockUpdate{Kind: client.BlocksReplaced, First: 118, Last: 120, Block: c.block(117)}, c.now)) // on another node
	status.State, status.Fork = health.OK, nil
	check()
	require.Equal(t, []string{
		"critical begin: node a is on a fork: its block 120 differs from that of the other nodes",
		"critical end: node a has the blocks of the other nodes again after 3s; it replaced at least its blocks 118 to 130",
	}, c.texts())
}

// A chain is silent if no node has a new block, and not if only the node that is followed sends none. What its nodes say tells a chain that
// halted from a machine that is offline.
func TestSilenceByNodes(t *testing.T) {
	t.Parallel()
	rules := config.DefaultAlerts()
	rules[config.AlertNodeDown].Severity, rules[config.AlertNodeLagging].Severity = config.Off, config.Off
	c := newChain(rules)
	c.vote(100)
	c.texts()
	at := func(a, b uint64) {
		c.add(c.Nodes([]live.Node{{Name: "a", Height: &a}, {Name: "b", Height: &b}}, c.now))
	}
	for i := range uint64(60) { // the first node is frozen, and followed
		at(100, 100+i)
		c.wait(1)
	}
	require.Empty(t, c.texts(), "the chain has blocks")
	for range 29 {
		at(100, 159)
		c.wait(1)
	}
	require.Equal(t, []string{"critical begin: chain halted: 1 of 2 nodes at 159 for 30s"}, c.texts())
	_, _, isHalted := c.Halted()
	require.True(t, isHalted)
	at(100, 160)
	require.Equal(t, []string{"critical end: new block 160 after 30s without one"}, c.texts())

	down := []live.Node{{Name: "a", Down: true, State: health.Down}, {Name: "b", Down: true, State: health.Silent}}
	c.Nodes(down, c.now)
	c.wait(30)
	require.Equal(t, []string{"critical begin: none of 2 nodes answers, no block for 30s: is this machine offline?"}, c.texts())
	require.Equal(t, 1, c.Urgent())
	at(160, 161) // the condition came back soon after its end, and so stays open for some seconds
	require.Zero(t, c.Urgent(), "it does not hold now")
	c.wait(29)
	require.Empty(t, c.texts())
}

// A chain that halts again soon after it has recovered is a new alert, and not a late reminder of the old one.
func TestHaltAfterRecovery(t *testing.T) {
	t.Parallel()
	rules := config.DefaultAlerts()
	rules[config.AlertSlow].Severity = config.Off
	c := newChain(rules)
	c.vote(1)
	for height := uint64(2); height < 4; height++ {
		c.wait(30)
		require.Len(t, c.texts(), 1, "halted")
		c.vote(height)
		c.texts()
	}
	c.vote(4)
	c.wait(30)
	require.Equal(t, []string{"critical end: new block 3 after 31s without one", "critical begin: no new block for 30s, last block 4"}, c.texts())
}

// Each crossing of a price is reported, also if the end of the one before was not seen, and while alerts about blocks are held back.
func TestEachCrossingIsReported(t *testing.T) {
	t.Parallel()
	c := newChain(config.DefaultAlerts())
	facts := live.Facts{Pair: "a_b", Condition: "> 5", Price: "6", State: "crossed up"}
	for range 2 {
		c.add(c.Cross("a_b > 5", facts, false, c.now))
		c.HoldBack(true)
	}
	c.add(c.Cross("a_b crosses 5", facts, true, c.now))
	require.Equal(t, slices.Repeat([]string{"warning begin: a_b > 5: crossed up at 6"}, 3), c.texts())
	require.Equal(t, 1, c.OpenCount())
	facts.State, facts.BackBelow = "back", "4.99"
	c.add(c.Back("a_b > 5", facts, c.now, c.now))
	c.add(c.Back("a_b > 7", facts, c.now.Add(-time.Minute), c.now)) // of which another process has reported the begin
	require.Equal(t, []string{"warning end: a_b > 5: ended: back below 4.99 after 0s, now 6", "warning end: a_b > 5: ended: back below 4.99 after 1m, now 6"}, c.texts())
}
