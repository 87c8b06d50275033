package chain

import "foredeck/client/move"

// objectFunctions are the view functions about objects and the fungible asset.
var objectFunctions = map[string]viewFunction{
	"object::is_object": func(c *ViewCall) []any {
		_, ok := c.owner(c.address(0))
		return []any{ok}
	},
	"object::object_exists": func(c *ViewCall) []any {
		for _, resource := range c.now.Resources(c.address(0)) {
			tag := c.typeArguments[0]
			if _, ok := c.owner(c.address(0)); ok && tag.Kind == move.KindStruct && resource.Type.Equal(*tag.Struct) {
				return []any{true}
			}
		}
		return []any{false}
	},
	"object::is_untransferable": aboutObject(func(c *ViewCall, _ move.Address) any {
		_, ok := c.genesis.credit.stores[c.address(0)]
		return ok
	}),
	"object::owner":    aboutObject(func(_ *ViewCall, owner move.Address) any { return owner }),
	"object::is_owner": aboutObject(func(c *ViewCall, owner move.Address) any { return owner == c.address(1) }),
	"object::owns":     aboutObject(func(c *ViewCall, owner move.Address) any { return owner == c.address(1) }),

	"fungible_asset::name":     aboutMetadata(func(c *ViewCall) any { return creditMetadata()["name"] }),
	"fungible_asset::symbol":   aboutMetadata(func(c *ViewCall) any { return creditMetadata()["symbol"] }),
	"fungible_asset::decimals": aboutMetadata(func(c *ViewCall) any { return creditMetadata()["decimals"] }),
	"fungible_asset::metadata": aboutMetadata(func(c *ViewCall) any { return creditMetadata() }),
	"fungible_asset::supply":   aboutMetadata(func(c *ViewCall) any { return some(bigInt(c.genesis.credit.supply())) }),
	"fungible_asset::maximum":  aboutMetadata(func(c *ViewCall) any { return some(bigInt(creditMaximum)) }),
	"fungible_asset::store_exists": func(c *ViewCall) []any {
		_, ok := c.genesis.credit.stores[c.address(0)]
		return []any{ok}
	},
	"fungible_asset::store_metadata": aboutStore(func(c *ViewCall, _ creditStore) any { return c.genesis.credit.metadata }),
	"fungible_asset::balance":        aboutStore(func(_ *ViewCall, store creditStore) any { return store.balance }),
	"fungible_asset::is_frozen":      aboutStore(func(_ *ViewCall, store creditStore) any { return store.frozen }),

	"primary_fungible_store::primary_store_address": func(c *ViewCall) []any {
		return []any{primaryStore(c.address(0), c.address(1))}
	},
	"primary_fungible_store::primary_store": func(c *ViewCall) []any {
		if _, ok := c.primaryStore(); !ok {
			return c.abort(notFound, "EPRIMARY_STORE_NOT_FOUND")
		}
		return []any{primaryStore(c.address(0), c.address(1))}
	},
	"primary_fungible_store::primary_store_exists": func(c *ViewCall) []any {
		_, ok := c.primaryStore()
		return []any{ok}
	},
	"primary_fungible_store::balance": func(c *ViewCall) []any {
		store, _ := c.primaryStore()
		return []any{store.balance}
	},
	"primary_fungible_store::is_frozen": func(c *ViewCall) []any {
		store, _ := c.primaryStore()
		return []any{store.frozen}
	},
}

// owner returns the owner of an object, if there is one.
func (c *ViewCall) owner(object move.Address) (move.Address, bool) {
	if object == c.genesis.credit.metadata {
		return c.genesis.named[Bridge], true
	}
	store, ok := c.genesis.credit.stores[object]
	return store.owner, ok
}

// primaryStore returns the store of the account at the first argument for the asset at the
// second.
func (c *ViewCall) primaryStore() (creditStore, bool) {
	store, ok := c.genesis.credit.stores[primaryStore(c.address(0), c.address(1))]
	return store, ok
}

// aboutObject returns a function of the object at its first argument. It aborts if there is
// none.
func aboutObject(result func(c *ViewCall, owner move.Address) any) viewFunction {
	return func(c *ViewCall) []any {
		owner, ok := c.owner(c.address(0))
		if !ok {
			return c.abort(notFound, "EOBJECT_DOES_NOT_EXIST")
		}
		return []any{result(c, owner)}
	}
}

// aboutMetadata returns a function of the fungible asset, which must be its argument.
func aboutMetadata(result func(*ViewCall) any) viewFunction {
	return func(c *ViewCall) []any {
		if c.address(0) != c.genesis.credit.metadata {
			return c.abort(notFound, "EFUNGIBLE_METADATA_EXISTENCE")
		}
		return []any{result(c)}
	}
}

// aboutStore returns a function of the store at its argument. It aborts if there is none.
func aboutStore(result func(*ViewCall, creditStore) any) viewFunction {
	return func(c *ViewCall) []any {
		store, ok := c.genesis.credit.stores[c.address(0)]
		if !ok {
			return c.abort(notFound, "EFUNGIBLE_STORE_EXISTENCE")
		}
		return []any{result(c, store)}
	}
}
