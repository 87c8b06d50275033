package localnet

import (
	"encoding/hex"
	"net/http"

	"foredeck/client/move"
)

// recordSize is about the length of one record, to make room for a page at once.
const recordSize = 4 << 10

// account serves GET /rpc/v3/accounts/{address} (spec sections 2.4 and 4.5).
func (n *Network) account(w http.ResponseWriter, r *http.Request, address move.Address) {
	state, ok := n.chain.accountState(address)
	if !ok {
		fault(w, http.StatusNotFound, "Information not available for "+hex.EncodeToString(address[:]))
		return
	}
	var body writer
	body.members(func() {
		body.key("sequence_number")
		body.number(state.sequenceNumber)
		body.key("authentication_key")
		body.hex(state.authenticationKey[:])
	})
	succeed(w, r, body.out)
}

// transactions serves GET /rpc/v3/accounts/{address}/transactions (spec section 4.5):
// what the account sent, by sequence number, from start on in the order that ascending
// says. An account that does not exist has sent nothing.
func (n *Network) transactions(w http.ResponseWriter, r *http.Request, address move.Address) {
	asked, err := readListQuery(r.URL.RawQuery)
	if err != nil {
		refuse(w, "Failed to deserialize query string: "+err.Error())
		return
	}
	if n.options.Dialect == Deployed {
		w.Header().Set("x-supra-oldest-block", "0")
	}
	sent, records := n.chain.sentBy(address)
	from, to := asked.rangeOf(uint64(len(sent)))
	page := newRendering(n.chain, records, n.options.Dialect)
	page.out = make([]byte, 0, 2+(to-from)*recordSize)
	page.list(func() {
		for i := range to - from {
			place := from + i
			if !asked.ascending {
				place = to - 1 - i
			}
			page.transaction(&records.transactions[sent[place]])
		}
	})
	succeed(w, r, page.out)
}
