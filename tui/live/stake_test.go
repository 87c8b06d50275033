package live_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/config"
	"foredeck/tui/live"
)

// stakeChain returns a monitor with the alerts on the stake of the user's validator, 17.
func stakeChain() *chain {
	var rules config.Alerts
	for _, kind := range []config.AlertKind{config.AlertState, config.AlertLockup, config.AlertStake, config.AlertFailed} {
		rules[kind] = config.DefaultAlerts()[kind]
	}
	return newChain(rules)
}

// read passes a reading of the stake, and lets five minutes pass.
func (c *chain) read(change func(*live.Stake)) {
	stake := live.Stake{Member: 17, Pool: "0x5", Epoch: new(uint64(7)), State: client.StateActive, Stake: new(uint64(1000)), Proposals: new(uint64(40)), FailedProposals: new(uint64(0))}
	if change != nil {
		change(&stake)
	}
	c.add(c.Stake(stake, c.now))
	c.now = c.now.Add(5 * time.Minute)
}

func TestValidatorState(t *testing.T) {
	t.Parallel()
	c := stakeChain()
	state := func(state string) { c.read(func(s *live.Stake) { s.State = state }) }
	state(client.StateActive)
	require.Empty(t, c.texts())
	state(client.StatePendingInactive)
	state("")
	c.add(c.Nodes([]live.Node{{Name: "n"}}, c.now))
	require.Equal(t, []string{"warning begin: your validator (17) is leaving: it votes until the end of the epoch"}, c.texts(), "an unknown state and nodes change nothing")
	state(client.StateInactive)
	require.Equal(t, []string{
		"warning end: your validator (17) is no longer leaving, but inactive: it is not in the committee",
		"warning begin: your validator (17) is inactive: it is not in the committee",
	}, c.texts())
	state(client.StatePendingActive)
	state(client.StateActive)
	require.Equal(t, []string{
		"warning end: your validator (17) is no longer inactive, but joining: it votes from the next epoch on",
		"warning begin: your validator (17) is joining: it votes from the next epoch on",
		"warning end: your validator (17) is active, after 5m joining",
	}, c.texts())
	state(client.StateInactive)
	c.texts()
	c.SetValidator(validator(3), c.now)
	require.Empty(t, c.Open(), "that of another validator is not followed")
	require.Empty(t, c.OwnStake().Pool)
	require.Empty(t, c.Stake(live.Stake{Member: 17, State: client.StateInactive}, c.now), "a late reading of the one before")
}

// A node that is an epoch behind changes nothing.
func TestStakeOfEarlierEpoch(t *testing.T) {
	t.Parallel()
	c := stakeChain()
	for range 3 {
		c.read(func(s *live.Stake) { s.Epoch = new(uint64(8)) })
		c.read(func(s *live.Stake) {
			s.State, s.Stake, s.FailedProposals = client.StatePendingActive, new(uint64(10)), new(uint64(99))
		})
	}
	require.Empty(t, c.texts())
}

func TestLockup(t *testing.T) {
	t.Parallel()
	c := stakeChain()
	until := c.now.Add(3*24*time.Hour + 7*time.Minute)
	locked := func() { c.read(func(s *live.Stake) { s.LockedUntil = &until }) }
	locked()
	locked()
	require.Empty(t, c.texts())
	locked()
	c.read(nil)
	require.Equal(t, []string{"info begin: lockup of your validator (17) ends in 2d, at 2026-11-24 12:07:00 UTC"}, c.texts(), "an unknown lockup changes nothing")
	until = until.Add(30 * 24 * time.Hour)
	locked()
	require.Equal(t, []string{"info end: lockup of your validator (17) renewed until 2026-12-24 12:07:00 UTC"}, c.texts())
	c.now = until.Add(-time.Hour)
	locked()
	c.now = until
	locked()
	require.Equal(t, []string{
		"info begin: lockup of your validator (17) ends in 1h, at 2026-12-24 12:07:00 UTC", "info end: lockup of your validator (17) ended at 2026-12-24 12:07:00 UTC",
	}, c.texts())
}

func TestStakeChange(t *testing.T) {
	t.Parallel()
	c := stakeChain()
	staked := func(epoch, stake uint64) {
		c.read(func(s *live.Stake) { s.Epoch, s.Stake = &epoch, &stake })
	}
	staked(7, 1000)
	staked(7, 2000)
	staked(7, 1000)
	staked(8, 1049)
	staked(9, 1000)
	require.Empty(t, c.texts(), "less than 5 %, or within an epoch")
	staked(10, 1050)
	staked(10, 1050)
	require.Equal(t, []string{"warning begin: stake of your validator (17) changed by +5.0% with epoch 10: from 1,000 to 1,050"}, c.texts())
	staked(11, 900)
	require.Equal(t, []string{"warning begin: stake of your validator (17) changed by −14.3% with epoch 11: from 1,050 to 900"}, c.texts())
	require.Empty(t, c.Open(), "a change has no end")
	staked(13, 100)
	c.read(func(s *live.Stake) { s.Epoch, s.Stake = new(uint64(14)), nil })
	staked(15, 900)
	require.Empty(t, c.texts(), "the stake of the epoch before is not known")
}

func TestFailedProposals(t *testing.T) {
	t.Parallel()
	c := stakeChain()
	failed := func(epoch, count uint64) { c.read(func(s *live.Stake) { s.Epoch, s.FailedProposals = &epoch, &count }) }
	failed(7, 2)
	require.Empty(t, c.texts())
	failed(7, 3)
	failed(7, 5)
	c.read(func(s *live.Stake) { s.FailedProposals = nil })
	require.Equal(t, []string{"warning begin: 3 of 43 proposals of your validator (17) failed in epoch 7"}, c.texts())
	failed(8, 0)
	require.Equal(t, []string{"warning end: 0 proposals of your validator (17) failed in epoch 8, after up to 5 in an epoch"}, c.texts())
}

// The reading is part of the state of a monitor: a restart neither repeats an alert nor forgets the stake pool.
func TestStakeAfterRestart(t *testing.T) {
	t.Parallel()
	c := stakeChain()
	c.read(func(s *live.Stake) { s.State = client.StatePendingInactive })
	c.texts()
	again := &chain{Monitor: live.NewMonitor(c.Rules(), c.State()), now: c.now}
	again.SetValidator(validator(17), c.now)
	require.Equal(t, "0x5", again.OwnStake().Pool)
	again.read(func(s *live.Stake) { s.State = client.StatePendingInactive })
	require.Empty(t, again.texts())
	again.read(func(s *live.Stake) { s.Epoch, s.Stake = new(uint64(8)), new(uint64(500)) })
	require.Len(t, again.texts(), 2, "active, and half of the stake")
}
