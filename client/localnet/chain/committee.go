package chain

import (
	"crypto/sha512"
	"encoding/binary"

	"foredeck/client/localnet/internal/rng"
)

const (
	// membershipEpochs is how often a validator is replaced, see Config.ReplaceMembers.
	membershipEpochs = 3
	// minStake and stakeRange are the stakes of validators at the start, in units of Native. Some do not fit the 53 bits of a JSON number in
	// JavaScript, and the sum of the largest committee fits a u64.
	minStake   = 2e15
	stakeRange = 9e15
	// stakeGrowth is how many epochs pay rewards that the validators stake again.
	stakeGrowth = 1_000
)

// Member returns the identity of a validator in an epoch. Without Config.ReplaceMembers it is the same in all epochs.
func (r *Records) Member(epoch uint32, validator int) Digest {
	if generation := r.generation(epoch, validator); generation > 0 {
		return Digest(newSecret(r.seed, "validator", uint64(generation)<<32|uint64(validator)))
	}
	return r.Committee[validator]
}

// generation returns how often a validator was replaced up to an epoch: they take turns.
func (r *Records) generation(epoch uint32, validator int) int {
	if !r.replaceMembers {
		return 0
	}
	replaced, size := int(epoch/membershipEpochs), len(r.Committee)
	// The k-th replacement is of validator k modulo the size, from k = 1 on.
	return (replaced-validator+size)/size - (size-validator)/size
}

// Stake returns the stake of a validator in an epoch, in units of Native: rewards and changes of delegations.
func (r *Records) Stake(epoch uint32, validator int) uint64 {
	identity := r.Member(epoch, validator)
	seed := binary.LittleEndian.Uint64(identity[:])
	random := rng.New(rng.Mix(seed))
	stake := minStake + random.Uint64N(stakeRange)
	delegated := rng.New(rng.Mix(seed ^ uint64(epoch+uint32(validator))/5))
	return stake + stake/5_000*uint64(min(epoch, stakeGrowth)) + delegated.Uint64N(stake/50)
}

// FirstHeight returns the height of the first block of an epoch.
func (r *Records) FirstHeight(epoch uint32) uint32 { return (epoch - 1) * r.epochBlocks }

// Epoch returns the epoch of the newest block.
func (r *Records) Epoch() uint32 { return r.epochAt(uint32(r.Count() - 1)) }

// ValidatorKey returns bytes in place of a public key of a validator, or of the whole committee if validator is negative. Keys that are
// shares of the committee's change with the epoch.
func (r *Records) ValidatorKey(epoch uint32, validator int, purpose string, perEpoch bool, size int) []byte {
	buffer := append([]byte("foredeck localnet key"), purpose...)
	if validator >= 0 {
		identity := r.Member(epoch, validator)
		buffer = append(buffer, identity[:]...)
	}
	if perEpoch {
		buffer = binary.LittleEndian.AppendUint32(buffer, epoch)
		buffer = binary.LittleEndian.AppendUint64(buffer, r.seed)
	}
	key := Stretch(buffer, size)
	if size == BLSKeySize {
		key[0] = key[0]&0x3f | 0x80 // as a compressed point
	}
	return key
}

// Stretch returns a number of bytes that follow from others, in place of keys and signatures that no one can verify.
func Stretch(from []byte, size int) []byte {
	var all []byte
	for block := sha512.Sum512(from); ; block = sha512.Sum512(block[:]) {
		if all = append(all, block[:]...); len(all) >= size {
			return all[:size]
		}
	}
}
