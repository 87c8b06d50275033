// Package kept keeps on disk what is final, so that it is not asked for again: the blocks
// of a network.
package kept

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"time"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"
)

const (
	// lockPatience is how long another process may hold the file.
	lockPatience = 100 * time.Millisecond
	// writtenTogether is how many blocks are written at a time.
	writtenTogether = 256
)

// ErrInUse: another process has the file. Go on without.
var ErrInUse = errors.New("in use by another process")

// Blocks keeps the blocks of one network in a file, by chain id and height, as the JSON
// that the node sent. It is a client.BlockStore and safe for concurrent use. Its methods
// do not fail: where the file does, nothing is found and kept any more, and Close says
// why.
type Blocks struct {
	path  string
	limit int

	lock    sync.Mutex
	file    *bbolt.DB // nil after an error
	waiting map[place][]byte
	err     error
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
	b := &Blocks{path: path, limit: limit, waiting: map[place][]byte{}}
	err := guarded(func() error {
		var err error
		b.file, err = bbolt.Open(path, 0o600, &bbolt.Options{Timeout: lockPatience})
		return err
	})
	if err != nil {
		return nil, b.wrong(err)
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
	b.use(func() error {
		return b.file.View(func(tx *bbolt.Tx) error {
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
	if b.file == nil {
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
	b.use(func() error {
		return b.file.View(func(tx *bbolt.Tx) error {
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
	b.use(func() error { return b.file.Close() })
	b.file = nil
	return b.err
}

// write writes what waits.
func (b *Blocks) write() {
	if len(b.waiting) == 0 {
		return
	}
	b.use(func() error {
		return b.file.Update(func(tx *bbolt.Tx) error {
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

// use works with the file, unless that failed before.
func (b *Blocks) use(work func() error) {
	if b.file == nil {
		return
	}
	if err := guarded(work); err != nil {
		b.err = b.wrong(err)
		_ = guarded(b.file.Close) // it is broken already
		b.file = nil
		clear(b.waiting)
	}
}

// wrong words what is wrong with the file.
func (b *Blocks) wrong(err error) error {
	if errors.Is(err, bbolterrors.ErrTimeout) {
		return fmt.Errorf("%s is %w", b.path, ErrInUse)
	}
	return fmt.Errorf("%s cannot be used, remove it to begin anew: %w", b.path, err)
}

// guarded makes an error of the panics and faults that a broken file leads to: the file
// is mapped into memory, and one that was cut short faults when it is read.
func guarded(work func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("broken: %v", cause)
		}
	}()
	return work()
}

// key writes a number so that keys are in the order of their numbers.
func key(number uint64) []byte { return binary.BigEndian.AppendUint64(nil, number) }
