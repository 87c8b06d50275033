package main

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/spf13/cobra"

	"foredeck/client"
	"foredeck/client/move"
)

// txsFlags are those of the list of transactions.
type txsFlags struct {
	kind        string
	wireType    string
	oldestFirst bool
	start       string
	fromHeight  uint64
}

// kinds of lists.
const (
	sentKind      = "sent"
	coinKind      = "coin"
	automatedKind = "automated"
	allKinds      = "all"
)

// transactionTypes are the values of --type, which are those of the wire (spec section 4.5).
var transactionTypes = map[string]client.TransactionType{
	"":       client.AnyType,
	"user":   client.UserType,
	"auto":   client.AutomatedType,
	"meta":   client.BlockMetadataType,
	"record": client.AutomationRecordType,
}

func txsCommand(flags *globalFlags) *cobra.Command {
	list := &txsFlags{}
	command := &cobra.Command{
		Use:   "txs ADDRESS",
		Short: "List an account's transactions",
		Long: `List an account's transactions, newest first. ADDRESS is 1 to 64 hex digits, with or without 0x, or a name of the
simulated network.

--kind sent       what the account sent, by sequence number
       coin       what moved its coins, sent and received; fungible-asset stores are not in it
       automated  what its automation tasks did (version 3 of the RPC)
       all        all of these by block time, each once`,
		Example: `  foredeck txs treasury --limit 5
  foredeck txs treasury --kind coin --type user
  foredeck txs treasury --oldest-first --all -o jsonl | head`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			return listTransactions(cmd, flags, list, arguments[0])
		},
	}
	command.Flags().StringVar(&list.kind, "kind", sentKind, "which transactions: sent, coin, automated or all")
	command.Flags().StringVar(&list.wireType, "type", "", "of --kind coin, one type alone: user, auto, meta or record (version 3 of the RPC)")
	command.Flags().BoolVar(&list.oldestFirst, "oldest-first", false, "begin with the oldest")
	command.Flags().StringVar(&list.start, "start", "", "place to begin at: of --kind sent a sequence number, inclusive; of coin and automated the node's cursor, exclusive")
	command.Flags().Uint64Var(&list.fromHeight, "from-height", 0, "of --kind automated, block height to begin at, inclusive")
	return command
}

func (f *txsFlags) check(cmd *cobra.Command) error {
	_, known := transactionTypes[f.wireType]
	given := cmd.Flags().Changed
	switch {
	case f.kind != sentKind && f.kind != coinKind && f.kind != automatedKind && f.kind != allKinds:
		return &usageError{fmt.Errorf("--kind %q: there are sent, coin, automated, all", f.kind)}
	case !known || given("type") && f.wireType == "":
		return &usageError{fmt.Errorf("--type %q: there are user, auto, meta, record", f.wireType)}
	case given("type") && f.kind != coinKind:
		return &usageError{fmt.Errorf("--type: only --kind coin tells types apart, not %s", f.kind)}
	case given("from-height") && f.kind != automatedKind:
		return &usageError{fmt.Errorf("--from-height: only --kind automated begins at a height, not %s", f.kind)}
	case given("from-height") && given("start"):
		return &usageError{errors.New("--from-height and --start: give one of the two")}
	case given("start") && f.kind == allKinds:
		return &usageError{errors.New("--start: the lists that --kind all puts together have different starts; name one of them")}
	}
	return nil
}

func listTransactions(cmd *cobra.Command, flags *globalFlags, list *txsFlags, argument string) error {
	format, length, err := flags.listing(cmd)
	if err != nil {
		return err
	}
	if err := list.check(cmd); err != nil {
		return err
	}
	s, address, err := flags.openFor(cmd, argument)
	if err != nil {
		return err
	}
	defer s.close()
	l := flags.newList(cmd, format, transactionColumns(format, list.kind))
	items := s.transactions(cmd, list, address, length)
	if l.progress != nil && list.kind == sentKind {
		items = expecting(l.progress, list.oldestFirst, items)
	}
	return printList(l, items, transactionRecord(format, s.settings.Network.Decimals, s.now))
}

// transactions are the records of the list that the flags name.
func (s *session) transactions(cmd *cobra.Command, list *txsFlags, address move.Address, length int) iter.Seq2[client.Transaction, error] {
	ctx := cmd.Context()
	request := client.PageRequest{Cursor: client.Cursor(list.start)}
	if list.oldestFirst {
		request.Order = client.OldestFirst
	}
	sent := func(ctx context.Context, page client.PageRequest) (client.Page[client.Transaction], error) {
		return s.node.Transactions(ctx, address, page)
	}
	coin := func(ctx context.Context, page client.PageRequest) (client.Page[client.Transaction], error) {
		return s.node.CoinTransactions(ctx, address, transactionTypes[list.wireType], page)
	}
	var fromHeight *uint64
	if cmd.Flags().Changed("from-height") {
		fromHeight = &list.fromHeight
	}
	automated := func(ctx context.Context, page client.PageRequest) (client.Page[client.Transaction], error) {
		return s.node.AutomatedTransactions(ctx, address, fromHeight, page)
	}
	var chosen client.TransactionList
	switch list.kind {
	case coinKind:
		chosen = coin
	case automatedKind:
		chosen = automated
	case allKinds:
		// The order matters where records stand in one block: the list of coin transactions has them as they were executed.
		chosen = client.NewMerge(request.Order, coin, sent, s.whereSupported(cmd, automated)).Page
	default:
		chosen = sent
	}
	return pages(request, length, func(page client.PageRequest) (client.Page[client.Transaction], error) { return chosen(ctx, page) })
}

// whereSupported leaves a list out that the node does not have, and says so on stderr.
func (s *session) whereSupported(cmd *cobra.Command, list client.TransactionList) client.TransactionList {
	return func(ctx context.Context, request client.PageRequest) (client.Page[client.Transaction], error) {
		page, err := list(ctx, request)
		if errors.Is(err, client.ErrUnsupported) {
			fmt.Fprintln(cmd.ErrOrStderr(), "foredeck: without automated transactions, which this version of the RPC does not list")
			return client.Page[client.Transaction]{}, nil
		}
		return page, err
	}
}

// expecting tells the progress how long the list of sent transactions is, which the newest record's number says.
func expecting(p *progress, oldestFirst bool, items iter.Seq2[client.Transaction, error]) iter.Seq2[client.Transaction, error] {
	return func(yield func(client.Transaction, error) bool) {
		for item, err := range items {
			if p.total == 0 && !oldestFirst && item.SequenceNumber != nil {
				p.expect(*item.SequenceNumber + 1)
			}
			if !yield(item, err) {
				return
			}
		}
	}
}
