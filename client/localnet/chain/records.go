package chain

// Records is the history of a chain. It only grows, so that a copy stays valid while blocks are added.
//
// Transactions of all types are in one list, in order of execution; Account has the indexes of those of an account. The
// coin movements of a transaction are a range of Movements.
type Records struct {
	lastUser       AccountID // the last of the ordinary users, who start with firstUser
	firstBlockTime int64     // microseconds since the Unix epoch
	seed           uint64
	fork           Fork
	epochBlocks    uint32  // length of an epoch
	computed       uint32  // blocks below this height are computed
	blocks         []Block // from that height on
	Committee      []Digest
	Transactions   []Transaction
	Movements      []Movement // those before the first transaction set the initial balances
	Identities     []Identity // of all accounts, by AccountID
	drops          []drop     // never changed in place
}

// Count returns the number of blocks.
func (r *Records) Count() uint64 { return uint64(r.computed) + uint64(len(r.blocks)) }

// Block returns the block at a height below Count.
func (r *Records) Block(height uint32) Block {
	if height < r.computed {
		return r.computedBlock(height)
	}
	return r.blocks[height-r.computed]
}

// age returns Block(height).Age.
func (r *Records) age(height uint32) int64 {
	if height < r.computed {
		return r.computedAge(height)
	}
	return r.blocks[height-r.computed].Age
}

// epochAt returns the epoch of a block.
func (r *Records) epochAt(height uint32) uint32 { return height/r.epochBlocks + 1 }

const microsecondsPerSecond = 1_000_000

// Time returns the time of a block in microseconds since the Unix epoch.
func (r *Records) Time(height uint32) int64 {
	return r.firstBlockTime + r.age(height)
}

// Expiry returns the expiration time of a transaction in seconds since the Unix epoch:
// about five minutes after it was sent. Automated transactions have that of their task.
func (r *Records) Expiry(t *Transaction) int64 {
	if t.Action == RunTask {
		return r.Expiry(&r.Transactions[t.Parameter]) + TaskLifetime
	}
	return r.Time(t.Height)/microsecondsPerSecond + 300 - int64(t.Salt%4)
}

// ParentHash returns the hash of the block before a height; zero for the first block.
func (r *Records) ParentHash(height uint32) Digest {
	if height == 0 {
		return Digest{}
	}
	return r.Block(height - 1).Hash
}

// IndexInBlock returns the index of a transaction in its block. Index 0 is reserved for the
// block metadata, also in blocks without.
func (r *Records) IndexInBlock(index uint32) uint32 {
	first := r.Block(r.Transactions[index].Height).FirstTransaction
	if r.Transactions[first].Action == RewardLeader {
		return index - first
	}
	return index - first + 1
}

// Payments returns the payments of a batch transfer: to the counterparty and the users that follow it.
func (r *Records) Payments(t *Transaction) []Payment {
	users := uint64(r.lastUser-firstUser) + 1
	payments := make([]Payment, 2+t.Salt%3)
	for i := range payments {
		index := (uint64(t.Counterparty-firstUser) + uint64(i)) % users
		payments[i] = Payment{firstUser + AccountID(index), t.Amount/uint64(i+1) + 1}
	}
	return payments
}
