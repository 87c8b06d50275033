package wire

import (
	"encoding/binary"
	"math/bits"

	"golang.org/x/crypto/sha3"

	"foredeck/client/localnet/chain"
	"foredeck/client/move"
)

// emission is an event of a transaction. Its stream is that of a creation number of an account; both are zero for module events.
type emission struct {
	kind               string // the type of the event
	account            move.Address
	creation, sequence uint64
	data               []byte // JSON
}

// emissions lists the events of a transaction, in order. They are the same in every version and dialect.
func (r *recordEncoder) emissions(t *chain.Transaction) []emission {
	var all []emission
	collector := *r
	collector.visit = func(e emission, data func()) {
		e.data = collector.apart(func() { collector.Object(data) })
		all = append(all, e)
	}
	collector.events(t)
	return all
}

// eventHash returns the member hash of events from v4: keccak256 of an RLP encoding of the event. Public nodes do not publish the
// fields of that encoding. Here it is a list of account address, creation number, sequence number, type, and data as compact JSON.
func eventHash(e *emission) chain.Digest {
	fields := appendRLP(make([]byte, 0, len(e.kind)+len(e.data)+96), e.account[:])
	fields = appendRLP(fields, bigEndian(e.creation))
	fields = appendRLP(fields, bigEndian(e.sequence))
	fields = appendRLP(fields, []byte(e.kind))
	fields = appendRLP(fields, e.data)
	hash := sha3.NewLegacyKeccak256()
	_, _ = hash.Write(appendRLPLength(nil, 0xc0, len(fields))) // a hash does not fail
	_, _ = hash.Write(fields)
	return chain.Digest(hash.Sum(nil))
}

// appendRLP appends a byte string in RLP.
func appendRLP(to, item []byte) []byte {
	if len(item) == 1 && item[0] < 0x80 {
		return append(to, item[0])
	}
	return append(appendRLPLength(to, 0x80, len(item)), item...)
}

// appendRLPLength appends the header of a byte string (base 0x80) or of a list (base 0xc0).
func appendRLPLength(to []byte, base byte, length int) []byte {
	if length < 56 {
		return append(to, base+byte(length))
	}
	digits := bigEndian(uint64(length))
	return append(append(to, base+55+byte(len(digits))), digits...)
}

// bigEndian returns an integer without leading zero bytes, which RLP demands.
func bigEndian(n uint64) []byte {
	return binary.BigEndian.AppendUint64(nil, n)[bits.LeadingZeros64(n)/8:]
}
