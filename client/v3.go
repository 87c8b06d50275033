package client

import (
	"context"
	"net/url"
	"slices"
	"strconv"

	"foredeck/client/internal/paging"
	"foredeck/client/move"
)

// v3 is version 3 of the RPC (spec section 4.5): bare arrays, and a flag for the order. Deployed nodes send the cursor in
// a header.
type v3 struct{}

func (v3) moduleWrapper() []string   { return nil }
func (v3) resourceWrapper() []string { return nil }

// transactions: start is an inclusive sequence number; no answer has a cursor.
func (v3) transactions(ctx context.Context, node *Node, get getter, address move.Address, request paging.Request) (Page[Transaction], error) {
	lastURL := ""
	list := paging.NumberList[Transaction]{
		Records:   bySequenceNumber,
		Inclusive: &node.inclusiveStart,
		Fetch: func(ctx context.Context, start *uint64, count int) ([]Transaction, error) {
			query := url.Values{
				"count":     {strconv.Itoa(count)},
				"ascending": {strconv.FormatBool(request.Order == OldestFirst)},
			}
			if start != nil {
				query.Set("start", strconv.FormatUint(*start, 10))
			}
			transactions, _, url, err := getTransactions(ctx, get, V3.accountPath(address)+"/transactions", query)
			lastURL = url
			return transactions, err
		},
	}
	page, err := list.Page(ctx, request)
	return toPage(page, err, lastURL)
}

// coinTransactions: start is exclusive, in the order of the flag. Builds that ignore the flag serve the list like versions
// 1 and 2, and builds that ignore the type send all types.
func (v3) coinTransactions(ctx context.Context, node *Node, address move.Address, kind TransactionType, request paging.Request) (Page[Transaction], error) {
	lastURL := ""
	list := paging.TimeList[Transaction]{
		Records: byBlockTime,
		Fetch: func(ctx context.Context, start *uint64, order Order, count int) (paging.TimeAnswer[Transaction], error) {
			query := url.Values{"ascending": {strconv.FormatBool(order == OldestFirst)}}
			if kind != AnyType {
				query.Set("type", wireTypes[kind])
			}
			fetch := func(start *uint64) (answer paging.TimeAnswer[Transaction], err error) {
				answer, lastURL, err = getCoinTransactions(ctx, node, V3.accountPath(address)+"/coin_transactions", query, start, count)
				return answer, err
			}
			answer, err := fetch(start)
			// A build that ignores the flag sends the oldest first only if it gets a start.
			if err == nil && start == nil && order == OldestFirst && byBlockTime.Descends(answer.Records) {
				answer, err = fetch(new(uint64))
			}
			return answer, err
		},
	}
	page, err := list.Detect(ctx, request, &node.coinsAscend)
	page.Items = slices.DeleteFunc(page.Items, func(t Transaction) bool {
		_, isKnown := wireTypes[TransactionType(t.Type)]
		return kind != AnyType && isKnown && t.Type != string(kind)
	})
	return toPage(page, err, lastURL)
}
