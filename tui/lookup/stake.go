package lookup

import (
	"context"
	"errors"
	"time"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/live"
)

// StakeInterval is the time between readings of the user's validator within an epoch.
const StakeInterval = 5 * time.Minute

// ErrPoolUnknown says that nothing tells which stake pool the user's validator has.
var ErrPoolUnknown = errors.New("the stake pool of your validator is not known: set stake_pool in its table of the config file, such as [validators.17]")

// StakeQuery says whose stake to read.
type StakeQuery struct {
	Member int           // index of the user's validator in the committee
	Pool   *move.Address // nil if it is not known
	// Committee has the member, if Pool is nil. Its members must be in the order of votes.
	Committee *client.Committee
}

// PoolOf returns the stake pool of a member: that of the config file, or else the one that an earlier reading found.
func (n *Names) PoolOf(member int, earlier live.Stake) *move.Address {
	n.refresh()
	for _, written := range []string{n.validators[member].StakePool, earlier.Pool} {
		if pool, err := move.ParseAddress(written); err == nil {
			return &pool
		}
	}
	return nil
}

// ReadStake reads what the chain says of the user's validator. It makes a few requests.
func ReadStake(ctx context.Context, node *client.Node, query StakeQuery) (live.Stake, error) {
	read := live.Stake{Member: query.Member}
	var called client.CommitteeMember
	if query.Pool == nil {
		if query.Committee == nil || !query.Committee.IsOrdered() || query.Member < 0 || query.Member >= len(query.Committee.Members) {
			return read, ErrPoolUnknown
		}
		called = query.Committee.Members[query.Member]
		query.Pool = called.StakePool
	}
	m, of, err := node.Validator(ctx, query.Pool, func(m *client.CommitteeMember) bool {
		return called.Ed25519Key != "" && m.Ed25519Key == called.Ed25519Key
	})
	if err != nil {
		return read, err
	}
	if of.HasEpoch() {
		read.Epoch = &of.Epoch
	}
	if m.StakePool != nil {
		read.Pool = m.StakePool.String()
	}
	if m.LockedUntil != nil {
		read.LockedUntil = new(m.LockedUntil.Time())
	}
	read.State, read.Stake, read.Proposals, read.FailedProposals = m.State, m.Stake, m.Proposals, m.FailedProposals
	return read, nil
}
