package localnet

// action is what a transaction does. The comments say what transaction.limit holds
// where it holds something.
type action uint8

const (
	transfer       action = iota // 0x1::native_account::transfer
	coinTransfer                 // 0x1::coin::transfer of either coin
	batchTransfer                // 0x1::native_account::batch_transfer to a few people
	createAccount                // 0x1::native_account::create_account
	swap                         // pool::swap_exact_in; limit: least amount out
	placeOrder                   // order_book::place_order; limit: price
	sendMessage                  // endpoint::send_message; limit: the message's number
	rotateKey                    // 0x1::account::rotate_authentication_key_call
	publishPackage               // 0x1::code::publish_package_txn
	runScript                    // a script
	multisigInline               // a transfer of the council, its payload given; limit: the council's count
	multisigStored               // the same, the payload stored on the chain before
	registerTaskV1               // an automation registration; limit: the task's index
	registerTaskV2               // the same in its second version
	actions
)

// What the chain does by itself, not because an account draws it.
const (
	runTask      action = actions + iota // an automation task fires; limit: the place of its registration
	rewardLeader                         // block metadata: the leader gets its share of fees
	settleTasks                          // an automation record; amount: its first task, limit: its number
	allActions
)

// transactionType is a kind of transaction, as v3 lists tell it (spec section 2.5).
type transactionType uint8

const (
	userType transactionType = iota
	automatedType
	blockMetadataType
	automationRecordType
	transactionTypes
)

// typeNames are the values of txn_type, typeFilters those of the query parameter type.
var (
	typeNames = [transactionTypes]string{
		userType: "user", automatedType: "automated", blockMetadataType: "block_metadata", automationRecordType: "automation_record",
	}
	typeFilters = [transactionTypes]string{
		userType: "user", automatedType: "auto", blockMetadataType: "meta", automationRecordType: "record",
	}
)

func (t *transaction) transactionType() transactionType {
	switch t.action {
	case runTask:
		return automatedType
	case rewardLeader:
		return blockMetadataType
	case settleTasks:
		return automationRecordType
	default:
		return userType
	}
}

// outcome is how an execution ended.
type outcome uint8

const (
	succeeded       outcome = iota
	lowBalance              // abort: not enough coins
	noStore                 // abort: the receiver has no store for the coin
	belowMinimum            // abort: the pool gives less than asked for
	codeAbort               // abort of a module that names no reason
	scriptAbort             // abort inside a script
	executionFailed         // an error of the virtual machine
	outOfGas
)

// signing is how a transaction is signed besides its sender.
type signing uint8

const (
	alone      signing = iota
	multiAgent         // the counterparty signs too
	sponsored          // a fee payer signs too, and pays
)

// costs are gas units of a successful execution; storage is the part of gas that is
// charged for new state.
var costs = [allActions]struct{ gas, storage uint32 }{
	transfer:       {9, 0},
	coinTransfer:   {9, 0},
	batchTransfer:  {24, 0},
	createAccount:  {512, 500},
	swap:           {43, 0},
	placeOrder:     {34, 6},
	sendMessage:    {28, 4},
	rotateKey:      {12, 0},
	publishPackage: {12_004, 11_000},
	runScript:      {15, 0},
	multisigInline: {31, 0},
	multisigStored: {26, 0},
	registerTaskV1: {47, 20},
	registerTaskV2: {52, 20},
	runTask:        {11, 0},
}

// weights say how often an account of a kind does what, in shares of their sum.
type weights [actions]uint64

var (
	treasuryWeights = weights{
		transfer: 30, coinTransfer: 22, batchTransfer: 5, swap: 14, placeOrder: 6, sendMessage: 5,
		rotateKey: 1, publishPackage: 2, runScript: 5, multisigInline: 4, multisigStored: 3,
		registerTaskV1: 2, registerTaskV2: 2,
	}
	faucetWeights = weights{transfer: 70, batchTransfer: 28, createAccount: 2}
	ownerWeights  = weights{transfer: 40, coinTransfer: 20, swap: 20, multisigInline: 12, multisigStored: 8}
	otherWeights  = weights{
		transfer: 30, coinTransfer: 20, swap: 24, placeOrder: 14, sendMessage: 6,
		publishPackage: 1, runScript: 3, registerTaskV1: 1, registerTaskV2: 1,
	}
)

// weightsOf gives the habits of an account. Only treasury rotates its key, so that
// whoever signs with it never needs another's history.
func weightsOf(sender accountID) *weights {
	switch sender {
	case treasury:
		return &treasuryWeights
	case faucet:
		return &faucetWeights
	case alice:
		return &ownerWeights
	default:
		return &otherWeights
	}
}

func (w *weights) draw(d *dice) action {
	var sum uint64
	for _, weight := range w {
		sum += weight
	}
	drawn := d.below(sum)
	for kind, weight := range w {
		if drawn < weight {
			return action(kind)
		}
		drawn -= weight
	}
	panic("localnet: a draw below the sum of the weights lies in one of them")
}
