package localnet

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"foredeck/client/move"
)

// version is a version of the node RPC, the number in its paths.
type version int

const (
	v1 version = iota + 1
	v2
	v3
)

// route is one path of the service and what answers there.
type route struct {
	method string // GET, which takes HEAD too, or POST
	path   string // as http.ServeMux reads it
	answer http.HandlerFunc
}

// accountCall is what every request about an account names.
type accountCall struct {
	version version
	address move.Address
}

// routes lists the whole service.
func (n *Network) routes() []route {
	return slices.Concat(
		n.accountRoutes("", n.account, v1, v2, v3),
		n.accountRoutes("/transactions", n.transactions, v1, v2, v3),
		n.accountRoutes("/coin_transactions", n.coinTransactions, v1, v2, v3),
		n.accountRoutes("/automated_transactions", n.automatedTransactions, v3),
		[]route{{http.MethodGet, "/rpc/v1/consensus/block/height/{height}", n.consensusBlock}},
		n.moduleRoutes(),
		n.resourceRoutes(),
		n.viewRoutes(),
		n.priceRoutes(),
	)
}

// versionRoutes gives the routes of a call of the node RPC, one for each version that
// has it. Those of v1 say that they are deprecated (spec section 9).
func (n *Network) versionRoutes(method, path string, answer func(http.ResponseWriter, *http.Request, version), versions ...version) []route {
	var made []route
	for _, version := range versions {
		made = append(made, route{method, "/rpc/v" + strconv.Itoa(int(version)) + path, func(w http.ResponseWriter, r *http.Request) {
			if version == v1 {
				w.Header().Set("Deprecation", "@0") // a date, RFC 9745: for as long as there is time
			}
			answer(w, r, version)
		}})
	}
	return made
}

// accountRoutes gives the routes of a call that reads about an account.
func (n *Network) accountRoutes(path string, answer func(http.ResponseWriter, *http.Request, accountCall), versions ...version) []route {
	return n.versionRoutes(http.MethodGet, "/accounts/{address}"+path, func(w http.ResponseWriter, r *http.Request, version version) {
		address, err := move.ParseAddress(r.PathValue("address"))
		if err != nil {
			n.refuse(w, "Invalid URL: "+err.Error())
			return
		}
		answer(w, r, accountCall{version, address})
	}, versions...)
}

// serve answers on a route: with the method it takes alone, and with the chain that the
// node RPC of deployed nodes tells with every answer.
func (n *Network) serve(served route) http.HandlerFunc {
	methods := []string{served.method}
	if served.method == http.MethodGet {
		methods = append(methods, http.MethodHead)
	}
	return func(w http.ResponseWriter, r *http.Request) {
		if !slices.Contains(methods, r.Method) {
			w.Header().Set("Allow", strings.Join(methods, ", "))
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		if n.options.Dialect == Deployed && strings.HasPrefix(served.path, "/rpc/") {
			w.Header().Set("x-supra-chain-id", strconv.Itoa(chainID))
		}
		served.answer(w, r)
	}
}
