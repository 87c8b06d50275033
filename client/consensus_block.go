package client

import "encoding/json"

// ConsensusBlock is a block with the certificate that finalized it (spec section 2.8).
// Parts that the node does not give are nil or "". Digests and identities are 0x and
// lower-case hex digits.
type ConsensusBlock struct {
	Height      uint64
	Digest      string
	Author      string
	Parent      string
	Timestamp   *Timestamp
	ChainID     *uint64
	Epoch       *uint64
	Round       *uint64
	Certificate *Certificate
	Payload     json.RawMessage // as sent
	Batches     *Batches        // nil where not asked for or not given
	Raw         json.RawMessage // the whole record as sent
	Problem     *DecodeError    // the first thing that was not understood; nil for a regular block
}

// Certificate is the committee's agreement on a block: a quorum certificate.
type Certificate struct {
	Kind      string // Validity, Quorum, Unanimous or as given
	VoteKind  string // Commit, PrepareNormal ... of the vote in it; "" where not given
	Committee string
	Voters    []bool // by place in the epoch's committee: whether that member's vote is in it
	Data      json.RawMessage
	Signature json.RawMessage
}

// Votes is the number of members whose vote is in the certificate.
func (c Certificate) Votes() int {
	votes := 0
	for _, voted := range c.Voters {
		if voted {
			votes++
		}
	}
	return votes
}

// Batches are the transaction batches that a block finalized, in execution order. Their
// inside is not specified: Hashes are those that could be told.
type Batches struct {
	Hashes []string
	Raw    json.RawMessage
}
