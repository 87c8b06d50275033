package localnet

// mostQuoted is the largest amount that the pool gives a price for.
const mostQuoted = 1 << 58

// packageFunctions are the view functions of the packages that the traffic calls.
var packageFunctions = map[string]viewFunction{
	"pool::reserves": ofPair(pool, "EPOOL_NOT_FOUND"),
	"pool::quote": func(c *viewCall) []any {
		given, _, ok := c.pair()
		switch {
		case !ok:
			return c.abort(notFound, "EPOOL_NOT_FOUND")
		case c.number(0) == 0 || c.number(0) > mostQuoted:
			return c.abort(invalidArgument, "EBAD_AMOUNT")
		}
		return []any{c.now.chain.quote(given, c.number(0))}
	},
	"pool::fee_basis_points": func(c *viewCall) []any {
		if _, _, ok := c.pair(); !ok {
			return c.abort(notFound, "EPOOL_NOT_FOUND")
		}
		return []any{uint64(poolFee)}
	},

	"order_book::limits":      constant(marketLimits()),
	"order_book::order_kinds": constant(orderKinds()),
	"order_book::escrow":      ofPair(market, "EMARKET_NOT_FOUND"),

	"endpoint::next_nonce":   func(c *viewCall) []any { return []any{c.now.chain.messages + 1} },
	"endpoint::destinations": constant(destinations()),
	"endpoint::is_open": func(c *viewCall) []any {
		return []any{c.number(0) >= firstDestination && c.number(0) < closedDestination}
	},

	"credit::metadata": func(c *viewCall) []any { return []any{c.world.credit.metadata} },
}

// pair gives the coins of the first two type arguments, which differ.
func (c *viewCall) pair() (first, second coin, ok bool) {
	first, known := c.world.coinOf(c.typeArguments[0])
	second, alsoKnown := c.world.coinOf(c.typeArguments[1])
	return first, second, known && alsoKnown && first != second
}

// ofPair is a function that tells what an account has of the two coins of its type
// arguments.
func ofPair(holder accountID, missing string) viewFunction {
	return func(c *viewCall) []any {
		first, second, ok := c.pair()
		if !ok {
			return c.abort(notFound, missing)
		}
		return []any{c.now.store(holder, first).balance, c.now.store(holder, second).balance}
	}
}
