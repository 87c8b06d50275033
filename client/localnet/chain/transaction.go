package chain

import "math/big"

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
