package localnet

import (
	"bytes"
	"encoding/binary"
	"math/big"
	"slices"

	"foredeck/client/move"
)

// Kinds of paths in the keys of the state.
const (
	modulePath        = 0
	resourcePath      = 1
	resourceGroupPath = 2
)

// holding is a resource that an address holds, with its data.
type holding struct {
	tag  move.StructTag
	data fields
	key  []byte // of the state, which orders the list and makes its cursors
}

// stateKey names an entry of the state: a kind of entry, the address, the path, and the
// place in a resource group where it stands in one.
func stateKey(address move.Address, path []byte, group ...byte) []byte {
	key := append([]byte{0}, address[:]...)
	key = append(appendLength(key, len(path)), path...)
	if len(group) == 0 {
		return append(key, 0)
	}
	return binary.LittleEndian.AppendUint64(append(key, 1), uint64(group[0]))
}

func moduleKey(id move.ModuleID) []byte {
	path := append([]byte{modulePath}, id.Address[:]...)
	return stateKey(id.Address, append(appendLength(path, len(id.Name)), id.Name...))
}

// holdings collects the resources of one address.
type holdings struct {
	world   *world
	now     state
	address move.Address
	all     []holding
}

// resourcesOf lists what an address holds at this moment, in the order of the list. Most
// addresses hold something because they are accounts; the objects of the fungible asset
// hold a resource group.
func (w *world) resourcesOf(now state, address move.Address) []holding {
	h := &holdings{world: w, now: now, address: address}
	if id, ok := now.account(address); ok {
		h.ofAccount(id)
		h.ofOwner(id)
	}
	h.ofObject()
	slices.SortFunc(h.all, func(a, b holding) int { return bytes.Compare(a.key, b.key) })
	return h.all
}

// framework adds a resource whose type is the framework's.
func (h *holdings) framework(module, name string, typeArguments []move.StructTag, data fields) {
	h.add(move.StructTag{Address: frameworkAddress, Module: module, Name: name}, typeArguments, data)
}

// own adds a resource whose type is of a package that the named account has published.
func (h *holdings) own(publisher accountID, module, name string, typeArguments []move.StructTag, data fields) {
	h.add(move.StructTag{Address: h.world.named[publisher], Module: module, Name: name}, typeArguments, data)
}

func (h *holdings) add(tag move.StructTag, typeArguments []move.StructTag, data fields) {
	for i := range typeArguments {
		tag.TypeArguments = append(tag.TypeArguments, move.TypeTag{Kind: move.KindStruct, Struct: &typeArguments[i]})
	}
	h.all = append(h.all, holding{tag, data, stateKey(h.address, tag.AppendBCS([]byte{resourcePath}))})
}

// member adds a resource that stands in the object's resource group.
func (h *holdings) member(place byte, module, name string, data fields) {
	tag := move.StructTag{Address: frameworkAddress, Module: module, Name: name}
	group := move.StructTag{Address: frameworkAddress, Module: "object", Name: "ObjectGroup"}
	h.all = append(h.all, holding{tag, data, stateKey(h.address, group.AppendBCS([]byte{resourceGroupPath}), place)})
}

// handle is an event handle of the address.
func (h *holdings) handle(creation, counter uint64) fields {
	return fields{
		"counter": counter,
		"guid":    fields{"id": fields{"addr": h.address, "creation_num": creation}},
	}
}

// table is a table of the address; its handle follows from its name.
func (h *holdings) table(name string) fields {
	return fields{"handle": move.Address(originOf(h.now.chain.seed, "table "+name+h.address.String(), 0))}
}

func none() []any { return []any{} }

func some(value any) []any { return []any{value} }

func wide(n uint64) *big.Int { return new(big.Int).SetUint64(n) }

// ofAccount adds what every account holds.
func (h *holdings) ofAccount(id accountID) {
	account := &h.now.chain.accounts[id]
	var registered uint64
	for coin := range coins {
		store := h.now.store(id, coin)
		if !store.registered {
			continue
		}
		registered++
		// Creation numbers 0 and 1 are the account's own; each store takes two more.
		creation := 2 + 2*uint64(coin)
		h.framework("coin", "CoinStore", []move.StructTag{h.world.coins[coin]}, fields{
			"coin":            fields{"value": store.balance},
			"frozen":          false,
			"deposit_events":  h.handle(creation, uint64(store.deposits)),
			"withdraw_events": h.handle(creation+1, uint64(store.withdrawals)),
		})
	}
	h.framework("account", "Account", nil, fields{
		"authentication_key":        account.authenticationKey[:],
		"sequence_number":           h.now.sequenceNumber(id),
		"guid_creation_num":         h.now.nextCreation(id),
		"coin_register_events":      h.handle(0, registered),
		"key_rotation_events":       h.handle(1, uint64(account.generation)),
		"rotation_capability_offer": fields{"for": none()},
		"signer_capability_offer":   fields{"for": none()},
	})
	if registry := h.world.packagesOf(h.now, id); len(registry) > 0 {
		h.framework("code", "PackageRegistry", nil, fields{"packages": registry})
	}
}

// ofObject adds what the address holds as an object: the group of the fungible asset's
// metadata, or of a store of it.
func (h *holdings) ofObject() {
	asset := &h.world.credit
	if h.address == asset.metadata {
		h.objectCore(h.world.named[bridge], false)
		h.member(1, "fungible_asset", "Metadata", creditMetadata())
		h.member(2, "fungible_asset", "Supply", fields{"current": wide(asset.supply()), "maximum": some(wide(creditMaximum))})
		h.member(3, "primary_fungible_store", "DeriveRefPod", fields{"metadata_derive_ref": fields{"self": asset.metadata}})
		return
	}
	if store, ok := asset.stores[h.address]; ok {
		h.objectCore(store.owner, false)
		h.member(1, "fungible_asset", "FungibleStore", fields{
			"metadata": asset.metadata, "balance": store.balance, "frozen": store.frozen,
		})
		h.member(2, "object", "Untransferable", fields{"dummy_field": false})
	}
}

func (h *holdings) objectCore(owner move.Address, transferable bool) {
	// Objects count their creation numbers from 2^50 on.
	const first = 1 << 50
	h.member(0, "object", "ObjectCore", fields{
		"guid_creation_num":      uint64(first + 1),
		"owner":                  owner,
		"allow_ungated_transfer": transferable,
		"transfer_events":        h.handle(first, 0),
	})
}

const creditMaximum = 5_000_000e6

func creditMetadata() fields {
	return fields{
		"name": "Harbour Credit", "symbol": "CREDIT", "decimals": uint64(6),
		"icon_uri": "", "project_uri": "https://credit.example",
	}
}
