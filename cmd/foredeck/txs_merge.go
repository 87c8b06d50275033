package main

import (
	"iter"
	"math"

	"foredeck/client"
)

// merged puts lists of one order together by block time, each record once. It holds one record of each list, and the hashes
// of one instant: a record that stands in two lists has the same block time in both.
func merged(order client.Order, lists ...iter.Seq2[client.Transaction, error]) iter.Seq2[client.Transaction, error] {
	return func(yield func(client.Transaction, error) bool) {
		sources := make([]*mergeSource, len(lists))
		for i, list := range lists {
			source := &mergeSource{}
			if order == client.NewestFirst {
				source.at = math.MaxUint64
			}
			var stop func()
			source.next, stop = iter.Pull2(list)
			defer stop()
			sources[i] = source
		}
		var at client.Timestamp
		seen := map[string]bool{}
		for {
			var chosen *mergeSource
			for _, source := range sources {
				if err := source.fill(); err != nil {
					yield(client.Transaction{}, err)
					return
				}
				if source.ended {
					continue
				}
				sooner := chosen != nil && (order == client.NewestFirst && source.at > chosen.at || order == client.OldestFirst && source.at < chosen.at)
				if chosen == nil || sooner {
					chosen = source
				}
			}
			if chosen == nil {
				return
			}
			if chosen.at != at {
				at = chosen.at
				clear(seen)
			}
			item := *chosen.head
			chosen.head = nil
			if item.Hash != "" && seen[item.Hash] {
				continue
			}
			seen[item.Hash] = true
			if !yield(item, nil) {
				return
			}
		}
	}
}

// mergeSource is one of the lists: its next record and the time at which that stands.
type mergeSource struct {
	next  func() (client.Transaction, error, bool)
	head  *client.Transaction
	at    client.Timestamp
	ended bool
}

// fill takes the next record where there is none in hand. A record that is in no block yet stays beside its neighbour.
func (s *mergeSource) fill() error {
	if s.head != nil || s.ended {
		return nil
	}
	item, err, more := s.next()
	switch {
	case !more:
		s.ended = true
		return nil
	case err != nil:
		return err
	}
	s.head = &item
	if item.Block != nil {
		s.at = item.Block.Timestamp
	}
	return nil
}
