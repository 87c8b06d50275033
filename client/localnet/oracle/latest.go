package oracle

import (
	"math/big"
	"net/http"
	"time"

	"foredeck/client/localnet/httpapi"
)

// latest responds with the current price of a pair and its high, low and change over 24 hours (spec section 2.10).
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
	httpapi.WriteJSON(w, r, &document, func() {
		document.Object(func() {
			document.Key("currentPage").Number(1)
			document.Key("totalPages").Number(1)
			document.Key("totalRecords").Number(1)
			document.Key("pageSize").Number(10)
			document.Key("instruments").Array(func() {
				document.Object(func() {
					document.Key("time").Decimal(uint64(now.UnixMilli()))
					document.Key("timestamp").Text(now.UTC().Format(time.DateTime))
					document.Key("currentPrice").Text(decimal(last.close, pair.decimals))
					document.Key("24h_high").Text(decimal(span.high, pair.decimals))
					document.Key("24h_low").Text(decimal(span.low, pair.decimals))
					document.Key("24h_change").Text(change.FloatString(digits))
					document.Key("tradingPairs").Text(pair.name)
				})
			})
		})
	})
}
