package store

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"sync"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"

	"foredeck/tui/live"
)

// Buckets of the file of a history.
var (
	hoursBucket     = []byte("hours")     // spans by hour and epoch; its sequence number is the size of all values
	authorsBucket   = []byte("authors")   // numbers of authors, which spans have in place of them; its sequence number is the last one
	intervalsBucket = []byte("intervals") // a bucket for each subject: state and end by begin; its sequence number is the number of subjects
)

const (
	// historyDelay is how long blocks wait to be written together, and epochDelay how long after the end of an epoch.
	historyDelay = 10 * time.Second
	epochDelay   = time.Second
	// maxHistoryBytes is the size of all spans, beyond which the oldest hours are removed. The file is somewhat larger.
	maxHistoryBytes = 32 << 20
	// maxPendingBlocks bounds the blocks that wait while the file cannot be written. More are not kept.
	maxPendingBlocks = 10_000
	// maxIntervals and maxSubjects bound the intervals of a subject, beyond which the oldest are removed, and the subjects.
	maxIntervals = 2000
	maxSubjects  = 500
	// maxAuthors and maxAuthor bound the authors and their length: a block of another one has no author.
	maxAuthors = 10_000
	maxAuthor  = 128
	// maxMembers bounds the members of a committee, and maxAhead the time of a block: one that exceeds them is not kept.
	maxMembers = 10_000
	// maxLateVotes is the number of the newest blocks that wait for their votes.
	maxLateVotes = 16
	maxAhead     = time.Hour
	// sameState is the longest time between two observations of a state that lasts, and sameAlert that between two processes that see an alert.
	sameState = 15 * time.Second
	sameAlert = time.Second / 2

	// RecentHistory is the time that Recent sums, at most every recentDelay once there is something.
	RecentHistory = 30 * 24 * time.Hour
	recentDelay   = 5 * time.Minute
)

// History is the history of a network in a file, which several processes can share: its blocks by hour and epoch with the votes of each
// member, the states of its nodes and its alerts. It is written in the background, some seconds later. Its methods are safe for concurrent
// use and do not wait for the file; those of nil do nothing.
type History struct {
	path   string
	recent atomic.Pointer[live.Period]

	lock      sync.Mutex // of the fields below; never held while the file is used
	blocks    []live.Row
	intervals []Interval
	timer     *time.Timer
	isDue     bool // an epoch has ended
	isWaiting bool // the timer is set
	votesLag  bool // votes become known after their blocks
	closed    bool
	err       error // of the last write, nil while another process has only locked the file for a moment
	reported  bool

	writing sync.Mutex // one flush at a time
	summed  time.Time  // when recent was computed
}

// Interval is a time in which a node was in a state, or in which an alert lasted.
type Interval struct {
	Kind     IntervalKind
	Subject  string
	State    string // of the node; severity of the alert
	From, To time.Time
}

// IntervalKind says what an interval is about. Its values are part of the file format.
type IntervalKind string

// The kinds of intervals.
const (
	NodeState IntervalKind = "node"
	AlertOpen IntervalKind = "alert"
)

// OpenHistory opens the history at path. The first write creates it.
func OpenHistory(path string) *History {
	h := &History{path: path}
	h.timer = time.AfterFunc(0, h.flush) // which sums what there is
	return h
}

// Recent returns the sum of the last 30 days, nil if nothing is known of them. It is up to five minutes old.
func (h *History) Recent() *live.Period {
	if h == nil {
		return nil
	}
	return h.recent.Load()
}

// Block adds a block that was observed.
func (h *History) Block(row *live.Row) {
	if h == nil || row.Members > maxMembers {
		return
	}
	if at, ok := row.Time(); !ok || at.After(time.Now().Add(maxAhead)) {
		return
	}
	h.lock.Lock()
	defer h.lock.Unlock()
	if len(h.blocks) >= maxPendingBlocks || h.closed {
		return
	}
	isEnd := len(h.blocks) > 0 && h.blocks[len(h.blocks)-1].Epoch != row.Epoch
	h.blocks = append(h.blocks, *row)
	if isEnd && !h.isDue && h.err == nil {
		h.isDue, h.isWaiting = true, true
		h.timer.Reset(epochDelay)
	}
	h.wait()
}

// Votes adds the votes of a block that was observed before they were known.
func (h *History) Votes(row *live.Row) {
	if h == nil {
		return
	}
	h.lock.Lock()
	defer h.lock.Unlock()
	for i := len(h.blocks) - 1; i >= 0 && h.blocks[i].Height >= row.Height; i-- {
		if h.blocks[i].Height == row.Height && h.blocks[i].Digest == row.Digest {
			h.blocks[i] = *row
			h.votesLag = true
			h.wait()
		}
	}
}

// splitLate divides the blocks to write from the newest ones, whose votes may still become known.
func (h *History) splitLate() (blocks, late []live.Row) {
	if !h.votesLag || h.closed {
		return h.blocks, nil
	}
	at := len(h.blocks)
	for at > 0 && len(h.blocks)-at < maxLateVotes && h.blocks[at-1].Members == 0 {
		at--
	}
	return h.blocks[:at:at], slices.Clone(h.blocks[at:])
}

// wait sets the timer of the next write unless it is set. The lock is held.
func (h *History) wait() {
	if !h.isWaiting {
		h.isWaiting = true
		h.timer.Reset(historyDelay)
	}
}

// Nodes adds the states of nodes at a time.
func (h *History) Nodes(nodes []live.Node, now time.Time) {
	for i := range nodes {
		n := &nodes[i]
		state := n.State.String()
		if n.Fork != nil {
			state = "forked"
		}
		h.observe(Interval{NodeState, cmp.Or(n.Host, n.Name), state, now, now})
	}
}

// Alerts adds the conditions that are open now, and those of alerts.
func (h *History) Alerts(open []live.Condition, alerts []live.Alert, now time.Time) {
	for i := range alerts {
		h.alert(&alerts[i].Condition, now)
	}
	for i := range open {
		h.alert(&open[i], now)
	}
}

func (h *History) alert(c *live.Condition, now time.Time) {
	subject, ended := c.Kind.String(), c.Ended
	if c.Subject != "" {
		subject += " " + c.Subject
	}
	if c.IsOpen() {
		ended = now
	}
	h.observe(Interval{AlertOpen, subject, c.Severity.String(), c.Began, ended})
}

// observe adds an interval, or continues that of its subject.
func (h *History) observe(next Interval) {
	if h == nil {
		return
	}
	h.lock.Lock()
	defer h.lock.Unlock()
	for i := len(h.intervals) - 1; i >= 0; i-- {
		if last := &h.intervals[i]; last.Kind == next.Kind && last.Subject == next.Subject {
			if last.continues(next) {
				last.To = maxTime(last.To, next.To)
				return
			}
			break
		}
	}
	if len(h.intervals) >= maxIntervals || h.closed {
		return
	}
	h.intervals = append(h.intervals, next)
	h.wait()
}

// continues reports whether an interval of the same subject is the same state, which lasted.
func (i *Interval) continues(next Interval) bool {
	limit := sameState
	if next.Kind == AlertOpen {
		limit = sameAlert
	}
	return i.State == next.State && next.From.Sub(i.To) <= limit
}

func maxTime(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// Failure returns why the history cannot be written, once. What could not be written is written later if that becomes possible.
func (h *History) Failure() error {
	if h == nil {
		return nil
	}
	h.lock.Lock()
	defer h.lock.Unlock()
	if h.reported {
		return nil
	}
	h.reported = h.err != nil
	return h.err
}

// Close writes what waits. It returns the error of the last write.
func (h *History) Close() error {
	h.lock.Lock()
	h.closed = true
	h.timer.Stop()
	h.lock.Unlock()
	h.flush()
	h.lock.Lock()
	defer h.lock.Unlock()
	return h.err
}

// flush writes what waits, and sums the file. What cannot be written waits for the next attempt.
func (h *History) flush() {
	h.writing.Lock()
	defer h.writing.Unlock()
	h.lock.Lock()
	blocks, late := h.splitLate()
	intervals := h.intervals
	h.blocks, h.intervals, h.isDue, h.isWaiting = late, nil, false, false
	isDue := !h.closed && (h.recent.Load() == nil || time.Since(h.summed) >= recentDelay)
	h.lock.Unlock()
	var recent *live.Period
	sum := func(tx *bbolt.Tx) (err error) {
		if isDue {
			recent, err = sumRecent(tx)
		}
		return err
	}
	var err error
	if len(blocks)+len(intervals) > 0 {
		if err = os.MkdirAll(filepath.Dir(h.path), 0o700); err == nil {
			err = withFile(h.path, bbolt.Options{Timeout: lockWait}, func(file *bbolt.DB) error {
				if err := file.Update(func(tx *bbolt.Tx) error { return writeHistory(tx, blocks, intervals) }); err != nil {
					return err
				}
				return file.View(sum)
			})
		}
	} else if isDue {
		err = readHistory(h.path, sum)
	}
	h.lock.Lock()
	defer h.lock.Unlock()
	if err != nil {
		h.blocks, h.intervals = append(blocks, h.blocks...), append(intervals, h.intervals...)
		if !errors.Is(err, bbolterrors.ErrTimeout) || len(h.blocks) >= maxPendingBlocks || h.closed {
			h.err = fmt.Errorf("history not saved: %w", err)
		}
	} else {
		h.err, h.reported = nil, false
		if isDue {
			h.summed = time.Now()
			h.recent.Store(recent)
		}
	}
	if !h.closed && len(h.blocks)+len(h.intervals) > len(late) {
		h.wait()
	}
}

func sumRecent(tx *bbolt.Tx) (*live.Period, error) {
	now := time.Now()
	spans, err := readSpans(tx, now.Add(-RecentHistory))
	if periods := live.Divide(spans, live.NoUnit, now.Add(-RecentHistory), now); len(periods) > 0 {
		return &periods[0], err
	}
	return nil, err
}

// readHistory reads the file of a history. There is nothing to read if it does not exist.
func readHistory(path string, read func(*bbolt.Tx) error) error {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return withFile(path, bbolt.Options{Timeout: lockWait, ReadOnly: true}, func(file *bbolt.DB) error {
		return file.View(func(tx *bbolt.Tx) error { return cmp.Or(checkFormat(tx), read(tx)) })
	})
}

// ReadHistory returns the spans at path that end after a time, in the order of their times. Spans are not divided: the first one may
// begin up to an hour before.
func ReadHistory(path string, from time.Time) (spans []live.Span, err error) {
	err = readHistory(path, func(tx *bbolt.Tx) error {
		spans, err = readSpans(tx, from)
		return err
	})
	return spans, err
}

// ReadIntervals returns the intervals of a kind at path that end after a time, in the order of their begin.
func ReadIntervals(path string, kind IntervalKind, from time.Time) (all []Interval, err error) {
	err = readHistory(path, func(tx *bbolt.Tx) error {
		parent := tx.Bucket(intervalsBucket)
		if parent == nil {
			return nil
		}
		prefix := append([]byte(kind), ' ')
		cursor := parent.Cursor()
		for name, _ := cursor.Seek(prefix); bytes.HasPrefix(name, prefix); name, _ = cursor.Next() {
			err := parent.Bucket(name).ForEach(func(key, value []byte) error {
				if i, ok := decodeInterval(key, value); ok && !i.To.Before(from) {
					i.Kind, i.Subject = kind, string(name[len(prefix):])
					all = append(all, i)
				}
				return nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	sort.SliceStable(all, func(i, j int) bool { return all[i].From.Before(all[j].From) })
	return all, err
}
