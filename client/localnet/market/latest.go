package market

import (
	"math/big"
	"net/http"
	"strconv"
	"time"

	"foredeck/client/localnet/httpapi"
)

// latest responds with the current price of a pair and its high, low and change over 24 hours
// (spec section 2.10).
func (s *Service) latest(w http.ResponseWriter, r *http.Request) {
	if s.dialect == httpapi.Deployed && !s.authorize(w, r) {
		return
	}
	query := httpapi.NewQuery(r.URL.Query())
	pair := s.readPair(query)
	if err := query.Err(); err != nil {
		s.rejectQuery(w, err)
		return
	}
	now := s.now()
	newestSecond := pair.lastTrade(now.Unix())
	if newestSecond < now.Unix() {
		now = time.Unix(newestSecond, 0)
	}
	last, _ := pair.candle(newestSecond, newestSecond+1)
	secondBefore := pair.lastTrade(newestSecond - day)
	past, _ := pair.candle(secondBefore, secondBefore+1)
	span, _ := pair.candle(newestSecond-day+1, newestSecond+1)
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
			document.Key(field.name).Number(field.value)
		}
		document.Key("instruments").Array(func() {
			document.Object(func() {
				for _, field := range []struct{ name, value string }{
					{"time", strconv.FormatInt(now.UnixMilli(), 10)},
					{"timestamp", now.UTC().Format(time.DateTime)},
					{"currentPrice", decimal(last.close, pair.decimals)},
					{"24h_high", decimal(span.high, pair.decimals)},
					{"24h_low", decimal(span.low, pair.decimals)},
					{"24h_change", change.FloatString(digits)},
					{"tradingPairs", pair.name},
				} {
					document.Key(field.name).Text(field.value)
				}
			})
		})
	})
	httpapi.WriteJSON(w, r, document.Bytes)
}
