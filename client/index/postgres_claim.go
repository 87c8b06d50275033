package index

import (
	"context"
	"fmt"
	"strings"

	"foredeck/client"
)

// claimHeights is how many heights an indexer claims at once.
var claimHeights uint64 = 4096

// Next returns heights from first to last to read next, and claims them. Those that other indexers have claimed are the last that it returns.
func (w *Postgres) Next(ctx context.Context, first, last uint64) (gap Range, ok bool, err error) {
	err = w.transaction(ctx, func() error {
		gap, ok, err = w.claim(ctx, Range{first, last})
		return err
	})
	return gap, ok, w.database.explain(err)
}

// claim replaces the claim of this indexer.
func (w *Postgres) claim(ctx context.Context, wanted Range) (gap Range, ok bool, err error) {
	if err := w.lockScope(ctx); err != nil {
		return gap, false, err
	}
	covered, err := postgresRanges(ctx, w.conn, wholeBlocks)
	if err != nil {
		return gap, false, err
	}
	// Claims of this process have ended, and so have those of heights that the index has.
	if _, err := query(ctx, w.conn, `DELETE FROM claim WHERE owner = $1 OR EXISTS (
		SELECT FROM covered c WHERE c.account = 0 AND c.first <= claim.first AND c.last >= claim.last)`, []byte(w.owner)); err != nil {
		return gap, false, err
	}
	claimed, err := rangesOf(query(ctx, w.conn, "SELECT first, last FROM claim ORDER BY first"))
	if err != nil {
		return gap, false, err
	}
	gaps := without(wanted, covered)
	for _, g := range gaps {
		if free := without(g, claimed); len(free) > 0 {
			gap = Range{free[0].First, min(free[0].Last, free[0].First+claimHeights-1)}
			_, err = query(ctx, w.conn, "INSERT INTO claim (first, last, owner) VALUES ($1, $2, $3)", decimal(gap.First), decimal(gap.Last), []byte(w.owner))
			return gap, true, err
		}
	}
	if len(gaps) == 0 {
		return gap, false, nil
	}
	return w.takeOver(ctx, gaps)
}

// takeOver claims the heights in gaps that another indexer has claimed longest ago: most likely it was killed.
func (w *Postgres) takeOver(ctx context.Context, gaps []Range) (gap Range, ok bool, err error) {
	claimed, err := rangesOf(query(ctx, w.conn, "SELECT first, last FROM claim ORDER BY since, first"))
	for _, c := range claimed {
		for _, g := range gaps {
			if gap = (Range{max(c.First, g.First), min(c.Last, g.Last)}); gap.First <= gap.Last {
				_, err = query(ctx, w.conn, "UPDATE claim SET owner = $1, since = now() WHERE first = $2", []byte(w.owner), decimal(c.First))
				return gap, true, err
			}
		}
	}
	return gap, false, err
}

// Newest returns the highest block of the index, with height, digest and time. ok is false if it has none.
func (w *Postgres) Newest(ctx context.Context) (block client.Block, ok bool, err error) {
	rows, err := query(ctx, w.conn, "SELECT height, coalesce("+digestColumn("digest")+", ''), coalesce(time, -1) FROM block ORDER BY height DESC LIMIT 1")
	if err != nil || len(rows) == 0 {
		return block, false, w.database.explain(err)
	}
	var time int64
	block.Digest = string(rows[0][1])
	_, err = fmt.Fscan(strings.NewReader(string(rows[0][0])+" "+string(rows[0][2])), &block.Height, &time)
	if time >= 0 {
		block.Timestamp = new(client.Timestamp(time))
	}
	return block, err == nil, err
}

// First returns the lowest height that the index covers. ok is false if it covers none.
func (w *Postgres) First(ctx context.Context) (height uint64, ok bool, err error) {
	rows, err := query(ctx, w.conn, "SELECT min(first) FROM covered")
	if err != nil || rows[0][0] == nil {
		return 0, false, w.database.explain(err)
	}
	_, err = fmt.Sscan(string(rows[0][0]), &height)
	return height, err == nil, err
}
