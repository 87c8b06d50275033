package client

import (
	"context"
	"errors"
	"slices"

	"foredeck/client/move"
)

// StateInactive is the state of a validator that is neither in the committee nor joins it with the next epoch.
const StateInactive = "inactive"

// Validator reads what the chain says of one validator in the newest epoch, with a few requests: that of a stake pool, or, if pool is nil, the
// member that is reports. One that is in no list has StateInactive, if its pool is given; otherwise the error is ErrNotFound. The committee is
// that of Validators.
func (n *Node) Validator(ctx context.Context, pool *move.Address, is func(*CommitteeMember) bool) (CommitteeMember, Committee, error) {
	committee, err := n.Validators(ctx)
	if err != nil {
		return CommitteeMember{}, committee, err
	}
	matches := func(m CommitteeMember) bool {
		if pool != nil {
			return m.StakePool != nil && *m.StakePool == *pool
		}
		return is != nil && is(&m)
	}
	all := slices.Concat(committee.Members, committee.Joining)
	at := slices.IndexFunc(all, matches)
	if at >= 0 {
		m := all[at]
		if m.StakePool == nil {
			return m, committee, nil
		}
		err := n.readPool(ctx, &m, committee.StartTime)
		return m, committee, ignoreMissing(err)
	}
	if pool == nil {
		return CommitteeMember{}, committee, ErrNotFound
	}
	m := CommitteeMember{StakePool: pool}
	if len(committee.Members) > 0 && !slices.ContainsFunc(all, func(m CommitteeMember) bool { return m.StakePool == nil }) {
		m.State = StateInactive
	}
	err = n.readPool(ctx, &m, committee.StartTime)
	return m, committee, ignoreMissing(err)
}

// ignoreMissing returns nil for a pool without the resource, whose values are unknown.
func ignoreMissing(err error) error {
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}
