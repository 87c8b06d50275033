// Package diskcache stores final chain data on disk, so that it is fetched once: the blocks of a network (Blocks, a
// client.BlockCache) and the price candles of a service (Candles, a client.CandleCache).
//
// Errors never reach the reader of a cache. If the file cannot be read or written, lookups miss, writes are dropped and Close
// returns the first error.
package diskcache

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"
)

// lockTimeout is how long to wait for another process to release the file.
const lockTimeout = 100 * time.Millisecond

// ErrInUse reports that another process holds the cache file. Continue without a cache.
var ErrInUse = errors.New("in use by another process")

// file is a bbolt database that is closed at its first error.
type file struct {
	path string
	db   *bbolt.DB // nil after an error
	err  error     // the first error
}

// openFile opens a file and creates it, with its directories, if it does not exist.
func openFile(path string) (file, error) {
	f := file{path: path}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return f, err
	}
	err := recovered(func() (err error) {
		if err := Create(path); err != nil {
			return err
		}
		f.db, err = bbolt.Open(path, 0o600, &bbolt.Options{Timeout: lockTimeout})
		return err
	})
	if IsFull(err) {
		RemovePartial(path)
	}
	if err != nil {
		return file{}, f.wrap(err)
	}
	return f, nil
}

// view runs do in a transaction that reads, and reports whether it succeeded. After the first error it does nothing.
func (f *file) view(do func(*bbolt.Tx) error) bool {
	return f.use(func(db *bbolt.DB) error { return db.View(do) })
}

// update is view for a transaction that writes.
func (f *file) update(do func(*bbolt.Tx) error) bool {
	return f.use(func(db *bbolt.DB) error { return db.Update(do) })
}

func (f *file) use(do func(*bbolt.DB) error) bool {
	if f.db == nil {
		return false
	}
	if err := recovered(func() error { return do(f.db) }); err != nil {
		f.err = f.wrap(err)
		_ = recovered(f.db.Close) // already broken
		f.db = nil
		return false
	}
	return true
}

func (f *file) close() error {
	f.use(func(db *bbolt.DB) error { return db.Close() })
	f.db = nil
	return f.err
}

func (f *file) wrap(err error) error {
	if errors.Is(err, bbolterrors.ErrTimeout) {
		return fmt.Errorf("cache %s: %w", f.path, ErrInUse)
	}
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
