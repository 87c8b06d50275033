package localnet

import "net/http"

// recordSize is about the length of one record, to make room for a page at once.
const recordSize = 4 << 10

// transactions serves the list of what an account sent, by sequence number (spec
// sections 4.3 to 4.5). The start is inclusive. From it on v1 and v2 ascend, and without
// it they descend from the newest; v3 goes as ascending says. An account that does not
// exist has sent nothing.
func (n *Network) transactions(w http.ResponseWriter, r *http.Request, asked accountCall) {
	query, err := readListQuery(r.URL.RawQuery, asked.version)
	if err != nil {
		n.refuseQuery(w, err)
		return
	}
	n.tellOldestBlock(w, asked.version)
	account, records := n.chain.indexesOf(asked.address)
	from, to := query.rangeOf(uint64(len(account.sent)))
	page := newRendering(n.chain, records, n.options.Dialect, asked.version)
	page.out = make([]byte, 0, 32+(to-from)*recordSize)
	write := func() { page.transactions(account.sent[from:to], query.ascending) }
	if asked.version == v3 {
		write()
	} else {
		page.only("record", write)
	}
	succeed(w, r, page.out)
}

// refuseQuery answers a request whose query cannot be read.
func (n *Network) refuseQuery(w http.ResponseWriter, err error) {
	n.refuse(w, "Failed to deserialize query string: "+err.Error())
}

// tellOldestBlock says, as deployed nodes do with the transaction lists of v3, that
// nothing has been pruned.
func (n *Network) tellOldestBlock(w http.ResponseWriter, version version) {
	if n.options.Dialect == Deployed && version == v3 {
		w.Header().Set("x-supra-oldest-block", "0")
	}
}

// transactions writes a page of records, given by their places in the order of execution.
func (r *rendering) transactions(places []uint32, ascending bool) {
	r.list(func() {
		for i := range places {
			if !ascending {
				i = len(places) - 1 - i
			}
			r.transaction(&r.records.transactions[places[i]])
		}
	})
}
