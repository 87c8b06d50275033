package client

import (
	"context"
	"encoding/binary"
	"errors"
	"slices"

	"foredeck/client/move"
)

// The resources of leader bans, which newer frameworks have at 0x1.
const (
	resourceBans      = "0x1::leader_ban_registry::BanRegistry"
	resourceBanView   = "0x1::leader_ban_registry::LatestView"
	resourceBanConfig = "0x1::leader_ban_registry_config::BanRegistryParameters"
)

// LeaderBan says that a validator is not elected as leader for some rounds, because there was no block of it when it was, or that it is on
// probation after that: it is elected, and banned for longer if it fails again.
type LeaderBan struct {
	OnProbation bool    `json:"on_probation"`
	RoundsLeft  *uint64 `json:"rounds_left"` // of the ban or of the probation; nil if unknown
	Failed      uint64  `json:"failed_probations"`
	Epoch       uint64  `json:"epoch"` // in which the ban or the probation began
	Round       uint64  `json:"round"`
	// Probation is how many rounds the probation after a ban lasts; nil if unknown.
	Probation *uint64 `json:"probation_rounds"`
}

// banRules are the rules of bans, in rounds. nil: unknown.
type banRules struct{ first, most, probation *uint64 }

// ReadBans adds the leader bans of the members, with up to three requests. HasBans says whether the chain has a registry of them; a chain
// without one is no problem.
func (n *Node) ReadBans(ctx context.Context, c *Committee) error {
	resource, err := n.Resource(ctx, frameworkAccount, resourceBans)
	if errors.Is(err, ErrNotFound) {
		c.HasBans = new(false)
		return nil
	}
	var registry struct {
		Bans []struct {
			Active struct {
				Epoch  *uint64 `json:"epoch_earned"`
				Round  *uint64 `json:"round_earned"`
				Served *uint64 `json:"rounds_served_in_previous_epochs"`
				Is     *bool   `json:"on_probation"`
			} `json:"active"`
			Failed *uint64       `json:"consecutive_bans"`
			Pool   *move.Address `json:"pool_address"`
		} `json:"bans"`
	}
	if err == nil {
		err = resource.Into(&registry)
	}
	if err != nil {
		c.note(resourceBans, err)
		return ctx.Err()
	}
	c.HasBans = new(true)
	if len(registry.Bans) == 0 {
		return nil
	}
	var view struct {
		Epoch *uint64 `json:"epoch"`
		Round *uint64 `json:"round"`
	}
	n.readStake(ctx, c, resourceBanView, &view)
	rules := n.banRules(ctx, c)
	for i := range registry.Bans {
		of := &registry.Bans[i]
		at := slices.IndexFunc(c.Members, func(m CommitteeMember) bool { return of.Pool != nil && m.StakePool != nil && *m.StakePool == *of.Pool })
		if at < 0 || of.Active.Epoch == nil || of.Active.Round == nil || of.Active.Is == nil || of.Failed == nil {
			c.note(resourceBans, errors.New("a ban without a member or in an unknown form"))
			continue
		}
		ban := &LeaderBan{OnProbation: *of.Active.Is, Failed: *of.Failed, Epoch: *of.Active.Epoch, Round: *of.Active.Round, Probation: rules.probation}
		if view.Epoch != nil && view.Round != nil && of.Active.Served != nil {
			ban.RoundsLeft = rules.left(ban, *of.Active.Served, *view.Epoch, *view.Round)
		}
		c.Members[at].Ban = ban
	}
	return ctx.Err()
}

// banRules reads the rules of bans. The chain counts them in elections, of which a validator has one in as many rounds as there are members.
func (n *Node) banRules(ctx context.Context, c *Committee) (rules banRules) {
	var parameters struct {
		Config  []byte  `json:"config"`
		Version *uint64 `json:"version"`
	}
	n.readStake(ctx, c, resourceBanConfig, &parameters)
	const fixed = 1 + 4 + 1 // the first elections denied, the most, and the members that are not banned at least
	raw := parameters.Config
	if len(raw) < fixed || parameters.Version == nil || *parameters.Version != 0 {
		return rules
	}
	size := uint64(len(c.Members))
	rules.first, rules.most = new(uint64(raw[0])*size), new(uint64(binary.LittleEndian.Uint32(raw[1:]))*size)
	switch rest := raw[fixed:]; len(rest) { // later versions have probations
	case 1:
		rules.probation = new(uint64(rest[0]) * size)
	case 4:
		rules.probation = new(uint64(binary.LittleEndian.Uint32(rest)) * size)
	}
	return rules
}

// left returns the rounds that are left of a ban or of a probation at a round, nil if the rules are unknown. A ban lasts twice as long after
// each probation that failed.
func (r *banRules) left(ban *LeaderBan, served, epoch, round uint64) *uint64 {
	length := r.probation
	if !ban.OnProbation && r.first != nil && r.most != nil {
		length = new(*r.most)
		if factor := uint64(1) << min(ban.Failed, 62); *r.first == 0 || *r.first <= *r.most/factor {
			length = new(*r.first * factor)
		}
	} else if !ban.OnProbation {
		return nil
	}
	if length == nil {
		return nil
	}
	switch {
	case epoch > ban.Epoch:
		served += round
	case epoch == ban.Epoch && round > ban.Round:
		served = round - ban.Round
	default:
		served = 0
	}
	return new(*length - min(*length, served))
}
