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

const callConsensusBlock call = "consensus block"

// ConsensusBlock is a block with the certificate that finalized it (spec section 2.8). Digests and identities are 0x and
// lower-case hex digits.
type ConsensusBlock struct {
	Height                 uint64
	Digest, Author, Parent string
	Timestamp              *Timestamp
	ChainID, Epoch, Round  *uint64
	Certificate            *Certificate
	Payload                json.RawMessage
	Batches                *Batches        // only with WithBatches
	BatchesRequested       bool            // whether WithBatches was given
	Raw                    json.RawMessage // the complete JSON
	Problems               Problems        // the parts that could not be decoded
	Other                  Members         // the members that are not known
}

// Certificate is the quorum certificate of a block.
type Certificate struct {
	Kind      string // Validity, Quorum, Unanimous or another one that the node uses
	VoteKind  string // Commit, PrepareNormal or another one that the node uses
	Committee string
	Voters    []bool       // by index in the committee of the epoch: whether the member voted
	Unread    []int        // indexes of voters that could not be read, which are false in Voters
	Block     *BlockHeader // that was voted for, nil if the vote does not name it
	Data      json.RawMessage
	Signature json.RawMessage
}

// Votes returns the number of members that voted.
func (c Certificate) Votes() int {
	votes := 0
	for _, voted := range c.Voters {
		if voted {
			votes++
		}
	}
	return votes
}

// MarshalJSON leaves out Raw. What is absent is null.
func (b ConsensusBlock) MarshalJSON() ([]byte, error) {
	return marshal(struct {
		Height           uint64          `json:"height"`
		Digest           *string         `json:"digest"`
		Author           *string         `json:"author"`
		Parent           *string         `json:"parent"`
		Timestamp        *Timestamp      `json:"timestamp_us"`
		ChainID          *uint64         `json:"chain_id"`
		Epoch            *uint64         `json:"epoch"`
		Round            *uint64         `json:"round"`
		Certificate      *Certificate    `json:"certificate"`
		Payload          json.RawMessage `json:"payload"`
		Batches          *Batches        `json:"batches"`
		BatchesRequested bool            `json:"batches_requested"`
		Problems         Problems        `json:"problems"`
		Other            Members         `json:"other"`
	}{
		b.Height, textOrNull(b.Digest), textOrNull(b.Author), textOrNull(b.Parent), b.Timestamp,
		b.ChainID, b.Epoch, b.Round, b.Certificate, b.Payload, b.Batches, b.BatchesRequested, b.Problems, b.Other,
	})
}

// MarshalJSON adds the numbers of members and votes. They are null like the voters if those could not be read.
func (c Certificate) MarshalJSON() ([]byte, error) {
	var votes, members *int
	if c.Voters != nil {
		votes, members = new(c.Votes()), new(len(c.Voters))
	}
	return marshal(struct {
		Kind      *string         `json:"kind"`
		VoteKind  *string         `json:"vote_kind"`
		Committee *string         `json:"committee"`
		Voters    []*bool         `json:"voters"`
		Votes     *int            `json:"votes"`
		Members   *int            `json:"members"`
		Block     *BlockHeader    `json:"block"`
		Signature json.RawMessage `json:"signature"`
	}{textOrNull(c.Kind), textOrNull(c.VoteKind), textOrNull(c.Committee), c.voters(), votes, members, c.Block, c.Signature})
}

// BlockOption configures ConsensusBlock, such as WithBatches.
type BlockOption func(*blockOptions)

type blockOptions struct{ batches bool }

// WithBatches includes the transaction batches, which can be large.
func WithBatches() BlockOption { return func(options *blockOptions) { options.batches = true } }

// WithConsensusToken sets the token for consensus blocks, which deployed nodes require as Authorization: Bearer. It is sent
// only to the base URL and those of its failover ([transport.Policy]), not along redirects, and never appears in errors.
func WithConsensusToken(token string) Option {
	return func(o *options) { o.consensusToken = token }
}

// ConsensusBlock reads a block (spec section 4.6); only version 1 has this call. The error is ErrNotFound for a future or
// pruned block, and ErrUnauthorized if the token of WithConsensusToken is missing or invalid.
func (n *Node) ConsensusBlock(ctx context.Context, height uint64, opts ...BlockOption) (ConsensusBlock, error) {
	var chosen blockOptions
	for _, option := range opts {
		option(&chosen)
	}
	return byVersion(n, callConsensusBlock, []Version{V1}, func(version Version) (ConsensusBlock, error) {
		secret := http.Header{}
		if n.consensusToken != "" {
			secret.Set("Authorization", "Bearer "+n.consensusToken)
		}
		found, err := n.do(ctx, apiRequest{
			path:   "/rpc/" + version.String() + "/consensus/block/height/" + strconv.FormatUint(height, 10),
			query:  url.Values{"with_batches": {strconv.FormatBool(chosen.batches)}},
			secret: secret,
		})
		if err != nil {
			return ConsensusBlock{}, n.explainUnauthorized(err)
		}
		block, err := decodeConsensusBlock(found, height)
		if err != nil {
			return ConsensusBlock{}, err
		}
		block.BatchesRequested = chosen.batches
		return block, nil
	})
}

// explainUnauthorized distinguishes a missing token from an invalid one. Deployed nodes respond to a missing one with 400.
func (n *Node) explainUnauthorized(err error) error {
	status, ok := errors.AsType[*StatusError](err)
	if !ok {
		return err
	}
	isMissing := status.Status == http.StatusBadRequest && strings.Contains(strings.ToLower(status.Message), "authorization")
	switch {
	case !isMissing && !errors.Is(status, ErrUnauthorized):
		return err
	case n.consensusToken == "":
		return fmt.Errorf("%w: blocks of this node require a consensus token, and none is set: %w", ErrUnauthorized, err)
	default:
		return fmt.Errorf("%w: the node rejects the consensus token: %w", ErrUnauthorized, err)
	}
}

// decodeConsensusBlock reads the block that was requested at a height. A block that lacks parts has Problems; a response
// with neither a height nor a digest is an error, and so is another block.
func decodeConsensusBlock(found apiResponse, height uint64) (ConsensusBlock, error) {
	reader := newBodyReader(found)
	block := ConsensusBlock{Height: height}
	var actual *uint64
	isObject := false
	block.Raw, block.Problems, block.Other = reader.record(func() {
		isObject = reader.fields(
			optional("block", func() { actual = reader.certifiedBlock(&block) }),
			optional("batches", func() { block.Batches = reader.batches() }),
		)
		if isObject && actual == nil {
			reader.note(errors.New("missing height"))
		}
	})
	switch {
	case !isObject:
		reader.problem = block.Problems.First()
	case actual == nil && block.Digest == "":
		reader.missing("block")
	case actual != nil && *actual != height:
		reader.note(fmt.Errorf("block %d instead of %d", *actual, height))
	}
	if err := reader.end(); err != nil {
		return ConsensusBlock{}, err
	}
	return block, nil
}

// certifiedBlock reads the block with its certificate and returns its height.
func (r *bodyReader) certifiedBlock(block *ConsensusBlock) (height *uint64) {
	r.fields(
		optional("block", func() { height = r.consensusBlock(block) }),
		optional("qc", func() { r.fields(optional("certificate", &block.Certificate)) }),
	)
	return height
}

func (r *bodyReader) consensusBlock(block *ConsensusBlock) (height *uint64) {
	r.fields(
		optional("digest", hashInto(&block.Digest)),
		optional("header", func() {
			var header BlockHeader
			r.header(&header, false)
			height, block.Timestamp, block.Author, block.Parent = header.Height, header.Timestamp, header.Author, header.Parent
			block.ChainID, block.Epoch, block.Round = header.ChainID, header.Epoch, header.Round
		}),
		optional("payload", &block.Payload),
	)
	return height
}

// header reads the header of a block. In transactions it has the hash of the block, and height and timestamp are required.
func (r *bodyReader) header(into *BlockHeader, inTransaction bool) (isObject bool) {
	members := [...]field{
		{"height", &into.Height, inTransaction},
		{"timestamp", &into.Timestamp, inTransaction},
		optional("author", hashInto(&into.Author)),
		optional("parent", hashInto(&into.Parent)),
		optional("view", func() { r.view(into) }),
		optional("hash", hashInto(&into.Hash)),
	}
	if !inTransaction {
		return r.fields(members[:len(members)-1]...)
	}
	return r.fields(members[:]...)
}

func (r *bodyReader) view(into *BlockHeader) {
	r.fields(
		optional("epoch_id", func() { r.fields(optional("chain_id", &into.ChainID), optional("epoch", &into.Epoch)) }),
		optional("round", &into.Round),
	)
}

func (r *bodyReader) certificate() *Certificate {
	if r.null() {
		return nil
	}
	certificate := &Certificate{}
	if !r.fields(
		optional("certifying_committee", hashInto(&certificate.Committee)),
		optional("data", func() { certificate.Data = r.span(func() { r.vote(certificate) }) }),
		optional("kind", &certificate.Kind),
		optional("signature", &certificate.Signature),
		optional("voters", func() { r.voters(certificate) }),
	) {
		return nil
	}
	return certificate
}

func (r *bodyReader) voters(certificate *Certificate) {
	voters, unread := []bool{}, []int(nil)
	if !r.array(func() {
		kind := r.kind()
		if kind == 'n' {
			r.note(errors.New("null instead of true or false"))
		}
		if kind != 't' && kind != 'f' {
			unread = append(unread, len(voters))
		}
		voters = append(voters, r.boolean())
	}) {
		return
	}
	certificate.Voters, certificate.Unread = voters, unread
}

// voters returns the voters with nil for those that could not be read.
func (c Certificate) voters() []*bool {
	if c.Voters == nil {
		return nil
	}
	voters := make([]*bool, len(c.Voters))
	for i := range voters {
		voters[i] = &c.Voters[i]
	}
	for _, unread := range c.Unread {
		voters[unread] = nil
	}
	return voters
}

// vote reads what the members voted for: {"kind": ..., "block": {"hash": ..., "header": {...}}}.
func (r *bodyReader) vote(certificate *Certificate) {
	certificate.VoteKind, certificate.Block = "", nil
	r.fields(optional("kind", &certificate.VoteKind), optional("block", func() { certificate.Block = r.votedBlock() }))
}

func (r *bodyReader) votedBlock() *BlockHeader {
	block, digest := &BlockHeader{}, ""
	if !r.fields(
		optional("hash", hashInto(&digest)),
		optional("digest", hashInto(&digest)),
		optional("header", func() {
			*block = BlockHeader{}
			r.header(block, false)
		}),
	) {
		return nil
	}
	block.Hash = digest
	return block
}
