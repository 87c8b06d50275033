package config_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/config"
)

func TestReceivers(t *testing.T) {
	t.Parallel()
	settings := resolved(t, `
[receivers.pager]
format = "pagerduty"
key_env = "PAGER"
severity = "critical"
[receivers.team]
format = "alertmanager"
url = "https://user:secret@am.example.org/prefix/"
[receivers.phone]
format = "ntfy"
url = "https://ntfy.example.org"
[receivers.bot]
format = "telegram"
to = "1"
[receivers.empty]
severity = "info"
[receivers.typo]
link = "x"
`)
	var rules []string
	for _, problem := range settings.Problems {
		rules = append(rules, problem.Key+" "+problem.Rule)
	}
	require.ElementsMatch(t, []string{
		"receivers.phone has no topic (to = …) and is ignored",
		"receivers.bot has no token of a bot (key_env, key_file or key_command) or no chat (to = …) and is ignored",
		"receivers.empty has no address (url = …) and is ignored",
		"receivers.typo.link unknown option: must be url, format, body, to, severity, key_env, key_file or key_command",
	}, rules)
	require.Len(t, settings.Receivers, 2)
	pager, team := settings.Receivers[0], settings.Receivers[1]
	require.Equal(t, "https://events.pagerduty.com/v2/enqueue", pager.Address("key"))
	require.Equal(t, "critical", pager.Severity)
	require.Equal(t, "warning", team.Severity)
	require.Equal(t, "https://user:secret@am.example.org/prefix/api/v2/alerts", team.Address(""))
	bot := config.Receiver{Format: "telegram"}
	require.Equal(t, "https://api.telegram.org/bot1:x/sendMessage", bot.Address("1:x"))
	require.Contains(t, settings.SecretVariables(), "PAGER", "programs that foredeck runs do not inherit it")
	for _, entry := range settings.Entries(func(string) string { return "" }) {
		require.NotContains(t, entry.Value, "secret", entry.Key)
	}
}
