package index

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"foredeck/client"
)

// wholeBlocks is the account of covered heights that have whole blocks.
const wholeBlocks = 0

// Range is a range of heights, both inclusive.
type Range struct {
	First uint64 `json:"first_height"`
	Last  uint64 `json:"last_height"`
}

// ranges returns the covered heights of an account, or of whole blocks, in ascending order.
func ranges(ctx context.Context, db querier, account int64) (found []Range, err error) {
	rows, err := db.QueryContext(ctx, "SELECT first, last FROM covered WHERE account = ? ORDER BY first", account)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	found = []Range{}
	for rows.Next() {
		var r Range
		if err := rows.Scan(&r.First, &r.Last); err != nil {
			return nil, err
		}
		found = append(found, r)
	}
	return found, rows.Err()
}

// Gaps returns the heights from first to last that the index does not have, in ascending order.
func (w *Writer) Gaps(ctx context.Context, first, last uint64) ([]Range, error) {
	covered, err := ranges(ctx, w.conn, wholeBlocks)
	if err != nil {
		return nil, err
	}
	return without(Range{first, last}, covered), nil
}

// Next returns the lowest heights from first to last that the index does not have.
func (w *Writer) Next(ctx context.Context, first, last uint64) (gap Range, ok bool, err error) {
	gaps, err := w.Gaps(ctx, first, last)
	if err != nil || len(gaps) == 0 {
		return Range{}, false, err
	}
	return gaps[0], true, nil
}

// without returns the parts of a range that are not covered.
func without(wanted Range, covered []Range) (gaps []Range) {
	for _, c := range covered {
		if wanted.First > wanted.Last || c.First > wanted.Last {
			break
		}
		if c.First > wanted.First {
			gaps = append(gaps, Range{wanted.First, c.First - 1})
		}
		wanted.First = max(wanted.First, c.Last+1)
	}
	if wanted.First <= wanted.Last {
		gaps = append(gaps, wanted)
	}
	return gaps
}

// cover adds a range to the covered heights, and joins it with those that it touches.
func (w *Writer) cover(ctx context.Context, account int64, added Range) error {
	covered, err := ranges(ctx, w.conn, account)
	if err != nil {
		return err
	}
	joined, replaced := joinTouching(added, covered)
	for _, c := range replaced {
		if _, err := w.exec(ctx, "DELETE FROM covered WHERE account = ? AND first = ?", account, c.First); err != nil {
			return err
		}
	}
	_, err = w.exec(ctx, "INSERT INTO covered (account, first, last) VALUES (?, ?, ?)", account, joined.First, joined.Last)
	return err
}

// joinTouching returns a range together with those that it touches, and which they are.
func joinTouching(added Range, covered []Range) (joined Range, touching []Range) {
	for _, c := range covered {
		if c.First > added.Last+1 || added.First > c.Last+1 {
			continue
		}
		touching = append(touching, c)
		added = Range{min(added.First, c.First), max(added.Last, c.Last)}
	}
	return added, touching
}

// Written is what a batch has added.
type Written struct {
	Blocks, Transactions, Events int
}

// Add adds blocks with their transactions, which follow each other in ascending order. Those that the index has are left out: another
// process may have added them.
func (w *Writer) Add(ctx context.Context, blocks []client.Block) (added Written, err error) {
	if len(blocks) == 0 {
		return Written{}, nil
	}
	ctx = context.WithoutCancel(ctx) // a batch is short, and with a cancelable context the driver starts a goroutine for each statement
	whole := Range{blocks[0].Height, blocks[len(blocks)-1].Height}
	err = w.batch(ctx, func() error {
		added = Written{}
		covered, err := ranges(ctx, w.conn, wholeBlocks)
		if err != nil {
			return err
		}
		n, sums := &numbering{w: w, ctx: ctx}, newSums()
		for _, missing := range without(whole, covered) {
			for i := range blocks[missing.First-whole.First : missing.Last-whole.First+1] {
				block := &blocks[missing.First-whole.First+uint64(i)]
				n.block(block.Header(), len(block.Transactions))
				for index := range block.Transactions {
					n.transaction(block.Height, index, &block.Transactions[index], sums)
					added.Events += len(block.Transactions[index].Events)
				}
				added.Blocks++
				added.Transactions += len(block.Transactions)
			}
		}
		if sums.write(n); n.err != nil {
			return n.err
		}
		return w.cover(ctx, wholeBlocks, whole)
	})
	return added, err
}

// Newest returns the highest block of the index, with height, digest and time. ok is false if it has none.
func (w *Writer) Newest(ctx context.Context) (block client.Block, ok bool, err error) {
	var digest, time any
	err = w.conn.QueryRowContext(ctx, "SELECT height, digest, time FROM block ORDER BY height DESC LIMIT 1").Scan(&block.Height, &digest, &time)
	if errors.Is(err, sql.ErrNoRows) {
		return block, false, nil
	}
	switch digest := digest.(type) {
	case []byte:
		block.Digest = fmt.Sprintf("0x%x", digest)
	case string:
		block.Digest = digest
	}
	if time, ok := time.(int64); ok {
		block.Timestamp = new(client.Timestamp(time))
	}
	return block, err == nil, err
}

// First returns the lowest height that the index covers. ok is false if it covers none.
func (w *Writer) First(ctx context.Context) (height uint64, ok bool, err error) {
	var first sql.NullInt64
	err = w.conn.QueryRowContext(ctx, "SELECT min(first) FROM covered").Scan(&first)
	return uint64(first.Int64), first.Valid, err
}
