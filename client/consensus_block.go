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
	Raw                    json.RawMessage // the complete JSON
	Problems               Problems        // the parts that could not be decoded
	Other                  Members         // the members that are not known
}

// Certificate is the quorum certificate of a block.
type Certificate struct {
	Kind      string // Validity, Quorum, Unanimous or another one that the node uses
	VoteKind  string // Commit, PrepareNormal or another one that the node uses
	Committee string
	Voters    []bool // by index in the committee of the epoch: whether the member voted
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

// Batches are the transaction batches that a block finalized, in execution order. The specification does not define their
// content; Hashes are those that could be recognized.
type Batches struct {
	Hashes []string
	Raw    json.RawMessage
}

// MarshalJSON leaves out Payload and Raw. What is absent is null.
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
		Problems    Problems     `json:"problems"`
		Other       Members      `json:"other"`
	}{
		b.Height, textOrNull(b.Digest), textOrNull(b.Author), textOrNull(b.Parent), b.Timestamp,
		b.ChainID, b.Epoch, b.Round, b.Certificate, b.Batches, b.Problems, b.Other,
	})
}

// MarshalJSON adds the numbers of members and votes.
func (c Certificate) MarshalJSON() ([]byte, error) {
	voters := emptyIfNil(c.Voters)
	return marshal(struct {
		Kind      *string `json:"kind"`
		VoteKind  *string `json:"vote_kind"`
		Committee *string `json:"committee"`
		Voters    []bool  `json:"voters"`
		Votes     int     `json:"votes"`
		Members   int     `json:"members"`
	}{textOrNull(c.Kind), textOrNull(c.VoteKind), textOrNull(c.Committee), voters, c.Votes(), len(voters)})
}

// MarshalJSON returns an array with an object for each hash.
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
		return decodeConsensusBlock(found, height)
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
		isObject = reader.object(func(name []byte) {
			switch string(name) {
			case "block":
				actual = reader.certifiedBlock(&block)
			case "batches":
				block.Batches = reader.batches()
			}
		})
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
		reader.note(fmt.Errorf("block %d instead of the requested block %d", *actual, height))
	}
	if err := reader.end(); err != nil {
		return ConsensusBlock{}, err
	}
	return block, nil
}

// certifiedBlock reads the block with its certificate and returns its height.
func (r *bodyReader) certifiedBlock(block *ConsensusBlock) (height *uint64) {
	r.object(func(name []byte) {
		switch string(name) {
		case "block":
			height = r.consensusBlock(block)
		case "qc":
			r.member("certificate", func() { block.Certificate = r.certificate() })
		}
	})
	return height
}

func (r *bodyReader) consensusBlock(block *ConsensusBlock) (height *uint64) {
	r.object(func(name []byte) {
		switch string(name) {
		case "digest":
			block.Digest = hash(r.text())
		case "header":
			header, _ := r.header()
			height, block.Timestamp, block.Author, block.Parent = header.height, header.timestamp, header.author, header.parent
			block.ChainID, block.Epoch, block.Round = header.chainID, header.epoch, header.round
		case "payload":
			block.Payload = r.raw()
		}
	})
	return height
}

// header is the header of a block, alone or in a transaction.
type header struct {
	height, chainID, epoch, round *uint64
	timestamp                     *Timestamp
	hash, author, parent          string
}

func (r *bodyReader) header() (read header, isObject bool) {
	isObject = r.object(func(name []byte) {
		switch string(name) {
		case "height":
			read.height = r.unsigned()
		case "hash":
			read.hash = hash(r.text())
		case "timestamp":
			read.timestamp = r.timestamp()
		case "author":
			read.author = hash(r.text())
		case "parent":
			read.parent = hash(r.text())
		case "view":
			r.view(&read)
		}
	})
	return read, isObject
}

func (r *bodyReader) view(into *header) {
	r.object(func(name []byte) {
		switch string(name) {
		case "epoch_id":
			r.object(func(name []byte) {
				switch string(name) {
				case "chain_id":
					into.chainID = r.unsigned()
				case "epoch":
					into.epoch = r.unsigned()
				}
			})
		case "round":
			into.round = r.unsigned()
		}
	})
}

func (r *bodyReader) certificate() *Certificate {
	if r.null() {
		return nil
	}
	certificate := &Certificate{}
	r.object(func(name []byte) {
		switch string(name) {
		case "certifying_committee":
			certificate.Committee = hash(r.text())
		case "data":
			certificate.VoteKind = ""
			certificate.Data = r.whole(func() {
				if r.kind() != '{' {
					r.skip() // the specification says only that it is an object
					return
				}
				r.member("kind", func() {
					if r.kind() == '"' {
						certificate.VoteKind = r.text()
					}
				})
			})
		case "kind":
			certificate.Kind = r.text()
		case "signature":
			certificate.Signature = r.raw()
		case "voters":
			certificate.Voters = nil
			r.array(func() { certificate.Voters = append(certificate.Voters, r.boolean()) })
		}
	})
	return certificate
}

// batches reads batches in any form; nil for null.
func (r *bodyReader) batches() *Batches {
	if r.null() {
		return nil
	}
	batches := &Batches{}
	batches.Raw = r.whole(func() { batches.Hashes = r.batchHashes(batchDepth) })
	return batches
}

// batchDepth is the maximum number of objects around the batches.
const batchDepth = 4

// batchHashes reads any value and returns the hashes in it: those that are names of an object, or the elements of an array,
// or in its objects under "hash" or "digest". In other objects it searches the members and returns the first hashes.
func (r *bodyReader) batchHashes(depth int) []string {
	var hashes []string
	switch kind := r.kind(); {
	case kind == '[':
		r.array(func() {
			if found := r.batchHash(); found != "" {
				hashes = append(hashes, found)
			}
		})
	case kind == '{' && depth > 0:
		var inside []string
		r.object(func(name []byte) {
			switch {
			case isHash(string(name)):
				hashes = append(hashes, hash(string(name)))
			case inside == nil:
				inside = r.batchHashes(depth - 1)
			}
		})
		if hashes == nil {
			hashes = inside
		}
	default:
		r.skip()
	}
	return hashes
}

// batchHash reads a batch and returns its hash, "" if it is not recognized.
func (r *bodyReader) batchHash() string {
	found := ""
	read := func() {
		if text := r.text(); isHash(text) {
			found = hash(text)
		}
	}
	switch r.kind() {
	case '"':
		read()
	case '{':
		r.object(func(name []byte) {
			switch {
			case (string(name) == "hash" || string(name) == "digest") && r.kind() == '"':
				read()
			case isHash(string(name)):
				found = hash(string(name))
			}
		})
	default:
		r.skip()
	}
	return found
}

// isHash reports whether the text is 64 hex digits, with or without 0x.
func isHash(text string) bool {
	digits, found := strings.CutPrefix(hash(text), "0x")
	return found && len(digits) == 64 && strings.Trim(digits, "0123456789abcdef") == ""
}
