package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

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

// MarshalJSON gives the block without what is kept raw; null for what the node does not
// give.
func (b ConsensusBlock) MarshalJSON() ([]byte, error) {
	return marshal(struct {
		Height      uint64       `json:"height"`
		Digest      *string      `json:"digest"`
		Author      *string      `json:"author"`
		Parent      *string      `json:"parent"`
		Timestamp   *Timestamp   `json:"timestamp_us"`
		ChainID     *uint64      `json:"chain_id"`
		Epoch       *uint64      `json:"epoch"`
		Round       *uint64      `json:"round"`
		Certificate *Certificate `json:"certificate"`
		Batches     *Batches     `json:"batches"`
	}{
		b.Height, textOrNull(b.Digest), textOrNull(b.Author), textOrNull(b.Parent), b.Timestamp,
		b.ChainID, b.Epoch, b.Round, b.Certificate, b.Batches,
	})
}

// MarshalJSON gives the voters with how many they are, and how many of them voted.
func (c Certificate) MarshalJSON() ([]byte, error) {
	voters := c.Voters
	if voters == nil {
		voters = []bool{}
	}
	return marshal(struct {
		Kind      *string `json:"kind"`
		VoteKind  *string `json:"vote_kind"`
		Committee *string `json:"committee"`
		Voters    []bool  `json:"voters"`
		Votes     int     `json:"votes"`
		Members   int     `json:"members"`
	}{textOrNull(c.Kind), textOrNull(c.VoteKind), textOrNull(c.Committee), voters, c.Votes(), len(voters)})
}

// MarshalJSON gives an array with an object for each batch whose hash is known.
func (b Batches) MarshalJSON() ([]byte, error) {
	type batch struct {
		Hash string `json:"hash"`
	}
	batches := make([]batch, len(b.Hashes))
	for i, hash := range b.Hashes {
		batches[i].Hash = hash
	}
	return marshal(batches)
}

// BlockOption changes what ConsensusBlock asks for; WithBatches is one.
type BlockOption func(*blockOptions)

type blockOptions struct{ batches bool }

// WithBatches asks for the transaction batches too, which can be large.
func WithBatches(options *blockOptions) { options.batches = true }

// WithConsensusToken sends a token with the requests for consensus blocks, as
// Authorization: Bearer; deployed nodes ask for one. It goes to the host of the base URL
// alone: a redirect is not followed with it, and it stands in no error.
func WithConsensusToken(token string) Option {
	return func(s *settings) { s.consensusToken = token }
}

// ConsensusBlock reads the block at a height (spec section 4.6). Version 1 alone has this
// call in JSON: a Node that is set to another fails with ErrUnsupported. It fails with
// ErrNotFound when the node holds no block at the height, not yet or no more, and with
// ErrUnauthorized when the node misses or refuses the token of WithConsensusToken.
func (n *Node) ConsensusBlock(ctx context.Context, height uint64, options ...BlockOption) (ConsensusBlock, error) {
	var chosen blockOptions
	for _, option := range options {
		option(&chosen)
	}
	return byVersion(n, callConsensusBlock, []Version{V1}, func(version Version) (ConsensusBlock, error) {
		secret := http.Header{}
		if n.consensusToken != "" {
			secret.Set("Authorization", "Bearer "+n.consensusToken)
		}
		found, err := n.ask(ctx, question{
			path:   "/rpc/" + version.String() + "/consensus/block/height/" + strconv.FormatUint(height, 10),
			query:  url.Values{"with_batches": {strconv.FormatBool(chosen.batches)}},
			secret: secret,
		})
		if err != nil {
			return ConsensusBlock{}, n.blockRefused(err)
		}
		return decodeConsensusBlock(found, height)
	})
}

// blockRefused says which setting is missing or wrong where a node wants a token. For a
// missing one deployed nodes answer 400.
func (n *Node) blockRefused(err error) error {
	var refused *StatusError
	if !errors.As(err, &refused) {
		return err
	}
	isAbsent := refused.Status == http.StatusBadRequest && strings.Contains(strings.ToLower(refused.Message), "authorization")
	switch {
	case !isAbsent && !errors.Is(refused, ErrUnauthorized):
		return err
	case n.consensusToken == "":
		return fmt.Errorf("%w: this node gives blocks for a consensus token alone, and none is set: %w", ErrUnauthorized, err)
	default:
		return fmt.Errorf("%w: this node does not take the consensus token that is set: %w", ErrUnauthorized, err)
	}
}
