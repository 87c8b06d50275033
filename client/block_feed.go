package client

import (
	"context"
	"iter"
	"slices"
	"sync"

	"golang.org/x/sync/singleflight"
)

const (
	// feedBlocks is the number of newest blocks that a BlockFeed passes to new consumers.
	feedBlocks = 128
	// feedBuffer is the number of updates that wait for a slow consumer. One that is further behind catches up by itself.
	feedBuffer = 32
)

// BlockFeed is WatchBlocks for any number of consumers of one node: they share one poller, however many they are. It is safe
// for concurrent use.
//
// A consumer that starts far below the newest block, or reads too slowly, catches up with requests of its own and then joins
// the others. No consumer delays another one.
type BlockFeed struct {
	ctx    context.Context
	node   *Node
	search singleflight.Group

	mutex     sync.Mutex
	consumers map[*feedConsumer]struct{}
	stop      context.CancelFunc // ends the shared watch; nil while there is none
	watch     int                // number of the shared watch
	first     uint64             // height of the next block while recent is empty
	recent    []Block            // consecutive, up to the newest one
	outage    *BlockUpdate       // NodeSilent or NodeBehind while it lasts
}

// feedConsumer receives the updates of the shared watch.
type feedConsumer struct {
	updates chan BlockUpdate // closed when the consumer was too slow, or because of err
	err     error
}

// NewBlockFeed returns a feed of a node. Its watch, which runs while there are consumers, ends with ctx at the latest.
func NewBlockFeed(ctx context.Context, node *Node) *BlockFeed {
	return &BlockFeed{ctx: ctx, node: node, consumers: map[*feedConsumer]struct{}{}}
}

// FindHead is Node.FindHead. While the chain is followed it needs no request, and concurrent searches are one.
func (f *BlockFeed) FindHead(ctx context.Context, search HeadSearch) (Block, error) {
	if head, ok := f.head(); ok {
		return head, nil
	}
	found := f.search.DoChan("", func() (any, error) { return f.node.FindHead(f.ctx, search) })
	select {
	case <-ctx.Done():
		return Block{}, ctx.Err()
	case result := <-found:
		if result.Err != nil {
			return Block{}, result.Err
		}
		return result.Val.(Block), nil
	}
}

// head returns the newest block if the chain is followed and the node responds.
func (f *BlockFeed) head() (Block, bool) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if f.outage != nil || len(f.recent) == 0 {
		return Block{}, false
	}
	return f.recent[len(f.recent)-1], true
}

// WatchBlocks is Node.WatchBlocks.
func (f *BlockFeed) WatchBlocks(ctx context.Context, from uint64, opts ...WatchOption) iter.Seq2[BlockUpdate, error] {
	return func(yield func(BlockUpdate, error) bool) {
		position := blockWatch{next: from}
		for _, option := range opts {
			option(&position)
		}
		for ctx.Err() == nil {
			consumer, backlog := f.join(&position)
			isDone := false
			if consumer != nil {
				isDone = f.consume(ctx, consumer, backlog, &position, yield)
			} else {
				isDone = f.catchUp(ctx, &position, yield)
			}
			if isDone {
				return
			}
		}
	}
}

// join adds a consumer to the shared watch, which it starts if there is none, and returns the updates that come before those of the
// watch. The consumer is nil if the position is not within the recent blocks, or on another chain.
func (f *BlockFeed) join(position *blockWatch) (*feedConsumer, []BlockUpdate) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	var backlog []BlockUpdate
	if f.stop == nil {
		f.start(position)
	} else {
		blocks, ok := f.after(position)
		if !ok {
			return nil, nil
		}
		isSame := f.outage != nil && f.outage.Kind == position.outage
		if position.outage != BlockArrived && !isSame {
			backlog = append(backlog, BlockUpdate{Kind: NodeBack})
		}
		for _, block := range blocks {
			backlog = append(backlog, BlockUpdate{Kind: BlockArrived, Block: block})
		}
		if f.outage != nil && !isSame {
			backlog = append(backlog, *f.outage)
		}
	}
	consumer := &feedConsumer{updates: make(chan BlockUpdate, feedBuffer)}
	f.consumers[consumer] = struct{}{}
	return consumer, backlog
}

// after returns the recent blocks from a position on. ok is false if that is elsewhere.
func (f *BlockFeed) after(position *blockWatch) (blocks []Block, ok bool) {
	if len(f.recent) == 0 {
		return nil, position.next == f.first && position.last == nil
	}
	lowest := f.recent[0].Height
	if position.next < lowest || position.next-lowest > uint64(len(f.recent)) {
		return nil, false
	}
	at := int(position.next - lowest)
	if last := position.last; last != nil && last.Height+1 == position.next {
		isSame := at > 0 && isSameBlock(*last, f.recent[at-1])
		if at == 0 {
			isSame = last.Digest != "" && isSameDigest(last.Digest, f.recent[0].Parent)
		}
		if !isSame {
			return nil, false
		}
	}
	return slices.Clone(f.recent[at:]), true
}

// start starts the shared watch.
func (f *BlockFeed) start(position *blockWatch) {
	ctx, cancel := context.WithCancel(f.ctx)
	f.watch++
	f.stop, f.first, f.recent, f.outage = cancel, position.next, nil, nil
	watch, from, option := f.watch, position.next, position.resume()
	go func() {
		defer cancel()
		for update, err := range f.node.WatchBlocks(ctx, from, option) {
			f.publish(watch, update, err)
		}
		f.publish(watch, BlockUpdate{}, ctx.Err())
	}()
}

// publish passes an update of the shared watch to its consumers.
func (f *BlockFeed) publish(watch int, update BlockUpdate, err error) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if watch != f.watch || f.stop == nil {
		return // of a watch that was stopped, or has reported its error
	}
	if err != nil {
		for consumer := range f.consumers {
			consumer.err = err
			close(consumer.updates)
		}
		clear(f.consumers)
		f.end()
		return
	}
	f.note(update)
	for consumer := range f.consumers {
		select {
		case consumer.updates <- update:
		default:
			close(consumer.updates)
			delete(f.consumers, consumer)
		}
	}
	if len(f.consumers) == 0 {
		f.end()
	}
}

// note updates the recent blocks and the outage.
func (f *BlockFeed) note(update BlockUpdate) {
	switch update.Kind {
	case BlockArrived:
		if len(f.recent) == 2*feedBlocks {
			f.recent = slices.Delete(f.recent, 0, feedBlocks)
		}
		f.recent = append(f.recent, update.Block)
	case NodeSilent, NodeBehind:
		f.outage = &update
	case NodeBack:
		f.outage = nil
	case VotesArrived:
		for i := range f.recent {
			if f.recent[i].Height == update.Block.Height {
				f.recent[i] = update.Block
			}
		}
	case BlocksSkipped:
		f.first, f.recent = update.Last+1, nil
	case ChainReplaced:
		f.first, f.recent, f.outage = update.First, nil, nil
	case BlocksReplaced:
		f.first, f.outage = update.First, nil
		f.recent = slices.DeleteFunc(f.recent, func(block Block) bool { return block.Height >= update.First })
	}
}

// end stops the shared watch.
func (f *BlockFeed) end() {
	f.stop()
	f.stop, f.recent, f.outage = nil, nil, nil
}

// leave removes a consumer, and ends the shared watch with the last one.
func (f *BlockFeed) leave(consumer *feedConsumer) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if _, joined := f.consumers[consumer]; !joined {
		return
	}
	delete(f.consumers, consumer)
	if len(f.consumers) == 0 {
		f.end()
	}
}

// consume yields the updates of the shared watch. It is done when the consumer stops or the watch fails, and not done if the consumer
// was too slow.
func (f *BlockFeed) consume(ctx context.Context, consumer *feedConsumer, backlog []BlockUpdate, position *blockWatch, yield func(BlockUpdate, error) bool) (isDone bool) {
	defer f.leave(consumer)
	for _, update := range backlog {
		if position.advance(update); !yield(update, nil) {
			return true
		}
	}
	for {
		select {
		case <-ctx.Done():
			return true
		case update, open := <-consumer.updates:
			switch {
			case !open && consumer.err != nil:
				yield(BlockUpdate{}, consumer.err)
				return true
			case !open:
				return false
			}
			if position.advance(update); !yield(update, nil) {
				return true
			}
		}
	}
}

// catchUp yields updates of a watch of its own until its position is within the recent blocks of the shared one.
func (f *BlockFeed) catchUp(ctx context.Context, position *blockWatch, yield func(BlockUpdate, error) bool) (isDone bool) {
	for update, err := range f.node.WatchBlocks(ctx, position.next, position.resume()) {
		if position.advance(update); !yield(update, err) || err != nil {
			return true
		}
		if update.Kind == BlockArrived && f.joinable(position) {
			return false
		}
	}
	return true
}

// joinable reports whether join would succeed.
func (f *BlockFeed) joinable(position *blockWatch) bool {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	_, ok := f.after(position)
	return f.stop == nil || ok
}

// resume returns the option with which a watch continues at a position.
func (w *blockWatch) resume() WatchOption {
	recent, last, outage, wantsVotes := slices.Clone(w.recent), w.last, w.outage, w.wantsVotes
	return func(next *blockWatch) {
		next.recent, next.last, next.outage, next.wantsVotes = recent, last, outage, wantsVotes
	}
}

// advance applies an update to the position of a consumer.
func (w *blockWatch) advance(update BlockUpdate) {
	switch update.Kind {
	case NodeSilent, NodeBehind:
		w.outage = update.Kind
	case NodeBack:
		w.outage = BlockArrived
	case BlockArrived:
		w.remember(update.Block)
		w.next = update.Block.Height + 1
	case BlocksSkipped:
		w.next = update.Last + 1
	case ChainReplaced:
		w.recent, w.last, w.next, w.outage = nil, nil, update.First, BlockArrived
	case BlocksReplaced:
		at := slices.IndexFunc(w.recent, func(seen seenBlock) bool { return seen.height >= update.First })
		if at >= 0 {
			w.recent = w.recent[:at]
		}
		w.last, w.next, w.outage = &update.Block, update.First, BlockArrived
	}
}
