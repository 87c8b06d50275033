package chain

import "foredeck/client/localnet/internal/rng"

// Action is what a transaction does. The comments say what transaction.limit holds
// where it holds something.
type Action uint8

const (
	Transfer       Action = iota // 0x1::native_account::transfer
	CoinTransfer                 // 0x1::coin::transfer of either coin
	BatchTransfer                // 0x1::native_account::batch_transfer to a few people
	CreateAccount                // 0x1::native_account::create_account
	Swap                         // pool::swap_exact_in; limit: least amount out
	PlaceOrder                   // order_book::place_order; limit: price
	SendMessage                  // endpoint::send_message; limit: the message's number
	RotateKey                    // 0x1::account::rotate_authentication_key_call
	PublishPackage               // 0x1::code::publish_package_txn
	RunScript                    // a script
	MultisigInline               // a transfer of the council, its payload given; limit: the council's count
	MultisigStored               // the same, the payload stored on the chain before
	RegisterTaskV1               // an automation registration; limit: the task's index
	RegisterTaskV2               // the same in its second version
	userActions
)

// What the chain does by itself, not because an account draws it.
const (
	RunTask      Action = userActions + iota // an automation task fires; limit: the place of its registration
	RewardLeader                             // block metadata: the leader gets its share of fees
	SettleTasks                              // an automation record; amount: its first task, limit: its number
	actionCount
)

// TransactionType is a kind of transaction, as v3 lists tell it (spec section 2.5).
type TransactionType uint8

const (
	UserTransaction TransactionType = iota
	AutomatedTransaction
	BlockMetadata
	AutomationRecord
	TransactionTypeCount
)

// Outcome is how an execution ended.
type Outcome uint8

const (
	Succeeded           Outcome = iota
	InsufficientBalance         // abort: not enough coins
	MissingCoinStore            // abort: the receiver has no store for the coin
	BelowMinimum                // abort: the pool gives less than asked for
	ModuleAbort                 // abort of a module that names no reason
	ScriptAbort                 // abort inside a script
	ExecutionFailed             // an error of the virtual machine
	OutOfGas
)

// Signing is how a transaction is signed besides its sender.
type Signing uint8

const (
	SingleSigner Signing = iota
	MultiAgent           // the counterparty signs too
	Sponsored            // a fee payer signs too, and pays
)

// costs are gas units of a successful execution; storage is the part of gas that is
// charged for new state.
var costs = [actionCount]struct{ gas, storage uint32 }{
	Transfer:       {9, 0},
	CoinTransfer:   {9, 0},
	BatchTransfer:  {24, 0},
	CreateAccount:  {512, 500},
	Swap:           {43, 0},
	PlaceOrder:     {34, 6},
	SendMessage:    {28, 4},
	RotateKey:      {12, 0},
	PublishPackage: {12_004, 11_000},
	RunScript:      {15, 0},
	MultisigInline: {31, 0},
	MultisigStored: {26, 0},
	RegisterTaskV1: {47, 20},
	RegisterTaskV2: {52, 20},
	RunTask:        {11, 0},
}

// weights say how often an account of a kind does what, in shares of their sum.
type weights [userActions]uint64

var (
	treasuryWeights = weights{
		Transfer: 30, CoinTransfer: 22, BatchTransfer: 5, Swap: 14, PlaceOrder: 6, SendMessage: 5,
		RotateKey: 1, PublishPackage: 2, RunScript: 5, MultisigInline: 4, MultisigStored: 3,
		RegisterTaskV1: 2, RegisterTaskV2: 2,
	}
	faucetWeights = weights{Transfer: 70, BatchTransfer: 28, CreateAccount: 2}
	ownerWeights  = weights{Transfer: 40, CoinTransfer: 20, Swap: 20, MultisigInline: 12, MultisigStored: 8}
	otherWeights  = weights{
		Transfer: 30, CoinTransfer: 20, Swap: 24, PlaceOrder: 14, SendMessage: 6,
		PublishPackage: 1, RunScript: 3, RegisterTaskV1: 1, RegisterTaskV2: 1,
	}
)

// weightsOf gives the habits of an account. Only treasury rotates its key, so that
// whoever signs with it never needs another's history.
func weightsOf(sender AccountID) *weights {
	switch sender {
	case Treasury:
		return &treasuryWeights
	case Faucet:
		return &faucetWeights
	case Alice:
		return &ownerWeights
	default:
		return &otherWeights
	}
}

func (w *weights) draw(d *rng.Source) Action {
	var sum uint64
	for _, weight := range w {
		sum += weight
	}
	drawn := d.Uint64N(sum)
	for kind, weight := range w {
		if drawn < weight {
			return Action(kind)
		}
		drawn -= weight
	}
	panic("localnet: a draw below the sum of the weights lies in one of them")
}
