package localnet

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"time"

	"foredeck/client/move"
)

const (
	chainID = 255 // what local networks use

	// epochBlocks is short, so that a new epoch can be seen to begin.
	epochBlocks = 300

	// historyPace is the pace of the blocks before the start.
	historyPace = time.Second
	// leastInterval, in microseconds, is more than a block has transactions: time plus
	// place in the block tells transactions apart.
	leastInterval = 256
	// checkEvery is how many blocks or accounts are made between looks at the context.
	checkEvery = 256
)

// newChain makes an empty chain; build gives it its accounts and its history.
func newChain(options Options) *chain {
	return &chain{
		seed:       options.Seed,
		ids:        make(map[move.Address]accountID, options.Accounts),
		dice:       dice{state: options.Seed},
		lastPerson: accountID(options.Accounts - 1),
		quota:      options.Transactions,
		history:    true,
	}
}

// build makes the accounts and the history: the first block, blocks until treasury has
// sent its quota, then one that creates newcomer. The newest block is at start. It
// fails when the context ends.
func (c *chain) build(ctx context.Context, start time.Time) error {
	c.records.committee = new([committeeSize]digest)
	for member := range c.records.committee {
		c.records.committee[member] = digest(originOf(c.seed, "validator", uint64(member)))
	}
	for id := range accountID(namedAccounts) {
		c.newAccount(namedIdentity(c.seed, id))
		c.fund(id, casting[id].native, casting[id].usdx)
	}
	// The newcomer's place is kept; the chain knows it when it has been created.
	delete(c.ids, c.records.identities[newcomer].address)
	for id := namedAccounts; id <= c.lastPerson; id++ {
		if id%checkEvery == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		c.newAccount(newIdentity(c.seed, "person", uint64(id), byKey))
		var dollars uint64
		if c.dice.percent(50) {
			dollars = (1_000 + c.dice.below(9_000)) * 1e6
		}
		c.fund(id, (5_000+c.dice.below(20_000))*1e8, dollars)
	}

	c.addBlock(0, func(*block) {})
	age := int64(0)
	for c.quota > 0 {
		if len(c.records.blocks)%checkEvery == 0 && ctx.Err() != nil {
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

func (c *chain) fund(id accountID, natives, dollars uint64) {
	if natives > 0 {
		c.mint(id, native, natives)
	}
	if dollars > 0 {
		c.mint(id, usdx, dollars)
	}
}

// historyInterval is about a second, and longer when rounds were lost.
func (c *chain) historyInterval() int64 {
	base := historyPace.Microseconds()
	return base*(1+int64(c.roundsLost)) - base/10 + int64(c.dice.below(uint64(base/5)))
}

// produce makes the next block after the start. Its time is at, or just after the block
// before when that is not earlier. It returns the block's height.
func (c *chain) produce(at time.Time) uint64 {
	age := at.UnixMicro() - c.records.firstBlockTime
	c.addBlock(max(age, c.newestAge()+leastInterval), c.traffic)
	return c.head()
}

// agreement is how much earlier than its pace the next block was proposed: up to a tenth
// of the pace, told by the seed and the height alone.
func (c *chain) agreement(pace time.Duration) time.Duration {
	draw := dice{state: c.seed + uint64(len(c.records.blocks))}
	return time.Duration(draw.below(uint64(pace / 10)))
}

// newestTime is the time of the newest block. Like produce it is the block maker's.
func (c *chain) newestTime() time.Time {
	return time.UnixMicro(c.records.firstBlockTime + c.newestAge())
}

func (c *chain) newestAge() int64 {
	return c.records.blocks[len(c.records.blocks)-1].age
}

// addBlock appends one block with the transactions that fill sends.
func (c *chain) addBlock(age int64, fill func(made *block)) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	made := block{age: age, firstTransaction: c.nextPlace()}
	made.epoch, made.round = c.nextView()
	made.author = leader(made.epoch, made.round)

	// The block joins last, when it can be hashed; its transactions name it by height.
	c.reward(&made)
	fill(&made)
	made.transactions = uint8(c.nextPlace() - made.firstTransaction)
	made.hash = c.blockHash(&made)
	c.records.blocks = append(c.records.blocks, made)
}

// nextView gives the epoch and round of the next block. A round is lost now and then,
// when its leader stays silent; each epoch counts its rounds anew.
func (c *chain) nextView() (epoch, round uint32) {
	height := len(c.records.blocks)
	epoch = uint32(height/epochBlocks) + 1
	if height%epochBlocks != 0 {
		round = c.records.blocks[height-1].round + 1
	}
	c.roundsLost = 0
	for c.dice.percent(3) {
		c.roundsLost++
	}
	return epoch, round + uint32(c.roundsLost)
}

// blockHash commits to everything about a block but its time, so that a seed gives the
// same hashes whenever the chain runs.
func (c *chain) blockHash(made *block) digest {
	height := len(c.records.blocks)
	buffer := make([]byte, 0, 384)
	buffer = append(buffer, "foredeck localnet block"...)
	buffer = append(buffer, chainID)
	buffer = binary.LittleEndian.AppendUint64(buffer, uint64(height))
	buffer = binary.LittleEndian.AppendUint32(buffer, made.epoch)
	buffer = binary.LittleEndian.AppendUint32(buffer, made.round)
	buffer = append(buffer, c.records.committee[made.author][:]...)
	parent := c.records.parentHash(uint32(height))
	buffer = append(buffer, parent[:]...)
	for _, sent := range c.records.transactions[made.firstTransaction:] {
		buffer = append(buffer, sent.hash[:]...)
	}
	return sha256.Sum256(buffer)
}

// parentHash is the hash of the block below a height; zero for the first block.
func (r *records) parentHash(height uint32) digest {
	if height == 0 {
		return digest{}
	}
	return r.blocks[height-1].hash
}
