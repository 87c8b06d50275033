package client

import (
	"context"
	"errors"
	"net/url"
	"strconv"

	"foredeck/client/move"
)

// v3 is version 3 of the RPC (spec section 4.5): bare arrays, and a flag for the order.
type v3 struct{}

// transactions: start is a sequence number and inclusive; no answer carries a cursor.
func (v3) transactions(ctx context.Context, node *Node, address move.Address, request PageRequest) (Page[Transaction], error) {
	var last answer
	page, err := sequencePage(request, &node.inclusiveStart, func(start *uint64, count int) ([]Transaction, error) {
		query := url.Values{
			"count":     {strconv.Itoa(count)},
			"ascending": {strconv.FormatBool(request.Order == OldestFirst)},
		}
		if start != nil {
			query.Set("start", strconv.FormatUint(*start, 10))
		}
		found, err := node.get(ctx, V3.accountPath(address)+"/transactions", query)
		last = found
		if len(found.body) == 0 {
			return nil, err
		}
		reader := newBodyReader(found)
		transactions := reader.transactions()
		if err == nil {
			err = reader.end()
		}
		return transactions, err
	})
	if errors.Is(err, errUnnumbered) {
		err = &DecodeError{URL: last.url, Err: err}
	}
	return page, err
}
