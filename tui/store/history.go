package store

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"sync"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"

	"foredeck/client"
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
	maxAhead   = time.Hour
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
		h.isDue = true
		h.timer.Reset(epochDelay)
	}
	h.wait()
}

// wait sets the timer of the next write if this is the first thing to write. The lock is held.
func (h *History) wait() {
	if len(h.blocks)+len(h.intervals) == 1 {
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
	blocks, intervals := h.blocks, h.intervals
	h.blocks, h.intervals, h.isDue = nil, nil, false
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
	if !h.closed && len(h.blocks)+len(h.intervals) > 0 {
		h.timer.Reset(historyDelay)
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

func writeHistory(tx *bbolt.Tx, blocks []live.Row, intervals []Interval) error {
	hours, err := tx.CreateBucketIfNotExists(hoursBucket)
	if err != nil {
		return err
	}
	authors, err := tx.CreateBucketIfNotExists(authorsBucket)
	if err := cmp.Or(checkFormat(tx), err); err != nil {
		return err
	}
	hours.FillPercent = 0.9 // keys are added in ascending order
	for len(blocks) > 0 {
		first, length := &blocks[0], 1
		for length < len(blocks) && bytes.Equal(hourKey(first), hourKey(&blocks[length])) {
			length++
		}
		if err := writeHour(hours, authors, blocks[:length]); err != nil {
			return err
		}
		blocks = blocks[length:]
	}
	return writeIntervals(tx, intervals)
}

// hourKey returns the key of the hour and the epoch of a block.
func hourKey(row *live.Row) []byte {
	hour, _ := row.HourOf()
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, hour), row.Epoch)
}

// writeHour adds blocks of an hour and an epoch.
func writeHour(hours, authors *bbolt.Bucket, blocks []live.Row) error {
	key := hourKey(&blocks[0])
	known := hours.Get(key)
	d := spanDecoder{authors: authorNames(authors)}
	spans, err := d.decode(key, known)
	if err != nil {
		return err
	}
	isChanged := false
	for i := range blocks {
		if len(blocks[i].Author) > maxAuthor {
			blocks[i].Author = ""
		}
		var isNew bool
		spans, isNew = live.InsertBlock(spans, &blocks[i])
		isChanged = isChanged || isNew
	}
	if !isChanged {
		return nil
	}
	value, err := encodeSpans(spans, authors)
	if err != nil {
		return err
	}
	size := int(hours.Sequence()) + len(value) - len(known)
	if err := hours.Put(key, value); err != nil {
		return err
	}
	for cursor := hours.Cursor(); size > maxHistoryBytes; {
		_, oldest := cursor.First()
		size -= len(oldest)
		if err := cursor.Delete(); err != nil {
			return err
		}
	}
	return hours.SetSequence(uint64(max(size, 0)))
}

// spanVersion is the version of the encoding of spans, their first byte.
const spanVersion = 1

// encodeSpans encodes the spans of an hour. Times, heights and rounds are differences, and members without misses take a byte.
func encodeSpans(spans []live.Span, authors *bbolt.Bucket) ([]byte, error) {
	b := []byte{spanVersion}
	add := func(numbers ...uint64) {
		for _, n := range numbers {
			b = binary.AppendUvarint(b, n)
		}
	}
	for i := range spans {
		s := &spans[i]
		add(s.First, s.Last-s.First, uint64(s.Began), uint64(s.Ended-s.Began), s.LongestGap, s.LongestAt)
		rounds := uint64(0)
		if s.HasRounds {
			rounds = 1
		}
		add(rounds, s.FirstRound, s.LastRound-s.FirstRound, uint64(len(s.Votes)))
		for _, v := range s.Votes {
			if add(v.Missed); v.Missed > 0 {
				add(v.Longest, v.Head, v.Run, v.FirstMiss-s.First, v.LastMiss-v.FirstMiss)
			}
		}
		add(uint64(len(s.Authors)))
		for _, a := range s.Authors {
			number, err := authorNumber(authors, a.Author)
			if err != nil {
				return nil, err
			}
			add(number, a.Blocks, a.First-s.First, a.Last-a.First)
		}
	}
	return b, nil
}

// authorNumber returns the number of an author, 0 if there are too many.
func authorNumber(authors *bbolt.Bucket, author string) (uint64, error) {
	if known := authors.Get([]byte(author)); len(known) == 8 {
		return binary.BigEndian.Uint64(known), nil
	}
	if authors.Sequence() >= maxAuthors {
		return 0, nil
	}
	number, err := authors.NextSequence()
	if err != nil {
		return 0, err
	}
	return number, authors.Put([]byte(author), binary.BigEndian.AppendUint64(nil, number))
}

// authorNames returns the authors by their numbers.
func authorNames(authors *bbolt.Bucket) map[uint64]string {
	names := map[uint64]string{}
	_ = authors.ForEach(func(author, number []byte) error {
		if len(number) == 8 {
			names[binary.BigEndian.Uint64(number)] = string(author)
		}
		return nil
	})
	return names
}

// errSpans is the error of spans that cannot be decoded.
var errSpans = errors.New("the history has an entry that cannot be read")

// spanDecoder decodes spans.
type spanDecoder struct {
	authors map[uint64]string
	rest    []byte
	failed  bool
}

func (d *spanDecoder) next() uint64 {
	n, length := binary.Uvarint(d.rest)
	if length <= 0 {
		d.failed, d.rest = true, nil
		return 0
	}
	d.rest = d.rest[length:]
	return n
}

// count returns a number of things of at least a byte each.
func (d *spanDecoder) count() uint64 {
	n := d.next()
	if d.failed = d.failed || n > uint64(len(d.rest)); d.failed {
		return 0
	}
	return n
}

// decode returns the spans of an hour; none if it is empty.
func (d *spanDecoder) decode(key, value []byte) (spans []live.Span, err error) {
	if len(value) == 0 {
		return nil, nil
	}
	if len(key) != 16 || value[0] != spanVersion {
		return nil, errSpans
	}
	d.rest, d.failed = value[1:], false
	for len(d.rest) > 0 {
		s := live.Span{Epoch: binary.BigEndian.Uint64(key[8:]), First: d.next()}
		s.Last = s.First + d.next()
		s.Began = client.Timestamp(d.next())
		s.Ended = s.Began + client.Timestamp(d.next())
		s.LongestGap, s.LongestAt = d.next(), d.next()
		s.HasRounds, s.FirstRound = d.next() > 0, d.next()
		s.LastRound = s.FirstRound + d.next()
		s.Votes = make([]live.SpanVotes, d.count())
		for i := range s.Votes {
			v := &s.Votes[i]
			if v.Missed = d.next(); v.Missed > 0 {
				v.Longest, v.Head, v.Run = d.next(), d.next(), d.next()
				v.FirstMiss = s.First + d.next()
				v.LastMiss = v.FirstMiss + d.next()
			}
		}
		for range d.count() {
			a := live.SpanAuthor{Author: d.authors[d.next()], Blocks: d.next()}
			a.First = s.First + d.next()
			a.Last = a.First + d.next()
			if a.Author != "" {
				s.Authors = append(s.Authors, a)
			}
		}
		if d.failed {
			return nil, errSpans
		}
		spans = append(spans, s)
	}
	return spans, nil
}

// readSpans returns the spans that end after a time, in the order of their times.
func readSpans(tx *bbolt.Tx, from time.Time) (spans []live.Span, err error) {
	hours, authors := tx.Bucket(hoursBucket), tx.Bucket(authorsBucket)
	if hours == nil || authors == nil {
		return nil, nil
	}
	d := spanDecoder{authors: authorNames(authors)}
	cursor := hours.Cursor()
	first := binary.BigEndian.AppendUint64(nil, uint64(max(from.Unix(), 0))/uint64(time.Hour/time.Second))
	for key, value := cursor.Seek(first); key != nil; key, value = cursor.Next() {
		found, err := d.decode(key, value)
		if err != nil {
			return nil, err
		}
		spans = append(spans, found...)
	}
	sort.SliceStable(spans, func(i, j int) bool { return spans[i].Began < spans[j].Began })
	return spans, nil
}

// writeIntervals adds intervals in the order of their times. What another process has told of a time is not told again.
func writeIntervals(tx *bbolt.Tx, intervals []Interval) error {
	parent, err := tx.CreateBucketIfNotExists(intervalsBucket)
	if err != nil {
		return err
	}
	for _, next := range intervals {
		name := []byte(string(next.Kind) + " " + next.Subject)
		bucket := parent.Bucket(name)
		if bucket == nil {
			if len(name) > bbolt.MaxKeySize || parent.Sequence() >= maxSubjects {
				continue
			}
			if bucket, err = parent.CreateBucket(name); err == nil {
				_, err = parent.NextSequence()
			}
			if err != nil {
				return err
			}
		}
		if err := writeInterval(bucket, next); err != nil {
			return err
		}
	}
	return nil
}

// writeInterval adds an interval of a subject. The sequence number of the bucket is the number of intervals.
func writeInterval(bucket *bbolt.Bucket, next Interval) error {
	key, value := bucket.Cursor().Last()
	if last, ok := decodeInterval(key, value); ok {
		if last.continues(next) {
			next.From, next.To = last.From, maxTime(last.To, next.To)
			return bucket.Put(key, encodeEnd(next))
		}
		next.From = maxTime(next.From, last.To)
		if next.From.After(next.To) {
			return nil
		}
	}
	if bucket.Sequence() >= maxIntervals {
		cursor := bucket.Cursor()
		cursor.First()
		if err := cursor.Delete(); err != nil {
			return err
		}
	} else if _, err := bucket.NextSequence(); err != nil {
		return err
	}
	return bucket.Put(binary.BigEndian.AppendUint64(nil, uint64(next.From.UnixMicro())), encodeEnd(next))
}

// encodeEnd encodes end and state.
func encodeEnd(i Interval) []byte {
	return append(binary.BigEndian.AppendUint64(nil, uint64(i.To.UnixMicro())), i.State...)
}

func decodeInterval(key, value []byte) (i Interval, ok bool) {
	if len(key) != 8 || len(value) < 8 {
		return Interval{}, false
	}
	at := func(b []byte) time.Time { return time.UnixMicro(int64(binary.BigEndian.Uint64(b))).UTC() }
	return Interval{From: at(key), To: at(value), State: string(value[8:])}, true
}
