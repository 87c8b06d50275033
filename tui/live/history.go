package live

import (
	"slices"
	"sort"
	"time"

	"foredeck/client"
)

// Span condenses blocks without a hole between them: those of an epoch, within an hour of UTC, whose certificates cover the same number
// of members. It has all that statistics of a long time need. Two spans that meet become one without loss, in whatever order their blocks
// came.
type Span struct {
	Epoch                 uint64
	First, Last           uint64           // heights
	Began, Ended          client.Timestamp // of these two blocks
	HasRounds             bool             // the rounds are known
	FirstRound, LastRound uint64
	LongestGap            uint64       // microseconds between a block and its parent
	LongestAt             uint64       // height of that block
	Votes                 []SpanVotes  // by member; none if the blocks have no certificates
	Authors               []SpanAuthor // in the order of their first blocks
}

// SpanVotes are the votes that a member missed in a span.
type SpanVotes struct {
	Missed, Longest     uint64 // in all, and in a row
	Head, Run           uint64 // in a row from the first block on, and up to LastMiss
	FirstMiss, LastMiss uint64 // heights; 0 if none was missed
}

// SpanAuthor are the blocks of an author in a span.
type SpanAuthor struct {
	Author              string
	Blocks, First, Last uint64 // number, and heights
}

// Blocks returns the number of blocks.
func (s *Span) Blocks() uint64 { return s.Last - s.First + 1 }

// HourOf returns the hour of a block since 1970, by which spans are divided. ok is false if the node did not send its time.
func (r *Row) HourOf() (hour uint64, ok bool) { return uint64(r.time) / hourMicros, r.hasTime }

const hourMicros = uint64(time.Hour / time.Microsecond)

func newSpan(row *Row) Span {
	s := Span{Epoch: row.Epoch, First: row.Height, Last: row.Height, Began: row.time, Ended: row.time, Votes: make([]SpanVotes, row.Members)}
	s.HasRounds, s.FirstRound, s.LastRound = row.hasRound, row.Round, row.Round
	s.count(row)
	return s
}

// count counts the votes and the author of the last block.
func (s *Span) count(row *Row) {
	for member := range row.Absent() {
		v := &s.Votes[member]
		if v.Missed == 0 {
			v.FirstMiss = row.Height
		}
		if v.Missed == 0 || v.LastMiss+1 != row.Height {
			v.Run = 0
		}
		if v.Missed == row.Height-s.First {
			v.Head++
		}
		v.Missed++
		v.Run++
		v.LastMiss, v.Longest = row.Height, max(v.Longest, v.Run)
	}
	if row.Author != "" {
		s.addAuthor(SpanAuthor{row.Author, 1, row.Height, row.Height})
	}
}

func (s *Span) addAuthor(added SpanAuthor) {
	at := slices.IndexFunc(s.Authors, func(a SpanAuthor) bool { return a.Author == added.Author })
	if at < 0 {
		s.Authors = append(s.Authors, added)
		return
	}
	a := &s.Authors[at]
	a.Blocks, a.First, a.Last = a.Blocks+added.Blocks, min(a.First, added.First), max(a.Last, added.Last)
}

// extend adds the next block.
func (s *Span) extend(row *Row) {
	s.end(row.Height, row.time, row.Height)
	s.Ended = row.time
	s.HasRounds, s.LastRound = s.HasRounds && row.hasRound, row.Round
	s.count(row)
}

// end moves the end of the span. next is the block that follows it so far, which is of the time at.
func (s *Span) end(next uint64, at client.Timestamp, last uint64) {
	if gap := uint64(at - min(at, s.Ended)); gap > s.LongestGap {
		s.LongestGap, s.LongestAt = gap, next
	}
	s.Last = last
}

// meets reports whether a span continues with another one.
func (s *Span) meets(next *Span) bool {
	return s.Epoch == next.Epoch && s.Last+1 == next.First && s.Ended <= next.Began && len(s.Votes) == len(next.Votes)
}

// join adds the span that s meets.
func (s *Span) join(next *Span) {
	blocks, last := s.Blocks(), s.Last
	s.end(next.First, next.Began, next.Last)
	if next.LongestGap > s.LongestGap {
		s.LongestGap, s.LongestAt = next.LongestGap, next.LongestAt
	}
	s.Ended = next.Ended
	s.HasRounds, s.LastRound = s.HasRounds && next.HasRounds, next.LastRound
	for i := range s.Votes {
		s.Votes[i].join(&next.Votes[i], blocks, next.Blocks(), last, true)
	}
	for _, author := range next.Authors {
		s.addAuthor(author)
	}
}

// join adds the votes of later blocks. isNext is set if they follow the block at height last.
func (v *SpanVotes) join(next *SpanVotes, blocks, nextBlocks, last uint64, isNext bool) {
	if isNext && v.Missed == blocks {
		v.Head = blocks + next.Head
	}
	if next.Missed == 0 {
		return
	}
	tail := uint64(0)
	if isNext && v.Missed > 0 && v.LastMiss == last {
		tail = v.Run
	}
	if v.Missed == 0 {
		v.FirstMiss = next.FirstMiss
	}
	v.Longest = max(v.Longest, next.Longest, tail+next.Head)
	if v.Run = next.Run; next.Missed == nextBlocks {
		v.Run += tail
	}
	v.Missed, v.LastMiss = v.Missed+next.Missed, next.LastMiss
}

const (
	// maxSpans is the number of spans in which the blocks of an hour can be: blocks that would need more are not kept.
	maxSpans = 64
	// replacedAfter is how much later than all of a span a block with one of its heights is, if it is of a chain that replaced the other.
	replacedAfter = client.Timestamp(time.Minute / time.Microsecond)
)

// InsertBlock adds a block to the spans of an hour and an epoch, in the order of their heights, and reports whether it was unknown. A block
// of a known height counts only once: also one that replaces another in a fork.
func InsertBlock(spans []Span, row *Row) ([]Span, bool) {
	i := sort.Search(len(spans), func(i int) bool { return spans[i].Last >= row.Height })
	for i < len(spans) && spans[i].First <= row.Height {
		if row.time <= spans[i].Ended+replacedAfter {
			return spans, false
		}
		spans = slices.Delete(spans, i, i+1)
	}
	added := newSpan(row)
	switch {
	case i > 0 && spans[i-1].meets(&added):
		i--
		spans[i].extend(row)
	case i < len(spans) && added.meets(&spans[i]):
		added.join(&spans[i])
		spans[i] = added
		return spans, true
	case len(spans) == maxSpans:
		return spans, false
	default:
		return slices.Insert(spans, i, added), true
	}
	if i+1 < len(spans) && spans[i].meets(&spans[i+1]) {
		spans[i].join(&spans[i+1])
		spans = slices.Delete(spans, i+1, i+2)
	}
	return spans, true
}
