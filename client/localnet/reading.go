package localnet

import "foredeck/client/move"

// state is the chain at one moment. It holds inside the function that look calls, and
// not after it.
type state struct {
	chain *chain
}

// look calls a function with the state, which stands still meanwhile: no block is made
// until it returns.
func (c *chain) look(read func(now state)) {
	c.mutex.RLock()
	defer c.mutex.RUnlock()
	read(state{c})
}

// account finds an account; an address may name none.
func (s state) account(address move.Address) (accountID, bool) {
	id, ok := s.chain.ids[address]
	return id, ok
}

// identity tells what of an account never changes.
func (s state) identity(id accountID) identity {
	return s.chain.records.identities[id]
}

// sequenceNumber is how many transactions an account has sent.
func (s state) sequenceNumber(id accountID) uint64 {
	return uint64(len(s.chain.accounts[id].sent))
}

func (s state) authenticationKey(id accountID) digest {
	return s.chain.accounts[id].authenticationKey
}

// store tells an account's balance of a coin, in the coin's smallest unit, and the
// lengths of its event streams; it is registered when the account has one.
func (s state) store(id accountID, coin coin) store {
	return s.chain.accounts[id].stores[coin]
}

// supply is how much of a coin there is, in its smallest unit.
func (s state) supply(coin coin) uint64 {
	return s.chain.supply[coin]
}

// head is the height of the newest block.
func (s state) head() uint64 {
	return uint64(len(s.chain.records.blocks)) - 1
}

// epoch is the epoch of the newest block.
func (s state) epoch() uint64 {
	return uint64(s.chain.records.blocks[s.head()].epoch)
}

// time is that of the newest block, in microseconds since the Unix epoch.
func (s state) time() int64 {
	return s.chain.records.timeOf(uint32(s.head()))
}
