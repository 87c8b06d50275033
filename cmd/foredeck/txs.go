package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/lookup"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

// Values of --kind.
const (
	sentKind      = "sent"
	coinKind      = "coin"
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

func listTransactions(in *invocation) error {
	kind := in.value("kind")
	l := in.newList(transactionColumns(in.format, kind))
	pages := filter(in, l, transactionFields, in.transactions)
	if l.progress != nil && kind == sentKind && !in.isSet("oldest-first") && !in.hasFilter() {
		pages = expecting(l.progress, pages)
	}
	return printList(l, pages, in.noteHashes(in.transactionRecord(kind, in.address)))
}

// checkTransactions reports options that do not apply to the kind of list.
func checkTransactions(in *invocation) error {
	kind := in.value("kind")
	if err := checkFilter(transactionFields)(in); err != nil {
		return err
	}
	switch {
	case in.given("type") && kind != coinKind:
		return usagef("--type: requires --kind coin, not %s", kind)
	case in.given("from-height") && kind != automatedKind:
		return usagef("--from-height: requires --kind automated, not %s", kind)
	case in.given("from-height") && in.given("start"):
		return usagef("--from-height and --start: use only one of them")
	case in.given("start") && kind == allKinds:
		return usagef("--start: not supported with --kind all, which merges several lists; use --kind sent, coin or automated")
	}
	return nil
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

// transactionRecord returns the function that prepares transactions of a list of an account for printing.
func (in *invocation) transactionRecord(kind string, account move.Address) func(*client.Transaction) record {
	values := render.TransactionValues(render.TransfersOf(account))
	formatter := render.Formatter{Decimals: in.s.settings.Network.Decimals, CoinDecimals: in.coinDecimals()}
	return func(t *client.Transaction) record {
		switch in.format {
		case "json", "jsonl":
			return record{value: t}
		case "raw":
			return record{raw: t.Raw}
		case "csv":
			return record{cells: values(t)}
		}
		cells := transactionCells(in.format, t, formatter.Decimals, in.s.now())
		if kind == coinKind {
			changes := render.CoinChanges(render.TransfersOf(account)(t))
			cells = slices.Insert(cells, afterFunction, amountCell(in.format, formatter, changes), coinCell(in.format, changes))
		}
		return record{cells: cells}
	}
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

// amountCell returns the amounts that changed; in a table, which has room for one, the number of the coins.
func amountCell(format string, formatter render.Formatter, changes []render.CoinChange) text.Safe {
	switch {
	case len(changes) == 0:
		return text.None
	case len(changes) > 1 && format == "table":
		return text.Format("%s coins", text.Integer(uint64(len(changes))))
	}
	return formatter.Changes(changes)
}

// coinCell returns the types of the coins that changed; in a table their names, as far as there is room.
func coinCell(format string, changes []render.CoinChange) text.Safe {
	names := make([]text.Safe, len(changes))
	for i, change := range changes {
		switch {
		case change.Coin == "":
			names[i] = text.None
		case format == "table":
			names[i] = change.Name()
		default:
			names[i] = text.Clean(change.Coin)
		}
	}
	switch joined := text.Join(names, text.Const(", ")); {
	case len(changes) == 0:
		return text.None
	case format == "table":
		return text.Cut(joined, coinWidth)
	default:
		return joined
	}
}

// coinWidth is the width of the column of coins in a table.
const coinWidth = 16

// functionWidth is the width of the column in a table. Longer names lose their start there; wide prints all of it.
const functionWidth = 40

// reasonWidth is the width of the column of reasons where another one follows: that of the longest names.
const reasonWidth = 32

// transactionColumns returns the columns of a format for a kind of list; sent transactions are all of type user. CSV has the fields
// of the JSON shape, flat and exact.
func transactionColumns(format, kind string) []column {
	typeWidth := len(client.AutomationRecordType)
	if kind == sentKind {
		typeWidth = 5
	}
	table := []column{
		{title: text.Const("SEQ"), width: 8}, {title: text.Const("STATUS"), width: 9}, {title: text.Const("TYPE"), width: typeWidth}, {title: text.Const("FUNCTION"), width: functionWidth},
		{title: text.Const("FEE"), width: 14, right: true}, {title: text.Const("AGE"), width: 11}, {title: text.Const("HASH"), width: 11},
		{title: text.Const("REASON")},
	}
	if kind == coinKind && format != "csv" {
		table = slices.Insert(table, afterFunction, column{title: text.Const("AMOUNT"), width: 18, right: true}, column{title: text.Const("COIN"), width: coinWidth})
	}
	switch format {
	case "wide":
		table[len(table)-2].width, table[len(table)-1].width = 66, reasonWidth
		return append(table, column{title: text.Const("SENDER"), width: 66}, column{title: text.Const("BLOCK"), width: 12}, column{title: text.Const("TIME"), width: 30}, column{title: text.Const("VM STATUS")})
	case "csv":
		return csvColumns(render.TransactionFields()...)
	}
	return table
}

// csvColumns returns columns of CSV.
func csvColumns(names ...string) []column {
	columns := make([]column, len(names))
	for i, name := range names {
		columns[i].title = text.Clean(name)
	}
	return columns
}

// afterFunction is the index of the column after that of functions.
const afterFunction = 4

func transactionCells(format string, t *client.Transaction, decimals int, now time.Time) []text.Safe {
	cells := []text.Safe{
		render.Number(t.SequenceNumber), render.Status(t.Status), text.Clean(t.Type), text.Function(render.Call(t), functionWidth),
		render.Fee(t, text.Units(0), decimals), render.Age(t, now), text.Short(text.Clean(t.Hash)), {},
	}
	if failure := t.Failure(); failure != nil {
		cells[7] = render.Reason(failure)
	}
	if format == "table" {
		return cells
	}
	cells[3], cells[6] = render.Call(t), text.Clean(t.Hash)
	sender, at, vmStatus := text.None, text.None, text.None
	if t.Sender != nil {
		sender = text.Clean(t.Sender.String())
	}
	if known := t.BlockTime(); known != nil {
		at = text.Instant(known.Time())
	}
	if t.VMStatus != "" {
		vmStatus = text.Clean(t.VMStatus)
	}
	return append(cells, sender, render.Number(t.Height()), at, vmStatus)
}
