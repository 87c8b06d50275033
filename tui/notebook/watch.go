package notebook

import (
	"encoding/json"
	"time"

	"go.etcd.io/bbolt"

	"foredeck/tui/chain"
)

// The keys of the watch's bucket.
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

// watch is what is kept of the blocks of the network.
type watch struct {
	head   *Head
	member *int
	limits *chain.Limits
}

// Head is the newest block that was seen on this network, nil where none was.
func (n *Notebook) Head() *Head { return n.watch.head }

// SetHead keeps the newest block that was seen.
func (n *Notebook) SetHead(head Head) {
	n.watch.head = &head
	n.write(put(watchBucket, headKey, head))
}

// Member is the number of the user's member in the committee, nil where none is set.
func (n *Notebook) Member() *int { return n.watch.member }

// SetMember keeps the number of the user's member, or gives it up with nil.
func (n *Notebook) SetMember(member *int) {
	n.watch.member = member
	if member == nil {
		n.write(remove(watchBucket, memberKey))
		return
	}
	n.write(put(watchBucket, memberKey, *member))
}

// Limits say what the user is told of, as far as there is a choice of the user's.
func (n *Notebook) Limits() chain.Limits {
	if n.watch.limits == nil {
		return chain.Defaults()
	}
	return *n.watch.limits
}

// SetLimits keeps what the user is told of.
func (n *Notebook) SetLimits(limits chain.Limits) {
	n.watch.limits = &limits
	n.write(put(watchBucket, limitsKey, limits))
}

func (n *Notebook) readWatch(tx *bbolt.Tx) error {
	kept, err := all[json.RawMessage](tx, watchBucket)
	if err != nil {
		return err
	}
	for _, one := range kept {
		var into any
		switch one.key {
		case headKey:
			into = &n.watch.head
		case memberKey:
			into = &n.watch.member
		case limitsKey:
			into = &n.watch.limits
		default:
			continue
		}
		if err := json.Unmarshal(one.value, into); err != nil {
			return err
		}
	}
	return nil
}
