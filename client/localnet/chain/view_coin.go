package chain

// coinFunctions are the view functions of the module coin.
var coinFunctions = map[string]viewFunction{
	"coin::balance": func(c *ViewCall) []any {
		store, ok := c.store(c.address(0))
		if !ok {
			return c.abort(notFound, "ECOIN_STORE_NOT_PUBLISHED")
		}
		return []any{store.Balance}
	},
	"coin::is_balance_at_least": func(c *ViewCall) []any {
		store, _ := c.store(c.address(0))
		return []any{store.Balance >= c.number(1)}
	},
	"coin::is_account_registered": func(c *ViewCall) []any {
		_, ok := c.store(c.address(0))
		return []any{ok}
	},
	"coin::is_coin_store_frozen": constant(false),
	"coin::is_coin_initialized": func(c *ViewCall) []any {
		_, ok := c.coin()
		return []any{ok}
	},
	"coin::paired_metadata": constant(none()),
	"coin::name":            aboutCoin(func(_ *ViewCall, coin Coin) any { return coinDescriptions[coin].name }),
	"coin::symbol":          aboutCoin(func(_ *ViewCall, coin Coin) any { return coinDescriptions[coin].symbol }),
	"coin::decimals":        aboutCoin(func(_ *ViewCall, coin Coin) any { return coinDescriptions[coin].decimals }),
	"coin::supply":          aboutCoin(coinSupply),
	"coin::coin_supply":     aboutCoin(coinSupply),
}

// aboutCoin returns a function of the coin of the type argument. It aborts if there is none.
func aboutCoin(result func(*ViewCall, Coin) any) viewFunction {
	return func(c *ViewCall) []any {
		coin, ok := c.coin()
		if !ok {
			return c.abort(notFound, "ECOIN_INFO_NOT_PUBLISHED")
		}
		return []any{result(c, coin)}
	}
}

func coinSupply(c *ViewCall, coin Coin) any { return some(bigInt(c.now.Supply(coin))) }
