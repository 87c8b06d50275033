package diskcache

import (
	"bytes"
	"encoding/binary"
	"maps"
	"slices"
	"sort"
	"sync"
	"time"

	"go.etcd.io/bbolt"
)

const (
	// batchBytes and batchBlocks are the size and the number of the blocks written in one transaction, each of which takes as long as some
	// hundred blocks. flushDelay is how long they wait for it. Whether there are enough is checked after every batchStep.
	batchBytes  = 2 << 20
	batchBlocks = 8 * batchStep
	batchStep   = 256
	flushDelay  = 3 * time.Second
	// maxPending is the number of blocks that wait to be written, as while another process locks the file. Further ones are not cached.
	maxPending = 2 * batchBlocks
	// windowSize is the number of heights that are looked up together, as a walk asks for one after the other.
	windowSize = 64
)

// Blocks is a client.BlockCache that stores the blocks of one network in a file, keyed by chain ID and height, as the
// JSON that the node sent. It is safe for concurrent use. A block that is in the file only is not found while others are being written.
type Blocks struct {
	limit int
	file  *file

	lock    sync.Mutex // of the fields below; never held while the file is used
	pending map[blockKey][]byte
	size    int                 // of pending in bytes
	writing map[blockKey][]byte // taken from pending
	timer   *time.Timer         // writes the pending blocks
	window  window              // of the last lookup
	locked  bool                // the last flush found the file locked
	closed  bool

	flushing sync.Mutex // one flush at a time
	flushes  sync.WaitGroup
}

type blockKey struct{ chainID, height uint64 }

// window has the blocks in the file from a height on, a multiple of windowSize; nil for those that were not there.
type window struct {
	start blockKey
	read  time.Time
	raws  [windowSize][]byte
}

// OpenBlocks opens the cache file at path. The first write creates it, with its directories. limit is in
// bytes of JSON: beyond it the lowest blocks are evicted, those of chains that are not being written first. The file
// can grow to twice the limit plus a few megabytes. Other processes can use it at the same time.
func OpenBlocks(path string, limit int) (*Blocks, error) {
	opened, err := openFile(path)
	if err != nil {
		return nil, err
	}
	b := &Blocks{limit: limit, file: opened, pending: map[blockKey][]byte{}}
	b.timer = time.AfterFunc(time.Hour, func() { b.flush(writeWait) })
	b.timer.Stop()
	return b, nil
}

// Block returns the JSON of a block, nil if it is not cached.
func (b *Blocks) Block(chainID, height uint64) []byte {
	key := blockKey{chainID, height}
	found := window{start: blockKey{chainID, height / windowSize * windowSize}, read: time.Now()}
	b.lock.Lock()
	raw := b.pending[key]
	if raw == nil {
		raw = b.writing[key]
	}
	isKnown := raw != nil
	if !isKnown && b.window.start == found.start && found.read.Sub(b.window.read) < maxOpen {
		raw, isKnown = b.window.raws[height%windowSize], true
	}
	b.lock.Unlock()
	if isKnown || !b.file.viewNow(found.fill) {
		return raw
	}
	b.lock.Lock()
	defer b.lock.Unlock()
	b.window = found
	return found.raws[height%windowSize]
}

// fill reads the blocks of the window.
func (w *window) fill(tx *bbolt.Tx) error {
	chain := tx.Bucket(sortable(w.start.chainID))
	if chain == nil {
		return nil
	}
	cursor := chain.Cursor()
	for key, raw := cursor.Seek(sortable(w.start.height)); key != nil; key, raw = cursor.Next() {
		index := binary.BigEndian.Uint64(key) - w.start.height
		if index >= windowSize {
			break
		}
		w.raws[index] = bytes.Clone(raw)
	}
	return nil
}

// PutBlock adds a block. Writes are batched for up to a few seconds; Close flushes the last batch.
func (b *Blocks) PutBlock(chainID, height uint64, raw []byte) {
	b.lock.Lock()
	defer b.lock.Unlock()
	for !b.closed && len(b.pending)+len(b.writing) >= maxPending {
		if b.locked {
			return
		}
		b.lock.Unlock()
		b.flush(writeWait)
		b.lock.Lock()
	}
	if b.closed {
		return
	}
	if len(b.pending) == 0 {
		b.timer.Reset(flushDelay)
	}
	key := blockKey{chainID, height}
	b.size += len(raw) - len(b.pending[key])
	b.pending[key] = raw
	if len(b.pending)%batchStep == 0 && (b.size >= batchBytes || len(b.pending) >= batchBlocks) {
		b.flushes.Go(func() { b.flush(writeWait) })
	}
}

// Newest returns the highest cached height of each chain.
func (b *Blocks) Newest() []uint64 {
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
	b.closed = true
	b.timer.Stop()
	b.lock.Unlock()
	b.flushes.Wait()
	b.flush(lastWait)
	return b.file.close()
}

// flush writes the pending blocks. They stay pending if another process keeps the file locked for longer than wait.
func (b *Blocks) flush(wait time.Duration) {
	b.flushing.Lock()
	defer b.flushing.Unlock()
	b.lock.Lock()
	batch, size := b.pending, b.size
	b.writing, b.pending, b.size = batch, map[blockKey][]byte{}, 0
	b.timer.Stop()
	b.lock.Unlock()
	if len(batch) == 0 {
		return
	}
	written := b.file.update(wait, min(5*size/4, b.limit/8), func(tx *bbolt.Tx) error { return b.write(tx, batch) })
	b.lock.Lock()
	defer b.lock.Unlock()
	b.writing, b.window = nil, window{}
	if b.locked = !written && !b.closed && !b.file.failed(); !b.locked {
		return
	}
	for key, raw := range batch {
		if _, replaced := b.pending[key]; !replaced {
			b.pending[key] = raw
			b.size += len(raw)
		}
	}
	b.timer.Reset(flushDelay)
}

// write adds blocks, in the order of the file, which makes that cheap.
func (b *Blocks) write(tx *bbolt.Tx, batch map[blockKey][]byte) error {
	sorted := slices.Collect(maps.Keys(batch))
	sort.Slice(sorted, func(i, j int) bool {
		a, b := sorted[i], sorted[j]
		return a.chainID < b.chainID || a.chainID == b.chainID && a.height < b.height
	})
	for len(sorted) > 0 {
		chainID, grown := sorted[0].chainID, 0
		chain, err := tx.CreateBucketIfNotExists(sortable(chainID))
		if err != nil {
			return err
		}
		chain.FillPercent = 1 // batches are far apart or follow each other
		for ; len(sorted) > 0 && sorted[0].chainID == chainID; sorted = sorted[1:] {
			key, raw := sortable(sorted[0].height), batch[sorted[0]]
			grown += len(raw) - len(chain.Get(key))
			if err := chain.Put(key, raw); err != nil {
				return err
			}
		}
		if err := resize(chain, grown); err != nil {
			return err
		}
	}
	return b.evict(tx, batch)
}

// evict removes the lowest blocks until the cache is a tenth below its limit, so that it does not run on every batch.
// Chains without pending blocks go first.
func (b *Blocks) evict(tx *bbolt.Tx, batch map[blockKey][]byte) error {
	written := map[uint64]bool{}
	for key := range batch {
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
