package chain

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
