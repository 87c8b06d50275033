package store

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sort"
	"strconv"
	"strings"
	"syscall"
	"time"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"

	"foredeck/client/diskcache"
)

// Buckets of the file and their keys.
const (
	namesBucket      = "names"       // by kind and key of the subject
	bookmarksBucket  = "saved"       // by link
	pinsBucket       = "pins"        // by account and link
	runsBucket       = "runs"        // by sequence number
	recentBucket     = "recent"      // by link
	snapshotsBucket  = "looks"       // by account, type and time
	pricesBucket     = "prices"      // pairsKey: the watchlist
	watchlistBucket  = "watchlist"   // watchlistViewKey: its order and groups
	chartsBucket     = "charts"      // by pair
	columnsBucket    = "columns"     // by list
	seenBucket       = "seen"        // by link
	hintsBucket      = "hints"       // by screen
	switchesBucket   = "switches"    // mouseKey
	watchesBucket    = "watches"     // by link
	alertsBucket     = "alerts"      // by pair and condition
	linesBucket      = "lines"       // by pair and name
	firingsBucket    = "firings"     // by sequence number
	blockBucket      = "block"       // head, member, alert_limits, monitor
	pastAlertsBucket = "past_alerts" // by sequence number
	deliveriesBucket = "deliveries"  // by hash of what is sent
	formatBucket     = "format"      // formatKey
)

// formatKey is the key of the format's number in decimal; 1 if absent. A version of foredeck that changes the meaning of the file
// increments it, and earlier versions then leave the file alone.
const (
	formatKey = "version"
	format    = 1
)

// NewerError reports a file of a later version of foredeck, which this one does not change.
type NewerError struct{ Format string }

func (e *NewerError) Error() string {
	return fmt.Sprintf("written by a newer foredeck (format %q, this one knows %d): update foredeck", e.Format, format)
}

// checkFormat returns a *NewerError if the file is in another format.
func checkFormat(tx *bbolt.Tx) error {
	bucket := tx.Bucket([]byte(formatBucket))
	if bucket == nil {
		return nil
	}
	if found := bucket.Get([]byte(formatKey)); found != nil && string(found) != strconv.Itoa(format) {
		return &NewerError{string(found)}
	}
	return nil
}

// lockWait is how long Open and Flush wait for another process. Each holds the lock for a few milliseconds.
const lockWait = time.Second

// entry is the stored form of a value. Order is its position in insertion order; its JSON name is part of the file
// format.
type entry struct {
	Order uint64          `json:"place"`
	Value json.RawMessage `json:"value"`
}

// change is a pending update of the file.
type change func(*bbolt.Tx) error

// Open reads the store at path, which need not exist yet. The returned store is always usable: if err is not nil, or if
// path is empty, it works in memory and is lost when the program exits. With the error of a read-only file, it has its content.
func Open(path string) (*Store, error) { return open(path, lockWait) }

func newStore() *Store {
	return &Store{
		names: map[Subject]string{}, process: rand.Text(), opened: time.Now(),
		bookmarks: table[Bookmark]{bucket: bookmarksBucket}, pins: table[Pin]{bucket: pinsBucket}, watches: table[Watch]{bucket: watchesBucket},
		recent: table[Recent]{bucket: recentBucket}, pairs: table[[]string]{bucket: pricesBucket}, alerts: table[Alert]{bucket: alertsBucket},
		lines: table[[]string]{bucket: linesBucket, max: maxLines},
		views: table[WatchlistView]{bucket: watchlistBucket}, charts: table[PairChart]{bucket: chartsBucket, max: maxPairCharts},
		seen: table[Seen]{bucket: seenBucket, max: maxSeen}, hinted: table[bool]{bucket: hintsBucket}, columns: table[[]ListColumn]{bucket: columnsBucket},
		switches: table[bool]{bucket: switchesBucket},
	}
}

// TryOpen is Open without waiting: it fails if another process holds the lock.
func TryOpen(path string) (*Store, error) { return open(path, time.Nanosecond) }

func open(path string, wait time.Duration) (*Store, error) {
	s := newStore()
	if path == "" {
		return s, nil
	}
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		s.path = path
		return s, nil
	}
	read := func(file *bbolt.DB) error { return file.View(s.read) }
	err := withFile(path, bbolt.Options{Timeout: wait}, read)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		if withFile(path, bbolt.Options{Timeout: wait, ReadOnly: true}, read) == nil {
			return s, fmt.Errorf("state file is read-only, changes will not be saved: %w", err)
		}
	}
	if err != nil {
		return newStore(), fmt.Errorf("state file not loaded, changes will not be saved: %w", err)
	}
	s.path = path
	return s, nil
}

// withFile opens the file for the duration of use, after it has waited for its lock as the options say. bbolt panics on some
// corrupted files; withFile returns an error for them.
func withFile(path string, options bbolt.Options, use func(*bbolt.DB) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s is corrupted: move it away to start a new one", path)
		}
	}()
	var file *bbolt.DB
	if !options.ReadOnly {
		err = diskcache.Create(path)
	}
	if err == nil {
		file, err = bbolt.Open(path, 0o600, &options)
	}
	if err == nil {
		if err = use(file); err == nil {
			return file.Close()
		}
		_ = file.Close()
	}
	if cause, ok := diskcache.SystemError(err); ok {
		err = cause // without the path, which it can repeat
	} else if file == nil && !errors.Is(err, bbolterrors.ErrTimeout) {
		return fmt.Errorf("%s: %w: move it away to start a new one", path, err)
	}
	return fmt.Errorf("%s: %w", path, err)
}

func (s *Store) read(tx *bbolt.Tx) error {
	if err := checkFormat(tx); err != nil {
		return err
	}
	names, err := readBucket[string](tx, namesBucket)
	if err != nil {
		return err
	}
	for _, r := range names {
		kind, key, _ := strings.Cut(r.key, " ")
		subject := Subject{SubjectKind(kind), key}
		s.names[subject] = r.value
		s.order = append(s.order, subject)
	}
	for _, t := range []interface{ read(*bbolt.Tx) error }{
		&s.bookmarks, &s.pins, &s.watches, &s.recent, &s.pairs, &s.alerts, &s.lines, &s.views, &s.charts, &s.seen, &s.hinted, &s.columns, &s.switches,
	} {
		if err := t.read(tx); err != nil {
			return err
		}
	}
	if s.runs, err = readValues[Run](tx, runsBucket); err != nil {
		return err
	}
	return s.readBlocks(tx)
}

type record[T any] struct {
	key   string
	order uint64
	value T
}

// readBucket returns the records of a bucket in insertion order.
func readBucket[T any](tx *bbolt.Tx, name string) ([]record[T], error) {
	bucket := tx.Bucket([]byte(name))
	if bucket == nil {
		return nil, nil
	}
	var found []record[T]
	err := bucket.ForEach(func(key, raw []byte) error {
		r := record[T]{key: string(key)}
		var line entry
		if err := json.Unmarshal(raw, &line); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := json.Unmarshal(line.Value, &r.value); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		r.order = line.Order
		found = append(found, r)
		return nil
	})
	// Generic sorts would add 20 kB to the program for each type.
	sort.Slice(found, func(i, j int) bool { return found[i].order < found[j].order })
	return found, err
}

func readValues[T any](tx *bbolt.Tx, name string) ([]T, error) {
	found, err := readBucket[T](tx, name)
	var values []T
	for _, r := range found {
		values = append(values, r.value)
	}
	return values, err
}

// inBucket returns a change of a bucket, which is created if it does not exist.
func inBucket(name string, change func(*bbolt.Bucket) error) change {
	return func(tx *bbolt.Tx) error {
		bucket, err := tx.CreateBucketIfNotExists([]byte(name))
		if err != nil {
			return err
		}
		return change(bucket)
	}
}

// put writes a value. An existing key keeps its position.
func put(name, key string, value any) change {
	raw, err := json.Marshal(value)
	return inBucket(name, func(bucket *bbolt.Bucket) error {
		if err != nil {
			return err
		}
		line := entry{Value: raw}
		if existing := bucket.Get([]byte(key)); existing != nil {
			var old entry
			if err := json.Unmarshal(existing, &old); err != nil {
				return err
			}
			line.Order = old.Order
		} else if line.Order, err = bucket.NextSequence(); err != nil {
			return err
		}
		return putEntry(bucket, []byte(key), line)
	})
}

// push appends a value under the next sequence number and removes the oldest beyond limit.
func push(name string, value any, limit int) change {
	raw, err := json.Marshal(value)
	return inBucket(name, func(bucket *bbolt.Bucket) error {
		if err != nil {
			return err
		}
		order, err := bucket.NextSequence()
		if err != nil {
			return err
		}
		if order > uint64(limit) {
			if err := bucket.Delete(binary.BigEndian.AppendUint64(nil, order-uint64(limit))); err != nil {
				return err
			}
		}
		return putEntry(bucket, binary.BigEndian.AppendUint64(nil, order), entry{Order: order, Value: raw})
	})
}

func putEntry(bucket *bbolt.Bucket, key []byte, line entry) error {
	raw, err := json.Marshal(line)
	if err != nil {
		return err
	}
	return bucket.Put(key, raw)
}

func remove(name, key string) change {
	return inBucket(name, func(bucket *bbolt.Bucket) error { return bucket.Delete([]byte(key)) })
}

// write queues a change for the next Flush.
func (s *Store) write(c change) {
	if s.path == "" {
		return
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	s.pending = append(s.pending, c)
}

// Flush writes all queued changes in order and atomically. It is safe to call from any goroutine and waits up to a
// second for another process. If it fails, the next Flush retries the changes.
func (s *Store) Flush() error {
	s.writing.Lock()
	defer s.writing.Unlock()
	s.lock.Lock()
	changes := s.pending
	s.pending = nil
	s.lock.Unlock()
	if len(changes) == 0 {
		return nil
	}
	err := withFile(s.path, bbolt.Options{Timeout: lockWait}, func(file *bbolt.DB) error {
		return file.Update(func(tx *bbolt.Tx) error {
			if err := checkFormat(tx); err != nil {
				return err
			}
			for _, change := range changes {
				if err := change(tx); err != nil {
					return err
				}
			}
			return nil
		})
	})
	if err != nil {
		s.lock.Lock()
		s.pending = append(changes, s.pending...)
		s.lock.Unlock()
		return fmt.Errorf("state file not saved: %w", err)
	}
	return nil
}
