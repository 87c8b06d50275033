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
