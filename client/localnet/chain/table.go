package chain

import (
	"encoding/binary"
	"math/big"
	"time"

	"foredeck/client/move"
)

// tableHandle returns the handle of the table in a field of a resource of an address.
func (s State) tableHandle(field string, owner move.Address) move.Address {
	return move.Address(newSecret(s.chain.seed, "table "+field+owner.String(), 0))
}

// Table is a table whose items can be read.
type Table struct {
	Key, Value move.TypeTag
	item       func(key any) (any, bool)
}

// Item returns the value of a key, which is a value of the type Key.
func (t *Table) Item(key any) (value any, ok bool) { return t.item(key) }

// Table returns the table with a handle. The other tables of resources are empty.
func (s State) Table(handle move.Address) (*Table, bool) {
	g := s.chain.genesis
	structure := func(owner move.Address, module, name string) move.TypeTag {
		return move.TypeTag{Kind: move.KindStruct, Struct: &move.StructTag{Address: owner, Module: module, Name: name}}
	}
	address, bytes := move.TypeTag{Kind: move.KindAddress}, move.TypeTag{Kind: move.KindVector, Element: &move.TypeTag{Kind: move.KindU8}}
	switch handle {
	case s.tableHandle("feeds", g.priceFeed):
		return &Table{move.TypeTag{Kind: move.KindU32}, structure(g.priceFeed, "supra_oracle_storage", "Entry"), func(key any) (any, bool) {
			price, ok := s.price(key.(uint64))
			return price, ok
		}}, true
	case s.tableHandle("relayers", g.named[Bridge]):
		return &Table{address, bytes, s.aboutNamed(func(id AccountID) any {
			key := s.chain.records.Identities[id].Secret.PublicKey(0, 0)
			return key[:]
		}, Faucet, Exchange, Market)}, true
	case s.tableHandle("positions", g.named[Pool]):
		return &Table{address, structure(g.named[Exchange], "pool", "Position"), s.aboutNamed(func(id AccountID) any {
			secret := s.chain.records.Identities[id].Secret
			share := uint64(binary.LittleEndian.Uint32(secret[:]))
			return Fields{"shares": bigInt(share * 1e6), "entry_price": bigInt(41_250_000 + share%1e6), "opened": uint64(s.chain.records.firstBlockTime / microsecondsPerSecond)}
		}, Treasury, Exchange, Alice)}, true
	default:
		return nil, false
	}
}

// aboutNamed returns the items of a table that has some named accounts as keys.
func (s State) aboutNamed(value func(AccountID) any, keys ...AccountID) func(key any) (any, bool) {
	return func(key any) (any, bool) {
		for _, id := range keys {
			if key == any(s.chain.genesis.named[id]) {
				return value(id), true
			}
		}
		return nil, false
	}
}

// price returns a price of the newest block as the value of a Move struct.
func (s State) price(pair uint64) (Fields, bool) {
	if s.chain.config.Prices == nil {
		return nil, false
	}
	price, ok := s.chain.config.Prices(uint32(pair), time.UnixMicro(s.time()))
	if !ok {
		return nil, false
	}
	return Fields{"value": new(big.Int).Set(price.Value), "decimal": price.Decimals, "timestamp": price.Timestamp, "round": price.Round}, true
}
