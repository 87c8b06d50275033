package client

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strconv"

	"foredeck/client/move"
)

// recordWrapper is the name of the list of transactions in versions 1 and 2.
var recordWrapper = []string{"record"}

// askRecords gives the transactions of an answer, with the cursor of body or header, nil
// where there is none. What arrived of a list that breaks off comes with the error.
func askRecords(ctx context.Context, get getter, path string, query url.Values) ([]Transaction, *Cursor, answer, error) {
	found, err := get(ctx, path, query)
	if len(found.body) == 0 {
		return nil, nil, found, err
	}
	reader := newBodyReader(found)
	var transactions []Transaction
	cursor := reader.wrapped(recordWrapper, func() {
		if transaction := reader.transaction(); reader.broken == nil {
			transactions = append(transactions, transaction)
		}
	})
	if err == nil {
		err = reader.end()
	}
	if cursor == nil {
		cursor = found.headerCursor()
	}
	return transactions, cursor, found, err
}

// sentForward gives a page of the list of sent transactions in versions 1 and 2: with a
// start, which is inclusive, records ascend from it; without it the most recent ones
// descend (spec section 4.1). Newest first, a start of the lowest number less count is
// turned around.
func sentForward(ctx context.Context, node *Node, get getter, version Version, address move.Address, request PageRequest) (Page[Transaction], error) {
	path := version.accountPath(address) + "/transactions"
	var last answer
	ask := func(start *uint64, count int) ([]Transaction, error) {
		query := url.Values{"count": {strconv.Itoa(count)}}
		if start != nil {
			query.Set("start", strconv.FormatUint(*start, 10))
		}
		transactions, _, found, err := askRecords(ctx, get, path, query)
		last = found
		return transactions, err
	}
	var page Page[Transaction]
	var err error
	if request.Order == OldestFirst {
		if request.Cursor == "" {
			request.Cursor = SequenceCursor(0)
		}
		page, err = sequencePage(request, &node.inclusiveStart, ask)
	} else {
		page, err = sequenceBackward(ctx, request, sequenceForward(node, version, address, ask))
	}
	if errors.Is(err, errUnnumbered) || errors.Is(err, errStartIgnored) {
		err = &DecodeError{URL: last.url, Err: err}
	}
	return page, err
}

// sequenceForward makes the list of sent transactions ready to be read backward.
func sequenceForward(node *Node, version Version, address move.Address, ask func(*uint64, int) ([]Transaction, error)) forwardList {
	goOn := func(found []Transaction) (batch, error) {
		if len(found) > 0 && !slices.ContainsFunc(found, isNumbered) {
			return batch{records: found}, errUnnumbered
		}
		arranged := arranged(found, OldestFirst, nil)
		next, err := after(arranged, OldestFirst).sequenceNumber()
		return batch{found, next}, err
	}
	return forwardList{
		place: func(t Transaction) *uint64 { return t.SequenceNumber },
		from: func(_ context.Context, place uint64, count int) (batch, error) {
			// Of a node that may take start as exclusive the number before is asked for.
			start := place
			if place > 0 && !node.inclusiveStart.Load() {
				start--
				count = min(count+1, maximumCount)
			}
			found, err := ask(&start, count)
			if err != nil {
				return batch{}, err
			}
			if slices.ContainsFunc(found, func(t Transaction) bool { return isNumbered(t) && *t.SequenceNumber < start }) {
				return batch{}, errStartIgnored
			}
			if _, regular := numbered(found, start); regular {
				node.inclusiveStart.Store(true)
			}
			kept := arranged(found, OldestFirst, &place)
			if len(kept) == 0 && len(found) > 0 && start < place {
				if found, err = ask(&place, count); err != nil {
					return batch{}, err
				}
				kept = arranged(found, OldestFirst, &place)
			}
			return goOn(kept)
		},
		anywhere: func(_ context.Context, count int) (batch, error) {
			found, err := ask(nil, count)
			if err != nil {
				return batch{records: found}, err
			}
			return goOn(found)
		},
		beyond: func(ctx context.Context) (uint64, error) {
			found, err := node.get(ctx, version.accountPath(address), nil)
			if err != nil {
				return 0, err
			}
			account, err := decodeAccount(found, address)
			return account.SequenceNumber, err
		},
	}
}

// sequenceBackward gives a page, newest first, of a list that is served forward.
func sequenceBackward(ctx context.Context, request PageRequest, list forwardList) (Page[Transaction], error) {
	start, err := request.Cursor.sequenceNumber()
	if err != nil {
		return Page[Transaction]{}, err
	}
	var found []Transaction
	at := &mark{}
	if start != nil {
		at.place = *start
	} else {
		found, at, err = list.newest(ctx, request.Count)
	}
	if err == nil && len(found) == 0 && at != nil {
		if found, _, err = list.before(ctx, *at, request.Count); err != nil {
			return Page[Transaction]{}, err
		}
	}
	page := Page[Transaction]{Items: arranged(found, NewestFirst, start)}
	page.Next = after(page.Items, NewestFirst)
	return page, err
}
