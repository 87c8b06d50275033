package main

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
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

// maxBalanceReads is how often the balance is read until it stays the same while the newest transactions are read.
const maxBalanceReads = 6

// balancePage is the number of transactions of the first page.
const balancePage = 100

func showBalance(in *invocation) error {
	reader := market.NewReader(in.s.node)
	held, err := reader.Read(in.ctx(), in.address)
	if err != nil {
		return err
	}
	coin := in.value("coin")
	if !in.isSet("history") {
		found := held.Balances
		if coin != "" {
			balance, err := chosenBalance(in, &held, coin)
			if err != nil {
				return err
			}
			found = []market.Balance{balance}
		}
		return printRecords(in, balanceColumns, found)
	}
	today, err := chosenBalance(in, &held, coin)
	if err != nil {
		return err
	}
	pages, today, err := in.newestMoves(reader, today)
	if err != nil {
		return err
	}
	return in.printHistory(today, pages)
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

// newestMoves returns the transactions that may have changed a balance, newest first, and the balance behind the first of them: it is read
// again until it stays the same while the first page is read.
func (in *invocation) newestMoves(reader *market.Reader, today market.Balance) (load.TransactionList, market.Balance, error) {
	for range maxBalanceReads {
		merge := in.moves()
		first, err := merge.Page(in.ctx(), client.PageRequest{Count: balancePage})
		if err != nil {
			return nil, today, err
		}
		held, err := reader.Read(in.ctx(), in.address)
		if err != nil {
			return nil, today, err
		}
		again, err := chosenBalance(in, &held, today.Type)
		if err != nil {
			return nil, today, err
		}
		if again.Amount == today.Amount {
			return func(ctx context.Context, request client.PageRequest) (client.Page[client.Transaction], error) {
				if request.Cursor == "" {
					return first, nil
				}
				return merge.Page(ctx, request)
			}, today, nil
		}
		today = again
	}
	return nil, today, fmt.Errorf("the balance changed each of the %d times it was read together with the newest transactions: retry when fewer transactions change it", maxBalanceReads)
}

// moves returns the lists that have the transactions by which the account gets, pays or sends coins.
func (in *invocation) moves() *load.Merge {
	coin := func(ctx context.Context, page client.PageRequest) (client.Page[client.Transaction], error) {
		return in.s.node.CoinTransactions(ctx, in.address, client.AnyType, page)
	}
	sent := func(ctx context.Context, page client.PageRequest) (client.Page[client.Transaction], error) {
		return in.s.node.Transactions(ctx, in.address, page)
	}
	automated := func(ctx context.Context, page client.PageRequest) (client.Page[client.Transaction], error) {
		return in.s.node.AutomatedTransactions(ctx, in.address, nil, page)
	}
	return load.NewMerge(client.NewestFirst, coin, sent, in.ifSupported(automated))
}

// printHistory prints the balance behind each transaction, and below a table what the history does not explain.
func (in *invocation) printHistory(today market.Balance, list load.TransactionList) error {
	amount, ok := new(big.Int).SetString(today.Amount, 10)
	if !ok {
		return fmt.Errorf("balance %q of %s: not a number", today.Amount, today.Type)
	}
	report := balanceReport{Address: in.address, Coin: today.Type, Symbol: today.Symbol, Decimals: today.Decimals, Balance: today.Amount, Rows: []market.Entry{}, Causes: []string{}}
	ledger, progress, read := market.NewLedger(in.address, today.Type, amount), in.newProgress(), 0
	defer progress.clear()
	report.IsComplete = true
	var failure error // what was read before it is printed
read:
	for page, err := range load.Walk(in.ctx(), client.PageRequest{}, 0, (*client.Transaction).Key, list) {
		if err != nil && len(report.Rows) == 0 {
			return err
		} else if err != nil {
			failure, report.IsComplete = fmt.Errorf("the history ends early: %w", err), false
			break
		}
		for i := range page {
			if in.length > 0 && len(report.Rows) == in.length {
				report.IsComplete = false
				break read
			}
			if entry, ok := ledger.Add(&page[i]); ok {
				report.Rows = append(report.Rows, entry)
			}
			read++
		}
		progress.count(read)
	}
	progress.clear()
	report.Opening = ledger.Balance().String()
	if report.IsComplete {
		report.Difference, report.Causes = &report.Opening, append(report.Causes, ledger.Causes()...)
	}
	decimals := 0
	if today.Decimals != nil {
		decimals = *today.Decimals
	}
	if err := printDocument(in, report, nil, market.LedgerColumns(decimals), report.Rows); err != nil {
		return err
	}
	if failure == nil {
		fmt.Fprintf(in.stderr(), "foredeck: %s\n", balanceNote(&report, ledger, decimals))
	}
	return failure
}

// balanceNote says what the history explains of a balance.
func balanceNote(r *balanceReport, ledger *market.Ledger, decimals int) text.Safe {
	write := func(digits string) text.Safe {
		amount, _ := text.InDecimals.Amount(digits, decimals)
		return amount
	}
	coin := text.Clean(cmp.Or(r.Symbol, r.Coin))
	switch {
	case !r.IsComplete:
		return text.Format("balance %s %s; %s before the oldest row: --all checks the whole history", write(r.Balance), coin, write(r.Opening))
	case ledger.Balance().Sign() == 0:
		return text.Format("balance %s %s: the history explains all of it", write(r.Balance), coin)
	}
	return text.Format("balance %s %s, of which the history does not explain %s: %s", write(r.Balance), coin, write(r.Opening), text.Clean(strings.Join(r.Causes, "; or ")))
}
