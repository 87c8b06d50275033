package chain

import (
	"math/big"
	"slices"
	"sync"

	"foredeck/client/move"
)

// MaxQuoted is the largest amount that the pool quotes.
const MaxQuoted = 1 << 58

// Constructors of functions about what the arguments or type arguments refer to.
var (
	aboutAccount      = about((*ViewCall).account, notFound, "EACCOUNT_DOES_NOT_EXIST")
	aboutCoin         = about((*ViewCall).coin, notFound, "ECOIN_INFO_NOT_PUBLISHED")
	aboutObject       = about((*ViewCall).owner, notFound, "EOBJECT_DOES_NOT_EXIST")
	aboutMetadata     = about((*ViewCall).metadata, notFound, "EFUNGIBLE_METADATA_EXISTENCE")
	aboutStore        = about((*ViewCall).assetStore, notFound, "EFUNGIBLE_STORE_EXISTENCE")
	aboutPrimaryStore = about((*ViewCall).primaryStore, notFound, "EPRIMARY_STORE_NOT_FOUND")
)

// viewFunctions returns all view functions, by module::name.
var viewFunctions = sync.OnceValue(func() map[string]viewFunction {
	functions := map[string]viewFunction{
		"account::exists_at":           exists((*ViewCall).account),
		"account::get_sequence_number": aboutAccount(func(c *ViewCall, id AccountID) any { return c.now.SequenceNumber(id) }),
		"account::get_authentication_key": aboutAccount(func(c *ViewCall, id AccountID) any {
			key := c.now.AuthenticationKey(id)
			return key[:]
		}),
		"account::get_guid_next_creation_num":   aboutAccount(func(c *ViewCall, id AccountID) any { return c.now.nextCreation(id) }),
		"account::is_signer_capability_offered": aboutAccount(func(*ViewCall, AccountID) any { return false }),

		"automation_registry::get_next_task_index":      func(c *ViewCall) []any { return []any{c.now.nextTask()} },
		"automation_registry::get_registry_fee_address": func(c *ViewCall) []any { return []any{c.genesis.named[Automation]} },
		"automation_registry::is_registration_enabled":  constant(true),

		"block::get_current_block_height": func(c *ViewCall) []any { return []any{c.now.head()} },
		"block::get_epoch_interval_secs":  func(c *ViewCall) []any { return []any{c.now.epochInterval() / microsecondsPerSecond} },
		"chain_id::get":                   constant(uint64(ID)),

		"code::package_names": func(c *ViewCall) []any {
			names := none()
			if id, ok := c.account(); ok {
				for _, record := range c.now.packagesOf(id) {
					names = append(names, record.(Fields)["name"])
				}
			}
			return []any{names}
		},

		"multisig_account::owners": aboutCouncil(func(c *ViewCall) any { return c.genesis.addresses(councilOwners[:]...) }, 0),
		"multisig_account::is_owner": aboutCouncil(func(c *ViewCall) any {
			return slices.Contains(c.genesis.addresses(councilOwners[:]...), any(c.address(0)))
		}, 1),
		"multisig_account::num_signatures_required": aboutCouncil(func(*ViewCall) any { return uint64(councilSignatures) }, 0),
		"multisig_account::last_resolved_sequence_number": aboutCouncil(func(c *ViewCall) any {
			return c.now.chain.councilTransactions
		}, 0),
		"multisig_account::next_sequence_number": aboutCouncil(func(c *ViewCall) any { return c.now.chain.councilTransactions + 1 }, 0),

		"native_account::can_receive_direct_coin_transfers": constant(true),
		"reconfiguration::current_epoch":                    func(c *ViewCall) []any { return []any{c.now.epoch()} },
		"reconfiguration::last_reconfiguration_time":        func(c *ViewCall) []any { return []any{c.now.epochStart()} },
		"timestamp::now_microseconds":                       func(c *ViewCall) []any { return []any{uint64(c.now.time())} },
		"timestamp::now_seconds":                            func(c *ViewCall) []any { return []any{uint64(c.now.time()) / microsecondsPerSecond} },

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

		"object::is_object": exists((*ViewCall).owner),
		"object::object_exists": func(c *ViewCall) []any {
			tag := c.typeArguments[0]
			_, ok := c.owner()
			return []any{ok && tag.Kind == move.KindStruct && slices.ContainsFunc(c.now.Resources(c.address(0)), func(r Resource) bool {
				return r.Type.Equal(*tag.Struct)
			})}
		},
		"object::is_untransferable": aboutObject(func(c *ViewCall, _ move.Address) any {
			return c.address(0) != c.genesis.credit.metadata
		}),
		"object::owner":    aboutObject(func(_ *ViewCall, owner move.Address) any { return owner }),
		"object::is_owner": aboutObject(func(c *ViewCall, owner move.Address) any { return owner == c.address(1) }),
		"object::owns":     aboutObject(func(c *ViewCall, owner move.Address) any { return owner == c.address(1) }),

		"fungible_asset::name":           aboutMetadata(func(_ *ViewCall, metadata Fields) any { return metadata["name"] }),
		"fungible_asset::symbol":         aboutMetadata(func(_ *ViewCall, metadata Fields) any { return metadata["symbol"] }),
		"fungible_asset::decimals":       aboutMetadata(func(_ *ViewCall, metadata Fields) any { return metadata["decimals"] }),
		"fungible_asset::metadata":       aboutMetadata(func(_ *ViewCall, metadata Fields) any { return metadata }),
		"fungible_asset::supply":         aboutMetadata(func(c *ViewCall, _ Fields) any { return some(bigInt(c.genesis.credit.supply())) }),
		"fungible_asset::maximum":        aboutMetadata(func(*ViewCall, Fields) any { return some(bigInt(creditMaximum)) }),
		"fungible_asset::store_exists":   exists((*ViewCall).assetStore),
		"fungible_asset::store_metadata": aboutStore(func(c *ViewCall, _ creditStore) any { return c.genesis.credit.metadata }),
		"fungible_asset::balance":        aboutStore(func(_ *ViewCall, store creditStore) any { return store.balance }),
		"fungible_asset::is_frozen":      aboutStore(func(_ *ViewCall, store creditStore) any { return store.frozen }),

		"primary_fungible_store::primary_store_address": func(c *ViewCall) []any {
			return []any{primaryStore(c.address(0), c.address(1))}
		},
		"primary_fungible_store::primary_store": aboutPrimaryStore(func(c *ViewCall, _ creditStore) any {
			return primaryStore(c.address(0), c.address(1))
		}),
		"primary_fungible_store::primary_store_exists": exists((*ViewCall).primaryStore),
		"primary_fungible_store::balance": func(c *ViewCall) []any {
			store, _ := c.primaryStore()
			return []any{store.balance}
		},
		"primary_fungible_store::is_frozen": func(c *ViewCall) []any {
			store, _ := c.primaryStore()
			return []any{store.frozen}
		},

		"pool::reserves": aboutPair(Pool, "EPOOL_NOT_FOUND"),
		"pool::quote": func(c *ViewCall) []any {
			coins, ok := c.pair()
			switch {
			case !ok:
				return c.abort(notFound, "EPOOL_NOT_FOUND")
			case c.number(0) == 0 || c.number(0) > MaxQuoted:
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

		"supra_oracle_storage::get_price": func(c *ViewCall) []any {
			price, ok := c.now.price(c.number(0))
			if !ok {
				return c.abort(notFound, "EPAIR_NOT_FOUND")
			}
			return []any{price["value"], price["decimal"], price["timestamp"], price["round"]}
		},
		"supra_oracle_storage::get_prices": func(c *ViewCall) []any {
			prices := none()
			for _, pair := range c.arguments[0].([]any) {
				if price, ok := c.now.price(pair.(uint64)); ok {
					price["pair"] = pair
					prices = append(prices, price)
				}
			}
			return []any{prices}
		},
		"supra_oracle_storage::does_pair_exist": func(c *ViewCall) []any {
			_, ok := c.now.price(c.number(0))
			return []any{ok}
		},

		"credit::metadata": func(c *ViewCall) []any { return []any{c.genesis.credit.metadata} },

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
	for _, name := range echoFunctions {
		functions["example::"+name] = echo
	}
	return functions
})

// echoFunctions are those of the module example that return their arguments.
var echoFunctions = [...]string{
	"echo_bool", "echo_u8", "echo_u16", "echo_u32", "echo_u64", "echo_u128", "echo_u256", "echo_address", "echo_bytes",
	"echo_numbers", "echo_flags", "echo_table", "echo_names", "echo_string", "echo_option", "echo_option_bytes",
	"echo_object", "echo", "mixed", "nothing",
}

func echo(c *ViewCall) []any { return c.arguments }

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

// aboutCouncil returns a function of the multisig account, which is the argument at index.
func aboutCouncil(result func(*ViewCall) any, index int) viewFunction {
	return func(c *ViewCall) []any {
		if c.address(index) != c.genesis.named[Council] {
			return c.abort(noCategory, "EACCOUNT_NOT_MULTISIG")
		}
		return []any{result(c)}
	}
}

func coinSupply(c *ViewCall, coin Coin) any { return some(bigInt(c.now.Supply(coin))) }

// owner returns the owner of the object at the first argument.
func (c *ViewCall) owner() (move.Address, bool) {
	if c.address(0) == c.genesis.credit.metadata {
		return c.genesis.named[Bridge], true
	}
	store, ok := c.assetStore()
	return store.owner, ok
}

// assetStore returns the store of the fungible asset at the first argument.
func (c *ViewCall) assetStore() (creditStore, bool) {
	return c.now.assetStore(c.address(0))
}

// metadata returns the metadata of the fungible asset, which must be the first argument.
func (c *ViewCall) metadata() (Fields, bool) {
	return creditMetadata(), c.address(0) == c.genesis.credit.metadata
}

// primaryStore returns the store of the account at the first argument for the asset at the second.
func (c *ViewCall) primaryStore() (creditStore, bool) {
	return c.now.assetStore(primaryStore(c.address(0), c.address(1)))
}
