package chain

import (
	"crypto/sha256"
	"encoding/binary"
	"math/big"

	"foredeck/client/move"
)

// Rules of the stake, in units of Native and seconds.
const (
	minimumStake   = 1_000_000_000_000_000
	maximumStake   = 1_000_000_000_000_000_000
	lockupSeconds  = 30 * 24 * 60 * 60
	maxPerformance = 10_000 // newest blocks of an epoch whose proposers are counted
)

// KeysEpoch is the first epoch in which validators have keys of several kinds.
const KeysEpoch = 3

// Sizes in bytes of keys. That of class-group keys is not published.
const (
	Ed25519Size    = 32
	BLSKeySize     = 48
	ClassGroupSize = 233
)

// StakePool returns the address of the stake pool of a validator in an epoch. It is the proposer in the events of blocks.
func (r *Records) StakePool(epoch uint32, validator int) move.Address {
	identity := r.Member(epoch, validator)
	return sha256.Sum256(append([]byte("foredeck localnet stake pool"), identity[:]...))
}

// Leaves returns the validator that is replaced at the end of an epoch, -1 if none is.
func (r *Records) Leaves(epoch uint32) int {
	if !r.replaceMembers || (epoch+1)%membershipEpochs != 0 {
		return -1
	}
	return int((epoch + 1) / membershipEpochs % uint32(len(r.Committee)))
}

// consensusKey returns the consensus key of a validator: a key of Ed25519, and in later epochs all keys in BCS.
func (r *Records) consensusKey(epoch uint32, validator int) []byte {
	ed25519 := r.ValidatorKey(epoch, validator, "ed25519", false, Ed25519Size)
	if epoch < KeysEpoch {
		return ed25519
	}
	var key []byte
	add := func(part []byte) { key = append(binary.AppendUvarint(key, uint64(len(part))), part...) }
	add(r.ValidatorKey(epoch, validator, "network", false, Ed25519Size))
	add(r.ValidatorKey(epoch, validator, "bls", false, BLSKeySize))
	for _, kind := range [...]string{"", "", "", "BcftValidity", "BcftQuorum", "", "ClanMajority"} {
		if kind == "" {
			key = append(key, 0)
			continue
		}
		key = append(key, 1)
		add(r.ValidatorKey(epoch, validator, kind, true, BLSKeySize))
	}
	add(r.ValidatorKey(epoch, validator, "class group", false, ClassGroupSize))
	add(ed25519)
	return key
}

// validatorInfo returns the entry of a validator in the validator set.
func (r *Records) validatorInfo(epoch uint32, validator int) Fields {
	return Fields{
		"addr": r.StakePool(epoch, validator), "voting_power": r.Stake(epoch, validator), "config": r.validatorConfig(epoch, validator),
	}
}

func (r *Records) validatorConfig(epoch uint32, validator int) Fields {
	return Fields{"consensus_pubkey": r.consensusKey(epoch, validator), "network_addresses": []byte{}, "fullnode_addresses": []byte{}, "validator_index": uint64(validator)}
}

// addStake adds the resources of 0x1 that describe the validators.
func (h *resourceList) addStake() {
	r := &h.now.chain.records
	epoch := uint32(h.now.epoch())
	leaves := r.Leaves(epoch)
	active, leaving, joining := none(), none(), none()
	total, joiningPower := new(big.Int), new(big.Int)
	for validator := range r.Committee {
		total.Add(total, bigInt(r.Stake(epoch, validator)))
		if validator == leaves {
			leaving = append(leaving, r.validatorInfo(epoch, validator))
			continue
		}
		active = append(active, r.validatorInfo(epoch, validator))
	}
	if leaves >= 0 {
		joining = append(joining, r.validatorInfo(epoch+1, leaves))
		joiningPower = bigInt(r.Stake(epoch+1, leaves))
	}
	h.addOfFramework("stake", "ValidatorSet", nil, Fields{
		"consensus_scheme": uint64(0), "active_validators": active, "pending_inactive": leaving, "pending_active": joining,
		"total_voting_power": total, "total_joining_power": joiningPower,
	})
	h.addOfFramework("stake", "ValidatorPerformance", nil, Fields{"validators": r.performance(epoch)})
	h.addOfFramework("staking_config", "StakingConfig", nil, Fields{
		"minimum_stake": uint64(minimumStake), "maximum_stake": uint64(maximumStake), "recurring_lockup_duration_secs": uint64(lockupSeconds),
		"allow_validator_set_change": r.replaceMembers, "rewards_rate": uint64(20), "rewards_rate_denominator": uint64(1_000_000), "voting_power_increase_limit": uint64(20),
	})
}

// performance counts the blocks and the failed rounds of each validator in an epoch.
func (r *Records) performance(epoch uint32) []any {
	counts := make([][2]uint64, len(r.Committee))
	head := uint32(r.Count() - 1)
	for height := max(r.FirstHeight(epoch), head-min(head, maxPerformance)); height <= head; height++ {
		counts[r.Block(height).Author][0]++
		for _, validator := range r.FailedProposers(height) {
			counts[validator][1]++
		}
	}
	all := none()
	for _, count := range counts {
		all = append(all, Fields{"successful_proposals": count[0], "failed_proposals": count[1]})
	}
	return all
}

// pool returns the validator and the epoch whose stake pool is at an address: a member of the committee, or of the next one.
func (s State) pool(address move.Address) (epoch uint32, validator int, ok bool) {
	r, epoch := &s.chain.records, uint32(s.epoch())
	for validator := range r.Committee {
		if r.StakePool(epoch, validator) == address {
			return epoch, validator, true
		}
	}
	next := r.Leaves(epoch)
	return epoch + 1, next, next >= 0 && r.StakePool(epoch+1, next) == address
}

// IsPool reports whether the stake pool of a validator is at an address. It is an account that sends no transactions.
func (s State) IsPool(address move.Address) bool {
	_, _, ok := s.pool(address)
	return ok
}

// addPoolOf adds the resources of a stake pool.
func (h *resourceList) addPoolOf(epoch uint32, validator int) {
	r := &h.now.chain.records
	coin := func(value uint64) Fields { return Fields{"value": value} }
	seconds := uint64(h.now.time() / microsecondsPerSecond)
	offset := uint64(validator) * (lockupSeconds / uint64(len(r.Committee)))
	owner := h.now.chain.genesis.named[ValidatorOwner(uint16(validator))]
	h.addOfFramework("account", "Account", nil, Fields{
		"authentication_key": make([]byte, Ed25519Size), "sequence_number": uint64(0), "guid_creation_num": uint64(2),
		"coin_register_events": h.eventHandle(0, 0), "key_rotation_events": h.eventHandle(1, 0),
		"rotation_capability_offer": Fields{"for": none()}, "signer_capability_offer": Fields{"for": none()},
	})
	h.addOfFramework("stake", "StakePool", nil, Fields{
		"active": coin(r.Stake(epoch, validator)), "inactive": coin(0), "pending_active": coin(0), "pending_inactive": coin(0),
		"locked_until_secs": (seconds+offset)/lockupSeconds*lockupSeconds + lockupSeconds - offset,
		"operator_address":  owner, "delegated_voter": owner,
	})
	h.addOfFramework("stake", "ValidatorConfig", nil, r.validatorConfig(epoch, validator))
	if validator%4 != 3 { // the others take no delegations
		h.addOfFramework("pbo_delegation_pool", "DelegationPool", nil, Fields{
			"total_coins_inactive": uint64(0), "operator_commission_percentage": 500 + 250*uint64(validator%5),
		})
	}
}
