package wall

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/config"
	"foredeck/tui/desk"
	"foredeck/tui/load"
	"foredeck/tui/market"
	"foredeck/tui/text"
	"foredeck/tui/widget"
	"foredeck/tui/widget/chart"
)

// Pair returns the pair of the panel; empty if it has none, or if the watchlist is shorter.
func (p *Panel) Pair() string {
	number, ok := strings.CutPrefix(p.spec.Pair, "#")
	if !ok {
		return p.spec.Pair
	}
	watched := p.deps.Prices.Watched()
	if len(watched) == 0 {
		watched = append(p.deps.Prices.KnownPairs(), builtInPairs()...)
		slices.Sort(watched)
		watched = slices.Compact(watched)
	}
	if at := int(number[0] - '1'); at < len(watched) { // the file was checked
		return watched[at]
	}
	return ""
}

// builtInPairs returns the pairs that every chain with prices has, for those who watch none.
var builtInPairs = sync.OnceValue(func() []string { return slices.Sorted(maps.Keys((&config.Protocol{}).FeedPairs())) })

// noPair returns the content of a panel whose pair is not known; ok is false if it is.
func (p *Panel) noPair(width int) (c content, ok bool) {
	th := p.deps.Theme
	c = content{title: text.Clean(p.Pair())}
	switch {
	case !p.deps.Prices.Available():
		c.title, c.body = text.Clean(p.spec.Pair), words(text.WrapIn(th.Faint, text.Const("the network has no price service: see oracle_url in the config file"), width, 3)...)
	case p.Pair() == "":
		c.title, c.body = text.Const("Watchlist"), words(text.WrapIn(th.Faint, text.Format("no pair %s in the watchlist · %s on Price adds one", text.Clean(p.spec.Pair), p.deps.Key("price.watch")), width, 3)...)
	default:
		return content{}, false
	}
	return c, true
}

// price draws the latest price of a pair and its change in 24 hours.
func (p *Panel) price(width int) content {
	if c, ok := p.noPair(width); ok {
		return c
	}
	th, pair := p.deps.Theme, p.Pair()
	c := content{title: text.Clean(pair), status: p.deps.Prices.Status(pair)}
	latest, ok := p.deps.Prices.Latest(pair)
	if !ok {
		if c.status.Err != nil {
			failure := p.deps.Prices.Explain(c.status.Err)
			if failure.Kind == load.NotFound {
				failure.Reason, failure.Advice = text.Const("unknown pair"), text.Const("check the spelling")
			}
			c.body = words(append(text.WrapIn(th.Bad, failure.Reason, width, 2), text.WrapIn(th.Faint, failure.Advice, width, 2)...)...)
			return c
		}
		c.body = words(c.status.Or(text.Const("loading")).In(th.Faint))
		return c
	}
	c.status.Age, c.isStale = p.deps.Prices.Age(pair)
	price := market.FixedDigits(latest.Price, p.deps.Prices.Series(pair, chart.BarSizes[chart.DefaultBarSize].Fixed).Decimals())
	change := widget.Caption{Number: market.ChangeSpan(th, latest.Change24h), After: text.In(th.Faint, "  in 24 h")}
	c.body = large(&widget.Number{Value: price, Style: th.Strong, Captions: []widget.Caption{change}})
	return c
}

// wallBars is the number of bars of a chart.
const wallBars = 60

// window returns the range of the chart of the panel in columns.
func (p *Panel) window(width int) desk.Window {
	return desk.NewWindow(p.deps, []string{p.Pair()}, market.Span{Size: p.spec.Bar, Bars: wallBars}, width)
}

// loadHistory requests the history that a chart needs.
func (p *Panel) loadHistory(ctx context.Context, width int) tea.Cmd {
	if p.Pair() == "" || !p.deps.Prices.Available() {
		return nil
	}
	frame, _ := widget.Frame(false)
	c := desk.NewChart(p.deps, p.Pair(), p.window(width-frame))
	return p.deps.Prices.Want(ctx, c.Series, c.Times[0])
}

// chart draws the candles of a pair.
func (p *Panel) chart(width, height int) content {
	if c, ok := p.noPair(width); ok {
		return c
	}
	pair := p.Pair()
	drawn := desk.NewChart(p.deps, pair, p.window(width))
	c := content{title: text.Format("%s  %s", text.Clean(pair), text.Clean(drawn.Period.String())), status: p.deps.Prices.Status(pair)}
	c.status.Age, c.isStale = p.deps.Prices.Age(pair)
	lines := drawn.Notice(width)
	if lines == nil {
		lines = drawn.Draw(chart.Candles, new([]chart.Bar), width, height)
	}
	c.body = words(lines...)
	return c
}
