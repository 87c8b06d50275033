package compare

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"iter"
	"slices"
	"strconv"
	"strings"

	"foredeck/client"
)

// Block is the comparison of the blocks at a height.
type Block struct {
	Height      uint64
	Differences []Difference // empty if the blocks are equal
}

// Blocks compares the blocks from one height up to another, both inclusive, one by one in ascending order: digest, author, parent,
// time, epoch, round, payload and the whole certificate with its votes. An error is yielded last.
func (p Pair) Blocks(ctx context.Context, from, to uint64) iter.Seq2[Block, error] {
	return func(yield func(Block, error) bool) {
		nextA, stopA := iter.Pull2(p.A.Blocks(ctx, from, to))
		defer stopA()
		nextB, stopB := iter.Pull2(p.B.Blocks(ctx, from, to))
		defer stopB()
		for height := from; ; height++ {
			a, errA, _ := nextA()
			b, errB, _ := nextB()
			if err := sideError(cmp.Or(errA, a.Problems.Err()), cmp.Or(errB, b.Problems.Err())); err != nil {
				yield(Block{Height: height}, err)
				return
			}
			if !yield(compareBlocks(a, b), nil) || height == to {
				return
			}
		}
	}
}

func compareBlocks(a, b client.Block) Block {
	block := Block{Height: a.Height}
	add := func(field string, a, b *string) {
		if !isEqualText(a, b) {
			block.Differences = append(block.Differences, Difference{&block.Height, field, a, b})
		}
	}
	add("digest", nonEmpty(a.Digest), nonEmpty(b.Digest))
	add("author", nonEmpty(a.Author), nonEmpty(b.Author))
	add("parent", nonEmpty(a.Parent), nonEmpty(b.Parent))
	add("timestamp_us", digits((*uint64)(a.Timestamp)), digits((*uint64)(b.Timestamp)))
	add("chain_id", digits(a.ChainID), digits(b.ChainID))
	add("epoch", digits(a.Epoch), digits(b.Epoch))
	add("round", digits(a.Round), digits(b.Round))
	add("payload", canonical(a.Payload), canonical(b.Payload))
	if a.Certificate == nil || b.Certificate == nil {
		add("certificate", presence(a.Certificate != nil), presence(b.Certificate != nil))
		return block
	}
	add("certificate.kind", nonEmpty(a.Certificate.Kind), nonEmpty(b.Certificate.Kind))
	add("certificate.vote_kind", nonEmpty(a.Certificate.VoteKind), nonEmpty(b.Certificate.VoteKind))
	add("certificate.committee", nonEmpty(a.Certificate.Committee), nonEmpty(b.Certificate.Committee))
	add("certificate.voters", voters(a.Certificate.Voters), voters(b.Certificate.Voters))
	add("certificate.data", canonical(a.Certificate.Data), canonical(b.Certificate.Data))
	add("certificate.signature", canonical(a.Certificate.Signature), canonical(b.Certificate.Signature))
	return block
}

// Has reports whether a field differs, or one of those below it: certificate has certificate.voters.
func (b *Block) Has(field string) bool {
	return slices.ContainsFunc(b.Differences, func(d Difference) bool {
		return d.Field == field || strings.HasPrefix(d.Field, field+".")
	})
}

// Fork is where the chains of the nodes part.
type Fork struct {
	// Height is the lowest height whose digests are known to differ.
	Height uint64 `json:"height"`
	// IsFirst is set if the blocks below it are known to be equal, or there are none. Otherwise one of the nodes has pruned them, and
	// the fork can be older.
	IsFirst bool `json:"is_first"`
	// Heights is the number of heights that were compared to find it.
	Heights int `json:"-"`
}

// FindFork finds the lowest height up to high whose digests differ, by bisection; nil if the digests at high are equal. A digest
// covers the digest of the parent, so blocks with equal digests have equal ancestors. That does not hold for certificates, which
// Blocks compares one by one, nor for a node that contradicts itself.
func (p Pair) FindFork(ctx context.Context, high uint64) (*Fork, error) {
	fork := &Fork{Height: high, Heights: 1}
	isEqual, err := p.sameDigest(ctx, high)
	if err != nil || isEqual {
		return nil, err
	}
	low, isPruned := uint64(0), false // below low the digests are equal, or the blocks are pruned
	for low < fork.Height {
		middle := low + (fork.Height-low)/2
		isEqual, err = p.sameDigest(ctx, middle)
		fork.Heights++
		switch {
		case errors.Is(err, client.ErrNotFound):
			low, isPruned = middle+1, true
		case err != nil:
			return nil, err
		case isEqual:
			low, isPruned = middle+1, false
		default:
			fork.Height = middle
		}
	}
	fork.IsFirst = !isPruned
	return fork, nil
}

// sameDigest reports whether the blocks at a height have the same digest.
func (p Pair) sameDigest(ctx context.Context, height uint64) (bool, error) {
	a, b, err := both(p, func(node *client.Node) (client.Block, error) {
		block, err := node.Block(ctx, height)
		if err == nil && block.Digest == "" {
			err = missingDigest(block)
		}
		return block, err
	})
	return strings.EqualFold(a.Digest, b.Digest), err
}

// errNoDigest reports a block without a digest.
var errNoDigest = errors.New("block without a digest")

// missingDigest returns why a block has no digest.
func missingDigest(block client.Block) error {
	return cmp.Or[error](block.Problems.Err(), &client.DecodeError{Path: "block.block.digest", Err: errNoDigest})
}

func isEqualText(a, b *string) bool { return a == b || a != nil && b != nil && *a == *b }

// nonEmpty returns nil for a text that is absent.
func nonEmpty(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func digits(n *uint64) *string {
	if n == nil {
		return nil
	}
	return new(strconv.FormatUint(*n, 10))
}

// presence returns a text for an object that only one side has.
func presence(present bool) *string {
	if !present {
		return nil
	}
	return new("present")
}

// voters returns a digit per member: 1 voted, 0 did not.
func voters(voted []bool) *string {
	line := make([]byte, len(voted))
	for i := range voted {
		line[i] = '0'
		if voted[i] {
			line[i] = '1'
		}
	}
	return new(string(line))
}

// canonical returns JSON with sorted keys and without whitespace, nil if it is absent or null.
func canonical(raw json.RawMessage) *string {
	value, err := decode(raw)
	if err != nil {
		return new(string(raw)) // not JSON, which the client reports elsewhere
	}
	if value == nil {
		return nil
	}
	sorted, err := json.Marshal(value)
	if err != nil {
		return new(string(raw))
	}
	return new(string(sorted))
}
