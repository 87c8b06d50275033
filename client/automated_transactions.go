package client

import (
	"context"
	"errors"
	"iter"
	"net/url"
	"strconv"
	"strings"

	"foredeck/client/move"
)

// errSameHeight: the node gives no cursor, and the block where the page ends fills it.
var errSameHeight = errors.New("the node gives no cursor, and a block holds more than a page, so the list cannot be walked on; ask for up to 100 at once")

// automatedVersions have the list.
var automatedVersions = []Version{V3}

// AutomatedTransactions reads a page of the transactions that the automation tasks of an
// account made (spec section 4.5). fromHeight is the height of the block to begin at,
// inclusive, nil for the beginning; it counts only without a cursor. The cursor is
// opaque. Only version 3 has this list: else the error is ErrUnsupported. A page that
// breaks half-way gives what it has and the error.
func (n *Node) AutomatedTransactions(ctx context.Context, address move.Address, fromHeight *uint64, request PageRequest) (Page[Transaction], error) {
	request, err := request.valid()
	if err != nil {
		return Page[Transaction]{}, err
	}
	return byVersion(n, callAutomatedTransactions, automatedVersions, func(version Version) (Page[Transaction], error) {
		return automatedPage(ctx, n, version.accountPath(address)+"/automated_transactions", fromHeight, request)
	})
}

// AllAutomatedTransactions walks over all transactions that the automation tasks of an
// account made, from a height or, where that is nil, from the beginning of the order,
// asking for pages of 100 as it goes. It yields each record once. An error is yielded
// last, with a zero Transaction.
func (n *Node) AllAutomatedTransactions(ctx context.Context, address move.Address, fromHeight *uint64, order Order) iter.Seq2[Transaction, error] {
	return walk(PageRequest{Order: order, Count: maximumCount}, func(request PageRequest) (Page[Transaction], error) {
		return n.AutomatedTransactions(ctx, address, fromHeight, request)
	})
}

// heightPrefix begins the cursors that stand for those that a node does not give: with
// the height of the last record and its hash. The wire's own are hex digits.
const heightPrefix = "height-"

func automatedPage(ctx context.Context, node *Node, path string, fromHeight *uint64, request PageRequest) (Page[Transaction], error) {
	query := url.Values{
		"count":     {strconv.Itoa(request.Count)},
		"ascending": {strconv.FormatBool(request.Order == OldestFirst)},
	}
	height, hash, isDerived := "", "", false
	if rest, ok := strings.CutPrefix(string(request.Cursor), heightPrefix); ok {
		height, hash, isDerived = strings.Cut(rest, ".")
		if _, err := strconv.ParseUint(height, 10, 64); err != nil || !isDerived {
			return Page[Transaction]{}, &ArgumentError{Field: "cursor", Value: cut(string(request.Cursor), quotedCharacters),
				Rule: "must be one that a page of this list gave"}
		}
	}
	switch {
	case isDerived:
		query.Set("block_height", height)
		query.Set("count", strconv.Itoa(maximumCount))
	case request.Cursor != "":
		query.Set("cursor", string(request.Cursor))
	case fromHeight != nil:
		query.Set("block_height", strconv.FormatUint(*fromHeight, 10))
	}
	records, cursor, found, err := askRecords(ctx, node.get, path, query)
	turn(records, request.Order)
	fresh, shown := afterShown(records, hash)
	for isDerived && !shown && err == nil && cursor != nil && *cursor != "" && len(records) > 0 {
		// The node does give cursors: on to where the last page ended.
		query.Set("cursor", string(*cursor))
		if records, cursor, found, err = askRecords(ctx, node.get, path, query); err == nil {
			turn(records, request.Order)
			fresh, shown = afterShown(records, hash)
		}
	}
	page := Page[Transaction]{Items: records}
	switch {
	case isDerived && shown:
		page.Items = fresh[:min(request.Count, len(fresh))]
		if len(fresh) == 0 && len(records) >= maximumCount && cursor == nil && err == nil {
			err = &DecodeError{URL: found.url, Err: errSameHeight}
		}
	case isDerived:
		page.Items = nil // they may have been shown
		if len(records) > 0 && err == nil {
			err = &DecodeError{URL: found.url, Err: errSameHeight}
		}
	}
	switch {
	case cursor != nil && *cursor != "" && len(page.Items) == len(fresh), cursor != nil && !isDerived:
		if *cursor != request.Cursor {
			page.Next = *cursor
		}
	case request.Cursor != "" && !isDerived: // an earlier answer had a cursor: it is left out at the end
	case len(page.Items) > 0 && err == nil:
		if !isDerived && len(page.Items) > 1 {
			// A node that gives cursors leaves out the last one: ask for one that is not.
			query.Set("count", "1")
			_, probe, _, err := askRecords(ctx, node.get, path, query)
			if err != nil || probe != nil {
				return page, err
			}
		}
		last := page.Items[len(page.Items)-1]
		if last.Block == nil {
			return page, &DecodeError{URL: found.url, Err: errUnplaced}
		}
		page.Next = Cursor(heightPrefix + strconv.FormatUint(last.Block.Height, 10) + "." + last.identity())
	}
	return page, err
}
