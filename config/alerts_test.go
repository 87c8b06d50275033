package config_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/config"
)

func TestAlerts(t *testing.T) {
	t.Parallel()
	defaults := config.DefaultAlerts()
	require.Equal(t, defaults, resolved(t, "").Alerts)

	settings := resolved(t, `
alert_webhook = "https://hooks.example.org/T0/secret?token=also"
[alerts]
missed.severity = "warning"
missed.in_row = 3
missed.repeat = "off"
[alerts.slow]
over = "1.5s"
repeat = "1h30m"
[alerts.node_down]
after = "0s"
[alerts.node_lagging]
after = "3s"
[alerts.missed_often]
count = 5
window = 50
`)
	require.Empty(t, settings.Problems)
	defaults[config.AlertMissed] = config.AlertRule{Severity: config.Warning, Count: 3}
	defaults[config.AlertSlow].Limit, defaults[config.AlertSlow].Repeat = 1500*time.Millisecond, 90*time.Minute
	defaults[config.AlertNodeLagging].Limit = 3 * time.Second
	defaults[config.AlertMissedOften].Count, defaults[config.AlertMissedOften].Window = 5, 50
	require.Equal(t, defaults, settings.Alerts)
	values := map[string]string{}
	for _, entry := range settings.Entries(nothing) {
		values[entry.Key] = entry.Value
	}
	require.Equal(t, `"off"`, values["alerts.missed.repeat"])
	require.Equal(t, `"1h30m"`, values["alerts.slow.repeat"])
	require.Equal(t, `"30m"`, values["alerts.silent.repeat"])

	// A reload with an invalid line keeps the previous value.
	next := resolved(t, "alert_webhook = 7\n[alerts]\nslow.over = 7")
	next.KeepInvalid(settings)
	require.Equal(t, 1500*time.Millisecond, next.Alerts[config.AlertSlow].Limit)
	require.Equal(t, settings.AlertWebhook, next.AlertWebhook)
	require.ElementsMatch(t, []string{"alerts"}, next.Changes(settings))
}

func TestInvalidAlerts(t *testing.T) {
	t.Parallel()
	for written, rule := range map[string]string{
		`missed.severity = "loud"`:  "must be one of off, info, warning, critical",
		`missed.severity = 2`:       "must be a string in quotes, not 2",
		`missed.in_row = 0`:         "must be a whole number from 1 to 10000",
		`few_votes.under = 101`:     "must be a whole number from 1 to 100",
		`few_votes.under = "70 %"`:  "must be a whole number from 1 to 100",
		`missed_often.window = -1`:  "must be a whole number from 1 to 10000",
		`silent.repeat = "1s"`:      `must be a duration of at least 10s in quotes, such as "30m", or "off"`,
		`silent.after = "0s"`:       `must be a positive duration in quotes, such as "5s" or "1m30s"`,
		`epoch.repeat = "1h"`:       "unknown option",
		`price.severity = ["info"]`: "must be a string in quotes, not a list",
	} {
		settings := resolved(t, "[alerts]\n"+written)
		require.Len(t, settings.Problems, 1, written)
		require.Equal(t, rule, settings.Problems[0].Rule, written)
		require.Contains(t, written, settings.Problems[0].Key[len("alerts."):])
		require.Equal(t, config.DefaultAlerts(), settings.Alerts)
	}
	require.Equal(t, "must be an http or https address, such as https://hooks.example.org/T0/B1", resolved(t, `alert_webhook = "hooks.example.org/secret"`).Problems[0].Rule)
}

// The address of a webhook can contain a secret, which is shown nowhere.
func TestWebhookIsHidden(t *testing.T) {
	t.Parallel()
	settings := resolved(t, `alert_webhook = "https://user:secret@hooks.example.org/T0/secret?token=secret"`)
	found := 0
	for _, entry := range settings.Entries(nothing) {
		require.NotContains(t, entry.Value, "secret")
		if entry.Key == "alert_webhook" {
			require.Equal(t, `"https://hooks.example.org/(hidden)"`, entry.Value)
			found++
		}
	}
	for _, field := range settings.Fields(nothing) {
		require.NotContains(t, field.Value+field.InFile+field.EditText(), "T0")
		if field.Key() == "alert_webhook" {
			require.Equal(t, config.ReadOnly, field.Kind)
			found++
		}
	}
	require.Equal(t, 2, found)
}

func TestNamesOfAlerts(t *testing.T) {
	t.Parallel()
	for kind := range config.AlertKind(config.AlertKinds) {
		var parsed config.AlertKind
		require.NoError(t, parsed.UnmarshalText([]byte(kind.String())))
		require.Equal(t, kind, parsed)
	}
	require.EqualError(t, new(config.AlertKind).UnmarshalText([]byte("loud")), `unknown kind of alert "loud"`)
	require.EqualError(t, new(config.Severity).UnmarshalText([]byte("loud")), `unknown severity "loud"`)
	for d, written := range map[time.Duration]string{2 * time.Second: "2s", 1500 * time.Millisecond: "1.5s", 30 * time.Minute: "30m", 90 * time.Minute: "1h30m", 2 * time.Hour: "2h", time.Hour + time.Second: "1h0m1s"} {
		require.Equal(t, written, config.FormatDuration(d))
	}
}
