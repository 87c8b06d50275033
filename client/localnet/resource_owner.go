package localnet

import (
	"encoding/hex"
	"math/big"

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
var coinDescriptions = [coins]struct {
	name, symbol string
	decimals     uint64
}{
	native: {"Native Coin", "NATIVE", 8},
	usdx:   {"Bridged Dollar", "USDX", 6},
}

// ownCreation is the first creation number after those of the coin stores; ownStreams
// says how many event streams of their own accounts have from it on.
const ownCreation = 2 + 2*uint64(coins)

var ownStreams = map[accountID]uint64{framework: 3, council: 2}

// nextCreation is the creation number that an account gives next.
func (s state) nextCreation(id accountID) uint64 {
	if streams := ownStreams[id]; streams > 0 {
		return ownCreation + streams
	}
	next := uint64(2)
	for coin := range coins {
		if s.store(id, coin).registered {
			next += 2
		}
	}
	return next
}

// ofOwner adds what single accounts hold.
func (h *holdings) ofOwner(id accountID) {
	switch id {
	case framework:
		h.coinInfo(native)
		h.ofFramework()
	case bridge:
		h.coinInfo(usdx)
		h.ofBridge()
	case pool:
		h.ofPool()
	case market:
		h.ofMarket()
	case council:
		h.ofCouncil()
	case treasury:
		h.ofTreasury()
	}
}

func (h *holdings) coinInfo(coin coin) {
	told := coinDescriptions[coin]
	most := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(1))
	h.framework("coin", "CoinInfo", []move.StructTag{h.world.coins[coin]}, fields{
		"name": told.name, "symbol": told.symbol, "decimals": told.decimals,
		"supply": some(fields{
			"aggregator": none(),
			"integer":    some(fields{"limit": most, "value": wide(h.now.supply(coin))}),
		}),
	})
}

func (h *holdings) ofFramework() {
	capability := fields{"dummy_field": false}
	h.framework("chain_id", "ChainId", nil, fields{"id": uint64(chainID)})
	h.framework("timestamp", "CurrentTimeMicroseconds", nil, fields{"microseconds": uint64(h.now.time())})
	h.framework("block", "BlockResource", nil, fields{
		"height":                       h.now.head(),
		"epoch_interval":               epochInterval,
		"new_block_events":             h.handle(ownCreation, h.now.head()+1),
		"update_epoch_interval_events": h.handle(ownCreation+1, 0),
	})
	h.framework("reconfiguration", "Configuration", nil, fields{
		"epoch":                     h.now.epoch(),
		"last_reconfiguration_time": h.now.epochStart(),
		"events":                    h.handle(ownCreation+2, h.now.epoch()),
	})
	h.framework("coin", "SupplyConfig", nil, fields{"allow_upgrades": false})
	h.framework("coin", "CoinConversionMap", nil, fields{"coin_to_fungible_asset_map": h.table("coin_to_fungible_asset_map")})
	h.framework("account", "OriginatingAddress", nil, fields{"address_map": h.table("address_map")})
	h.framework("transaction_fee", "NativeCoinCapabilities", nil, fields{"burn_cap": capability})
	h.framework("transaction_fee", "NativeCoinMintCapability", nil, fields{"mint_cap": capability})
	h.framework("native_coin", "MintCapStore", nil, fields{"mint_cap": capability})
	h.framework("automation_registry", "AutomationRegistryConfig", nil, fields{
		"automation_base_fee_in_quants_per_sec": uint64(baseFeeOfTasks),
		"flat_registration_fee_in_quants":       uint64(registrationFee),
		"registry_max_gas_cap":                  uint64(registryGasCap),
		"registration_enabled":                  true,
		"task_capacity":                         uint64(taskCapacity),
		"task_duration_cap_in_secs":             uint64(longestTaskLife),
	})
	h.framework("automation_registry", "AutomationRegistry", nil, fields{
		"current_index":        h.now.nextTask(),
		"epoch_locked_fees":    h.now.nextTask() * epochFeeCap,
		"registry_fee_address": h.world.named[automation],
		"tasks":                h.table("tasks"),
	})
}

func (h *holdings) ofBridge() {
	capability := fields{"dummy_field": false}
	h.own(bridge, "usdx", "Capabilities", nil, fields{"burn": capability, "freeze": capability, "mint": capability})
	h.own(bridge, "endpoint", "Endpoint", nil, fields{
		"nonce":          h.now.chain.messages,
		"destinations":   destinations(),
		"relayers":       h.table("relayers"),
		"outbound_limit": new(big.Int).Exp(big.NewInt(10), big.NewInt(30), nil),
	})
	asset := &h.world.credit
	reference := fields{"metadata": asset.metadata}
	var holders []any
	for _, holder := range asset.holders {
		holders = append(holders, h.world.named[holder])
	}
	h.own(bridge, "credit", "Management", nil, fields{"mint": reference, "transfer": reference, "burn": reference})
	h.own(bridge, "credit", "Registry", nil, fields{"metadata": asset.metadata, "holders": holders})
}

// Messages go to the chains from firstDestination on; closedDestination is not open yet.
const (
	firstDestination  = 100
	closedDestination = 112
)

func destinations() []any {
	var all []any
	for chain := uint64(firstDestination); chain <= closedDestination; chain++ {
		receiver := originOf(0, "bridge receiver", chain)
		all = append(all, fields{"chain": chain, "receiver": receiver[12:], "open": chain != closedDestination})
	}
	return all
}

func (h *holdings) ofPool() {
	h.own(exchange, "pool", "Pool", h.world.coins[:], fields{
		"reserve_x": h.now.store(pool, native).balance,
		"reserve_y": h.now.store(pool, usdx).balance,
		"fee":       fields{"basis_points": uint64(poolFee), "receiver": some(h.world.named[exchange])},
		"positions": fields{"inner": h.table("positions"), "length": uint64(3)},
	})
}

func (h *holdings) ofMarket() {
	h.own(market, "order_book", "OrderBook", h.world.coins[:], fields{
		"label":        "NATIVE / USDX \u2014 main book",
		"limits":       marketLimits(),
		"bids":         h.table("bids"),
		"asks":         h.table("asks"),
		"kinds":        orderKinds(),
		"paused_until": none(),
	})
}

func orderKinds() []any { return []any{"limit", "fill or kill", "post only"} }

func marketLimits() fields {
	return fields{
		"lot_size": uint64(1_000), "tick_size": uint64(10),
		"fee_tiers": []any{
			fields{"volume": wide(0), "maker": uint64(10), "taker": uint64(25)},
			fields{"volume": wide(1e15), "maker": uint64(5), "taker": uint64(20)},
			fields{"volume": wide(1e18), "maker": uint64(0), "taker": uint64(12)},
		},
	}
}

// councilOwners can spend what the council has, any two of them.
var councilOwners = [...]accountID{treasury, alice, bob}

const councilSignatures = 2

func (h *holdings) ofCouncil() {
	var owners []any
	for _, owner := range councilOwners {
		owners = append(owners, h.world.named[owner])
	}
	h.framework("multisig_account", "MultisigAccount", nil, fields{
		"owners":                        owners,
		"num_signatures_required":       uint64(councilSignatures),
		"transactions":                  h.table("transactions"),
		"last_executed_sequence_number": h.now.chain.decisions,
		"next_sequence_number":          h.now.chain.decisions + 1,
		"signer_cap":                    some(fields{"account": h.address}),
		"metadata":                      some(fields{"title": "Harbour council", "website": "https://council.example"}),
		"add_owners_events":             h.handle(ownCreation, 1),
		"execute_transaction_events":    h.handle(ownCreation+1, h.now.chain.decisions),
	})
}

func (h *holdings) ofTreasury() {
	tag := move.StructTag{
		Address: h.address, Module: "example", Name: "Shelf",
		TypeArguments: []move.TypeTag{
			{Kind: move.KindStruct, Struct: &stringTag},
			{Kind: move.KindVector, Element: &move.TypeTag{Kind: move.KindU8}},
		},
	}
	h.add(tag, nil, fields{
		"label": `keys & "spare" locks`,
		"items": []any{fields{"value": []byte{0, 1, 2}}, fields{"value": []byte{}}},
		"roles": []any{h.world.role(), fields{
			"role_id": uint64(1), "created": h.address, "tags": none(), "parent": some(uint64(0)),
		}},
		"note": some(uint64(7)),
	})
}

// role is the role that the example of the treasury keeps and shows.
func (w *world) role() fields {
	return fields{
		"role_id": uint64(0), "created": w.named[treasury], "tags": []any{"owner", "signer"}, "parent": none(),
	}
}

// packagesOf lists the packages of an account as its registry holds them.
func (w *world) packagesOf(now state, id accountID) []any {
	address := now.identity(id).address
	var all []any
	if modules := w.modules[address]; len(modules) > 0 {
		names := make([]string, len(modules))
		for i, module := range modules {
			names[i] = module.id.Name
		}
		name, deps := casting[id].name, []any{fields{"account": frameworkAddress, "package_name": casting[framework].name}}
		if id == framework {
			deps = none()
		}
		all = append(all, packageRecord(name, names, deps))
	}
	for place, name := range packages {
		if now.chain.accounts[id].packages&(1<<place) != 0 {
			all = append(all, packageRecord(name, packageModules(name), none()))
		}
	}
	return all
}

func packageRecord(name string, modules []string, deps []any) fields {
	var listed []any
	for _, module := range modules {
		listed = append(listed, fields{"name": module, "source": []byte{}, "source_map": []byte{}, "extension": none()})
	}
	content := originOf(0, "package "+name, 0)
	return fields{
		"name":           name,
		"upgrade_policy": fields{"policy": uint64(1)},
		"upgrade_number": uint64(0),
		"source_digest":  hex.EncodeToString(content[:]),
		"manifest":       []byte{},
		"modules":        listed,
		"deps":           deps,
		"extension":      none(),
	}
}

// packageModules are the modules of a package that transactions publish.
func packageModules(name string) []string {
	return []string{name, name + "_events"}
}
