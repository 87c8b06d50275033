package config_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/config"
)

func TestHoldings(t *testing.T) {
	t.Parallel()
	s := resolved(t, "[holdings]\nbtc_usdt = { amount = \"0.5\", cost = \"40000\" }\n[holdings.eth_usdt]\namount = \"12\"\n")
	require.Empty(t, s.Problems)
	require.Equal(t, []config.Holding{{Pair: "btc_usdt", Amount: "0.5", Cost: "40000"}, {Pair: "eth_usdt", Amount: "12"}}, s.Holdings)
	shown := map[string]string{}
	for _, entry := range s.Entries(func(string) string { return "" }) {
		shown[entry.Key] = entry.Value + ", " + entry.From
	}
	require.Equal(t, `"40000", line 2`, shown["holdings.btc_usdt.cost"])
	require.Equal(t, `"12", line 4`, shown["holdings.eth_usdt.amount"])
	require.NotContains(t, shown, "holdings.eth_usdt.cost")
	require.Equal(t, []string{"holdings"}, s.Changes(resolved(t, "")))
}

// Each invalid line is reported with its field and rule, and neither is its value.
func TestInvalidHoldings(t *testing.T) {
	t.Parallel()
	for written, problem := range map[string]config.Problem{
		`btc_usdt = { amount = 0.5 }`:                               {2, "holdings.btc_usdt.amount", `must be a decimal number in quotes, such as "0.5"`},
		`btc_usdt = { amount = "-1" }`:                              {2, "holdings.btc_usdt.amount", `must be a decimal number of at most 30 digits before and after the point, such as "0.5"`},
		`btc_usdt = { amount = "1e9" }`:                             {2, "holdings.btc_usdt.amount", `must be a decimal number of at most 30 digits before and after the point, such as "0.5"`},
		`btc_usdt = { amount = "0.00" }`:                            {2, "holdings.btc_usdt.amount", "must be greater than 0"},
		`btc_usdt = { amount = "" }`:                                {2, "holdings.btc_usdt.amount", `must be a decimal number of at most 30 digits before and after the point, such as "0.5"`},
		`btc_usdt = { amount = "1", cost = "x" }`:                   {2, "holdings.btc_usdt.cost", `must be a decimal number of at most 30 digits before and after the point, such as "0.5"`},
		`btc_usdt = { amount = "1", price = "1" }`:                  {2, "holdings.btc_usdt.price", "unknown option: must be amount or cost"},
		`btc_usdt = { cost = "1" }`:                                 {2, "holdings.btc_usdt", "has no amount and is ignored"},
		`btc_usdt = "0.5"`:                                          {2, "holdings.btc_usdt", `must be a table, such as { amount = "0.5", cost = "40000" }`},
		`BTC = { amount = "1" }`:                                    {2, "holdings.BTC.amount", "must be a pair such as btc_usdt, with an amount"},
		`btc_usdt = { amount = "1111111111111111111111111111111" }`: {2, "holdings.btc_usdt.amount", `must be a decimal number of at most 30 digits before and after the point, such as "0.5"`},
	} {
		require.Equal(t, []config.Problem{problem}, resolved(t, "[holdings]\n"+written+"\n").Problems, written)
	}
	require.Len(t, resolved(t, "holdings = 3\n").Problems, 1)
}

func TestInvalidHoldingKeepsTheEarlierOne(t *testing.T) {
	t.Parallel()
	before := resolved(t, "[holdings]\nbtc_usdt = { amount = \"1\", cost = \"2\" }\n")
	for _, written := range []string{`{ amount = "x", cost = "3" }`, `{ cost = "3" }`, `"1"`} {
		now := resolved(t, "[holdings]\nbtc_usdt = "+written+"\neth_usdt = { amount = \"4\" }\n")
		now.KeepInvalid(before)
		require.ElementsMatch(t, []config.Holding{{Pair: "btc_usdt", Amount: "1", Cost: "2"}, {Pair: "eth_usdt", Amount: "4"}}, now.Holdings, written)
	}
}
