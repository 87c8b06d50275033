package chain

import (
	"crypto/sha256"
	"encoding/binary"
	"math/big"

	"foredeck/client/localnet/internal/rng"
)

// GasOf returns the gas units of a successful execution.
func GasOf(action Action) uint32 { return costs[action].gas }

// StorageGas returns the part of the used gas that pays for storage.
func (t *Transaction) StorageGas() uint32 { return costs[t.Action].storage }

// OrderKind returns the kind of an order: 0 limit, 1 fill or kill, 2 post only. Others do not exist.
func (t *Transaction) OrderKind() uint64 {
	if t.Outcome == UnknownKind {
		return 3 + t.Salt%3
	}
	return t.Salt % 3
}

// OrderID returns the client id of an order.
func (t *Transaction) OrderID() string {
	return "order-" + new(big.Int).SetUint64(t.Salt>>40).Text(36)
}

// Destination returns the number of the chain that a message goes to.
func (t *Transaction) Destination() uint64 {
	if t.Outcome == ClosedDestination {
		return closedDestination
	}
	return firstDestination + t.Salt%(closedDestination-firstDestination)
}

// Type returns the type that the action implies.
func (t *Transaction) Type() TransactionType {
	switch t.Action {
	case RunTask:
		return AutomatedTransaction
	case RewardLeader:
		return BlockMetadata
	case ActivateTasks:
		return AutomationRecord
	default:
		return UserTransaction
	}
}

// Transaction is a finalized transaction. Details without effect on the state, such as
// most arguments, are not stored but derived from Salt.
type Transaction struct {
	Hash          Digest
	Salt          uint64 // random number
	Amount        uint64 // of Coin, in the smallest unit
	Parameter     uint64 // depends on the action, see Action
	Height        uint32 // of its block
	Sequence      uint32 // of the sender; the task index of an automated transaction
	Sender        AccountID
	Counterparty  AccountID
	FeePayer      AccountID
	FirstMovement uint32 // index in Records.Movements
	GasUsed       uint32
	MaxGas        uint32
	GasPrice      uint32
	KeyGeneration uint16 // of the key of the sender
	Action        Action
	Outcome       Outcome
	Signing       Signing
	Coin          Coin
	MovementCount uint8
}

// Movement is a change of a coin balance. Fees are not movements.
type Movement struct {
	Amount    uint64
	Account   AccountID
	Sequence  uint32 // in the event stream of the account for the coin and direction
	Coin      Coin
	IsDeposit bool
}

// Payment is a payment of a batch transfer.
type Payment struct {
	To     AccountID
	Amount uint64
}

// TransactionType is the type of a transaction (spec section 2.5).
type TransactionType uint8

const (
	UserTransaction TransactionType = iota
	AutomatedTransaction
	BlockMetadata
	AutomationRecord
	TransactionTypeCount
)

// Outcome is the result of executing a transaction.
type Outcome uint8

const (
	Succeeded           Outcome = iota
	InsufficientBalance         // abort in coin: not enough coins
	MissingCoinStore            // abort in coin: no store for the coin at the receiver
	BelowMinimum                // abort in pool: the swap yields less than requested
	BuysNothing                 // division by zero in pool: the swap yields nothing
	BadPrice                    // abort in order_book: not a multiple of the tick size
	MissingMarket               // missing resource in order_book: the coins are in the wrong order
	UnknownKind                 // index out of bounds in order_book: there is no such kind of order
	ClosedDestination           // abort in endpoint, without a category
	LargeOption                 // abort in endpoint, without a named reason
	NameClash                   // abort in code: another package has a module of this name
	LinkerError                 // the modules of a package do not link
	ScriptAbort                 // abort in a script
	MultisigFailed              // the transfer of a multisig account aborts; the transaction itself succeeds
	OutOfGas
)

// Signing is who signs a transaction in addition to the sender.
type Signing uint8

const (
	SingleSigner Signing = iota
	MultiAgent           // the counterparty
	Sponsored            // the fee payer
)

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
	banLeaders     bool    // see Config
	replaceMembers bool    // see Config
	blocks         []Block // from the height computed on
	// Committee is the validators of the first epoch, see Member.
	Committee    []Digest
	Transactions []Transaction
	Movements    []Movement // those before the first transaction set the initial balances
	Identities   []Identity // of all accounts, by AccountID
	drops        []drop     // never changed in place
	pendingAge   int64      // expected age of the next block, in what Pending returns
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

// Computed returns the number of computed blocks, which are the first ones. Their transactions are known only by their hashes.
func (r *Records) Computed() uint32 { return r.computed }

// TransactionsIn returns the transactions of a block, in order of execution.
func (r *Records) TransactionsIn(height uint32) []Transaction {
	if height < r.computed {
		return r.computedTransactions(height)
	}
	block := r.Block(height)
	return r.Transactions[block.FirstTransaction:][:block.TransactionCount]
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
	age := r.pendingAge
	if uint64(t.Height) < r.Count() {
		age = r.age(t.Height)
	}
	return (r.firstBlockTime+age)/microsecondsPerSecond + 300 - int64(t.Salt%4)
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

// Computed blocks are those below Records.computed: a long history that follows from the seed and the height alone, so that it takes no
// time to build and no memory. Their transactions are known only by their hashes: they are in no list of an account and change no balance.

// stalls are the patterns in which rounds of computed blocks fail: once in every period of blocks, at a height drawn from the seed.
var stalls = [...]struct{ period, rounds uint64 }{{64, 1}, {80, 1}, {1_500, 3}, {9_000, 14}}

// failedUpTo returns the number of rounds that failed before the computed blocks up to a height.
func (r *Records) failedUpTo(height uint32) uint64 {
	var failed uint64
	for i, stall := range stalls {
		period, offset := uint64(height)/stall.period, uint64(height)%stall.period
		failed += period * stall.rounds
		random := rng.New(rng.Mix(r.seed+uint64(i)) ^ rng.Mix(period))
		if offset >= random.Uint64N(stall.period) {
			failed += stall.rounds
		}
	}
	return failed
}

// computedAge returns the age of a computed block: a second for each round, and up to a tenth more.
func (r *Records) computedAge(height uint32) int64 {
	if height == 0 {
		return 0
	}
	jitter := rng.New(rng.Mix(r.seed ^ uint64(height)))
	return int64(uint64(height)+r.failedUpTo(height))*HistoryBlockTime.Microseconds() + int64(jitter.Uint64N(uint64(HistoryBlockTime.Microseconds()/10)))
}

// computedBlock returns the block at a height below Records.computed.
func (r *Records) computedBlock(height uint32) Block {
	first := height - height%r.epochBlocks
	round := uint64(height-first) + r.failedUpTo(height)
	if first > 0 {
		round -= r.failedUpTo(first - 1)
	}
	block := Block{Age: r.computedAge(height), Epoch: r.epochAt(height), Round: uint32(round)}
	block.Author = r.leader(block.Epoch, block.Round)
	buffer := append(make([]byte, 0, 96), "foredeck localnet computed block"...)
	buffer = binary.LittleEndian.AppendUint64(buffer, r.seed)
	buffer = binary.LittleEndian.AppendUint32(buffer, height)
	block.Hash = sha256.Sum256(r.appendFork(buffer, height))
	return block
}

// computedTransactions returns the transactions of users in a computed block.
func (r *Records) computedTransactions(height uint32) []Transaction {
	block := r.computedBlock(height)
	random := rng.New(rng.Mix(binary.LittleEndian.Uint64(block.Hash[:])))
	transactions := make([]Transaction, drawWeighted(&random, transactionsPerBlock[:]))
	for i := range transactions {
		hash := sha256.Sum256(append(block.Hash[:], byte(i)))
		transactions[i] = Transaction{Hash: hash, Height: height, GasPrice: DefaultGasPrice}
	}
	return transactions
}
