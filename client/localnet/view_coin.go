package localnet

var coinFunctions = map[string]viewFunction{
	"coin::balance": func(c *viewCall) []any {
		held, ok := c.store(c.address(0))
		if !ok {
			return c.abort(notFound, "ECOIN_STORE_NOT_PUBLISHED")
		}
		return []any{held.balance}
	},
	"coin::is_balance_at_least": func(c *viewCall) []any {
		held, _ := c.store(c.address(0))
		return []any{held.balance >= c.number(1)}
	},
	"coin::is_account_registered": func(c *viewCall) []any {
		_, ok := c.store(c.address(0))
		return []any{ok}
	},
	"coin::is_coin_store_frozen": constant(false),
	"coin::is_coin_initialized": func(c *viewCall) []any {
		_, ok := c.coin()
		return []any{ok}
	},
	"coin::paired_metadata": constant(none()),
	"coin::name":            ofCoin(func(_ *viewCall, coin coin) any { return coinDescriptions[coin].name }),
	"coin::symbol":          ofCoin(func(_ *viewCall, coin coin) any { return coinDescriptions[coin].symbol }),
	"coin::decimals":        ofCoin(func(_ *viewCall, coin coin) any { return coinDescriptions[coin].decimals }),
	"coin::supply":          ofCoin(coinSupply),
	"coin::coin_supply":     ofCoin(coinSupply),
}

// ofCoin is a function about the coin of its type argument.
func ofCoin(tell func(*viewCall, coin) any) viewFunction {
	return func(c *viewCall) []any {
		coin, ok := c.coin()
		if !ok {
			return c.abort(notFound, "ECOIN_INFO_NOT_PUBLISHED")
		}
		return []any{tell(c, coin)}
	}
}

func coinSupply(c *viewCall, coin coin) any { return some(wide(c.now.supply(coin))) }
