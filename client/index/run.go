package index

import (
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"foredeck/client"
	"foredeck/client/move"
)

const (
	// batchTransactions, batchBlocks and batchBytes, of JSON, limit a batch, and batchTime is how long blocks wait to be written. Up to three
	// batches are in memory.
	batchTransactions = 2000
	batchBlocks       = 2000
	batchBytes        = 2 << 20
	batchTime         = time.Second
)

// Progress is how far an Indexer is.
type Progress struct {
	Written        // since the start
	Range          // that is wanted
	Next    uint64 // height
}

// Store is where an Indexer writes: the Writer of a file, or Postgres.
type Store interface {
	// First returns the lowest height that the index covers. ok is false if it covers none.
	First(ctx context.Context) (height uint64, ok bool, err error)
	// Newest returns the highest block of the index, with height, digest and time. ok is false if it has none.
	Newest(ctx context.Context) (block client.Block, ok bool, err error)
	// Next returns heights from first to last that the index does not have and that are to be read next. ok is false if it has all.
	Next(ctx context.Context, first, last uint64) (gap Range, ok bool, err error)
	// Add adds blocks with their transactions, which follow each other in ascending order, without those that the index has.
	Add(ctx context.Context, blocks []client.Block) (Written, error)
	lister
}

// lister is what a store has for the lists of accounts.
type lister interface {
	restart(ctx context.Context, account move.Address, first uint64) error
	cursor(ctx context.Context, account move.Address, list string) (client.Cursor, error)
	addList(ctx context.Context, account move.Address, list string, cursor client.Cursor, first uint64, page []client.Transaction) (Written, error)
	coverList(ctx context.Context, account move.Address, complete Range) error
}

// Indexer adds the blocks of a node to an index.
type Indexer struct {
	Node  *client.Node
	Store Store
	// OnProgress is called after each batch, by one goroutine at a time and not after Run has returned; it may be nil.
	OnProgress func(Progress)

	progress Progress
}

// CheckChain reports ErrOtherChain if the node does not have the newest block of the index.
func (x *Indexer) CheckChain(ctx context.Context) error {
	indexed, ok, err := x.Store.Newest(ctx)
	if err != nil || !ok {
		return err
	}
	found, err := x.Node.Block(ctx, indexed.Height, client.WithStatistics())
	switch {
	case errors.Is(err, client.ErrPruned):
		return nil // it was there
	case errors.Is(err, client.ErrNotFound):
		return fmt.Errorf("%w, or the node is behind: it does not have block %d, the newest one of the index", ErrOtherChain, indexed.Height)
	case err != nil:
		return err
	case found.Digest != indexed.Digest || found.Timestamp != nil && indexed.Timestamp != nil && *found.Timestamp != *indexed.Timestamp:
		return fmt.Errorf("%w: block %d differs", ErrOtherChain, indexed.Height)
	}
	return nil
}

// Run adds the blocks from first to last that the index does not have. It ends before the first block that the node does not have, with
// ErrNotFound. What it has read before an error is in the index.
func (x *Indexer) Run(ctx context.Context, first, last uint64) error {
	for {
		gap, ok, err := x.Store.Next(ctx, first, last)
		if err != nil || !ok {
			return err
		}
		x.progress.Range = Range{first, last}
		if err := x.fill(ctx, gap); err != nil {
			return err
		}
		if x.progress.Next <= gap.Last {
			return fmt.Errorf("block %d: %w", x.progress.Next, client.ErrNotFound)
		}
	}
}

// fill adds the blocks of a gap: one goroutine reads while another one writes.
func (x *Indexer) fill(ctx context.Context, gap Range) error {
	x.progress.Next = gap.First
	batches := make(chan []client.Block)
	var failed error // of the node; what was read before it is written
	work, ctx := errgroup.WithContext(ctx)
	work.Go(func() error {
		defer close(batches)
		failed = x.read(ctx, gap, batches)
		return nil
	})
	work.Go(func() error {
		for batch := range batches {
			// What was read is written even if the user ends the program meanwhile.
			added, err := x.Store.Add(context.WithoutCancel(ctx), batch)
			if err != nil {
				return err
			}
			x.progress.Blocks += added.Blocks
			x.progress.Transactions += added.Transactions
			x.progress.Events += added.Events
			x.progress.Next = batch[len(batch)-1].Height + 1
			if x.OnProgress != nil {
				x.OnProgress(x.progress)
			}
		}
		return nil
	})
	if err := work.Wait(); err != nil {
		return err
	}
	return failed
}

// read reads the blocks of a gap in batches, each of which is linked to the one before it.
func (x *Indexer) read(ctx context.Context, gap Range, batches chan<- []client.Block) error {
	var batch []client.Block
	var parent string
	transactions, bytes, began := 0, 0, time.Now()
	send := func() bool {
		if len(batch) == 0 {
			return true
		}
		select {
		case batches <- batch:
			batch, transactions, bytes, began = nil, 0, 0, time.Now()
			return true
		case <-ctx.Done(): // the writer has failed, or takes no more
			return false
		}
	}
	for block, err := range x.Node.Blocks(ctx, gap.First, gap.Last, client.EachWith(client.WithTransactions())) {
		switch {
		case err != nil:
			send()
			return err
		case parent != "" && block.Parent != "" && block.Parent != parent:
			send()
			return fmt.Errorf("%w: block %d does not follow block %d", ErrOtherChain, block.Height, block.Height-1)
		}
		parent = block.Digest
		bytes += len(block.Raw)
		transactions += len(block.Transactions)
		strip(&block)
		batch = append(batch, block)
		if transactions < batchTransactions && len(batch) < batchBlocks && bytes < batchBytes && time.Since(began) < batchTime {
			continue
		}
		if !send() {
			return ctx.Err()
		}
	}
	if !send() {
		return ctx.Err()
	}
	return nil
}

// strip drops what the index does not keep, which is most of a block.
func strip(block *client.Block) {
	block.Raw = nil
	for i := range block.Transactions {
		block.Transactions[i].Raw, block.Transactions[i].Authenticator = nil, nil
	}
}
