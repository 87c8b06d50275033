package metrics

import (
	"time"

	"foredeck/client"
)

// writeStake writes the figures of the stake of the user's validator, as far as they are known.
func (m *Metrics) writeStake(e *exposition) {
	s := &m.stake
	if s.State != "" {
		e.family("foredeck_validator_state", gauge, "State of your validator: 1 for the current one.")
		for _, state := range []string{client.StateActive, client.StatePendingActive, client.StatePendingInactive, client.StateInactive} {
			e.sample(number(state == s.State), label{"state", state})
		}
	}
	figure := func(name, help string, value *uint64) {
		if value != nil {
			e.single(name, gauge, help, float64(*value))
		}
	}
	figure("foredeck_validator_stake", "Stake of your validator in the epoch, in the smallest unit of the coin.", s.Stake)
	figure("foredeck_validator_proposals", "Proposals of your validator in the epoch that succeeded.", s.Proposals)
	figure("foredeck_validator_failed_proposals", "Proposals of your validator in the epoch that failed.", s.FailedProposals)
	if s.LockedUntil != nil {
		e.single("foredeck_validator_lockup_end_timestamp_seconds", gauge, "End of the lockup of your validator, in seconds since 1970.", float64(s.LockedUntil.UnixNano())/float64(time.Second))
	}
}
