package client

import (
	"errors"
	"fmt"
)

// decodeConsensusBlock reads the block that was requested at a height. A block that lacks parts has Problems; a response
// with neither a height nor a digest is an error, and so is another block.
func decodeConsensusBlock(found apiResponse, height uint64) (Block, error) {
	reader := newBodyReader(found)
	block := Block{Height: height}
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
		return Block{}, err
	}
	return block, nil
}

// certifiedBlock reads the block with its certificate and returns its height.
func (r *bodyReader) certifiedBlock(block *Block) (height *uint64) {
	r.fields(
		optional("block", func() { height = r.consensusBlock(block) }),
		optional("qc", func() { r.fields(optional("certificate", &block.Certificate)) }),
	)
	return height
}

func (r *bodyReader) consensusBlock(block *Block) (height *uint64) {
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

// vote reads what the members voted for: {"kind": ..., "block": {"hash": ..., "header": {...}}}. What certificates of committees and of
// inclusion have is read from Data.
func (r *bodyReader) vote(certificate *Certificate) {
	certificate.VoteKind, certificate.Block = "", nil
	r.fields(optional("kind", &certificate.VoteKind), optional("block", func() { certificate.Block = r.votedBlock() }),
		optional("epoch_id", r.skip), optional("hash", r.skip), optional("block_height", r.skip),
		optional("movevm_merkle_accumulator_tree_root", r.skip), optional("evm_merkle_accumulator_tree_root", r.skip))
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

// decodeExecutedBlock reads a block in one of the forms of its calls: a header, an object with a header under "header", or that with
// statistics and transactions. height is the one that was requested; nil accepts any.
func decodeExecutedBlock(found apiResponse, height *uint64) (Block, error) {
	reader := newBodyReader(found)
	var block Block
	var header BlockHeader
	isObject := false
	block.Raw, block.Problems, block.Other = reader.record(func() {
		isObject = reader.fields(
			optional("header", func() { reader.header(&header, true) }),
			optional("execution_statistics", func() { block.Statistics = reader.statistics() }),
			optional("transactions", func() {
				if !reader.null() {
					block.Transactions = []Transaction{}
					reader.array(func() { block.Transactions = append(block.Transactions, reader.transaction()) })
				}
			}),
			// Older versions send the members of the header without the object around them.
			optional("height", &header.Height),
			optional("timestamp", &header.Timestamp),
			optional("author", hashInto(&header.Author)),
			optional("parent", hashInto(&header.Parent)),
			optional("view", func() { reader.view(&header) }),
			optional("hash", hashInto(&header.Hash)),
		)
		if isObject && header.Height == nil {
			reader.note(errors.New("missing height"))
		}
	})
	block.Digest, block.Author, block.Parent = header.Hash, header.Author, header.Parent
	block.Timestamp, block.ChainID, block.Epoch, block.Round = header.Timestamp, header.ChainID, header.Epoch, header.Round
	switch {
	case !isObject:
		reader.problem = block.Problems.First()
	case header.Height == nil && (height == nil || header.Hash == ""):
		reader.missing("header")
	case header.Height == nil:
		block.Height = *height
	case height != nil && *header.Height != *height:
		reader.note(fmt.Errorf("block %d instead of %d", *header.Height, *height))
	default:
		block.Height = *header.Height
	}
	if err := reader.end(); err != nil {
		return Block{}, err
	}
	if len(block.Transactions) == 0 {
		return block, nil
	}
	own := block.Header()
	for i := range block.Transactions {
		if block.Transactions[i].Block == nil {
			block.Transactions[i].Block = own
		}
	}
	return block, nil
}

// statistics reads the figures of the execution of a block; nil for null and other values.
func (r *bodyReader) statistics() *BlockStatistics {
	if r.null() {
		return nil
	}
	var s BlockStatistics
	if !r.fields(
		optional("user_txn_count", &s.UserTransactions),
		optional("automated_txn_count", &s.AutomatedTransactions),
		optional("automation_record_count", &s.AutomationRecords),
		optional("automated_txn_gas_unit_price", &s.AutomatedGasPrice),
		optional("block_gas_unit_price_min", &s.MinGasPrice),
		optional("block_gas_unit_price_max", &s.MaxGasPrice),
		optional("block_total_user_gas_used", &s.UserGasUsed),
		optional("block_total_automated_gas_used", &s.AutomatedGasUsed),
	) {
		return nil
	}
	return &s
}
