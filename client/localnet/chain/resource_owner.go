package chain

import (
	"encoding/hex"
	"math/big"
	"sync"

	"foredeck/client/localnet/compiler"
	"foredeck/client/move"
)

// Configuration of the automation registry. Fees are in units of Native, times in seconds.
const (
	taskCapacity    = 500
	registryGasCap  = 100_000_000
	taskBaseFee     = 1_000
	maxTaskLifetime = 30 * 24 * 60 * 60
)

// coinDescriptions holds the metadata of the coins.
var coinDescriptions = [CoinCount]struct {
	name, symbol string
	decimals     uint64
}{
	Native: {"Native Coin", "NATIVE", 8},
	USDX:   {"Bridged Dollar", "USDX", 6},
}

// firstExtraStream is the first creation number after those of the coin stores. The accounts
// in extraStreams have that many more event streams, numbered from it.
const firstExtraStream = 2 + 2*uint64(CoinCount)

var extraStreams = map[AccountID]uint64{FrameworkAccount: 3, Council: 2}

// nextCreation returns the next creation number of an account.
func (s State) nextCreation(id AccountID) uint64 {
	if streams := extraStreams[id]; streams > 0 {
		return firstExtraStream + streams
	}
	next := uint64(2)
	for coin := range CoinCount {
		if s.CoinStore(id, coin).Registered {
			next += 2
		}
	}
	return next
}

// addNamed adds the resources that only a named account has.
func (h *resourceList) addNamed(id AccountID) {
	switch id {
	case FrameworkAccount:
		h.addCoinInfo(Native)
		h.addFrameworkState()
	case Bridge:
		h.addCoinInfo(USDX)
		h.addBridge()
	case Exchange:
		h.addOfAccount(Exchange, "pool", "Custody", nil, Fields{"signer_cap": Fields{"account": h.genesis.named[Pool]}})
	case Pool:
		h.addPool()
	case Market:
		h.addMarket()
	case Council:
		h.addCouncil()
	case Treasury:
		h.addTreasury()
	}
}

func (h *resourceList) addCoinInfo(coin Coin) {
	description := coinDescriptions[coin]
	limit := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(1))
	h.addOfFramework("coin", "CoinInfo", []move.StructTag{h.genesis.coins[coin]}, Fields{
		"name": description.name, "symbol": description.symbol, "decimals": description.decimals,
		"supply": some(Fields{
			"aggregator": none(),
			"integer":    some(Fields{"limit": limit, "value": bigInt(h.now.Supply(coin))}),
		}),
	})
}

func (h *resourceList) addFrameworkState() {
	capability := Fields{"dummy_field": false}
	h.addOfFramework("chain_id", "ChainId", nil, Fields{"id": uint64(ID)})
	h.addOfFramework("timestamp", "CurrentTimeMicroseconds", nil, Fields{"microseconds": uint64(h.now.time())})
	h.addOfFramework("block", "BlockResource", nil, Fields{
		"height":                       h.now.head(),
		"epoch_interval":               h.now.epochInterval(),
		"new_block_events":             h.eventHandle(firstExtraStream, h.now.head()+1),
		"update_epoch_interval_events": h.eventHandle(firstExtraStream+1, 0),
	})
	h.addOfFramework("reconfiguration", "Configuration", nil, Fields{
		"epoch":                     h.now.epoch(),
		"last_reconfiguration_time": h.now.epochStart(),
		"events":                    h.eventHandle(firstExtraStream+2, h.now.epoch()),
	})
	h.addStake()
	if h.now.chain.records.banLeaders {
		h.addBans()
	}
	h.addOfFramework("coin", "SupplyConfig", nil, Fields{"allow_upgrades": false})
	h.addOfFramework("coin", "CoinConversionMap", nil, Fields{"coin_to_fungible_asset_map": h.table("coin_to_fungible_asset_map")})
	h.addOfFramework("account", "OriginatingAddress", nil, Fields{"address_map": h.table("address_map")})
	h.addOfFramework("transaction_fee", "NativeCoinCapabilities", nil, Fields{"burn_cap": capability})
	h.addOfFramework("transaction_fee", "NativeCoinMintCapability", nil, Fields{"mint_cap": capability})
	h.addOfFramework("native_coin", "MintCapStore", nil, Fields{"mint_cap": capability})
	h.addOfFramework("automation_registry", "AutomationRegistryConfig", nil, Fields{
		"automation_base_fee_in_quants_per_sec": uint64(taskBaseFee),
		"flat_registration_fee_in_quants":       uint64(TaskRegistrationFee),
		"registry_max_gas_cap":                  uint64(registryGasCap),
		"registration_enabled":                  true,
		"task_capacity":                         uint64(taskCapacity),
		"task_duration_cap_in_secs":             uint64(maxTaskLifetime),
	})
	h.addOfFramework("automation_registry", "AutomationRegistry", nil, Fields{
		"current_index":        h.now.nextTask(),
		"epoch_locked_fees":    h.now.nextTask() * AutomationFeeCap,
		"registry_fee_address": h.genesis.named[Automation],
		"tasks":                h.table("tasks"),
	})
}

func (h *resourceList) addBridge() {
	capability := Fields{"dummy_field": false}
	h.addOfAccount(Bridge, "usdx", "Capabilities", nil, Fields{"burn": capability, "freeze": capability, "mint": capability})
	h.addOfAccount(Bridge, "endpoint", "Endpoint", nil, Fields{
		"nonce":          h.now.chain.bridgeMessages,
		"destinations":   destinations(),
		"relayers":       h.table("relayers"),
		"outbound_limit": new(big.Int).Exp(big.NewInt(10), big.NewInt(30), nil),
	})
	asset := &h.genesis.credit
	reference := Fields{"metadata": asset.metadata}
	h.addOfAccount(Bridge, "credit", "Management", nil, Fields{"mint": reference, "transfer": reference, "burn": reference})
	h.addOfAccount(Bridge, "credit", "Registry", nil, Fields{"metadata": asset.metadata, "holders": h.genesis.addresses(asset.holders...)})
}

// Messages go to the chains from firstDestination up to closedDestination, which is not open yet.
const (
	firstDestination  = 100
	closedDestination = 112
)

// IsOpen reports whether messages can be sent to a chain.
func IsOpen(destination uint64) bool {
	return firstDestination <= destination && destination < closedDestination
}

func destinations() []any {
	var all []any
	for chain := uint64(firstDestination); chain <= closedDestination; chain++ {
		receiver := newSecret(0, "bridge receiver", chain)
		all = append(all, Fields{"chain": chain, "receiver": receiver[12:], "open": chain != closedDestination})
	}
	return all
}

func (h *resourceList) addPool() {
	h.addOfAccount(Exchange, "pool", "Pool", h.genesis.coins[:], Fields{
		"reserve_x": h.now.CoinStore(Pool, Native).Balance,
		"reserve_y": h.now.CoinStore(Pool, USDX).Balance,
		"fee":       Fields{"basis_points": uint64(poolFee), "receiver": some(h.genesis.named[Exchange])},
		"positions": Fields{"inner": h.table("positions"), "length": uint64(3)},
	})
}

func (h *resourceList) addMarket() {
	h.addOfAccount(Market, "order_book", "OrderBook", h.genesis.coins[:], Fields{
		"label":        "NATIVE / USDX \u2014 main book",
		"limits":       marketLimits(),
		"bids":         h.table("bids"),
		"asks":         h.table("asks"),
		"kinds":        orderKinds(),
		"paused_until": none(),
	})
}

// TickSize is the smallest step of prices in the order book.
const TickSize = 10

func orderKinds() []any { return []any{"limit", "fill or kill", "post only"} }

func marketLimits() Fields {
	return Fields{
		"lot_size": uint64(1_000), "tick_size": uint64(TickSize),
		"fee_tiers": []any{
			Fields{"volume": bigInt(0), "maker": uint64(10), "taker": uint64(25)},
			Fields{"volume": bigInt(1e15), "maker": uint64(5), "taker": uint64(20)},
			Fields{"volume": bigInt(1e18), "maker": uint64(0), "taker": uint64(12)},
		},
	}
}

// councilOwners are the owners of the council. Two of them must sign.
var councilOwners = [...]AccountID{Treasury, Alice, Bob}

const councilSignatures = 2

func (h *resourceList) addCouncil() {
	h.addOfFramework("multisig_account", "MultisigAccount", nil, Fields{
		"owners":                        h.genesis.addresses(councilOwners[:]...),
		"num_signatures_required":       uint64(councilSignatures),
		"transactions":                  h.table("transactions"),
		"last_executed_sequence_number": h.now.chain.councilTransactions,
		"next_sequence_number":          h.now.chain.councilTransactions + 1,
		"signer_cap":                    some(Fields{"account": h.address}),
		"metadata":                      some(Fields{"title": "Harbour council", "website": "https://council.example"}),
		"add_owners_events":             h.eventHandle(firstExtraStream, 1),
		"execute_transaction_events":    h.eventHandle(firstExtraStream+1, h.now.chain.councilTransactions),
	})
}

func (h *resourceList) addTreasury() {
	tag := move.StructTag{
		Address: h.address, Module: "example", Name: "Shelf",
		TypeArguments: []move.TypeTag{
			{Kind: move.KindStruct, Struct: &stringTag},
			{Kind: move.KindVector, Element: &move.TypeTag{Kind: move.KindU8}},
		},
	}
	h.add(tag, nil, Fields{
		"label": `keys & "spare" locks`,
		"items": []any{Fields{"value": []byte{0, 1, 2}}, Fields{"value": []byte{}}},
		"roles": []any{h.genesis.role(), Fields{
			"role_id": uint64(1), "created": h.address, "tags": none(), "parent": some(uint64(0)),
		}},
		"note": some(uint64(7)),
	})
}

// role is a value of a struct of the module example.
func (g *genesis) role() Fields {
	return Fields{
		"role_id": uint64(0), "created": g.named[Treasury], "tags": []any{"owner", "signer"}, "parent": none(),
	}
}

// packagesOf lists the packages of an account, as values of the package registry.
func (s State) packagesOf(id AccountID) []any {
	var all []any
	if id < namedCount && s.chain.genesis.packages[id] != nil {
		all = append(all, s.chain.genesis.packages[id]())
	}
	for index, name := range compiler.PackageNames {
		if s.chain.accounts[id].packages&(1<<index) != 0 {
			var modules []compiler.ModuleArtifacts
			for _, module := range compiler.ModuleNames(name) {
				modules = append(modules, compiler.ModuleArtifacts{Name: module})
			}
			all = append(all, packageRecord(name, compiler.Artifacts{Policy: 1, Modules: modules}, none()))
		}
	}
	return all
}

// newPackages returns the packages that accounts publish before the start, as values of the package registry. Each is made when it is
// first read, since it compiles its modules.
func (g *genesis) newPackages() [namedCount]func() any {
	var all [namedCount]func() any
	for id := range AccountID(namedCount) {
		modules := g.modules[g.named[id]]
		if len(modules) == 0 {
			continue
		}
		name, deps := namedSpecs[id].name, []any{Fields{"account": frameworkAddress, "package_name": namedSpecs[FrameworkAccount].name}}
		artifacts := func() compiler.Artifacts { return compiler.RegistryArtifacts(name, modules) }
		if id == FrameworkAccount {
			deps, artifacts = none(), compiler.FrameworkArtifacts
		}
		all[id] = sync.OnceValue(func() any { return packageRecord(name, artifacts(), deps) })
	}
	return all
}

func packageRecord(name string, artifacts compiler.Artifacts, deps []any) Fields {
	var listed []any
	for _, module := range artifacts.Modules {
		listed = append(listed, Fields{"name": module.Name, "source": module.Source, "source_map": module.SourceMap, "extension": none()})
	}
	content := newSecret(0, "package "+name, 0)
	return Fields{
		"name":           name,
		"upgrade_policy": Fields{"policy": artifacts.Policy},
		"upgrade_number": uint64(0),
		"source_digest":  hex.EncodeToString(content[:]),
		"manifest":       artifacts.Manifest,
		"modules":        listed,
		"deps":           deps,
		"extension":      none(),
	}
}
