package client

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strconv"

	"foredeck/client/move"
)

// v3 is version 3 of the RPC (spec section 4.5): bare arrays, and a flag for the order.
// Deployed nodes put the cursor into a header.
type v3 struct{}

func (v3) moduleWrapper() []string   { return nil }
func (v3) resourceWrapper() []string { return nil }

// transactions: start is a sequence number and inclusive; no answer carries a cursor.
func (v3) transactions(ctx context.Context, node *Node, get getter, address move.Address, request PageRequest) (Page[Transaction], error) {
	var last answer
	page, err := sequencePage(request, &node.inclusiveStart, func(start *uint64, count int) ([]Transaction, error) {
		query := url.Values{
			"count":     {strconv.Itoa(count)},
			"ascending": {strconv.FormatBool(request.Order == OldestFirst)},
		}
		if start != nil {
			query.Set("start", strconv.FormatUint(*start, 10))
		}
		transactions, _, found, err := askRecords(ctx, get, V3.accountPath(address)+"/transactions", query)
		last = found
		return transactions, err
	})
	if errors.Is(err, errUnnumbered) {
		err = &DecodeError{URL: last.url, Err: err}
	}
	return page, err
}

// coinTransactions: start is exclusive, in the order of the flag. Builds that do not know
// the flag serve the list as versions 1 and 2 do.
func (v3) coinTransactions(ctx context.Context, node *Node, address move.Address, kind TransactionType, request PageRequest) (Page[Transaction], error) {
	path := V3.accountPath(address) + "/coin_transactions"
	ask := func(ctx context.Context, start *uint64, order Order, count int) (coinAnswer, error) {
		query := url.Values{"ascending": {strconv.FormatBool(order == OldestFirst)}}
		if kind != AnyType {
			query.Set("type", wireTypes[kind])
		}
		answer, err := askCoins(ctx, node, path, query, start, count)
		// Where nothing but a start can tell the order: from the oldest.
		if err == nil && start == nil && order == OldestFirst && direction(answer.records, blockTime) < 0 {
			answer, err = askCoins(ctx, node, path, query, new(uint64), count)
		}
		return answer, err
	}
	page, err := v3Coins(ctx, node, request, ask)
	// A build that does not know types either lists them all.
	page.Items = slices.DeleteFunc(page.Items, func(t Transaction) bool {
		_, isKnown := wireTypes[TransactionType(t.Type)]
		return kind != AnyType && isKnown && t.Type != string(kind)
	})
	return page, err
}

func v3Coins(ctx context.Context, node *Node, request PageRequest, ask coinQuery) (Page[Transaction], error) {
	if request.Order == OldestFirst {
		return coinPage(ctx, request, ask)
	}
	at, err := request.Cursor.coinCursor()
	if err != nil {
		return Page[Transaction]{}, err
	}
	if node.coinsAscend.Load() || at != nil && at.width > 0 {
		return coinsBackward(ctx, request, ask)
	}
	page, err := coinPage(ctx, request, func(ctx context.Context, start *uint64, order Order, count int) (coinAnswer, error) {
		answer, err := ask(ctx, start, order, count)
		if err != nil {
			return answer, err
		}
		if ascends(answer, start) {
			return answer, errAscends
		}
		if start == nil && len(answer.records) > 0 && direction(answer.records, blockTime) == 0 && answer.cursor != nil && *answer.cursor > 0 {
			return answer, unordered(ctx, answer, ask)
		}
		return answer, nil
	})
	switch {
	case errors.Is(err, errAscends):
		node.coinsAscend.Store(true)
		return coinsBackward(ctx, request, ask)
	case errors.Is(err, errOrderUnknown):
		return coinsBackward(ctx, request, ask)
	}
	return page, err
}

// unordered is errOrderUnknown for a first answer of one block, which shows no order. A
// single record that nothing follows is the newest.
func unordered(ctx context.Context, answer coinAnswer, ask coinQuery) error {
	if len(answer.records) > 1 {
		return errOrderUnknown
	}
	newer, err := pastStart(ask)(ctx, answer.cursor, OldestFirst, 1)
	if err == nil && len(newer.records) > 0 && !newer.records[0].isSame(answer.records[0]) {
		return errOrderUnknown
	}
	return err
}

var (
	// errAscends: the node lists coin transactions oldest first although asked otherwise.
	errAscends = errors.New("oldest first")
	// errOrderUnknown: they may be the oldest, or others have come since.
	errOrderUnknown = errors.New("newest or oldest first")
)

// ascends tells whether an answer to newest first lists from the start, or the oldest, on
// to newer records. One that is merely turned around does not.
func ascends(answer coinAnswer, start *uint64) bool {
	low, high := forwardList{place: blockTime}.ends(answer.records)
	switch {
	case low == nil:
		return false
	case start != nil:
		return *high > *start
	default:
		return direction(answer.records, blockTime) > 0 && answer.cursor != nil && *answer.cursor >= *high
	}
}
