// portfolio.go computes the value and the profit of the trader's holdings, which the config file lists, from the prices of their
// pairs. All arithmetic is exact. It is not about the balances of accounts on the chain, which package holdings finds.

package desk

import (
	"math/big"
	"slices"
	"strings"

	"foredeck/config"
	"foredeck/tui/market"
	"foredeck/tui/record"
	"foredeck/tui/text"
)

// Position is a holding at a price. Numbers are exact decimals, but for percentages, which have two decimals. They are empty if unknown.
type Position struct {
	Pair   string `json:"pair"`
	Amount string `json:"amount"`         // in the base currency
	Cost   string `json:"cost,omitempty"` // per unit, in the quote currency

	Price         string `json:"price,omitempty"`
	Value         string `json:"value,omitempty"`
	Profit        string `json:"profit,omitempty"`         // value less the amount at its cost
	ProfitPercent string `json:"profit_percent,omitempty"` // of the amount at its cost
}

// Holdings are the columns of holdings: exact numbers in CSV, rounded ones in tables.
var Holdings = record.Columns[Position]{
	{Name: "pair", Title: text.Const("PAIR"), Width: 12, Text: func(p *Position) text.Safe { return text.Clean(p.Pair) }},
	{Name: "amount", Title: text.Const("AMOUNT"), Width: 14, Right: true, Text: func(p *Position) text.Safe { return text.Clean(p.Amount) }},
	{Name: "cost", Title: text.Const("COST"), Width: 12, Right: true, Text: func(p *Position) text.Safe { return text.Clean(p.Cost) }},
	{Name: "price", Title: text.Const("PRICE"), Width: 14, Right: true, Text: func(p *Position) text.Safe { return record.OrNone(text.Clean(p.Price)) }},
	{Name: "value", Title: text.Const("VALUE"), Width: 16, Right: true, Text: func(p *Position) text.Safe { return text.Clean(p.Value) },
		Cell: func(p *Position) text.Safe { return record.OrNone(text.Clean(Rounded(p.Value, p.Price))) }},
	{Name: "profit", Title: text.Const("PROFIT"), Width: 16, Right: true, Text: func(p *Position) text.Safe { return text.Clean(p.Profit) },
		Cell: func(p *Position) text.Safe { return record.OrNone(text.Clean(Rounded(p.Profit, p.Price))) }},
	{Name: "profit_percent", Title: text.Const("PROFIT %"), Width: 10, Right: true, Text: func(p *Position) text.Safe { return text.Clean(p.ProfitPercent) },
		Cell: func(p *Position) text.Safe { return record.Percent(p.ProfitPercent) }},
}

// NewPortfolio returns a holding at a price, which may be empty.
func NewPortfolio(h config.Holding, price string) Position {
	p := Position{Pair: h.Pair, Amount: h.Amount, Cost: h.Cost}
	amount, at := market.Rat(h.Amount), market.Rat(price)
	if amount == nil || at == nil {
		return p
	}
	value := new(big.Rat).Mul(amount, at)
	p.Price, p.Value = price, decimal(value)
	if cost := market.Rat(h.Cost); cost != nil {
		p.Profit, p.ProfitPercent = profit(value, cost.Mul(cost, amount))
	}
	return p
}

// profit returns a value less what was paid, and the difference in percent of that.
func profit(value, paid *big.Rat) (amount, percent string) {
	gained := new(big.Rat).Sub(value, paid)
	if paid.Sign() > 0 {
		percent = new(big.Rat).Mul(new(big.Rat).Quo(gained, paid), big.NewRat(100, 1)).FloatString(2)
		if strings.Trim(percent, "-0.") == "" {
			percent = "0.00"
		}
	}
	return decimal(gained), percent
}

// decimal formats a number with all its decimals. The numbers here are sums and products of decimals, so they end.
func decimal(number *big.Rat) string {
	places, _ := number.FloatPrec()
	return number.FloatString(places)
}

// Quote returns the quote currency, in which the price is: usdt for btc_usdt.
func (p *Position) Quote() string {
	_, quote, _ := strings.Cut(p.Pair, "_")
	return quote
}

// Base returns the base currency, in which the amount is: btc for btc_usdt.
func (p *Position) Base() string {
	base, _, _ := strings.Cut(p.Pair, "_")
	return base
}

// Total is the sum of the positions in a quote currency. Positions without a price are not part of it.
type Total struct {
	Quote         string `json:"quote"`
	Value         string `json:"value"`
	Profit        string `json:"profit,omitempty"` // of the positions with a cost; empty if there are none
	ProfitPercent string `json:"profit_percent,omitempty"`
	Positions     int    `json:"positions"`         // that the total has
	Missing       int    `json:"missing,omitempty"` // positions without a price
}

// Totals returns the sums per quote currency, in the order of the positions.
func Totals(positions []Position) []Total {
	type sum struct {
		Total
		value, withCost, paid big.Rat
		hasCost               bool
	}
	var sums []*sum
	for i := range positions {
		p := &positions[i]
		at := slices.IndexFunc(sums, func(s *sum) bool { return s.Quote == p.Quote() })
		if at < 0 {
			at = len(sums)
			sums = append(sums, &sum{Total: Total{Quote: p.Quote()}})
		}
		s := sums[at]
		value := market.Rat(p.Price)
		if value == nil {
			s.Missing++
			continue
		}
		amount := market.Rat(p.Amount)
		s.Positions++
		value.Mul(value, amount)
		s.value.Add(&s.value, value)
		if cost := market.Rat(p.Cost); cost != nil {
			s.hasCost = true
			s.withCost.Add(&s.withCost, value)
			s.paid.Add(&s.paid, cost.Mul(cost, amount))
		}
	}
	totals := make([]Total, len(sums))
	for i, s := range sums {
		s.Value = decimal(&s.value)
		if s.hasCost {
			s.Profit, s.ProfitPercent = profit(&s.withCost, &s.paid)
		}
		totals[i] = s.Total
	}
	return totals
}

// Rounded returns a number with at most as many decimals as a price, at least two and at most eight, for display.
func Rounded(number, price string) string {
	exact := market.Rat(number)
	if exact == nil {
		return number
	}
	return exact.FloatString(max(2, min(market.Places(price), 8)))
}
