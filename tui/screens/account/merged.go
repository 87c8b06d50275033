package account

import (
	"context"
	"iter"
	"math"
	"strconv"
	"strings"
	"sync/atomic"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// newMerged returns a list of sent transactions and coin transfers by block time, without duplicates.
func newMerged(deps *screen.Deps, address move.Address) *transactions {
	lists := map[client.Order]*mergedList{}
	m := newTransactions(deps, pane.Words{Name: text.Const("Sent and coin transfers"), Title: text.Const("Sent and coin transfers"), Content: text.Const("sent transactions and coin transfers")}, address,
		func(order client.Order) load.Source[client.Transaction] {
			list := newMergedList(deps.Node, address, order)
			lists[order] = list
			return load.Source[client.Transaction]{Page: list.page, Newer: list.newer}
		})
	m.All = func(ctx context.Context, order client.Order) iter.Seq2[*client.Transaction, error] { // the lists that are shown read on meanwhile
		return load.Source[client.Transaction]{Page: newMergedList(deps.Node, address, order).page, Key: (*client.Transaction).Key}.All(ctx, order)
	}
	m.onRecord = func(record *client.Transaction) { lists[m.Pages.Order()].note(record) }
	m.showTransfers()
	m.scope = scopeNotes
	m.Empty = func() []text.Line {
		return []text.Line{
			text.Plain("no sent transactions and no coin transfers"),
			text.In(deps.Theme.Faint, "transfers between fungible-asset stores are not included"),
		}
	}
	return m
}

// mergedList reads the node's two lists in one order.
type mergedList struct {
	address     move.Address
	sent, coins load.TransactionList
	merge       *load.Merge
	// newest is the greatest sequence number on the first page of sent transactions; lastSent is that of the records in the tab.
	// Greater ones are new. Both are nil if unknown.
	newest   atomic.Pointer[uint64]
	lastSent *uint64
}

func newMergedList(node *client.Node, address move.Address, order client.Order) *mergedList {
	l := &mergedList{address: address}
	l.sent = func(ctx context.Context, request client.PageRequest) (client.Page[client.Transaction], error) {
		page, err := node.Transactions(ctx, address, request)
		if request.Order == client.NewestFirst && request.Cursor == "" && len(page.Items) > 0 {
			l.newest.Store(page.Items[0].SequenceNumber)
		}
		return page, err
	}
	l.coins = func(ctx context.Context, request client.PageRequest) (client.Page[client.Transaction], error) {
		return node.CoinTransactions(ctx, address, client.AnyType, request)
	}
	l.merge = load.NewMerge(order, l.coins, l.sent)
	return l
}

// note records the newest transaction that the account itself sent.
func (l *mergedList) note(record *client.Transaction) {
	own := record.Sender != nil && *record.Sender == l.address && record.Type != string(client.AutomatedType)
	if own && record.SequenceNumber != nil && (l.lastSent == nil || *record.SequenceNumber > *l.lastSent) {
		l.lastSent = record.SequenceNumber
	}
}

// positionPrefix marks a cursor that holds a position in both lists: a time and a sequence number.
const positionPrefix = "behind "

// newer returns the cursor after the newest record. It includes that record's block, which may hold further ones.
func (l *mergedList) newer(newest *client.Transaction) client.Cursor {
	at := newest.BlockTime()
	if at == nil || *at == 0 {
		return ""
	}
	next := uint64(0)
	for _, known := range []*uint64{l.newest.Load(), l.lastSent} {
		if known != nil && *known < math.MaxUint64 {
			next = max(next, *known+1)
		}
	}
	return client.Cursor(positionPrefix + strconv.FormatUint(uint64(*at)-1, 10) + " " + strconv.FormatUint(next, 10))
}

func (l *mergedList) page(ctx context.Context, request client.PageRequest) (client.Page[client.Transaction], error) {
	position, isPosition := strings.CutPrefix(string(request.Cursor), positionPrefix)
	if !isPosition {
		return l.merge.Page(ctx, request)
	}
	at, number, _ := strings.Cut(position, " ")
	request.Cursor = ""
	newer := load.NewMerge(request.Order, startingAt(client.Cursor(at), l.coins), startingAt(client.Cursor(number), l.sent))
	page, err := newer.Page(ctx, request)
	page.Next = "" // if there are more, the next poll continues after these
	return page, err
}

// startingAt returns the list from a cursor on.
func startingAt(start client.Cursor, list load.TransactionList) load.TransactionList {
	return func(ctx context.Context, request client.PageRequest) (client.Page[client.Transaction], error) {
		if request.Cursor == "" {
			request.Cursor = start
		}
		return list(ctx, request)
	}
}
