package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/lookup"
	"foredeck/tui/record"
	"foredeck/tui/render"
)

// Values of --kind.
const (
	sentKind      = "sent"
	coinKind      = "coin"
	fungibleKind  = "fungible"
	automatedKind = "automated"
	allKinds      = "all"
)

// transactionTypes maps --type to the types of the API (spec section 4.5).
var transactionTypes = map[string]client.TransactionType{
	"":       client.AnyType,
	"user":   client.UserType,
	"auto":   client.AutomatedType,
	"meta":   client.BlockMetadataType,
	"record": client.AutomationRecordType,
}

func init() {
	runners["txs"] = &runner{check: checkTransactions, open: openNode, run: listTransactions, calls: []examinedCall{
		{"transactions", client.V1, true, func(e *examination) error {
			return e.noteTransactions(e.node.Transactions(e.ctx(), e.account, examinedPage))
		}},
		{"coin_transactions", client.V1, true, func(e *examination) error {
			return e.noteTransactions(e.node.CoinTransactions(e.ctx(), e.account, client.AnyType, examinedPage))
		}},
		{"automated_transactions", client.V3, true, func(e *examination) error {
			return e.noteTransactions(e.node.AutomatedTransactions(e.ctx(), e.account, nil, examinedPage))
		}},
	}, later: []examinedCall{
		{"fa_transactions", client.V3, false, func(e *examination) error {
			return onlyError(e.node.FungibleTransactions(e.ctx(), e.account, examinedPage))
		}},
	}}
}

func listTransactions(in *invocation) error {
	kind := in.value("kind")
	paths, err := in.pathColumns()
	if err != nil {
		return err
	}
	l := newList(in, append(in.transactionColumns(kind, in.address), paths...))
	l.onRecord = in.noteHash()
	pages := filter(in, l, transactionFields, in.transactions)
	if l.progress != nil && kind == sentKind && !in.isSet("oldest-first") && !in.hasFilter() {
		pages = expecting(l.progress, pages)
	}
	return l.printPages(pages)
}

// checkTransactions reports options that do not apply to the kind of list.
func checkTransactions(in *invocation) error {
	kind, given := in.value("kind"), in.given
	_, wrongPath := in.pathColumns()
	return cmp.Or(
		checkFilter(transactionFields)(in), wrongPath,
		wrongIf(given("type") && kind != coinKind, "--type: requires --kind coin, not %s", kind),
		wrongIf(given("from-height") && kind != automatedKind, "--from-height: requires --kind automated, not %s", kind),
		wrongIf(given("from-height") && given("start"), "--from-height and --start: use only one of them"),
		wrongIf(given("start") && kind == allKinds, "--start: not supported with --kind all, which merges several lists; use --kind sent, coin, fungible or automated"))
}

// transactions yields the pages of the list that the options describe, at most length records, 0 for all.
func (in *invocation) transactions(length int) iter.Seq2[[]client.Transaction, error] {
	request := client.PageRequest{Cursor: client.Cursor(in.value("start"))}
	if in.isSet("oldest-first") {
		request.Order = client.OldestFirst
	}
	walk := in.s.node.WalkTransactions(in.address, request.Order)
	sent := walk.Page
	if length > 0 { // a page that is requested early may not be wanted
		sent = func(ctx context.Context, page client.PageRequest) (client.Page[client.Transaction], error) {
			return in.s.node.Transactions(ctx, in.address, page)
		}
	}
	coin := func(ctx context.Context, page client.PageRequest) (client.Page[client.Transaction], error) {
		return in.s.node.CoinTransactions(ctx, in.address, transactionTypes[in.value("type")], page)
	}
	var fromHeight *uint64
	if in.given("from-height") {
		height := get[uint64](in.options, "from-height")
		fromHeight = &height
	}
	automated := func(ctx context.Context, page client.PageRequest) (client.Page[client.Transaction], error) {
		return in.s.node.AutomatedTransactions(ctx, in.address, fromHeight, page)
	}
	var chosen load.TransactionList
	switch in.value("kind") {
	case coinKind:
		chosen = coin
	case fungibleKind:
		chosen = func(ctx context.Context, page client.PageRequest) (client.Page[client.Transaction], error) {
			return in.s.node.FungibleTransactions(ctx, in.address, page)
		}
	case automatedKind:
		chosen = automated
	case allKinds:
		// The order matters for records of the same block: the list of coin transactions has them in execution order.
		chosen = load.NewMerge(request.Order, coin, sent, in.ifSupported(automated)).Page
	default:
		chosen = sent
	}
	return func(yield func([]client.Transaction, error) bool) {
		defer walk.Close()
		load.Walk(in.ctx(), request, length, (*client.Transaction).Key, chosen)(yield)
	}
}

// ifSupported returns the list, or an empty one with a note on stderr if the node does not support it.
func (in *invocation) ifSupported(list load.TransactionList) load.TransactionList {
	return func(ctx context.Context, request client.PageRequest) (client.Page[client.Transaction], error) {
		page, err := list(ctx, request)
		if errors.Is(err, client.ErrUnsupported) {
			fmt.Fprintln(in.stderr(), "foredeck: automated transactions not included: this RPC version does not list them")
			return client.Page[client.Transaction]{}, nil
		}
		return page, err
	}
}

// expecting passes the length of the list of sent transactions to the progress: the sequence number of the newest record plus one.
func expecting(p *progress, pages iter.Seq2[[]client.Transaction, error]) iter.Seq2[[]client.Transaction, error] {
	return func(yield func([]client.Transaction, error) bool) {
		for page, err := range pages {
			for i := 0; i < len(page) && p.total == 0; i++ {
				if number := page[i].SequenceNumber; number != nil {
					p.expect(*number + 1)
				}
			}
			if !yield(page, err) {
				return
			}
		}
	}
}

// transactionColumns returns the columns of a kind of list of an account.
func (in *invocation) transactionColumns(kind string, account move.Address) record.Columns[client.Transaction] {
	return record.Transactions{
		Account: account, Formatter: render.Formatter{Decimals: in.s.settings.Network.Decimals, CoinDecimals: in.coinDecimals()}, Now: in.s.now,
		OneType: kind == sentKind, HasCoins: kind == coinKind,
	}.Columns()
}

// pathColumns returns the columns by path that the options name.
func (in *invocation) pathColumns() (record.Columns[client.Transaction], error) {
	var columns record.Columns[client.Transaction]
	for _, name := range get[[]string](in.options, "columns") {
		column, ok := record.TransactionPath(name)
		if !ok {
			return nil, wrongIf(true, "--columns: invalid path %q: expected an argument such as arg[1] or arg[1].amount, or a path in the JSON of -o json such as .payload.kind", name)
		}
		columns = append(columns, column)
	}
	return columns, nil
}

// maxCoinLookups is the number of coins whose decimals are requested for a list. Others are shown in their smallest unit.
const maxCoinLookups = 20

// coinDecimals returns a function for the decimals of coins beside the native one: those of the config file, or of the chain.
func (in *invocation) coinDecimals() func(kind string) (int, bool) {
	known := map[string]int{}
	for _, coin := range in.s.settings.Coins {
		if tag, err := move.ParseTypeTag(coin.Type); err == nil {
			known[tag.String()] = coin.Decimals
		}
	}
	requested := 0
	return func(kind string) (int, bool) {
		tag, err := move.ParseTypeTag(kind)
		if err != nil {
			return 0, false
		}
		decimals, found := known[tag.String()]
		if !found && !client.IsNativeCoin(kind) && requested < maxCoinLookups {
			requested++
			if decimals, err = lookup.CoinDecimals(in.ctx(), in.s.node, tag.String()); err != nil {
				decimals = unknownDecimals
			}
			known[tag.String()], found = decimals, true
		}
		return decimals, found && decimals != unknownDecimals
	}
}

// unknownDecimals marks a coin whose decimals the chain does not have.
const unknownDecimals = -1

// explainFailure adds what bytecode says to the failed call of a transaction. The formats that do not show it need no requests.
func explainFailure(in *invocation, transaction *client.Transaction) {
	failed := transaction.FailedCall()
	if failed == nil || in.prints("raw", "csv") {
		return
	}
	explained := lookup.Explain(in.ctx(), in.s.node, *failed)
	transaction.Explained = &explained
}

// noteHash returns the function that adds a record of a list to the index of those that were seen; nil if there is none.
func (in *invocation) noteHash() func(*client.Transaction) {
	index, err := in.s.openHashes()
	if err != nil {
		return nil // only the lookup by hash misses them
	}
	return func(t *client.Transaction) { lookup.AddHash(index, t) }
}
