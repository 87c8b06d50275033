package store

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"go.etcd.io/bbolt"
)

const (
	// deliveryLease is how long a process that sends an alert keeps others from sending it too, since it last said so. If it is killed,
	// another one sends the alert after that time.
	deliveryLease = 15 * time.Second
	// deliveryWindow is the time within which two processes raise an alert about the same: they look at nodes at different times.
	deliveryWindow = time.Minute
)

// Delivery is an alert that a process of several is about to send.
type Delivery struct {
	Key      string    // what the processes raise alike: receiver, kind, subject and phase
	Occasion string    // tells it from the process's other deliveries with the same key
	At       time.Time // when the process raised it
}

// Turn says who sends an alert.
type Turn int

// The turns.
const (
	Mine   Turn = iota // this process
	Others             // another process, whose lease can expire: ask again
	Sent               // none: it has been sent
)

// delivery is the stored form of what one or several processes send. They match their alerts with a key in order: each process takes the
// first delivery that it has not taken yet, or adds one.
type delivery struct {
	At    time.Time         `json:"at"`
	Owner string            `json:"owner"`
	Until time.Time         `json:"until"`
	Sent  bool              `json:"sent,omitempty"`
	Taken map[string]string `json:"taken"` // occasions by process
}

// errUnchanged ends a transaction that has nothing to write.
var errUnchanged = errors.New("unchanged")

// TakeDelivery returns whose turn it is to send an alert. As long as it is Mine and the alert is not sent, it is to be called again
// within some seconds. It reads and writes the file, and is safe to call from any goroutine. Without a file it is always Mine.
func (s *Store) TakeDelivery(d Delivery, now time.Time) (Turn, error) {
	turn := Mine
	err := s.changeDeliveries(d, now, func(all []delivery) []delivery {
		own := s.find(all, d)
		if own < 0 {
			all = append(all, delivery{At: d.At, Owner: s.process, Taken: map[string]string{}})
			own = len(all) - 1
		}
		found := &all[own]
		isChanged := found.Taken[s.process] == ""
		found.Taken[s.process] = d.Occasion
		left := found.Until.Sub(now)
		// The other process may have taken it while this one waited for the lock, after now. More is left if the clock was set back.
		isHeld := left > 0 && left <= deliveryLease+lockWait
		switch {
		case found.Sent:
			turn = Sent
		case isHeld && found.Owner != s.process:
			turn = Others
		case !isHeld || left < deliveryLease/2:
			found.Owner, found.Until, isChanged = s.process, now.Add(deliveryLease), true
		}
		if !isChanged {
			return nil
		}
		return all
	})
	return turn, err
}

// EndDelivery notes that an alert was sent.
func (s *Store) EndDelivery(d Delivery, now time.Time) error {
	return s.changeDeliveries(d, now, func(all []delivery) []delivery {
		if own := s.find(all, d); own >= 0 {
			all[own].Sent = true
		}
		return all
	})
}

// find returns the index of a delivery: the one that the process has taken already, else the first that it can take, or -1.
func (s *Store) find(all []delivery, d Delivery) int {
	own := slices.IndexFunc(all, func(other delivery) bool { return other.Taken[s.process] == d.Occasion })
	if own < 0 {
		own = slices.IndexFunc(all, func(other delivery) bool {
			return other.Taken[s.process] == "" && !other.At.Before(s.opened) && other.At.Sub(d.At).Abs() <= deliveryWindow
		})
	}
	return own
}

// changeDeliveries replaces the deliveries with the key of d by what change returns, unless that is nil, and removes old ones.
func (s *Store) changeDeliveries(d Delivery, now time.Time, change func([]delivery) []delivery) error {
	if s.path == "" {
		change(nil)
		return nil
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	sum := sha256.Sum256([]byte(d.Key + s.chainID)) // the key can contain a secret, the address of a webhook
	err := withFile(s.path, bbolt.Options{Timeout: lockWait}, func(file *bbolt.DB) error {
		return file.Update(func(tx *bbolt.Tx) error {
			if err := checkFormat(tx); err != nil {
				return err
			}
			return inBucket(deliveriesBucket, func(bucket *bbolt.Bucket) error {
				all := change(readDeliveries(bucket.Get(sum[:])))
				if all == nil {
					return errUnchanged
				}
				if err := forgetDeliveries(bucket, now); err != nil {
					return err
				}
				raw, err := json.Marshal(slices.DeleteFunc(all, func(d delivery) bool { return d.isOver(now) }))
				if err != nil {
					return err
				}
				return bucket.Put(sum[:], raw)
			})(tx)
		})
	})
	if errors.Is(err, errUnchanged) {
		return nil
	}
	return err
}

// readDeliveries decodes deliveries; none if they are not readable.
func readDeliveries(raw []byte) (all []delivery) {
	if json.Unmarshal(raw, &all) != nil {
		return nil
	}
	return all
}

// isOver reports whether no process can take the delivery any more.
func (d delivery) isOver(now time.Time) bool {
	return now.Sub(d.At).Abs() > 2*deliveryWindow && !now.Before(d.Until)
}

// forgetDeliveries removes the keys that have only deliveries that are over.
func forgetDeliveries(bucket *bbolt.Bucket, now time.Time) error {
	var over [][]byte
	err := bucket.ForEach(func(key, raw []byte) error {
		if !slices.ContainsFunc(readDeliveries(raw), func(d delivery) bool { return !d.isOver(now) }) {
			over = append(over, slices.Clone(key))
		}
		return nil
	})
	for _, key := range over {
		err = errors.Join(err, bucket.Delete(key))
	}
	return err
}
