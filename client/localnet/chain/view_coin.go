package chain

// coinFunctions are the view functions of the module coin.
var coinFunctions = map[string]viewFunction{
	"coin::balance": about((*ViewCall).store, notFound, "ECOIN_STORE_NOT_PUBLISHED")(func(_ *ViewCall, store CoinStore) any {
		return store.Balance
	}),
	"coin::is_balance_at_least": func(c *ViewCall) []any {
		store, _ := c.store()
		return []any{store.Balance >= c.number(1)}
	},
	"coin::is_account_registered": exists((*ViewCall).store),
	"coin::is_coin_store_frozen":  constant(false),
	"coin::is_coin_initialized":   exists((*ViewCall).coin),
	"coin::paired_metadata":       constant(none()),
	"coin::name":                  aboutCoin(func(_ *ViewCall, coin Coin) any { return coinDescriptions[coin].name }),
	"coin::symbol":                aboutCoin(func(_ *ViewCall, coin Coin) any { return coinDescriptions[coin].symbol }),
	"coin::decimals":              aboutCoin(func(_ *ViewCall, coin Coin) any { return coinDescriptions[coin].decimals }),
	"coin::supply":                aboutCoin(coinSupply),
	"coin::coin_supply":           aboutCoin(coinSupply),
}

// aboutCoin makes functions of the coin of the type argument.
var aboutCoin = about((*ViewCall).coin, notFound, "ECOIN_INFO_NOT_PUBLISHED")

func coinSupply(c *ViewCall, coin Coin) any { return some(bigInt(c.now.Supply(coin))) }
