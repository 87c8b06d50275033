package wire

import (
	"net/http"
	"slices"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/httpapi"
)

// chainID responds with the chain id as a bare number.
func (a *API) chainID(w http.ResponseWriter, r *http.Request, _ version) {
	var body encoder
	httpapi.WriteJSON(w, r, &body.Document, func() { body.Number(chain.ID) })
}

// maxLifetime is how many seconds ahead a transaction may expire, the default of public nodes.
const maxLifetime = 600

// parameters responds with the limits of transactions.
func (a *API) parameters(w http.ResponseWriter, r *http.Request, _ version) {
	var body encoder
	httpapi.WriteJSON(w, r, &body.Document, func() {
		body.Wrap("max_transaction_time_to_live_seconds", func() { body.Number(maxLifetime) })
	})
}

// pricedTransactions is how many of the newest transactions of users the gas price is estimated from.
const pricedTransactions = 100

// gasPrice responds with the mean and the highest gas price of the newest transactions; from v2 with the median, and on v3 of nodes from
// v11.3.4 with the lowest price that the node accepts.
func (a *API) gasPrice(w http.ResponseWriter, r *http.Request, version version) {
	records := a.chain.Records()
	var prices []uint32
	var sum uint64
	for i := len(records.Transactions) - 1; i >= 0 && len(prices) < pricedTransactions; i-- {
		if t := &records.Transactions[i]; t.Type() == chain.UserTransaction {
			prices = append(prices, t.GasPrice)
			sum += uint64(t.GasPrice)
		}
	}
	if len(prices) == 0 {
		prices, sum = []uint32{chain.DefaultGasPrice}, chain.DefaultGasPrice
	}
	slices.Sort(prices)
	var body encoder
	httpapi.WriteJSON(w, r, &body.Document, func() {
		body.Object(func() {
			body.Key("mean_gas_price").Number(sum / uint64(len(prices)))
			body.Key("max_gas_price").Number(uint64(prices[len(prices)-1]))
			if version >= v2 {
				body.Key("median_gas_price").Number(uint64(prices[len(prices)/2]))
			}
			if version >= v3 && a.options.Node != Node10 {
				body.Key("min_configured_gas_price").Number(chain.DefaultGasPrice)
			}
		})
	})
}

// buildInfo responds with the build of the node. As on public nodes, the branch holds the tag of the release.
func (a *API) buildInfo(w http.ResponseWriter, r *http.Request, _ version) {
	number := "11.5.2"
	if a.options.Node == Node12 {
		number = "12.0.0"
	}
	var body encoder
	httpapi.WriteJSON(w, r, &body.Document, func() {
		body.Object(func() {
			body.Key("version").Text(number)
			body.Key("branch").Text("supra_rpc_v" + number)
			body.Key("commit_hash").Text("5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed")
			body.Key("build_time").Text("2026-08-25T00:00:00Z")
			body.Key("build_env").Text("simulated network")
		})
	})
}
