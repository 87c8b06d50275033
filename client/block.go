package client

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

const (
	callConsensusBlock call = "consensus block"
	callBlock          call = "blocks with transactions"
	callBlockByHash    call = "blocks by hash"
)

// isChainCall reports whether a call is about the chain and not about accounts: its versions say nothing about those of other calls.
func isChainCall(c call) bool {
	switch c {
	case callAccount, callTransactions, callCoinTransactions, callAutomatedTransactions, callModules, callModule, callResources, callResource, callView, callViewBCS:
		return false
	}
	return true
}

// isLaterCall reports whether only nodes that are newer than the specification have a call.
func isLaterCall(c call) bool { return isChainCall(c) && c != callConsensusBlock }

// Block is a block of the chain, from one of two kinds of calls: the consensus block has its certificate and its batches (spec section
// 2.8), the executed one its statistics and its transactions. Digests and identities are 0x and lower-case hex digits.
type Block struct {
	Height                 uint64
	Digest, Author, Parent string
	Timestamp              *Timestamp
	ChainID, Epoch, Round  *uint64
	Certificate            *Certificate     // nil for an executed block
	Payload                json.RawMessage  // nil for an executed block
	Batches                *Batches         // only with WithBatches
	BatchesRequested       bool             // whether WithBatches was given
	Statistics             *BlockStatistics // nil for a consensus block, and where the node has none
	Transactions           []Transaction    // only with WithTransactions; in order of execution, with this block as their Block
	TransactionsRequested  bool             // whether WithTransactions was given
	Raw                    json.RawMessage  // the complete JSON
	Problems               Problems         // the parts that could not be decoded
	Other                  Members          // the members that are not known
}

// BlockStatistics are the figures of the execution of a block; nil if the node does not send them. Gas is in units of gas, prices are per
// unit of gas in the smallest unit of the coin.
type BlockStatistics struct {
	UserTransactions      *uint64 `json:"user_transactions"`
	AutomatedTransactions *uint64 `json:"automated_transactions"`
	AutomationRecords     *uint64 `json:"automation_records"`
	UserGasUsed           *uint64 `json:"user_gas_used"`
	AutomatedGasUsed      *uint64 `json:"automated_gas_used"`
	MinGasPrice           *uint64 `json:"min_gas_price"`
	MaxGasPrice           *uint64 `json:"max_gas_price"`
	AutomatedGasPrice     *uint64 `json:"automated_gas_price"`
}

// Header returns the header of the block, as transactions have it.
func (b *Block) Header() *BlockHeader {
	return &BlockHeader{Height: &b.Height, Hash: b.Digest, Timestamp: b.Timestamp, Author: b.Author, Parent: b.Parent,
		Epoch: b.Epoch, Round: b.Round, ChainID: b.ChainID}
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
func (b Block) MarshalJSON() ([]byte, error) {
	return marshal(struct {
		Height           uint64           `json:"height"`
		Digest           *string          `json:"digest"`
		Author           *string          `json:"author"`
		Parent           *string          `json:"parent"`
		Timestamp        *Timestamp       `json:"timestamp_us"`
		ChainID          *uint64          `json:"chain_id"`
		Epoch            *uint64          `json:"epoch"`
		Round            *uint64          `json:"round"`
		Certificate      *Certificate     `json:"certificate"`
		Payload          json.RawMessage  `json:"payload"`
		Batches          *Batches         `json:"batches"`
		BatchesRequested bool             `json:"batches_requested"`
		Statistics       *BlockStatistics `json:"statistics"`
		Transactions     []Transaction    `json:"transactions"`
		Problems         Problems         `json:"problems"`
		Other            Members          `json:"other"`
	}{
		b.Height, textOrNull(b.Digest), textOrNull(b.Author), textOrNull(b.Parent), b.Timestamp,
		b.ChainID, b.Epoch, b.Round, b.Certificate, b.Payload, b.Batches, b.BatchesRequested, b.Statistics, b.Transactions, b.Problems, b.Other,
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

// BlockOption configures Block, such as WithBatches.
type BlockOption func(*blockOptions)

type blockOptions struct {
	batches, transactions, statistics bool
	kind                              TransactionType
}

// WithBatches includes the transaction batches, which can be large. Only consensus blocks have them.
func WithBatches() BlockOption { return func(options *blockOptions) { options.batches = true } }

// WithTransactions includes the transactions of all types, or those of users only on nodes that have no others. Only executed blocks have
// them.
func WithTransactions() BlockOption {
	return func(options *blockOptions) { options.transactions = true }
}

// WithTransactionType is WithTransactions for the transactions of one type. The statistics of the block still count all.
func WithTransactionType(kind TransactionType) BlockOption {
	return func(options *blockOptions) { options.transactions, options.kind = true, kind }
}

// WithStatistics reads the block as it was executed, also from nodes that serve it with its certificate.
func WithStatistics() BlockOption { return func(options *blockOptions) { options.statistics = true } }

// WithConsensusToken sets the token for consensus blocks, which deployed nodes require as Authorization: Bearer. It is sent
// only to the base URL and those of its failover ([transport.Policy]), not along redirects, and never appears in errors.
func WithConsensusToken(token string) Option {
	return func(o *options) { o.consensusToken = token }
}

// The calls that Block found to work. The zero value is neither.
const (
	consensusBlocks = iota + 1
	executedBlocks
)

// Block reads a block: with its certificate if the node serves that to this client (spec section 4.6), which on public nodes takes the token
// of WithConsensusToken, and else with its statistics. The error is ErrNotFound for a future or pruned block. It is ErrUnauthorized if
// the node has only consensus blocks, or is asked for batches, and the token is missing or invalid.
func (n *Node) Block(ctx context.Context, height uint64, opts ...BlockOption) (Block, error) {
	var chosen blockOptions
	for _, option := range opts {
		option(&chosen)
	}
	source := n.blockSource.Load()
	switch {
	case chosen.batches && (chosen.transactions || chosen.statistics):
		return Block{}, &ArgumentError{Field: "block options", Rule: "WithBatches needs a request of its own"}
	case chosen.transactions, chosen.statistics:
		if err := checkTransactionType(chosen.kind); err != nil {
			return Block{}, err
		}
		return n.executedBlock(ctx, height, chosen)
	case source == executedBlocks && !chosen.batches:
		block, err := n.executedBlock(ctx, height, blockOptions{})
		if !errors.Is(err, ErrUnsupported) {
			return block, err
		}
	}
	block, err := n.consensusBlock(ctx, height, chosen.batches)
	if chosen.batches || !isPermanent(err) {
		if err == nil || errors.Is(err, ErrNotFound) {
			n.blockSource.Store(consensusBlocks)
		}
		return block, err
	}
	n.consensusRefusal.Store(&err)
	executed, executedErr := n.executedBlock(ctx, height, blockOptions{})
	switch {
	case executedErr == nil || errors.Is(executedErr, ErrNotFound):
		n.blockSource.Store(executedBlocks)
	case !isTemporary(executedErr):
		return block, err
	}
	return executed, executedErr
}

// isTemporary reports whether an error says nothing about what the node serves.
func isTemporary(err error) bool {
	if status, ok := errors.AsType[*StatusError](err); ok {
		return status.Status/100 == 5 || status.Status == http.StatusTooManyRequests
	}
	_, ok := errors.AsType[*TransportError](err)
	return ok
}

// ConsensusRefusal returns why the blocks of this node come without certificates: ErrUnauthorized if the token is missing or invalid, or
// ErrUnsupported. It is nil if they have them, and before the first block.
func (n *Node) ConsensusRefusal() error {
	if refusal := n.consensusRefusal.Load(); refusal != nil && n.blockSource.Load() == executedBlocks {
		return *refusal
	}
	return nil
}

// HasExecutedBlocks reports whether the node was seen to have blocks with transactions and statistics.
func (n *Node) HasExecutedBlocks() bool {
	return n.newest.Load() == newestByCall || n.blockSource.Load() == executedBlocks
}

// BlockVersion returns the version of the RPC that executed blocks are from; Auto before the first one.
func (n *Node) BlockVersion() Version {
	if n.version != Auto {
		return n.version
	}
	return n.versionOf(callBlock)
}

// HasConsensusToken reports whether WithConsensusToken gave the Node a token.
func (n *Node) HasConsensusToken() bool { return n.consensusToken != "" }

// consensusBlock reads a block with its certificate. Version 4 responds to heights above the newest block like a node that does not have
// the call.
func (n *Node) consensusBlock(ctx context.Context, height uint64, batches bool) (Block, error) {
	return byVersion(n, callConsensusBlock, []Version{V1, V4}, func(version Version) (Block, error) {
		found, err := n.getConsensus(ctx, version, "/consensus/block/height/"+strconv.FormatUint(height, 10),
			url.Values{"with_batches": {strconv.FormatBool(batches)}})
		if version == V4 && errors.Is(err, ErrUnsupported) && n.hasConsensusV4(ctx) {
			return Block{}, fmt.Errorf("block %d: %w", height, ErrNotFound)
		}
		if err != nil {
			return Block{}, err
		}
		block, err := decodeConsensusBlock(found, height)
		block.BatchesRequested = batches && err == nil
		return block, err
	})
}

// getConsensus sends a request that can take the consensus token.
func (n *Node) getConsensus(ctx context.Context, version Version, path string, query url.Values) (apiResponse, error) {
	secret := http.Header{}
	if n.consensusToken != "" {
		secret.Set("Authorization", "Bearer "+n.consensusToken)
	}
	found, err := n.do(ctx, apiRequest{path: "/rpc/" + version.String() + path, query: query, secret: secret})
	return found, n.explainUnauthorized(err)
}

// hasConsensusV4 reports whether the node has consensus blocks of version 4.
func (n *Node) hasConsensusV4(ctx context.Context) bool {
	if n.versionOf(callConsensusBlock) == V4 {
		return true
	}
	_, err := n.getConsensus(ctx, V4, "/consensus/block", nil)
	return err == nil
}

// blockVersions have executed blocks. Those of version 4 have the hashes of events.
var blockVersions = []Version{V4, V3, V2, V1}

// executedBlock reads a block with its statistics, and the transactions that the options ask for. Nodes below version 3, which cannot filter
// them by type, have those of users only, without a type.
func (n *Node) executedBlock(ctx context.Context, height uint64, options blockOptions) (Block, error) {
	query := url.Values{}
	if options.transactions {
		query.Set("with_finalized_transactions", "true")
	}
	if options.kind != AnyType {
		query.Set("type", wireTypes[options.kind])
	}
	return byVersion(n, callBlock, blockVersions, func(version Version) (Block, error) {
		found, err := n.get(ctx, "/rpc/"+version.String()+"/block/height/"+strconv.FormatUint(height, 10), query)
		if err != nil {
			return Block{}, err
		}
		block, err := decodeExecutedBlock(found, &height)
		block.TransactionsRequested = options.transactions && err == nil
		if options.kind != AnyType {
			block.Transactions = slices.DeleteFunc(block.Transactions, func(t Transaction) bool {
				return cmp.Or(TransactionType(t.Type), UserType) != options.kind
			})
		}
		return block, err
	})
}

// BlockByHash reads a block without transactions by its digest. The error is ErrNotFound for the hash of something else.
func (n *Node) BlockByHash(ctx context.Context, digest string) (Block, error) {
	digest, err := checkHash("block hash", digest)
	if err != nil {
		return Block{}, err
	}
	return byVersion(n, callBlockByHash, []Version{V3, V2, V1, V4}, func(version Version) (Block, error) {
		found, err := n.get(ctx, "/rpc/"+version.String()+"/block/"+digest, nil)
		if status, ok := errors.AsType[*StatusError](err); ok && status.Status == http.StatusBadRequest {
			return Block{}, fmt.Errorf("block %s: %w: %w", digest, ErrNotFound, err) // the hash of a transaction
		}
		if err != nil {
			return Block{}, err
		}
		return decodeExecutedBlock(found, nil)
	})
}

// checkHash returns a hash with 0x and lower-case digits.
func checkHash(field, text string) (string, error) {
	if checked := hash(text); isLowerHex(checked, 2+2*hashBytes) {
		return checked, nil
	}
	return "", &ArgumentError{Field: field, Value: truncate(text, quotedCharacters), Rule: "must be 64 hex digits, with or without 0x"}
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
		return fmt.Errorf("%w: consensus blocks of this node require a token, and none is set: %w", ErrUnauthorized, err)
	default:
		return fmt.Errorf("%w: the node rejects the consensus token: %w", ErrUnauthorized, err)
	}
}
