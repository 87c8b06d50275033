package account

import (
	"context"
	"math"
	"strconv"
	"strings"
	"sync/atomic"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// newMerged is what the account sent and what moved its coins as one list, by block time, each record once.
func newMerged(deps *screen.Deps, keys *KeyMap, address move.Address) *transactions {
	lists := map[client.Order]*mergedList{}
	m := newTransactions(deps, keys, words{name: "Sent and coin moves", title: "Sent and coin moves", asking: "the transactions that it sent or that moved its coins"},
		func(order client.Order) load.Source[client.Transaction] {
			list := newMergedList(deps.Node, address, order)
			lists[order] = list
			return load.Source[client.Transaction]{Page: list.page, Newer: list.newer}
		})
	m.anew = func(order client.Order) load.Source[client.Transaction] {
		return load.Source[client.Transaction]{Page: newMergedList(deps.Node, address, order).page}
	}
	m.noted = func(record *client.Transaction) { lists[m.Pages.Order()].note(record) }
	m.moveCoinsOf(address)
	m.remarks = storeRemarks
	m.empty = func() []text.Line {
		return []text.Line{
			text.Plain("nothing was sent from this address, and no coins of it have moved"),
			text.In(deps.Theme.Faint, "what moved between fungible-asset stores is not in this list of the node"),
		}
	}
	return m
}

// mergedList reads the two lists of the node in one order.
type mergedList struct {
	address     move.Address
	sent, coins client.TransactionList
	whole       *client.Merge
	// newest is the greatest sequence number that the list of sent transactions began with, lastSent that of the records
	// that the tab has taken: what is greater is new. Nil: there was none.
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
	l.whole = client.NewMerge(order, l.coins, l.sent)
	return l
}

// note remembers the newest of the records that the account itself has sent.
func (l *mergedList) note(record *client.Transaction) {
	own := record.Sender != nil && *record.Sender == l.address && record.Type != string(client.AutomatedType)
	if own && record.SequenceNumber != nil && (l.lastSent == nil || *record.SequenceNumber > *l.lastSent) {
		l.lastSent = record.SequenceNumber
	}
}

// behindTime begins a cursor that names a place in both lists: a time, and a sequence number.
const behindTime = "behind "

// newer is the place behind the newest record: with the whole block of it, in which others may have come.
func (l *mergedList) newer(newest *client.Transaction) client.Cursor {
	if newest.Block == nil || newest.Block.Timestamp == 0 {
		return ""
	}
	next := uint64(0)
	for _, known := range []*uint64{l.newest.Load(), l.lastSent} {
		if known != nil && *known < math.MaxUint64 {
			next = max(next, *known+1)
		}
	}
	return client.Cursor(behindTime + strconv.FormatUint(uint64(newest.Block.Timestamp)-1, 10) + " " + strconv.FormatUint(next, 10))
}

func (l *mergedList) page(ctx context.Context, request client.PageRequest) (client.Page[client.Transaction], error) {
	places, behind := strings.CutPrefix(string(request.Cursor), behindTime)
	if !behind {
		return l.whole.Page(ctx, request)
	}
	at, number, _ := strings.Cut(places, " ")
	request.Cursor = ""
	news := client.NewMerge(request.Order, from(client.Cursor(at), l.coins), from(client.Cursor(number), l.sent))
	page, err := news.Page(ctx, request)
	page.Next = "" // where more came than fit, the next look begins behind these
	return page, err
}

// from is the list from a cursor on.
func from(start client.Cursor, list client.TransactionList) client.TransactionList {
	return func(ctx context.Context, request client.PageRequest) (client.Page[client.Transaction], error) {
		if request.Cursor == "" {
			request.Cursor = start
		}
		return list(ctx, request)
	}
}
