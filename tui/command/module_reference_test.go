package command

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParseModuleReference(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]ModuleReference{
		"0x1::coin":                         {Module: "0x1::coin"},
		"treasury::coin":                    {Module: "treasury::coin"},
		"mainnet/0x1::coin":                 {Node: "mainnet", Module: "0x1::coin"},
		"mine/2/0x1::coin":                  {Node: "mine/2", Module: "0x1::coin"},
		"https://rpc.example.org/0x1::coin": {Node: "https://rpc.example.org", Module: "0x1::coin"},
		"http://[::1]:28000/rpc/0x1::coin":  {Node: "http://[::1]:28000/rpc", Module: "0x1::coin"},
		"http://[::1]:28000":                {Node: "http://[::1]:28000"},
		"testnet":                           {Node: "testnet"},
		"http://127.0.0.1:28000":            {Node: "http://127.0.0.1:28000"},
	} {
		require.Equal(t, want, ParseModuleReference(word), word)
		require.False(t, IsFile(word), word)
	}
	for _, word := range []string{"./coin", "../a/coin.mv", "/tmp/coin", "coin.mv", "coin.json", "abi.hex", `C:\coin`, "~/coin"} {
		require.True(t, IsFile(word), word)
	}
}
