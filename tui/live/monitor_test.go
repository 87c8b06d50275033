package live_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/config"
	"foredeck/tui/live"
)

const mine = "0x17"

// chain makes blocks and passes them to a monitor, one per second, and records the alerts.
type chain struct {
	*live.Monitor
	now    time.Time
	alerts []live.Alert
	branch int // changes the digests
}

func newChain(rules config.Alerts) *chain {
	c := &chain{Monitor: live.NewMonitor(rules, live.MonitorState{}), now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)}
	c.SetValidator(validator(17), c.now)
	c.Tick(c.now, true)
	return c
}

func validator(member int) live.Validator {
	return live.Validator{Member: &member, IsAuthor: func(author string) bool { return author == mine }}
}

// block returns a block of a committee of 31 members, of which some did not vote.
func (c *chain) block(height uint64, missing ...int) client.Block {
	voters := make([]bool, 31)
	for i := range voters {
		voters[i] = true
	}
	for _, member := range missing {
		voters[member] = false
	}
	return client.Block{
		Height: height, Round: &height, Epoch: new(uint64(7)), Author: mine, Digest: fmt.Sprintf("0x%032x%032x", c.branch, height), Timestamp: new(client.Timestamp(c.now.UnixMicro())),
		Certificate: &client.Certificate{Voters: voters},
	}
}

func (c *chain) add(alerts []live.Alert) { c.alerts = append(c.alerts, alerts...) }

// vote passes a block that the user's validator voted for, a second after the previous one.
func (c *chain) vote(height uint64) { c.pass(c.block(height)) }

func (c *chain) miss(height uint64) { c.pass(c.block(height, 17)) }

func (c *chain) pass(block client.Block) {
	row := live.NewRow(block)
	c.add(c.Block(&row, c.now))
	c.wait(1)
}

// wait lets seconds pass, with a tick after each.
func (c *chain) wait(seconds int) {
	for range seconds {
		c.now = c.now.Add(time.Second)
		c.add(c.Tick(c.now, true))
	}
}

// texts returns the recorded alerts, and forgets them.
func (c *chain) texts() []string {
	var texts []string
	for _, alert := range c.alerts {
		texts = append(texts, fmt.Sprintf("%s %s: %s", alert.Severity, alert.Phase, alert.Text))
		if alert.Silenced {
			texts[len(texts)-1] += " (silenced)"
		}
	}
	c.alerts = nil
	return texts
}

func TestMissedVotes(t *testing.T) {
	t.Parallel()
	c := newChain(config.DefaultAlerts())
	c.vote(1549)
	for height := range uint64(17) {
		c.miss(1550 + height)
	}
	c.vote(1567)
	c.vote(1568)
	require.Equal(t, []string{
		"critical begin: your validator (17) stopped voting at 1,550 (1 miss so far)",
		"critical end: your validator (17) voting again at 1,567 after 17 misses",
	}, c.texts())
	require.Empty(t, c.Open())
}

func TestMissesInARow(t *testing.T) {
	t.Parallel()
	rules := config.DefaultAlerts()
	rules[config.AlertMissed].Count = 3
	c := newChain(rules)
	c.miss(1)
	c.miss(2)
	c.vote(3)
	c.miss(4)
	c.miss(5)
	require.Empty(t, c.texts())
	c.miss(6)
	require.Equal(t, []string{"critical begin: your validator (17) stopped voting at 4 (3 misses so far)"}, c.texts())
	c.pass(c.block(7)) // votes
	c.miss(8)
	c.miss(10) // 9 was skipped
	c.miss(11)
	require.Equal(t, []string{"critical end: your validator (17) voting again at 7 after 3 misses"}, c.texts(), "an unknown height interrupts a run")
}

// A validator that keeps missing votes rings less and less, and all of its misses are counted.
func TestDamping(t *testing.T) {
	t.Parallel()
	c := newChain(config.DefaultAlerts())
	begins := 0
	for height := uint64(1); height <= 1000; height++ {
		if height%2 == 0 {
			c.miss(height)
		} else {
			c.vote(height)
		}
	}
	counted := uint64(0)
	for _, alert := range c.alerts {
		if alert.Phase == live.Begin {
			begins++
		}
		if alert.Phase == live.End {
			counted += alert.Facts.Count
		}
	}
	require.LessOrEqual(t, begins, 2)
	require.Equal(t, uint64(500), counted+c.Open()[0].Facts.Count)
	for height := uint64(1001); height <= 1300; height++ {
		c.vote(height)
	}
	require.Empty(t, c.Open())
}

func TestMissedOften(t *testing.T) {
	t.Parallel()
	rules := config.DefaultAlerts()
	rules[config.AlertMissed].Count, rules[config.AlertMissedOften].Count, rules[config.AlertMissedOften].Window = 3, 4, 20
	c := newChain(rules)
	height := uint64(1)
	for ; height <= 20; height++ {
		if height%5 == 0 {
			c.miss(height)
		} else {
			c.vote(height)
		}
	}
	require.Empty(t, c.texts(), "the miss could be the first of a run")
	c.vote(height)
	height++
	require.Equal(t, []string{"warning begin: your validator (17) missed 4 of the last 20 blocks, at 21"}, c.texts())
	for ; height <= 29; height++ {
		c.vote(height)
	}
	require.Empty(t, c.texts())
	c.vote(height)
	require.Equal(t, []string{"warning end: your validator (17) misses fewer votes since 30: 2 of the last 20 blocks"}, c.texts())
	for ; height <= 60; height++ {
		c.miss(height)
	}
	for ; height <= 70; height++ {
		c.vote(height)
	}
	require.Equal(t, []string{
		"critical begin: your validator (17) stopped voting at 31 (3 misses so far)",
		"critical end: your validator (17) voting again at 61 after 30 misses",
	}, c.texts(), "each miss counts for one kind")
}

func TestSlowAndFewVotes(t *testing.T) {
	t.Parallel()
	c := newChain(config.DefaultAlerts())
	c.vote(1)
	c.wait(2)
	few := c.block(2, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
	c.pass(few)
	c.wait(3)
	few = c.block(3, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
	c.pass(few)
	require.True(t, c.IsSlow(2500*time.Millisecond))
	require.False(t, c.IsSlow(2*time.Second))
	require.Equal(t, []string{"warning begin: block 2: slow, 3.00 s", "warning begin: block 2: few votes, 21/31"}, c.texts())
	open := c.Open()
	require.Equal(t, "2 slow blocks since 2, longest gap 4.00 s", open[0].Text(live.Begin, c.now).String())
	require.Equal(t, "few votes in 2 blocks since 2, fewest 20/31", open[1].Text(live.Begin, c.now).String())
	c.vote(4)
	require.Equal(t, []string{
		"warning end: blocks on time again at 4 after 2 slow, longest gap 4.00 s", "warning end: enough votes again at 4 after 2 blocks with few, fewest 20/31",
	}, c.texts())
}

func TestSilence(t *testing.T) {
	t.Parallel()
	c := newChain(config.DefaultAlerts())
	c.vote(1)
	c.wait(28)
	require.Empty(t, c.texts())
	c.now = c.now.Add(8 * time.Hour) // the machine sleeps
	c.wait(1)
	require.Empty(t, c.texts())
	c.wait(1)
	require.Equal(t, []string{"critical begin: no new block for 30s, last block 1"}, c.texts())
	c.add(c.Update(client.BlockUpdate{Kind: client.NodeSilent, Err: errors.New("refused")}, c.now))
	c.wait(1800)
	require.Equal(t, []string{
		"critical begin: node down: refused",
		"critical reminder: no new block for 30m, last block 1 (refused)",
	}, c.texts())
	late := c.block(2)
	late.Timestamp = nil
	c.pass(late)
	require.Equal(t, []string{"critical end: new block 2 after 30m without one", "critical end: node up again after 30m"}, c.texts())
	for range 100 {
		c.now = c.now.Add(time.Second)
		require.Empty(t, c.Tick(c.now, false), "nothing is expected while following is paused")
	}
}

func TestRestart(t *testing.T) {
	t.Parallel()
	c := newChain(config.DefaultAlerts())
	c.vote(10)
	for height := range uint64(7) {
		c.miss(11 + height)
	}
	silenced := config.AlertSlow
	c.AddSilence(live.Silence{Kind: &silenced, Until: c.now.Add(time.Hour)})
	require.Equal(t, 1, c.Acknowledge(""))
	c.texts()
	restart := func() {
		stored, err := json.Marshal(c.State())
		require.NoError(t, err)
		var state live.MonitorState
		require.NoError(t, json.Unmarshal(stored, &state))
		require.ElementsMatch(t, c.State().Silences, state.Silences)
		c.Monitor = live.NewMonitor(config.DefaultAlerts(), state)
		c.SetValidator(validator(17), c.now)
	}
	restart()
	newest := live.NewRow(c.block(17, 17))
	require.Empty(t, c.Block(&newest, c.now), "evaluated before the restart")
	require.True(t, c.Open()[0].Acknowledged)
	c.miss(40)
	c.vote(41)
	require.Equal(t, []string{"critical end: your validator (17) voting again at 41 after 8 misses"}, c.texts())

	restart()
	c.now = c.now.Add(time.Hour)
	c.vote(5) // newer than block 41: the chain was reset in the meantime
	require.Equal(t, []string{"critical begin: chain replaced: the node serves another chain since block 41"}, c.texts())
	restart()
	c.branch++
	c.miss(5)
	require.Equal(t, []string{
		"critical begin: chain forked: the node replaced blocks 5 to 5", "critical begin: your validator (17) stopped voting at 5 (1 miss so far)",
	}, c.texts())
}

func TestRemindersAndAcknowledgement(t *testing.T) {
	t.Parallel()
	rules := config.DefaultAlerts()
	rules[config.AlertMissed].Repeat = 10 * time.Second
	c := newChain(rules)
	for height := range uint64(25) {
		c.miss(1 + height)
	}
	require.Equal(t, []string{
		"critical begin: your validator (17) stopped voting at 1 (1 miss so far)",
		"critical reminder: your validator (17) stopped voting at 1 (10 misses so far), for 10s",
		"critical reminder: your validator (17) stopped voting at 1 (20 misses so far), for 20s",
	}, c.texts())
	require.Zero(t, c.Acknowledge("other"))
	require.Equal(t, 1, c.Acknowledge(c.Open()[0].ID()))
	require.Zero(t, c.Acknowledge(c.Open()[0].ID()))
	for height := range uint64(25) {
		c.miss(26 + height)
	}
	require.Empty(t, c.texts())
	c.vote(51)
	require.Equal(t, []string{"critical end: your validator (17) voting again at 51 after 50 misses"}, c.texts())
}

func TestSilences(t *testing.T) {
	t.Parallel()
	c := newChain(config.DefaultAlerts())
	c.AddSilence(live.Silence{Until: c.now.Add(10 * time.Second)})
	c.miss(1)
	c.vote(2)
	require.Equal(t, []string{
		"critical begin: your validator (17) stopped voting at 1 (1 miss so far) (silenced)",
		"critical end: your validator (17) voting again at 2 after 1 miss (silenced)",
	}, c.texts(), "silenced alerts are recorded")
	for height := uint64(3); height <= 12; height++ {
		c.miss(height)
	}
	require.Equal(t, []string{
		"critical begin: your validator (17) stopped voting at 3 (1 miss so far) (silenced)",
		"critical begin: your validator (17) stopped voting at 3 (8 misses so far)",
	}, c.texts(), "an open condition is reported when the silence ends")
	require.Empty(t, c.Silences())

	kind := config.AlertMissed
	c.AddSilence(live.Silence{Kind: &kind})
	c.add(c.Cross("move_usdt crosses 1", live.Facts{Pair: "move_usdt", Condition: "crosses 1", Price: "1.1", State: "crossed up"}, true, c.now))
	c.vote(13)
	c.vote(14)
	require.Equal(t, []string{"warning begin: move_usdt crosses 1: crossed up at 1.1", "critical end: your validator (17) voting again at 13 after 10 misses"}, c.texts(),
		"the end of an alert that was sent is sent")
	require.Empty(t, c.Silences(), "until the condition ended")
}

func TestEpochs(t *testing.T) {
	t.Parallel()
	c := newChain(config.DefaultAlerts())
	c.vote(1)
	next := c.block(2)
	next.Epoch = new(uint64(8))
	c.add(c.Update(client.BlockUpdate{Kind: client.BlockArrived, Block: next}, c.now))
	c.vote(1) // evaluated before
	require.Equal(t, []string{"info begin: epoch 8 began at block 2, 31 members"}, c.texts())
	require.Empty(t, c.Open())
}

func TestNoProposals(t *testing.T) {
	t.Parallel()
	rules := config.DefaultAlerts()
	rules[config.AlertNoProposals].Count = 10
	c := newChain(rules)
	c.vote(1)
	for height := uint64(2); height <= 12; height++ {
		other := c.block(height)
		other.Author = "0x18"
		other.Round = new(height + height/6) // skips two rounds
		c.pass(other)
	}
	require.Equal(t, []string{"warning begin: your validator (17) proposed no block for 10 rounds, last at 1"}, c.texts())
	again := c.block(13)
	again.Round = new(uint64(15))
	c.pass(again)
	require.Equal(t, []string{"warning end: your validator (17) proposed block 13 after 14 rounds"}, c.texts())
}

// What another validator missed does not count for the one that is set later.
func TestAnotherValidatorAfterMisses(t *testing.T) {
	t.Parallel()
	rules := config.DefaultAlerts()
	rules[config.AlertMissed].Count, rules[config.AlertMissedOften].Count, rules[config.AlertMissedOften].Window = 3, 3, 20
	rules[config.AlertNoProposals].Count = 10
	other := func(c *chain, height uint64, missing ...int) {
		block := c.block(height, missing...)
		block.Author = "0x18"
		c.pass(block)
	}

	c := newChain(rules)
	other(c, 1, 17, 18)
	other(c, 2, 17, 18)
	require.Empty(t, c.SetValidator(live.Validator{Member: new(17), Name: "alice", IsAuthor: validator(17).IsAuthor}, c.now))
	other(c, 3, 17, 18)
	require.Equal(t, []string{"critical begin: your validator (17 alice) stopped voting at 1 (3 misses so far)"}, c.texts(), "the same validator has a name now")

	c = newChain(rules)
	other(c, 1, 17)
	other(c, 2, 17)
	require.Empty(t, c.SetValidator(validator(18), c.now))
	other(c, 3, 18)
	require.Empty(t, c.texts())
	other(c, 4, 18)
	other(c, 5, 18)
	require.Equal(t, []string{"critical begin: your validator (18) stopped voting at 3 (3 misses so far)"}, c.texts())

	c = newChain(rules)
	for height := uint64(1); height <= 8; height++ {
		if height%4 == 0 {
			other(c, height, 17)
		} else {
			other(c, height)
		}
	}
	require.Empty(t, c.SetValidator(validator(18), c.now))
	other(c, 9, 18)
	other(c, 10)
	require.Empty(t, c.texts(), "two misses of the former one, and one of this one, are not three")
	for height := uint64(11); height <= 17; height++ {
		other(c, height)
	}
	require.Empty(t, c.texts(), "9 rounds without a block of this one")
	other(c, 18)
	require.Equal(t, []string{"warning begin: your validator (18) proposed no block for 10 rounds"}, c.texts())
}

// Conditions of blocks are damped by the number of blocks, however slow the chain is.
func TestDampingOnASlowChain(t *testing.T) {
	t.Parallel()
	rules := config.DefaultAlerts()
	rules[config.AlertSlow].Severity, rules[config.AlertMissedOften].Severity = config.Off, config.Off
	for distance, isDamped := range map[uint64]bool{99: true, 150: false} {
		c := newChain(rules)
		pass := func(height uint64, missing ...int) {
			c.pass(c.block(height, missing...))
			c.wait(9)
		}
		pass(1, 17)
		pass(2)
		for height := uint64(3); height < 2+distance; height++ {
			pass(height)
		}
		require.Len(t, c.texts(), 2, "begin and end")
		pass(2+distance, 17)
		pass(3 + distance)
		if isDamped {
			require.Len(t, c.Open(), 1, "one vote does not end it")
			pass(4 + distance)
		}
		require.Empty(t, c.Open(), distance)
		require.Len(t, c.texts(), 2)
	}
}

// Conditions of nodes are damped by time, however many blocks there are a second.
func TestDampingOnAFastChain(t *testing.T) {
	t.Parallel()
	rules := config.DefaultAlerts()
	rules[config.AlertNodeDown].Limit = 0
	c := newChain(rules)
	height := uint64(0)
	second := func() {
		for range 20 {
			height++
			row := live.NewRow(c.block(height))
			c.add(c.Block(&row, c.now))
		}
		c.wait(1)
	}
	outage := func() {
		c.add(c.Update(client.BlockUpdate{Kind: client.NodeSilent, Err: errors.New("refused")}, c.now))
		require.Len(t, c.Open(), 1)
	}
	second()
	outage()
	second()
	require.Empty(t, c.Open(), "one good observation ends the first one")
	for range 300 { // 6,000 blocks
		second()
	}
	outage()
	for range 8 {
		second()
		require.Len(t, c.Open(), 1, "160 blocks, but fewer than 10 observations in seconds")
	}
	second()
	require.Empty(t, c.Open())
	c.texts()
	for range 700 {
		second()
	}
	outage()
	second()
	require.Empty(t, c.Open(), "not soon after the last one")
}

func TestSettings(t *testing.T) {
	t.Parallel()
	c := newChain(config.DefaultAlerts())
	c.miss(1)
	c.texts()
	c.add(c.SetValidator(live.Validator{Member: new(17), Name: "alice"}, c.now))
	require.Empty(t, c.texts())
	c.add(c.SetValidator(validator(18), c.now))
	require.Equal(t, []string{"critical end: no longer monitored: your validator (17 alice) stopped voting at 1 (1 miss so far) (another validator is set)"}, c.texts())
	require.Equal(t, 18, c.Member())
	c.pass(c.block(2, 18))
	c.texts()
	rules := c.Rules()
	rules[config.AlertMissed].Severity = config.Warning
	c.add(c.SetRules(rules, c.now))
	require.Equal(t, config.Warning, c.Open()[0].Severity)
	rules[config.AlertMissed].Severity = config.Off
	c.add(c.SetRules(rules, c.now))
	require.Equal(t, []string{"warning end: no longer monitored: your validator (18) stopped voting at 2 (1 miss so far) (alert turned off)"}, c.texts())
	c.pass(c.block(3, 18))
	small := c.block(4)
	small.Certificate.Voters = small.Certificate.Voters[:4]
	c.pass(small)
	require.Empty(t, c.texts())
	c.add(c.SetRules(config.DefaultAlerts(), c.now))
	c.pass(c.block(5, 18))
	small = c.block(6)
	small.Certificate.Voters = small.Certificate.Voters[:4]
	c.pass(small)
	require.Equal(t, []string{
		"critical begin: your validator (18) stopped voting at 5 (1 miss so far)",
		"critical end: no longer monitored: your validator (18) stopped voting at 5 (1 miss so far) (the committee has no such member)",
	}, c.texts())
	c.add(c.SetValidator(live.Validator{}, c.now))
	require.Equal(t, -1, c.Member())
}
