package store

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"sort"
	"time"

	"go.etcd.io/bbolt"

	"foredeck/client"
	"foredeck/tui/live"
)

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
