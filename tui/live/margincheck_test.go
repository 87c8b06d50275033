package live_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/config"
	"foredeck/tui/live"
)

// marginChain returns a chain of certificates that need 21 of 31 votes: ten can be absent.
func marginChain(change func(*config.AlertRule)) *chain {
	var rules config.Alerts
	rules[config.AlertMargin] = config.DefaultAlerts()[config.AlertMargin]
	if change != nil {
		change(&rules[config.AlertMargin])
	}
	return newChain(rules)
}

// quorum passes a block that the first members did not vote for.
func (c *chain) quorum(height uint64, absent int) {
	missing := make([]int, absent)
	for i := range missing {
		missing[i] = i
	}
	block := c.block(height, missing...)
	block.Certificate.Kind = "Quorum"
	c.pass(block)
}

func TestMarginAlert(t *testing.T) {
	t.Parallel()
	c := marginChain(nil)
	c.quorum(1, 8)
	require.Empty(t, c.texts(), "20 % are left, which is the limit")
	c.quorum(2, 9)
	require.Equal(t, []string{"warning begin: block 2: 10.0% of the margin to a halt left: 70.9% of members voted, 67.7% needed"}, c.texts())
	c.quorum(3, 10)
	c.quorum(4, 9)
	require.Equal(t, "margin to a halt small in 3 blocks since 2, lowest 0.0%, now 10.0% left: 70.9% of members voted, 67.7% needed",
		c.Open()[0].Text(live.Begin, c.now).String())
	for height := uint64(5); height < 20; height++ {
		c.quorum(height, 8)
	}
	require.Empty(t, c.texts(), "it ends 10 points above the limit")
	c.quorum(20, 7)
	require.Equal(t, []string{"warning end: margin to a halt restored at 20: 30.0% left after 3 blocks with less, lowest 0.0%"}, c.texts())
}

// A margin that goes up and down with every block begins and ends less and less often.
func TestMarginDoesNotFlap(t *testing.T) {
	t.Parallel()
	c := marginChain(nil)
	for height := uint64(1); height <= 100; height++ {
		c.quorum(height, int(height%2)*10)
	}
	require.Len(t, c.texts(), 3, "begin, end, and begin of one that lasts")
	require.Len(t, c.Open(), 1)
}

func TestMarginIsUnknown(t *testing.T) {
	t.Parallel()
	c := marginChain(nil)
	for height, kind := range []string{"", "Later", "Unanimous"} {
		block := c.block(uint64(height), 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
		block.Certificate.Kind = kind
		c.pass(block)
	}
	uncertified := c.block(3)
	uncertified.Certificate = nil
	c.pass(uncertified)
	require.Empty(t, c.texts())
	c = marginChain(func(rule *config.AlertRule) { rule.Severity = config.Off })
	c.quorum(1, 10)
	require.Empty(t, c.texts())
	c = marginChain(func(rule *config.AlertRule) { rule.Count = 100 })
	c.quorum(1, 1)
	require.Len(t, c.texts(), 1)
	c.quorum(2, 0)
	require.Len(t, c.texts(), 1, "a limit near 100 % ends when all vote")
}

// Votes weigh as much as the stakes of the epoch, and are not weighed while those of a new epoch are not read.
func TestMarginByStake(t *testing.T) {
	t.Parallel()
	committee := func(epoch uint64) *client.Committee {
		of := &client.Committee{Epoch: epoch, Version: "V1"}
		for member := range 31 {
			stake := uint64(1)
			if member == 0 {
				stake = 10
			}
			of.Members = append(of.Members, client.CommitteeMember{Stake: &stake})
		}
		return of
	}
	c := marginChain(nil)
	c.SetCommittee(committee(7))
	c.quorum(1, 1)
	require.Empty(t, c.texts(), "ten of the thirteen that can be absent")
	c.quorum(2, 2)
	require.Equal(t, []string{"warning begin: block 2: 15.3% of the margin to a halt left: 72.5% of the stake voted, 67.5% needed"}, c.texts())
	require.True(t, c.Open()[0].Facts.ByStake)
	c.SetCommittee(committee(6))
	c.quorum(3, 0)
	require.Empty(t, c.texts(), "the stakes of the epoch are not read yet")
	c.SetCommittee(nil)
	c.quorum(4, 2)
	require.Equal(t, []string{"warning end: margin to a halt restored at 4: 80.0% left after 1 block with less, lowest 15.3%"}, c.texts())
}

// Blocks that a fork replaces do not count.
func TestMarginAfterFork(t *testing.T) {
	t.Parallel()
	c := marginChain(nil)
	for height := uint64(1); height <= 3; height++ {
		c.quorum(height, 10)
	}
	require.EqualValues(t, 3, c.Open()[0].Facts.Count)
	c.add(c.Update(client.BlockUpdate{Kind: client.BlocksReplaced, First: 2, Last: 3, Block: c.block(1)}, c.now))
	require.EqualValues(t, 1, c.Open()[0].Facts.Count)
}
