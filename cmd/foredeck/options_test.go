package main

import (
	"regexp"
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"
)

func TestInvalidFlagValues(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		arguments []string
		says      string
	}{
		{[]string{"txs", "0x1", "--from-height", "-1"}, `--from-height "-1": must be a whole number from 0 to 18446744073709551615`},
		{[]string{"txs", "0x1", "--limit", "x"}, `--limit "x": must be a whole number`},
		{[]string{"txs", "0x1", "--limit", "99999999999999999999"}, `--limit "99999999999999999999": must be a whole number up to 9223372036854775807`},
		{[]string{"txs", "0x1", "--timeout", "1"}, `--timeout "1": must be a number with a unit, such as 500ms, 5s or 2m`},
		{[]string{"txs", "0x1", "--all=maybe"}, `--all "maybe": must be true or false`},
		{[]string{"localnet", "--fail-rate", "x"}, `--fail-rate "x": must be a number, such as 0.5`},
	} {
		got := foredeck(t, c.arguments...)
		require.Equal(t, exitUsage, got.code)
		require.Contains(t, got.stderr, "foredeck: "+c.says)
		require.NotContains(t, got.stderr, "strconv")
		require.NotContains(t, got.stderr, "invalid")
	}
}

// Every flag whose value can be invalid has a rule, so that no error text of package flag is shown.
func TestFlagRules(t *testing.T) {
	t.Parallel()
	goes := regexp.MustCompile(`strconv|time:|parsing`)
	check := func(flag *pflag.Flag) {
		if err := flag.Value.Set("\x00no value at all"); err != nil && goes.MatchString(err.Error()) {
			require.Contains(t, valueRules, flag.Value.Type(), "--%s", flag.Name)
		}
	}
	root := rootCommand(&globalFlags{})
	root.PersistentFlags().VisitAll(check)
	for _, command := range root.Commands() {
		command.Flags().VisitAll(check)
	}
}
