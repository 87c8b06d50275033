package localnet

import (
	"crypto/sha256"
	"encoding/binary"
)

const (
	committeeSize = 31
	// quorum is 2f+1 of a committee of 3f+1.
	quorum = committeeSize - (committeeSize-1)/3
	// outage is how many blocks a member that is away stays away.
	outage = 600
)

// leader is the member of the committee whose turn a round is.
func leader(epoch, round uint32) uint8 {
	return uint8((7*uint64(epoch) + uint64(round)) % committeeSize)
}

// memberOwners hold the stakes of the committee's members, one after the other.
var memberOwners = [...]accountID{treasury, exchange, alice, bridge, treasury, market, bob, carol}

// memberOwner is the account that gets what a member of the committee earns.
func memberOwner(member uint8) accountID {
	return memberOwners[int(member)%len(memberOwners)]
}

// silentLeaders gives the members whose rounds were lost before a block, in the order of
// their turns.
func (r *records) silentLeaders(height uint32) []uint8 {
	made := &r.blocks[height]
	var round uint32
	if height%epochBlocks != 0 {
		round = r.blocks[height-1].round + 1
	}
	var silent []uint8
	for ; round < made.round; round++ {
		silent = append(silent, leader(made.epoch, round))
	}
	return silent
}

// voters tells which members of the committee voted for a block: nearly all. Some are
// away for a while, some miss a vote, and those whose rounds were lost
// miss this one; a quorum always votes, the leader with it.
func (r *records) voters(height uint32) [committeeSize]bool {
	var voted [committeeSize]bool
	for member := range voted {
		seed := binary.LittleEndian.Uint64(r.committee[member][:])
		away := dice{state: mix(seed + uint64(height+uint32(member)*31)/outage)}
		missed := dice{state: mix(seed ^ uint64(height)<<8)}
		voted[member] = !away.percent(4) && !missed.percent(3)
	}
	for _, member := range r.silentLeaders(height) {
		voted[member] = false
	}
	voted[r.blocks[height].author] = true
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

// committeeHash names the committee of an epoch: its members do not change, the epoch
// does.
func (r *records) committeeHash(epoch uint32) digest {
	buffer := binary.LittleEndian.AppendUint32([]byte("foredeck localnet committee"), epoch)
	for _, member := range r.committee {
		buffer = append(buffer, member[:]...)
	}
	return sha256.Sum256(buffer)
}
