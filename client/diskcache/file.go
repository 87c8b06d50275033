// Package diskcache stores final chain data on disk, so that it is fetched once: the blocks of a network (Blocks, a
// client.BlockCache), the price candles of a service (Candles, a client.CandleCache) and where the transactions that were seen are
// (Hashes).
//
// Several processes can use a cache at the same time. What one of them adds the others find within a few seconds.
//
// Errors never reach the reader of a cache. If the file cannot be read or written, lookups miss, writes are dropped and Close
// returns the first error. The same happens, without an error, while another process keeps the file locked, such as one that is suspended
// in the middle of a write.
package diskcache

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"
)

const (
	// idleTime is how long a file stays open after a lookup, and maxOpen how long it stays open in all: opening it takes as long as a
	// hundred lookups, but keeps other processes from writing.
	idleTime = 5 * time.Millisecond
	maxOpen  = 50 * time.Millisecond

	// readWait and writeWait are how long to wait for other processes. One that writes holds its lock for some 10 ms.
	readWait  = 300 * time.Millisecond
	writeWait = 300 * time.Millisecond
	lastWait  = time.Second // of the last write, on Close

	// lockPoll is the time between attempts to lock the file.
	lockPoll = 2 * time.Millisecond
	// lockedPause is how long the file is not waited for again, after it was locked for all of a wait.
	lockedPause = time.Second
)

// mark is what bbolt writes into each of the first two pages of a database, in the byte order of the machine, and markAt its place there.
var mark = binary.NativeEndian.AppendUint32(nil, 0xed0cdaed)

const markAt = 16

// errLocked is the error of an attempt to open a file that other processes keep locked.
var errLocked = errors.New("locked by another process")

// file is a bbolt database that is shared with other processes. bbolt locks a database for as long as it is open, for readers together or
// for one writer, so it is open only while it is used. Its methods are safe for concurrent use.
type file struct {
	path string

	lock     sync.Mutex
	updating atomic.Bool
	reading  *bbolt.DB // open for lookups, or nil
	opened   time.Time // when reading was opened
	used     time.Time // the last lookup
	idle     *time.Timer
	pause    time.Time // until when not to wait for other processes
	closed   bool
	err      error // the first error, after which the file is not used
}

// openFile checks that the file is a database, if it exists. The first write creates it, with its directories: few starts of a program
// need it at once.
func openFile(path string) (*file, error) {
	f := &file{path: path}
	f.idle = time.AfterFunc(time.Hour, f.closeIdle)
	f.idle.Stop()
	if err := checkFile(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, f.wrap(err)
	}
	return f, nil
}

// checkFile reads the beginning of a database, one of whose first two pages must be whole.
func checkFile(path string) error {
	opened, err := os.Open(path)
	if err != nil {
		return err
	}
	defer opened.Close()
	if info, err := opened.Stat(); err != nil || !info.Mode().IsRegular() {
		return err
	}
	beginning := make([]byte, os.Getpagesize()+markAt+len(mark))
	switch n, err := io.ReadFull(opened, beginning); {
	case n == 0 && errors.Is(err, io.EOF):
		return ErrEmpty
	case err != nil && !errors.Is(err, io.ErrUnexpectedEOF):
		return err
	}
	if !bytes.HasPrefix(beginning[markAt:], mark) && !bytes.HasSuffix(beginning, mark) {
		return bbolterrors.ErrInvalid
	}
	return nil
}

// viewNow is view that does not wait for an update of this process.
func (f *file) viewNow(do func(*bbolt.Tx) error) bool { return !f.updating.Load() && f.view(do) }

// view runs do in a transaction that reads, and reports whether it succeeded. After the first error it does nothing.
func (f *file) view(do func(*bbolt.Tx) error) bool {
	f.lock.Lock()
	defer f.lock.Unlock()
	return f.use(func() error {
		now := time.Now()
		if f.reading != nil && now.Sub(f.opened) > maxOpen {
			if err := f.closeReading(); err != nil {
				return err
			}
		}
		if f.reading == nil {
			db, err := f.open(&bbolt.Options{ReadOnly: true}, readWait)
			if errors.Is(err, fs.ErrNotExist) {
				return errLocked // deleted: the next write creates it
			}
			if err != nil {
				return err
			}
			f.reading, f.opened = db, now
			f.idle.Reset(idleTime)
		}
		f.used = now
		return f.reading.View(do)
	})
}

// update is view for a transaction that writes, by which the file may grow by some bytes: bbolt would make room for them in many steps. It
// waits for other processes up to wait.
func (f *file) update(wait time.Duration, growth int, do func(*bbolt.Tx) error) bool {
	f.updating.Store(true)
	defer f.updating.Store(false)
	f.lock.Lock()
	defer f.lock.Unlock()
	return f.use(func() error {
		if err := f.closeReading(); err != nil {
			return err
		}
		db, err := f.openToWrite(wait, growth)
		if err != nil {
			return err
		}
		err = recovered(func() error { return db.Update(do) })
		if closing := recovered(db.Close); err == nil {
			err = closing
		}
		return err
	})
}

// use runs do unless the file has failed or is closed, and reports whether it succeeded. A locked file has not failed.
func (f *file) use(do func() error) bool {
	if f.closed || f.err != nil {
		return false
	}
	err := recovered(do)
	if err != nil && !errors.Is(err, errLocked) {
		f.err = f.wrap(err)
		_ = recovered(f.closeReading) // already broken
	}
	return err == nil
}

// buckets returns two buckets and creates them if they do not exist.
func buckets(tx *bbolt.Tx, first, second []byte) (a, b *bbolt.Bucket, err error) {
	if a, err = tx.CreateBucketIfNotExists(first); err == nil {
		b, err = tx.CreateBucketIfNotExists(second)
	}
	return a, b, err
}

// putPlace adds a name to a bucket of names in insertion order, and returns its key there.
func putPlace(order *bbolt.Bucket, name []byte) (place []byte, err error) {
	sequence, err := order.NextSequence()
	if err != nil {
		return nil, err
	}
	place = sortable(sequence)
	return place, order.Put(place, name)
}

// evictOldest removes the oldest values until their size is within a limit, and stores it in the sequence number of their bucket.
func evictOldest(values, order *bbolt.Bucket, size, limit int, sizeOf func(value []byte) int) error {
	for cursor := order.Cursor(); size > limit; {
		place, name := cursor.First()
		if place == nil {
			size = 0
			break
		}
		size -= sizeOf(values.Get(name))
		if err := cmp.Or(values.Delete(name), cursor.Delete()); err != nil {
			return err
		}
	}
	return values.SetSequence(uint64(max(size, 0)))
}

// failed reports whether the file is not used any more.
func (f *file) failed() bool {
	f.lock.Lock()
	defer f.lock.Unlock()
	return f.closed || f.err != nil
}

// openToWrite opens the file and creates it, with its directories, if it does not exist.
func (f *file) openToWrite(wait time.Duration, growth int) (*bbolt.DB, error) {
	if err := os.MkdirAll(filepath.Dir(f.path), 0o700); err != nil {
		return nil, err
	}
	if err := Create(f.path); err != nil {
		return nil, err
	}
	options := &bbolt.Options{}
	if info, err := os.Stat(f.path); err == nil && growth > 0 {
		options.InitialMmapSize = int(info.Size()) + growth
	}
	return f.open(options, wait)
}

// open opens the file. It waits for other processes up to wait, unless it has done so in vain just before, and then returns errLocked.
func (f *file) open(options *bbolt.Options, wait time.Duration) (*bbolt.DB, error) {
	deadline := time.Now().Add(wait)
	options.Timeout = time.Nanosecond // bbolt would wait 50 ms between attempts
	for {
		db, err := bbolt.Open(f.path, 0o600, options)
		if !errors.Is(err, bbolterrors.ErrTimeout) {
			return db, err
		}
		now := time.Now()
		if now.Before(f.pause) && wait < lastWait {
			return nil, errLocked
		}
		if !now.Before(deadline) {
			f.pause = now.Add(lockedPause)
			return nil, errLocked
		}
		time.Sleep(lockPoll)
	}
}

// closeIdle closes the file if there was no lookup for idleTime.
func (f *file) closeIdle() {
	f.lock.Lock()
	defer f.lock.Unlock()
	if f.reading == nil {
		return
	}
	if now := time.Now(); now.Sub(f.opened) < maxOpen {
		if left := idleTime - now.Sub(f.used); left > 0 {
			f.idle.Reset(left)
			return
		}
	}
	f.use(f.closeReading)
}

// closeReading closes the file if it is open for lookups.
func (f *file) closeReading() error {
	if f.reading == nil {
		return nil
	}
	db := f.reading
	f.reading = nil
	f.idle.Stop()
	return db.Close()
}

func (f *file) close() error {
	f.lock.Lock()
	defer f.lock.Unlock()
	f.use(f.closeReading)
	f.closed = true
	return f.err
}

func (f *file) wrap(err error) error {
	if cause, ok := SystemError(err); ok {
		return fmt.Errorf("cache %s: %w", f.path, cause)
	}
	return fmt.Errorf("cache %s: %w: delete the file to start over", f.path, err)
}

// recovered turns panics and memory faults into errors. bbolt maps the file into memory, so reading a truncated or
// corrupt file can fault.
func recovered(do func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("corrupt file: %v", cause)
		}
	}()
	return do()
}
