package index

import (
	"context"
	"database/sql"
	"errors"
	"math"

	"foredeck/client"
	"foredeck/client/move"
)

// The lists of an account that an index has.
const (
	sentList = "sent"
	coinList = "coin"
)

// Lists adds the transactions that an account has sent, and those that move its coins, from a height on. It continues where it ended, and
// covers the heights up to head when both lists are complete.
func (x *Indexer) Lists(ctx context.Context, account move.Address, first, head uint64) error {
	x.progress.Range = Range{first, head}
	lists := []struct {
		name string
		page func(context.Context, client.PageRequest) (client.Page[client.Transaction], error)
	}{
		{sentList, func(ctx context.Context, request client.PageRequest) (client.Page[client.Transaction], error) {
			return x.Node.Transactions(ctx, account, request)
		}},
		{coinList, func(ctx context.Context, request client.PageRequest) (client.Page[client.Transaction], error) {
			return x.Node.CoinTransactions(ctx, account, client.AnyType, request)
		}},
	}
	w := x.Store
	if err := w.restart(ctx, account, first); err != nil {
		return err
	}
	for _, list := range lists {
		cursor, err := w.cursor(ctx, account, list.name)
		for isEnd := false; err == nil && !isEnd; {
			var page client.Page[client.Transaction]
			if page, err = list.page(ctx, client.PageRequest{Order: client.OldestFirst, Cursor: cursor, Count: listPage}); err != nil {
				break
			}
			// The last page is read again next time, as it may have grown; what it has is added once.
			if isEnd = page.Next == ""; !isEnd {
				cursor = page.Next
			}
			var added Written
			added, err = w.addList(ctx, account, list.name, cursor, first, page.Items)
			x.progress.Transactions += added.Transactions
			x.progress.Events += added.Events
			if err == nil && x.OnProgress != nil {
				x.OnProgress(x.progress)
			}
		}
		if err != nil {
			return err
		}
	}
	return w.coverList(ctx, account, Range{min(first, head), head})
}

// listPage is the number of records of a page.
const listPage = 100

// restart forgets how far the lists of an account were read if they are now wanted from a lower height on.
func (w *Writer) restart(ctx context.Context, account move.Address, first uint64) error {
	return w.batch(ctx, func() error {
		id, err := w.account(ctx, &account)
		if err != nil {
			return err
		}
		covered, err := ranges(ctx, w.conn, id.(int64))
		if err != nil || len(covered) == 0 || covered[0].First <= first {
			return err
		}
		_, err = w.exec(ctx, "DELETE FROM list WHERE account = ?", id)
		return err
	})
}

// cursor returns the cursor of the page from which a list is read on.
func (w *Writer) cursor(ctx context.Context, account move.Address, list string) (cursor client.Cursor, err error) {
	err = w.conn.QueryRowContext(ctx, "SELECT l.cursor FROM list l JOIN account a ON a.id = l.account WHERE a.address = ? AND l.list = ?",
		account.String(), list).Scan(&cursor)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return cursor, err
}

// addList adds a page of a list, without the transactions that the index has or that are not final, and sets the cursor of the list.
func (w *Writer) addList(ctx context.Context, account move.Address, list string, cursor client.Cursor, first uint64, page []client.Transaction) (added Written, err error) {
	ctx = context.WithoutCancel(ctx)
	err = w.batch(ctx, func() error {
		added = Written{}
		n, sums := &numbering{w: w, ctx: ctx}, newSums()
		for i := range page {
			t := &page[i]
			height := t.Height()
			if height == nil || *height < first || *height > math.MaxInt64 || !t.IsFinal() {
				continue
			}
			index, isKnown, err := w.place(ctx, *height, t)
			if err != nil {
				return err
			}
			if isKnown {
				continue
			}
			n.block(t.Block, nil)
			n.transaction(*height, index, t, sums)
			added.Transactions++
			added.Events += len(t.Events)
		}
		sums.write(n)
		id := n.account(&account)
		if n.err != nil {
			return n.err
		}
		_, err := w.exec(ctx, "INSERT INTO list (account, list, cursor) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET cursor = excluded.cursor", id, list, string(cursor))
		return err
	})
	return added, err
}

// place returns the next free place in a block, as lists do not say where in its block a transaction is, and whether the index has the
// transaction already.
func (w *Writer) place(ctx context.Context, height uint64, t *client.Transaction) (index int, isKnown bool, err error) {
	statement, err := w.statement(ctx, "SELECT coalesce(max(n) + 1, 0), coalesce(max(hash = ?), 0) FROM tx WHERE height = ?")
	if err == nil {
		err = statement.QueryRowContext(ctx, digest(t.Hash), height).Scan(&index, &isKnown)
	}
	return index, isKnown, err
}

// coverList sets the heights from which the index has the lists of an account.
func (w *Writer) coverList(ctx context.Context, account move.Address, complete Range) error {
	return w.batch(ctx, func() error {
		id, err := w.account(ctx, &account)
		if err != nil {
			return err
		}
		return w.cover(ctx, id.(int64), complete)
	})
}
