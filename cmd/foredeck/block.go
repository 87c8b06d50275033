package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/record"
	"foredeck/tui/target"
)

func init() {
	runners["block"] = &runner{check: checkBlock, open: openBlocks, run: showBlock, later: []examinedCall{
		{"block by hash", client.V1, false, func(e *examination) error { return onlyError(e.node.BlockByHash(e.ctx(), e.digest)) }},
		{"block transactions", client.V1, false, func(e *examination) error {
			return onlyError(e.node.Block(e.ctx(), e.height, client.WithTransactions()))
		}},
		{consensusBlockCall, client.V4, false, func(e *examination) error {
			return onlyError(e.node.Block(e.ctx(), e.height, client.WithBatches()))
		}},
	}}
}

func showBlock(in *invocation) error {
	block, err := in.block()
	if err != nil {
		return err
	}
	in.note(&block)
	if in.isSet("transactions") {
		for i := range block.Transactions {
			in.note(&block.Transactions[i])
		}
		return printRecords(in, in.transactionColumns(allKinds, move.Address{}), block.Transactions)
	}
	if err := printRecord(in, record.Blocks(in.s.now, false), &block); err != nil {
		return err
	}
	in.noteCertificate(&block)
	return nil
}

// block reads the block that the argument names, with what the options add.
func (in *invocation) block() (client.Block, error) {
	height, isHead, err := in.blockHeight()
	var block client.Block
	isKnown := false
	hash, isHash := blockHash(in.args[0])
	switch {
	case isHash:
		block, err = in.s.node.BlockByHash(in.ctx(), hash)
	case isHead:
		block, err = in.head()
		isKnown = true
	}
	if err != nil {
		return block, err
	}
	if isHash || isHead {
		height = block.Height
	}
	switch {
	case in.isSet("with-batches"):
		return in.s.node.Block(in.ctx(), height, client.WithBatches())
	case in.isSet("transactions"):
		return in.s.node.Block(in.ctx(), height, client.WithTransactionType(transactionTypes[in.value("type")]))
	case !isKnown:
		block, err = in.s.node.Block(in.ctx(), height)
	}
	if err == nil && block.Statistics == nil && in.s.token != "" {
		// The consensus block of a public node has no statistics.
		if executed, err := in.s.node.Block(in.ctx(), height, client.WithTransactions()); err == nil {
			block.Statistics = executed.Statistics
		}
	}
	return block, err
}

// blockHash returns the argument of block as a hash. ok is false if it is something else.
func blockHash(argument string) (hash string, ok bool) {
	hash, err := target.ParseHash(argument)
	return hash, err == nil
}

func checkBlock(in *invocation) error {
	if _, _, err := in.blockHeight(); err != nil {
		return err
	}
	_, err := in.headHints()
	_, isType := transactionTypes[in.value("type")]
	return cmp.Or(err,
		wrongIf(in.value("type") != "" && !in.isSet("transactions"), "--type: requires --transactions"),
		wrongIf(!isType, "--type %q: must be user, auto, meta or record", in.value("type")),
		wrongIf(in.isSet("with-batches") && in.isSet("transactions"), "--with-batches and --transactions: use only one of them"))
}

// noteCertificate says on stderr why a block has no certificate, and what a token would add.
func (in *invocation) noteCertificate(block *client.Block) {
	if block.Certificate != nil || in.prints("raw") {
		return
	}
	switch refusal := in.s.node.ConsensusRefusal(); {
	case refusal == nil:
	case in.s.token != "" && errors.Is(refusal, client.ErrUnauthorized):
		fmt.Fprintln(in.stderr(), "foredeck: no votes and batches: the node rejects the consensus token")
	case errors.Is(refusal, client.ErrUnsupported):
		fmt.Fprintln(in.stderr(), "foredeck: no votes and batches: this node serves no certificates of blocks")
	case errors.Is(refusal, client.ErrUnauthorized):
		fmt.Fprintln(in.stderr(), "foredeck: no votes and batches: a consensus token adds them, set FOREDECK_CONSENSUS_TOKEN")
	}
}

// blockHeight parses the argument of block: a height or head. The height of a hash is 0.
func (in *invocation) blockHeight() (height uint64, isHead bool, err error) {
	if in.args[0] == "head" {
		return 0, true, nil
	}
	if _, isHash := blockHash(in.args[0]); isHash {
		return 0, false, nil
	}
	height, err = parseHeight("HEIGHT", in.args[0], "head, a hash or a whole number up to 2^64-1")
	return height, false, err
}

// parseHeight parses a height, which may be grouped: 48,211,907. rule completes the error: what the argument must be.
func parseHeight(name, argument, rule string) (uint64, error) {
	height, err := strconv.ParseUint(strings.ReplaceAll(argument, ",", ""), 10, 64)
	if err != nil {
		return 0, usagef("%s %q: must be %s", name, argument, rule)
	}
	return height, nil
}

// headHints returns the height of --from-height, if the command has it and it is given.
func (in *invocation) headHints() ([]uint64, error) {
	if in.options["from-height"] == nil || in.value("from-height") == "" {
		return nil, nil
	}
	height, err := parseHeight("--from-height", in.value("from-height"), "a whole number up to 2^64-1")
	return []uint64{height}, err
}

// head finds the newest block. If the node does not say which it is, the search starts at --from-height, at the height of a recent
// transaction, if there is one, and at more.
func (in *invocation) head(more ...uint64) (client.Block, error) {
	hints, err := in.headHints()
	if err != nil {
		return client.Block{}, err
	}
	newest, err := in.s.node.FindHead(in.ctx(), client.HeadSearch{Quick: true})
	if !errors.Is(err, client.ErrUnsupported) && !errors.Is(err, client.ErrNotFound) {
		return newest, err
	}
	hints = append(hints, more...)
	if recent := in.s.recentHeight(in.ctx()); recent > 0 {
		hints = append(hints, recent)
	}
	return in.s.node.FindHead(in.ctx(), client.HeadSearch{Hints: hints})
}

// recentHeight returns the height of the newest transaction of an account that is likely to have some, 0 if none is found.
func (s *session) recentHeight(ctx context.Context) uint64 {
	account, _ := move.ParseAddress("0x1")
	if len(s.names) > 0 {
		account = s.names[0].Address
	}
	newest := client.PageRequest{Count: 1}
	sent, _ := s.node.Transactions(ctx, account, newest)
	coin, _ := s.node.CoinTransactions(ctx, account, client.AnyType, newest)
	var height uint64
	for _, transaction := range append(sent.Items, coin.Items...) {
		if known := transaction.Height(); known != nil {
			height = max(height, *known)
		}
	}
	return height
}
