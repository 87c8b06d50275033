package diskcache

import (
	"bytes"
	"encoding/binary"
	"sync"
	"time"

	"go.etcd.io/bbolt"

	"foredeck/client/move"
)

// Sent is where the node finds a transaction: by its sender and sequence number.
type Sent struct {
	ChainID  uint64 // 0 if unknown
	Sender   move.Address
	Sequence uint64
}

// sentLength is the length of an encoded Sent in bytes.
const sentLength = 8 + len(move.Address{}) + 8

func (s Sent) encode() []byte {
	encoded := append(sortable(s.ChainID), s.Sender[:]...)
	return binary.BigEndian.AppendUint64(encoded, s.Sequence)
}

func decodeSent(encoded []byte) (sent Sent, ok bool) {
	if len(encoded) != sentLength {
		return Sent{}, false
	}
	sent.ChainID = binary.BigEndian.Uint64(encoded)
	copy(sent.Sender[:], encoded[8:])
	sent.Sequence = binary.BigEndian.Uint64(encoded[sentLength-8:])
	return sent, true
}

// Hash is the hash of a transaction.
type Hash = [32]byte

// Hashes is an index of the transactions that were seen on a network, by hash: nodes of the specification have no call by hash. It is
// safe for concurrent use. Put never waits for the file.
type Hashes struct {
	limit int

	lock    sync.Mutex // of the fields below; never held while the file is used
	pending map[Hash]Sent
	order   []Hash // of pending, oldest first
	timer   *time.Timer
	closed  bool

	writing sync.Mutex // one flush at a time
	file    *file
}

const (
	// hashFlushDelay is how long added hashes wait to be written together.
	hashFlushDelay = 2 * time.Second
	// maxPendingHashes bounds the hashes that wait, 1 MB. More are dropped until they are written.
	maxPendingHashes = 10_000
	// hashBatch is the number of hashes that are written in one transaction.
	hashBatch = 1000
)

var (
	hashesBucket    = []byte("hashes") // Sent by hash, followed by the key in hashOrderBucket
	hashOrderBucket = []byte("order")  // hashes in insertion order
)

// OpenHashes opens the index at path. The first write creates it, with its directories. Beyond limit transactions, the
// oldest are removed. Other processes can use the file at the same time.
func OpenHashes(path string, limit int) (*Hashes, error) {
	opened, err := openFile(path)
	if err != nil {
		return nil, err
	}
	h := &Hashes{limit: limit, file: opened, pending: map[Hash]Sent{}}
	h.timer = time.AfterFunc(time.Hour, func() { h.flush(writeWait) })
	h.timer.Stop()
	return h, nil
}

// Put adds a transaction. It is written within a few seconds, in the background.
func (h *Hashes) Put(hash Hash, sent Sent) {
	h.lock.Lock()
	defer h.lock.Unlock()
	if _, known := h.pending[hash]; h.closed || !known && len(h.pending) >= maxPendingHashes {
		return
	} else if !known {
		h.order = append(h.order, hash)
	}
	if len(h.pending) == 0 {
		h.timer.Reset(hashFlushDelay)
	}
	h.pending[hash] = sent
}

// Find returns where the transaction with this hash is. It reads the file, so it can take some time.
func (h *Hashes) Find(hash Hash) (sent Sent, ok bool) {
	h.lock.Lock()
	sent, ok = h.pending[hash]
	h.lock.Unlock()
	if ok {
		return sent, true
	}
	h.file.view(func(tx *bbolt.Tx) error {
		if hashes := tx.Bucket(hashesBucket); hashes != nil {
			if found := hashes.Get(hash[:]); len(found) >= sentLength {
				sent, ok = decodeSent(found[:sentLength])
			}
		}
		return nil
	})
	return sent, ok
}

// Close writes what is pending and closes the file. It returns the first error since OpenHashes.
func (h *Hashes) Close() error {
	h.lock.Lock()
	h.closed = true
	h.timer.Stop()
	h.lock.Unlock()
	h.flush(lastWait)
	return h.file.close()
}

// flush writes the pending hashes, in batches. They stay pending while another process keeps the file locked.
func (h *Hashes) flush(wait time.Duration) {
	h.writing.Lock()
	defer h.writing.Unlock()
	for {
		h.lock.Lock()
		batch := append([]Hash(nil), h.order[:min(len(h.order), hashBatch)]...)
		sent := make([]Sent, len(batch))
		for i, hash := range batch {
			sent[i] = h.pending[hash]
		}
		h.lock.Unlock()
		if len(batch) == 0 {
			return
		}
		written := h.write(wait, batch, sent)
		h.lock.Lock()
		switch {
		case written || h.file.failed():
			for _, hash := range batch {
				delete(h.pending, hash)
			}
			h.order = append([]Hash(nil), h.order[len(batch):]...)
		case !h.closed:
			h.timer.Reset(hashFlushDelay)
		}
		h.lock.Unlock()
		if !written {
			return
		}
	}
}

// write writes a batch, unless all of it is known.
func (h *Hashes) write(wait time.Duration, batch []Hash, sent []Sent) bool {
	unknown := false
	if h.file.view(func(tx *bbolt.Tx) error {
		hashes := tx.Bucket(hashesBucket)
		for i := range batch {
			unknown = unknown || hashes == nil || !bytes.HasPrefix(hashes.Get(batch[i][:]), sent[i].encode())
		}
		return nil
	}) && !unknown {
		return true
	}
	return h.file.update(wait, 0, func(tx *bbolt.Tx) error {
		hashes, order, err := buckets(tx, hashesBucket, hashOrderBucket)
		if err != nil {
			return err
		}
		for i, hash := range batch {
			if err := putHash(hashes, order, hash, sent[i]); err != nil {
				return err
			}
		}
		return evictOldest(hashes, order, int(hashes.Sequence()), h.limit, func([]byte) int { return 1 })
	})
}

// putHash adds a hash as the newest, or changes a known one. The bucket's sequence number is the number of hashes.
func putHash(hashes, order *bbolt.Bucket, hash Hash, sent Sent) error {
	known := hashes.Get(hash[:])
	if len(known) > sentLength {
		return hashes.Put(hash[:], append(sent.encode(), known[sentLength:]...))
	}
	place, err := putPlace(order, hash[:])
	if err != nil {
		return err
	}
	if err := hashes.Put(hash[:], append(sent.encode(), place...)); err != nil {
		return err
	}
	return hashes.SetSequence(hashes.Sequence() + 1)
}
