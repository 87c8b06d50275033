package store

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"time"

	"go.etcd.io/bbolt"
)

// maxFirings is the number of firings that are stored.
const maxFirings = 100

// Firing is a crossing of an alert, or the way back after it. Processes on one state observe the same prices: the file decides which of
// them has found it, and says whether anybody was told.
type Firing struct {
	Number uint64    `json:"number"`
	Alert  Alert     `json:"alert"` // after it
	State  string    `json:"state"` // what happened: crossed up, crossed down or back
	IsOne  bool      `json:"is_one,omitempty"`
	Price  string    `json:"price"`
	Value  string    `json:"value,omitempty"`
	Level  string    `json:"level"`
	Limit  string    `json:"limit,omitempty"` // of the way back: the level and the margin
	IsUp   bool      `json:"is_up,omitempty"` // of the alert: it is about values above the level
	At     time.Time `json:"at"`
	Owner  string    `json:"owner"`            // process that reports it
	Silent bool      `json:"silent,omitempty"` // its owner has no terminal: a deck rings
	Sent   bool      `json:"sent,omitempty"`   // it was handed to the receivers
	Rung   bool      `json:"rung,omitempty"`   // a deck rang
}

// Move is a change of the state of an alert that this process observed. It applies if no other process changed the alert before.
type Move struct {
	Alert  Alert // after it
	Before Alert
	Firing Firing // State is empty if there is nothing to report
}

// AlertSync is what a process has to say about alerts.
type AlertSync struct {
	Moves []Move
	Taken []Firing // firings to take over from an owner that did not report them
	Ended []Firing // firings of this process with what was done since
	Known time.Time
	edits int
}

// AlertState is what the file says about alerts.
type AlertState struct {
	Alerts   []Alert
	lines    []record[[]string]
	Firings  []Firing // oldest first
	Modified time.Time
	edits    int
}

// IsChanged reports whether a state has been read.
func (a *AlertState) IsChanged() bool { return !a.Modified.IsZero() }

// Process identifies the store among those of other processes on the same file.
func (s *Store) Process() string { return s.process }

// PrepareSync adds to a sync what belongs to the time of the call. It must be called from the update loop.
func (s *Store) PrepareSync(sync AlertSync) AlertSync {
	sync.edits = s.alertEdits
	return sync
}

// SyncAlerts writes what a process has to say about alerts, and reads what others have said, in one transaction. Without anything to
// write, and if the file is as it was at Known, it reads nothing. It is safe to call from any goroutine if the store has a file.
func (s *Store) SyncAlerts(sync AlertSync) (AlertState, error) {
	state := AlertState{edits: sync.edits}
	if s.path == "" {
		for _, move := range sync.Moves {
			s.alerts.put(s, move.Alert.ID(), move.Alert)
			if move.Firing.State != "" {
				state.Firings = append(state.Firings, move.Firing)
			}
		}
		state.Alerts, state.Modified = s.alerts.values, time.Now()
		return state, nil
	}
	hasChanges := len(sync.Moves)+len(sync.Taken)+len(sync.Ended) > 0
	modified, isSame := s.modified(sync.Known)
	if !hasChanges && isSame {
		return state, nil
	}
	if err := s.Flush(); err != nil {
		return state, err
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	err := withFile(s.path, bbolt.Options{Timeout: lockWait}, func(file *bbolt.DB) error {
		transaction := file.View
		if hasChanges {
			transaction = file.Update
		}
		return transaction(func(tx *bbolt.Tx) error {
			if err := checkFormat(tx); err != nil {
				return err
			}
			if hasChanges {
				if err := s.applySync(tx, &sync); err != nil {
					return err
				}
			}
			return state.read(tx)
		})
	})
	state.Modified = modified
	return state, err
}

// settled is the age from which the time of a file is that of its last change: two changes can have the same time.
const settled = 2 * time.Second

// modified returns when the file was changed last, and whether that is known to be as it was.
func (s *Store) modified(known time.Time) (modified time.Time, isSame bool) {
	info, err := os.Stat(s.path)
	if errors.Is(err, os.ErrNotExist) {
		return time.Time{}, true
	}
	if err != nil {
		return time.Now(), false
	}
	return info.ModTime(), info.ModTime().Equal(known) && time.Since(known).Abs() > settled
}

func (a *AlertState) read(tx *bbolt.Tx) (err error) {
	if a.Alerts, err = readValues[Alert](tx, alertsBucket); err == nil {
		a.Firings, err = readValues[Firing](tx, firingsBucket)
	}
	if err == nil {
		a.lines, err = readBucket[[]string](tx, linesBucket)
	}
	return err
}

// applySync applies moves in order, and what was done about firings.
func (s *Store) applySync(tx *bbolt.Tx, sync *AlertSync) error {
	for _, move := range sync.Moves {
		stored, err := storedAlert(tx, move.Alert.ID())
		if err != nil {
			return err
		}
		if move.Alert.By = s.process; stored == nil || !stored.isAs(&move.Before) || s.HasSeenLater(stored, move.Alert.Seen) {
			continue // it was removed, or another process has seen what came of it
		}
		err = put(alertsBucket, move.Alert.ID(), move.Alert)(tx)
		if err == nil && move.Firing.State != "" {
			err = s.addFiring(tx, move.Firing)
		}
		if err != nil {
			return err
		}
	}
	for _, taken := range sync.Taken {
		change := func(f *Firing) {
			if f.Owner == taken.Owner && !f.Rung {
				f.Owner, f.Silent = s.process, false
			}
		}
		if err := changeFiring(tx, taken.Number, change); err != nil {
			return err
		}
	}
	for _, ended := range sync.Ended {
		change := func(f *Firing) { f.Sent, f.Rung = f.Sent || ended.Sent, f.Rung || ended.Rung }
		if err := changeFiring(tx, ended.Number, change); err != nil {
			return err
		}
	}
	return nil
}

// HasSeenLater reports whether another process, or this one, has changed an alert at a later price. Of two prices of the same time only this
// process knows which is later.
func (s *Store) HasSeenLater(alert *Alert, at int64) bool {
	return at < alert.Seen || at == alert.Seen && at != 0 && alert.By != "" && alert.By != s.process
}

// isAs reports whether an alert waits for the same as another one.
func (a *Alert) isAs(other *Alert) bool { return a.Armed == other.Armed && a.Side == other.Side }

func storedAlert(tx *bbolt.Tx, id string) (*Alert, error) {
	bucket := tx.Bucket([]byte(alertsBucket))
	if bucket == nil {
		return nil, nil
	}
	raw := bucket.Get([]byte(id))
	if raw == nil {
		return nil, nil
	}
	var line entry
	var alert Alert
	if err := json.Unmarshal(raw, &line); err != nil {
		return nil, err
	}
	return &alert, json.Unmarshal(line.Value, &alert)
}

func (s *Store) addFiring(tx *bbolt.Tx, firing Firing) error {
	bucket, err := tx.CreateBucketIfNotExists([]byte(firingsBucket))
	if err != nil {
		return err
	}
	firing.Number, firing.Owner = bucket.Sequence()+1, s.process
	return push(firingsBucket, firing, maxFirings)(tx)
}

// changeFiring changes a firing, unless it is not stored any more.
func changeFiring(tx *bbolt.Tx, number uint64, change func(*Firing)) error {
	bucket := tx.Bucket([]byte(firingsBucket))
	if bucket == nil {
		return nil
	}
	key := binary.BigEndian.AppendUint64(nil, number)
	raw := bucket.Get(key)
	if raw == nil {
		return nil
	}
	var line entry
	var firing Firing
	if json.Unmarshal(raw, &line) != nil || json.Unmarshal(line.Value, &firing) != nil {
		return nil // of a later version
	}
	change(&firing)
	changed, err := json.Marshal(firing)
	if err != nil {
		return err
	}
	return putEntry(bucket, key, entry{Order: line.Order, Value: changed})
}

// MoveAlert changes the state of an alert in memory, until TakeAlerts.
func (s *Store) MoveAlert(alert Alert) {
	if known := s.alerts.find(alert.ID()); known != nil {
		*known = alert
	}
}

// TakeAlerts takes over what SyncAlerts has read, and returns the alerts that were removed elsewhere. It does nothing, and ok is false, if
// the user has changed alerts or lines since PrepareSync. It must be called from the update loop.
func (s *Store) TakeAlerts(state *AlertState) (removed []Alert, ok bool) {
	if state.edits != s.alertEdits {
		return nil, false
	}
	s.takeLines(state.lines)
	for _, known := range s.alerts.values {
		if !slices.ContainsFunc(state.Alerts, func(a Alert) bool { return a.ID() == known.ID() }) {
			removed = append(removed, known)
		}
	}
	s.alerts.keys, s.alerts.values = nil, slices.Clone(state.Alerts)
	for _, alert := range state.Alerts {
		s.alerts.keys = append(s.alerts.keys, alert.ID())
	}
	return removed, true
}
