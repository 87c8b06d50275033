package chain

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"foredeck/client/localnet/internal/rng"
)

const (
	// DefaultMembers is the number of validators in the committee.
	DefaultMembers = 31
	// outageBlocks is the length of an outage of a validator.
	outageBlocks = 600
)

// leader returns the validator that proposes in a round.
func (r *Records) leader(epoch, round uint32) uint16 {
	return uint16((7*uint64(epoch) + uint64(round)) % uint64(len(r.Committee)))
}

// quorum returns 2f+1 in a committee of 3f+1.
func (r *Records) quorum() int { return len(r.Committee) - (len(r.Committee)-1)/3 }

// validatorOwners own the validators in turn.
var validatorOwners = [...]AccountID{Treasury, Exchange, Alice, Bridge, Treasury, Market, Bob, Carol}

// ValidatorOwner returns the account that receives the rewards of a validator.
func ValidatorOwner(validator uint16) AccountID {
	return validatorOwners[int(validator)%len(validatorOwners)]
}

// FailedProposers returns the validators whose rounds failed before a block, in order.
func (r *Records) FailedProposers(height uint32) []uint16 {
	block := r.Block(height)
	var round uint32
	if height%r.epochBlocks != 0 {
		round = r.Block(height-1).Round + 1
	}
	var failed []uint16
	for ; round < block.Round; round++ {
		failed = append(failed, r.leader(block.Epoch, round))
	}
	return failed
}

// Voters reports which validators voted for a block: at least the leader and a quorum, but neither failed proposers nor dropped
// validators.
func (r *Records) Voters(height uint32) []bool {
	voted := make([]bool, len(r.Committee))
	for validator := range voted {
		seed := binary.LittleEndian.Uint64(r.Committee[validator][:])
		outage := rng.New(rng.Mix(seed + uint64(height+uint32(validator)*31)/outageBlocks))
		missed := rng.New(rng.Mix(seed ^ uint64(height)<<8))
		voted[validator] = !outage.Percent(4) && !missed.Percent(3)
	}
	for _, validator := range r.FailedProposers(height) {
		voted[validator] = false
	}
	author := r.Block(height).Author
	isOut := func(validator int) bool {
		return r.dropped(uint16(validator), height) || r.leftOut(uint16(validator), author, height)
	}
	for validator := range voted {
		voted[validator] = voted[validator] && !isOut(validator)
	}
	voted[author] = true
	votes := 0
	for _, vote := range voted {
		if vote {
			votes++
		}
	}
	for validator := 0; votes < r.quorum(); validator++ {
		if !voted[validator] && !isOut(validator) {
			voted[validator] = true
			votes++
		}
	}
	return voted
}

// CommitteeHash returns the hash of the committee in an epoch.
func (r *Records) CommitteeHash(epoch uint32) Digest {
	buffer := binary.LittleEndian.AppendUint32([]byte("foredeck localnet committee"), epoch)
	for validator := range r.Committee {
		identity := r.Member(epoch, validator)
		buffer = append(buffer, identity[:]...)
	}
	return sha256.Sum256(buffer)
}

// userTransactions returns the transactions of users in a block.
func (r *Records) userTransactions(height uint32) []Transaction {
	var found []Transaction
	for _, transaction := range r.TransactionsIn(height) {
		if transaction.Type() == UserTransaction {
			found = append(found, transaction)
		}
	}
	return found
}

// batchSize is the largest number of transactions in a batch.
const batchSize = 2

// Batch is a part of the user transactions of a block.
type Batch struct {
	Transactions []Transaction
	Hash         Digest
	Packed       []byte // BCS of the transaction hashes
}

// Batches splits the user transactions of a block into batches.
func (r *Records) Batches(height uint32) []Batch {
	pending := r.userTransactions(height)
	var batches []Batch
	for len(pending) > 0 {
		size := min(batchSize, len(pending))
		packed := []byte{byte(size)} // BCS: a vector of hashes
		for _, transaction := range pending[:size] {
			packed = append(packed, transaction.Hash[:]...)
		}
		batches = append(batches, Batch{pending[:size], sha256.Sum256(packed), packed})
		pending = pending[size:]
	}
	return batches
}

// drop is a range of blocks in which a validator neither votes nor proposes, or in which a proposer leaves its vote out.
type drop struct {
	validator uint16
	proposer  int    // that leaves the vote out; noProposer if the validator is dropped
	from, to  uint32 // heights; to is exclusive, and ongoing while the drop lasts
}

const noProposer = -1

const ongoing = math.MaxUint32

// dropped reports whether a validator is dropped at a height.
func (r *Records) dropped(validator uint16, height uint32) bool {
	for _, drop := range r.drops {
		if drop.proposer == noProposer && drop.validator == validator && drop.from <= height && height < drop.to {
			return true
		}
	}
	return false
}

// leftOut reports whether a proposer leaves out the vote of a validator at a height.
func (r *Records) leftOut(validator, proposer uint16, height uint32) bool {
	return slices.ContainsFunc(r.drops, func(d drop) bool {
		return d.proposer == int(proposer) && d.validator == validator && d.from <= height && height < d.to
	})
}

// LeftOut lists the validators whose votes a proposer leaves out until further notice, each with the proposer.
func (r *Records) LeftOut() [][2]int {
	all := [][2]int{}
	for _, drop := range r.drops {
		if drop.to == ongoing && drop.proposer != noProposer {
			all = append(all, [2]int{int(drop.validator), drop.proposer})
		}
	}
	return all
}

// Dropped lists the validators that are dropped until further notice, in order.
func (r *Records) Dropped() []int {
	all := []int{}
	for _, drop := range r.drops {
		if drop.to == ongoing && drop.proposer == noProposer {
			all = append(all, int(drop.validator))
		}
	}
	slices.Sort(all)
	return all
}

// CheckMember returns an error if there is no such validator.
func (r *Records) CheckMember(validator int) error {
	if validator < 0 || validator >= len(r.Committee) {
		return fmt.Errorf("member %d: must be from 0 to %d", validator, len(r.Committee)-1)
	}
	return nil
}

// CanDrop returns an error if there is no such validator, or if the others would not be a quorum.
func (r *Records) CanDrop(validator int) error {
	dropped := r.Dropped()
	if len(dropped) >= len(r.Committee)-r.quorum() && !slices.Contains(dropped, validator) {
		return fmt.Errorf("member %d: %d members are dropped already, and the others must be a quorum of %d; resume one first",
			validator, len(dropped), r.quorum())
	}
	return r.CheckMember(validator)
}

// Drop keeps a validator from voting and proposing from a height above the newest block on. It has no effect on one that is dropped.
func (c *Chain) Drop(validator int, from uint64) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if !slices.Contains(c.records.Dropped(), validator) {
		c.records.drops = append(slices.Clone(c.records.drops), drop{uint16(validator), noProposer, uint32(from), ongoing})
	}
}

// LeaveOut makes a proposer leave out the vote of a validator from a height above the newest block on.
func (c *Chain) LeaveOut(validator, proposer int, from uint64) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if !slices.Contains(c.records.LeftOut(), [2]int{validator, proposer}) {
		c.records.drops = append(slices.Clone(c.records.drops), drop{uint16(validator), proposer, uint32(from), ongoing})
	}
}

// Restore ends Drop and LeaveOut at a height above the newest block.
func (c *Chain) Restore(validator int, at uint64) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.records.drops = slices.Clone(c.records.drops)
	for i := range c.records.drops {
		if drop := &c.records.drops[i]; int(drop.validator) == validator && drop.to == ongoing {
			drop.to = uint32(at)
		}
	}
}
