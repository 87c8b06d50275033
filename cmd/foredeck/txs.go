package main

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

// txsFlags are those of the list of transactions.
type txsFlags struct {
	kind        string
	oldestFirst bool
	start       string
	limit       int
	all         bool
}

func txsCommand(flags *globalFlags) *cobra.Command {
	list := &txsFlags{}
	command := &cobra.Command{
		Use:   "txs ADDRESS",
		Short: "List the transactions that an account sent",
		Long: `List the transactions that an account sent, newest first. ADDRESS is 1 to 64 hex digits, with or without 0x, or a name
of the simulated network.`,
		Example: `  foredeck txs treasury --limit 5
  foredeck txs treasury --oldest-first --all -o jsonl | head`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			return listTransactions(cmd, flags, list, arguments[0])
		},
	}
	command.Flags().StringVar(&list.kind, "kind", "sent", "which transactions: sent")
	command.Flags().BoolVar(&list.oldestFirst, "oldest-first", false, "begin with the oldest")
	command.Flags().StringVar(&list.start, "start", "", "sequence number to begin at, inclusive")
	command.Flags().IntVar(&list.limit, "limit", 20, "how many to print")
	command.Flags().BoolVar(&list.all, "all", false, "print all there are")
	return command
}

func (f *txsFlags) check(cmd *cobra.Command) error {
	switch {
	case f.kind != "sent":
		return &usageError{fmt.Errorf("--kind %q: this version lists sent", f.kind)}
	case f.limit < 1:
		return &usageError{fmt.Errorf("--limit %d: must be 1 or more; --all prints all there are", f.limit)}
	case f.all && cmd.Flags().Changed("limit"):
		return &usageError{errors.New("--all and --limit: give one of the two")}
	}
	return nil
}

func listTransactions(cmd *cobra.Command, flags *globalFlags, list *txsFlags, argument string) error {
	format, err := flags.format(formats...)
	if err != nil {
		return err
	}
	if err := list.check(cmd); err != nil {
		return err
	}
	s, err := flags.open(cmd)
	if err != nil {
		return err
	}
	defer s.close()
	address, err := s.address(argument)
	if err != nil {
		return err
	}
	printer := newPrinter(cmd.OutOrStdout(), format, transactionColumns(format), false)
	failed := walkTransactions(cmd, s, list, address, func(transaction *client.Transaction) error {
		return printer.print(record{value: *transaction, raw: transaction.Raw, cells: transactionCells(format, transaction, s.settings.Network.Decimals)})
	})
	if printer.printed == 0 && failed != nil {
		return failed
	}
	if err := printer.end(); err != nil {
		return err
	}
	if failed != nil {
		return &incompleteError{printer.printed, failed}
	}
	return nil
}

// incompleteError is why a list that is printed in part went no further.
type incompleteError struct {
	printed int
	err     error
}

func (e *incompleteError) Error() string {
	return fmt.Sprintf("the list is not complete, it broke after %d: %v", e.printed, e.err)
}

func (e *incompleteError) Unwrap() error { return e.err }

// walkTransactions asks page by page until enough were taken.
func walkTransactions(cmd *cobra.Command, s *session, list *txsFlags, address move.Address, take func(*client.Transaction) error) error {
	request := client.PageRequest{Cursor: client.Cursor(list.start)}
	if list.oldestFirst {
		request.Order = client.OldestFirst
	}
	for left := list.limit; list.all || left > 0; {
		request.Count = 100
		if !list.all {
			request.Count = min(left, 100)
		}
		page, err := s.node.Transactions(cmd.Context(), address, request)
		for i := range page.Items {
			if !list.all && left == 0 {
				return nil
			}
			left--
			if err := take(&page.Items[i]); err != nil {
				return err
			}
		}
		if err != nil || page.Next == "" {
			return err
		}
		request.Cursor = page.Next
	}
	return nil
}

// functionWidth is that of the column of a table. A longer name loses its beginning there; wide has it whole.
const functionWidth = 40

// transactionColumns are the columns of a format. CSV has what the JSON shape has, flat and exact.
func transactionColumns(format string) []column {
	table := []column{
		{title: "SEQ", width: 8}, {title: "STATUS", width: 9}, {title: "TYPE", width: 5}, {title: "FUNCTION", width: functionWidth},
		{title: "FEE", width: 14, right: true}, {title: "AGE", width: 11}, {title: "HASH", width: 11},
	}
	switch format {
	case "wide":
		table[6].width = 66
		return append(table, column{title: "SENDER", width: 66}, column{title: "BLOCK", width: 12}, column{title: "TIME", width: 30}, column{title: "VM STATUS"})
	case "csv":
		var columns []column
		for _, key := range []text.Safe{"hash", "type", "status", "sender", "sequence_number", "chain_id", "gas_unit_price", "max_gas_amount", "gas_used",
			"expiration_us", "vm_status", "fee", "block_height", "block_timestamp_us", "payload_kind", "function", "authenticator_kind", "events"} {
			columns = append(columns, column{title: key})
		}
		return columns
	}
	return table
}

func transactionCells(format string, t *client.Transaction, decimals int) []text.Safe {
	now := time.Now()
	cells := []text.Safe{
		render.Number(t.SequenceNumber), render.Status(t.Status), text.Clean(t.Type), text.Function(render.Call(t), functionWidth),
		render.Fee(t, decimals), render.Age(t, now), text.Short(text.Clean(t.Hash)),
	}
	switch format {
	case "table":
		return cells
	case "csv":
		return exactCells(t)
	}
	cells[3], cells[6] = render.Call(t), text.Clean(t.Hash)
	sender, height, at, vmStatus := text.None, text.None, text.None, text.None
	if t.Sender != nil {
		sender = text.Safe(t.Sender.String())
	}
	if t.Block != nil {
		height, at = text.Integer(t.Block.Height), text.Instant(t.Block.Timestamp.Time())
	}
	if t.VMStatus != nil {
		vmStatus = text.Clean(*t.VMStatus)
	}
	return append(cells, sender, height, at, vmStatus)
}

// exactCells are a record's values without grouping and units; what is absent is empty.
func exactCells(t *client.Transaction) []text.Safe {
	cells := []text.Safe{
		text.Clean(t.Hash), text.Clean(t.Type), text.Clean(t.Status), "", exact(t.SequenceNumber), exact(t.ChainID), exact(t.GasUnitPrice),
		exact(t.MaxGasAmount), exact(t.GasUsed), exact((*uint64)(t.Expiration)), "", exactBig(t.Fee()), "", "", "", "", "", exactInt(len(t.Events)),
	}
	if t.Sender != nil {
		cells[3] = text.Safe(t.Sender.String())
	}
	if t.VMStatus != nil {
		cells[10] = text.Clean(*t.VMStatus)
	}
	if t.Block != nil {
		cells[12], cells[13] = exact(&t.Block.Height), exact((*uint64)(&t.Block.Timestamp))
	}
	if t.Payload != nil {
		cells[14], cells[15] = text.Clean(t.Payload.Kind), text.Clean(t.Payload.Function)
	}
	if t.Authenticator != nil {
		cells[16] = text.Clean(t.Authenticator.Kind)
	}
	return cells
}

func exact(n *uint64) text.Safe {
	if n == nil {
		return ""
	}
	return text.Safe(strconv.FormatUint(*n, 10))
}

func exactInt(n int) text.Safe { return text.Safe(strconv.Itoa(n)) }

func exactBig(n *big.Int) text.Safe {
	if n == nil {
		return ""
	}
	return text.Safe(n.String())
}
