package target

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/move"
)

var boss = []Name{{Name: "boss", Address: move.Address{31: 0xb0}}, {Name: "my-chest", Address: move.Address{31: 0xce}}}

func TestResolve(t *testing.T) {
	t.Parallel()
	b, c := boss[0].Address.String(), boss[1].Address.String()
	for typed, want := range map[string]string{
		"boss::example":                            b + "::example",
		"BOSS::example::echo_u64":                  b + "::example::echo_u64",
		"my-chest::a::B<boss::c::D, 0x1::boss::E>": c + "::a::B<" + b + "::c::D, 0x1::boss::E>",
		"nobody::example":                          "nobody::example",
		"0x1::coin::CoinStore<vector<boss::c::D>>": "0x1::coin::CoinStore<vector<" + b + "::c::D>>",
		"boss":            "boss",
		"xboss::a":        "xboss::a",
		"0x1::boss::boss": "0x1::boss::boss",
		"":                "",
	} {
		require.Equal(t, want, Resolve(typed, boss))
	}
}

func TestNamesBeforeModules(t *testing.T) {
	t.Parallel()
	found, err := Candidates("boss::example", boss)
	require.NoError(t, err)
	require.Equal(t, Target{Kind: Module, Module: move.ModuleID{Address: boss[0].Address, Name: "example"}}, found[0])
	found, err = Candidates("boss::example::echo_u64", boss)
	require.NoError(t, err)
	require.Equal(t, Target{Kind: Function, Function: move.FunctionID{Address: boss[0].Address, Module: "example", Name: "echo_u64"}}, found[0])
}

func TestWithAddresses(t *testing.T) {
	t.Parallel()
	b := boss[0].Address.String()
	for typed, want := range map[string]string{
		"local/account/boss/tx/7":                        "local/account/" + b + "/tx/7",
		"local/account/boss/resources/boss::a::B#.x::y":  "local/account/" + b + "/resources/" + b + "::a::B#.x::y",
		"local/module/boss::a":                           "local/module/" + b + "::a",
		"local/view/boss::a::b?arg=boss::c":              "local/view/" + b + "::a::b?arg=boss::c",
		"local/calls/boss::a::b?by=boss":                 "local/calls/" + b + "::a::b?by=" + b,
		"local/account/boss/sent?start=7&filter=boss::a": "local/account/" + b + "/sent?start=7&filter=boss::a",
	} {
		require.Equal(t, want, WithAddresses(typed, boss), typed)
	}
}
