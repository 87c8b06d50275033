package chain

import (
	"sync"

	"golang.org/x/crypto/sha3"
)

// Accumulators of transactions and events are binary trees of a fixed depth, with keccak256. Their shape is that of public nodes from
// v11.3.4; the depth and the leaf in place of those that are missing are not published.
const (
	TransactionDepth = 32
	EventDepth       = 8
)

// Tree hashes the nodes of one kind of accumulator.
type Tree struct {
	domain Digest
	empty  []Digest // roots of trees without leaves, by their height
}

// TransactionTree and EventTree return the trees of transactions and of the events of a transaction.
var (
	TransactionTree = sync.OnceValue(func() *Tree { return newTree("SUPRA::TransactionAccumulator", TransactionDepth) })
	EventTree       = sync.OnceValue(func() *Tree { return newTree("SUPRA::EventAccumulator", EventDepth) })
)

func newTree(domain string, depth int) *Tree {
	t := &Tree{domain: Keccak256([]byte(domain)), empty: make([]Digest, depth+1)}
	for level := range depth {
		t.empty[level+1] = t.node(t.empty[level], t.empty[level])
	}
	return t
}

// Keccak256 returns the hash of parts after each other.
func Keccak256(parts ...[]byte) (digest Digest) {
	hash := sha3.NewLegacyKeccak256()
	for _, part := range parts {
		_, _ = hash.Write(part) // a hash does not fail
	}
	hash.Sum(digest[:0])
	return digest
}

func (t *Tree) node(left, right Digest) Digest { return Keccak256(t.domain[:], left[:], right[:]) }

// Depth returns the number of levels above the leaves.
func (t *Tree) Depth() int { return len(t.empty) - 1 }

// Empty returns the root of a tree without leaves.
func (t *Tree) Empty() Digest { return t.empty[t.Depth()] }

// leaves are the leaves of a tree.
type leaves interface {
	// leaf returns a leaf.
	leaf(index uint64) Digest
	// stored returns the root of a subtree that is full, if it is stored.
	stored(level int, index uint64) (Digest, bool)
}

// subtree returns the root of a subtree: the index-th with 2^level leaves, of a tree whose first leaves exist.
func (t *Tree) subtree(from leaves, count uint64, level int, index uint64) Digest {
	if index<<level >= count {
		return t.empty[level]
	}
	if level == 0 {
		return from.leaf(index)
	}
	if (index+1)<<level <= count {
		if root, ok := from.stored(level, index); ok {
			return root
		}
	}
	return t.node(t.subtree(from, count, level-1, 2*index), t.subtree(from, count, level-1, 2*index+1))
}

// siblings returns the path of a leaf, from the leaf level up.
func (t *Tree) siblings(from leaves, count, index uint64) []Digest {
	path := make([]Digest, t.Depth())
	for level := range path {
		path[level] = t.subtree(from, count, level, index>>level^1)
	}
	return path
}

// eventLeaves are the hashes of the events of a transaction. They are few, so that nothing is stored.
type eventLeaves []Digest

func (l eventLeaves) leaf(index uint64) Digest          { return l[index] }
func (l eventLeaves) stored(int, uint64) (Digest, bool) { return Digest{}, false }

// EventRoot returns the root over the hashes of the events of a transaction.
func EventRoot(events []Digest) Digest {
	t := EventTree()
	return t.subtree(eventLeaves(events), uint64(len(events)), t.Depth(), 0)
}

// EventPath returns the siblings of an event of a transaction.
func EventPath(events []Digest, index int) []Digest {
	return EventTree().siblings(eventLeaves(events), uint64(len(events)), uint64(index))
}

// groupLevel is the level from which on full subtrees are stored. An accumulator takes 8 bytes for each transaction, and a proof hashes at
// most 16 transactions again.
const groupLevel = 3

// Accumulator is the history tree over the transactions of a chain, in order of execution, from the first block that is not computed on. It
// is built when it is first asked, and then extended. Its methods are safe for concurrent use.
type Accumulator struct {
	// events returns the hashes of the events of a transaction.
	events func(records *Records, t *Transaction) []Digest

	mutex   sync.Mutex
	records *Records   // while a method runs
	levels  [][]Digest // full subtrees by level, from groupLevel on
}

// NewAccumulator returns the accumulator of a chain, given a function that returns the hashes of the events of a transaction.
func NewAccumulator(events func(*Records, *Transaction) []Digest) *Accumulator {
	return &Accumulator{events: events, levels: [][]Digest{nil}}
}

// TransactionLeaf returns the leaf of a transaction.
func TransactionLeaf(transaction, eventRoot Digest) Digest {
	domain := TransactionTree().domain
	return Keccak256(domain[:], transaction[:], eventRoot[:])
}

func (a *Accumulator) leaf(index uint64) Digest {
	transaction := &a.records.Transactions[index]
	return TransactionLeaf(transaction.Hash, EventRoot(a.events(a.records, transaction)))
}

func (a *Accumulator) stored(level int, index uint64) (Digest, bool) {
	level -= groupLevel
	if level < 0 || level >= len(a.levels) || index >= uint64(len(a.levels[level])) {
		return Digest{}, false
	}
	return a.levels[level][index], true
}

// extend stores the full subtrees among the first transactions.
func (a *Accumulator) extend(count uint64) {
	t := TransactionTree()
	for group := uint64(len(a.levels[0])); (group+1)<<groupLevel <= count; group++ {
		root := t.subtree(a, count, groupLevel, group)
		for level := 0; ; level++ {
			if level == len(a.levels) {
				a.levels = append(a.levels, nil)
			}
			stored := append(a.levels[level], root)
			a.levels[level] = stored
			if len(stored)%2 != 0 {
				break
			}
			root = t.node(stored[len(stored)-2], root)
		}
	}
}

// with calls a function when the subtrees among the first transactions are stored.
func (a *Accumulator) with(records *Records, count uint32, call func(t *Tree, count uint64)) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	a.records = records
	defer func() { a.records = nil }()
	a.extend(uint64(count))
	call(TransactionTree(), uint64(count))
}

// Root returns the root over the first transactions.
func (a *Accumulator) Root(records *Records, count uint32) (root Digest) {
	a.with(records, count, func(t *Tree, count uint64) { root = t.subtree(a, count, t.Depth(), 0) })
	return root
}

// Path returns the siblings of a transaction in the tree over the first transactions.
func (a *Accumulator) Path(records *Records, count, index uint32) (path []Digest) {
	a.with(records, count, func(t *Tree, count uint64) { path = t.siblings(a, count, uint64(index)) })
	return path
}

// CountTo returns the number of transactions up to a block, which must not be computed.
func (r *Records) CountTo(height uint32) uint32 {
	block := r.Block(height)
	return block.FirstTransaction + uint32(block.TransactionCount)
}
