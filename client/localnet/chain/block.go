package chain

import (
	"crypto/sha256"
	"encoding/binary"
	"time"
)

const (
	// ID is the chain id of local networks.
	ID = 255

	// DefaultEpochBlocks is the length of an epoch, short enough to watch one begin.
	DefaultEpochBlocks = 300

	// HistoryBlockTime is the average time between blocks before the start.
	HistoryBlockTime = time.Second
	// minBlockInterval is the least time between blocks in microseconds. No block has as
	// many transactions, so the sum of block time and index in the block is unique.
	minBlockInterval = 256
	// contextCheckInterval is how many blocks or accounts Build adds between checks of the context.
	contextCheckInterval = 256
)

// addBlock appends a block with the transactions that fill sends.
func (c *Chain) addBlock(age int64, fill func(block *Block)) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.records.blocks = append(c.records.blocks, c.newBlock(age, fill))
	if c.grown != nil {
		close(c.grown)
		c.grown = nil
	}
}

// newBlock executes the transactions of the next block.
func (c *Chain) newBlock(age int64, fill func(block *Block)) Block {
	c.startFork()
	block := Block{Age: age, FirstTransaction: c.nextIndex()}
	block.Epoch, block.Round = c.nextView()
	block.Author = c.records.leader(block.Epoch, block.Round)

	// The block is appended once it can be hashed; until then its transactions refer to it by height.
	c.rewardLeader(&block)
	fill(&block)
	block.TransactionCount = uint8(c.nextIndex() - block.FirstTransaction)
	block.Hash = c.blockHash(&block)
	return block
}

// nextView returns the epoch and round of the next block. Now and then the proposer of a
// round fails and the round is skipped; a dropped proposer always fails. Rounds start at 0 in each epoch.
func (c *Chain) nextView() (epoch, round uint32) {
	height := uint32(c.records.Count())
	epoch = c.records.epochAt(height)
	if height%c.records.epochBlocks != 0 {
		round = c.records.Block(height-1).Round + 1
	}
	c.failedRounds = 0
	for c.rng.Percent(3) {
		c.failedRounds++
	}
	for c.records.dropped(c.records.leader(epoch, round+uint32(c.failedRounds)), height) {
		c.failedRounds++
	}
	return epoch, round + uint32(c.failedRounds)
}

// blockHash hashes everything about a block except its time, so that the hashes depend only on the seed.
func (c *Chain) blockHash(block *Block) Digest {
	height := uint32(c.records.Count())
	buffer := make([]byte, 0, 384)
	buffer = append(buffer, "foredeck localnet block"...)
	buffer = append(buffer, ID)
	buffer = binary.LittleEndian.AppendUint64(buffer, uint64(height))
	buffer = binary.LittleEndian.AppendUint32(buffer, block.Epoch)
	buffer = binary.LittleEndian.AppendUint32(buffer, block.Round)
	author := c.records.Member(block.Epoch, int(block.Author))
	buffer = append(buffer, author[:]...)
	parent := c.records.ParentHash(height)
	buffer = append(buffer, parent[:]...)
	buffer = c.records.appendFork(buffer, height)
	for _, tx := range c.records.Transactions[block.FirstTransaction:] {
		buffer = append(buffer, tx.Hash[:]...)
	}
	return sha256.Sum256(buffer)
}

// Block is a finalized block. See Records.Block.
type Block struct {
	Hash             Digest
	Age              int64  // microseconds after the first block
	FirstTransaction uint32 // index in Records.Transactions
	Epoch            uint32
	Round            uint32
	Author           uint16 // index in the committee
	TransactionCount uint8
}
