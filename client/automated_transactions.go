package client

import (
	"context"
	"iter"
	"net/url"
	"strconv"

	"foredeck/client/internal/paging"
	"foredeck/client/move"
)

const callAutomatedTransactions call = "automated_transactions"

// AutomatedTransactions reads a page of the transactions that the automation tasks of an account produced (spec section
// 4.5), which only version 3 has. fromHeight is the height of the block to start at, inclusive, nil for the start of the
// list; it is ignored if the request has a cursor.
func (n *Node) AutomatedTransactions(ctx context.Context, address move.Address, fromHeight *uint64, request PageRequest) (Page[Transaction], error) {
	return listPage(n, callAutomatedTransactions, []Version{V3}, request, normalize, func(version Version, request PageRequest) (Page[Transaction], error) {
		return n.automatedPage(ctx, version.accountPath(address)+"/automated_transactions", fromHeight, request)
	})
}

// AllAutomatedTransactions iterates over the list of AutomatedTransactions.
func (n *Node) AllAutomatedTransactions(ctx context.Context, address move.Address, fromHeight *uint64, order Order) iter.Seq2[Transaction, error] {
	return walk(order, (*Transaction).Key, func(request PageRequest) (Page[Transaction], error) {
		return n.AutomatedTransactions(ctx, address, fromHeight, request)
	})
}

func (n *Node) automatedPage(ctx context.Context, path string, fromHeight *uint64, request PageRequest) (Page[Transaction], error) {
	lastURL := ""
	list := paging.HeightList[Transaction]{
		Records: byBlockTime,
		Height:  func(t Transaction) *uint64 { return t.Height() },
		Fetch: func(ctx context.Context, start paging.HeightStart, order Order, count int) ([]Transaction, *Cursor, error) {
			query := url.Values{
				"count":     {strconv.Itoa(count)},
				"ascending": {strconv.FormatBool(order == OldestFirst)},
			}
			if start.Cursor != "" {
				query.Set("cursor", string(start.Cursor))
			}
			if start.Height != nil {
				query.Set("block_height", strconv.FormatUint(*start.Height, 10))
			}
			transactions, next, url, err := getTransactions(ctx, n.get, path, query)
			lastURL = url
			return transactions, next, err
		},
	}
	page, err := list.Page(ctx, fromHeight, request)
	return page, pagingError(err, lastURL)
}
