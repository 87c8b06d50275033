package main

import (
	"context"
	"strconv"
	"strings"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/record"
)

func init() { runners["block"] = &runner{check: checkBlock, open: openBlocks, run: showBlock} }

func showBlock(in *invocation) error {
	height, isHead, err := in.blockHeight()
	if err != nil {
		return err
	}
	var block client.Block
	if isHead {
		if block, err = in.head(); err != nil {
			return err
		}
		height = block.Height
	}
	switch {
	case in.isSet("with-batches"):
		block, err = in.s.node.Block(in.ctx(), height, client.WithBatches())
	case !isHead:
		block, err = in.s.node.Block(in.ctx(), height)
	}
	if err != nil {
		return err
	}
	in.note(&block)
	return printRecord(in, record.Blocks(in.s.now, false), &block)
}

func checkBlock(in *invocation) error {
	if _, _, err := in.blockHeight(); err != nil {
		return err
	}
	_, err := in.headHints()
	return err
}

// blockHeight parses the argument of block: a height or head.
func (in *invocation) blockHeight() (height uint64, isHead bool, err error) {
	if in.args[0] == "head" {
		return 0, true, nil
	}
	height, err = parseHeight("HEIGHT", in.args[0], "head or a whole number up to 2^64-1")
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

// headHints returns the height of --from-height, if given.
func (in *invocation) headHints() ([]uint64, error) {
	if in.value("from-height") == "" {
		return nil, nil
	}
	height, err := parseHeight("--from-height", in.value("from-height"), "a whole number up to 2^64-1")
	return []uint64{height}, err
}

// head finds the newest block. The search starts at --from-height, at the height of a recent transaction, if there is one, and at more.
func (in *invocation) head(more ...uint64) (client.Block, error) {
	hints, err := in.headHints()
	if err != nil {
		return client.Block{}, err
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
