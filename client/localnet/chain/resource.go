package chain

import (
	"bytes"
	"encoding/binary"
	"math/big"
	"sort"

	"foredeck/client/move"
)

// Kinds of paths in state keys.
const (
	modulePath        = 0
	resourcePath      = 1
	resourceGroupPath = 2
)

// Resource is a resource of an address.
type Resource struct {
	Type move.StructTag
	Data Fields
	Key  []byte // state key: sorts lists and serves as cursor
}

// stateKey returns the key of an entry of the state: the address, the path and, for a
// member of a resource group, the index in the group.
func stateKey(address move.Address, path []byte, group ...byte) []byte {
	key := append([]byte{0}, address[:]...)
	key = append(binary.AppendUvarint(key, uint64(len(path))), path...)
	if len(group) == 0 {
		return append(key, 0)
	}
	return binary.LittleEndian.AppendUint64(append(key, 1), uint64(group[0]))
}

// ModuleKey returns the state key of a module.
func ModuleKey(id move.ModuleID) []byte {
	path := append([]byte{modulePath}, id.Address[:]...)
	return stateKey(id.Address, append(binary.AppendUvarint(path, uint64(len(id.Name))), id.Name...))
}

// resourceList collects the resources of an address.
type resourceList struct {
	genesis   *genesis
	now       State
	address   move.Address
	resources []Resource
}

// Resources lists the resources of an address, sorted by key. It may be an account or an
// object of the fungible asset, which holds a resource group.
func (s State) Resources(address move.Address) []Resource {
	h := &resourceList{now: s, genesis: s.chain.genesis, address: address}
	if id, ok := s.Lookup(address); ok {
		h.addAccount(id)
		h.addNamed(id)
	} else if epoch, validator, ok := s.pool(address); ok {
		h.addPoolOf(epoch, validator)
	}
	h.addObject()
	if address == h.genesis.priceFeed {
		tag := move.StructTag{Address: address, Module: "supra_oracle_storage", Name: "OracleHolder"}
		h.add(tag, nil, Fields{"feeds": h.table("feeds")})
	}
	sort.Slice(h.resources, func(i, j int) bool { return bytes.Compare(h.resources[i].Key, h.resources[j].Key) < 0 })
	return h.resources
}

// addOfFramework adds a resource of a type of the framework.
func (h *resourceList) addOfFramework(module, name string, typeArguments []move.StructTag, data Fields) {
	h.add(move.StructTag{Address: frameworkAddress, Module: module, Name: name}, typeArguments, data)
}

// addOfAccount adds a resource of a type that a named account publishes.
func (h *resourceList) addOfAccount(publisher AccountID, module, name string, typeArguments []move.StructTag, data Fields) {
	h.add(move.StructTag{Address: h.genesis.named[publisher], Module: module, Name: name}, typeArguments, data)
}

func (h *resourceList) add(tag move.StructTag, typeArguments []move.StructTag, data Fields) {
	for i := range typeArguments {
		tag.TypeArguments = append(tag.TypeArguments, move.TypeTag{Kind: move.KindStruct, Struct: &typeArguments[i]})
	}
	h.resources = append(h.resources, Resource{tag, data, stateKey(h.address, tag.AppendBCS([]byte{resourcePath}))})
}

// addGroupMember adds a member of the resource group of an object.
func (h *resourceList) addGroupMember(index byte, module, name string, data Fields) {
	tag := move.StructTag{Address: frameworkAddress, Module: module, Name: name}
	group := move.StructTag{Address: frameworkAddress, Module: "object", Name: "ObjectGroup"}
	h.resources = append(h.resources, Resource{tag, data, stateKey(h.address, group.AppendBCS([]byte{resourceGroupPath}), index)})
}

// eventHandle returns an event handle of the address.
func (h *resourceList) eventHandle(creation, counter uint64) Fields {
	return Fields{
		"counter": counter,
		"guid":    Fields{"id": Fields{"addr": h.address, "creation_num": creation}},
	}
}

// table returns a table of the address, with a handle derived from its name.
func (h *resourceList) table(name string) Fields {
	return Fields{"handle": h.now.tableHandle(name, h.address)}
}

func none() []any { return []any{} }

func some(value any) []any { return []any{value} }

func bigInt(n uint64) *big.Int { return new(big.Int).SetUint64(n) }

// addAccount adds the resources that every account has.
func (h *resourceList) addAccount(id AccountID) {
	account := &h.now.chain.accounts[id]
	var registered uint64
	for coin := range CoinCount {
		store := h.now.CoinStore(id, coin)
		if !store.Registered {
			continue
		}
		registered++
		// Creation numbers 0 and 1 belong to the account; each store uses two more.
		creation := 2 + 2*uint64(coin)
		h.addOfFramework("coin", "CoinStore", []move.StructTag{h.genesis.coins[coin]}, Fields{
			"coin":            Fields{"value": store.Balance},
			"frozen":          false,
			"deposit_events":  h.eventHandle(creation, uint64(store.Deposits)),
			"withdraw_events": h.eventHandle(creation+1, uint64(store.Withdrawals)),
		})
	}
	h.addOfFramework("account", "Account", nil, Fields{
		"authentication_key":        bytes.Clone(account.AuthenticationKey[:]), // read after the next block
		"sequence_number":           h.now.SequenceNumber(id),
		"guid_creation_num":         h.now.nextCreation(id),
		"coin_register_events":      h.eventHandle(0, registered),
		"key_rotation_events":       h.eventHandle(1, uint64(account.KeyGeneration)),
		"rotation_capability_offer": Fields{"for": none()},
		"signer_capability_offer":   Fields{"for": none()},
	})
	if registry := h.now.packagesOf(id); len(registry) > 0 {
		h.addOfFramework("code", "PackageRegistry", nil, Fields{"packages": registry})
	}
}

// addObject adds the resource group of an object: the metadata of the fungible asset, or a store of it.
func (h *resourceList) addObject() {
	asset := &h.genesis.credit
	if h.address == asset.metadata {
		h.addObjectCore(h.genesis.named[Bridge])
		h.addGroupMember(1, "fungible_asset", "Metadata", creditMetadata())
		h.addGroupMember(2, "fungible_asset", "Supply", Fields{"current": bigInt(asset.supply()), "maximum": some(bigInt(creditMaximum))})
		h.addGroupMember(3, "primary_fungible_store", "DeriveRefPod", Fields{"metadata_derive_ref": Fields{"self": asset.metadata}})
		return
	}
	if store, ok := h.now.assetStore(h.address); ok {
		h.addObjectCore(store.owner)
		h.addGroupMember(1, "fungible_asset", "FungibleStore", Fields{
			"metadata": asset.metadata, "balance": store.balance, "frozen": store.frozen,
		})
		h.addGroupMember(2, "object", "Untransferable", Fields{"dummy_field": false})
	}
}

func (h *resourceList) addObjectCore(owner move.Address) {
	// The creation numbers of objects start at 2^50.
	const first = 1 << 50
	h.addGroupMember(0, "object", "ObjectCore", Fields{
		"guid_creation_num":      uint64(first + 1),
		"owner":                  owner,
		"allow_ungated_transfer": false,
		"transfer_events":        h.eventHandle(first, 0),
	})
}

const creditMaximum = 5_000_000e6

func creditMetadata() Fields {
	return Fields{
		"name": "Harbour Credit", "symbol": "CREDIT", "decimals": uint64(6),
		"icon_uri": "", "project_uri": "https://credit.example",
	}
}

// Fields holds the values of the fields of a struct, by name. The values of Move types are
//
//	bool                 bool
//	u8 to u64            uint64
//	u128, u256           *big.Int
//	address, Object<T>   move.Address
//	vector<u8>           []byte
//	other vectors        []any
//	String               string
//	Option<T>            []any, of length 0 or 1
//	other structs        Fields
type Fields map[string]any

var (
	stringTag        = move.StructTag{Address: frameworkAddress, Module: "string", Name: "String"}
	frameworkAddress = move.Address{31: 1}
)

// TypedValue is a value with its type, see Fields.
type TypedValue struct {
	Type  move.TypeTag
	Value any
}
