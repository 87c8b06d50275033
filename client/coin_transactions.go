package client

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"net/url"
	"strconv"
	"time"

	"foredeck/client/move"
)

// TransactionType is a type of transactions, as Transaction.Type gives it.
type TransactionType string

// The types that a list of coin transactions can be limited to. AnyType is no limit.
const (
	AnyType              TransactionType = ""
	UserType             TransactionType = "user"
	AutomatedType        TransactionType = "automated"
	BlockMetadataType    TransactionType = "block_metadata"
	AutomationRecordType TransactionType = "automation_record"
)

// wireTypes are the words for the types in a query.
var wireTypes = map[TransactionType]string{
	UserType: "user", AutomatedType: "auto", BlockMetadataType: "meta", AutomationRecordType: "record",
}

const (
	// blockSpread is more than the transactions of a block: how far beyond the time of its
	// block, in microseconds, the cursor of a transaction is looked for.
	blockSpread = 10_000
	// firstWidth is the span of time that is tried first where nothing is known of a list.
	firstWidth = uint64(time.Minute / time.Microsecond)
	// clockSkew is how far a node's clock may be ahead.
	clockSkew = 24 * time.Hour
)

// CoinTransactions reads a page of the transactions that move coins of an account, those
// sent and those received (spec sections 4.3 to 4.5). kind limits them to one type,
// which version 3 alone can: else the error is ErrUnsupported. A cursor is opaque, or the
// wire's own as a decimal number: the time of the block in microseconds plus the index in
// the block; the page begins after it.
//
// Newest first works down to the very first record on every version. A page may hold
// fewer records than were asked for, or none, and not be the last. A page that breaks
// half-way gives what it has and the error.
func (n *Node) CoinTransactions(ctx context.Context, address move.Address, kind TransactionType, request PageRequest) (Page[Transaction], error) {
	request, err := request.valid()
	if err != nil {
		return Page[Transaction]{}, err
	}
	if _, err := request.Cursor.coinCursor(); err != nil {
		return Page[Transaction]{}, err
	}
	have := every
	if kind != AnyType {
		have = []Version{V3}
		if wireTypes[kind] == "" {
			return Page[Transaction]{}, &ArgumentError{Field: "transaction type", Value: cut(string(kind), quotedCharacters),
				Rule: "must be user, automated, block_metadata or automation_record"}
		}
	}
	return byVersion(n, callCoinTransactions, have, func(version Version) (Page[Transaction], error) {
		return wires[version].coinTransactions(ctx, n, address, kind, request)
	})
}

// AllCoinTransactions walks over all transactions that move coins of an account, asking
// for pages of 100 as it goes. It yields each record once, also while new ones arrive. An
// error is yielded last, with a zero Transaction.
func (n *Node) AllCoinTransactions(ctx context.Context, address move.Address, kind TransactionType, order Order) iter.Seq2[Transaction, error] {
	return walk(PageRequest{Order: order, Count: maximumCount}, func(request PageRequest) (Page[Transaction], error) {
		return n.CoinTransactions(ctx, address, kind, request)
	})
}

// coinQuery is how a list of coin transactions is asked: for records after a start, in
// an order, all in the terms of the wire.
type coinQuery func(ctx context.Context, start *uint64, order Order, count int) (coinAnswer, error)

// coinAnswer is what the wire says: the records as they come, and the cursor that stands
// beside them, nil where there is none.
type coinAnswer struct {
	url     string
	records []Transaction
	cursor  *uint64 // 0 at the end
}

// askCoins asks for a list of coin transactions.
func askCoins(ctx context.Context, node *Node, path string, query url.Values, start *uint64, count int) (coinAnswer, error) {
	query.Set("count", strconv.Itoa(count))
	if start != nil {
		query.Set("start", strconv.FormatUint(*start, 10))
	}
	records, cursor, found, err := askRecords(ctx, node.get, path, query)
	answer := coinAnswer{url: found.url, records: records}
	if cursor == nil {
		return answer, err
	}
	answer.cursor = new(uint64)
	if *cursor != "" {
		if *answer.cursor, _ = strconv.ParseUint(string(*cursor), 10, 64); *answer.cursor == 0 && err == nil {
			err = &DecodeError{URL: found.url, Path: "cursor", Err: errors.New(quoted(string(*cursor)) + " is no decimal number up to 2^64-1")}
		}
	}
	return answer, err
}

// pastStart asks again where an answer ends where it began: a node that takes start as
// inclusive gives the record there once more, and a short page may hold no other. It is
// for starts whose record is known.
func pastStart(ask coinQuery) coinQuery {
	return func(ctx context.Context, start *uint64, order Order, count int) (coinAnswer, error) {
		answer, err := ask(ctx, start, order, count)
		if err != nil || start == nil || answer.cursor == nil || *answer.cursor != *start || *start == 0 {
			return answer, err
		}
		on := plus(*start, 1)
		if order == NewestFirst {
			on = *start - 1
		}
		if answer, err = ask(ctx, &on, order, count); answer.cursor != nil && *answer.cursor == on && len(answer.records) == 0 {
			answer.cursor = new(uint64) // the node hands back what it is given: the end
		}
		return answer, err
	}
}

// coinsForward gives a page of the list in versions 1 and 2: with a start records ascend
// from it, without it the most recent ones descend by the spec, and on some deployed
// nodes the oldest ascend. The cursor stands in the body.
func coinsForward(ctx context.Context, node *Node, version Version, address move.Address, request PageRequest) (Page[Transaction], error) {
	path := version.accountPath(address) + "/coin_transactions"
	ask := func(ctx context.Context, start *uint64, order Order, count int) (coinAnswer, error) {
		if start == nil && order == OldestFirst {
			start = new(uint64)
		}
		answer, err := askCoins(ctx, node, path, url.Values{}, start, count)
		if err == nil && answer.cursor == nil && len(answer.records) > 0 {
			err = &DecodeError{URL: answer.url, Path: "cursor", Err: errors.New("missing")}
		}
		return answer, err
	}
	if request.Order == NewestFirst {
		return coinsBackward(ctx, request, ask)
	}
	return coinPage(ctx, request, ask)
}

// coinsBackward gives a page, newest first, of a list that is served forward only.
func coinsBackward(ctx context.Context, request PageRequest, ask coinQuery) (Page[Transaction], error) {
	ask = pastStart(ask)
	var last coinAnswer
	asked := func(answer coinAnswer, err error) (batch, error) {
		last = answer
		found := batch{records: answer.records}
		if answer.cursor != nil && *answer.cursor > 0 {
			found.next = new(plus(*answer.cursor, 1))
		}
		return found, err
	}
	list := forwardList{
		place:  blockTime,
		spread: blockSpread,
		from: func(ctx context.Context, place uint64, count int) (batch, error) {
			return asked(ask(ctx, new(max(place, 1)-1), OldestFirst, count))
		},
		anywhere: func(ctx context.Context, count int) (batch, error) {
			return asked(ask(ctx, nil, NewestFirst, count))
		},
		beyond: func(context.Context) (uint64, error) {
			return uint64(time.Now().Add(clockSkew).UnixMicro()), nil
		},
	}
	read, err := request.Cursor.coinCursor()
	if err != nil {
		return Page[Transaction]{}, err
	}
	var found []Transaction
	var width uint64
	at := &mark{}
	switch {
	case read == nil:
		found, at, err = list.newest(ctx, request.Count)
		if low, high := list.ends(found); low != nil {
			width = times((*high-*low)/uint64(len(found)), uint64(request.Count))
		}
	case read.isTime:
		*at = mark{read.place, read.hash, read.width}
	default: // the wire's own cursor, or one of a page in the order of the wire
		*at = mark{place: max(read.place, 1) - 1, hash: read.hash}
		if read.hash != "" {
			at.place = read.place
		}
	}
	if err == nil && len(found) == 0 && at != nil {
		if at.width == 0 {
			at.width = firstWidth
		}
		found, width, err = list.before(ctx, *at, request.Count)
	}
	if errors.Is(err, errStartIgnored) {
		err = &DecodeError{URL: last.url, Err: err}
	}
	page := Page[Transaction]{Items: found}
	if len(found) == 0 {
		return page, err
	}
	low, _ := list.ends(found)
	if low == nil {
		return page, cmp.Or(err, error(&DecodeError{URL: last.url, Err: errUnplaced}))
	}
	page.Next = coinCursor{place: *low, isTime: true, width: max(width, 1), hash: found[len(found)-1].identity()}.cursor()
	return page, err
}
