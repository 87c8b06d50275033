package health

import (
	"errors"
	"fmt"

	"foredeck/client"
)

// maxRequests limits the requests of one search. Usually there are two: the newest block, and the next one, which is missing.
const maxRequests = 24

// headSearch finds the newest block of a node near a height that it had.
type headSearch struct {
	check    func(height uint64) (client.ConsensusBlock, error)
	found    *client.ConsensusBlock // the highest so far
	requests int
}

// has reports whether the node has a height.
func (s *headSearch) has(height uint64) (bool, error) {
	s.requests++
	block, err := s.check(height)
	switch {
	case err == nil:
		if s.found == nil || block.Height >= s.found.Height {
			s.found = &block
		}
		return true, nil
	case errors.Is(err, client.ErrNotFound):
		return false, nil
	}
	return false, err
}

// find returns the newest block of a node that had known and is expected to have another height by now.
func (s headSearch) find(known, expected uint64) (client.ConsensusBlock, error) {
	ok, err := s.has(expected)
	if err != nil {
		return client.ConsensusBlock{}, err
	}
	if ok {
		return s.above(expected, expected+1)
	}
	head, err := s.between(known, expected)
	if err != nil || s.found != nil {
		return head, err
	}
	// There is nothing above known: the node still has it, or has gone back.
	absent := known + 1
	for step := uint64(0); ; step = max(1, 2*step) {
		height := known - min(step, known)
		ok, err := s.has(height)
		switch {
		case err != nil:
			return client.ConsensusBlock{}, err
		case ok:
			return s.between(height, absent)
		case height == 0 || s.requests >= maxRequests:
			return client.ConsensusBlock{}, fmt.Errorf("no block from %d to %d: %w", height, known, client.ErrNotFound)
		}
		absent = height
	}
}

// above returns the newest block of a node that has a height, in steps that double.
func (s headSearch) above(has, next uint64) (client.ConsensusBlock, error) {
	for step := uint64(1); s.requests < maxRequests; step *= 2 {
		ok, err := s.has(next)
		if err != nil {
			return client.ConsensusBlock{}, err
		}
		if !ok {
			return s.between(has, next)
		}
		has, next = next, next+2*step
	}
	return *s.found, nil
}

// between returns the newest block between a height that the node has, if s.found is set, and one that it does not have. Without any
// block s.found stays nil.
func (s *headSearch) between(has, absent uint64) (client.ConsensusBlock, error) {
	for absent-has > 1 && s.requests < maxRequests {
		middle := has + (absent-has)/2
		ok, err := s.has(middle)
		if err != nil {
			return client.ConsensusBlock{}, err
		}
		if ok {
			has = middle
		} else {
			absent = middle
		}
	}
	if s.found == nil {
		return client.ConsensusBlock{}, nil
	}
	return *s.found, nil
}
