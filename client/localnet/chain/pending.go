package chain

import (
	"cmp"
	"slices"
	"time"
)

// pending holds the result of Pending.
type pending struct {
	records      Records
	transactions []Transaction
}

// Pending returns the transactions of users that the next block is going to have, with records in which their
// block does not exist yet. It executes the block and takes the changes back, once for each block, so that a chain pays for it only if somebody asks. A
// validator that is dropped, or a block that is produced early, can still change which transactions the block has.
func (c *Chain) Pending() ([]Transaction, Records) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.pending.records.Count() == c.records.Count() {
		return c.pending.transactions, c.pending.records
	}
	age := c.expectedAge()
	c.pending = pending{records: c.records}
	c.pending.records.pendingAge = age
	c.attempt(func() {
		block := c.newBlock(age, c.addWorkload)
		for _, transaction := range c.records.Transactions[block.FirstTransaction:] {
			if transaction.Type() == UserTransaction {
				c.pending.transactions = append(c.pending.transactions, transaction)
			}
		}
		if len(c.records.Identities) > len(c.pending.records.Identities) {
			c.pending.records.Identities = slices.Clone(c.records.Identities) // with the accounts that the block creates
		}
	})
	return c.pending.transactions, c.pending.records
}

// expectedAge returns the age that the next block is going to have if it is produced in time.
func (c *Chain) expectedAge() int64 {
	blockTime := cmp.Or(c.config.BlockTime, HistoryBlockTime)
	newest := c.newestAge()
	if c.config.BlockTime == 0 {
		return newest + blockTime.Microseconds()
	}
	start := c.records.age(uint32(c.startHeight))
	produced := (time.Duration(newest-start)*time.Microsecond + blockTime - 1) / blockTime // since the start
	due := (produced+1)*blockTime - c.ProposalLead(blockTime)
	return max(start+due.Microseconds(), newest+minBlockInterval)
}

// attempt executes transactions and takes back what they change. The lists in the state only grow, so that the part in use stays as it
// was.
func (c *Chain) attempt(execute func()) {
	before := c.state
	c.accounts = slices.Clone(c.accounts)
	execute()
	for _, created := range c.records.Identities[len(before.records.Identities):] {
		delete(c.ids, created.Address)
	}
	c.state = before
}
