package config_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/config"
)

func TestAliases(t *testing.T) {
	t.Parallel()
	s := resolved(t, "[aliases]\nusdt = \"price btc_usdt\"\nme = \" account treasury \"\n")
	require.Empty(t, s.Problems)
	require.Equal(t, []config.Alias{{Name: "usdt", Line: "price btc_usdt"}, {Name: "me", Line: "account treasury"}}, s.Aliases)
	require.Contains(t, s.Entries(func(string) string { return "" }), config.Entry{Key: "aliases.me", Value: `"account treasury"`, From: "line 3"})
	require.Equal(t, []string{"aliases"}, s.Changes(resolved(t, "")))
	s.DropAlias("me", "taken")
	require.Equal(t, []config.Problem{{3, "aliases.me", "taken"}}, s.Problems)
	require.Len(t, s.Aliases, 1)
}

func TestInvalidAliases(t *testing.T) {
	t.Parallel()
	before := resolved(t, "aliases.me = \"account treasury\"\n")
	for written, rule := range map[string]string{
		`me = 3`:             "must be a string in quotes, not 3",
		`me = " "`:           "must be a line of the command palette, such as price btc_usdt",
		`me = "account 'a"`:  "unclosed quote or unfinished escape",
		`me.too = "account"`: "the name of an alias must consist of letters, digits, - and _, and start with a letter",
		`"-me" = "account"`:  "the name of an alias must consist of letters, digits, - and _, and start with a letter",
	} {
		s := resolved(t, "[aliases]\n"+written+"\n")
		require.Len(t, s.Problems, 1, written)
		require.Equal(t, rule, s.Problems[0].Rule, written)
		s.KeepInvalid(before)
		if s.Problems[0].Key == "aliases.me" {
			require.Equal(t, before.Aliases, s.Aliases)
		}
	}
}
