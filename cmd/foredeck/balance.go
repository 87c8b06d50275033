package main

import (
	"cmp"
	"fmt"
	"strings"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/market"
	"foredeck/tui/text"
)

func init() {
	runners["balance"] = &runner{check: checkBalance, open: openNode, run: showBalance}
}

func checkBalance(in *invocation) error {
	return cmp.Or(
		wrongIf(in.given("limit") && !in.isSet("history"), "--limit: requires --history"),
		wrongIf(in.given("all") && !in.isSet("history"), "--all: requires --history"))
}

// balanceReport is the JSON of balance --history. Amounts are decimal digits, in the smallest unit of the coin.
type balanceReport struct {
	Address    move.Address   `json:"address"`
	Coin       string         `json:"coin"`
	Symbol     string         `json:"symbol"`
	Decimals   *int           `json:"decimals"`
	Balance    string         `json:"balance"`         // of today
	Opening    string         `json:"opening_balance"` // before the oldest row
	IsComplete bool           `json:"complete"`        // the whole history was read
	Difference *string        `json:"difference"`      // what the whole history does not explain; null if not all was read
	Causes     []string       `json:"difference_causes"`
	Rows       []market.Entry `json:"rows"`
}

func showBalance(in *invocation) error {
	reader, coin := market.NewReader(in.s.node), in.value("coin")
	chosen := func(held *market.Holdings) (market.Balance, error) { return chosenBalance(in, held, coin) }
	if in.isSet("history") {
		return in.printHistory(market.NewBalanceHistory(in.s.node, reader, in.address, chosen))
	}
	held, err := reader.Read(in.ctx(), in.address)
	if err != nil {
		return err
	}
	found := held.Balances
	if coin != "" {
		balance, err := chosen(&held)
		if err != nil {
			return err
		}
		found = []market.Balance{balance}
	}
	return printRecords(in, balanceColumns, found)
}

// chosenBalance returns the balance of a coin, named by its type or symbol; empty for the native one.
func chosenBalance(in *invocation, held *market.Holdings, coin string) (market.Balance, error) {
	if coin == "" {
		if native := held.Native(); native != nil {
			return *native, nil
		}
		return market.Balance{}, fmt.Errorf("native balance not known: %w; name another coin with --coin", held.NativeProblem)
	}
	wanted, _ := move.ParseTypeTag(coin)
	var known []string
	for _, balance := range held.Balances {
		tag, _ := move.ParseTypeTag(balance.Type)
		if strings.EqualFold(balance.Symbol, coin) || balance.Type == coin || wanted.Struct != nil && wanted.String() == tag.String() {
			return balance, nil
		}
		known = append(known, cmp.Or(balance.Symbol, balance.Type))
	}
	return market.Balance{}, usagef("--coin %q: %s holds no such coin, only %s", coin, text.Short(text.Clean(in.address.String())), strings.Join(known, ", "))
}

// printHistory prints the balance behind each transaction, and below a table what the history does not explain.
func (in *invocation) printHistory(history *market.BalanceHistory) error {
	extent, rows, isComplete := market.Extent{}, []market.Entry{}, true
	progress := in.newProgress()
	defer progress.clear()
	var failure error // what was read before it is printed
read:
	for page, err := range load.Walk(in.ctx(), client.PageRequest{}, 0, (*market.Entry).Key, history.Page) {
		if err != nil && len(rows) == 0 {
			return err
		} else if err != nil {
			failure, isComplete = fmt.Errorf("the history ends early: %w", err), false
			break
		}
		for i := range page {
			if in.length > 0 && len(rows) == in.length {
				isComplete = false
				break read
			}
			extent.Add(&page[i])
			if page[i].IsChange() {
				rows = append(rows, page[i])
			}
		}
		progress.count(extent.Read)
	}
	progress.clear()
	if extent.LacksTasks = history.LacksTasks(); extent.LacksTasks {
		fmt.Fprintln(in.stderr(), "foredeck: automated transactions not included: this RPC version does not list them")
	}
	today := history.Today()
	report := balanceReport{
		Address: in.address, Coin: today.Type, Symbol: today.Symbol, Decimals: today.Decimals, Balance: today.Amount,
		Opening: extent.Opening(today).String(), IsComplete: isComplete, Causes: []string{}, Rows: rows,
	}
	if isComplete {
		report.Difference, report.Causes = &report.Opening, append(report.Causes, extent.Causes(today)...)
	}
	if err := printDocument(in, report, nil, market.LedgerColumns(today, text.InDecimals), rows); err != nil {
		return err
	}
	if failure == nil {
		fmt.Fprintf(in.stderr(), "foredeck: %s\n", balanceNote(&report))
	}
	return failure
}

// balanceNote says what the history explains of a balance.
func balanceNote(r *balanceReport) text.Safe {
	decimals := 0
	if r.Decimals != nil {
		decimals = *r.Decimals
	}
	write := func(digits string) text.Safe {
		amount, _ := text.InDecimals.Amount(digits, decimals)
		return amount
	}
	coin := text.Clean(cmp.Or(r.Symbol, r.Coin))
	switch {
	case !r.IsComplete:
		return text.Format("balance %s %s; %s before the oldest row: --all checks the whole history", write(r.Balance), coin, write(r.Opening))
	case r.Opening == "0":
		return text.Format("balance %s %s: the history explains all of it", write(r.Balance), coin)
	}
	return text.Format("balance %s %s, of which the history does not explain %s: %s", write(r.Balance), coin, write(r.Opening), text.Clean(strings.Join(r.Causes, "; or ")))
}
