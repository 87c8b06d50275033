package market

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"sync"
	"sync/atomic"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
)

// BalanceHistory lists the transactions by which an account gets, pays or sends coins, newest first, with the balance of a coin behind each:
// that of today, from which they are undone. It is read page by page from the start on. It is safe for concurrent use.
type BalanceHistory struct {
	node    *client.Node
	reader  *Reader
	account move.Address
	choose  func(*Holdings) (Balance, error)

	today      atomic.Pointer[Balance]
	lacksTasks atomic.Bool

	mutex   sync.Mutex // held while a page is read
	merge   *load.Merge
	ledger  *Ledger       // nil before the first page
	cursor  client.Cursor // of the page that entries are from
	entries []Entry       // of the page, as far as it was read
}

// NewBalanceHistory returns a history of which nothing is read. choose returns the balance of the coin among all of the account.
func NewBalanceHistory(node *client.Node, reader *Reader, account move.Address, choose func(*Holdings) (Balance, error)) *BalanceHistory {
	return &BalanceHistory{node: node, reader: reader, account: account, choose: choose}
}

// Today returns the balance behind the newest transaction, nil before the first page.
func (h *BalanceHistory) Today() *Balance { return h.today.Load() }

// LacksTasks reports whether the node does not list the transactions of automation tasks.
func (h *BalanceHistory) LacksTasks() bool { return h.lacksTasks.Load() }

// Page reads the next page, or the last one again. If it fails midway, the transactions before the failure come with the error; the next call
// for the same page returns them again and continues.
func (h *BalanceHistory) Page(ctx context.Context, request client.PageRequest) (client.Page[Entry], error) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	page, err := h.transactions(ctx, request)
	if request.Cursor != h.cursor {
		h.cursor, h.entries = request.Cursor, nil
	}
	for i := len(h.entries); i < len(page.Items); i++ {
		h.entries = append(h.entries, h.ledger.Add(&page.Items[i]))
	}
	return client.Page[Entry]{Items: slices.Clone(h.entries), Next: page.Next}, err
}

// maxBalanceReads is how often the balance is read until it stays the same while the newest transactions are read.
const maxBalanceReads = 6

// transactions reads a page of transactions. With the first one it reads the balance, again until that stays the same.
func (h *BalanceHistory) transactions(ctx context.Context, request client.PageRequest) (client.Page[client.Transaction], error) {
	if h.ledger != nil {
		return h.merge.Page(ctx, request)
	}
	var none client.Page[client.Transaction]
	today, err := h.readBalance(ctx, h.choose)
	for range maxBalanceReads {
		if err != nil {
			return none, err
		}
		merge := h.newMerge()
		page, err := merge.Page(ctx, request)
		if err != nil {
			return none, err
		}
		again, err := h.readBalance(ctx, func(held *Holdings) (Balance, error) { return held.OfType(today.Type) })
		if err != nil {
			return none, err
		}
		if again.Amount != today.Amount {
			today = again
			continue
		}
		amount, ok := new(big.Int).SetString(today.Amount, 10)
		if !ok {
			return none, fmt.Errorf("balance %q of %s: not a number", today.Amount, today.Type)
		}
		h.merge, h.ledger = merge, NewLedger(h.account, today.Type, amount)
		h.today.Store(&today)
		return page, nil
	}
	return none, fmt.Errorf("the balance changed each of the %d times it was read together with the newest transactions: retry when fewer transactions change it", maxBalanceReads)
}

func (h *BalanceHistory) readBalance(ctx context.Context, choose func(*Holdings) (Balance, error)) (Balance, error) {
	held, err := h.reader.Read(ctx, h.account)
	if err != nil {
		return Balance{}, err
	}
	return choose(&held)
}

// newMerge returns the lists that have the transactions by which the account gets, pays or sends coins.
func (h *BalanceHistory) newMerge() *load.Merge {
	coin := func(ctx context.Context, page client.PageRequest) (client.Page[client.Transaction], error) {
		return h.node.CoinTransactions(ctx, h.account, client.AnyType, page)
	}
	sent := func(ctx context.Context, page client.PageRequest) (client.Page[client.Transaction], error) {
		return h.node.Transactions(ctx, h.account, page)
	}
	automated := func(ctx context.Context, request client.PageRequest) (client.Page[client.Transaction], error) {
		page, err := h.node.AutomatedTransactions(ctx, h.account, nil, request)
		if errors.Is(err, client.ErrUnsupported) {
			h.lacksTasks.Store(true)
			return client.Page[client.Transaction]{}, nil
		}
		return page, err
	}
	return load.NewMerge(client.NewestFirst, coin, sent, automated)
}
