package chain

import (
	"crypto/sha256"
	"encoding/binary"

	"foredeck/client/localnet/internal/rng"
)

// Computed blocks are those below Records.computed: a long history that follows from the seed and the height alone, so that it takes no
// time to build and no memory. Their transactions are known only by their hashes: they are in no list of an account and change no balance.

// stalls are the patterns in which rounds of computed blocks fail: once in every period of blocks, at a height drawn from the seed.
var stalls = [...]struct{ period, rounds uint64 }{{64, 1}, {80, 1}, {1_500, 3}, {9_000, 14}}

// failedUpTo returns the number of rounds that failed before the computed blocks up to a height.
func (r *Records) failedUpTo(height uint32) uint64 {
	var failed uint64
	for i, stall := range stalls {
		period, offset := uint64(height)/stall.period, uint64(height)%stall.period
		failed += period * stall.rounds
		random := rng.New(rng.Mix(r.seed+uint64(i)) ^ rng.Mix(period))
		if offset >= random.Uint64N(stall.period) {
			failed += stall.rounds
		}
	}
	return failed
}

// computedAge returns the age of a computed block: a second for each round, and up to a tenth more.
func (r *Records) computedAge(height uint32) int64 {
	if height == 0 {
		return 0
	}
	jitter := rng.New(rng.Mix(r.seed ^ uint64(height)))
	return int64(uint64(height)+r.failedUpTo(height))*HistoryBlockTime.Microseconds() + int64(jitter.Uint64N(uint64(HistoryBlockTime.Microseconds()/10)))
}

// computedBlock returns the block at a height below Records.computed.
func (r *Records) computedBlock(height uint32) Block {
	first := height - height%r.epochBlocks
	round := uint64(height-first) + r.failedUpTo(height)
	if first > 0 {
		round -= r.failedUpTo(first - 1)
	}
	block := Block{Age: r.computedAge(height), Epoch: r.epochAt(height), Round: uint32(round)}
	block.Author = r.leader(block.Epoch, block.Round)
	buffer := append(make([]byte, 0, 96), "foredeck localnet computed block"...)
	buffer = binary.LittleEndian.AppendUint64(buffer, r.seed)
	buffer = binary.LittleEndian.AppendUint32(buffer, height)
	block.Hash = sha256.Sum256(r.appendFork(buffer, height))
	return block
}

// computedTransactions returns the transactions of users in a computed block.
func (r *Records) computedTransactions(height uint32) []Transaction {
	block := r.computedBlock(height)
	random := rng.New(rng.Mix(binary.LittleEndian.Uint64(block.Hash[:])))
	transactions := make([]Transaction, drawWeighted(&random, transactionsPerBlock[:]))
	for i := range transactions {
		hash := sha256.Sum256(append(block.Hash[:], byte(i)))
		transactions[i] = Transaction{Hash: hash, Height: height, GasPrice: DefaultGasPrice}
	}
	return transactions
}
