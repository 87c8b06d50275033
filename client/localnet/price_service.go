package localnet

import (
	"crypto/subtle"
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"time"
)

// defaultAPIKey is what the price service of a network takes that is given no other.
const defaultAPIKey = "simulated"

// priceRoutes lists the price service, which has no version in its paths (spec section 9).
func (n *Network) priceRoutes() []route {
	return []route{
		{http.MethodGet, "/history", n.history},
		{http.MethodGet, "/latest", n.latest},
	}
}

// APIKey is the key that the price service takes in the header x-api-key: on /history,
// and on /latest too in the deployed dialect.
func (n *Network) APIKey() string { return n.options.APIKey }

// Pairs lists the trading pairs of the price service.
func (n *Network) Pairs() []string { return PairNames() }

// PairNames are the trading pairs that every local network has prices of.
func PairNames() []string {
	names := make([]string, len(pairs))
	for i := range pairs {
		names[i] = pairs[i].name
	}
	return names
}

// priceTime is the time of the newest block: prices go on with the chain.
func (n *Network) priceTime() time.Time {
	var now time.Time
	n.chain.look(func(state state) { now = time.UnixMicro(state.time()) })
	return now
}

// priceFault is why a request for prices is refused (spec section 7).
type priceFault struct {
	status  int
	message string
}

func badPriceRequest(message string) *priceFault {
	return &priceFault{http.StatusBadRequest, message}
}

// refusePrice answers with an error, under the name that each dialect has for it.
func (n *Network) refusePrice(w http.ResponseWriter, refused *priceFault) {
	name := "message"
	if n.options.Dialect == Deployed {
		name = "error"
	}
	body, err := json.Marshal(map[string]string{name: refused.message})
	if err != nil {
		panic(err) // texts always marshal
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(refused.status)
	_, _ = w.Write(body) // a caller that has gone hears nothing
}

// keyed checks the key (spec section 5) and answers where it is missing or wrong.
func (n *Network) keyed(w http.ResponseWriter, r *http.Request) bool {
	switch key := r.Header.Get("x-api-key"); {
	case key == "":
		n.refusePrice(w, &priceFault{http.StatusUnauthorized, "API key is missing"})
		return false
	case subtle.ConstantTimeCompare([]byte(key), []byte(n.options.APIKey)) != 1:
		n.refusePrice(w, &priceFault{http.StatusUnauthorized, "API key is invalid"})
		return false
	}
	return true
}

// pairForm is that of a trading pair (spec section 4.7), in lower case.
var pairForm = regexp.MustCompile(`^[a-z0-9]+_[a-z0-9]+$`)

// readPair reads which pair is asked for.
func (n *Network) readPair(values url.Values) (quotedPair, *priceFault) {
	name, given, err := single(values, "trading_pair")
	switch {
	case err != nil:
		return quotedPair{}, badPriceRequest(err.Error())
	case !given:
		return quotedPair{}, badPriceRequest("trading_pair: missing; give one such as btc_usdt")
	case !pairForm.MatchString(name):
		return quotedPair{}, badPriceRequest("trading_pair: must be <base>_<quote> in lower case, such as btc_usdt")
	}
	found := findPair(name)
	if found == nil {
		return quotedPair{}, &priceFault{http.StatusNotFound, "trading pair " + name + " not found"}
	}
	return found.on(n.options.Seed), nil
}
