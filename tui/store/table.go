package store

import (
	"slices"

	"go.etcd.io/bbolt"
)

// table holds the values of a bucket by key, in insertion order.
type table[T any] struct {
	bucket string
	max    int // of values; the oldest is removed beyond that. 0: no limit
	keys   []string
	values []T
}

// read reads the bucket.
func (t *table[T]) read(tx *bbolt.Tx) error {
	found, err := readBucket[T](tx, t.bucket)
	for _, r := range found {
		t.keys, t.values = append(t.keys, r.key), append(t.values, r.value)
	}
	return err
}

// find returns the value of a key, nil if there is none.
func (t *table[T]) find(key string) *T {
	if at := slices.Index(t.keys, key); at >= 0 {
		return &t.values[at]
	}
	return nil
}

// get returns the value of a key, the zero value if there is none.
func (t *table[T]) get(key string) (value T) {
	if found := t.find(key); found != nil {
		value = *found
	}
	return value
}

// put stores a value. One with the same key is replaced in its place.
func (t *table[T]) put(s *Store, key string, value T) {
	if existing := t.find(key); existing != nil {
		*existing = value
	} else {
		if t.max > 0 && len(t.keys) == t.max {
			t.remove(s, t.keys[0])
		}
		t.keys, t.values = append(t.keys, key), append(t.values, value)
	}
	s.write(put(t.bucket, key, value))
}

// rename gives a value another key, in its place.
func (t *table[T]) rename(s *Store, key, to string) {
	if at := slices.Index(t.keys, key); at >= 0 {
		t.keys[at] = to
		s.write(remove(t.bucket, key))
		s.write(put(t.bucket, to, t.values[at]))
	}
}

// remove removes the value of a key.
func (t *table[T]) remove(s *Store, key string) {
	t.drop(key)
	s.write(remove(t.bucket, key))
}

// drop removes the value of a key in memory only.
func (t *table[T]) drop(key string) {
	if at := slices.Index(t.keys, key); at >= 0 {
		t.keys, t.values = slices.Delete(t.keys, at, at+1), slices.Delete(t.values, at, at+1)
	}
}

// clear removes all values.
func (t *table[T]) clear(s *Store) {
	for len(t.keys) > 0 {
		t.remove(s, t.keys[0])
	}
}
