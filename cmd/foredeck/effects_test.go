package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
)

func TestEffects(t *testing.T) {
	t.Parallel()
	network := frozen(t, localnet.Spec)
	got := at(t, network, "effects", "0x1::coin::transfer")
	require.Zero(t, got.code, got.stderr)
	require.Regexp(t, `(?m)^writes +0x1::coin::CoinStore<T0> +0x1::coin::withdraw +\d+ +2$`, got.stdout)
	require.Regexp(t, `(?m)^aborts +EINSUFFICIENT_BALANCE 0x10006 +0x1::coin::extract +8 +1$`, got.stdout)
	require.Equal(t, "foredeck: 2 native functions: bytecode does not tell what they do\n", got.stderr)
	effects := decoded[struct {
		Function  string
		Functions int
		Modules   []string
		IsCut     bool `json:"is_cut"`
		Effects   []struct {
			Effect string
			Code   *uint64 `json:"abort_code"`
			Name   string
			At     []struct {
				Function string
				Offset   *int `json:"code_offset"`
			}
		}
	}](t, at(t, network, "effects", "0x1::coin::transfer", "-o", "json"))
	require.Equal(t, "0x1::coin::transfer", effects.Function)
	require.Contains(t, effects.Modules, "0x1::coin")
	require.Greater(t, effects.Functions, 5)
	names := map[string]string{}
	for _, effect := range effects.Effects {
		names[effect.Name] = effect.Effect
		require.NotEmpty(t, effect.At)
	}
	require.Equal(t, "aborts", names["EFROZEN"])
	require.Contains(t, at(t, network, "effects", "0x1::coin::nothing").stderr, `module 0x1::coin has no function "nothing"`)
	require.Equal(t, exitUsage, at(t, network, "effects", "0x1::coin").code)
}
