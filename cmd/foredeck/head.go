package main

import (
	"context"

	"foredeck/client"
	"foredeck/client/move"
)

// head finds the newest block, beginning at the height of a recent transaction, where there is one, and at those that the
// caller knows of.
func (s *session) head(ctx context.Context, hints ...uint64) (client.ConsensusBlock, error) {
	if recent := s.recentHeight(ctx); recent > 0 {
		hints = append(hints, recent)
	}
	return s.node.FindHead(ctx, client.HeadSearch{Hints: hints})
}

// recentHeight is the height of the newest transaction of an account that has some; 0 where none is found, whyever.
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
		if transaction.Block != nil {
			height = max(height, transaction.Block.Height)
		}
	}
	return height
}

// fromHeight is the flag of the commands that look for the newest block.
type fromHeight string

// hints gives the height that the flag names, if it names one.
func (f fromHeight) hints() ([]uint64, error) {
	if f == "" {
		return nil, nil
	}
	height, err := parseHeight("--from-height", string(f), "a whole number up to 2^64-1")
	return []uint64{height}, err
}

const fromHeightUsage = "a height near the newest block, to begin looking for that"
