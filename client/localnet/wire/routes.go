// Package wire presents a chain as the node API of the specification, in its versions 1 to 3 and in two dialects, and as public nodes
// serve it, which have a version 4.
//
// API has the routes. Each call has a handler, which parses the query, selects a page and
// encodes it; recordEncoder writes transactions, and encoder everything else. The versions
// differ in wrappers and paging, the dialects in the forms that httpapi.Dialect lists.
package wire

import (
	"net/http"
	"strconv"
	"sync/atomic"

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
	index   index

	accumulator *chain.Accumulator
	simulations atomic.Int64 // that are asked for at the moment
}

// NewAPI returns the node API of a chain.
func NewAPI(c *chain.Chain, options Options) *API {
	if options.Node != SpecNode {
		options.Dialect = httpapi.Deployed
	}
	if options.Sockets == nil {
		options.Sockets = httpapi.NewSockets(make(chan struct{}, httpapi.MaxSockets), httpapi.PingInterval)
	}
	a := &API{chain: c, options: options, calls: make(chan struct{}, maxCalls)}
	a.accumulator = chain.NewAccumulator(a.eventHashes)
	return a
}

// in lists the nodes that serve a path, by its version of the API.
type in [v4 + 1]nodes

// Paths below those of the accounts are the same in every version of the API that a node has.
var (
	lists   = in{v1: onSpec | on10, v2: onSpec | on10 | on11, v3: onEvery, v4: on12}
	fromV3  = in{v3: onEvery, v4: on12}
	queries = in{v1: on10, v2: on10 | on11, v3: onDeployed, v4: on12} // of blocks, transactions and gas, which the specification does not have
	lookups = in{v1: on10, v2: on10 | on11, v3: onDeployed, v4: on11 | on12}
)

// handler serves a path in a version of the API.
type handler func(http.ResponseWriter, *http.Request, version)

// Routes lists the paths that the node serves.
func (a *API) Routes() []httpapi.Route {
	var all []httpapi.Route
	add := func(method, path string, handler handler, in in) {
		for number, served := range in {
			if served&a.options.Node.only() != 0 {
				all = append(all, httpapi.Route{Method: method, Path: "/rpc/v" + strconv.Itoa(number) + path, Handler: a.serve(handler, version(number))})
			}
		}
	}
	account := func(path string, handler accountHandler, in in) {
		add(http.MethodGet, "/accounts/{address}"+path, a.forAccount(handler), in)
	}
	account("", a.account, lists)
	account("/transactions", a.transactions, lists)
	account("/coin_transactions", a.coinTransactions, lists)
	account("/fa_transactions", a.assetTransactions, in{v3: onDeployed, v4: on12})
	account("/automated_transactions", a.automatedTransactions, fromV3)
	account("/modules", a.modules, lists)
	account("/modules/{module_name}", a.module, lists)
	account("/resources", a.resources, lists)
	account("/resources/{resource_type}", a.resource, lists)
	add(http.MethodPost, "/view", a.view, lists)
	add(http.MethodGet, "/consensus/block/height/{height}", a.consensusBlock, in{v1: onSpec | on10})

	add(http.MethodPost, "/tables/{table_handle}/item", a.tableItem, in{v1: on10, v2: on10 | on11, v3: onDeployed})
	add(http.MethodGet, "/block", a.newestBlock, queries)
	add(http.MethodGet, "/block/{block_hash}", a.blockByHash, queries)
	add(http.MethodGet, "/block/height/{height}", a.blockByHeight, in{v2: on10 | on11, v4: on11 | on12})
	// http.ServeMux cannot tell /block/height/{height} and /block/{block_hash}/transactions apart.
	add(http.MethodGet, "/block/{block_hash}/{height}", a.partOfBlock, in{v1: on10, v3: onDeployed})
	add(http.MethodGet, "/events/{event_type}", a.listEvents, in{v1: on10, v3: onDeployed, v4: on11 | on12})
	add(http.MethodGet, "/transactions/{hash}", a.transaction, lookups)
	add(http.MethodGet, "/transactions/chain_id", a.chainID, in{v1: onDeployed, v2: on10 | on11, v3: onDeployed})
	add(http.MethodGet, "/transactions/parameters", a.parameters, in{v1: onDeployed, v3: onDeployed})
	add(http.MethodGet, "/transactions/estimate_gas_price", a.gasPrice, queries)
	add(http.MethodGet, "/version", a.buildInfo, in{v3: on11 | on12})
	a.proofRoutes(add)
	return all
}

// serve returns the handler of a path in a version. Deployed nodes always send the chain id.
func (a *API) serve(handler handler, version version) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if a.options.Dialect == httpapi.Deployed {
			w.Header().Set("x-supra-chain-id", strconv.Itoa(chain.ID))
		}
		handler(w, r, version)
	}
}

// markDeprecated sets the header Deprecation on responses of v1 (spec section 9), which public nodes do not send.
func (a *API) markDeprecated(w http.ResponseWriter, version version) {
	if version == v1 && a.options.Node == SpecNode {
		w.Header().Set("Deprecation", "@0") // RFC 9745: deprecated since the Unix epoch
	}
}

// accountRequest is a request about an account.
type accountRequest struct {
	version version
	address move.Address
}

type accountHandler func(http.ResponseWriter, *http.Request, accountRequest)

// forAccount parses the address in the path.
func (a *API) forAccount(handler accountHandler) handler {
	return func(w http.ResponseWriter, r *http.Request, version version) {
		a.markDeprecated(w, version)
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
	ConsensusToken string           // bearer token for consensus blocks; none is required on SpecNode if empty
	EventLag       uint64           // number of the newest blocks whose events are not indexed yet
	Prune          uint64           // number of blocks that are kept, all if 0
	Node           NodeVersion      // implies the dialect Deployed, unless it is SpecNode
	Sockets        *httpapi.Sockets // the WebSocket connections; if nil, the node has its own
}

// oldestFirst reports whether coin transactions without a start are oldest first.
func (o Options) oldestFirst() bool {
	if o.CoinOrder == DialectOrder {
		return o.Dialect == httpapi.Deployed
	}
	return o.CoinOrder == OldestFirst
}
