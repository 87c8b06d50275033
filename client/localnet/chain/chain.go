package chain

import (
	"sync"

	"foredeck/client/localnet/internal/rng"
	"foredeck/client/move"
)

// Chain is the whole state. One goroutine adds blocks, any number read.
type Chain struct {
	seed    uint64
	genesis *genesis

	mutex    sync.RWMutex
	records  Records
	accounts []Account
	ids      map[move.Address]AccountID
	supply   [CoinCount]uint64

	// The rest is the block maker's alone.
	rng        rng.Source
	created    uint64   // accounts created since the start
	tasks      []uint32 // the registrations of automation tasks, by the tasks' indexes
	expired    int      // tasks before it have expired
	active     int      // tasks before it have been settled, and fire
	settledIn  uint32   // the epoch in which that was
	settlings  uint64   // automation records written
	collected  uint64   // fees since the last reward
	messages   uint64   // messages sent over the bridge
	decisions  uint64   // transactions the council has executed
	quota      int      // transactions treasury may still send before the start
	history    bool     // the start has not been reached
	roundsLost int      // rounds the newest block came after in vain
}

// deposit adds to a balance and writes it down. The total supply fits a u64, so no
// balance overflows.
func (c *Chain) deposit(id AccountID, coin Coin, amount uint64) {
	store := &c.accounts[id].Stores[coin]
	store.Registered = true
	store.Balance += amount
	c.records.Movements = append(c.records.Movements, Movement{
		Amount: amount, Account: id, Sequence: store.Deposits, Coin: coin, IsDeposit: true,
	})
	store.Deposits++
}

// mint makes new coins.
func (c *Chain) mint(id AccountID, coin Coin, amount uint64) {
	c.supply[coin] += amount
	c.deposit(id, coin, amount)
}

// charge takes a fee, in units of native. It is burned, and told by gas alone.
func (c *Chain) charge(id AccountID, fee uint64) {
	c.supply[Native] -= fee
	c.collected += fee
	c.accounts[id].Stores[Native].Balance -= fee
}

// withdraw takes from a balance and writes it down; the caller has checked that it is
// there.
func (c *Chain) withdraw(id AccountID, coin Coin, amount uint64) {
	store := &c.accounts[id].Stores[coin]
	store.Balance -= amount
	c.records.Movements = append(c.records.Movements, Movement{
		Amount: amount, Account: id, Sequence: store.Withdrawals, Coin: coin,
	})
	store.Withdrawals++
}

// Account gives an account's indexes and the records that they are of; the indexes of
// an account that does not exist are empty.
func (c *Chain) Account(address move.Address) (Account, Records) {
	c.mutex.RLock()
	defer c.mutex.RUnlock()
	if id, ok := c.ids[address]; ok {
		return c.accounts[id], c.records
	}
	return Account{}, c.records
}

// Records gives the records as they are now.
func (c *Chain) Records() Records {
	c.mutex.RLock()
	defer c.mutex.RUnlock()
	return c.records
}

// Head gives the height of the newest block.
func (c *Chain) Head() uint64 {
	c.mutex.RLock()
	defer c.mutex.RUnlock()
	return uint64(len(c.records.Blocks)) - 1
}
