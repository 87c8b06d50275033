package localnet

const (
	// fireShare is in how many of a hundred blocks an automation task fires.
	fireShare = 40
	// taskMaxGas is the gas limit that every task is registered with.
	taskMaxGas = 5_000
	// mostSettled is how many tasks one automation record processes at most.
	mostSettled = 16
)

// settle writes the automation records of a new epoch: the tasks registered in the one
// before get part of their deposit back, and fire from now on.
func (c *chain) settle(made *block) {
	if made.epoch == c.settledIn {
		return
	}
	c.settledIn = made.epoch
	for c.active < len(c.tasks) {
		record := c.newTransaction(automation, settleTasks)
		record.maxGas, record.gasPrice = 0, 0
		record.amount, record.limit = uint64(c.active), c.settlings
		c.settlings++
		for range min(mostSettled, len(c.tasks)-c.active) {
			refund := epochFeeCap / 100 * (20 + c.dice.below(60))
			c.withdraw(automation, native, refund)
			c.deposit(c.records.transactions[c.tasks[c.active]].sender, native, refund)
			c.active++
		}
		c.finish(&record)
	}
}

// fire lets one of the active tasks run, now and then. A task whose owner cannot pay its
// fee lets its turn pass.
func (c *chain) fire(made *block) {
	for c.expired < c.active && c.expiresAt(c.tasks[c.expired]) <= made.age {
		c.expired++
	}
	if c.expired == c.active || !c.dice.percent(fireShare) {
		return
	}
	task := c.expired + int(c.dice.below(uint64(c.active-c.expired)))
	registration := c.records.transactions[c.tasks[task]]
	if c.accounts[registration.sender].stores[native].balance < taskMaxGas*usualGasPrice {
		return
	}
	run := c.newTransaction(registration.sender, runTask)
	run.sequence = uint32(task)
	run.counterparty, run.amount = registration.counterparty, registration.amount
	run.limit = uint64(c.tasks[task])
	run.maxGas = taskMaxGas
	if c.dice.percent(3) {
		run.gasUsed, run.outcome = run.maxGas, outOfGas
	}
	c.execute(&run)
	c.finish(&run)
}

// expiresAt is the age of the chain at which a task may have expired, in microseconds:
// its expiry is in whole seconds of the clock, which are not those of the chain.
func (c *chain) expiresAt(registration uint32) int64 {
	return c.records.blocks[c.records.transactions[registration].block].age + taskLife*microsecondsPerSecond
}

// reward gives the leader of a block a share of the fees that were burned since the last
// reward, in the block's metadata transaction, which is its first.
func (c *chain) reward(made *block) {
	if c.collected == 0 {
		return
	}
	owner := memberOwner(made.author)
	metadata := c.newTransaction(owner, rewardLeader)
	metadata.maxGas, metadata.gasPrice = 0, 0
	c.mint(owner, native, c.collected/2)
	c.collected = 0
	c.finish(&metadata)
}
