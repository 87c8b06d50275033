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
				if chosen == nil || source.before(chosen, order) {
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

// before tells whether the source's next record comes before another's. In one block what an account sent goes by number.
func (s *mergeSource) before(other *mergeSource, order client.Order) bool {
	if s.at != other.at {
		return (s.at > other.at) == (order == client.NewestFirst)
	}
	mine, theirs := number(s.head), number(other.head)
	return mine != nil && theirs != nil && *mine != *theirs && *s.head.Sender == *other.head.Sender &&
		(*mine > *theirs) == (order == client.NewestFirst)
}

// number is the sequence number that the sender gave; that of an automated transaction is its task's.
func number(t *client.Transaction) *uint64 {
	if t.Sender == nil || t.Type == string(client.AutomatedType) {
		return nil
	}
	return t.SequenceNumber
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
