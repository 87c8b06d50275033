package client

import (
	"context"
	"errors"
	"net/url"
	"strconv"

	"foredeck/client/internal/paging"
	"foredeck/client/move"
)

// v1 is version 1 of the RPC (spec section 4.3). It serves lists of transactions only from a start towards newer records.
// Deployed nodes wrap the list of modules in other names than the specification.
type v1 struct{}

func (v1) moduleWrapper() []string {
	return []string{"Resources", "resource", "Modules", "modules"}
}

func (v1) resourceWrapper() []string {
	return []string{"Resources", "resource", "resources"}
}

func (v1) transactions(ctx context.Context, node *Node, get getter, address move.Address, request paging.Request) (Page[Transaction], error) {
	return forwardTransactions(ctx, node, get, V1, address, request)
}

func (v1) coinTransactions(ctx context.Context, node *Node, address move.Address, _ TransactionType, request paging.Request) (Page[Transaction], error) {
	return forwardCoinTransactions(ctx, node, V1, address, request)
}

// forwardTransactions reads the sent transactions of versions 1 and 2: with a start, which is inclusive, records ascend
// from it; without one the newest descend (spec section 4.1).
func forwardTransactions(ctx context.Context, node *Node, get getter, version Version, address move.Address, request paging.Request) (Page[Transaction], error) {
	lastURL := ""
	list := paging.NumberList[Transaction]{
		Records:   bySequenceNumber,
		Inclusive: &node.inclusiveStart,
		Fetch: func(ctx context.Context, start *uint64, count int) ([]Transaction, error) {
			query := url.Values{"count": {strconv.Itoa(count)}}
			if start != nil {
				query.Set("start", strconv.FormatUint(*start, 10))
			}
			transactions, _, url, err := getTransactions(ctx, get, version.accountPath(address)+"/transactions", query)
			lastURL = url
			return transactions, err
		},
	}
	var page paging.Page[Transaction]
	var err error
	if request.Order == OldestFirst {
		if request.Cursor == "" {
			request.Cursor = SequenceCursor(0)
		}
		page, err = list.Page(ctx, request)
	} else {
		page, err = list.PageBackward(ctx, request, func(ctx context.Context) (uint64, error) {
			found, err := node.get(ctx, version.accountPath(address), nil)
			if err != nil {
				return 0, err
			}
			account, err := decodeAccount(found, address)
			return account.SequenceNumber, err
		})
	}
	return toPage(page, err, lastURL)
}

// forwardCoinTransactions reads the coin transactions of versions 1 and 2: with a start, records ascend from it; without
// one the newest descend by the specification, while some deployed nodes send the oldest first. The cursor is in the body.
func forwardCoinTransactions(ctx context.Context, node *Node, version Version, address move.Address, request paging.Request) (Page[Transaction], error) {
	lastURL := ""
	list := paging.TimeList[Transaction]{
		Records: byBlockTime,
		Fetch: func(ctx context.Context, start *uint64, order Order, count int) (paging.TimeAnswer[Transaction], error) {
			if start == nil && order == OldestFirst {
				start = new(uint64)
			}
			answer, url, err := getCoinTransactions(ctx, node, version.accountPath(address)+"/coin_transactions", url.Values{}, start, count)
			lastURL = url
			if err == nil && answer.Cursor == nil && len(answer.Records) > 0 {
				err = &DecodeError{URL: url, Path: "cursor", Err: errors.New("missing")}
			}
			return answer, err
		},
	}
	read := list.Page
	if request.Order == NewestFirst {
		read = list.PageBackward
	}
	page, err := read(ctx, request)
	return toPage(page, err, lastURL)
}
