package notify

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// ErrOutboxInUse is the error of an outbox that another process has open.
var ErrOutboxInUse = errors.New("in use by another process: alerts that cannot be sent are lost when this one ends")

// lockTime is how long another process may have the outbox open.
const lockTime = 200 * time.Millisecond

// outbox is a file with the messages that wait for a receiver, so that a restart loses none. Its zero value keeps nothing. It does not
// contain addresses: a bucket has the name of a receiver, and the digest of where that was.
type outbox struct{ db *bbolt.DB }

// waiting is a message in an outbox.
type waiting struct {
	number  uint64
	message Message
}

// openOutbox opens the file, and makes it if isNeeded.
func openOutbox(path string, isNeeded bool) (outbox, error) {
	if path == "" {
		return outbox{}, nil
	}
	if _, err := os.Stat(path); !isNeeded && errors.Is(err, fs.ErrNotExist) {
		return outbox{}, nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return outbox{}, fmt.Errorf("alerts that wait: %w", err)
	}
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: lockTime})
	if errors.Is(err, bolterrors.ErrTimeout) {
		err = ErrOutboxInUse
	}
	if err != nil {
		return outbox{}, fmt.Errorf("alerts that wait: %w", err)
	}
	return outbox{db}, nil
}

func (o outbox) close() {
	if o.db != nil {
		_ = o.db.Close()
	}
}

// put adds a message and returns its number, 0 without a file.
func (o outbox) put(receiver string, message *Message) (number uint64, err error) {
	if o.db == nil {
		return 0, nil
	}
	err = o.db.Update(func(tx *bbolt.Tx) error {
		bucket, err := tx.CreateBucketIfNotExists([]byte(receiver))
		if err != nil {
			return err
		}
		number, _ = bucket.NextSequence()
		return bucket.Put(key(number), message.JSON())
	})
	return number, err
}

// remove removes a message that was sent or given up.
func (o outbox) remove(receiver string, number uint64) error {
	if o.db == nil || number == 0 {
		return nil
	}
	return o.db.Update(func(tx *bbolt.Tx) error {
		if bucket := tx.Bucket([]byte(receiver)); bucket != nil {
			return bucket.Delete(key(number))
		}
		return nil
	})
}

// all returns the messages that wait for a receiver, the oldest first. One that cannot be read is skipped.
func (o outbox) all(receiver string) (found []waiting, err error) {
	if o.db == nil {
		return nil, nil
	}
	err = o.db.View(func(tx *bbolt.Tx) error {
		bucket := tx.Bucket([]byte(receiver))
		if bucket == nil {
			return nil
		}
		return bucket.ForEach(func(k, content []byte) error {
			var message Message
			if len(k) == 8 && json.Unmarshal(content, &message) == nil {
				found = append(found, waiting{binary.BigEndian.Uint64(k), message})
			}
			return nil
		})
	})
	return found, err
}

func key(number uint64) []byte { return binary.BigEndian.AppendUint64(nil, number) }
