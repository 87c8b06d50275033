package main

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"time"

	"foredeck/client"
	"foredeck/tui/live"
	"foredeck/tui/load"
	"foredeck/tui/store"
	"foredeck/tui/text"
)

// votesHeld is how long the line of a followed block is held back for its votes, which a later block says: two of them usually. Tests, which
// must not depend on the speed of the machine, hold it longer.
var votesHeld = 10 * time.Second

// followBlocks prints the newest count blocks, oldest first, and then each new block, until the context ends or the replay is over. With
// votes, a line waits until they are known. Failures meanwhile are reported on stderr, when they start and when they end.
func (in *invocation) followBlocks(l *list[client.Block], head uint64, count int, votes bool, match func(*client.Block) bool) error {
	ctx, stop := in.s.untilReplayEnds(in.ctx())
	defer stop()
	ctx, cancel := context.WithCancel(ctx)
	first := head - min(head, uint64(count)-1)
	f := &blockFollower{in: in, list: l, match: match, history: in.s.openHistory()}
	held := heldBlocks{isOn: votes && in.s.replay == nil}
	updates := receiveUpdates(ctx, in.s.node.WatchBlocks(ctx, first, client.WithEventVotes()))
	defer func() {
		cancel()
		for range updates { // until it has ended
		}
	}()
	for {
		var later <-chan time.Time
		if len(held.blocks) > 0 {
			later = time.After(time.Until(held.blocks[0].until))
		}
		select {
		case <-later:
		case update, ok := <-updates:
			if update.err != nil {
				return update.err
			}
			if ok {
				err := f.take(&update.BlockUpdate, &held)
				if err != nil {
					return err
				}
			}
			// A recording has no block after its highest one.
			isLast := in.s.replay != nil && update.Kind == client.BlockArrived && update.Block.Height == in.s.replay.highest()
			if !ok || isLast {
				return cmp.Or(f.print(held.all()), l.end())
			}
		}
		if err := f.print(held.ready(time.Now(), in.s.node.HasEventVotes())); err != nil {
			return err
		}
	}
}

// receivedUpdate is an update of a watch, or its end with an error.
type receivedUpdate struct {
	client.BlockUpdate
	err error
}

// receiveUpdates passes the updates of a watch to a channel, which it closes at the end of the watch or of the context.
func receiveUpdates(ctx context.Context, updates iter.Seq2[client.BlockUpdate, error]) <-chan receivedUpdate {
	received := make(chan receivedUpdate)
	go func() {
		defer close(received)
		for update, err := range updates {
			select {
			case received <- receivedUpdate{update, err}:
			case <-ctx.Done():
				return
			}
		}
	}()
	return received
}

// blockFollower prints followed blocks.
type blockFollower struct {
	in      *invocation
	list    *list[client.Block]
	match   func(*client.Block) bool
	history *store.History // nil: not recorded
}

// take takes an update: it records a block and holds it back or reports what else happened.
func (f *blockFollower) take(update *client.BlockUpdate, held *heldBlocks) error {
	switch update.Kind {
	case client.VotesArrived:
		row := live.NewRow(update.Block)
		f.history.Votes(&row)
		held.complete(update.Block)
	case client.BlockArrived:
		row := live.NewRow(update.Block)
		f.history.Block(&row)
		held.add(update.Block, time.Now())
	default:
		if err := f.print(held.all()); err != nil { // in the order in which things happened
			return err
		}
		fmt.Fprintf(f.in.stderr(), "foredeck: %s\n", describeUpdate(*update, f.in.endpoint))
	}
	return nil
}

// print prints the blocks that match.
func (f *blockFollower) print(blocks []client.Block) error {
	for i := range blocks {
		if !f.match(&blocks[i]) {
			continue
		}
		f.in.noteNow(&blocks[i])
		f.list.onRecord(&blocks[i])
		if err := f.list.print(&blocks[i]); err != nil {
			return err
		}
	}
	return nil
}

// heldBlocks are followed blocks that are not printed yet, in the order in which they arrived.
type heldBlocks struct {
	isOn   bool // blocks are held back for their votes
	blocks []heldBlock
}

type heldBlock struct {
	client.Block
	until time.Time
}

func (h *heldBlocks) add(block client.Block, now time.Time) {
	until := now
	if h.isOn && block.Certificate == nil && block.Statistics != nil {
		until = now.Add(votesHeld)
	}
	h.blocks = append(h.blocks, heldBlock{block, until})
}

// complete puts a block with its votes into the place of the one without. One that is printed stays printed.
func (h *heldBlocks) complete(block client.Block) {
	i := slices.IndexFunc(h.blocks, func(b heldBlock) bool { return b.Height == block.Height })
	if i >= 0 {
		h.blocks[i] = heldBlock{Block: block}
	}
}

// ready removes and returns the oldest blocks that need not wait. hasVotes: votes may arrive.
func (h *heldBlocks) ready(now time.Time, hasVotes bool) []client.Block {
	count := slices.IndexFunc(h.blocks, func(b heldBlock) bool { return hasVotes && now.Before(b.until) })
	if count < 0 {
		count = len(h.blocks)
	}
	return h.remove(count)
}

// all removes and returns all blocks.
func (h *heldBlocks) all() []client.Block { return h.remove(len(h.blocks)) }

func (h *heldBlocks) remove(count int) []client.Block {
	removed := make([]client.Block, count)
	for i := range removed {
		removed[i] = h.blocks[i].Block
	}
	h.blocks = slices.Delete(h.blocks, 0, count)
	return removed
}

// describeUpdate describes an update other than the arrival of a block.
func describeUpdate(update client.BlockUpdate, endpoint load.Endpoint) text.Safe {
	node, first, last := text.Clean(endpoint.String()), text.Integer(update.First), text.Integer(update.Last)
	switch update.Kind {
	case client.BlocksSkipped:
		if update.Err != nil {
			return text.Format("block %s skipped: %s", first, load.Explain(update.Err, endpoint).Reason)
		}
		return text.Format("%s blocks skipped: %s to %s", text.Integer(update.Last-update.First+1), first, last)
	case client.NodeSilent:
		return text.Format("%s; retrying", load.Explain(update.Err, endpoint).Reason)
	case client.NodeBehind:
		if update.Err != nil {
			return text.Format("%s has no blocks at the moment, %s was seen before; waiting", node, last)
		}
		return text.Format("%s is behind: its newest block is %s, %s was seen before; waiting", node, first, last)
	case client.NodeBack:
		return text.Format("%s is back", node)
	case client.ChainReplaced:
		return text.Format("%s has a different chain now: continuing at block %s, the previous chain was at %s", node, first, last)
	case client.BlocksReplaced:
		return text.Format("%s has replaced blocks %s to %s, as after a fork: continuing at block %s", node, first, last, first)
	}
	return text.Safe{}
}
