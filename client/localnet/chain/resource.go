package chain

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

// Resource is a resource that an address holds, with its data.
type Resource struct {
	Type move.StructTag
	Data Fields
	Key  []byte // of the state, which orders the list and makes its cursors
}

// stateKey names an entry of the state: a kind of entry, the address, the path, and the
// place in a resource group where it stands in one.
func stateKey(address move.Address, path []byte, group ...byte) []byte {
	key := append([]byte{0}, address[:]...)
	key = append(binary.AppendUvarint(key, uint64(len(path))), path...)
	if len(group) == 0 {
		return append(key, 0)
	}
	return binary.LittleEndian.AppendUint64(append(key, 1), uint64(group[0]))
}

func ModuleKey(id move.ModuleID) []byte {
	path := append([]byte{modulePath}, id.Address[:]...)
	return stateKey(id.Address, append(binary.AppendUvarint(path, uint64(len(id.Name))), id.Name...))
}

// resourceList collects the resources of one address.
type resourceList struct {
	genesis *genesis
	now     State
	address move.Address
	all     []Resource
}

// Resources lists what an address holds at this moment, in the order of the list. Most
// addresses hold something because they are accounts; the objects of the fungible asset
// hold a resource group.
func (s State) Resources(address move.Address) []Resource {
	h := &resourceList{now: s, genesis: s.chain.genesis, address: address}
	if id, ok := s.Lookup(address); ok {
		h.ofAccount(id)
		h.ofOwner(id)
	}
	h.ofObject()
	slices.SortFunc(h.all, func(a, b Resource) int { return bytes.Compare(a.Key, b.Key) })
	return h.all
}

// framework adds a resource whose type is the framework's.
func (h *resourceList) framework(module, name string, typeArguments []move.StructTag, data Fields) {
	h.add(move.StructTag{Address: frameworkAddress, Module: module, Name: name}, typeArguments, data)
}

// own adds a resource whose type is of a package that the named account has published.
func (h *resourceList) own(publisher AccountID, module, name string, typeArguments []move.StructTag, data Fields) {
	h.add(move.StructTag{Address: h.genesis.named[publisher], Module: module, Name: name}, typeArguments, data)
}

func (h *resourceList) add(tag move.StructTag, typeArguments []move.StructTag, data Fields) {
	for i := range typeArguments {
		tag.TypeArguments = append(tag.TypeArguments, move.TypeTag{Kind: move.KindStruct, Struct: &typeArguments[i]})
	}
	h.all = append(h.all, Resource{tag, data, stateKey(h.address, tag.AppendBCS([]byte{resourcePath}))})
}

// member adds a resource that stands in the object's resource group.
func (h *resourceList) member(place byte, module, name string, data Fields) {
	tag := move.StructTag{Address: frameworkAddress, Module: module, Name: name}
	group := move.StructTag{Address: frameworkAddress, Module: "object", Name: "ObjectGroup"}
	h.all = append(h.all, Resource{tag, data, stateKey(h.address, group.AppendBCS([]byte{resourceGroupPath}), place)})
}

// handle is an event handle of the address.
func (h *resourceList) handle(creation, counter uint64) Fields {
	return Fields{
		"counter": counter,
		"guid":    Fields{"id": Fields{"addr": h.address, "creation_num": creation}},
	}
}

// table is a table of the address; its handle follows from its name.
func (h *resourceList) table(name string) Fields {
	return Fields{"handle": move.Address(newSecret(h.now.chain.seed, "table "+name+h.address.String(), 0))}
}

func none() []any { return []any{} }

func some(value any) []any { return []any{value} }

func wide(n uint64) *big.Int { return new(big.Int).SetUint64(n) }

// ofAccount adds what every account holds.
func (h *resourceList) ofAccount(id AccountID) {
	account := &h.now.chain.accounts[id]
	var registered uint64
	for coin := range CoinCount {
		store := h.now.CoinStore(id, coin)
		if !store.Registered {
			continue
		}
		registered++
		// Creation numbers 0 and 1 are the account's own; each store takes two more.
		creation := 2 + 2*uint64(coin)
		h.framework("coin", "CoinStore", []move.StructTag{h.genesis.coins[coin]}, Fields{
			"coin":            Fields{"value": store.Balance},
			"frozen":          false,
			"deposit_events":  h.handle(creation, uint64(store.Deposits)),
			"withdraw_events": h.handle(creation+1, uint64(store.Withdrawals)),
		})
	}
	h.framework("account", "Account", nil, Fields{
		"authentication_key":        account.AuthenticationKey[:],
		"sequence_number":           h.now.SequenceNumber(id),
		"guid_creation_num":         h.now.nextCreation(id),
		"coin_register_events":      h.handle(0, registered),
		"key_rotation_events":       h.handle(1, uint64(account.KeyGeneration)),
		"rotation_capability_offer": Fields{"for": none()},
		"signer_capability_offer":   Fields{"for": none()},
	})
	if registry := h.now.packagesOf(id); len(registry) > 0 {
		h.framework("code", "PackageRegistry", nil, Fields{"packages": registry})
	}
}

// ofObject adds what the address holds as an object: the group of the fungible asset's
// metadata, or of a store of it.
func (h *resourceList) ofObject() {
	asset := &h.genesis.credit
	if h.address == asset.metadata {
		h.objectCore(h.genesis.named[Bridge], false)
		h.member(1, "fungible_asset", "Metadata", creditMetadata())
		h.member(2, "fungible_asset", "Supply", Fields{"current": wide(asset.supply()), "maximum": some(wide(creditMaximum))})
		h.member(3, "primary_fungible_store", "DeriveRefPod", Fields{"metadata_derive_ref": Fields{"self": asset.metadata}})
		return
	}
	if store, ok := asset.stores[h.address]; ok {
		h.objectCore(store.owner, false)
		h.member(1, "fungible_asset", "FungibleStore", Fields{
			"metadata": asset.metadata, "balance": store.balance, "frozen": store.frozen,
		})
		h.member(2, "object", "Untransferable", Fields{"dummy_field": false})
	}
}

func (h *resourceList) objectCore(owner move.Address, transferable bool) {
	// Objects count their creation numbers from 2^50 on.
	const first = 1 << 50
	h.member(0, "object", "ObjectCore", Fields{
		"guid_creation_num":      uint64(first + 1),
		"owner":                  owner,
		"allow_ungated_transfer": transferable,
		"transfer_events":        h.handle(first, 0),
	})
}

const creditMaximum = 5_000_000e6

func creditMetadata() Fields {
	return Fields{
		"name": "Harbour Credit", "symbol": "CREDIT", "decimals": uint64(6),
		"icon_uri": "", "project_uri": "https://credit.example",
	}
}
