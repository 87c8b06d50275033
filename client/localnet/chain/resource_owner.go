package chain

import (
	"encoding/hex"
	"math/big"

	"foredeck/client/localnet/publish"
	"foredeck/client/move"
)

// What the automation registry asks for and allows.
const (
	taskCapacity    = 500
	registryGasCap  = 100_000_000
	baseFeeOfTasks  = 1_000
	longestTaskLife = 30 * 24 * 60 * 60
)

// coinDescriptions are what people call the coins.
var coinDescriptions = [CoinCount]struct {
	name, symbol string
	decimals     uint64
}{
	Native: {"Native Coin", "NATIVE", 8},
	USDX:   {"Bridged Dollar", "USDX", 6},
}

// ownCreation is the first creation number after those of the coin stores; ownStreams
// says how many event streams of their own accounts have from it on.
const ownCreation = 2 + 2*uint64(CoinCount)

var ownStreams = map[AccountID]uint64{FrameworkAccount: 3, Council: 2}

// nextCreation is the creation number that an account gives next.
func (s State) nextCreation(id AccountID) uint64 {
	if streams := ownStreams[id]; streams > 0 {
		return ownCreation + streams
	}
	next := uint64(2)
	for coin := range CoinCount {
		if s.CoinStore(id, coin).Registered {
			next += 2
		}
	}
	return next
}

// ofOwner adds what single accounts hold.
func (h *resourceList) ofOwner(id AccountID) {
	switch id {
	case FrameworkAccount:
		h.coinInfo(Native)
		h.ofFramework()
	case Bridge:
		h.coinInfo(USDX)
		h.ofBridge()
	case Pool:
		h.ofPool()
	case Market:
		h.ofMarket()
	case Council:
		h.ofCouncil()
	case Treasury:
		h.ofTreasury()
	}
}

func (h *resourceList) coinInfo(coin Coin) {
	told := coinDescriptions[coin]
	most := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(1))
	h.framework("coin", "CoinInfo", []move.StructTag{h.genesis.coins[coin]}, Fields{
		"name": told.name, "symbol": told.symbol, "decimals": told.decimals,
		"supply": some(Fields{
			"aggregator": none(),
			"integer":    some(Fields{"limit": most, "value": wide(h.now.Supply(coin))}),
		}),
	})
}

func (h *resourceList) ofFramework() {
	capability := Fields{"dummy_field": false}
	h.framework("chain_id", "ChainId", nil, Fields{"id": uint64(ID)})
	h.framework("timestamp", "CurrentTimeMicroseconds", nil, Fields{"microseconds": uint64(h.now.time())})
	h.framework("block", "BlockResource", nil, Fields{
		"height":                       h.now.head(),
		"epoch_interval":               epochInterval,
		"new_block_events":             h.handle(ownCreation, h.now.head()+1),
		"update_epoch_interval_events": h.handle(ownCreation+1, 0),
	})
	h.framework("reconfiguration", "Configuration", nil, Fields{
		"epoch":                     h.now.epoch(),
		"last_reconfiguration_time": h.now.epochStart(),
		"events":                    h.handle(ownCreation+2, h.now.epoch()),
	})
	h.framework("coin", "SupplyConfig", nil, Fields{"allow_upgrades": false})
	h.framework("coin", "CoinConversionMap", nil, Fields{"coin_to_fungible_asset_map": h.table("coin_to_fungible_asset_map")})
	h.framework("account", "OriginatingAddress", nil, Fields{"address_map": h.table("address_map")})
	h.framework("transaction_fee", "NativeCoinCapabilities", nil, Fields{"burn_cap": capability})
	h.framework("transaction_fee", "NativeCoinMintCapability", nil, Fields{"mint_cap": capability})
	h.framework("native_coin", "MintCapStore", nil, Fields{"mint_cap": capability})
	h.framework("automation_registry", "AutomationRegistryConfig", nil, Fields{
		"automation_base_fee_in_quants_per_sec": uint64(baseFeeOfTasks),
		"flat_registration_fee_in_quants":       uint64(TaskRegistrationFee),
		"registry_max_gas_cap":                  uint64(registryGasCap),
		"registration_enabled":                  true,
		"task_capacity":                         uint64(taskCapacity),
		"task_duration_cap_in_secs":             uint64(longestTaskLife),
	})
	h.framework("automation_registry", "AutomationRegistry", nil, Fields{
		"current_index":        h.now.nextTask(),
		"epoch_locked_fees":    h.now.nextTask() * AutomationFeeCap,
		"registry_fee_address": h.genesis.named[Automation],
		"tasks":                h.table("tasks"),
	})
}

func (h *resourceList) ofBridge() {
	capability := Fields{"dummy_field": false}
	h.own(Bridge, "usdx", "Capabilities", nil, Fields{"burn": capability, "freeze": capability, "mint": capability})
	h.own(Bridge, "endpoint", "Endpoint", nil, Fields{
		"nonce":          h.now.chain.messages,
		"destinations":   destinations(),
		"relayers":       h.table("relayers"),
		"outbound_limit": new(big.Int).Exp(big.NewInt(10), big.NewInt(30), nil),
	})
	asset := &h.genesis.credit
	reference := Fields{"metadata": asset.metadata}
	var holders []any
	for _, holder := range asset.holders {
		holders = append(holders, h.genesis.named[holder])
	}
	h.own(Bridge, "credit", "Management", nil, Fields{"mint": reference, "transfer": reference, "burn": reference})
	h.own(Bridge, "credit", "Registry", nil, Fields{"metadata": asset.metadata, "holders": holders})
}

// Messages go to the chains from firstDestination on; closedDestination is not open yet.
const (
	firstDestination  = 100
	closedDestination = 112
)

func destinations() []any {
	var all []any
	for chain := uint64(firstDestination); chain <= closedDestination; chain++ {
		receiver := newSecret(0, "bridge receiver", chain)
		all = append(all, Fields{"chain": chain, "receiver": receiver[12:], "open": chain != closedDestination})
	}
	return all
}

func (h *resourceList) ofPool() {
	h.own(Exchange, "pool", "Pool", h.genesis.coins[:], Fields{
		"reserve_x": h.now.CoinStore(Pool, Native).Balance,
		"reserve_y": h.now.CoinStore(Pool, USDX).Balance,
		"fee":       Fields{"basis_points": uint64(poolFee), "receiver": some(h.genesis.named[Exchange])},
		"positions": Fields{"inner": h.table("positions"), "length": uint64(3)},
	})
}

func (h *resourceList) ofMarket() {
	h.own(Market, "order_book", "OrderBook", h.genesis.coins[:], Fields{
		"label":        "NATIVE / USDX \u2014 main book",
		"limits":       marketLimits(),
		"bids":         h.table("bids"),
		"asks":         h.table("asks"),
		"kinds":        orderKinds(),
		"paused_until": none(),
	})
}

func orderKinds() []any { return []any{"limit", "fill or kill", "post only"} }

func marketLimits() Fields {
	return Fields{
		"lot_size": uint64(1_000), "tick_size": uint64(10),
		"fee_tiers": []any{
			Fields{"volume": wide(0), "maker": uint64(10), "taker": uint64(25)},
			Fields{"volume": wide(1e15), "maker": uint64(5), "taker": uint64(20)},
			Fields{"volume": wide(1e18), "maker": uint64(0), "taker": uint64(12)},
		},
	}
}

// councilOwners can spend what the council has, any two of them.
var councilOwners = [...]AccountID{Treasury, Alice, Bob}

const councilSignatures = 2

func (h *resourceList) ofCouncil() {
	var owners []any
	for _, owner := range councilOwners {
		owners = append(owners, h.genesis.named[owner])
	}
	h.framework("multisig_account", "MultisigAccount", nil, Fields{
		"owners":                        owners,
		"num_signatures_required":       uint64(councilSignatures),
		"transactions":                  h.table("transactions"),
		"last_executed_sequence_number": h.now.chain.decisions,
		"next_sequence_number":          h.now.chain.decisions + 1,
		"signer_cap":                    some(Fields{"account": h.address}),
		"metadata":                      some(Fields{"title": "Harbour council", "website": "https://council.example"}),
		"add_owners_events":             h.handle(ownCreation, 1),
		"execute_transaction_events":    h.handle(ownCreation+1, h.now.chain.decisions),
	})
}

func (h *resourceList) ofTreasury() {
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

// role is the role that the example of the treasury keeps and shows.
func (w *genesis) role() Fields {
	return Fields{
		"role_id": uint64(0), "created": w.named[Treasury], "tags": []any{"owner", "signer"}, "parent": none(),
	}
}

// packagesOf lists the packages of an account as its registry holds them.
func (s State) packagesOf(id AccountID) []any {
	address := s.Identity(id).Address
	var all []any
	if modules := s.chain.genesis.modules[address]; len(modules) > 0 {
		names := make([]string, len(modules))
		for i, module := range modules {
			names[i] = module.ID.Name
		}
		name, deps := casting[id].name, []any{Fields{"account": frameworkAddress, "package_name": casting[FrameworkAccount].name}}
		if id == FrameworkAccount {
			deps = none()
		}
		all = append(all, packageRecord(name, names, deps))
	}
	for place, name := range publish.PackageNames {
		if s.chain.accounts[id].packages&(1<<place) != 0 {
			all = append(all, packageRecord(name, publish.ModuleNames(name), none()))
		}
	}
	return all
}

func packageRecord(name string, modules []string, deps []any) Fields {
	var listed []any
	for _, module := range modules {
		listed = append(listed, Fields{"name": module, "source": []byte{}, "source_map": []byte{}, "extension": none()})
	}
	content := newSecret(0, "package "+name, 0)
	return Fields{
		"name":           name,
		"upgrade_policy": Fields{"policy": uint64(1)},
		"upgrade_number": uint64(0),
		"source_digest":  hex.EncodeToString(content[:]),
		"manifest":       []byte{},
		"modules":        listed,
		"deps":           deps,
		"extension":      none(),
	}
}
