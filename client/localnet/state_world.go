package localnet

import (
	"crypto/sha3"
	"slices"
	"time"

	"foredeck/client/move"
)

// world is what of the state never changes: the published modules, and the fungible
// asset with its objects. It follows from the seed.
type world struct {
	declarations declarations
	named        [namedAccounts]move.Address
	modules      map[move.Address][]*publishedModule
	coins        [coins]move.StructTag
	credit       creditAsset
}

// creditAsset is the fungible asset of the bridge's module credit. Its holders hold it in
// objects, which no transaction moves.
type creditAsset struct {
	metadata move.Address
	stores   map[move.Address]creditStore // by the address of the store
	holders  []accountID
}

type creditStore struct {
	owner   move.Address
	balance uint64
	frozen  bool
}

// creditHoldings says who holds how much, in units of 6 decimals.
var creditHoldings = [...]struct {
	holder  accountID
	balance uint64
	frozen  bool
}{
	{treasury, 750_000e6, false},
	{exchange, 120_000e6, false},
	{market, 80_000_500_000, false},
	{alice, 1_250_250_000, false},
	{bob, 310_000_001, false},
	{carol, 42e6, true},
	{dave, 0, false},
}

// publishers own the packages beside the framework, by the name in their sources.
var publishers = map[string]accountID{"exchange": exchange, "market": market, "bridge": bridge, "treasury": treasury}

func newWorld(seed uint64) *world {
	w := &world{modules: make(map[move.Address][]*publishedModule)}
	for id := range accountID(namedAccounts) {
		w.named[id] = namedIdentity(seed, id).address
	}
	addresses := make(map[string]move.Address)
	for name, id := range publishers {
		addresses[name] = w.named[id]
	}
	packages := readModules("packages", addresses)
	w.declarations = libraryOf(frameworkModules(), packages)
	for _, module := range slices.Concat(publishedFramework(), publishAll(packages, w.declarations)) {
		w.modules[module.id.Address] = append(w.modules[module.id.Address], module)
	}
	w.coins = [coins]move.StructTag{
		native: {Address: frameworkAddress, Module: "native_coin", Name: "NativeCoin"},
		usdx:   {Address: w.named[bridge], Module: "usdx", Name: "Usdx"},
	}
	w.credit = newCreditAsset(&w.named)
	return w
}

func newCreditAsset(named *[namedAccounts]move.Address) creditAsset {
	bridge := named[bridge]
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
func (w *world) coinOf(tag move.TypeTag) (coin, bool) {
	for held := range coins {
		if tag.Kind == move.KindStruct && tag.Struct.Equal(w.coins[held]) {
			return held, true
		}
	}
	return 0, false
}

// module finds a module that stands at an account at this moment.
func (w *world) module(now state, id move.ModuleID) *publishedModule {
	for _, module := range w.modulesOf(now, id.Address) {
		if module.id == id {
			return module
		}
	}
	return nil
}

// modulesOf lists what an account has published: the network's own packages, and what
// transactions have published since.
func (w *world) modulesOf(now state, address move.Address) []*publishedModule {
	published := slices.Clone(w.modules[address])
	id, ok := now.account(address)
	if !ok {
		return published
	}
	for place, name := range packages {
		if now.chain.accounts[id].packages&(1<<place) == 0 {
			continue
		}
		for _, module := range packageModules(name) {
			declared := &declaredModule{id: move.ModuleID{Address: address, Name: module}}
			published = append(published, publish(declared, nil))
		}
	}
	return published
}

// nextTask is the index of the next automation task.
func (s state) nextTask() uint64 { return uint64(len(s.chain.tasks)) }

// epochInterval is how long an epoch is meant to be, in microseconds.
const epochInterval = uint64(epochBlocks) * uint64(historyPace/time.Microsecond)

// epochStart is the time of the epoch's first block, in microseconds since the Unix epoch.
func (s state) epochStart() uint64 {
	return uint64(s.chain.records.timeOf(uint32(s.head() - s.head()%epochBlocks)))
}
