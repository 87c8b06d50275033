package client

import (
	"context"
	"net/url"
	"slices"
	"strconv"

	"foredeck/client/internal/paging"
	"foredeck/client/move"
)

// This file has the differences between the versions of the RPC (spec sections 4.3 to 4.5).

// moduleWrapper and resourceWrapper have the names of the members that can contain a list. Deployed nodes use other names
// in version 1 than the specification. Version 3 sends bare arrays.
var (
	moduleWrapper   = map[Version][]string{V1: {"Resources", "resource", "Modules", "modules"}, V2: {"modules"}}
	resourceWrapper = map[Version][]string{V1: {"Resources", "resource", "resources"}, V2: {"resources"}}
)

func listQuery(start *uint64, count int) url.Values {
	query := url.Values{"count": {strconv.Itoa(count)}}
	if start != nil {
		query.Set("start", strconv.FormatUint(*start, 10))
	}
	return query
}

// transactionPage reads sent transactions. start is an inclusive sequence number; no response has a cursor. Version 3 has a
// flag for the order. In versions 1 and 2, records ascend from start; without it the newest descend (spec section 4.1).
func (n *Node) transactionPage(ctx context.Context, get getter, version Version, address move.Address, request PageRequest) (Page[Transaction], error) {
	lastURL := ""
	list := paging.NumberList[Transaction]{
		Records:   bySequenceNumber,
		Inclusive: &n.inclusiveStart,
		Fetch: func(ctx context.Context, start *uint64, count int) ([]Transaction, error) {
			query := listQuery(start, count)
			if version >= V3 {
				query.Set("ascending", strconv.FormatBool(request.Order == OldestFirst))
			}
			transactions, _, url, err := getTransactions(ctx, get, version.accountPath(address)+"/transactions", query)
			lastURL = url
			return transactions, err
		},
	}
	if version < V3 && request.Order == NewestFirst {
		page, err := list.PageBackward(ctx, request, func(ctx context.Context) (uint64, error) {
			found, err := n.get(ctx, version.accountPath(address), nil)
			if err != nil {
				return 0, err
			}
			account, err := decodeAccount(found, address)
			return account.SequenceNumber, err
		})
		return page, pagingError(err, lastURL)
	}
	if version < V3 && request.Cursor == "" {
		request.Cursor = SequenceCursor(0)
	}
	page, err := list.Page(ctx, request)
	return page, pagingError(err, lastURL)
}

// coinPage reads coin transactions. In versions 1 and 2, records ascend from start; without it the newest descend by the
// specification, while some deployed nodes send the oldest first. The cursor is in the body. In version 3, start is
// exclusive, in the order of the flag. Builds that ignore the flag serve the list like versions 1 and 2, and builds that
// ignore the type send all types. Deployed nodes send the cursor in a header.
func (n *Node) coinPage(ctx context.Context, version Version, address move.Address, path string, kind TransactionType, request PageRequest) (Page[Transaction], error) {
	lastURL := ""
	get := func(ctx context.Context, query url.Values) (response paging.TimeResponse[Transaction], err error) {
		response, lastURL, err = getCoinTransactions(ctx, n, version.accountPath(address)+path, query)
		return response, err
	}
	list := paging.TimeList[Transaction]{Records: byBlockTime}
	if version < V3 {
		list.Fetch = func(ctx context.Context, start *uint64, order Order, count int) (paging.TimeResponse[Transaction], error) {
			if start == nil && order == OldestFirst {
				start = new(uint64)
			}
			response, err := get(ctx, listQuery(start, count))
			if err == nil && response.Cursor == nil && len(response.Records) > 0 {
				err = &DecodeError{URL: lastURL, Path: "cursor", Err: errMissing}
			}
			return response, err
		}
		read := list.Page
		if request.Order == NewestFirst {
			read = list.PageBackward
		}
		page, err := read(ctx, request)
		return page, pagingError(err, lastURL)
	}
	list.Fetch = func(ctx context.Context, start *uint64, order Order, count int) (paging.TimeResponse[Transaction], error) {
		query := listQuery(start, count)
		query.Set("ascending", strconv.FormatBool(order == OldestFirst))
		if kind != AnyType {
			query.Set("type", wireTypes[kind])
		}
		response, err := get(ctx, query)
		// A build that ignores the flag sends the oldest first only if it gets a start.
		if err == nil && start == nil && order == OldestFirst && byBlockTime.Descends(response.Records) {
			query.Set("start", "0")
			response, err = get(ctx, query)
		}
		return response, err
	}
	page, err := list.Detect(ctx, request, &n.coinsAscend)
	page.Items = slices.DeleteFunc(page.Items, func(t Transaction) bool {
		_, isKnown := wireTypes[TransactionType(t.Type)]
		return kind != AnyType && isKnown && t.Type != string(kind)
	})
	return page, pagingError(err, lastURL)
}
