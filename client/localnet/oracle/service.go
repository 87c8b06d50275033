// Package oracle simulates the price service of the specification: trading pairs, their candles and latest prices. Prices
// follow from a seed and the time; the chain has no influence on them.
package oracle

import (
	"crypto/subtle"
	"errors"
	"math/big"
	"net/http"
	"regexp"
	"sync"
	"time"

	"foredeck/client/localnet/httpapi"
)

// DefaultAPIKey is the API key of local networks without a configured one.
const DefaultAPIKey = "simulated"

// Service is the price service of one network.
type Service struct {
	seed    uint64
	dialect httpapi.Dialect
	apiKey  string
	now     func() time.Time
	pushes  *Stream
}

// NewService returns a price service with prices up to the time that now returns. Requests need the API key in the header
// x-api-key: on /history, and in the dialect Deployed also on /latest and for the WebSocket. A nil stream is none.
func NewService(seed uint64, dialect httpapi.Dialect, apiKey string, now func() time.Time, stream *Stream) *Service {
	return &Service{seed: seed, dialect: dialect, apiKey: apiKey, now: now, pushes: stream}
}

// Routes lists the paths of the service (spec section 9).
func (s *Service) Routes() []httpapi.Route {
	routes := []httpapi.Route{
		{Method: http.MethodGet, Path: "/history", Handler: s.history},
		{Method: http.MethodGet, Path: "/latest", Handler: s.latest},
	}
	if s.pushes != nil {
		routes = append(routes, httpapi.Route{Method: http.MethodGet, Path: StreamPath, Handler: s.stream})
	}
	return routes
}

// PairNames lists the trading pairs, which are the same for every service.
func PairNames() []string {
	names := make([]string, len(pairs))
	for i := range pairs {
		names[i] = pairs[i].name
	}
	return names
}

// reject responds with an error, under the key of the dialect (spec section 7).
func (s *Service) reject(w http.ResponseWriter, status int, message string) {
	key := "message"
	if s.dialect == httpapi.Deployed {
		key = "error"
	}
	httpapi.WriteError(w, status, key, message)
}

// authorize reports whether a request has the API key (spec section 5), and rejects it otherwise.
func (s *Service) authorize(w http.ResponseWriter, r *http.Request) bool {
	switch key := r.Header.Get("x-api-key"); {
	case key == "":
		s.reject(w, http.StatusUnauthorized, "API key is missing")
		return false
	case subtle.ConstantTimeCompare([]byte(key), []byte(s.apiKey)) != 1:
		s.reject(w, http.StatusUnauthorized, "API key is invalid")
		return false
	}
	return true
}

// pairPattern matches the name of a trading pair (spec section 4.7), in lower case.
var pairPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z0-9]+_[a-z0-9]+$`) })

// errUnknownPair is the error of a trading pair without prices.
var errUnknownPair = errors.New("not found")

// readPair reads the parameter trading_pair.
func (s *Service) readPair(query *httpapi.Query) seededPair {
	name := query.Text("trading_pair")
	switch {
	case name == nil:
		query.Fail("trading_pair: missing; give one such as btc_usdt")
		return seededPair{}
	case !pairPattern().MatchString(*name):
		query.Fail("trading_pair: must be <base>_<quote> in lower case, such as btc_usdt")
		return seededPair{}
	}
	pair := findPair(*name)
	if pair == nil {
		query.Fail("trading pair %s %w", *name, errUnknownPair)
		return seededPair{}
	}
	return pair.withSeed(s.seed)
}

// rejectQuery responds to an invalid query.
func (s *Service) rejectQuery(w http.ResponseWriter, err error) {
	status := http.StatusBadRequest
	if errors.Is(err, errUnknownPair) {
		status = http.StatusNotFound
	}
	s.reject(w, status, err.Error())
}

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
