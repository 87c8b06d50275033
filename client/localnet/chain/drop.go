package chain

import (
	"fmt"
	"math"
	"slices"
)

// drop is a range of blocks in which a validator neither votes nor proposes.
type drop struct {
	validator uint16
	from, to  uint32 // heights; to is exclusive, and ongoing while the drop lasts
}

const ongoing = math.MaxUint32

// dropped reports whether a validator is dropped at a height.
func (r *Records) dropped(validator uint16, height uint32) bool {
	for _, drop := range r.drops {
		if drop.validator == validator && drop.from <= height && height < drop.to {
			return true
		}
	}
	return false
}

// Dropped lists the validators that are dropped until further notice, in order.
func (r *Records) Dropped() []int {
	all := []int{}
	for _, drop := range r.drops {
		if drop.to == ongoing {
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
		c.records.drops = append(slices.Clone(c.records.drops), drop{uint16(validator), uint32(from), ongoing})
	}
}

// Restore ends Drop at a height above the newest block.
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
