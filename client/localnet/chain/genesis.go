package chain

import (
	"crypto/sha3"
	"slices"

	"foredeck/client/localnet/publish"
	"foredeck/client/move"
)

// genesis is what of the state never changes: the published modules, and the fungible
// asset with its objects. It follows from the seed.
type genesis struct {
	library publish.Library
	named   [NamedCount]move.Address
	modules map[move.Address][]*publish.Published
	coins   [CoinCount]move.StructTag
	credit  creditAsset
}

// creditAsset is the fungible asset of the bridge's module credit. Its holders hold it in
// objects, which no transaction moves.
type creditAsset struct {
	metadata move.Address
	stores   map[move.Address]creditStore // by the address of the store
	holders  []AccountID
}

type creditStore struct {
	owner   move.Address
	balance uint64
	frozen  bool
}

// creditHoldings says who holds how much, in units of 6 decimals.
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

// publishers own the packages beside the framework, by the name in their sources.
var publishers = map[string]AccountID{"exchange": Exchange, "market": Market, "bridge": Bridge, "treasury": Treasury}

func newGenesis(seed uint64) *genesis {
	w := &genesis{modules: make(map[move.Address][]*publish.Published)}
	for id := range AccountID(NamedCount) {
		w.named[id] = namedIdentity(seed, id).Address
	}
	addresses := make(map[string]move.Address)
	for name, id := range publishers {
		addresses[name] = w.named[id]
	}
	packages, library := publish.Packages(addresses)
	w.library = library
	for _, module := range slices.Concat(publish.Framework(), packages) {
		w.modules[module.ID.Address] = append(w.modules[module.ID.Address], module)
	}
	w.coins = [CoinCount]move.StructTag{
		Native: {Address: frameworkAddress, Module: "native_coin", Name: "NativeCoin"},
		USDX:   {Address: w.named[Bridge], Module: "usdx", Name: "Usdx"},
	}
	w.credit = newCreditAsset(&w.named)
	return w
}

func newCreditAsset(named *[NamedCount]move.Address) creditAsset {
	bridge := named[Bridge]
	asset := creditAsset{
		metadata: sha3.Sum256(append(append(bridge[:], "CREDIT"...), 0xfe)),
		stores:   make(map[move.Address]creditStore),
	}
	for _, holding := range creditHoldings {
		owner := named[holding.holder]
		asset.stores[primaryStore(owner, asset.metadata)] = creditStore{owner, holding.balance, holding.frozen}
		asset.holders = append(asset.holders, holding.holder)
	}
	return asset
}

// primaryStore is where an account holds a fungible asset, as Move chains derive it.
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

// coinOf finds the coin of a type.
func (w *genesis) coinOf(tag move.TypeTag) (Coin, bool) {
	for held := range CoinCount {
		if tag.Kind == move.KindStruct && tag.Struct.Equal(w.coins[held]) {
			return held, true
		}
	}
	return 0, false
}
