package chain

const (
	// fireShare is in how many of a hundred blocks an automation task fires.
	fireShare = 40
	// TaskMaxGas is the gas limit that every task is registered with.
	TaskMaxGas = 5_000
	// TaskLifetime is the lifetime of an automation task in seconds.
	TaskLifetime = 7 * 24 * 60 * 60
	// mostSettled is how many tasks one automation record processes at most.
	mostSettled = 16
)

// settle writes the automation records of a new epoch: the tasks registered in the one
// before get part of their deposit back, and fire from now on.
func (c *Chain) settle(made *Block) {
	if made.Epoch == c.settledIn {
		return
	}
	c.settledIn = made.Epoch
	for c.active < len(c.tasks) {
		record := c.newTransaction(Automation, SettleTasks)
		record.MaxGas, record.GasPrice = 0, 0
		record.Amount, record.Parameter = uint64(c.active), c.settlings
		c.settlings++
		for range min(mostSettled, len(c.tasks)-c.active) {
			refund := AutomationFeeCap / 100 * (20 + c.rng.Uint64N(60))
			c.withdraw(Automation, Native, refund)
			c.deposit(c.records.Transactions[c.tasks[c.active]].Sender, Native, refund)
			c.active++
		}
		c.finish(&record)
	}
}

// fire lets one of the active tasks run, now and then. A task whose owner cannot pay its
// fee lets its turn pass.
func (c *Chain) fire(made *Block) {
	for c.expired < c.active && c.expiresAt(c.tasks[c.expired]) <= made.Age {
		c.expired++
	}
	if c.expired == c.active || !c.rng.Percent(fireShare) {
		return
	}
	task := c.expired + int(c.rng.Uint64N(uint64(c.active-c.expired)))
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

// expiresAt is the age of the chain at which a task may have expired, in microseconds:
// its expiry is in whole seconds of the clock, which are not those of the chain.
func (c *Chain) expiresAt(registration uint32) int64 {
	return c.records.Blocks[c.records.Transactions[registration].Height].Age + TaskLifetime*microsecondsPerSecond
}

// reward gives the leader of a block a share of the fees that were burned since the last
// reward, in the block's metadata transaction, which is its first.
func (c *Chain) reward(made *Block) {
	if c.collected == 0 {
		return
	}
	owner := ValidatorOwner(made.Author)
	metadata := c.newTransaction(owner, RewardLeader)
	metadata.MaxGas, metadata.GasPrice = 0, 0
	c.mint(owner, Native, c.collected/2)
	c.collected = 0
	c.finish(&metadata)
}
