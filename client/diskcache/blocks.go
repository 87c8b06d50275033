package diskcache

import (
	"encoding/binary"
	"sync"
	"time"

	"go.etcd.io/bbolt"
)

const (
	// batchSize is the number of blocks written in one transaction, and flushDelay how long they wait for the transaction.
	batchSize  = 256
	flushDelay = 3 * time.Second
	// maxPending is the number of blocks that wait for another process to unlock the file. Further ones are not cached.
	maxPending = 16 * batchSize
)

// Blocks is a client.BlockCache that stores the blocks of one network in a file, keyed by chain ID and height, as the
// JSON that the node sent. It is safe for concurrent use.
type Blocks struct {
	limit int

	lock    sync.Mutex
	file    *file
	pending map[blockKey][]byte // not yet written
	timer   *time.Timer         // writes the pending blocks
}

type blockKey struct{ chainID, height uint64 }

// OpenBlocks opens the cache file at path. The first write creates it, with its directories. limit is in
// bytes of JSON: beyond it the lowest blocks are evicted, those of chains that are not being written first. The file
// can grow to twice the limit plus a few megabytes. Other processes can use it at the same time.
func OpenBlocks(path string, limit int) (*Blocks, error) {
	opened, err := openFile(path)
	if err != nil {
		return nil, err
	}
	b := &Blocks{limit: limit, file: opened, pending: map[blockKey][]byte{}}
	b.timer = time.AfterFunc(time.Hour, b.flushNow)
	b.timer.Stop()
	return b, nil
}

// Block returns the JSON of a block, nil if it is not cached.
func (b *Blocks) Block(chainID, height uint64) []byte {
	b.lock.Lock()
	defer b.lock.Unlock()
	if raw := b.pending[blockKey{chainID, height}]; raw != nil {
		return raw
	}
	var raw []byte
	b.file.view(func(tx *bbolt.Tx) error {
		if chain := tx.Bucket(sortable(chainID)); chain != nil {
			raw = append(raw, chain.Get(sortable(height))...)
		}
		return nil
	})
	return raw
}

// PutBlock adds a block. Writes are batched for up to a few seconds; Close flushes the last batch.
func (b *Blocks) PutBlock(chainID, height uint64, raw []byte) {
	b.lock.Lock()
	defer b.lock.Unlock()
	if len(b.pending) >= maxPending || b.file.failed() {
		return
	}
	if len(b.pending) == 0 {
		b.timer.Reset(flushDelay)
	}
	b.pending[blockKey{chainID, height}] = raw
	if len(b.pending)%batchSize == 0 {
		b.flush(writeWait)
	}
}

// flushNow is called by the timer.
func (b *Blocks) flushNow() {
	b.lock.Lock()
	defer b.lock.Unlock()
	if b.flush(writeWait); len(b.pending) > 0 {
		b.timer.Reset(flushDelay)
	}
}

// Newest returns the highest cached height of each chain.
func (b *Blocks) Newest() []uint64 {
	b.lock.Lock()
	defer b.lock.Unlock()
	var heights []uint64
	b.flush(writeWait)
	b.file.view(func(tx *bbolt.Tx) error {
		return tx.ForEach(func(_ []byte, chain *bbolt.Bucket) error {
			if last, _ := chain.Cursor().Last(); last != nil {
				heights = append(heights, binary.BigEndian.Uint64(last))
			}
			return nil
		})
	})
	return heights
}

// Close flushes pending blocks and closes the file. It returns the first error since OpenBlocks; blocks added after that
// error are lost.
func (b *Blocks) Close() error {
	b.lock.Lock()
	defer b.lock.Unlock()
	b.timer.Stop()
	b.flush(lastWait)
	clear(b.pending)
	return b.file.close()
}

// flush writes the pending blocks. They stay pending if another process keeps the file locked for longer than wait.
func (b *Blocks) flush(wait time.Duration) {
	if len(b.pending) == 0 {
		return
	}
	written := b.file.update(wait, func(tx *bbolt.Tx) error {
		for key, raw := range b.pending {
			chain, err := tx.CreateBucketIfNotExists(sortable(key.chainID))
			if err != nil {
				return err
			}
			before := len(chain.Get(sortable(key.height)))
			if err := chain.Put(sortable(key.height), raw); err != nil {
				return err
			}
			if err := resize(chain, len(raw)-before); err != nil {
				return err
			}
		}
		return b.evict(tx)
	})
	if written || b.file.failed() {
		clear(b.pending)
		b.timer.Stop()
	}
}

// evict removes the lowest blocks until the cache is a tenth below its limit, so that it does not run on every batch.
// Chains without pending blocks go first.
func (b *Blocks) evict(tx *bbolt.Tx) error {
	written := map[uint64]bool{}
	for key := range b.pending {
		written[key.chainID] = true
	}
	var others, current []*bbolt.Bucket
	total := 0
	err := tx.ForEach(func(name []byte, chain *bbolt.Bucket) error {
		total += int(chain.Sequence())
		if written[binary.BigEndian.Uint64(name)] {
			current = append(current, chain)
		} else {
			others = append(others, chain)
		}
		return nil
	})
	if err != nil || total <= b.limit {
		return err
	}
	excess := total - b.limit*9/10
	for _, chain := range append(others, current...) {
		cursor := chain.Cursor()
		removed := 0
		for height, raw := cursor.First(); height != nil && excess > removed; height, raw = cursor.First() {
			removed += len(raw)
			if err := cursor.Delete(); err != nil {
				return err
			}
		}
		if err := resize(chain, -removed); err != nil {
			return err
		}
		excess -= removed
	}
	return nil
}

// resize adjusts the size of a chain's blocks, which is stored in the bucket's sequence number.
func resize(chain *bbolt.Bucket, by int) error {
	return chain.SetSequence(uint64(max(int(chain.Sequence())+by, 0)))
}

// sortable encodes a number so that keys sort numerically.
func sortable(number uint64) []byte { return binary.BigEndian.AppendUint64(nil, number) }
