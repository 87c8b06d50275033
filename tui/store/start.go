package store

import (
	"crypto/rand"
	"encoding/binary"
	"os"
	"time"

	"go.etcd.io/bbolt"
)

// oldLook is the age from which on a look at an earlier chain is forgotten. A younger one may be that of another deck that is open.
const oldLook = 24 * time.Hour

// StartAnew says that the chain has begun anew since the notebook was written. What was seen of it compares with nothing that is
// seen from now on: what saved places were is forgotten, looks at resources are not found any more, and runs are marked as past.
// Places, names and what was typed stay. Other decks go on with their own chains.
func (n *Store) StartAnew() {
	n.chain = rand.Text()
	for i := range n.saved {
		n.saved[i].Value, n.saved[i].At = "", time.Time{}
	}
	for i := range n.runs {
		n.runs[i].Past = true
	}
	if _, err := os.Stat(n.path); err != nil {
		return // no look was kept
	}
	before := uint64(time.Now().Add(-oldLook).UnixNano())
	n.write(func(tx *bbolt.Tx) error {
		bucket := tx.Bucket([]byte(looksBucket))
		if bucket == nil {
			return nil
		}
		for _, key := range keysOf(bucket, nil) {
			if binary.BigEndian.Uint64(key[len(key)-8:]) >= before {
				continue
			}
			if err := bucket.Delete(key); err != nil {
				return err
			}
		}
		return nil
	})
}
