package chain

import "math/big"

// StorageGas is the part of the used gas that pays for new state.
func (t *Transaction) StorageGas() uint32 { return costs[t.Action].storage }

// OrderKind is 0 for a limit order, 1 for one that must fill at once, 2 for one that
// must not.
func (t *Transaction) OrderKind() uint64 {
	return t.Salt % 3
}

func (t *Transaction) OrderID() string {
	return "order-" + new(big.Int).SetUint64(t.Salt>>40).Text(36)
}

// Destination is the number of the chain a message goes to.
func (t *Transaction) Destination() uint64 {
	return 100 + t.Salt%12
}

func (t *Transaction) Type() TransactionType {
	switch t.Action {
	case RunTask:
		return AutomatedTransaction
	case RewardLeader:
		return BlockMetadata
	case SettleTasks:
		return AutomationRecord
	default:
		return UserTransaction
	}
}

// Block is a finalized block; its height is its place in the list of all blocks, its
// parent is the one before.
type Block struct {
	Hash             Digest
	Age              int64 // microseconds after the first block
	FirstTransaction uint32
	Epoch            uint32
	Round            uint32
	Author           uint8 // place in the committee
	TransactionCount uint8
}

// Transaction is a finalized transaction, kept small: what is not here follows from salt
// when the record is written out.
type Transaction struct {
	Hash          Digest
	Salt          uint64
	Amount        uint64 // what the action moves or asks for, in units of coin
	Parameter     uint64 // the action's second number, see action
	Height        uint32
	Sequence      uint32 // the sender's; of an automated transaction the index of its task
	Sender        AccountID
	Counterparty  AccountID
	FeePayer      AccountID
	FirstMovement uint32
	GasUsed       uint32
	MaxGas        uint32
	GasPrice      uint32
	KeyGeneration uint16 // of the sender's key
	Action        Action
	Outcome       Outcome
	Signing       Signing
	Coin          Coin
	MovementCount uint8
}

// Movement is one change of a coin balance, fees apart: they are told by gas.
type Movement struct {
	Amount    uint64
	Account   AccountID
	Sequence  uint32 // in the account's event stream for this coin and direction
	Coin      Coin
	IsDeposit bool
}

// Records is what of the chain only ever grows. A copy of it can be read while the
// chain goes on, because nothing below its lengths changes again.
//
// Coin movements stand in a table of their own, in order of execution: the movements of
// a transaction are a range of it. Transactions of all types stand in one list; those of
// an account are found through the account's indexes into it.
type Records struct {
	lastUser       AccountID // firstPerson to lastPerson are the users of the start
	firstBlockTime int64     // microseconds since the Unix epoch
	Committee      *[CommitteeSize]Digest
	Blocks         []Block
	Transactions   []Transaction
	Movements      []Movement // those before the first transaction's fund the accounts
	Identities     []Identity
}

const microsecondsPerSecond = 1_000_000

// Time gives the time of a block in microseconds since the Unix epoch.
func (r *Records) Time(height uint32) int64 {
	return r.firstBlockTime + r.Blocks[height].Age
}

// Expiry gives when a transaction would have expired, in seconds since the Unix epoch:
// about five minutes after it was sent, in whole seconds as wallets do. Automated ones
// have the expiry of their task.
func (r *Records) Expiry(t *Transaction) int64 {
	if t.Action == RunTask {
		return r.Expiry(&r.Transactions[t.Parameter]) + TaskLifetime
	}
	return r.Time(t.Height)/microsecondsPerSecond + 300 - int64(t.Salt%4)
}

// ParentHash is the hash of the block below a height; zero for the first block.
func (r *Records) ParentHash(height uint32) Digest {
	if height == 0 {
		return Digest{}
	}
	return r.Blocks[height-1].Hash
}

func (r *Records) IndexInBlock(place uint32) uint32 {
	first := r.Blocks[r.Transactions[place].Height].FirstTransaction
	if r.Transactions[first].Action == RewardLeader {
		return place - first
	}
	return place - first + 1
}

// Payment is one payment of a batch.
type Payment struct {
	To     AccountID
	Amount uint64
}

// batch gives the payments of a batch transfer, which follow from its content: to the
// counterparty and the people after it.
func (r *Records) Payments(t *Transaction) []Payment {
	people := uint64(r.lastUser-firstUser) + 1
	shares := make([]Payment, 2+t.Salt%3)
	for i := range shares {
		place := (uint64(t.Counterparty-firstUser) + uint64(i)) % people
		shares[i] = Payment{firstUser + AccountID(place), t.Amount/uint64(i+1) + 1}
	}
	return shares
}
