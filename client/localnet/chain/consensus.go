package chain

import (
	"crypto/sha256"
	"encoding/binary"

	"foredeck/client/localnet/internal/rng"
)

const (
	CommitteeSize = 31
	// quorum is 2f+1 of a committee of 3f+1.
	quorum = CommitteeSize - (CommitteeSize-1)/3
	// outage is how many blocks a member that is away stays away.
	outage = 600
)

// leader is the member of the committee whose turn a round is.
func leader(epoch, round uint32) uint8 {
	return uint8((7*uint64(epoch) + uint64(round)) % CommitteeSize)
}

// memberOwners hold the stakes of the committee's members, one after the other.
var memberOwners = [...]AccountID{Treasury, Exchange, Alice, Bridge, Treasury, Market, Bob, Carol}

// ValidatorOwner is the account that gets what a member of the committee earns.
func ValidatorOwner(member uint8) AccountID {
	return memberOwners[int(member)%len(memberOwners)]
}

// FailedProposers gives the members whose rounds were lost before a block, in the order of
// their turns.
func (r *Records) FailedProposers(height uint32) []uint8 {
	made := &r.Blocks[height]
	var round uint32
	if height%epochBlocks != 0 {
		round = r.Blocks[height-1].Round + 1
	}
	var silent []uint8
	for ; round < made.Round; round++ {
		silent = append(silent, leader(made.Epoch, round))
	}
	return silent
}

// Voters tells which members of the committee voted for a block: nearly all. Some are
// away for a while, some miss a vote, and those whose rounds were lost
// miss this one; a quorum always votes, the leader with it.
func (r *Records) Voters(height uint32) [CommitteeSize]bool {
	var voted [CommitteeSize]bool
	for member := range voted {
		seed := binary.LittleEndian.Uint64(r.Committee[member][:])
		away := rng.New(rng.Mix(seed + uint64(height+uint32(member)*31)/outage))
		missed := rng.New(rng.Mix(seed ^ uint64(height)<<8))
		voted[member] = !away.Percent(4) && !missed.Percent(3)
	}
	for _, member := range r.FailedProposers(height) {
		voted[member] = false
	}
	voted[r.Blocks[height].Author] = true
	votes := 0
	for _, vote := range voted {
		if vote {
			votes++
		}
	}
	for member := 0; votes < quorum; member++ {
		if !voted[member] {
			voted[member] = true
			votes++
		}
	}
	return voted
}

// CommitteeHash names the committee of an epoch: its members do not change, the epoch
// does.
func (r *Records) CommitteeHash(epoch uint32) Digest {
	buffer := binary.LittleEndian.AppendUint32([]byte("foredeck localnet committee"), epoch)
	for _, member := range r.Committee {
		buffer = append(buffer, member[:]...)
	}
	return sha256.Sum256(buffer)
}

// batchSize is how many transactions a batch has at most.
const batchSize = 2

// Batch is a part of a block's transactions, as the leader got them from the users.
type Batch struct {
	Transactions []Transaction
	Hash         Digest
	Packed       []byte
}

// Batches gives those of a block: what the chain does by itself is in none.
func (r *Records) Batches(height uint32) []Batch {
	made := &r.Blocks[height]
	var sent []Transaction
	for _, transaction := range r.Transactions[made.FirstTransaction:][:made.TransactionCount] {
		if transaction.Type() == UserTransaction {
			sent = append(sent, transaction)
		}
	}
	var cut []Batch
	for len(sent) > 0 {
		size := min(batchSize, len(sent))
		packed := []byte{byte(size)} // BCS: a vector of hashes
		for _, transaction := range sent[:size] {
			packed = append(packed, transaction.Hash[:]...)
		}
		cut = append(cut, Batch{sent[:size], sha256.Sum256(packed), packed})
		sent = sent[size:]
	}
	return cut
}
