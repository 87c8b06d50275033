package main

import (
	"context"
	"errors"
	"fmt"
	"math"

	"foredeck/client"
	"foredeck/client/move"
)

const (
	// highestProbe is the power of two up to which heights are looked for where nothing says how high the chain is.
	highestProbe = 40
	// stepsPerOctave is how many heights are tried between two powers of two when no power of two is held: a node that dropped
	// its old blocks holds a stretch of the newest.
	stepsPerOctave = 4
	// catchUp is how many blocks that came meanwhile are taken up at the end.
	catchUp = 8
)

// head finds the newest block's height. The RPC has no call for it, so heights are tried, from that of a recent transaction
// where there is one, in steps that double, then by halves.
func (s *session) head(ctx context.Context) (uint64, error) {
	low, err := s.anyHeight(ctx)
	if err != nil {
		return 0, err
	}
	var high uint64
	for step := uint64(1); ; step *= 2 {
		high = low + min(step, math.MaxUint64-low)
		held, err := s.holds(ctx, high)
		if err != nil {
			return 0, err
		}
		if !held || high == math.MaxUint64 {
			break
		}
		low = high
	}
	for low+1 < high {
		middle := low + (high-low)/2
		held, err := s.holds(ctx, middle)
		if err != nil {
			return 0, err
		}
		if held {
			low = middle
		} else {
			high = middle
		}
	}
	for range catchUp {
		if held, err := s.holds(ctx, low+1); err != nil || !held {
			return low, err
		}
		low++
	}
	return low, nil
}

// anyHeight is that of a block which the node holds.
func (s *session) anyHeight(ctx context.Context) (uint64, error) {
	if hint := s.recentHeight(ctx); hint > 0 {
		if held, err := s.holds(ctx, hint); held || err != nil {
			return hint, err
		}
	}
	for steps := uint64(1); steps <= stepsPerOctave; steps *= stepsPerOctave {
		for power := range highestProbe {
			for step := range steps {
				height := uint64(1)<<power + uint64(1)<<power*step/steps
				if held, err := s.holds(ctx, height); held || err != nil {
					return height, err
				}
			}
		}
	}
	if held, err := s.holds(ctx, 0); held || err != nil {
		return 0, err
	}
	return 0, fmt.Errorf("no block was found at the heights that were tried: %w", client.ErrNotFound)
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

func (s *session) holds(ctx context.Context, height uint64) (bool, error) {
	_, err := s.node.ConsensusBlock(ctx, height)
	if errors.Is(err, client.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}
