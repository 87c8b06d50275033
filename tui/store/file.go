package store

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"go.etcd.io/bbolt"
)

// The buckets of the file, and what their keys are.
const (
	namesBucket  = "names"  // by kind and key of the subject, with the place in the order of naming in the value
	savedBucket  = "saved"  // by link
	pinsBucket   = "pins"   // by account and link
	runsBucket   = "runs"   // by number
	looksBucket  = "looks"  // by account, type and time
	pricesBucket = "prices" // pairs: the list of the pairs that are watched
	alertsBucket = "alerts" // by pair and condition
	blockBucket  = "block"  // head, member, limits: what is kept of the blocks
)

// lockWait is how long another deck may hold the file. Each holds it for some milliseconds.
const lockWait = time.Second

// entry is what stands in the file: a value with its place in the order in which things were put there.
type entry struct {
	Place uint64          `json:"place"`
	Value json.RawMessage `json:"value"`
}

// change is one change of the file.
type change func(*bbolt.Tx) error

// Open reads the notebook at path, which need not exist yet. The notebook can always be used: where there is an error, what
// is written down in it is gone when the program ends. An empty path gives one like that without an error.
func Open(path string) (*Store, error) { return open(path, lockWait) }

// OpenAtOnce is Open that waits for no other deck: where one holds the file, it fails.
func OpenAtOnce(path string) (*Store, error) { return open(path, time.Nanosecond) }

func open(path string, wait time.Duration) (*Store, error) {
	n := &Store{names: map[Subject]string{}}
	if path == "" {
		return n, nil
	}
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		n.path = path
		return n, nil
	}
	if err := within(path, wait, func(file *bbolt.DB) error { return file.View(n.read) }); err != nil {
		return &Store{names: map[Subject]string{}}, fmt.Errorf("the notebook is not kept this time: %w", err)
	}
	n.path = path
	return n, nil
}

// within opens the file for as long as use takes, and waits that long for another deck that has it. A file that is broken in a way that bbolt does not see makes it panic.
func within(path string, wait time.Duration, use func(*bbolt.DB) error) (err error) {
	defer func() {
		if broken := recover(); broken != nil {
			err = fmt.Errorf("%s is broken: move it away to begin a new one", path)
		}
	}()
	file, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: wait})
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if err := use(file); err != nil {
		_ = file.Close()
		return fmt.Errorf("%s: %w", path, err)
	}
	return file.Close()
}

func (n *Store) read(tx *bbolt.Tx) error {
	names, err := all[string](tx, namesBucket)
	if err != nil {
		return err
	}
	for _, held := range names {
		kind, key, _ := strings.Cut(held.key, " ")
		subject := Subject{SubjectKind(kind), key}
		n.names[subject] = held.value
		n.order = append(n.order, subject)
	}
	if n.saved, err = values[Saved](tx, savedBucket); err != nil {
		return err
	}
	if n.pins, err = values[Pin](tx, pinsBucket); err != nil {
		return err
	}
	if n.runs, err = values[Run](tx, runsBucket); err != nil {
		return err
	}
	if err := n.readPrices(tx); err != nil {
		return err
	}
	return n.readBlocks(tx)
}

type held[T any] struct {
	key   string
	place uint64
	value T
}

// all is what a bucket holds, in the order in which it was put there.
func all[T any](tx *bbolt.Tx, name string) ([]held[T], error) {
	bucket := tx.Bucket([]byte(name))
	if bucket == nil {
		return nil, nil
	}
	var found []held[T]
	err := bucket.ForEach(func(key, raw []byte) error {
		one := held[T]{key: string(key)}
		var line entry
		if err := json.Unmarshal(raw, &line); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := json.Unmarshal(line.Value, &one.value); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		one.place = line.Place
		found = append(found, one)
		return nil
	})
	slices.SortFunc(found, func(a, b held[T]) int { return cmp.Compare(a.place, b.place) })
	return found, err
}

func values[T any](tx *bbolt.Tx, name string) ([]T, error) {
	found, err := all[T](tx, name)
	var values []T
	for _, one := range found {
		values = append(values, one.value)
	}
	return values, err
}

// put writes a value. What is there already keeps its place.
func put(name, key string, value any) change {
	raw, err := json.Marshal(value)
	return func(tx *bbolt.Tx) error {
		if err != nil {
			return err
		}
		bucket, err := tx.CreateBucketIfNotExists([]byte(name))
		if err != nil {
			return err
		}
		line := entry{Value: raw}
		if before := bucket.Get([]byte(key)); before != nil {
			var held entry
			if err := json.Unmarshal(before, &held); err != nil {
				return err
			}
			line.Place = held.Place
		} else if line.Place, err = bucket.NextSequence(); err != nil {
			return err
		}
		return store(bucket, []byte(key), line)
	}
}

// add writes a value behind all others and removes the oldest beyond most.
func add(name string, value any, most int) change {
	raw, err := json.Marshal(value)
	return func(tx *bbolt.Tx) error {
		if err != nil {
			return err
		}
		bucket, err := tx.CreateBucketIfNotExists([]byte(name))
		if err != nil {
			return err
		}
		place, err := bucket.NextSequence()
		if err != nil {
			return err
		}
		if place > uint64(most) {
			if err := bucket.Delete(binary.BigEndian.AppendUint64(nil, place-uint64(most))); err != nil {
				return err
			}
		}
		return store(bucket, binary.BigEndian.AppendUint64(nil, place), entry{Place: place, Value: raw})
	}
}

func store(bucket *bbolt.Bucket, key []byte, line entry) error {
	raw, err := json.Marshal(line)
	if err != nil {
		return err
	}
	return bucket.Put(key, raw)
}

func remove(name, key string) change {
	return func(tx *bbolt.Tx) error {
		bucket := tx.Bucket([]byte(name))
		if bucket == nil {
			return nil
		}
		return bucket.Delete([]byte(key))
	}
}

// write notes a change, to be written by the next Flush.
func (n *Store) write(c change) {
	if n.path == "" {
		return
	}
	n.lock.Lock()
	defer n.lock.Unlock()
	n.pending = append(n.pending, c)
}

// Flush writes what has changed since the last time, in one piece and in its order: all of it or nothing. It may run in any
// goroutine, and waits up to a second for another deck. What could not be written is tried again by the next Flush.
func (n *Store) Flush() error {
	n.writing.Lock()
	defer n.writing.Unlock()
	n.lock.Lock()
	changes := n.pending
	n.pending = nil
	n.lock.Unlock()
	if len(changes) == 0 {
		return nil
	}
	err := within(n.path, lockWait, func(file *bbolt.DB) error {
		return file.Update(func(tx *bbolt.Tx) error {
			for _, change := range changes {
				if err := change(tx); err != nil {
					return err
				}
			}
			return nil
		})
	})
	if err != nil {
		n.lock.Lock()
		n.pending = append(changes, n.pending...)
		n.lock.Unlock()
		return fmt.Errorf("the notebook was not written: %w", err)
	}
	return nil
}
