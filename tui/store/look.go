package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"os"
	"time"

	"go.etcd.io/bbolt"

	"foredeck/client/move"
)

// Bounds of the looks at resources.
const (
	mostLooks     = 8       // of one resource
	mostLookBytes = 1 << 20 // of one look: larger values are not kept
	allLookBytes  = 16 << 20
)

// Snapshot is a resource as it was at a time.
type Snapshot struct {
	At   time.Time       `json:"at"`
	Data json.RawMessage `json:"data"`
}

// lookKey begins the keys of all looks at a resource; the time follows in eight bytes.
func (n *Store) lookKey(account move.Address, resource string) []byte {
	sum := sha256.Sum256([]byte(account.String() + " " + resource + n.chain))
	return sum[:16]
}

// AddLook keeps a look at a resource of an account. Where nothing has changed since the newest one, that one is made younger.
// Beyond eight of one resource, or 16 MiB of all, the oldest are forgotten; what is larger than 1 MiB is not kept.
func (n *Store) AddLook(account move.Address, resource string, look Snapshot) {
	if len(look.Data) > mostLookBytes {
		return
	}
	prefix := n.lookKey(account, resource)
	n.write(func(tx *bbolt.Tx) error {
		bucket, err := tx.CreateBucketIfNotExists([]byte(looksBucket))
		if err != nil {
			return err
		}
		held := keysOf(bucket, prefix)
		if len(held) > 0 {
			newest := held[len(held)-1]
			var before Snapshot
			if err := json.Unmarshal(bucket.Get(newest), &before); err != nil || bytes.Equal(before.Data, look.Data) {
				held = held[:len(held)-1]
				if err := bucket.Delete(newest); err != nil {
					return err
				}
			}
		}
		for len(held) >= mostLooks {
			if err := bucket.Delete(held[0]); err != nil {
				return err
			}
			held = held[1:]
		}
		raw, err := json.Marshal(look)
		if err != nil {
			return err
		}
		if err := bucket.Put(binary.BigEndian.AppendUint64(prefix[:len(prefix):len(prefix)], uint64(look.At.UnixNano())), raw); err != nil {
			return err
		}
		return shrink(bucket)
	})
}

// keysOf are the keys that begin with prefix, the oldest first.
func keysOf(bucket *bbolt.Bucket, prefix []byte) [][]byte {
	var keys [][]byte
	cursor := bucket.Cursor()
	for key, _ := cursor.Seek(prefix); bytes.HasPrefix(key, prefix) && key != nil; key, _ = cursor.Next() {
		keys = append(keys, bytes.Clone(key))
	}
	return keys
}

// shrink forgets the oldest looks of all until the rest is within its bound.
func shrink(bucket *bbolt.Bucket) error {
	for {
		total := 0
		var oldest []byte
		err := bucket.ForEach(func(key, raw []byte) error {
			total += len(raw)
			if oldest == nil || bytes.Compare(key[len(key)-8:], oldest[len(oldest)-8:]) < 0 {
				oldest = bytes.Clone(key)
			}
			return nil
		})
		if err != nil || total <= allLookBytes {
			return err
		}
		if err := bucket.Delete(oldest); err != nil {
			return err
		}
	}
}

// Looks are the kept looks at a resource of an account, the newest first. It reads the file and may run in any goroutine.
func (n *Store) Looks(account move.Address, resource string) ([]Snapshot, error) {
	if err := n.Flush(); err != nil {
		return nil, err
	}
	if n.path == "" {
		return nil, nil
	}
	if _, err := os.Stat(n.path); err != nil {
		return nil, nil // nothing was kept so far
	}
	var looks []Snapshot
	err := within(n.path, lockWait, func(file *bbolt.DB) error {
		return file.View(func(tx *bbolt.Tx) error {
			bucket := tx.Bucket([]byte(looksBucket))
			if bucket == nil {
				return nil
			}
			for _, key := range keysOf(bucket, n.lookKey(account, resource)) {
				var look Snapshot
				if err := json.Unmarshal(bucket.Get(key), &look); err != nil {
					return err
				}
				looks = append([]Snapshot{look}, looks...)
			}
			return nil
		})
	})
	return looks, err
}
