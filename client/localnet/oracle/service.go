// Package oracle simulates the price service of the specification: trading pairs, their candles and latest prices. Prices
// follow from a seed and the time; the chain has no influence on them.
package oracle

import (
	"crypto/subtle"
	"errors"
	"net/http"
	"regexp"
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
}

// NewService returns a price service with prices up to the time that now returns. Requests need the API key in the header
// x-api-key: on /history, and in the dialect Deployed also on /latest.
func NewService(seed uint64, dialect httpapi.Dialect, apiKey string, now func() time.Time) *Service {
	return &Service{seed: seed, dialect: dialect, apiKey: apiKey, now: now}
}

// Routes lists the paths of the service (spec section 9).
func (s *Service) Routes() []httpapi.Route {
	return []httpapi.Route{
		{Method: http.MethodGet, Path: "/history", Handler: s.history},
		{Method: http.MethodGet, Path: "/latest", Handler: s.latest},
	}
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
var pairPattern = regexp.MustCompile(`^[a-z0-9]+_[a-z0-9]+$`)

// errUnknownPair is the error of a trading pair without prices.
var errUnknownPair = errors.New("not found")

// readPair reads the parameter trading_pair.
func (s *Service) readPair(query *httpapi.Query) seededPair {
	name := query.Text("trading_pair")
	switch {
	case name == nil:
		query.Fail("trading_pair: missing; give one such as btc_usdt")
		return seededPair{}
	case !pairPattern.MatchString(*name):
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
