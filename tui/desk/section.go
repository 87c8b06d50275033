package desk

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/market"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// PortfolioBindings are the keys of screens that show the holdings.
var PortfolioBindings = screen.Bindings[*screen.Deps]{
	{ID: "price.holdings", Keys: "$", Help: "holdings", Long: "hide or show holdings", Place: screen.Hidden, When: HasPortfolio, Why: "none in the config file, add them under [holdings]", Run: TogglePortfolio},
}

// HasPortfolio reports whether the config file lists holdings.
func HasPortfolio(d *screen.Deps) bool { return len(d.Config.Holdings) > 0 && d.Prices.Available() }

// PortfolioPairs returns the pairs of the holdings, none while they are hidden.
func PortfolioPairs(d *screen.Deps) []string {
	if d.HidesHoldings {
		return nil
	}
	pairs := make([]string, len(d.Config.Holdings))
	for i, h := range d.Config.Holdings {
		pairs[i] = h.Pair
	}
	return pairs
}

// TogglePortfolio hides or shows the holdings.
func TogglePortfolio(d *screen.Deps) tea.Cmd {
	d.HidesHoldings = !d.HidesHoldings
	status := text.Const("holdings shown")
	if d.HidesHoldings {
		status = text.Const("holdings hidden")
	}
	return d.Post(screen.StatusMsg{Text: text.Format("%s · %s toggle", status, d.Key("price.holdings"))})
}

// positionsOf returns the holdings at the latest prices.
func positionsOf(d *screen.Deps) []Position {
	positions := make([]Position, len(d.Config.Holdings))
	for i, h := range d.Config.Holdings {
		latest, _ := d.Prices.Latest(h.Pair)
		positions[i] = NewPortfolio(h, latest.Price)
	}
	return positions
}

// PortfolioLines draws the section with the holdings, their values and the totals in at most height lines; nil if there are none or no room.
// If they are hidden, it has only the key that shows them.
func PortfolioLines(d *screen.Deps, width, height int) []text.Line {
	th := d.Theme
	if !HasPortfolio(d) || height < 1 {
		return nil
	}
	key := d.Key("price.holdings")
	if d.HidesHoldings {
		return []text.Line{text.In(th.Faint, "HOLDINGS  %s show", key)}
	}
	positions := positionsOf(d)
	var held holdingRows
	for i := range positions {
		held = append(held, positionRow(d, &positions[i]))
	}
	sums := totalRows(d, positions)
	detail := append(held, sums...).detailWidth()
	totals := sums.lines(width, detail)
	lines := []text.Line{text.In(th.Faint, "HOLDINGS  %s hide", key)}
	for i := range positions {
		rows := held[i].lines(width, detail)
		rest := len(positions) - i
		if used := len(lines) + len(rows) + len(totals); used > height || used == height && rest > 1 {
			lines = append(lines, text.In(th.Faint, "  %s more", text.Integer(uint64(rest))))
			break
		}
		lines = append(lines, rows...)
	}
	if lines = append(lines, totals...); len(lines) > height {
		return nil
	}
	return lines
}

// positionRow returns a holding. The value at a stale price is faint, with the price's age.
func positionRow(d *screen.Deps, p *Position) holdingRow {
	th := d.Theme
	row := holdingRow{name: text.Plain("  %s", text.Clean(p.Pair)), nameDetail: text.In(th.Faint, "%s %s", text.Clean(p.Amount), text.Clean(p.Base()))}
	if p.Value == "" {
		row.value = d.Prices.Status(p.Pair).Text().In(th.Faint)
		return row
	}
	row.value, row.valueDetail = text.Plain("%s", market.Digits(Rounded(p.Value, p.Price))), gained(d, p.Profit, p.ProfitPercent, p.Price)
	if age, isStale := d.Prices.Age(p.Pair); isStale {
		row.value[0].Style = th.Faint
		row.valueDetail = text.In(th.Faint, "%s old", text.Elapsed(age))
	}
	return row
}

// totalRows returns the total per quote currency.
func totalRows(d *screen.Deps, positions []Position) holdingRows {
	th := d.Theme
	var rows holdingRows
	for _, t := range Totals(positions) {
		row := holdingRow{
			name:  text.Line{{Text: text.Format("  total %s", text.Clean(t.Quote)), Style: th.Strong}},
			value: text.Line{{Text: market.Digits(Rounded(t.Value, "")), Style: th.Strong}}, valueDetail: gained(d, t.Profit, t.ProfitPercent, ""),
		}
		if t.Missing > 0 {
			row.nameDetail = text.In(th.Faint, "%s without a price", text.Integer(uint64(t.Missing)))
		}
		rows = append(rows, row)
	}
	return rows
}

// TotalLines draws a line per quote currency with the total of the holdings; none if they are hidden.
func TotalLines(d *screen.Deps, width int) []text.Line {
	if !HasPortfolio(d) || d.HidesHoldings {
		return nil
	}
	var lines []text.Line
	for _, row := range totalRows(d, positionsOf(d)) {
		label := text.Line{{Text: text.Const("holdings"), Style: d.Theme.Faint}}
		line := slices.Concat(label, row.name, text.Plain("  "), row.value, text.Plain("  "), row.valueDetail)
		if row.nameDetail != nil {
			line = slices.Concat(line, text.Plain("  "), row.nameDetail)
		}
		lines = append(lines, line.Fit(min(line.Width(), max(width, 1))))
	}
	return lines
}

// gained draws a profit in the color of its direction: the amount, and the percentage.
func gained(d *screen.Deps, profit, percent, price string) text.Line {
	if profit == "" {
		return nil
	}
	style := market.Style(d.Theme, market.Sign(profit))
	line := text.Line{{Text: signed(Rounded(profit, price)), Style: style}}
	if percent != "" {
		line = append(line, text.Span{Text: text.Format("  %s", market.Change(percent)), Style: style})
	}
	return line
}

// signed formats a number with its sign.
func signed(number string) text.Safe {
	if market.Sign(number) > 0 {
		return text.Format("+%s", market.Digits(number))
	}
	return market.Digits(number)
}

// holdingRow is a name and a value, each with a detail.
type holdingRow struct{ name, nameDetail, value, valueDetail text.Line }

type holdingRows []holdingRow

// detailWidth returns the width of the widest detail of a value.
func (rows holdingRows) detailWidth() int {
	widest := 0
	for _, row := range rows {
		widest = max(widest, row.valueDetail.Width())
	}
	return widest
}

func (rows holdingRows) lines(width, detail int) []text.Line {
	var lines []text.Line
	for _, row := range rows {
		lines = append(lines, row.lines(width, detail)...)
	}
	return lines
}

// lines aligns name and value with the ends of a line. The details are beside them, that of the value in a column of its width, or below
// them if there is no room.
func (r holdingRow) lines(width, detail int) []text.Line {
	gap := text.Plain("  ")
	left, right := r.name, r.value
	if r.nameDetail != nil {
		left = slices.Concat(r.name, gap, r.nameDetail)
	}
	if detail > 0 {
		right = slices.Concat(r.value, text.Line{{Text: text.Spaces(2 + detail - r.valueDetail.Width())}}, r.valueDetail)
	}
	switch {
	case left.Width()+2+right.Width() <= width:
		return []text.Line{Spread(left, right, width)}
	case r.nameDetail == nil && r.valueDetail == nil:
		return []text.Line{Spread(r.name, r.value, width)}
	}
	below := slices.Concat(text.Plain("    "), r.nameDetail)
	return []text.Line{Spread(r.name, r.value, width), Spread(below, lastThatFits(r.valueDetail, width-below.Width()-1), width)}
}

// lastThatFits returns the line, or only its last span if the line is too wide: the percentage of a profit.
func lastThatFits(line text.Line, width int) text.Line {
	if line.Width() <= width || len(line) < 2 {
		return line
	}
	return line[len(line)-1:]
}
