package main

import (
	"fmt"

	"foredeck/client"
	"foredeck/tui/holdings"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

func showAccount(in *invocation) error {
	account, err := in.s.node.Account(in.ctx(), in.address)
	if err != nil {
		return err
	}
	if in.isSet("balances") {
		return showBalances(in, account)
	}
	columns := []column{{title: text.Const("ADDRESS"), width: 66}, {title: text.Const("SEQUENCE"), width: 8}, {title: text.Const("AUTHENTICATION KEY")}}
	sequence := text.Integer(account.SequenceNumber)
	if in.format == "csv" {
		columns = csvColumns("address", "sequence_number", "authentication_key")
		sequence = render.Digits(&account.SequenceNumber)
	}
	return in.printOne(columns, record{value: account, raw: account.Raw, cells: []text.Safe{
		text.Clean(account.Address.String()), sequence, text.Clean(account.AuthenticationKey),
	}})
}

// checkBalances reports options that contradict each other.
func checkBalances(in *invocation) error {
	if in.isSet("balances") && in.format == "raw" {
		return usagef("--balances and -o raw: balances come from several responses; use -o json")
	}
	return nil
}

// accountBalances is an account with what it holds. The fields of the account are those without --balances.
type accountBalances struct {
	client.Account
	Balances         []holdings.Balance `json:"balances"`
	Unread           []holdings.Unread  `json:"balances_unread"`
	Resources        int                `json:"resources"`          // number of those that were read
	IsComplete       bool               `json:"resources_complete"` // those are all
	NativeBalanceErr *string            `json:"native_balance_error"`
}

// showBalances prints what the account holds, a row per coin or asset. What could not be found out is a notice.
func showBalances(in *invocation, account client.Account) error {
	held, err := holdings.NewReader(in.s.node).Read(in.ctx(), in.address)
	if err != nil {
		return err
	}
	if held.NativeProblem != nil {
		fmt.Fprintln(in.stderr(), text.Format("foredeck: native balance not known: %s", text.Clean(held.NativeProblem.Error())))
	}
	if len(held.Unread) > 0 {
		first := held.Unread[0]
		fmt.Fprintln(in.stderr(), text.Format("foredeck: %s not readable: %s: %s; foredeck resources prints them", text.Plural(len(held.Unread), "balance"), text.Clean(first.Type), text.Clean(first.Err.Error())))
	}
	if !held.Complete {
		fmt.Fprintln(in.stderr(), text.Format("foredeck: only the first %s were read; others may hold coins too: foredeck resources --all lists them", text.Plural(held.Resources, "resource")))
	}
	if in.format == "json" || in.format == "jsonl" {
		whole := accountBalances{Account: account, Balances: held.Balances, Unread: held.Unread, Resources: held.Resources, IsComplete: held.Complete}
		if whole.Balances == nil {
			whole.Balances = []holdings.Balance{}
		}
		if whole.Unread == nil {
			whole.Unread = []holdings.Unread{}
		}
		if held.NativeProblem != nil {
			whole.NativeBalanceErr = new(held.NativeProblem.Error())
		}
		return in.printOne(nil, record{value: whole})
	}
	columns := []column{{title: text.Const("SYMBOL"), width: 12}, {title: text.Const("AMOUNT"), width: 28, right: true}, {title: text.Const("FOUND IN"), width: 18}, {title: text.Const("TYPE")}}
	if in.format == "csv" {
		columns = csvColumns("symbol", "amount", "decimals", "source", "frozen", "native", "type")
	}
	printer := newPrinter(in.out(), in.format, columns, false)
	for i := range held.Balances {
		if err := printer.print(record{cells: balanceCells(in.format, &held.Balances[i])}); err != nil {
			return err
		}
	}
	return printer.end()
}

func balanceCells(format string, b *holdings.Balance) []text.Safe {
	kind, decimals := text.Clean(b.Type), text.Safe{}
	if b.Decimals != nil {
		decimals = render.IntDigits(*b.Decimals)
	}
	if format == "csv" {
		return []text.Safe{text.Clean(b.Symbol), text.Clean(b.Amount), decimals, text.Clean(string(b.Source)), boolText(b.Frozen), boolText(b.IsNative), kind}
	}
	if format == "table" {
		kind = text.Short(kind)
	}
	unit := 0
	if b.Decimals != nil {
		unit = *b.Decimals
	}
	amount, _ := text.InDecimals.Amount(b.Amount, unit)
	return []text.Safe{orNone(text.Clean(b.Symbol)), amount, b.Source.Text(), kind}
}
