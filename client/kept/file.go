package kept

import (
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"
)

// lockPatience is how long another process may hold a file.
const lockPatience = 100 * time.Millisecond

// ErrInUse: another process has the file. Go on without.
var ErrInUse = errors.New("in use by another process")

// file is one that is used for as long as it does not fail.
type file struct {
	path string
	db   *bbolt.DB // nil after an error
	err  error     // the first one
}

func (f *file) open() error {
	err := guarded(func() error {
		var err error
		f.db, err = bbolt.Open(f.path, 0o600, &bbolt.Options{Timeout: lockPatience})
		return err
	})
	if err != nil {
		f.db, f.err = nil, f.wrong(err)
	}
	return f.err
}

// use works with the file, unless that failed before. It tells whether it did.
func (f *file) use(work func(*bbolt.DB) error) bool {
	if f.db == nil {
		return false
	}
	if err := guarded(func() error { return work(f.db) }); err != nil {
		f.err = f.wrong(err)
		_ = guarded(f.db.Close) // it is broken already
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

// wrong words what is wrong with the file.
func (f *file) wrong(err error) error {
	if errors.Is(err, bbolterrors.ErrTimeout) {
		return fmt.Errorf("%s is %w", f.path, ErrInUse)
	}
	return fmt.Errorf("%s cannot be used, remove it to begin anew: %w", f.path, err)
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
