package store

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"os"
	"time"

	"go.etcd.io/bbolt"

	"foredeck/client/move"
	"foredeck/tui/live"
)

// Limits of the stored snapshots.
const (
	maxSnapshots     = 8       // per resource
	maxSnapshotBytes = 1 << 20 // larger resources are not stored
	maxTotalBytes    = 16 << 20
)

// Snapshot is a resource at a point in time.
type Snapshot struct {
	At     time.Time       `json:"at"`
	Height *uint64         `json:"height,omitempty"` // of the newest block; only of what is watched
	Data   json.RawMessage `json:"data"`
}

// snapshotPrefix returns the key prefix of all snapshots of a resource; the time follows in eight bytes.
func (s *Store) snapshotPrefix(account move.Address, resource string) []byte {
	sum := sha256.Sum256([]byte(account.String() + " " + resource + s.chainID))
	return sum[:16]
}

// AddSnapshot stores a snapshot of an account's resource. If the resource has not changed, only the time of the newest
// snapshot is updated. The oldest snapshots are removed beyond 8 per resource and 16 MiB in total. Snapshots over 1 MiB
// are not stored.
func (s *Store) AddSnapshot(account move.Address, resource string, snapshot Snapshot) {
	s.addSnapshot(s.snapshotPrefix(account, resource), snapshot, maxSnapshots)
}

// addSnapshot stores a snapshot and removes the oldest ones with the prefix beyond the limit.
func (s *Store) addSnapshot(prefix []byte, snapshot Snapshot, limit int) {
	if len(snapshot.Data) > maxSnapshotBytes {
		return
	}
	s.write(inBucket(snapshotsBucket, func(bucket *bbolt.Bucket) error {
		keys := keysOf(bucket, prefix)
		if len(keys) > 0 {
			newest := keys[len(keys)-1]
			var previous Snapshot
			if err := json.Unmarshal(bucket.Get(newest), &previous); err != nil || bytes.Equal(previous.Data, snapshot.Data) {
				keys = keys[:len(keys)-1]
				if err := bucket.Delete(newest); err != nil {
					return err
				}
			}
		}
		for len(keys) >= limit {
			if err := bucket.Delete(keys[0]); err != nil {
				return err
			}
			keys = keys[1:]
		}
		raw, err := json.Marshal(snapshot)
		if err != nil {
			return err
		}
		if err := bucket.Put(binary.BigEndian.AppendUint64(prefix[:len(prefix):len(prefix)], uint64(snapshot.At.UnixNano())), raw); err != nil {
			return err
		}
		return evict(bucket)
	}))
}

// keysOf returns the keys with the prefix, oldest first.
func keysOf(bucket *bbolt.Bucket, prefix []byte) [][]byte {
	var keys [][]byte
	cursor := bucket.Cursor()
	for key, _ := cursor.Seek(prefix); bytes.HasPrefix(key, prefix) && key != nil; key, _ = cursor.Next() {
		keys = append(keys, bytes.Clone(key))
	}
	return keys
}

// evict removes the oldest snapshots until the total size is within its limit.
func evict(bucket *bbolt.Bucket) error {
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
		if err != nil || total <= maxTotalBytes {
			return err
		}
		if err := bucket.Delete(oldest); err != nil {
			return err
		}
	}
}

// Snapshots returns the stored snapshots of an account's resource, newest first. It flushes and reads the file and is
// safe to call from any goroutine.
func (s *Store) Snapshots(account move.Address, resource string) ([]Snapshot, error) {
	if err := s.Flush(); err != nil {
		return nil, err
	}
	if s.path == "" {
		return nil, nil
	}
	if _, err := os.Stat(s.path); err != nil {
		return nil, nil // nothing stored yet
	}
	var snapshots []Snapshot
	err := withFile(s.path, bbolt.Options{Timeout: lockWait}, func(file *bbolt.DB) error {
		return file.View(func(tx *bbolt.Tx) error {
			bucket := tx.Bucket([]byte(snapshotsBucket))
			if bucket == nil {
				return nil
			}
			for _, key := range keysOf(bucket, s.snapshotPrefix(account, resource)) {
				var snapshot Snapshot
				if err := json.Unmarshal(bucket.Get(key), &snapshot); err != nil {
					return err
				}
				snapshots = append([]Snapshot{snapshot}, snapshots...)
			}
			return nil
		})
	})
	return snapshots, err
}

// staleSnapshotAge is the age at which snapshots of an earlier chain are removed. Younger ones may belong to another
// running foredeck.
const staleSnapshotAge = 24 * time.Hour

// ResetChain marks the start of a new chain, as simulated networks make one each time. Values seen on the previous
// chain are not comparable: bookmarks lose their last value, earlier snapshots are no longer found, and runs are marked
// as past. Alerts are forgotten. Bookmarks, names and inputs stay. Other processes that use the file are not affected.
func (s *Store) ResetChain() {
	s.chainID = rand.Text()
	for i := range s.bookmarks.values {
		s.bookmarks.values[i].Value, s.bookmarks.values[i].At = "", time.Time{}
	}
	s.seen.clear(s)
	for i := range s.runs {
		s.runs[i].Values, s.runs[i].Err = nil, ErrPast
	}
	s.alerting.state, s.alerting.past = live.MonitorState{}, nil
	if _, err := os.Stat(s.path); err != nil {
		return // no file, so no snapshots
	}
	before := uint64(time.Now().Add(-staleSnapshotAge).UnixNano())
	s.write(inBucket(snapshotsBucket, func(bucket *bbolt.Bucket) error {
		for _, key := range keysOf(bucket, nil) {
			if binary.BigEndian.Uint64(key[len(key)-8:]) >= before {
				continue
			}
			if err := bucket.Delete(key); err != nil {
				return err
			}
		}
		return nil
	}))
}
