package chain

import "math/big"

// maxQuoted is the largest amount that the pool quotes.
const maxQuoted = 1 << 58

// packageFunctions are the view functions of the modules pool, order_book, endpoint and credit.
var packageFunctions = map[string]viewFunction{
	"pool::reserves": aboutPair(Pool, "EPOOL_NOT_FOUND"),
	"pool::quote": func(c *ViewCall) []any {
		coins, ok := c.pair()
		switch {
		case !ok:
			return c.abort(notFound, "EPOOL_NOT_FOUND")
		case c.number(0) == 0 || c.number(0) > maxQuoted:
			return c.abort(invalidArgument, "EBAD_AMOUNT")
		}
		return []any{c.now.chain.quote(coins[0], c.number(0))}
	},
	"pool::fee_basis_points": about((*ViewCall).pair, notFound, "EPOOL_NOT_FOUND")(func(*ViewCall, [2]Coin) any { return uint64(poolFee) }),

	"order_book::limits":      ofBook(marketLimits()),
	"order_book::order_kinds": ofBook(orderKinds()),
	"order_book::escrow":      aboutPair(Market, "EMARKET_NOT_FOUND"),

	"endpoint::next_nonce":   func(c *ViewCall) []any { return []any{c.now.chain.bridgeMessages + 1} },
	"endpoint::destinations": constant(destinations()),
	"endpoint::is_open": func(c *ViewCall) []any {
		return []any{c.number(0) >= firstDestination && c.number(0) < closedDestination}
	},

	"credit::metadata": func(c *ViewCall) []any { return []any{c.genesis.credit.metadata} },
}

// pair returns the coins of the first two type arguments, if they are two coins.
func (c *ViewCall) pair() (coins [2]Coin, ok bool) {
	first, known := c.genesis.coinOf(c.typeArguments[0])
	second, alsoKnown := c.genesis.coinOf(c.typeArguments[1])
	return [2]Coin{first, second}, known && alsoKnown && first != second
}

// ofBook returns a function that returns a value of the only order book, which is for the coins in this order.
func ofBook(value any) viewFunction {
	return func(c *ViewCall) []any {
		if coins, ok := c.pair(); !ok || coins[0] != Native {
			return c.missResource()
		}
		return []any{value}
	}
}

// aboutPair returns a function with the balances of an account in the coins of its type arguments.
func aboutPair(owner AccountID, missing string) viewFunction {
	return func(c *ViewCall) []any {
		coins, ok := c.pair()
		if !ok {
			return c.abort(notFound, missing)
		}
		return []any{c.now.CoinStore(owner, coins[0]).Balance, c.now.CoinStore(owner, coins[1]).Balance}
	}
}

// echoFunctions are the view functions of the module example that return their arguments.
var echoFunctions = [...]string{
	"echo_bool", "echo_u8", "echo_u16", "echo_u32", "echo_u64", "echo_u128", "echo_u256", "echo_address", "echo_bytes",
	"echo_numbers", "echo_flags", "echo_table", "echo_names", "echo_string", "echo_option", "echo_option_bytes",
	"echo_object", "echo", "mixed", "nothing",
}

// exampleFunctions are the other view functions of the module example.
var exampleFunctions = map[string]viewFunction{
	"example::every_type": func(c *ViewCall) []any {
		maxUint := func(bits uint) *big.Int {
			return new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), bits), big.NewInt(1))
		}
		return []any{
			uint64(7), uint64(1<<16 - 1), uint64(1<<32 - 1), uint64(1<<64 - 1), maxUint(128), maxUint(256), true, frameworkAddress,
			[]any{uint64(255), uint64(1)}, []byte{0, 255}, `Hello "World"!`, none(), some(c.genesis.named[Treasury]),
			c.genesis.role(), c.genesis.credit.metadata, Fields{"value": bigInt(12)}, Fields{"dummy_field": false},
		}
	},
	"example::always_aborts": func(c *ViewCall) []any { return c.abort(noCategory, "EALWAYS") },
}

func echo(c *ViewCall) []any { return c.arguments }
