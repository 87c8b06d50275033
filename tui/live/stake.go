package live

import (
	"math"
	"time"

	"foredeck/client"
	"foredeck/config"
	"foredeck/tui/text"
)

// Stake is what the chain says of the user's validator. What is unknown is nil or empty. It is part of the format of the state file.
type Stake struct {
	Member          int        `json:"member"` // index in the committee, as the user set it
	Pool            string     `json:"pool,omitempty"`
	Epoch           *uint64    `json:"epoch,omitempty"`
	State           string     `json:"state,omitempty"` // as client.StateActive
	Stake           *uint64    `json:"stake,omitempty"`
	LockedUntil     *time.Time `json:"locked_until,omitempty"`
	Proposals       *uint64    `json:"proposals,omitempty"` // of the epoch, that succeeded
	FailedProposals *uint64    `json:"failed_proposals,omitempty"`
}

// IsOfStake reports whether a kind is about the stake of the user's validator.
func IsOfStake(kind config.AlertKind) bool {
	return kind == config.AlertState || kind == config.AlertLockup || kind == config.AlertStake || kind == config.AlertFailed
}

// WantsStake reports whether to read the stake of the user's validator: one is set, and an alert about it is on.
func (m *Monitor) WantsStake() bool {
	for kind := range config.AlertKind(config.AlertKinds) {
		if IsOfStake(kind) && m.rules[kind].Severity != config.Off {
			return m.validator.Member != nil
		}
	}
	return false
}

// OwnStake returns the last reading of the stake of the user's validator, which is empty if there is none.
func (m *Monitor) OwnStake() Stake {
	if m.stake == nil || m.stake.Member != m.Member() {
		return Stake{}
	}
	return *m.stake
}

// Stake evaluates a reading of the stake of the user's validator. What is unknown changes nothing, and a reading of an earlier epoch, as of a
// node that is behind, is ignored.
func (m *Monitor) Stake(stake Stake, now time.Time) []Alert {
	last := m.OwnStake()
	if stake.Member != m.Member() || stake.Epoch != nil && last.Epoch != nil && *stake.Epoch < *last.Epoch {
		return nil
	}
	m.checkState(&stake, now)
	m.checkLockup(&stake, now)
	m.checkStake(&last, &stake, now)
	m.checkFailed(&stake, now)
	m.stake = &stake
	return m.take()
}

// states are the states of a validator that does not stay in the committee, with what they mean.
var states = map[string]text.Safe{
	client.StatePendingActive:   text.Const("joining: it votes from the next epoch on"),
	client.StatePendingInactive: text.Const("leaving: it votes until the end of the epoch"),
	client.StateInactive:        text.Const("inactive: it is not in the committee"),
}

// checkState evaluates whether the validator is active. Each other state is a condition, so that a change between them is reported.
func (m *Monitor) checkState(stake *Stake, now time.Time) {
	if stake.State == "" {
		return
	}
	note := func(f *Facts) { f.StakePool, f.Epoch, f.ValidatorState = stake.Pool, stake.Epoch, stake.State }
	for _, state := range []string{client.StatePendingActive, client.StatePendingInactive, client.StateInactive} {
		k := key{config.AlertState, state}
		if state != stake.State {
			m.good(k, nil, now, note)
		}
	}
	if _, isOther := states[stake.State]; isOther {
		m.bad(key{config.AlertState, stake.State}, now, now, note)
	}
}

// checkLockup evaluates whether the lockup ends soon.
func (m *Monitor) checkLockup(stake *Stake, now time.Time) {
	if stake.LockedUntil == nil {
		return
	}
	k := key{kind: config.AlertLockup}
	left := stake.LockedUntil.Sub(now)
	note := func(f *Facts) { f.StakePool, f.LockedUntil = stake.Pool, stake.LockedUntil }
	if left > 0 && left <= time.Duration(m.rules[k.kind].Count)*24*time.Hour {
		m.bad(k, now, now, note)
	} else {
		m.good(k, nil, now, note)
	}
}

// checkStake reports a change of the stake from one epoch to the next.
func (m *Monitor) checkStake(last, stake *Stake, now time.Time) {
	if last.Epoch == nil || stake.Epoch == nil || *stake.Epoch != *last.Epoch+1 || last.Stake == nil || stake.Stake == nil || *last.Stake == 0 {
		return
	}
	percent := 100 * (float64(*stake.Stake) - float64(*last.Stake)) / float64(*last.Stake)
	if math.Abs(percent) < float64(m.rules[config.AlertStake].Count) {
		return
	}
	m.event(config.AlertStake, Facts{
		Member: m.validator.Member, Validator: m.validator.Name, StakePool: stake.Pool, Epoch: stake.Epoch, Stake: stake.Stake, StakeBefore: last.Stake,
		StakeChange: new(math.Round(percent*10) / 10),
	}, "", now)
}

// checkFailed evaluates the proposals of the epoch that failed.
func (m *Monitor) checkFailed(stake *Stake, now time.Time) {
	k := key{kind: config.AlertFailed}
	failed, rule := stake.FailedProposals, m.rules[k.kind]
	if failed == nil {
		return
	}
	note := func(f *Facts) {
		f.StakePool, f.Epoch, f.Proposals, f.FailedProposals = stake.Pool, stake.Epoch, stake.Proposals, failed
		f.Count = max(f.Count, *failed)
	}
	if *failed >= uint64(max(rule.Count, 1)) {
		m.bad(k, now, now, note)
	} else {
		m.good(k, nil, now, note)
	}
}

// stakeBegan describes a condition of the stake while it lasts.
func (c *Condition) stakeBegan(now time.Time) text.Safe {
	f := &c.Facts
	switch c.Kind {
	case config.AlertState:
		return text.Format("%s is %s", c.validator(), states[c.Subject])
	case config.AlertLockup:
		left := text.Const("now")
		if until := f.LockedUntil; until != nil && until.After(now) {
			left = text.Format("in %s", text.Elapsed(until.Sub(now)))
		}
		return text.Format("lockup of %s ends %s, at %s", c.validator(), left, instant(f.LockedUntil))
	case config.AlertStake:
		change := text.None
		if f.StakeChange != nil {
			change = text.Clean(signed(*f.StakeChange))
		}
		return text.Format("stake of %s changed by %s with epoch %s: from %s to %s", c.validator(), change, height(f.Epoch), height(f.StakeBefore), height(f.Stake))
	}
	all := f.FailedProposals
	if all != nil && f.Proposals != nil {
		all = new(*all + *f.Proposals)
	}
	return text.Format("%s of %s proposals of %s failed in epoch %s", height(f.FailedProposals), height(all), c.validator(), height(f.Epoch))
}

// stakeEnded describes the end of a condition of the stake.
func (c *Condition) stakeEnded() text.Safe {
	f := &c.Facts
	switch c.Kind {
	case config.AlertState:
		if words, ok := states[f.ValidatorState]; ok {
			return text.Format("%s is no longer %s, but %s", c.validator(), stateWord[c.Subject], words)
		}
		return text.Format("%s is active, after %s %s", c.validator(), text.Elapsed(c.Duration(c.Ended)), stateWord[c.Subject])
	case config.AlertLockup:
		if until := f.LockedUntil; until != nil && !until.After(c.Ended) {
			return text.Format("lockup of %s ended at %s", c.validator(), instant(until))
		}
		return text.Format("lockup of %s renewed until %s", c.validator(), instant(f.LockedUntil))
	case config.AlertFailed:
		return text.Format("%s proposals of %s failed in epoch %s, after up to %s in an epoch", height(f.FailedProposals), c.validator(), height(f.Epoch), text.Integer(f.Count))
	}
	return c.stakeBegan(c.Ended) // an event
}

var stateWord = map[string]text.Safe{
	client.StatePendingActive: text.Const("joining"), client.StatePendingInactive: text.Const("leaving"), client.StateInactive: text.Const("inactive"),
}

func instant(at *time.Time) text.Safe {
	if at == nil {
		return text.None
	}
	return text.Instant(*at)
}

// signed formats a change in percent with its sign.
func signed(change float64) string {
	sign := "+"
	if change < 0 {
		sign = "−"
	}
	return sign + percentText(math.Abs(change))
}
