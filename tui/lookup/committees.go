package lookup

import (
	"context"
	"slices"

	"foredeck/client"
	"foredeck/tui/load"
)

// maxCommittees is the number of committees that are cached. Those of large networks have keys of some 100 kB.
const maxCommittees = 16

// Committees caches the committees of epochs.
type Committees struct {
	*load.Cache[uint64, *client.Committee]
}

// NewCommittees returns an empty cache of committees that loads from the node.
func NewCommittees(l *load.Loader, node *client.Node) *Committees {
	return &Committees{load.NewCache(l, maxCommittees, func(ctx context.Context, epoch uint64) (*client.Committee, error) {
		committee, err := node.Committee(ctx, epoch)
		return &committee, err
	})}
}

// Member returns a member by its index in the votes of an epoch. ok is false if the committee is not loaded, or has no such member.
func (c *Committees) Member(epoch uint64, index int) (member *client.CommitteeMember, ok bool) {
	committee, loaded := c.Get(epoch)
	if !loaded || index < 0 || index >= len(committee.Members) {
		return nil, false
	}
	return &committee.Members[index], true
}

// IndexOf returns the index of a member by its identity, which is the author of its blocks. ok is false if the committee is not loaded, or
// has no such member.
func (c *Committees) IndexOf(epoch uint64, identity string) (index int, ok bool) {
	committee, loaded := c.Get(epoch)
	if !loaded {
		return 0, false
	}
	index = slices.IndexFunc(committee.Members, func(m client.CommitteeMember) bool { return m.Identity == identity })
	return index, index >= 0
}
