package tuitest

import (
	"cmp"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// WatchedPairs are some pairs of the price service.
var WatchedPairs = []string{"move_usdt", "btc_usdt", "eth_usdt"}

// AllPairs are all pairs of the price service, enough for several pages of charts.
var AllPairs = append(slices.Clone(WatchedPairs), "sol_usdt", "xrp_usdt", "ada_usdt", "ltc_usdt", "dot_usdt", "sui_usdt", "apt_usdt")

// priceService is a node with a price service for AllPairs. Prices are the same in every run, and have a gap of three hours.
type priceService struct {
	http.Handler
	now  func() time.Time
	fail func(r *http.Request) (status int, retryAfter string) // see Setup.PriceFail
	// traded reports whether there is a bar of an interval in milliseconds.
	traded func(at, step int64) bool
	// levels are the mean prices by pair. Pairs without one are unknown.
	levels map[string]float64
}

// meanPrices are the mean prices at first.
var meanPrices = map[string]float64{"move_usdt": 0.6, "btc_usdt": 97_000, "eth_usdt": 3_400, "sol_usdt": 180, "xrp_usdt": 2, "ada_usdt": 0.9, "ltc_usdt": 95, "dot_usdt": 7, "sui_usdt": 3.5, "apt_usdt": 9}

// PriceAt returns the price of a pair at a time in milliseconds.
func PriceAt(pair string, at int64) float64 { return priceAt(meanPrices[pair], pair, at) }

func priceAt(level float64, pair string, at int64) float64 {
	hours := float64(at) / 3_600_000
	phase := float64(strings.Index("btc eth move", pair[:3]))
	return level * (1 + 0.03*math.Sin(hours/9+phase) + 0.015*math.Sin(hours/2.3) + 0.002*math.Sin(hours*5+level))
}

// FormatPrice formats a price as the service does.
func FormatPrice(pair string, price float64) string {
	decimals := 2
	if meanPrices[pair] < 1 {
		decimals = 4
	}
	return strconv.FormatFloat(price, 'f', decimals, 64)
}

// traded reports whether the price service has a bar of an interval in milliseconds.
func (s *Setup) traded(at, step int64) bool {
	if s.Traded != nil {
		return s.Traded(time.UnixMilli(at))
	}
	hour := (at - Start.UnixMilli()) / 3_600_000
	return hour < -33 || hour >= -30 || step > 3_600_000
}

func (p priceService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !strings.HasPrefix(r.URL.Path, "/history") && !strings.HasPrefix(r.URL.Path, "/latest") {
		p.Handler.ServeHTTP(w, r)
		return
	}
	if p.fail != nil {
		if status, wait := p.fail(r); status != 0 {
			w.Header().Set("Retry-After", wait)
			w.WriteHeader(status)
			return
		}
	}
	query := r.URL.Query()
	pair := query.Get("trading_pair")
	if p.levels[pair] == 0 {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	now := p.now().UnixMilli()
	if r.URL.Path == "/latest" {
		price, before := priceAt(p.levels[pair], pair, now), priceAt(p.levels[pair], pair, now-24*3_600_000)
		fmt.Fprintf(w, `{"instruments":[{"time":"%d","currentPrice":%q,"24h_high":%q,"24h_low":%q,"24h_change":"%.6f","tradingPairs":%q}]}`,
			now, FormatPrice(pair, price), FormatPrice(pair, p.levels[pair]*1.04), FormatPrice(pair, p.levels[pair]*0.96), 100*(price/before-1), pair)
		return
	}
	from, _ := strconv.ParseInt(query.Get("startDate"), 10, 64)
	to, _ := strconv.ParseInt(query.Get("endDate"), 10, 64)
	step, _ := strconv.ParseInt(cmp.Or(query.Get("Resolution"), query.Get("interval")), 10, 64)
	step *= 1000
	fmt.Fprint(w, "[")
	between := ""
	for at := (from + step - 1) / step * step; at <= min(to, now); at += step {
		if !p.traded(at, step) {
			continue
		}
		open, closed := priceAt(p.levels[pair], pair, at), priceAt(p.levels[pair], pair, min(at+step, now))
		fmt.Fprintf(w, `%s{"time":"%d","open":%q,"high":%q,"low":%q,"close":%q,"volume":"%d"}`, between, at, FormatPrice(pair, open),
			FormatPrice(pair, max(open, closed)*1.002), FormatPrice(pair, min(open, closed)*0.998), FormatPrice(pair, closed), 1000+(at/step*7919)%4000)
		between = ","
	}
	fmt.Fprint(w, "]")
}
