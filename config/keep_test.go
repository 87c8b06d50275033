package config_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/config"
)

func TestInvalidReloadKeepsOldValues(t *testing.T) {
	before := resolved(t, "theme = \"dark\"\ntimeout = \"9s\"\n[names]\nboss = \"0xb055\"\n[decimals]\n\"0x1::a::A\" = 4\n[sizes]\nwide = \"200x50\"\n[keys]\n\"deck.quit\" = \"ctrl+q\"\n"+
		"[networks.mine]\nbase_urls = [\"https://a.example.org\"]\nchain_id = 7\n[networks.local]\nchain_id = 5\n")
	now := resolved(t, "theme = 5\ntimeout = \"8s\"\n[names]\nboss = \"0xz\"\n[decimals]\n\"0x1::a::A\" = 400\n[sizes]\nwide = \"20x50\"\n[keys]\n\"deck.quit\" = \"ctrl+c\"\n"+
		"[networks.mine]\nbase_urls = [\"a.example.org\"]\n[networks.local]\nchain_id = -5\n")
	require.Nil(t, now.Unreadable())
	now.KeepInvalid(before)
	require.Equal(t, "dark", now.Theme)
	require.Equal(t, 8*time.Second, now.Timeout, "valid lines apply")
	require.Equal(t, before.Names, now.Names)
	require.Equal(t, before.Sizes, now.Sizes)
	require.Equal(t, before.Coins, now.Coins, "decimals do not change")
	require.EqualValues(t, 5, now.Networks[1].ChainID)
	mine, ok := now.FindNetwork("mine")
	require.True(t, ok)
	require.Equal(t, []string{"https://a.example.org"}, mine.BaseURLs)

	require.False(t, now.KeepKeys(before), "config does not check keys")
	now.Problems = append(now.Problems, config.Problem{Line: 8, Key: `keys."deck.quit"`, Rule: "ctrl+c is already bound to deck.quit_now"})
	require.True(t, now.KeepKeys(before))
	require.Equal(t, before.Keys, now.Keys)

	broken := resolved(t, "theme = \"dark\ntimeout = \"8s\"\n")
	require.Equal(t, 1, broken.Unreadable().Line)
}

func TestChanges(t *testing.T) {
	t.Parallel()
	before := resolved(t, "ascii = true\n[names]\nboss = \"0x1\"\n[keys]\n\"deck.quit\" = \"x\"\n[decimals]\n\"0x1::a::B\" = 6\n")
	require.Empty(t, before.Changes(before))
	moved := resolved(t, "# a line more\nascii = true\n[names]\nboss = \"0x1\"\n[keys]\n\"deck.quit\" = \"x\"\n[decimals]\n\"0x1::a::B\" = 6\n")
	require.Empty(t, moved.Changes(before))
	now := resolved(t, "network = \"local\"\ntheme = \"dark\"\n[refresh]\nhome = \"7s\"\naccount = \"8s\"\n[networks.local]\nchain_id = 3\n")
	require.Equal(t, []string{"network", "theme", "ascii", "refresh", "names", "decimals", "keys", "networks"}, now.Changes(before))
}
