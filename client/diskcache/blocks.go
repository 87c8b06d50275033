package diskcache

import (
	"encoding/binary"
	"sync"

	"go.etcd.io/bbolt"
)

// batchSize is the number of blocks written in one transaction.
const batchSize = 256

// Blocks is a client.BlockCache that stores the blocks of one network in a file, keyed by chain ID and height, as the
// JSON that the node sent. It is safe for concurrent use.
type Blocks struct {
	limit int

	lock    sync.Mutex
	file    file
	pending map[blockKey][]byte // not yet written
}

type blockKey struct{ chainID, height uint64 }

// OpenBlocks opens the cache file at path and creates it, with its directories, if it does not exist. limit is in
// bytes of JSON: beyond it the lowest blocks are evicted, those of chains that are not being written first. The file
// can grow to twice the limit plus a few megabytes. The error is ErrInUse if another process holds the file.
func OpenBlocks(path string, limit int) (*Blocks, error) {
	opened, err := openFile(path)
	if err != nil {
		return nil, err
	}
	return &Blocks{limit: limit, file: opened, pending: map[blockKey][]byte{}}, nil
}

// Block returns the JSON of a block, nil if it is not cached.
func (b *Blocks) Block(chainID, height uint64) []byte {
	b.lock.Lock()
	defer b.lock.Unlock()
	if raw := b.pending[blockKey{chainID, height}]; raw != nil {
		return raw
	}
	var raw []byte
	b.check(b.file.view(func(tx *bbolt.Tx) error {
		if chain := tx.Bucket(sortable(chainID)); chain != nil {
			raw = append(raw, chain.Get(sortable(height))...)
		}
		return nil
	}))
	return raw
}

// PutBlock adds a block. Writes are batched; Close flushes the last batch.
func (b *Blocks) PutBlock(chainID, height uint64, raw []byte) {
	b.lock.Lock()
	defer b.lock.Unlock()
	if b.file.db == nil {
		return
	}
	b.pending[blockKey{chainID, height}] = raw
	if len(b.pending) >= batchSize {
		b.flush()
	}
}

// Newest returns the highest cached height of each chain.
func (b *Blocks) Newest() []uint64 {
	b.lock.Lock()
	defer b.lock.Unlock()
	var heights []uint64
	b.flush()
	b.check(b.file.view(func(tx *bbolt.Tx) error {
		return tx.ForEach(func(_ []byte, chain *bbolt.Bucket) error {
			if last, _ := chain.Cursor().Last(); last != nil {
				heights = append(heights, binary.BigEndian.Uint64(last))
			}
			return nil
		})
	}))
	return heights
}

// Close flushes pending blocks and closes the file. It returns the first error since OpenBlocks; blocks added after that
// error are lost.
func (b *Blocks) Close() error {
	b.lock.Lock()
	defer b.lock.Unlock()
	b.flush()
	return b.file.close()
}

// flush writes the pending blocks.
func (b *Blocks) flush() {
	if len(b.pending) == 0 {
		return
	}
	b.file.update(func(tx *bbolt.Tx) error {
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
	clear(b.pending)
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

// check drops the pending blocks if the file has failed.
func (b *Blocks) check(ok bool) {
	if !ok {
		clear(b.pending)
	}
}

// sortable encodes a number so that keys sort numerically.
func sortable(number uint64) []byte { return binary.BigEndian.AppendUint64(nil, number) }
