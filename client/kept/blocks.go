// Package kept keeps on disk what is final, so that it is not asked for again: the blocks
// of a network, and the candles of its price service.
package kept

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"sync"

	"go.etcd.io/bbolt"
)

// writtenTogether is how many blocks are written at a time.
const writtenTogether = 256

// Blocks keeps the blocks of one network in a file, by chain id and height, as the JSON
// that the node sent. It is a client.BlockStore and safe for concurrent use. Its methods
// do not fail: where the file does, nothing is found and kept any more, and Close says
// why.
type Blocks struct {
	limit int

	lock    sync.Mutex
	file    file
	waiting map[place][]byte
}

// place is where a block is kept.
type place struct{ chainID, height uint64 }

// OpenBlocks opens the file at a path, or makes it. Over so many bytes of JSON the lowest
// blocks are left out, those of other chains first; the file itself may take twice as much
// and some megabytes. The error is ErrInUse, or says what is wrong with the file.
func OpenBlocks(path string, limit int) (*Blocks, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	b := &Blocks{limit: limit, file: file{path: path}, waiting: map[place][]byte{}}
	if err := b.file.open(); err != nil {
		return nil, err
	}
	return b, nil
}

// Block gives the JSON of the block of a chain at a height, nil where it is not kept.
func (b *Blocks) Block(chainID, height uint64) []byte {
	b.lock.Lock()
	defer b.lock.Unlock()
	if raw := b.waiting[place{chainID, height}]; raw != nil {
		return raw
	}
	var raw []byte
	b.use(func(db *bbolt.DB) error {
		return db.View(func(tx *bbolt.Tx) error {
			if chain := tx.Bucket(key(chainID)); chain != nil {
				raw = append(raw, chain.Get(key(height))...)
			}
			return nil
		})
	})
	return raw
}

// Keep keeps a block. It is written later, at the latest by Close.
func (b *Blocks) Keep(chainID, height uint64, raw []byte) {
	b.lock.Lock()
	defer b.lock.Unlock()
	if b.file.db == nil {
		return
	}
	b.waiting[place{chainID, height}] = raw
	if len(b.waiting) >= writtenTogether {
		b.write()
	}
}

// Newest gives the highest height that is kept of each chain.
func (b *Blocks) Newest() []uint64 {
	b.lock.Lock()
	defer b.lock.Unlock()
	var heights []uint64
	b.write()
	b.use(func(db *bbolt.DB) error {
		return db.View(func(tx *bbolt.Tx) error {
			return tx.ForEach(func(_ []byte, chain *bbolt.Bucket) error {
				if last, _ := chain.Cursor().Last(); last != nil {
					heights = append(heights, binary.BigEndian.Uint64(last))
				}
				return nil
			})
		})
	})
	return heights
}

// Close writes what waits and gives the file free. It says what went wrong since it was
// opened; what was kept then is not.
func (b *Blocks) Close() error {
	b.lock.Lock()
	defer b.lock.Unlock()
	b.write()
	return b.file.close()
}

// write writes what waits.
func (b *Blocks) write() {
	if len(b.waiting) == 0 {
		return
	}
	b.use(func(db *bbolt.DB) error {
		return db.Update(func(tx *bbolt.Tx) error {
			for at, raw := range b.waiting {
				chain, err := tx.CreateBucketIfNotExists(key(at.chainID))
				if err != nil {
					return err
				}
				before := len(chain.Get(key(at.height)))
				if err := chain.Put(key(at.height), raw); err != nil {
					return err
				}
				if err := resize(chain, len(raw)-before); err != nil {
					return err
				}
			}
			return b.shrink(tx)
		})
	})
	clear(b.waiting)
}

// shrink takes away what is over the limit, and a tenth more, so that this is not to be
// done at each block: the lowest blocks, those of chains to which nothing was added first.
func (b *Blocks) shrink(tx *bbolt.Tx) error {
	written := map[uint64]bool{}
	for at := range b.waiting {
		written[at.chainID] = true
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
		taken := 0
		for height, raw := cursor.First(); height != nil && excess > taken; height, raw = cursor.First() {
			taken += len(raw)
			if err := cursor.Delete(); err != nil {
				return err
			}
		}
		if err := resize(chain, -taken); err != nil {
			return err
		}
		excess -= taken
	}
	return nil
}

// resize counts the bytes of a chain's blocks, in the number that a bucket has for its
// user.
func resize(chain *bbolt.Bucket, by int) error {
	return chain.SetSequence(uint64(max(int(chain.Sequence())+by, 0)))
}

// use works with the file, unless that failed before. What waits for a file that failed is
// dropped.
func (b *Blocks) use(work func(*bbolt.DB) error) {
	if !b.file.use(work) {
		clear(b.waiting)
	}
}

// key writes a number so that keys are in the order of their numbers.
func key(number uint64) []byte { return binary.BigEndian.AppendUint64(nil, number) }
