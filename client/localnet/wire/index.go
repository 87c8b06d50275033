package wire

import (
	"encoding/binary"
	"sync"

	"foredeck/client/localnet/chain"
)

// index finds blocks and transactions by their hashes, and events by their types. Each part is built by the first request that needs it, and extended by later ones.
type index struct {
	mutex                sync.Mutex
	blocks, transactions positions

	events     map[string][]eventPlace // by type, in order
	eventsNext int                     // the first transaction whose events are not in events
}

// eventPlace is where an event is: an index in Records.Transactions, and one in the events of that transaction.
type eventPlace struct {
	transaction uint32
	event       uint16
}

// positions holds places in a list by the start of a hash.
type positions struct {
	known map[uint64]uint32
	next  int // the first item of the list that is not known
}

// find returns the position of a hash in a list of a length. hashAt returns the hash at a position.
func (p *positions) find(hash chain.Digest, length int, hashAt func(int) chain.Digest) (position int, ok bool) {
	if p.known == nil {
		p.known = make(map[uint64]uint32, length)
	}
	for ; p.next < length; p.next++ {
		p.known[startOf(hashAt(p.next))] = uint32(p.next)
	}
	found, ok := p.known[startOf(hash)]
	position = int(found)
	return position, ok && position < length && hashAt(position) == hash
}

func startOf(hash chain.Digest) uint64 { return binary.BigEndian.Uint64(hash[:]) }

// maxSearched is the number of computed blocks that are searched for a hash, which takes a tenth of a second: those below the first other one.
const maxSearched = 500_000

// block returns the height of the block with a hash. Computed blocks have no index, which would take more memory than the chain.
func (x *index) block(r *chain.Records, hash chain.Digest) (height uint32, ok bool) {
	computed := r.Computed()
	x.mutex.Lock()
	at, ok := x.blocks.find(hash, int(r.Count())-int(computed), func(i int) chain.Digest { return r.Block(computed + uint32(i)).Hash })
	x.mutex.Unlock()
	if ok {
		return computed + uint32(at), true
	}
	for height = computed; height > computed-min(computed, maxSearched); height-- {
		if r.Block(height-1).Hash == hash {
			return height - 1, true
		}
	}
	return 0, false
}

// transaction returns the index of the transaction with a hash in Records.Transactions.
func (x *index) transaction(r *chain.Records, hash chain.Digest) (at int, ok bool) {
	x.mutex.Lock()
	defer x.mutex.Unlock()
	return x.transactions.find(hash, len(r.Transactions), func(i int) chain.Digest { return r.Transactions[i].Hash })
}

// eventsOf lists the events of a type.
func (x *index) eventsOf(encoder *recordEncoder, kind string) []eventPlace {
	x.mutex.Lock()
	defer x.mutex.Unlock()
	if x.events == nil {
		x.events = make(map[string][]eventPlace)
	}
	visitor := *encoder
	for ; x.eventsNext < len(visitor.Transactions); x.eventsNext++ {
		at := eventPlace{transaction: uint32(x.eventsNext)}
		visitor.visit = func(e emission, _ func()) {
			x.events[e.kind] = append(x.events[e.kind], at)
			at.event++
		}
		visitor.events(&visitor.Transactions[x.eventsNext])
	}
	return x.events[kind]
}
