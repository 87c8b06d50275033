package index

import (
	"context"
	"math"
	"strings"

	"foredeck/client"
	"foredeck/client/move"
)

// restart forgets how far the lists of an account were read if they are now wanted from a lower height on.
func (w *Postgres) restart(ctx context.Context, account move.Address, first uint64) error {
	return w.changeList(ctx, account, func(id uint64) error {
		covered, err := postgresRanges(ctx, w.conn, id)
		if err != nil || len(covered) == 0 || covered[0].First <= first {
			return err
		}
		_, err = query(ctx, w.conn, "DELETE FROM list WHERE account = $1", decimal(id))
		return err
	})
}

// cursor returns the cursor of the page from which a list is read on.
func (w *Postgres) cursor(ctx context.Context, account move.Address, list string) (client.Cursor, error) {
	rows, err := query(ctx, w.conn, "SELECT l.cursor FROM list l JOIN account a ON a.id = l.account WHERE a.address = $1 AND l.list = $2", []byte(account.String()), []byte(list))
	if err != nil || len(rows) == 0 {
		return "", w.database.explain(err)
	}
	return client.Cursor(rows[0][0]), nil
}

// addList adds a page of a list, without the transactions that the index has or that are not final, and sets the cursor of the list.
func (w *Postgres) addList(ctx context.Context, account move.Address, list string, cursor client.Cursor, first uint64, page []client.Transaction) (added Written, err error) {
	ctx = context.WithoutCancel(ctx)
	err = w.changeList(ctx, account, func(id uint64) error {
		places, err := w.places(ctx, page)
		if err != nil {
			return err
		}
		b := w.newBatch()
		n, sums := &numbering{w: b, ctx: ctx}, newSums()
		for i := range page {
			t := &page[i]
			height := t.Height()
			if height == nil || *height < first || *height > math.MaxInt64 || !t.IsFinal() {
				continue
			}
			if index, isNew := places.next(*height, t.Hash); isNew {
				n.block(t.Block, nil)
				n.transaction(*height, index, t, sums)
				b.written.Transactions++
				b.written.Events += len(t.Events)
			}
		}
		if sums.write(n); n.err != nil {
			return n.err
		}
		if err := w.number(ctx, b); err != nil {
			return err
		}
		if added = b.written; added.Transactions > 0 {
			table := postgresTables[blockRow]
			if _, err := query(ctx, w.conn, table.insert()+" ORDER BY 1 ON CONFLICT DO NOTHING", table.arrays(b.rows[blockRow])...); err != nil {
				return err
			}
			if err := w.copy(ctx, b); err != nil {
				return err
			}
		}
		_, err = query(ctx, w.conn, "INSERT INTO list (account, list, cursor) VALUES ($1, $2, $3) ON CONFLICT (account, list) DO UPDATE SET cursor = excluded.cursor",
			decimal(id), []byte(list), []byte(storable(string(cursor))))
		return err
	})
	if err != nil {
		added = Written{}
	}
	return added, err
}

// coverList sets the heights from which the index has the lists of an account.
func (w *Postgres) coverList(ctx context.Context, account move.Address, complete Range) error {
	return w.changeList(ctx, account, func(id uint64) error { return w.cover(ctx, id, complete) })
}

// changeList changes what the index has of an account in a transaction, while other processes that change lists wait: they find free places
// in the same blocks. Numbers of texts are given in the transaction, and unknown after it has failed.
func (w *Postgres) changeList(ctx context.Context, account move.Address, change func(id uint64) error) error {
	err := w.transaction(ctx, func() error {
		clear(w.names)
		clear(w.accounts)
		if err := w.lockScope(ctx); err != nil {
			return err
		}
		b := w.newBatch()
		if _, err := b.account(ctx, &account); err != nil {
			return err
		}
		if err := w.number(ctx, b); err != nil {
			return err
		}
		return change(uint64(*b.accounts[account]))
	})
	if err != nil {
		clear(w.names)
		clear(w.accounts)
	}
	return w.database.explain(err)
}

// listPlaces are the places of transactions in blocks: lists do not say where in its block a transaction is.
type listPlaces struct {
	known map[uint64]map[string]bool // the hashes of a block
	free  map[uint64]int
}

// places reads the places in the blocks of a page.
func (w *Postgres) places(ctx context.Context, page []client.Transaction) (*listPlaces, error) {
	p := &listPlaces{known: map[uint64]map[string]bool{}, free: map[uint64]int{}}
	var heights []any
	for i := range page {
		if height := page[i].Height(); height != nil && *height <= math.MaxInt64 && p.known[*height] == nil {
			p.known[*height] = map[string]bool{}
			heights = append(heights, int64(*height))
		}
	}
	rows, err := query(ctx, w.conn, "SELECT height, n, "+digestColumn("hash")+" FROM tx WHERE height = ANY ($1::bigint[])", postgresArray(heights, "bigint"))
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		place, err := rangesOf([][][]byte{row[:2]}, nil) // height and place
		if err != nil {
			return nil, err
		}
		height := place[0].First
		p.known[height][string(row[2])] = true
		p.free[height] = max(p.free[height], int(place[0].Last)+1)
	}
	return p, nil
}

// next returns the next free place of a block. isNew is not set if the block has the transaction already.
func (p *listPlaces) next(height uint64, hash string) (index int, isNew bool) {
	if hash = storable(hash); p.known[height][strings.ToLower(hash)] || p.known[height][hash] {
		return 0, false
	}
	index = p.free[height]
	p.known[height][hash], p.free[height] = true, index+1
	return index, true
}
