// comparison.go compares a trading pair with up to four others on its price chart: their changes in percent since the left edge
// of the window, and the correlation of their returns. It draws the choice of pairs, the legend and the values at the crosshair.

package desk

import (
	"context"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/load"
	"foredeck/tui/market"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/chart"
)

// MaxPairs is the maximum number of other pairs.
const MaxPairs = 4

// Comparison holds the pairs that are compared with the pair of a chart. The choice is stored per pair.
type Comparison struct {
	deps  *screen.Deps
	ctx   context.Context
	pair  string
	pairs []string // the other ones, in the order of their choice

	check   check     // of a pair before it is added
	refusal text.Safe // why the last typed pair was not added; empty if it was

	view  ComparisonView
	own   line   // of the pair itself
	lines []line // of the other pairs
}

// NewComparison returns a comparison without pairs.
func NewComparison(deps *screen.Deps) *Comparison {
	return &Comparison{deps: deps, check: check{prices: deps.Prices}}
}

// Enter sets the context of requests.
func (m *Comparison) Enter(ctx context.Context) { m.ctx = ctx }

// Leave cancels the check of a pair.
func (m *Comparison) Leave() { m.check.cancel() }

// Show switches to the chart of a pair and the pairs that are stored for it.
func (m *Comparison) Show(pair string) {
	if m.pair == pair {
		return
	}
	m.check.cancel()
	stored := slices.DeleteFunc(m.deps.Store.PairChart(pair).Compare, func(other string) bool { return other == pair || !isPair(other) })
	m.pair, m.pairs = pair, stored[:min(len(stored), MaxPairs)]
	m.own, m.lines = line{}, nil
}

// Pairs returns the other pairs.
func (m *Comparison) Pairs() []string { return m.pairs }

// IsOn reports whether there are other pairs.
func (m *Comparison) IsOn() bool { return len(m.pairs) > 0 }

// set stores another choice of pairs.
func (m *Comparison) set(pairs []string) tea.Cmd {
	m.pairs = pairs
	stored := m.deps.Store.PairChart(m.pair)
	stored.Compare = pairs
	m.deps.Store.SetPairChart(m.pair, stored)
	return tea.Batch(m.deps.SaveStore(), m.deps.Post(changedMsg{}))
}

// changedMsg makes the screen request the history of another choice of pairs.
type changedMsg struct{}

// Load requests missing history of the other pairs at a resolution, for a window between two times in Unix milliseconds; an end of 0 is
// now. It waits until the history of the pair itself is complete or fails, as they share one request budget.
func (m *Comparison) Load(step time.Duration, from, end int64) tea.Cmd {
	if m.ctx == nil || !m.IsOn() {
		return nil
	}
	own := m.deps.Prices.SeriesAt(m.pair, step, end)
	status := own.Status(m.deps.Now())
	if isComplete := own.Covers(from) && (!own.IsFar() || own.Reaches(end)); !isComplete && status.Err == nil {
		return nil
	}
	var cmds []tea.Cmd
	for _, pair := range m.pairs {
		cmds = append(cmds, m.deps.Prices.WantWindow(m.ctx, pair, step, from, end))
	}
	return tea.Batch(cmds...)
}

// Stop cancels the requests of the other pairs for a window up to end and reports whether there were any.
func (m *Comparison) Stop(step time.Duration, end int64) bool {
	stopped := false
	for _, pair := range m.pairs {
		if m.deps.Prices.SeriesAt(pair, step, end).Stop() {
			stopped = true
		}
	}
	return stopped
}

// Refresh requests the latest prices of the other pairs, and their history if it failed before.
func (m *Comparison) Refresh() tea.Cmd {
	var cmds []tea.Cmd
	for _, pair := range m.pairs {
		cmds = append(cmds, m.deps.Prices.Refresh(m.ctx, pair))
	}
	return tea.Batch(cmds...)
}

// Update handles the response to the check of a pair.
func (m *Comparison) Update(msg tea.Msg) tea.Cmd {
	if response, ok := msg.(market.ResponseMsg); ok {
		return m.finishCheck(response.Pair())
	}
	return nil
}

// ComparisonView is the visible range of a chart.
type ComparisonView struct {
	Step       time.Duration // resolution of the history
	End        int64         // of the history, in Unix milliseconds; 0: now
	Times      []int64       // borders of the visible bars in Unix milliseconds: one more than bars
	Unfinished int           // bar in progress; negative: none
	// Label formats the start of a bar.
	Label func(at int64) text.Safe
}

// line is a pair in the visible range.
type line struct {
	pair   string
	look   appearance
	series *market.Series
	key    lineKey

	closes      []float64 // per bar; NaN: unknown
	base, last  int       // bars that the change is from and to; negative: none
	curve       []float64 // on the price scale of the pair of the chart
	change      string    // in percent, exact; empty if unknown
	correlation float64
	returns     int
}

// lineKey is what the values of a line depend on.
type lineKey struct {
	series   *market.Series
	revision uint64 // of the records
	from, to int64  // loaded range
	times    *int64
	bars     int
}

func (v ComparisonView) key(s *market.Series) lineKey {
	from, to := s.Requested()
	return lineKey{s, s.Revision(), from, to, &v.Times[0], len(v.Times)}
}

// edge returns the first visible bar of the loaded range, len(Times) if none is loaded.
func (v ComparisonView) edge(s *market.Series) int {
	from, to := s.Requested()
	if to == 0 {
		return len(v.Times)
	}
	edge := 0
	for edge+1 < len(v.Times) && v.Times[edge+1] <= from {
		edge++
	}
	return edge
}

// SetView computes the lines of a visible range, as far as something has changed.
func (m *Comparison) SetView(v ComparisonView) {
	m.view = v
	if !m.IsOn() || len(v.Times) < 2 {
		m.lines = nil
		return
	}
	ownChanged := m.update(&m.own, m.pair)
	edge := v.edge(m.own.series)
	if ownChanged {
		m.own.base = Base(m.own.closes, edge)
		m.finish(&m.own)
	}
	if len(m.lines) != len(m.pairs) {
		m.lines = make([]line, len(m.pairs))
	}
	for i, pair := range m.pairs {
		l := &m.lines[i]
		l.look = m.appearance(i)
		if !m.update(l, pair) && !ownChanged {
			continue
		}
		l.base, l.curve, l.correlation, l.returns = -1, nil, 0, 0
		if from, to := l.series.Requested(); m.own.base >= 0 && to != 0 && (from <= v.Times[edge] || l.series.Ended()) {
			l.base = Base(l.closes, edge)
		}
		m.finish(l)
		if l.base < 0 {
			continue
		}
		l.curve = Rebase(l.closes, l.base, m.own.closes[m.own.base])
		end := len(l.closes) // the bar in progress is not compared: the last prices are of different times
		if v.Unfinished >= 0 {
			end = min(end, v.Unfinished)
		}
		start := min(edge, end)
		l.correlation, l.returns = Correlation(m.own.closes[start:end], l.closes[start:end])
	}
}

// update reads the prices of a pair if they have changed.
func (m *Comparison) update(l *line, pair string) (changed bool) {
	series := m.deps.Prices.SeriesAt(pair, m.view.Step, m.view.End)
	key := m.view.key(series)
	if l.key == key {
		return false
	}
	l.pair, l.series, l.key = pair, series, key
	times := m.view.Times
	l.closes = make([]float64, 0, len(times)-1)
	for _, bar := range chart.Align(series.MergedBars(nil, times), times) {
		l.closes = append(l.closes, bar.Close)
	}
	return true
}

// finish sets the change from the base to the last known bar.
func (m *Comparison) finish(l *line) {
	l.last, l.change = -1, ""
	if l.base < 0 {
		return
	}
	for i := len(l.closes) - 1; i >= l.base && l.last < 0; i-- {
		if isPrice(l.closes[i]) {
			l.last = i
		}
	}
	l.change = m.changeAt(l, l.last)
}

// changeAt returns the exact change of a pair from its base to a bar in percent; empty if it is unknown.
func (m *Comparison) changeAt(l *line, bar int) string {
	if l.base < 0 || bar < l.base || bar >= len(l.closes) || !isPrice(l.closes[bar]) {
		return ""
	}
	times := m.view.Times
	from, _ := l.series.Record(times[l.base], times[l.base+1])
	to, _ := l.series.Record(times[bar], times[bar+1])
	return market.ChangePercent(from.Close, to.Close)
}

// Curves returns the curves of the other pairs, in percent of the scale of the chart's pair.
func (m *Comparison) Curves() []chart.Curve {
	var curves []chart.Curve
	for _, l := range m.lines {
		if l.curve != nil {
			curves = append(curves, chart.Curve{Name: text.Clean(l.pair), Mark: l.look.Mark, Style: l.look.Style, Dash: l.look.Dash, Values: l.curve, Fit: true, IsTagged: true})
		}
	}
	return curves
}

// CurveCount returns the number of curves.
func (m *Comparison) CurveCount() int {
	count := 0
	for _, l := range m.lines {
		if l.curve != nil {
			count++
		}
	}
	return count
}

// problem says why a pair is not drawn, or not up to date; empty if it is.
func (m *Comparison) problem(l *line) (problem text.Safe, isLoading bool) {
	status := l.series.Status(m.deps.Now())
	quote := m.deps.Prices.Status(l.pair)
	from, to := l.series.Requested()
	switch {
	case status.Err != nil:
		return m.reason(status.Err), false
	case l.series.Count() == 0 && quote.Err != nil && m.deps.Prices.Explain(quote.Err).Kind == load.NotFound:
		return m.reason(quote.Err), false
	case l.base >= 0:
		return text.Safe{}, false
	case m.own.base < 0:
		return text.Format("waiting for %s", text.Clean(m.pair)), true
	case to == 0 || from > m.view.Times[m.view.edge(m.own.series)] && !l.series.Ended():
		return m.progress(from, to), true
	}
	return text.Const("no data in view"), false
}

// progress says how much of the visible range is loaded.
func (m *Comparison) progress(from, to int64) text.Safe {
	start := m.view.Times[0]
	if to <= start || from <= start {
		return text.Const("loading")
	}
	return text.Format("loading, %s%%", text.Integer(uint64(100*(to-from)/(to-start))))
}

// reason names a failure in few words.
func (m *Comparison) reason(err error) text.Safe {
	failure := m.deps.Prices.Explain(err)
	switch failure.Kind {
	case load.NotFound:
		return text.Const("unknown pair")
	case load.Unauthorized:
		return text.Const("unauthorized")
	}
	return failure.Reason
}
