package store

import (
	"encoding/json"
	"errors"
	"time"

	"foredeck/client/move"
	"foredeck/tui/target"
)

// Limits of what is watched.
const (
	maxWatches = 20
	maxStates  = 50 // of each; the size is limited together with the snapshots
)

// ErrManyWatches reports that the limit of watched resources and modules is reached.
var ErrManyWatches = errors.New("20 resources and modules are watched already: remove one with W")

// Watch is a resource or module whose changes are kept.
type Watch struct {
	Link    target.Link `json:"link"`
	Changes int         `json:"changes"` // seen since it is watched
	At      time.Time   `json:"at"`      // of the last change; zero: none yet
	Height  *uint64     `json:"height"`  // of the newest block then; nil: not known
}

// State is a watched resource or module when it was seen.
type State struct {
	At     time.Time       `json:"at"`
	Height *uint64         `json:"height,omitempty"` // of the newest block; nil: not known
	Data   json.RawMessage `json:"data"`             // null: it does not exist
}

// Watches returns what is watched, in the order in which it was added.
func (s *Store) Watches() []Watch { return s.watches.values }

// FindWatch returns the watch of a link, nil if it is not watched.
func (s *Store) FindWatch(link target.Link) *Watch { return s.watches.find(link.String()) }

// ToggleWatch watches a link, or stops it, and reports whether it is watched now. The states that were kept stay until they are
// evicted. It fails with ErrManyWatches.
func (s *Store) ToggleWatch(link target.Link) (isWatched bool, err error) {
	switch {
	case s.FindWatch(link) != nil:
		s.watches.remove(s, link.String())
		return false, nil
	case len(s.watches.values) == maxWatches:
		return false, ErrManyWatches
	}
	s.watches.put(s, link.String(), Watch{Link: link})
	return true, nil
}

// AddState keeps a state of a watched link. It counts as a change unless it is the first one.
func (s *Store) AddState(link target.Link, state State, isFirst bool) {
	watch := s.FindWatch(link)
	if watch == nil {
		return
	}
	if !isFirst {
		watch.Changes, watch.At, watch.Height = watch.Changes+1, state.At, state.Height
		s.write(put(watchesBucket, link.String(), *watch))
	}
	s.addSnapshot(s.snapshotPrefix(move.Address{}, link.String()), Snapshot(state), maxStates)
}

// States returns the kept states of a watched link, newest first. It flushes and reads the file and is safe to call from any
// goroutine.
func (s *Store) States(link target.Link) ([]State, error) {
	snapshots, err := s.Snapshots(move.Address{}, link.String())
	states := make([]State, len(snapshots))
	for i, snapshot := range snapshots {
		states[i] = State(snapshot)
	}
	return states, err
}
