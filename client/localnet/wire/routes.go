// Package wire presents a chain as the node API of the specification, in its versions 1 to 3 and in two dialects.
//
// API has the routes. Each call has a handler, which parses the query, selects a page and
// encodes it; recordEncoder writes transactions, and encoder everything else. The versions
// differ in wrappers and paging, the dialects in the forms that httpapi.Dialect lists.
package wire

import (
	"net/http"
	"strconv"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/httpapi"
	"foredeck/client/move"
)

// version is a version of the node API: the number in its paths.
type version int

const (
	v1 version = iota + 1
	v2
	v3
	v4
)

// API is the node API of a chain.
type API struct {
	chain   *chain.Chain
	options Options
	calls   chan struct{} // holds an item for each view call that runs

	accumulator *chain.Accumulator
}

// NewAPI returns the node API of a chain.
func NewAPI(c *chain.Chain, options Options) *API {
	if options.Sockets == nil {
		options.Sockets = NewSockets(make(chan struct{}, MaxSockets), PingInterval)
	}
	a := &API{chain: c, options: options, calls: make(chan struct{}, maxCalls)}
	a.accumulator = chain.NewAccumulator(a.eventHashes)
	return a
}

// Routes lists every path of every version.
func (a *API) Routes() []httpapi.Route {
	var all []httpapi.Route
	add := func(method, path string, handler http.HandlerFunc) {
		all = append(all, httpapi.Route{Method: method, Path: path, Handler: a.withChainID(handler)})
	}
	account := func(path string, handler accountHandler, versions ...version) {
		for _, version := range versions {
			add(http.MethodGet, version.path("/accounts/{address}"+path), a.forAccount(version, handler))
		}
	}
	account("", a.account, v1, v2, v3)
	account("/transactions", a.transactions, v1, v2, v3)
	account("/coin_transactions", a.coinTransactions, v1, v2, v3)
	account("/automated_transactions", a.automatedTransactions, v3)
	account("/modules", a.modules, v1, v2, v3)
	account("/modules/{module_name}", a.module, v1, v2, v3)
	account("/resources", a.resources, v1, v2, v3)
	account("/resources/{resource_type}", a.resource, v1, v2, v3)
	for _, version := range []version{v1, v2, v3} {
		add(http.MethodPost, version.path("/view"), func(w http.ResponseWriter, r *http.Request) {
			version.markDeprecated(w)
			a.view(w, r, version)
		})
	}
	add(http.MethodGet, "/rpc/v1/consensus/block/height/{height}", a.consensusBlock)
	if a.options.servesV4 {
		a.v4Routes(add)
	}
	return all
}

func (v version) path(rest string) string { return "/rpc/v" + strconv.Itoa(int(v)) + rest }

// markDeprecated sets the header Deprecation on responses of v1 (spec section 9).
func (v version) markDeprecated(w http.ResponseWriter) {
	if v == v1 {
		w.Header().Set("Deprecation", "@0") // RFC 9745: deprecated since the Unix epoch
	}
}

// withChainID sets the header with the chain id, which deployed nodes always send.
func (a *API) withChainID(handler http.HandlerFunc) http.HandlerFunc {
	if a.options.Dialect != httpapi.Deployed {
		return handler
	}
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("x-supra-chain-id", strconv.Itoa(chain.ID))
		handler(w, r)
	}
}

// accountRequest is a request about an account.
type accountRequest struct {
	version version
	address move.Address
}

type accountHandler func(http.ResponseWriter, *http.Request, accountRequest)

// forAccount parses the address in the path.
func (a *API) forAccount(version version, handler accountHandler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		version.markDeprecated(w)
		address, err := move.ParseAddress(r.PathValue("address"))
		if err != nil {
			a.reject(w, "Invalid URL: "+err.Error())
			return
		}
		handler(w, r, accountRequest{version, address})
	}
}

// reject responds to a request that cannot be parsed: with a JSON error, or in plain text as
// the web framework of deployed nodes does.
func (a *API) reject(w http.ResponseWriter, message string) {
	if a.options.Dialect == httpapi.Deployed {
		httpapi.WriteText(w, http.StatusBadRequest, message)
		return
	}
	writeError(w, http.StatusBadRequest, message)
}

// rejectQuery responds to a request whose query string cannot be parsed.
func (a *API) rejectQuery(w http.ResponseWriter, err error) {
	a.reject(w, "Failed to deserialize query string: "+err.Error())
}

// writeError responds with a JSON error as nodes do.
func writeError(w http.ResponseWriter, status int, message string) {
	httpapi.WriteError(w, status, "message", message)
}

// CoinOrder is the order of coin transactions on v1 and v2 in a request without a start.
// The specification (section 4.1) says newest first; some nodes start with the oldest.
type CoinOrder int

const (
	// DialectOrder is newest first in the dialect Spec and oldest first in Deployed.
	DialectOrder CoinOrder = iota
	NewestFirst
	OldestFirst
)

var coinOrderNames = [...]string{DialectOrder: "", NewestFirst: "newest", OldestFirst: "oldest"}

// String returns "newest", "oldest" or, for DialectOrder, "".
func (o CoinOrder) String() string {
	if o < 0 || int(o) >= len(coinOrderNames) {
		return "CoinOrder(" + strconv.Itoa(int(o)) + ")"
	}
	return coinOrderNames[o]
}

// Options configures an API.
type Options struct {
	Dialect        httpapi.Dialect
	CoinOrder      CoinOrder
	ConsensusToken string // bearer token for consensus blocks; none is required if empty

	// Sockets are the WebSocket connections; if nil, the node has its own.
	Sockets *Sockets

	servesV4 bool
}

// oldestFirst reports whether coin transactions without a start are oldest first.
func (o Options) oldestFirst() bool {
	if o.CoinOrder == DialectOrder {
		return o.Dialect == httpapi.Deployed
	}
	return o.CoinOrder == OldestFirst
}
