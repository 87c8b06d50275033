package chain

var coinFunctions = map[string]viewFunction{
	"coin::balance": func(c *ViewCall) []any {
		held, ok := c.store(c.address(0))
		if !ok {
			return c.abort(notFound, "ECOIN_STORE_NOT_PUBLISHED")
		}
		return []any{held.Balance}
	},
	"coin::is_balance_at_least": func(c *ViewCall) []any {
		held, _ := c.store(c.address(0))
		return []any{held.Balance >= c.number(1)}
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
	"coin::name":            ofCoin(func(_ *ViewCall, coin Coin) any { return coinDescriptions[coin].name }),
	"coin::symbol":          ofCoin(func(_ *ViewCall, coin Coin) any { return coinDescriptions[coin].symbol }),
	"coin::decimals":        ofCoin(func(_ *ViewCall, coin Coin) any { return coinDescriptions[coin].decimals }),
	"coin::supply":          ofCoin(coinSupply),
	"coin::coin_supply":     ofCoin(coinSupply),
}

// ofCoin is a function about the coin of its type argument.
func ofCoin(tell func(*ViewCall, Coin) any) viewFunction {
	return func(c *ViewCall) []any {
		coin, ok := c.coin()
		if !ok {
			return c.abort(notFound, "ECOIN_INFO_NOT_PUBLISHED")
		}
		return []any{tell(c, coin)}
	}
}

func coinSupply(c *ViewCall, coin Coin) any { return some(wide(c.now.Supply(coin))) }

// mostQuoted is the largest amount that the pool gives a price for.
const mostQuoted = 1 << 58

// packageFunctions are the view functions of the packages that the traffic calls.
var packageFunctions = map[string]viewFunction{
	"pool::reserves": ofPair(Pool, "EPOOL_NOT_FOUND"),
	"pool::quote": func(c *ViewCall) []any {
		given, _, ok := c.pair()
		switch {
		case !ok:
			return c.abort(notFound, "EPOOL_NOT_FOUND")
		case c.number(0) == 0 || c.number(0) > mostQuoted:
			return c.abort(invalidArgument, "EBAD_AMOUNT")
		}
		return []any{c.now.chain.quote(given, c.number(0))}
	},
	"pool::fee_basis_points": func(c *ViewCall) []any {
		if _, _, ok := c.pair(); !ok {
			return c.abort(notFound, "EPOOL_NOT_FOUND")
		}
		return []any{uint64(poolFee)}
	},

	"order_book::limits":      constant(marketLimits()),
	"order_book::order_kinds": constant(orderKinds()),
	"order_book::escrow":      ofPair(Market, "EMARKET_NOT_FOUND"),

	"endpoint::next_nonce":   func(c *ViewCall) []any { return []any{c.now.chain.messages + 1} },
	"endpoint::destinations": constant(destinations()),
	"endpoint::is_open": func(c *ViewCall) []any {
		return []any{c.number(0) >= firstDestination && c.number(0) < closedDestination}
	},

	"credit::metadata": func(c *ViewCall) []any { return []any{c.genesis.credit.metadata} },
}

// pair gives the coins of the first two type arguments, which differ.
func (c *ViewCall) pair() (first, second Coin, ok bool) {
	first, known := c.genesis.coinOf(c.typeArguments[0])
	second, alsoKnown := c.genesis.coinOf(c.typeArguments[1])
	return first, second, known && alsoKnown && first != second
}

// ofPair is a function that tells what an account has of the two coins of its type
// arguments.
func ofPair(holder AccountID, missing string) viewFunction {
	return func(c *ViewCall) []any {
		first, second, ok := c.pair()
		if !ok {
			return c.abort(notFound, missing)
		}
		return []any{c.now.CoinStore(holder, first).Balance, c.now.CoinStore(holder, second).Balance}
	}
}
