package chain

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"time"

	"foredeck/client/localnet/internal/rng"
	"foredeck/client/move"
)

const (
	ID = 255 // what local networks use

	// epochBlocks is short, so that a new epoch can be seen to begin.
	epochBlocks = 300

	// HistoryBlockTime is the pace of the blocks before the start.
	HistoryBlockTime = time.Second
	// leastInterval, in microseconds, is more than a block has transactions: time plus
	// place in the block tells transactions apart.
	leastInterval = 256
	// checkEvery is how many blocks or accounts are made between looks at the context.
	checkEvery = 256
)

// Config describes a chain.
type Config struct {
	Seed         uint64 // determines everything but the times of blocks
	Accounts     int    // that exist at the start, at least MinAccounts
	Transactions int    // that treasury has sent at the start
}

// New makes an empty chain; build gives it its accounts and its history.
func New(config Config) *Chain {
	return &Chain{
		seed:    config.Seed,
		ids:     make(map[move.Address]AccountID, config.Accounts),
		rng:     rng.New(config.Seed),
		records: Records{lastUser: AccountID(config.Accounts - 1)},
		quota:   config.Transactions,
		history: true,
	}
}

// Build makes the accounts and the history: the first block, blocks until treasury has
// sent its quota, then one that creates newcomer. The newest block is at start. It
// fails when the context ends.
func (c *Chain) Build(ctx context.Context, start time.Time) error {
	c.genesis = newGenesis(c.seed)
	c.records.Committee = new([CommitteeSize]Digest)
	for member := range c.records.Committee {
		c.records.Committee[member] = Digest(newSecret(c.seed, "validator", uint64(member)))
	}
	for id := range AccountID(NamedCount) {
		c.newAccount(namedIdentity(c.seed, id))
		c.fund(id, casting[id].native, casting[id].usdx)
	}
	// The newcomer's place is kept; the chain knows it when it has been created.
	delete(c.ids, c.records.Identities[Newcomer].Address)
	for id := NamedCount; id <= c.records.lastUser; id++ {
		if id%checkEvery == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		c.newAccount(newIdentity(c.seed, "person", uint64(id), byKey))
		var dollars uint64
		if c.rng.Percent(50) {
			dollars = (1_000 + c.rng.Uint64N(9_000)) * 1e6
		}
		c.fund(id, (5_000+c.rng.Uint64N(20_000))*1e8, dollars)
	}

	c.addBlock(0, func(*Block) {})
	age := int64(0)
	for c.quota > 0 {
		if len(c.records.Blocks)%checkEvery == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		age += c.historyInterval()
		c.addBlock(age, c.traffic)
	}
	age += c.historyInterval()
	c.addBlock(age, c.createNewcomer)

	c.records.firstBlockTime = start.UnixMicro() - age
	c.history = false
	return nil
}

func (c *Chain) fund(id AccountID, natives, dollars uint64) {
	if natives > 0 {
		c.mint(id, Native, natives)
	}
	if dollars > 0 {
		c.mint(id, USDX, dollars)
	}
}

// historyInterval is about a second, and longer when rounds were lost.
func (c *Chain) historyInterval() int64 {
	base := HistoryBlockTime.Microseconds()
	return base*(1+int64(c.roundsLost)) - base/10 + int64(c.rng.Uint64N(uint64(base/5)))
}

// Produce makes the next block after the start. Its time is at, or just after the block
// before when that is not earlier. It returns the block's height.
func (c *Chain) Produce(at time.Time) uint64 {
	age := at.UnixMicro() - c.records.firstBlockTime
	c.addBlock(max(age, c.newestAge()+leastInterval), c.traffic)
	return c.Head()
}

// ProposalLead is how much earlier than its pace the next block was proposed: up to a tenth
// of the pace, told by the seed and the height alone.
func (c *Chain) ProposalLead(pace time.Duration) time.Duration {
	draw := rng.New(c.seed + uint64(len(c.records.Blocks)))
	return time.Duration(draw.Uint64N(uint64(pace / 10)))
}

// NewestTime is the time of the newest block. Like produce it is the block maker's.
func (c *Chain) NewestTime() time.Time {
	c.mutex.RLock()
	defer c.mutex.RUnlock()
	return time.UnixMicro(c.records.firstBlockTime + c.newestAge())
}

func (c *Chain) newestAge() int64 {
	return c.records.Blocks[len(c.records.Blocks)-1].Age
}

// addBlock appends one block with the transactions that fill sends.
func (c *Chain) addBlock(age int64, fill func(made *Block)) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	made := Block{Age: age, FirstTransaction: c.nextPlace()}
	made.Epoch, made.Round = c.nextView()
	made.Author = leader(made.Epoch, made.Round)

	// The block joins last, when it can be hashed; its transactions name it by height.
	c.reward(&made)
	fill(&made)
	made.TransactionCount = uint8(c.nextPlace() - made.FirstTransaction)
	made.Hash = c.blockHash(&made)
	c.records.Blocks = append(c.records.Blocks, made)
}

// nextView gives the epoch and round of the next block. A round is lost now and then,
// when its leader stays silent; each epoch counts its rounds anew.
func (c *Chain) nextView() (epoch, round uint32) {
	height := len(c.records.Blocks)
	epoch = uint32(height/epochBlocks) + 1
	if height%epochBlocks != 0 {
		round = c.records.Blocks[height-1].Round + 1
	}
	c.roundsLost = 0
	for c.rng.Percent(3) {
		c.roundsLost++
	}
	return epoch, round + uint32(c.roundsLost)
}

// blockHash commits to everything about a block but its time, so that a seed gives the
// same hashes whenever the chain runs.
func (c *Chain) blockHash(made *Block) Digest {
	height := len(c.records.Blocks)
	buffer := make([]byte, 0, 384)
	buffer = append(buffer, "foredeck localnet block"...)
	buffer = append(buffer, ID)
	buffer = binary.LittleEndian.AppendUint64(buffer, uint64(height))
	buffer = binary.LittleEndian.AppendUint32(buffer, made.Epoch)
	buffer = binary.LittleEndian.AppendUint32(buffer, made.Round)
	buffer = append(buffer, c.records.Committee[made.Author][:]...)
	parent := c.records.ParentHash(uint32(height))
	buffer = append(buffer, parent[:]...)
	for _, sent := range c.records.Transactions[made.FirstTransaction:] {
		buffer = append(buffer, sent.Hash[:]...)
	}
	return sha256.Sum256(buffer)
}
