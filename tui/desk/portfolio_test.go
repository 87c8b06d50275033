package desk_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/config"
	"foredeck/tui/desk"
)

func TestPosition(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		amount, cost, price          string
		value, profit, profitPercent string
	}{
		{"0.5", "40000", "97214.10", "48607.05", "28607.05", "143.04"},
		{"0.1", "0.3", "0.2", "0.02", "-0.01", "-33.33"},
		{"3", "", "0.1", "0.3", "", ""},
		{"123456789012345678901234567890.000000000000000000000000000001", "", "1.1", "135802467913580246791358024679.0000000000000000000000000000011", "", ""},
		{"1", "100", "100", "100", "0", "0.00"},
		{"1", "100", "99.9999", "99.9999", "-0.0001", "0.00"},
		{"2", "0", "5", "10", "10", ""},
		{"1", "2", "", "", "", ""},
		{"1", "2", "NaN", "", "", ""},
		{"1", "2", "1e300", "", "", ""},
		{"1", "", "1.5e3", "1500", "", ""},
		{"1", "2", "-3", "-3", "-5", "-250.00"},
	} {
		p := desk.NewPortfolio(config.Holding{Pair: "btc_usdt", Amount: test.amount, Cost: test.cost}, test.price)
		require.Equal(t, []string{test.value, test.profit, test.profitPercent}, []string{p.Value, p.Profit, p.ProfitPercent}, "%+v", test)
	}
}

// Pairs with different quote currencies are not summed, and the profit is that of the positions with a cost.
func TestTotals(t *testing.T) {
	t.Parallel()
	of := func(pair, amount, cost, price string) desk.Position {
		return desk.NewPortfolio(config.Holding{Pair: pair, Amount: amount, Cost: cost}, price)
	}
	require.Equal(t, []desk.Total{
		{Quote: "usdt", Value: "130.3", Profit: "20", ProfitPercent: "25.00", Positions: 3, Missing: 1},
		{Quote: "eur", Value: "0.3", Positions: 1},
	}, desk.Totals([]desk.Position{
		of("btc_usdt", "1", "80", "100"), of("usdc_eur", "0.1", "", "3"), of("eth_usdt", "0.1", "", "3"), of("sol_usdt", "5", "1", ""), of("xrp_usdt", "10", "", "3"),
	}))
	require.Empty(t, desk.Totals(nil))
}

// The total is exactly the sum of the values.
func TestTotalIsTheSum(t *testing.T) {
	t.Parallel()
	number := rapid.StringMatching(`[0-9]{1,20}(\.[0-9]{1,20})?`)
	rapid.Check(t, func(t *rapid.T) {
		var positions []desk.Position
		sum := new(big.Rat)
		for range rapid.IntRange(1, 5).Draw(t, "count") {
			p := desk.NewPortfolio(config.Holding{Pair: "a_b", Amount: number.Draw(t, "amount")}, number.Draw(t, "price"))
			value, ok := new(big.Rat).SetString(p.Value)
			require.True(t, ok)
			sum.Add(sum, value)
			positions = append(positions, p)
		}
		total, ok := new(big.Rat).SetString(desk.Totals(positions)[0].Value)
		require.True(t, ok)
		require.Zero(t, sum.Cmp(total))
	})
}

func TestRounded(t *testing.T) {
	t.Parallel()
	require.Equal(t, "48607.05", desk.Rounded("48607.05", "97214.10"))
	require.Equal(t, "0.30", desk.Rounded("0.3", "1"))
	require.Equal(t, "0.3333", desk.Rounded("0.33333", "0.1234"))
	require.Equal(t, "", desk.Rounded("", "1"))
}
