package notebook

import (
	"errors"
	"os"
	"time"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// StartAnew says that the chain has begun anew since the notebook was written. What was seen of it compares with nothing that is
// seen from now on: looks at resources and what saved places were are forgotten, and runs are marked as past. Places, names and
// what was typed stay.
func (n *Notebook) StartAnew() {
	for i := range n.saved {
		n.saved[i].Value, n.saved[i].At = "", time.Time{}
	}
	for i := range n.runs {
		n.runs[i].Past = true
	}
	if _, err := os.Stat(n.path); err != nil {
		return // no look was kept
	}
	n.write(func(tx *bbolt.Tx) error {
		if err := tx.DeleteBucket([]byte(looksBucket)); !errors.Is(err, bolterrors.ErrBucketNotFound) {
			return err
		}
		return nil
	})
}
