package chain

import (
	"slices"
	"time"

	"foredeck/client/localnet/publish"
	"foredeck/client/move"
)

// State is the chain at one moment. It holds inside the function that look calls, and
// not after it.
type State struct {
	chain *Chain
}

// Read calls a function with the state, which stands still meanwhile: no block is made
// until it returns.
func (c *Chain) Read(read func(now State)) {
	c.mutex.RLock()
	defer c.mutex.RUnlock()
	read(State{c})
}

// Library holds the declarations of all modules.
func (c *Chain) Library() publish.Library { return c.genesis.library }

// Lookup finds an account; an address may name none.
func (s State) Lookup(address move.Address) (AccountID, bool) {
	id, ok := s.chain.ids[address]
	return id, ok
}

// Identity tells what of an account never changes.
func (s State) Identity(id AccountID) Identity {
	return s.chain.records.Identities[id]
}

// SequenceNumber is how many transactions an account has sent.
func (s State) SequenceNumber(id AccountID) uint64 {
	return uint64(len(s.chain.accounts[id].Sent))
}

func (s State) AuthenticationKey(id AccountID) Digest {
	return s.chain.accounts[id].AuthenticationKey
}

// CoinStore tells an account's balance of a coin, in the coin's smallest unit, and the
// lengths of its event streams; it is registered when the account has one.
func (s State) CoinStore(id AccountID, coin Coin) CoinStore {
	return s.chain.accounts[id].Stores[coin]
}

// Supply is how much of a coin there is, in its smallest unit.
func (s State) Supply(coin Coin) uint64 {
	return s.chain.supply[coin]
}

// head is the height of the newest block.
func (s State) head() uint64 {
	return uint64(len(s.chain.records.Blocks)) - 1
}

// epoch is the epoch of the newest block.
func (s State) epoch() uint64 {
	return uint64(s.chain.records.Blocks[s.head()].Epoch)
}

// time is that of the newest block, in microseconds since the Unix epoch.
func (s State) time() int64 {
	return s.chain.records.Time(uint32(s.head()))
}

// nextTask is the index of the next automation task.
func (s State) nextTask() uint64 { return uint64(len(s.chain.tasks)) }

// epochInterval is how long an epoch is meant to be, in microseconds.
const epochInterval = uint64(epochBlocks) * uint64(HistoryBlockTime/time.Microsecond)

// epochStart is the time of the epoch's first block, in microseconds since the Unix epoch.
func (s State) epochStart() uint64 {
	return uint64(s.chain.records.Time(uint32(s.head() - s.head()%epochBlocks)))
}

// Module finds a module that stands at an account at this moment.
func (s State) Module(id move.ModuleID) *publish.Published {
	for _, module := range s.Modules(id.Address) {
		if module.ID == id {
			return module
		}
	}
	return nil
}

// Modules lists what an account has published: the network's own packages, and what
// transactions have published since.
func (s State) Modules(address move.Address) []*publish.Published {
	published := slices.Clone(s.chain.genesis.modules[address])
	id, ok := s.Lookup(address)
	if !ok {
		return published
	}
	for place, name := range publish.PackageNames {
		if s.chain.accounts[id].packages&(1<<place) == 0 {
			continue
		}
		for _, module := range publish.ModuleNames(name) {
			published = append(published, publish.Empty(move.ModuleID{Address: address, Name: module}))
		}
	}
	return published
}
