// pricechart.go draws the chart of a pair beside others of the same span, as the screens of several charts and the walls show them.

package desk

import (
	"sort"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/theme"
	"foredeck/tui/load"
	"foredeck/tui/market"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/text"
	"foredeck/tui/widget/chart"
)

// Window is what charts have in common, so that the same column is the same time.
type Window struct {
	AxisWidth int
	Period    chart.Period // of a drawn bar
	Slots     int          // number of drawn bars
	Source    time.Duration

	newest  int64 // a time in the last bar, that of the pair with the newest one; 0: nothing is loaded
	columns int   // of the bars
}

// NewWindow returns the range of charts of this width, without their frames, that show a span of pairs. The widest price decides the
// width of the price axes.
func NewWindow(deps *screen.Deps, pairs []string, span market.Span, width int) Window {
	w := Window{Source: Resolution(deps, span.Size)}
	for _, pair := range pairs {
		w.AxisWidth = max(w.AxisWidth, deps.Prices.Series(pair, w.Source).AxisWidth())
	}
	w.columns = max(chart.Columns(max(width, 1), w.AxisWidth), 1)
	w.Period, w.Slots = span.Period(w.columns), span.Slots(w.columns)
	w.Source = Resolution(deps, w.Period)
	for _, pair := range pairs {
		if newest, ok := deps.Prices.Series(pair, w.Source).NewestTime(); ok {
			w.newest = max(w.newest, newest)
		}
	}
	return w
}

// Widened returns the window of a wider chart, whose bars are as wide, so that it begins earlier.
func (w Window) Widened(width int) Window {
	columns := chart.Columns(max(width, 1), w.AxisWidth)
	if columns > w.columns {
		w.Slots = columns / max(w.columns/w.Slots, 1)
		w.columns = columns
	}
	return w
}

// Times returns the borders of the drawn bars.
func (w Window) Times(deps *screen.Deps) []int64 {
	newest := w.newest
	if newest == 0 {
		newest = deps.Now().UnixMilli()
	}
	return w.Period.Times(newest, w.Slots, Location(deps))
}

// Resolution returns the resolution to request for a period.
func Resolution(deps *screen.Deps, p chart.Period) time.Duration {
	return market.Resolution(p, deps.Now().Year(), Location(deps))
}

// Location returns the zone of days, weeks and months.
func Location(deps *screen.Deps) *time.Location {
	if deps.Zone == nil {
		return time.UTC
	}
	return deps.Zone
}

// Chart is the chart of a pair.
type Chart struct {
	Window
	Pair   string
	Series *market.Series
	Times  []int64 // borders of the drawn bars

	Cursor  int64 // a time in the bar of the crosshair; 0: none
	Volume  bool
	NoTimes bool // as in chart.Chart

	deps *screen.Deps
}

// NewChart returns the chart of a pair in a window.
func NewChart(deps *screen.Deps, pair string, w Window) Chart {
	return Chart{Window: w, Pair: pair, Series: deps.Prices.Series(pair, w.Source), Times: w.Times(deps), deps: deps}
}

// At returns the bar of the crosshair. ok is false if there is none.
func (c *Chart) At() (record client.Candle, ok bool) {
	slot := c.cursorSlot()
	if slot < 0 {
		return client.Candle{}, false
	}
	return c.Series.Record(c.Times[slot], c.Times[slot+1])
}

// cursorSlot returns the slot of the crosshair, negative if there is none.
func (c *Chart) cursorSlot() int {
	slot := sort.Search(len(c.Times), func(i int) bool { return c.Times[i] > c.Cursor }) - 1
	if slot >= len(c.Times)-1 {
		return -1
	}
	return slot
}

// newestBar returns the start of the newest bar of the pair, which another pair can be ahead of.
func (c *Chart) newestBar() int64 {
	if newest, ok := c.Series.NewestTime(); ok {
		return c.Period.Start(newest, Location(c.deps))
	}
	return c.Times[len(c.Times)-2]
}

// Notice explains an empty chart; nil if there is data.
func (c *Chart) Notice(width int) []text.Line {
	th, status := c.deps.Theme, c.Series.Status(c.deps.Now())
	if c.Series.Count() > 0 {
		return nil
	}
	failed := status.Err
	if failed == nil {
		failed = c.deps.Prices.Status(c.Pair).Err
	}
	if failed != nil {
		failure := c.deps.Prices.Explain(failed)
		if failure.Kind == load.NotFound {
			return []text.Line{text.In(th.Bad, "unknown pair"), text.In(th.Faint, "check the spelling")}
		}
		return append(text.WrapIn(th.Bad, failure.Reason, width, 2), text.WrapIn(th.Faint, failure.Advice, width, 2)...)
	}
	_, wait, _ := c.deps.Prices.Pace()
	switch {
	case c.Series.Ended():
		return []text.Line{text.In(th.Faint, "no data at this resolution")}
	case status.Loading || status.Has:
		return []text.Line{status.Or(text.Const("loading history")).In(th.Faint)}
	case wait > 0:
		return []text.Line{text.In(th.Faint, "waiting %s for the request budget", Seconds(wait))}
	}
	return []text.Line{text.In(th.Faint, "not loaded")}
}

// AlertState describes the distance to an alert, or when it was triggered.
func AlertState(deps *screen.Deps, alert store.Alert) text.Safe {
	if !alert.Armed && !alert.Fired.IsZero() {
		return text.Format("alerted %s", text.Ago(alert.Fired, deps.Now()))
	}
	return text.Clean(deps.Prices.Distance(alert))
}

// Limited reports that requests are blocked by the service's rate limit.
func Limited(deps *screen.Deps) tea.Cmd {
	status := text.Format("rate limited: next request in %s", Seconds(deps.Prices.Backoff()))
	return deps.Post(screen.StatusMsg{Text: status, Warn: true})
}

// Seconds formats a remaining time, rounded up.
func Seconds(d time.Duration) text.Safe {
	return text.Format("%s s", text.Integer(uint64((max(d, 0)+time.Second-1)/time.Second)))
}

// Draw draws the bars in lines of width columns. Screen reader mode reads a summary. bars is reused from chart to chart.
func (c *Chart) Draw(kind chart.Type, bars *[]chart.Bar, width, height int) []text.Line {
	drawn := c.chart(kind, bars)
	lines := drawn.Draw(c.deps.Theme, width, height)
	for i, line := range lines {
		lines[i] = line.Silent()
		if i == 0 {
			lines[i] = line.AnnounceAs(c.summary)
		}
	}
	return lines
}

func (c *Chart) chart(kind chart.Type, bars *[]chart.Bar) chart.Chart {
	end := c.Times[len(c.Times)-1]
	*bars = c.Series.Bars((*bars)[:0], c.Times[0], end)
	drawn := BaseChart(c.deps, c.Series, c.Times, c.newestBar(), end)
	drawn.Cursor, drawn.Volume, drawn.NoTimes = c.cursorSlot(), c.Volume, c.NoTimes
	drawn.Bars, drawn.Type, drawn.AxisWidth, drawn.Label = *bars, kind, c.AxisWidth, text.Clean(c.Period.String())
	drawn.Grid = HasGrid(c.deps.Theme)
	return drawn
}

// HasGrid reports whether charts begin with a grid, which needs a style that is quieter than text.
func HasGrid(th theme.Theme) bool { return th.Faint != th.Text }

// BaseChart returns a chart without bars of what is loaded between borders. newest to end is the newest bar of the series.
func BaseChart(deps *screen.Deps, series *market.Series, times []int64, newest, end int64) chart.Chart {
	from, to := series.Requested()
	base := chart.Chart{
		Times: times, From: from, To: to, Cursor: -1, Unfinished: -1, Decimals: -1, Octants: deps.Config.Octants && !deps.Config.ASCII,
		Loading: to != 0 && !series.Ended() && from > times[0] && series.Status(deps.Now()).Err == nil,
		Zone:    deps.Zone, Year: deps.Local(deps.Now()).Year(),
	}
	if _, ok := series.NewestTime(); ok {
		base.Decimals = series.Decimals()
	}
	if bar, ok := series.Record(newest, end); ok {
		base.Last, base.LastRose = market.Float(bar.Close), market.Sign(market.ChangePercent(bar.Open, bar.Close)) >= 0
	}
	return base
}

// summary describes the visible prices with the service's digits.
func (c *Chart) summary() text.Safe {
	total, ok := c.Series.Record(c.Times[0], c.Times[len(c.Times)-1])
	if !ok {
		return text.Const("no data in view")
	}
	return text.Format("bars of %s: from %s to %s, low %s, high %s", text.Clean(c.Period.String()), market.Digits(total.Open), market.Digits(total.Close), market.Digits(total.Low), market.Digits(total.High))
}
