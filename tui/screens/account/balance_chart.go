package account

import (
	"math"
	"math/big"
	"sort"

	"foredeck/tui/market"
	"foredeck/tui/pane"
	"foredeck/tui/text"
	"foredeck/tui/widget"
	"foredeck/tui/widget/chart"
)

// showsChart reports whether there is something to draw, or may be once the list is loaded.
func (b *balance) showsChart() bool {
	if _, _, ok := b.span(); ok {
		return true
	}
	return !b.Pages.Loaded() && b.Status().Err == nil
}

// chartPanel draws the balance over the time of the loaded rows, with the selected row as the crosshair.
func (b *balance) chartPanel(room pane.Area) widget.Panel {
	th := b.Deps.Theme
	p := widget.Panel{Title: text.In(th.Title, "Balance over time")}
	from, to, ok := b.span()
	if !ok {
		if b.Pages.Loaded() {
			p.Body = []text.Line{text.In(th.Faint, "no chart: it needs rows of two different times")}
		}
		return p
	}
	coin, units := b.today(), b.Deps.Units
	ends := text.Format("lowest %s · highest %s", coin.Of(b.least(), units), coin.Of(b.most(), units))
	if text.Width(ends)+p.Title.Width()+chartEdge <= room.Width {
		p.State = ends.In(th.Faint)
	}
	c := chart.Chart{
		Type: chart.Line, Decimals: -1, Amounts: true, Cursor: -1, Unfinished: -1, From: from, To: to,
		Octants: b.Deps.Config.Octants && !b.Deps.Config.ASCII, Zone: b.Deps.Zone, Year: b.Deps.Local(b.Deps.Now()).Year(),
	}
	// The axis depends on the ends only, and the slots on the columns that it leaves.
	c.Times = []int64{from, (from + to) / 2, to}
	c.Bars = []chart.Bar{b.bar(from, b.least()), b.bar((from+to)/2, b.most())}
	columns := c.PlotWidth(th, room.Width, room.Height)
	c.AxisWidth = room.Width - columns
	b.sample(&c, from, to, columns)
	p.Body = c.Draw(th, room.Width, room.Height)
	return p
}

// chartEdge is the width of a panel's edge beside title and state.
const chartEdge = 7

// span returns the time of the rows in milliseconds. ok is false if they have the same.
func (b *balance) span() (from, to int64, ok bool) {
	count := b.Pages.Len()
	for i := range min(count, maxUntimed) {
		if at := b.timeAt(i); at < math.MaxInt64 {
			to = at + 1
			break
		}
	}
	if count == 0 || to == 0 {
		return 0, 0, false
	}
	from = b.timeAt(count - 1)
	return from, to, from < to-1
}

// maxUntimed is the number of rows without a time at the top of the list after which there is no chart.
const maxUntimed = 10

// timeAt returns the time of a row in milliseconds, the end of time for one in no block.
func (b *balance) timeAt(i int) int64 {
	if at := b.Pages.At(i).Transaction.BlockTime(); at != nil {
		return at.Time().UnixMilli()
	}
	return math.MaxInt64
}

// least returns the lowest balance behind and before the rows.
func (b *balance) least() *big.Int {
	if opening := b.opening(); opening.Cmp(b.lowest.Balance) < 0 {
		return opening
	}
	return b.lowest.Balance
}

// most returns the highest balance behind and before the rows.
func (b *balance) most() *big.Int {
	if opening := b.opening(); opening.Cmp(b.highest.Balance) > 0 {
		return opening
	}
	return b.highest.Balance
}

// opening returns the balance before the oldest row.
func (b *balance) opening() *big.Int { return b.Pages.At(b.Pages.Len() - 1).Before() }

// sample sets the slots of a chart, one for each column: the balance at the end of each, found without reading all rows. The slots of the
// lowest and of the highest balance have those.
func (b *balance) sample(c *chart.Chart, from, to int64, columns int) {
	columns = max(min(columns, int(min(to-from, math.MaxInt32))), 1)
	border := func(slot int) int64 { return from + int64(float64(to-from)*float64(slot)/float64(columns)) }
	c.Times, c.Bars = make([]int64, columns+1), make([]chart.Bar, columns)
	for slot := range c.Times {
		c.Times[slot] = border(slot)
	}
	c.Times[columns] = to
	slotOf := func(e *market.Entry) int {
		at := e.Transaction.BlockTime()
		if at == nil {
			return columns - 1
		}
		return max(min(sort.Search(columns, func(slot int) bool { return c.Times[slot+1] > at.Time().UnixMilli() }), columns-1), 0)
	}
	count := b.Pages.Len()
	for slot := range columns {
		end := c.Times[slot+1]
		row := sort.Search(count, func(i int) bool { return b.timeAt(i) < end })
		balance := b.opening()
		if row < count {
			balance = b.Pages.At(row).Balance
		}
		c.Bars[slot] = b.bar(c.Times[slot], balance)
	}
	for _, e := range []*market.Entry{b.lowest, b.highest} {
		slot := slotOf(e)
		c.Bars[slot] = b.bar(c.Times[slot], e.Balance)
	}
	if e := b.Selected(); e != nil {
		c.Cursor = slotOf(e)
	}
}

// bar returns a bar of one balance, in the displayed unit.
func (b *balance) bar(at int64, balance *big.Int) chart.Bar {
	value, _ := new(big.Float).SetInt(balance).Float64()
	if b.Deps.Units == text.InDecimals {
		value /= math.Pow10(b.today().Places())
	}
	return chart.Bar{Time: at, Open: value, High: value, Low: value, Close: value, Volume: math.NaN()}
}
