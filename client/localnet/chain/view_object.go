package chain

import (
	"slices"

	"foredeck/client/move"
)

// objectFunctions are the view functions about objects and the fungible asset.
var objectFunctions = map[string]viewFunction{
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
}

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
	store, ok := c.genesis.credit.stores[c.address(0)]
	return store, ok
}

// metadata returns the metadata of the fungible asset, which must be the first argument.
func (c *ViewCall) metadata() (Fields, bool) {
	return creditMetadata(), c.address(0) == c.genesis.credit.metadata
}

// primaryStore returns the store of the account at the first argument for the asset at the second.
func (c *ViewCall) primaryStore() (creditStore, bool) {
	store, ok := c.genesis.credit.stores[primaryStore(c.address(0), c.address(1))]
	return store, ok
}

var (
	aboutObject       = about((*ViewCall).owner, notFound, "EOBJECT_DOES_NOT_EXIST")
	aboutMetadata     = about((*ViewCall).metadata, notFound, "EFUNGIBLE_METADATA_EXISTENCE")
	aboutStore        = about((*ViewCall).assetStore, notFound, "EFUNGIBLE_STORE_EXISTENCE")
	aboutPrimaryStore = about((*ViewCall).primaryStore, notFound, "EPRIMARY_STORE_NOT_FOUND")
)
