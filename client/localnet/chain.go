package localnet

import (
	"sync"

	"foredeck/client/move"
)

// accountID is the place of an account in the list of all accounts.
type accountID uint32

// coin is one of the two coins of the chain.
type coin uint8

const (
	native coin = iota // 0x1::native_coin::NativeCoin, 8 decimals
	usdx               // bridge::usdx::Usdx, 6 decimals
	coins
)

// block is a finalized block; its height is its place in the list of all blocks, its
// parent is the one before.
type block struct {
	hash             digest
	age              int64 // microseconds after the first block
	firstTransaction uint32
	epoch            uint32
	round            uint32
	author           uint8 // place in the committee
	transactions     uint8
}

// transaction is a finalized transaction, kept small: what is not here follows from salt
// when the record is written out.
type transaction struct {
	hash          digest
	salt          uint64
	amount        uint64 // what the action moves or asks for, in units of coin
	limit         uint64 // the action's second number, see action
	block         uint32
	sequence      uint32 // the sender's; of an automated transaction the index of its task
	sender        accountID
	counterparty  accountID
	feePayer      accountID
	firstMovement uint32
	gasUsed       uint32
	maxGas        uint32
	gasPrice      uint32
	generation    uint16 // of the sender's key
	action        action
	outcome       outcome
	signing       signing
	coin          coin
	movements     uint8
}

// movement is one change of a coin balance, fees apart: they are told by gas.
type movement struct {
	amount   uint64
	account  accountID
	sequence uint32 // in the account's event stream for this coin and direction
	coin     coin
	deposit  bool
}

// records is what of the chain only ever grows. A copy of it can be read while the
// chain goes on, because nothing below its lengths changes again.
//
// Coin movements stand in a table of their own, in order of execution: the movements of
// a transaction are a range of it. Transactions of all types stand in one list; those of
// an account are found through the account's indexes into it.
type records struct {
	firstBlockTime int64 // microseconds since the Unix epoch
	committee      *[committeeSize]digest
	blocks         []block
	transactions   []transaction
	movements      []movement // those before the first transaction's fund the accounts
	identities     []identity
}

// store is an account's balance of one coin and the lengths of its two event streams.
type store struct {
	balance     uint64
	deposits    uint32
	withdrawals uint32
	registered  bool
}

// account is what of an account changes.
type account struct {
	authenticationKey digest
	generation        uint16
	packages          uint8 // those it has published: a bit for each of the package names
	stores            [coins]store
	sent              []uint32 // its transactions, by sequence number
	automated         []uint32 // what its automation tasks sent, in order of execution
	// moving are the transactions that move coins of its stores, in order of execution,
	// and movingOf those of each type.
	moving   []uint32
	movingOf [transactionTypes][]uint32
}

// chain is the whole state. One goroutine adds blocks, any number read.
type chain struct {
	seed uint64

	mutex    sync.RWMutex
	records  records
	accounts []account
	ids      map[move.Address]accountID
	supply   [coins]uint64

	// The rest is the block maker's alone.
	dice       dice
	lastPerson accountID // firstPerson to lastPerson are the users of the start
	created    uint64    // accounts created since the start
	tasks      []uint32  // the registrations of automation tasks, by the tasks' indexes
	expired    int       // tasks before it have expired
	active     int       // tasks before it have been settled, and fire
	settledIn  uint32    // the epoch in which that was
	settlings  uint64    // automation records written
	collected  uint64    // fees since the last reward
	messages   uint64    // messages sent over the bridge
	decisions  uint64    // transactions the council has executed
	quota      int       // transactions treasury may still send before the start
	history    bool      // the start has not been reached
	roundsLost int       // rounds the newest block came after in vain
}

// newAccount adds an account with its coin store for native.
func (c *chain) newAccount(made identity) accountID {
	id := accountID(len(c.accounts))
	c.records.identities = append(c.records.identities, made)
	fresh := account{authenticationKey: made.firstKey()}
	fresh.stores[native].registered = true
	c.accounts = append(c.accounts, fresh)
	c.ids[made.address] = id
	return id
}

// deposit adds to a balance and writes it down. The total supply fits a u64, so no
// balance overflows.
func (c *chain) deposit(id accountID, coin coin, amount uint64) {
	store := &c.accounts[id].stores[coin]
	store.registered = true
	store.balance += amount
	c.records.movements = append(c.records.movements, movement{
		amount: amount, account: id, sequence: store.deposits, coin: coin, deposit: true,
	})
	store.deposits++
}

// mint makes new coins.
func (c *chain) mint(id accountID, coin coin, amount uint64) {
	c.supply[coin] += amount
	c.deposit(id, coin, amount)
}

// charge takes a fee, in units of native. It is burned, and told by gas alone.
func (c *chain) charge(id accountID, fee uint64) {
	c.supply[native] -= fee
	c.collected += fee
	c.accounts[id].stores[native].balance -= fee
}

// withdraw takes from a balance and writes it down; the caller has checked that it is
// there.
func (c *chain) withdraw(id accountID, coin coin, amount uint64) {
	store := &c.accounts[id].stores[coin]
	store.balance -= amount
	c.records.movements = append(c.records.movements, movement{
		amount: amount, account: id, sequence: store.withdrawals, coin: coin,
	})
	store.withdrawals++
}

// indexesOf gives an account's indexes and the records that they are of; the indexes of
// an account that does not exist are empty.
func (c *chain) indexesOf(address move.Address) (account, records) {
	c.mutex.RLock()
	defer c.mutex.RUnlock()
	if id, ok := c.ids[address]; ok {
		return c.accounts[id], c.records
	}
	return account{}, c.records
}

// everything gives the records as they are now.
func (c *chain) everything() records {
	c.mutex.RLock()
	defer c.mutex.RUnlock()
	return c.records
}

// head gives the height of the newest block.
func (c *chain) head() uint64 {
	c.mutex.RLock()
	defer c.mutex.RUnlock()
	return uint64(len(c.records.blocks)) - 1
}
