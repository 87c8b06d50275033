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
	epoch *uint64           // whose committee names members; nil until a screen shows them
	held  *client.Committee // the current one at the last Changed
}

// NewCommittees returns an empty cache of committees that loads from the node.
func NewCommittees(l *load.Loader, node *client.Node) *Committees {
	return &Committees{Cache: load.NewCache(l, maxCommittees, func(ctx context.Context, epoch uint64) (*client.Committee, error) {
		committee, err := node.Committee(ctx, epoch)
		return &committee, err
	})}
}

// Follow makes the committee of an epoch the current one, and requests it.
func (c *Committees) Follow(epoch uint64) {
	c.epoch = &epoch
	c.Want(epoch)
}

// Advance is Follow if the epoch is later than that of a committee that a screen has shown.
func (c *Committees) Advance(epoch uint64) {
	if c.epoch != nil && epoch > *c.epoch {
		c.Follow(epoch)
	}
}

// Current returns the committee whose members are named, nil if it is not loaded.
func (c *Committees) Current() *client.Committee {
	if c == nil || c.epoch == nil {
		return nil
	}
	committee, _ := c.Get(*c.epoch)
	return committee
}

// Changed reports whether the current committee is another one than at the last call.
func (c *Committees) Changed() bool {
	now := c.Current()
	changed := now != c.held
	c.held = now
	return changed
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
	index = indexOf(committee, identity)
	return index, index >= 0
}

func indexOf(committee *client.Committee, identity string) int {
	return slices.IndexFunc(committee.Members, func(m client.CommitteeMember) bool { return m.Identity == identity })
}
