package config_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/config"
)

func TestJumps(t *testing.T) {
	t.Parallel()
	s := resolved(t, "[jumps]\n\"0x5::pool::PoolId\" = \"account/{}/resources\"\n\"0x1::coin::CoinStore<0x1::a::A>.deposit.counter\" = \"block/{}\"\n")
	require.Empty(t, s.Problems)
	require.Equal(t, []config.Jump{{Field: "0x5::pool::PoolId", Link: "account/{}/resources"}, {Field: "0x1::coin::CoinStore<0x1::a::A>.deposit.counter", Link: "block/{}"}}, s.Jumps)
	require.Contains(t, s.Entries(func(string) string { return "" }), config.Entry{Key: `jumps."0x5::pool::PoolId"`, Value: `"account/{}/resources"`, From: "line 2"})
	require.Equal(t, []string{"jumps"}, s.Changes(resolved(t, "")))
}

func TestInvalidJumps(t *testing.T) {
	t.Parallel()
	before := resolved(t, "[jumps]\n\"0x5::pool::PoolId\" = \"account/{}\"\n")
	for written, rule := range map[string]string{
		`"0x5::pool::PoolId" = 3`:                    "must be a string in quotes, not 3",
		`"0x5::pool::PoolId" = "account/0x1"`:        "must be a link without its network that has {} for the value, such as account/{}/resources",
		`"0x5::pool::PoolId" = "mainnet/account/{}"`: "must be a link without its network that has {} for the value, such as account/{}/resources",
		`"0x5::pool::PoolId" = "account/{} /../etc"`: "must be a link without its network that has {} for the value, such as account/{}/resources",
		`"pool" = "account/{}"`:                      "the name of a jump must be a Move type in quotes, such as \"0x5::pool::PoolId\", with .name behind it for a field",
		`"0x5::pool::PoolId".x = "account/{}"`:       "the name of a jump must be a Move type in quotes, such as \"0x5::pool::PoolId\", with .name behind it for a field",
	} {
		s := resolved(t, "[jumps]\n"+written+"\n")
		require.Len(t, s.Problems, 1, written)
		require.Equal(t, rule, s.Problems[0].Rule, written)
		require.Empty(t, s.Jumps, written)
		s.KeepInvalid(before)
		if s.Problems[0].Key == `jumps."0x5::pool::PoolId"` {
			require.Equal(t, before.Jumps, s.Jumps, written)
		}
	}
}
