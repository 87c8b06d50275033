package main

import (
	"cmp"
	"errors"
	"fmt"

	"foredeck/config"
	"foredeck/tui/desk"
	"foredeck/tui/record"
	"foredeck/tui/text"
)

// holdingsReport is the JSON shape of the command.
type holdingsReport struct {
	Holdings []desk.Position `json:"holdings"`
	Totals   []desk.Total    `json:"totals"`
}

func init() { runners["holdings"] = &runner{open: openPrices, run: showHoldings} }

// showHoldings prints the value and the profit of the holdings in the config file. A holding whose price failed is printed without them,
// and the command ends with a *partialError.
func showHoldings(in *invocation) error {
	holdings := in.s.settings.Holdings
	if len(holdings) == 0 {
		path, _, err := in.configPath()
		if err != nil {
			return err
		}
		return &fileError{fmt.Errorf(`no holdings in %s: add a table [holdings] with a line such as btc_usdt = { amount = "0.5", cost = "40000" }`, path)}
	}
	positions, failures := in.positions(holdings)
	if len(failures) > 0 && !hasPrice(positions) {
		return &partialError{failures: failures}
	}
	report := holdingsReport{positions, desk.Totals(positions)}
	p := newPrinter(in.out(), in.format, desk.Holdings)
	if in.prints("json") {
		if err := document(p, report, nil, nil); err != nil {
			return err
		}
		return endPartial(p, failures)
	}
	for i := range positions {
		if err := p.print(&positions[i]); err != nil {
			return err
		}
	}
	for i := range report.Totals {
		if err := p.below(totalCells(&report.Totals[i])); err != nil {
			return err
		}
	}
	return endPartial(p, failures)
}

var errNoPrice = errors.New("the service sent no valid price")

// positions requests the price of each holding. Those of pairs that were skipped have none.
func (in *invocation) positions(holdings []config.Holding) (positions []desk.Position, failures []error) {
	pairs := make([]string, len(holdings))
	for i, h := range holdings {
		pairs[i] = h.Pair
		positions = append(positions, desk.NewPortfolio(h, ""))
	}
	failures = in.eachPair(pairs, func(i int) error {
		latest, err := in.s.latestPrice(in.ctx(), pairs[i])
		if err != nil {
			return err
		}
		if positions[i] = desk.NewPortfolio(holdings[i], latest.Price); positions[i].Value == "" {
			return cmp.Or(latest.Problems.Err(), errNoPrice)
		}
		return nil
	})
	return positions, failures
}

func hasPrice(positions []desk.Position) bool {
	for i := range positions {
		if positions[i].Value != "" {
			return true
		}
	}
	return false
}

// totalCells returns the cells of a total below the holdings. An incomplete one has the number of missing prices.
func totalCells(t *desk.Total) []text.Safe {
	missing := text.Safe{}
	if t.Missing > 0 {
		missing = text.Format("%s missing", text.Integer(uint64(t.Missing)))
	}
	return []text.Safe{text.Format("total %s", text.Clean(t.Quote)), {}, {}, missing, text.Clean(desk.Rounded(t.Value, "")), record.OrNone(text.Clean(desk.Rounded(t.Profit, ""))), record.Percent(t.ProfitPercent)}
}
