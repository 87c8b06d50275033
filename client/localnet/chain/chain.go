// Package chain simulates a Move chain: accounts, blocks with transactions, coin balances,
// modules, resources, view functions and consensus.
//
// Build creates the history before the start, and Produce adds blocks. Everything follows from the seed in the Config,
// except the times of blocks. A block has up to four transactions of users. The chain adds its own: a reward for the leader
// of the block, the activation of new automation tasks at the start of an epoch, and runs of active tasks.
//
// Records holds the history, which only grows; State is the state after the newest block.
// How the API presents them is up to package wire.
package chain

import (
	"cmp"
	"context"
	"math/big"
	"sync"
	"time"

	"foredeck/client/localnet/internal/rng"
	"foredeck/client/move"
)

// Chain is a chain with its history and state. Methods that add blocks (Build, Produce, Replay and Follow) must not be called
// concurrently; all others may, also while blocks are added.
type Chain struct {
	seed        uint64
	config      Config
	genesis     *genesis
	startHeight uint64 // of the newest block at the start

	mutex   sync.RWMutex
	grown   chan struct{} // closed and replaced by nil when a block is added
	ids     map[move.Address]AccountID
	pending pending
	state
}

// state is what transactions change, except ids.
type state struct {
	records  Records
	accounts []Account
	supply   [CoinCount]uint64
	assets   [len(creditHoldings)]assetHolding

	// State of the workload, see addWorkload.
	rng                 rng.Source
	created             uint64   // accounts created by transactions
	tasks               []uint32 // transactions that registered automation tasks, by task index
	expiredTasks        int      // the first tasks, that have expired
	activeTasks         int      // the first tasks, that have been activated
	activatedEpoch      uint32   // the epoch of the last activation
	automationRecords   uint64   // number of automation records
	unrewardedFees      uint64   // fees since the last reward
	bridgeMessages      uint64   // number of messages over the bridge
	councilTransactions uint64   // number of transactions that the council has executed
	treasuryQuota       int      // transactions that treasury still has to send before the start
	buildingHistory     bool     // before the start
	failedRounds        int      // rounds that failed before the newest block
}

// Account returns an account together with the records that its lists refer to. The lists
// of an account that does not exist are empty.
func (c *Chain) Account(address move.Address) (Account, Records) {
	c.mutex.RLock()
	defer c.mutex.RUnlock()
	if id, ok := c.ids[address]; ok {
		return c.accounts[id], c.records
	}
	return Account{}, c.records
}

// Records returns the history up to the newest block.
func (c *Chain) Records() Records {
	c.mutex.RLock()
	defer c.mutex.RUnlock()
	return c.records
}

// Head returns the height of the newest block.
func (c *Chain) Head() uint64 {
	c.mutex.RLock()
	defer c.mutex.RUnlock()
	return c.records.Count() - 1
}

// Grown returns a channel that is closed when the next block is added, and the height of the newest one.
func (c *Chain) Grown() (next <-chan struct{}, head uint64) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.grown == nil {
		c.grown = make(chan struct{})
	}
	return c.grown, c.records.Count() - 1
}

// Price is a price in the price feed of the chain.
type Price struct {
	Value     *big.Int
	Decimals  uint64 // of Value
	Timestamp uint64 // milliseconds since the Unix epoch
	Round     uint64 // number of the update
}

// Config describes a chain.
type Config struct {
	// Prices returns the price of a pair at a time, if there is such a pair. The price feed is empty if it is nil.
	Prices func(pair uint32, at time.Time) (Price, bool)

	Seed         uint64 // determines everything except the times of blocks
	Accounts     int    // existing at the start, at least MinAccounts
	Transactions int    // sent by treasury before the start
	Members      int    // validators in the committee; DefaultMembers if 0
	EpochBlocks  uint32 // length of an epoch; DefaultEpochBlocks if 0
	// Blocks is the least number of blocks at the start. Those that are too old for the transactions of treasury are computed on request.
	Blocks uint32
	// AssetTransfers lets holders of the fungible asset transfer it.
	AssetTransfers bool
	// BlockTime is the time between blocks that Produce is going to be called with; a second if 0.
	BlockTime time.Duration
	// ReplaceMembers replaces a validator in every third epoch. Its successor has the same place in the committee.
	ReplaceMembers bool
	// BanLeaders adds a registry of leaders that are banned for some rounds after a failed one.
	BanLeaders bool
}

// New returns a chain without accounts and blocks. Build must be called next.
func New(config Config) *Chain {
	records := Records{
		seed: config.Seed, lastUser: AccountID(config.Accounts - 1), epochBlocks: cmp.Or(config.EpochBlocks, DefaultEpochBlocks),
		replaceMembers: config.ReplaceMembers, banLeaders: config.BanLeaders,
		Committee: make([]Digest, cmp.Or(config.Members, DefaultMembers)),
	}
	for validator := range records.Committee {
		records.Committee[validator] = Digest(newSecret(config.Seed, "validator", uint64(validator)))
	}
	// On average, treasury takes 1.3 blocks to send a transaction.
	if stored := uint64(config.Transactions)*2 + 100; uint64(config.Blocks) > stored {
		records.computed = config.Blocks - uint32(stored)
	}
	c := &Chain{
		seed:   config.Seed,
		config: config,
		ids:    make(map[move.Address]AccountID, config.Accounts),
		state: state{
			rng:             rng.New(config.Seed),
			records:         records,
			treasuryQuota:   config.Transactions,
			buildingHistory: true,
		},
	}
	for i := range creditHoldings {
		c.assets[i].balance = creditHoldings[i].balance
	}
	return c
}

// Build adds the accounts and the history: blocks until treasury has sent its transactions, and one that creates newcomer.
// The time of the newest block is start. Build fails only if the context ends.
func (c *Chain) Build(ctx context.Context, start time.Time) error {
	c.genesis = newGenesis(c.seed)
	if err := c.createAccounts(ctx); err != nil {
		return err
	}
	age := c.records.computedAge(c.records.computed)
	c.addBlock(age, func(*Block) {})
	for c.treasuryQuota > 0 || c.records.Count()+1 < uint64(c.config.Blocks) {
		if c.records.Count()%contextCheckInterval == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		age += c.historyInterval()
		c.addBlock(age, c.addWorkload)
	}
	age += c.historyInterval()
	c.addBlock(age, c.createNewcomer)

	c.records.firstBlockTime = start.UnixMicro() - age
	c.startHeight = c.Head()
	c.buildingHistory = false
	return nil
}

// createAccounts adds the accounts that exist at the start. It fails only if the context ends.
func (c *Chain) createAccounts(ctx context.Context) error {
	for id := range AccountID(namedCount) {
		c.newAccount(namedIdentity(c.seed, id))
		c.fund(id, namedSpecs[id].native, namedSpecs[id].usdx)
	}
	// The newcomer has an id, but does not exist until a transaction creates it.
	delete(c.ids, c.records.Identities[Newcomer].Address)
	for id := namedCount; id <= c.records.lastUser; id++ {
		if id%contextCheckInterval == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		c.newAccount(newIdentity(c.seed, "person", uint64(id), byKey))
		var usdx uint64
		if c.rng.Percent(50) {
			usdx = (1_000 + c.rng.Uint64N(9_000)) * 1e6
		}
		c.fund(id, (5_000+c.rng.Uint64N(20_000))*1e8, usdx)
	}
	return nil
}

func (c *Chain) fund(id AccountID, native, usdx uint64) {
	if native > 0 {
		c.mint(id, Native, native)
	}
	if usdx > 0 {
		c.mint(id, USDX, usdx)
	}
}

// historyInterval draws a block interval of about a second, or more if rounds failed.
func (c *Chain) historyInterval() int64 {
	base := HistoryBlockTime.Microseconds()
	return base*(1+int64(c.failedRounds)) - base/10 + int64(c.rng.Uint64N(uint64(base/5)))
}

// Produce adds a block and returns its height. Its time is at, or just after the newest block if that is later.
func (c *Chain) Produce(at time.Time) uint64 {
	c.mutex.RLock() // Pending may be about to take back what it tried
	age := max(at.UnixMicro()-c.records.firstBlockTime, c.newestAge()+minBlockInterval)
	c.mutex.RUnlock()
	c.addBlock(age, c.addWorkload)
	return c.Head()
}

// ProposalLead returns the time from the proposal of the next block to its appearance: up to
// a tenth of the block time. It follows from the seed and the height.
func (c *Chain) ProposalLead(blockTime time.Duration) time.Duration {
	c.mutex.RLock()
	defer c.mutex.RUnlock()
	return c.proposalLead(blockTime)
}

func (c *Chain) proposalLead(blockTime time.Duration) time.Duration {
	random := rng.New(c.seed + c.records.Count())
	return time.Duration(random.Uint64N(uint64(blockTime / 10)))
}

// NewestTime returns the time of the newest block.
func (c *Chain) NewestTime() time.Time {
	c.mutex.RLock()
	defer c.mutex.RUnlock()
	return time.UnixMicro(c.records.firstBlockTime + c.newestAge())
}

func (c *Chain) newestAge() int64 { return c.records.blocks[len(c.records.blocks)-1].Age }
