package client

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"
	"time"

	"foredeck/client/move"
)

// EventVotes is the Kind of certificates that have only what the event 0x1::block::NewBlock of the next block says: which members voted. There
// is no signature, and it does not say which quorum the votes reached.
const EventVotes = "NewBlock"

const (
	newBlockEvent = "0x1::block::NewBlock"
	// votesPause is the time for which a node whose events have no votes is not asked again.
	votesPause = 10 * time.Minute
	// maxOrders is the number of epochs whose order of votes is kept: those of blocks around the start of an epoch.
	maxOrders = 4
	// maxVoteGap is the number of heights between two blocks for which one request is better than two.
	maxVoteGap = 16
)

// eventVotes is what a Node knows of the votes in events.
type eventVotes struct {
	lock    sync.Mutex
	refused time.Time // when the node was last found to have no votes in its events
	isFound bool      // some events had votes: those that have none are the first ones of their epochs
	orders  []voteOrder
	last    *committeePools
	set     *Committee // the last one from resources; only the pools and indexes of its members
}

// noteSet remembers the members of the validator set.
func (v *eventVotes) noteSet(c *Committee) {
	set := &Committee{Epoch: c.Epoch, epochUnknown: c.epochUnknown}
	for i := range c.Members {
		set.Members = append(set.Members, CommitteeMember{StakePool: c.Members[i].StakePool, SetIndex: c.Members[i].SetIndex})
	}
	v.lock.Lock()
	defer v.lock.Unlock()
	v.set = set
}

// setOf returns the members of the validator set, in an epoch that is not before the given one if possible.
func (n *Node) setOf(ctx context.Context, epoch uint64) (Committee, error) {
	n.votes.lock.Lock()
	set := n.votes.set
	n.votes.lock.Unlock()
	if set != nil && !set.epochUnknown && set.Epoch >= epoch {
		return *set, nil
	}
	// The chain has reached the epoch. If it is still the newest one after the set was read, the set is that of the epoch.
	read := Committee{Version: ResourceCommittee}
	if err := n.readSet(ctx, &read); err != nil {
		return Committee{}, err
	}
	if n.readEpoch(ctx, &read); !read.epochUnknown && read.Epoch > epoch {
		return n.inOneEpoch(ctx, func(c *Committee) error { return n.readSet(ctx, c) })
	}
	if !read.epochUnknown && read.Epoch == epoch {
		n.votes.noteSet(&read)
	}
	return read, ctx.Err()
}

// committeePools has what a response about a committee says of the order of its members.
type committeePools struct {
	epoch uint64
	pools []*move.Address // nil without an identity
	err   error           // ErrUnsupported or ErrNotFound
}

// noteCommittee remembers the last response.
func (v *eventVotes) noteCommittee(epoch uint64, committee *Committee, err error) {
	if err != nil && !errors.Is(err, ErrUnsupported) && !errors.Is(err, ErrNotFound) {
		return
	}
	last := &committeePools{epoch: epoch, pools: poolsIn(committee), err: err}
	v.lock.Lock()
	defer v.lock.Unlock()
	v.last = last
}

func poolsIn(c *Committee) (pools []*move.Address) {
	for i := range c.Members {
		pools = append(pools, c.Members[i].StakePool)
	}
	return pools
}

// poolsOf returns the stake pools of the committee of an epoch in its order.
func (n *Node) poolsOf(ctx context.Context, epoch uint64) ([]*move.Address, error) {
	n.votes.lock.Lock()
	last := n.votes.last
	n.votes.lock.Unlock()
	if last != nil && last.epoch == epoch {
		return last.pools, last.err
	}
	committee, err := n.Committee(ctx, epoch)
	return poolsIn(&committee), err
}

// voteOrder is the order of the votes of an epoch.
type voteOrder struct {
	epoch   uint64
	members []int // index in the committee by the index in the validator set; nil if it cannot be known
}

// HasEventVotes reports whether AddEventVotes may find votes: it does not if the events of this node were found to have none.
func (n *Node) HasEventVotes() bool {
	n.votes.lock.Lock()
	defer n.votes.lock.Unlock()
	return n.votes.refused.IsZero() || time.Since(n.votes.refused) > votesPause
}

// AddEventVotes adds certificates of the kind EventVotes to the executed blocks among the blocks, in place: without a consensus token, the
// votes for a block are known from the event 0x1::block::NewBlock of the next one, on chains that write them there. It makes one request for
// 100 heights, and some to learn the order of the members of an epoch.
//
// The bitmap of the event is in the order of the validator set. Voters are in the order of Committee.Members if the node has the call of
// version 4, and in that of Node.Validators otherwise. Blocks whose votes are unknown stay as they are: those without a next block, the
// last one of an epoch, those of an epoch before the newest one, and those whose event has no bitmap. The error is ErrUnsupported if
// the node has no events by type, or they have no votes; some blocks may have been completed before another error.
func (n *Node) AddEventVotes(ctx context.Context, blocks []Block) error {
	wanted := map[uint64]*Block{}
	var heights []uint64
	for i := range blocks {
		if b := &blocks[i]; b.Certificate == nil && b.Statistics != nil && b.Epoch != nil {
			wanted[b.Height] = b
			heights = append(heights, b.Height)
		}
	}
	slices.Sort(heights)
	for from := 0; from < len(heights); {
		to := from + 1
		for to < len(heights) && heights[to]-heights[to-1] <= maxVoteGap && heights[to]-heights[from] < maxCount {
			to++
		}
		if err := n.addEventVotes(ctx, heights[from]+1, heights[to-1]+2, wanted); err != nil {
			return err
		}
		from = to
	}
	return nil
}

// addEventVotes reads the events from one height to another, which is exclusive.
func (n *Node) addEventVotes(ctx context.Context, from, to uint64, wanted map[uint64]*Block) error {
	page, err := n.Events(ctx, EventRequest{Type: newBlockEvent, From: from, To: to, Count: maxCount})
	if errors.Is(err, ErrNotFound) && to > from+1 { // the last of these heights may not exist yet
		page, err = n.Events(ctx, EventRequest{Type: newBlockEvent, From: from, To: to - 1, Count: maxCount})
	}
	switch {
	case errors.Is(err, ErrUnsupported):
		n.refuseEventVotes()
		return err
	case err != nil:
		return err
	}
	if len(page.Items) == 0 {
		return ctx.Err()
	}
	isCarried := false
	for i := range page.Items {
		isCarried = n.addVotes(ctx, &page.Items[i], wanted) || isCarried
	}
	if !n.noteVotes(isCarried) {
		return fmt.Errorf("the events %s of this chain have no votes: %w", newBlockEvent, ErrUnsupported)
	}
	return ctx.Err()
}

// noteVotes notes whether events had votes. ok is false if none ever had.
func (n *Node) noteVotes(found bool) (ok bool) {
	n.votes.lock.Lock()
	defer n.votes.lock.Unlock()
	n.votes.isFound = n.votes.isFound || found
	if !n.votes.isFound {
		n.votes.refused = time.Now()
	}
	return n.votes.isFound
}

func (n *Node) refuseEventVotes() {
	n.votes.lock.Lock()
	defer n.votes.lock.Unlock()
	n.votes.refused = time.Now()
}

// addVotes adds the votes of an event to the block before it, and reports whether the event has any.
func (n *Node) addVotes(ctx context.Context, e *ChainEvent, wanted map[uint64]*Block) bool {
	var data struct {
		Epoch  *uint64 `json:"epoch"`
		Height *uint64 `json:"height"`
		Votes  []byte  `json:"previous_block_votes_bitvec"`
	}
	if err := e.Into(&data); err != nil || data.Epoch == nil || data.Height == nil || *data.Height == 0 || isZero(data.Votes) {
		return false
	}
	block := wanted[*data.Height-1]
	if block == nil || *block.Epoch != *data.Epoch {
		return true
	}
	if voters := n.orderOf(ctx, *data.Epoch).voters(data.Votes); voters != nil {
		block.Certificate = &Certificate{Kind: EventVotes, Voters: voters}
	}
	return true
}

func isZero(bitmap []byte) bool {
	return !slices.ContainsFunc(bitmap, func(b byte) bool { return b != 0 })
}

// voters returns the votes in the order of the committee, nil if the bitmap does not fit it. The first member is the highest bit of the first
// byte.
func (o voteOrder) voters(bitmap []byte) []bool {
	count := len(o.members)
	if count == 0 || len(bitmap) != (count+7)/8 {
		return nil
	}
	voters := make([]bool, count)
	for i := range 8 * len(bitmap) {
		switch voted := bitmap[i/8]&(0x80>>(i%8)) != 0; {
		case i < count:
			voters[o.members[i]] = voted
		case voted:
			return nil
		}
	}
	return voters
}

// orderOf returns the order of the votes of an epoch, without members if it is unknown.
func (n *Node) orderOf(ctx context.Context, epoch uint64) voteOrder {
	n.votes.lock.Lock()
	at := slices.IndexFunc(n.votes.orders, func(o voteOrder) bool { return o.epoch == epoch })
	if at >= 0 {
		defer n.votes.lock.Unlock()
		return n.votes.orders[at]
	}
	n.votes.lock.Unlock()
	order, ok := n.readOrder(ctx, epoch)
	if !ok {
		return order
	}
	n.votes.lock.Lock()
	defer n.votes.lock.Unlock()
	if len(n.votes.orders) == maxOrders {
		n.votes.orders = slices.Delete(n.votes.orders, 0, 1)
	}
	n.votes.orders = append(n.votes.orders, order)
	return order
}

// readOrder reads the order of an epoch. ok is false if another attempt may find more.
func (n *Node) readOrder(ctx context.Context, epoch uint64) (order voteOrder, ok bool) {
	order.epoch = epoch
	set, err := n.setOf(ctx, epoch)
	switch {
	case errors.Is(err, ErrNotFound) || errors.Is(err, ErrUnsupported):
		return order, true
	case err != nil || set.epochUnknown || set.Epoch < epoch:
		return order, false
	case set.Epoch > epoch: // what the set was then is not known
		return order, true
	}
	pools, err := n.poolsOf(ctx, epoch)
	switch {
	case errors.Is(err, ErrUnsupported):
		order.members = orderBySet(set.Members, func(i int) int { return i })
	case err != nil:
		return order, errors.Is(err, ErrNotFound)
	case len(pools) == len(set.Members):
		order.members = orderBySet(set.Members, func(i int) int {
			pool := set.Members[i].StakePool
			return slices.IndexFunc(pools, func(p *move.Address) bool { return p != nil && pool != nil && *p == *pool })
		})
	}
	return order, true
}

// orderBySet returns the index of each member of a set by its index in the set, nil if one is missing or there twice.
func orderBySet(set []CommitteeMember, indexOf func(i int) int) []int {
	members, isKnown := make([]int, len(set)), make([]bool, len(set))
	for i := range set {
		at, member := set[i].SetIndex, indexOf(i)
		if at == nil || *at >= uint64(len(set)) || isKnown[*at] || member < 0 {
			return nil
		}
		members[*at], isKnown[*at] = member, true
	}
	return members
}

// votesAtOnce is the number of blocks for which votes are requested together.
const votesAtOnce = 50

// WithVotesOf adds votes to the blocks of an iteration, as AddEventVotes does, as far as they can be read. It passes blocks with a certificate on
// as they come, and others in groups of 50.
func (n *Node) WithVotesOf(ctx context.Context, blocks iter.Seq2[Block, error]) iter.Seq2[Block, error] {
	return func(yield func(Block, error) bool) {
		var group []Block
		flush := func() bool {
			if len(group) > 0 && n.HasEventVotes() {
				_ = n.AddEventVotes(ctx, group) // blocks without votes are complete otherwise
			}
			for _, block := range group {
				if !yield(block, nil) {
					return false
				}
			}
			group = group[:0]
			return true
		}
		for block, err := range blocks {
			if err == nil && block.Certificate == nil && n.HasEventVotes() {
				if group = append(group, block); len(group) == votesAtOnce && !flush() {
					return
				}
				continue
			}
			if !flush() || !yield(block, err) {
				return
			}
		}
		flush()
	}
}
