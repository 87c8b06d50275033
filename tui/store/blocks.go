package store

import (
	"encoding/json"
	"time"

	"go.etcd.io/bbolt"

	"foredeck/tui/blockindex"
)

// The keys of the blocks' bucket.
const (
	headKey   = "head"
	memberKey = "member"
	limitsKey = "limits"
)

// Head is the newest block that was seen.
type Head struct {
	Height uint64    `json:"height"`
	At     time.Time `json:"at"` // when it was seen
}

// blocks is what is kept of the blocks of the network.
type blocks struct {
	head   *Head
	member *int
	limits *blockindex.Limits
}

// Head is the newest block that was seen on this network, nil where none was.
func (n *Store) Head() *Head { return n.blocks.head }

// SetHead keeps the newest block that was seen.
func (n *Store) SetHead(head Head) {
	n.blocks.head = &head
	n.write(put(blockBucket, headKey, head))
}

// Member is the number of the user's member in the committee, nil where none is set.
func (n *Store) Member() *int { return n.blocks.member }

// SetMember keeps the number of the user's member, or gives it up with nil.
func (n *Store) SetMember(member *int) {
	n.blocks.member = member
	if member == nil {
		n.write(remove(blockBucket, memberKey))
		return
	}
	n.write(put(blockBucket, memberKey, *member))
}

// Limits say what the user is told of, as far as there is a choice of the user's.
func (n *Store) Limits() blockindex.Limits {
	if n.blocks.limits == nil {
		return blockindex.Defaults()
	}
	return *n.blocks.limits
}

// SetLimits keeps what the user is told of.
func (n *Store) SetLimits(limits blockindex.Limits) {
	n.blocks.limits = &limits
	n.write(put(blockBucket, limitsKey, limits))
}

func (n *Store) readBlocks(tx *bbolt.Tx) error {
	kept, err := all[json.RawMessage](tx, blockBucket)
	if err != nil {
		return err
	}
	for _, one := range kept {
		var into any
		switch one.key {
		case headKey:
			into = &n.blocks.head
		case memberKey:
			into = &n.blocks.member
		case limitsKey:
			into = &n.blocks.limits
		default:
			continue
		}
		if err := json.Unmarshal(one.value, into); err != nil {
			return err
		}
	}
	return nil
}
