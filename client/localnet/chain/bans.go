package chain

import "encoding/binary"

// Rules of leader bans, in elections: a validator has one in as many rounds as there are validators.
const (
	firstDenied     = 2
	mostDenied      = 16
	leastUnbanned   = 2
	probationLength = 1
)

// ban is a leader ban, as the module 0x1::leader_ban_registry has it.
type ban struct {
	validator     uint16
	epoch, round  uint32
	served        uint64 // rounds in earlier epochs
	failed        uint64 // probations in a row
	isOnProbation bool
}

// rounds returns how long the ban or the probation lasts.
func (b *ban) rounds(size uint64) uint64 {
	if b.isOnProbation {
		return probationLength * size
	}
	return min(uint64(firstDenied)<<min(b.failed, 32), mostDenied) * size
}

// bans returns the leader bans after the newest block, as far as they follow from the blocks of its epoch and of the one before. A validator
// that is banned may be elected all the same: the simulation elects as if there were no bans.
func (r *Records) bans() (bans []ban, epoch, round uint32) {
	size, head := len(r.Committee), uint32(r.Count()-1)
	epoch = r.epochAt(head)
	for height := r.FirstHeight(max(epoch, 2) - 1); height <= head; height++ {
		block := r.Block(height)
		if height > 0 && block.Epoch != r.Block(height-1).Epoch {
			last := r.Block(height - 1)
			for i := range bans {
				if b := &bans[i]; b.epoch < last.Epoch {
					b.served += uint64(last.Round)
				} else {
					b.served = uint64(last.Round - b.round)
				}
			}
		}
		for _, validator := range r.FailedProposers(height) {
			bans = fail(bans, validator, block.Epoch, block.Round, size)
		}
		bans = expire(bans, block.Epoch, block.Round, uint64(size))
		round = block.Round
	}
	return bans, epoch, round
}

// fail bans a validator that was the leader of a failed round, longer if it was on probation.
func fail(bans []ban, validator uint16, epoch, round uint32, size int) []ban {
	for i := range bans {
		if b := &bans[i]; b.validator == validator {
			if b.isOnProbation {
				*b = ban{validator: validator, epoch: epoch, round: round, failed: b.failed + 1}
			}
			return bans
		}
	}
	if size > len(bans)+leastUnbanned {
		bans = append(bans, ban{validator: validator, epoch: epoch, round: round})
	}
	return bans
}

// expire ends probations, and makes bans that are over probations.
func expire(bans []ban, epoch, round uint32, size uint64) []ban {
	kept := bans[:0]
	for _, b := range bans {
		served := uint64(0)
		switch {
		case epoch > b.epoch:
			served = b.served + uint64(round)
		case round > b.round:
			served = uint64(round - b.round)
		}
		if served < b.rounds(size) {
			kept = append(kept, b)
		} else if !b.isOnProbation {
			kept = append(kept, ban{validator: b.validator, epoch: epoch, round: round, failed: b.failed, isOnProbation: true})
		}
	}
	return kept
}

// addBans adds the resources of leader bans.
func (h *resourceList) addBans() {
	r := &h.now.chain.records
	bans, epoch, round := r.bans()
	all := none()
	for _, b := range bans {
		all = append(all, Fields{
			"active": Fields{
				"epoch_earned": uint64(b.epoch), "round_earned": uint64(b.round), "rounds_served_in_previous_epochs": b.served, "on_probation": b.isOnProbation,
			},
			"consecutive_bans": b.failed, "pool_address": r.StakePool(epoch, int(b.validator)),
		})
	}
	config := binary.LittleEndian.AppendUint32([]byte{firstDenied}, mostDenied)
	config = append(config, leastUnbanned, probationLength)
	h.addOfFramework("leader_ban_registry", "BanRegistry", nil, Fields{"bans": all})
	h.addOfFramework("leader_ban_registry", "LatestView", nil, Fields{"epoch": uint64(epoch), "round": uint64(round)})
	h.addOfFramework("leader_ban_registry_config", "BanRegistryParameters", nil, Fields{"config": config, "version": uint64(0)})
}
