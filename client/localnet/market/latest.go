package market

import (
	"math/big"
	"net/http"
	"strconv"
	"time"

	"foredeck/client/localnet/httpapi"
)

// latest answers with the newest price of a pair (spec section 2.10): the close of its
// newest bar, and what it did in the 24 hours before.
func (s *Service) latest(w http.ResponseWriter, r *http.Request) {
	if s.dialect == httpapi.Deployed && !s.authorize(w, r) {
		return
	}
	found, rejected := s.readPair(r.URL.Query())
	if rejected != nil {
		s.reject(w, rejected)
		return
	}
	now := s.now()
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
	if s.dialect == httpapi.Deployed {
		digits = 16
	}

	var document httpapi.Document
	document.Object(func() {
		for _, field := range []struct {
			name  string
			value uint64
		}{{"currentPage", 1}, {"totalPages", 1}, {"totalRecords", 1}, {"pageSize", 10}} {
			document.Key(field.name)
			document.Number(field.value)
		}
		document.Key("instruments")
		document.Array(func() {
			document.Object(func() {
				for _, field := range []struct{ name, value string }{
					{"time", strconv.FormatInt(now.UnixMilli(), 10)},
					{"timestamp", now.UTC().Format(time.DateTime)},
					{"currentPrice", decimal(last.close, found.decimals)},
					{"24h_high", decimal(span.high, found.decimals)},
					{"24h_low", decimal(span.low, found.decimals)},
					{"24h_change", change.FloatString(digits)},
					{"tradingPairs", found.name},
				} {
					document.Key(field.name)
					document.Text(field.value)
				}
			})
		})
	})
	httpapi.WriteJSON(w, r, document.Bytes)
}
