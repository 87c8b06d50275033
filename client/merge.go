package client

import (
	"cmp"
	"context"

	"foredeck/client/internal/paging"
)

// TransactionList reads a page of a list of transactions.
type TransactionList func(ctx context.Context, request PageRequest) (Page[Transaction], error)

// Merge joins lists of one account's transactions by block time and leaves out duplicates. It is read page by page from
// the start on, and keeps little more than a page of each list in memory. It is safe for concurrent use.
type Merge struct{ pages *paging.Merge[Transaction] }

// NewMerge merges lists, which it reads in the given order. Transactions of one block are ordered by sequence number, or,
// if they have different senders, by the order of their lists.
func NewMerge(order Order, lists ...TransactionList) *Merge {
	rules := paging.MergeRules[Transaction]{
		ID: func(t *Transaction) string { return t.Hash },
		Time: func(t *Transaction) *uint64 {
			if t.Block == nil {
				return nil
			}
			return (*uint64)(&t.Block.Timestamp)
		},
		Newer: func(a, b *Transaction) int {
			x, y := senderNumber(a), senderNumber(b)
			if x == nil || y == nil || *a.Sender != *b.Sender {
				return 0
			}
			return cmp.Compare(*x, *y)
		},
	}
	converted := make([]paging.List[Transaction], len(lists))
	for i, list := range lists {
		converted[i] = func(ctx context.Context, request paging.Request) (paging.Page[Transaction], error) {
			page, err := list(ctx, PageRequest(request))
			return paging.Page[Transaction](page), err
		}
	}
	return &Merge{pages: paging.NewMerge(order, rules, converted...)}
}

// Page reads the next page, or the last one again. Its cursors are valid for this Merge only. If a list fails, Page
// returns the records before the failure and the error; the next call for the same page returns them again and continues.
func (m *Merge) Page(ctx context.Context, request PageRequest) (Page[Transaction], error) {
	normalized, err := request.normalize()
	if err != nil {
		return Page[Transaction]{}, err
	}
	page, err := m.pages.Page(ctx, normalized)
	return toPage(page, err, "")
}

// senderNumber is the sequence number that the sender assigned, nil if there is none: that of an automated transaction is
// the number of its task.
func senderNumber(t *Transaction) *uint64 {
	if t.Sender == nil || t.Type == string(AutomatedType) {
		return nil
	}
	return t.SequenceNumber
}
