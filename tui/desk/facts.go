package desk

import (
	"math"
	"strings"
	"time"

	"foredeck/tui/market"
	"foredeck/tui/text"
)

// facts are what a row shows of a pair, computed once per response.
type facts struct {
	pair     string
	position int // in the user's own order
	name     text.Safe
	hasPrice bool

	whole, fraction text.Safe // digits of the price before the decimal point, and from the point on
	low, high       text.Safe
	change          text.Safe
	sparkline       text.Safe // of sparkColumns columns
	place           float64   // of the price between low and high of 24 hours, from 0 to 1; NaN: unknown
	volume          text.Safe
	percent         float64 // change of the last 24 hours; NaN: unknown
	turnover        float64 // NaN: unknown
	distance        float64 // to the nearest alert in percent of the price; NaN: none
}

const (
	sparkColumns = 8
	// maxPriceWidth limits the digits of a price in a row.
	maxPriceWidth = 18
)

// newFacts collects the facts about a pair.
func (m *Watchlist) newFacts(pair string, position int) *facts {
	service := m.deps.Prices
	f := &facts{pair: pair, position: position, name: text.Clean(pair), whole: text.None, place: math.NaN(), percent: math.NaN(), turnover: math.NaN(), distance: math.NaN(), volume: text.None}
	if known := m.facts[pair]; known != nil {
		f.distance = known.distance
	}
	latest, ok := service.Latest(pair)
	if !ok {
		return f
	}
	f.hasPrice = true
	decimals := service.Series(pair, time.Hour).Decimals()
	f.whole, f.fraction = splitPrice(text.Cut(market.FixedDigits(latest.Price, decimals), maxPriceWidth))
	f.low, f.high = compactPrice(latest.Low24h, decimals), compactPrice(latest.High24h, decimals)
	f.change = market.Change(latest.Change24h)
	f.percent = market.Float(latest.Change24h)
	f.place = placeOf(market.Float(latest.Price), market.Float(latest.Low24h), market.Float(latest.High24h))
	f.sparkline = service.Sparkline(pair, sparkColumns)
	if turnover, ok := service.Turnover(pair); ok {
		f.turnover, f.volume = turnover, text.Compact(turnover)
	}
	return f
}

// price returns the price with the service's digits.
func (f *facts) price() text.Safe { return text.Concat(f.whole, f.fraction) }

// value returns the number that an order sorts by.
func (f *facts) value(by order) float64 {
	switch by {
	case byChange:
		return f.percent
	case byVolume:
		return f.turnover
	}
	return f.distance
}

// splitPrice splits a price at its decimal point, which belongs to the fraction.
func splitPrice(price text.Safe) (whole, fraction text.Safe) {
	at := strings.IndexByte(price.String(), '.')
	if at < 0 {
		return price, text.Safe{}
	}
	return text.Split(price, at)
}

// placeOf returns where a price is between low and high, from 0 to 1; NaN if that is unknown.
func placeOf(price, low, high float64) float64 {
	switch {
	case math.IsNaN(price) || math.IsInf(price, 0) || !(low <= high) || math.IsInf(low, 0) || math.IsInf(high, 0):
		return math.NaN()
	case low == high:
		return 0.5
	}
	return max(min((price-low)/(high-low), 1), 0)
}

// compactPrice omits the fraction of prices of 1,000 or more.
func compactPrice(price string, decimals int) text.Safe {
	written := market.FixedDigits(price, decimals)
	if whole, _, ok := strings.Cut(written.String(), "."); ok && strings.Contains(whole, ",") {
		return text.Clean(whole)
	}
	return text.Cut(written, maxPriceWidth)
}

// widths are the widths of the widest contents of the columns.
type widths struct {
	name, whole, fraction, change, low, high, volume int
}

func widthsOf(all map[string]*facts) widths {
	w := widths{name: 5, whole: 1, change: 6, volume: 7} // of the titles
	for _, f := range all {
		w.name = max(w.name, text.Width(f.name))
		w.whole, w.fraction = max(w.whole, text.Width(f.whole)), max(w.fraction, text.Width(f.fraction))
		w.change = max(w.change, text.Width(f.change))
		w.low, w.high = max(w.low, text.Width(f.low)), max(w.high, text.Width(f.high))
		w.volume = max(w.volume, text.Width(f.volume))
	}
	w.name = min(w.name, maxNameWidth)
	return w
}

// maxNameWidth limits the column of names.
const maxNameWidth = 20
