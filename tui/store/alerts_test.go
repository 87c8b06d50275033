package store

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/config"
	"foredeck/tui/live"
)

func TestAlertRules(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store")
	s := mustOpen(t, path)
	rules := config.DefaultAlerts()
	require.Equal(t, rules, s.AlertRules(rules))
	require.False(t, s.WatchesBlocks())
	s.SetAlertLimit(config.AlertSlow, AlertLimit{Limit: new(time.Minute)})
	s.SetAlertLimit(config.AlertFewVotes, AlertLimit{Count: new(90)})
	s.SetAlertLimit(config.AlertMissed, AlertLimit{Severity: new(config.Off)})
	s.SetAlertLimit(config.AlertSilent, AlertLimit{Severity: new(config.Off)})
	s.SetAlertLimit(config.AlertSilent, AlertLimit{})
	require.NoError(t, s.Flush())

	rules[config.AlertSlow].Repeat = time.Hour // the config file is still in effect for the rest
	want := rules
	want[config.AlertSlow].Limit, want[config.AlertFewVotes].Count, want[config.AlertMissed].Severity = time.Minute, 90, config.Off
	again := mustOpen(t, path)
	require.Equal(t, want, again.AlertRules(rules))
	require.True(t, again.WatchesBlocks())
	require.Equal(t, AlertLimit{}, again.AlertLimit(config.AlertSilent))
}

// Limits that an earlier version stored are still in effect, and those that it stored unchanged leave the config file in effect.
func TestFormerLimits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		stored formerLimits
		change func(rules *config.Alerts)
	}{
		{formerLimits{true, 2 * time.Second, 70, 30 * time.Second}, func(*config.Alerts) {}},
		{formerLimits{true, 5 * time.Second, 80, time.Minute}, func(rules *config.Alerts) {
			rules[config.AlertSlow].Limit, rules[config.AlertFewVotes].Count, rules[config.AlertSilent].Limit = 5*time.Second, 80, time.Minute
		}},
		{formerLimits{}, func(rules *config.Alerts) {
			for _, kind := range []config.AlertKind{config.AlertMissed, config.AlertSlow, config.AlertFewVotes, config.AlertSilent} {
				rules[kind].Severity = config.Off
			}
		}},
	} {
		path := filepath.Join(t.TempDir(), "store")
		s := mustOpen(t, path)
		s.write(put(blockBucket, formerLimitsKey, c.stored))
		require.NoError(t, s.Flush())
		want := config.DefaultAlerts()
		c.change(&want)
		s = mustOpen(t, path)
		require.Equal(t, want, s.AlertRules(config.DefaultAlerts()))

		s.SetAlertLimit(config.AlertSlow, AlertLimit{Limit: new(time.Hour)})
		require.NoError(t, s.Flush())
		want[config.AlertSlow] = s.AlertRules(config.DefaultAlerts())[config.AlertSlow]
		require.Equal(t, want, mustOpen(t, path).AlertRules(config.DefaultAlerts()), "the new limits replace the former ones")
	}
}

func TestPastAlerts(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store")
	s := mustOpen(t, path)
	at := time.Date(2026, 11, 21, 12, 4, 29, 0, time.UTC)
	for number := range uint64(510) {
		s.AddPastAlert(live.Condition{Number: number, Kind: config.AlertMissed, Severity: config.Critical, Began: at, Ended: at.Add(time.Second), Facts: live.Facts{Count: 17, Member: new(0)}})
	}
	state := live.MonitorState{Open: []live.Condition{{Kind: config.AlertSilent, Severity: config.Warning, Began: at, Acknowledged: true}}, Count: 511}
	s.SetMonitorState(state)
	s.write(push(pastAlertsBucket, map[string]any{"kind": "of a later version"}, maxPastAlerts))
	require.NoError(t, s.Flush())
	again := mustOpen(t, path)
	require.Equal(t, s.PastAlerts()[1:], again.PastAlerts())
	require.Len(t, again.PastAlerts(), 499)
	require.Equal(t, state, again.MonitorState())

	again.write(put(blockBucket, monitorKey, map[string]any{"open": []any{map[string]any{"kind": "of a later version"}}}))
	require.NoError(t, again.Flush())
	require.Equal(t, live.MonitorState{}, mustOpen(t, path).MonitorState(), "ignored")

	s.ResetChain()
	require.Empty(t, s.PastAlerts())
	require.Equal(t, live.MonitorState{}, s.MonitorState())
}
