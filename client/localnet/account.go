package localnet

import (
	"encoding/hex"
	"net/http"
)

// account serves the account record (spec sections 2.4 and 4.3 to 4.5). Of an account
// that does not exist v1 answers null, the later versions 404.
func (n *Network) account(w http.ResponseWriter, r *http.Request, asked accountCall) {
	var sequenceNumber uint64
	var key digest
	found := false
	n.chain.look(func(now state) {
		if id, ok := now.account(asked.address); ok {
			sequenceNumber, key, found = now.sequenceNumber(id), now.authenticationKey(id), true
		}
	})
	var body writer
	switch {
	case found:
		body.members(func() {
			body.key("sequence_number")
			body.number(sequenceNumber)
			body.key("authentication_key")
			body.hex(key[:])
		})
	case asked.version == v1:
		body.null()
	default:
		fault(w, http.StatusNotFound, "Information not available for "+hex.EncodeToString(asked.address[:]))
		return
	}
	succeed(w, r, body.out)
}
