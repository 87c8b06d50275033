package chain

import "foredeck/client/move"

// assetTransferPercent is the percentage of blocks with a transfer of the fungible asset.
const assetTransferPercent = 15

// assetHolding is what a holder in creditHoldings has of the fungible asset.
type assetHolding struct {
	balance      uint64
	transactions []uint32 // that change it: indexes in Records.Transactions, in order of execution
}

// AssetMetadata returns the address of the fungible asset.
func (c *Chain) AssetMetadata() move.Address { return c.genesis.credit.metadata }

// AssetStore returns the address of the primary store of an account for the fungible asset.
func (c *Chain) AssetStore(owner move.Address) move.Address {
	return primaryStore(owner, c.genesis.credit.metadata)
}

// AssetTransactions lists the transactions that change the balance of a store, as indexes in the records.
func (c *Chain) AssetTransactions(store move.Address) ([]uint32, Records) {
	c.mutex.RLock()
	defer c.mutex.RUnlock()
	if found, ok := c.genesis.credit.stores[store]; ok {
		return c.assets[found.holding].transactions, c.records
	}
	return nil, c.records
}

// assetStore returns a store of the fungible asset.
func (s State) assetStore(address move.Address) (creditStore, bool) {
	store, ok := s.chain.genesis.credit.stores[address]
	if ok {
		store.balance = s.chain.assets[store.holding].balance
	}
	return store, ok
}

// transferAsset adds a transfer of the fungible asset between two holders, if the ones that it draws can make it.
func (c *Chain) transferAsset() {
	from, to := int(c.rng.Uint64N(uint64(len(c.assets)))), int(c.rng.Uint64N(uint64(len(c.assets))))
	sender := creditHoldings[from].holder
	if from == to || creditHoldings[from].frozen || creditHoldings[to].frozen || c.assets[from].balance == 0 || !c.canPay(sender) {
		return
	}
	tx := c.newTransaction(sender, TransferAsset)
	tx.Counterparty = creditHoldings[to].holder
	tx.Amount = min(c.drawAmount(c.assets[from].balance), c.assets[from].balance)
	c.assets[from].balance -= tx.Amount
	c.assets[to].balance += tx.Amount
	for _, changed := range [...]int{from, to} {
		c.assets[changed].transactions = append(c.assets[changed].transactions, c.nextIndex())
	}
	c.finish(&tx)
}
