package config_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/config"
)

func TestValidators(t *testing.T) {
	t.Parallel()
	settings := resolved(t, `
[networks.mine]
base_urls = "https://a.example.org"
[validators.17]
name = "alpha"
author = "0xAB"
stake_pool = "0xAB"
[validators.3]
name = "beta"
[networks.mine.validators.17]
name = "gamma"
[networks.simulated]
validators.5.author = "0x5"
`)
	require.Empty(t, settings.Problems)
	ab := "0x" + strings.Repeat("0", 62) + "ab"
	require.Equal(t, map[int]config.Validator{17: {Member: 17, Name: "alpha", Author: ab, StakePool: ab}, 3: {Member: 3, Name: "beta"}}, settings.NetworkValidators("other"))
	require.Equal(t, config.Validator{Network: "mine", Member: 17, Name: "gamma"}, settings.NetworkValidators("mine")[17])
	require.Equal(t, "beta", settings.NetworkValidators("mine")[3].Name)
	require.Equal(t, 5, settings.NetworkValidators(config.Simulated)[5].Member)

	shown := map[string]string{}
	for _, entry := range settings.Entries(func(string) string { return "" }) {
		shown[entry.Key] = entry.Value + ", " + entry.From
	}
	require.Equal(t, `"gamma", line 11`, shown["networks.mine.validators.17.name"])
	require.Equal(t, `"`+ab+`", line 6`, shown["validators.17.author"])
}

func TestInvalidValidators(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{
		"validators.x.name = 'a'":                                   "validators.x.name: a validator must have its index in the committee, 0 to 65535, such as [validators.17]",
		"validators.70000.name = 'a'":                               "validators.70000.name: a validator must have its index in the committee, 0 to 65535, such as [validators.17]",
		"validators.1.name = '7'":                                   "validators.1.name: a name must consist of letters, digits, - and _, and start with a letter",
		"validators.1.name = 7":                                     "validators.1.name: must be a string in quotes, not 7",
		"validators.1.author = 'ab'":                                "validators.1.author: must be an address: 0x and up to 64 hex digits",
		"validators.1.stake_pool = 'ab'":                            "validators.1.stake_pool: must be an address: 0x and up to 64 hex digits",
		"validators.1.stake = 'ab'":                                 "validators.1.stake: unknown option",
		"validators.1.name = 'a'\nvalidators.2.name = 'a'":          "validators.2.name: already the name of validator 1",
		"validators.1.author = '0x01'\nvalidators.2.author = '0x1'": "validators.2.author: already the author of validator 1",
		"networks.none.validators.1.name = 'a'":                     "networks.none.validators.1.name: there is no network \"none\"",
	} {
		settings := resolved(t, file)
		require.Len(t, settings.Problems, 1, file)
		require.Equal(t, want, settings.Problems[0].Key+": "+settings.Problems[0].Rule)
	}
}

// An invalid line keeps the value that it had before, through several reloads.
func TestKeepValidators(t *testing.T) {
	t.Parallel()
	before := resolved(t, "[validators.17]\nname = 'alpha'\nauthor = '0x1'")
	for range 2 {
		now := resolved(t, "[validators.17]\nname = 'al pha'\nauthor = '0x2'")
		now.KeepInvalid(before)
		author, _ := config.CanonicalAuthor("0x2")
		require.Equal(t, []config.Validator{{Member: 17, Name: "alpha", Author: author}}, now.Validators)
		require.Equal(t, before.Validators[0].Author != author, len(now.Changes(before)) > 0)
		before = now
	}
}
