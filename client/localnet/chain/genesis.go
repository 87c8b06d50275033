package chain

import (
	"crypto/sha3"
	"slices"

	"foredeck/client/localnet/compiler"
	"foredeck/client/move"
)

// genesis is the part of the state that never changes: the modules published before the
// start, and a fungible asset with its objects.
type genesis struct {
	published compiler.Library
	named     [namedCount]move.Address
	modules   map[move.Address][]*compiler.Compiled
	byID      map[move.ModuleID]*compiler.Compiled
	coins     [CoinCount]move.StructTag
	credit    creditAsset
	priceFeed move.Address           // publishes the module supra_oracle_storage, and is no account
	packages  [namedCount]func() any // nil for accounts that publish none
}

// creditAsset is the fungible asset of the module credit.
type creditAsset struct {
	metadata move.Address
	stores   map[move.Address]creditStore // by their addresses
	holders  []AccountID
}

type creditStore struct {
	owner   move.Address
	holding int    // index in creditHoldings
	balance uint64 // current, in what State.assetStore returns
	frozen  bool
}

// creditHoldings lists the balances of the fungible asset, in units of 6 decimals.
var creditHoldings = [...]struct {
	holder  AccountID
	balance uint64
	frozen  bool
}{
	{Treasury, 750_000e6, false},
	{Exchange, 120_000e6, false},
	{Market, 80_000_500_000, false},
	{Alice, 1_250_250_000, false},
	{Bob, 310_000_001, false},
	{Carol, 42e6, true},
	{Dave, 0, false},
}

// publishers maps the named addresses in the sources of packages to accounts.
var publishers = map[string]AccountID{"exchange": Exchange, "market": Market, "bridge": Bridge, "treasury": Treasury}

func newGenesis(seed uint64) *genesis {
	g := &genesis{modules: make(map[move.Address][]*compiler.Compiled), byID: make(map[move.ModuleID]*compiler.Compiled)}
	for id := range AccountID(namedCount) {
		g.named[id] = namedIdentity(seed, id).Address
	}
	addresses := make(map[string]move.Address)
	for name, id := range publishers {
		addresses[name] = g.named[id]
	}
	g.priceFeed = PriceFeed(seed)
	addresses["oracle"] = g.priceFeed
	packages, published := compiler.Packages(addresses)
	g.published = published
	for _, module := range slices.Concat(compiler.Framework(), packages) {
		g.byID[module.ID] = module
		g.modules[module.ID.Address] = append(g.modules[module.ID.Address], module)
	}
	g.packages = g.newPackages()
	g.coins = [CoinCount]move.StructTag{
		Native: {Address: frameworkAddress, Module: "native_coin", Name: "NativeCoin"},
		USDX:   {Address: g.named[Bridge], Module: "usdx", Name: "Usdx"},
	}
	g.credit = newCreditAsset(&g.named)
	return g
}

// PriceFeed returns the address with the prices of the chain of a seed. It is not an account, so that the accounts of a chain do not depend
// on it.
func PriceFeed(seed uint64) move.Address { return newSecret(seed, "price feed", 0).ownedAddress() }

func newCreditAsset(named *[namedCount]move.Address) creditAsset {
	bridge := named[Bridge]
	asset := creditAsset{
		metadata: sha3.Sum256(append(append(bridge[:], "CREDIT"...), 0xfe)),
		stores:   make(map[move.Address]creditStore),
	}
	for i, holding := range creditHoldings {
		owner := named[holding.holder]
		asset.stores[primaryStore(owner, asset.metadata)] = creditStore{owner, i, holding.balance, holding.frozen}
		asset.holders = append(asset.holders, holding.holder)
	}
	return asset
}

// primaryStore derives the address of the primary store of an account for a fungible asset, as Move chains do.
func primaryStore(owner, metadata move.Address) move.Address {
	return sha3.Sum256(append(append(owner[:], metadata[:]...), 0xfc))
}

func (a *creditAsset) supply() uint64 {
	var sum uint64
	for _, store := range a.stores {
		sum += store.balance
	}
	return sum
}

// addresses lists the addresses of named accounts, as a Move vector.
func (g *genesis) addresses(ids ...AccountID) []any {
	all := make([]any, len(ids))
	for i, id := range ids {
		all[i] = g.named[id]
	}
	return all
}

// coinOf returns the coin with a type, if there is one.
func (g *genesis) coinOf(tag move.TypeTag) (Coin, bool) {
	for coin := range CoinCount {
		if tag.Kind == move.KindStruct && tag.Struct.Equal(g.coins[coin]) {
			return coin, true
		}
	}
	return 0, false
}
