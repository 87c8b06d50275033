package render_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

func TestCountModule(t *testing.T) {
	module := client.Module{Bytecode: make([]byte, 18204), ABI: &move.ModuleABI{
		Functions: []move.FunctionABI{{Name: "balance", IsView: true}, {Name: "transfer", IsEntry: true}, {Name: "both\x1b", IsView: true, IsEntry: true}, {Name: "merge"}},
		Structs:   []move.StructABI{{Name: "CoinStore"}, {Name: "Supply"}},
		Friends:   []move.ModuleID{{Address: move.Address{31: 1}, Name: "account"}},
	}}
	number := func(n uint64) *uint64 { return &n }
	require.Equal(t, render.ModuleCounts{Functions: number(4), Views: number(2), Entries: number(2), Structs: number(2), Bytecode: number(18204)}, render.CountModule(&module))
	require.Equal(t, text.Const("balance, both␛"), render.FunctionNames(module.ABI, func(f *move.FunctionABI) bool { return f.IsView }))
	require.Equal(t, text.Const("CoinStore, Supply"), render.StructNames(module.ABI))
	require.Equal(t, text.Const("0x1::account"), render.FriendNames(module.ABI))

	unknown := client.Module{Name: "alone"}
	require.Equal(t, render.ModuleCounts{}, render.CountModule(&unknown))

	many := move.ModuleABI{Structs: []move.StructABI{{Name: strings.Repeat("a", 1<<20)}, {Name: "never"}}}
	require.Less(t, len(render.StructNames(&many).String()), 5000)
}
