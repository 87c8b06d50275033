package client

import (
	"context"
	"errors"
	"iter"
	"net/url"
	"strconv"
	"strings"

	"foredeck/client/internal/paging"
	"foredeck/client/move"
)

const (
	callCoinTransactions     call = "coin_transactions"
	callFungibleTransactions call = "transactions of fungible-asset stores"
)

// TransactionType is a value of Transaction.Type.
type TransactionType string

// The types that a list of coin transactions, or of the transactions of a block, can be limited to. AnyType is no limit.
const (
	AnyType              TransactionType = ""
	UserType             TransactionType = "user"
	AutomatedType        TransactionType = "automated"
	BlockMetadataType    TransactionType = "block_metadata"
	AutomationRecordType TransactionType = "automation_record"
)

// wireTypes are the types as the query spells them.
var wireTypes = map[TransactionType]string{
	UserType: "user", AutomatedType: "auto", BlockMetadataType: "meta", AutomationRecordType: "record",
}

func checkTransactionType(kind TransactionType) error {
	if kind == AnyType || wireTypes[kind] != "" {
		return nil
	}
	return &ArgumentError{Field: "transaction type", Value: truncate(string(kind), quotedCharacters), Rule: "must be user, automated, block_metadata or automation_record"}
}

// CoinTransactions reads a page of the transactions that move coins of an account, sent and received (spec sections 4.3 to
// 4.5). kind limits them to one type, which only version 3 supports. A cursor can also be a decimal number, the time of a
// block in microseconds plus an index in the block; the page starts after that transaction.
func (n *Node) CoinTransactions(ctx context.Context, address move.Address, kind TransactionType, request PageRequest) (Page[Transaction], error) {
	normalized, err := normalize(request)
	if err != nil {
		return Page[Transaction]{}, err
	}
	have := accountVersions
	if kind != AnyType {
		have = []Version{V3}
		if err := checkTransactionType(kind); err != nil {
			return Page[Transaction]{}, err
		}
	}
	return byVersion(n, callCoinTransactions, have, func(version Version) (Page[Transaction], error) {
		return n.coinPage(ctx, version, address, "/coin_transactions", kind, normalized)
	})
}

// FungibleTransactions reads a page of the transactions that change the balance of a store of a fungible asset, which is an object of its
// own: the list of its owner is empty. The specification has no such call; public nodes have it in version 3. Cursors are as in
// CoinTransactions.
func (n *Node) FungibleTransactions(ctx context.Context, store move.Address, request PageRequest) (Page[Transaction], error) {
	normalized, err := normalize(request)
	if err != nil {
		return Page[Transaction]{}, err
	}
	return byVersion(n, callFungibleTransactions, []Version{V3}, func(version Version) (Page[Transaction], error) {
		return n.coinPage(ctx, version, store, "/fa_transactions", AnyType, normalized)
	})
}

// AllCoinTransactions iterates over the list of CoinTransactions. It yields each record once, even if new ones arrive
// meanwhile.
func (n *Node) AllCoinTransactions(ctx context.Context, address move.Address, kind TransactionType, order Order) iter.Seq2[Transaction, error] {
	return walk(order, (*Transaction).Key, func(request PageRequest) (Page[Transaction], error) {
		return n.CoinTransactions(ctx, address, kind, request)
	})
}

// byBlockTime orders transactions for a paging.TimeList. A transaction without a block, or with an unreadable block time,
// has no position.
var byBlockTime = paging.Records[Transaction]{
	ID:       Transaction.identity,
	Position: func(t Transaction) *uint64 { return (*uint64)(t.BlockTime()) },
}

// getCoinTransactions requests a list of coin transactions and returns the response and its URL.
func getCoinTransactions(ctx context.Context, node *Node, path string, query url.Values) (paging.TimeResponse[Transaction], string, error) {
	records, cursor, url, err := getTransactions(ctx, node.get, path, query)
	response := paging.TimeResponse[Transaction]{Records: records}
	if cursor == nil {
		return response, url, err
	}
	response.Cursor = new(uint64)
	if *cursor != "" {
		if *response.Cursor, _ = strconv.ParseUint(string(*cursor), 10, 64); *response.Cursor == 0 && err == nil {
			err = &DecodeError{URL: url, Path: "cursor", Err: errors.New(quoted(string(*cursor)) + " instead of a decimal number up to 2^64-1")}
		}
	}
	return response, url, err
}

// nativeModule is the suffix of the native coin's module. A chain's framework names it after the chain: 0x1::move_coin::MoveCoin.
const nativeModule = "_coin"

// IsNativeCoin reports whether a type is the coin that fees are paid in: that of 0x1 whose module ends with _coin and has its
// name.
func IsNativeCoin(coin string) bool {
	tag, err := move.ParseStructTag(coin)
	if err != nil || tag.Address != (move.Address{31: 1}) || len(tag.TypeArguments) > 0 || !strings.HasSuffix(tag.Module, nativeModule) {
		return false
	}
	var name strings.Builder
	for word := range strings.SplitSeq(tag.Module, "_") {
		if word != "" {
			name.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return name.String() == tag.Name
}

// accountModule is the suffix of the chain's account module, as in 0x1::move_account.
const accountModule = "_account"

// MovesNativeCoin reports whether a call's amounts are in the native coin: functions of the coin's own module, and transfers of the
// chain's account module.
func (p *Payload) MovesNativeCoin() bool {
	function, err := move.ParseFunctionID(p.Function)
	if err != nil || len(p.TypeArguments) > 0 || function.Address != (move.Address{31: 1}) {
		return false
	}
	transfers := function.Name == "transfer" || function.Name == "batch_transfer"
	return strings.HasSuffix(function.Module, nativeModule) || strings.HasSuffix(function.Module, accountModule) && transfers
}
