package localnet

import (
	"math/big"
	"net/http"
	"strconv"
	"time"
)

// latest answers with the newest price of a pair (spec section 2.10): the close of its
// newest bar, and what it did in the 24 hours before.
func (n *Network) latest(w http.ResponseWriter, r *http.Request) {
	if n.options.Dialect == Deployed && !n.keyed(w, r) {
		return
	}
	found, fault := n.readPair(r.URL.Query())
	if fault != nil {
		n.refusePrice(w, fault)
		return
	}
	now := n.priceTime()
	newest := found.lastTraded(now.Unix())
	if newest < now.Unix() {
		now = time.Unix(newest, 0)
	}
	last, _ := found.over(newest, newest+1)
	before := found.lastTraded(newest - day)
	past, _ := found.over(before, before+1)
	span, _ := found.over(newest-day+1, newest+1)
	change := new(big.Rat).SetFrac64(100*(last.close-past.close), past.close)
	digits := 8
	if n.options.Dialect == Deployed {
		digits = 16
	}

	var document writer
	document.members(func() {
		for _, field := range []struct {
			name  string
			value uint64
		}{{"currentPage", 1}, {"totalPages", 1}, {"totalRecords", 1}, {"pageSize", 10}} {
			document.key(field.name)
			document.number(field.value)
		}
		document.key("instruments")
		document.list(func() {
			document.members(func() {
				for _, field := range []struct{ name, value string }{
					{"time", strconv.FormatInt(now.UnixMilli(), 10)},
					{"timestamp", now.UTC().Format(time.DateTime)},
					{"currentPrice", decimal(last.close, found.decimals)},
					{"24h_high", decimal(span.high, found.decimals)},
					{"24h_low", decimal(span.low, found.decimals)},
					{"24h_change", change.FloatString(digits)},
					{"tradingPairs", found.name},
				} {
					document.key(field.name)
					document.text(field.value)
				}
			})
		})
	})
	succeed(w, r, document.out)
}
