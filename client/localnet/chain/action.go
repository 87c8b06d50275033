package chain

import "foredeck/client/localnet/internal/rng"

// Action is the kind of a transaction, with the meaning of Transaction.Parameter.
type Action uint8

const (
	Transfer       Action = iota // 0x1::native_account::transfer
	CoinTransfer                 // 0x1::coin::transfer of either coin
	BatchTransfer                // 0x1::native_account::batch_transfer to 2 to 4 users
	CreateAccount                // 0x1::native_account::create_account
	Swap                         // pool::swap_exact_in; parameter: minimum amount out
	PlaceOrder                   // order_book::place_order; parameter: price
	SendMessage                  // endpoint::send_message; parameter: number of the message
	RotateKey                    // 0x1::account::rotate_authentication_key_call
	PublishPackage               // 0x1::code::publish_package_txn
	RunScript                    // a script
	MultisigInline               // a transfer by the council, with payload; parameter: sequence number
	MultisigStored               // the same with a payload stored on the chain
	RegisterTaskV1               // an automation registration; parameter: task index
	RegisterTaskV2               // the same in version 2
	userActions
)

// Actions of the chain itself, and TransferAsset.
const (
	RunTask       Action = userActions + iota // runs an automation task; parameter: index of the registration
	RewardLeader                              // block metadata, with a share of the fees for the leader
	ActivateTasks                             // automation record; amount: first task, parameter: record number
	// TransferAsset is 0x1::primary_fungible_store::transfer of the fungible asset, see Config.AssetTransfers. It is a transaction of users, but
	// comes last, since hashes have the numbers of the others.
	TransferAsset
	actionCount
)

// costs holds the gas units of a successful execution. The part storage pays for storage.
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
	TransferAsset:  {14, 0},
}

// weights holds the relative frequency of each action.
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

// weightsOf returns the weights of an account. Only treasury rotates its key, so that
// secondary signers and fee payers always sign with their first key.
func weightsOf(sender AccountID) []uint64 {
	switch sender {
	case Treasury:
		return treasuryWeights[:]
	case Faucet:
		return faucetWeights[:]
	case Alice:
		return ownerWeights[:]
	default:
		return otherWeights[:]
	}
}

// drawWeighted returns an index with a probability in proportion to its weight.
func drawWeighted(source *rng.Source, weights []uint64) (index int) {
	var sum uint64
	for _, weight := range weights {
		sum += weight
	}
	drawn := source.Uint64N(sum)
	for ; drawn >= weights[index]; index++ {
		drawn -= weights[index]
	}
	return index
}

const (
	// taskRunPercent is the percentage of blocks in which a task runs.
	taskRunPercent = 40
	// TaskMaxGas is the gas limit of every task.
	TaskMaxGas = 5_000
	// TaskLifetime is the lifetime of an automation task in seconds.
	TaskLifetime = 7 * 24 * 60 * 60
	// maxTasksPerRecord is the largest number of tasks in an automation record.
	maxTasksPerRecord = 16
)

// activateTasks adds the automation records at the start of an epoch. They activate the
// tasks registered in the last epoch and refund part of their deposits.
func (c *Chain) activateTasks(block *Block) {
	if block.Epoch == c.activatedEpoch {
		return
	}
	c.activatedEpoch = block.Epoch
	for c.activeTasks < len(c.tasks) {
		record := c.newTransaction(Automation, ActivateTasks)
		record.MaxGas, record.GasPrice = 0, 0
		record.Amount, record.Parameter = uint64(c.activeTasks), c.automationRecords
		c.automationRecords++
		for range min(maxTasksPerRecord, len(c.tasks)-c.activeTasks) {
			refund := AutomationFeeCap / 100 * (20 + c.rng.Uint64N(60))
			c.withdraw(Automation, Native, refund)
			c.deposit(c.records.Transactions[c.tasks[c.activeTasks]].Sender, Native, refund)
			c.activeTasks++
		}
		c.finish(&record)
	}
}

// runTask runs an active task in some blocks, unless its owner cannot pay the fee.
func (c *Chain) runTask(block *Block) {
	for c.expiredTasks < c.activeTasks && c.expiresAt(c.tasks[c.expiredTasks]) <= block.Age {
		c.expiredTasks++
	}
	if c.expiredTasks == c.activeTasks || !c.rng.Percent(taskRunPercent) {
		return
	}
	task := c.expiredTasks + int(c.rng.Uint64N(uint64(c.activeTasks-c.expiredTasks)))
	registration := c.records.Transactions[c.tasks[task]]
	if c.accounts[registration.Sender].Stores[Native].Balance < TaskMaxGas*DefaultGasPrice {
		return
	}
	run := c.newTransaction(registration.Sender, RunTask)
	run.Sequence = uint32(task)
	run.Counterparty, run.Amount = registration.Counterparty, registration.Amount
	run.Parameter = uint64(c.tasks[task])
	run.MaxGas = TaskMaxGas
	if c.rng.Percent(3) {
		run.GasUsed, run.Outcome = run.MaxGas, OutOfGas
	}
	c.execute(&run)
	c.finish(&run)
}

// expiresAt returns the age of the chain in microseconds at which a task expires.
func (c *Chain) expiresAt(registration uint32) int64 {
	return c.records.age(c.records.Transactions[registration].Height) + TaskLifetime*microsecondsPerSecond
}

// rewardLeader adds the metadata transaction of a block, which is its first. It mints half
// of the fees that were burned since the last one for the leader.
func (c *Chain) rewardLeader(block *Block) {
	if c.unrewardedFees == 0 {
		return
	}
	owner := ValidatorOwner(block.Author)
	metadata := c.newTransaction(owner, RewardLeader)
	metadata.MaxGas, metadata.GasPrice = 0, 0
	c.mint(owner, Native, c.unrewardedFees/2)
	c.unrewardedFees = 0
	c.finish(&metadata)
}
