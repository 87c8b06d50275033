package main

import (
	"fmt"

	"foredeck/client"
	"foredeck/tui/market"
	"foredeck/tui/record"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

func init() {
	runners["account"] = &runner{check: checkBalances, open: openNode, run: showAccount, calls: []examinedCall{
		{"account", client.V1, false, func(e *examination) error { _, err := e.node.Account(e.ctx(), e.account); return err }},
	}}
}

func showAccount(in *invocation) error {
	account, err := in.s.node.Account(in.ctx(), in.address)
	if err != nil {
		return err
	}
	if in.isSet("balances") {
		return showBalances(in, account)
	}
	return printRecord(in, record.Account, &account)
}

// checkBalances reports options that contradict each other.
func checkBalances(in *invocation) error {
	return wrongIf(in.isSet("balances") && in.prints("raw"), "--balances and -o raw: balances come from several responses; use -o json")
}

// accountBalances is an account with what it holds. The fields of the account are those without --balances.
type accountBalances struct {
	client.Account
	Balances         []market.Balance `json:"balances"`
	Unread           []market.Unread  `json:"balances_unread"`
	Resources        int              `json:"resources"`          // number of those that were read
	IsComplete       bool             `json:"resources_complete"` // those are all
	NativeBalanceErr *string          `json:"native_balance_error"`
}

// showBalances prints what the account holds, a row per coin or asset. What could not be found out is a notice.
func showBalances(in *invocation, account client.Account) error {
	held, err := market.NewReader(in.s.node).Read(in.ctx(), in.address)
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
	whole := accountBalances{Account: account, Balances: append([]market.Balance{}, held.Balances...), Unread: append([]market.Unread{}, held.Unread...),
		Resources: held.Resources, IsComplete: held.Complete}
	if held.NativeProblem != nil {
		whole.NativeBalanceErr = new(held.NativeProblem.Error())
	}
	return printDocument(in, whole, nil, balanceColumns, held.Balances)
}

type balance = market.Balance

var balanceColumns = record.Columns[balance]{
	{Name: "symbol", Title: text.Const("SYMBOL"), Width: 12, Text: func(b *balance) text.Safe { return text.Clean(b.Symbol) }},
	{Name: "amount", Title: text.Const("AMOUNT"), Width: 28, Right: true, Text: func(b *balance) text.Safe { return text.Clean(b.Amount) },
		Cell: func(b *balance) text.Safe {
			unit := 0
			if b.Decimals != nil {
				unit = *b.Decimals
			}
			amount, _ := text.InDecimals.Amount(b.Amount, unit)
			return amount
		}},
	{Name: "decimals", Text: func(b *balance) text.Safe {
		if b.Decimals == nil {
			return text.Safe{}
		}
		return render.IntDigits(*b.Decimals)
	}},
	{Name: "source", Title: text.Const("FOUND IN"), Width: 18, Text: func(b *balance) text.Safe { return text.Clean(string(b.Source)) },
		Cell: func(b *balance) text.Safe { return b.Source.Text() }},
	{Name: "frozen", Text: func(b *balance) text.Safe { return record.Bool(b.Frozen) }},
	{Name: "native", Text: func(b *balance) text.Safe { return record.Bool(b.IsNative) }},
	{Name: "type", Title: text.Const("TYPE"), Text: balanceType, Cell: func(b *balance) text.Safe { return text.Short(balanceType(b)) }, Full: balanceType},
}

func balanceType(b *balance) text.Safe { return text.Clean(b.Type) }
