package live

import (
	"math"
	"slices"
	"sort"
)

// Window is a range of the chain that ends with the newest block or with an epoch.
type Window int

// The windows.
const (
	Newest100  Window = iota
	Newest1000        // the newest 1,000 known blocks
	ThisEpoch         // the epoch of the newest block
	LastEpoch         // the epoch before it
	All               // all known blocks
	Past              // the recorded history of the last 30 days
)

// Windows is the number of windows.
const Windows = 6

// Size returns the number of blocks in the window, 0 if it is not fixed.
func (w Window) Size() int { return [Windows]int{100, 1000}[w] }

// Statistics describe the blocks in a window.
type Statistics struct {
	Window      Window
	Blocks      int
	First, Last uint64 // heights
	Missing     uint64 // heights between them that were not loaded
	Committees  []CommitteeBlocks
	Members     []MemberVotes // most missed votes first
	Authors     []AuthorBlocks
	Times       Distribution // milliseconds between a block and its parent
	Slowest     uint64       // height of the block that took longest
	Batches     Distribution // batches per block
	Rounds      uint64       // rounds between the first and the last block of each epoch, where both rounds are known
	Skipped     uint64       // those without a block
	Epoch       EpochProgress
}

// CountWindow evaluates the blocks of a window. It takes time proportional to their number and should run outside the
// update loop.
func CountWindow(snapshot Snapshot, window Window) Statistics {
	s := Statistics{Window: window, Epoch: snapshot.epochProgress()}
	var votes Participation
	var times, batches tally
	var parent Row
	for row := range snapshot.blocks(window) {
		if votes.Add(row); s.Blocks == 0 {
			s.First = row.Height
		}
		if row.Batches >= 0 {
			batches.add(uint64(row.Batches))
		}
		if s.Blocks > 0 && parent.Height+1 == row.Height {
			if gap, ok := GapBetween(&parent, row); ok {
				took := uint64(max(gap, 0).Milliseconds())
				if times.count == 0 || took > times.largest {
					s.Slowest = row.Height
				}
				times.add(took)
			}
			if parent.hasRound && row.hasRound && parent.Epoch == row.Epoch && row.Round > parent.Round {
				s.Rounds += row.Round - parent.Round
				s.Skipped += row.Round - parent.Round - 1
			}
		}
		s.Blocks++
		s.Last = row.Height
		parent = *row
	}
	if s.Blocks > 0 {
		s.Missing = s.Last - s.First + 1 - uint64(s.Blocks)
	}
	s.Committees, s.Members, s.Authors = votes.Committees(), votes.Members(), votes.Authors()
	s.Times, s.Batches = times.distribution(), batches.distribution()
	return s
}

// CountPeriod evaluates the recorded history, nil if there is none. Of its intervals only the mean and the longest are known.
func CountPeriod(p *Period, snapshot Snapshot) Statistics {
	s := Statistics{Window: Past, Epoch: snapshot.epochProgress()}
	if p == nil {
		return s
	}
	s.Blocks, s.First, s.Last, s.Rounds, s.Skipped, s.Slowest = int(p.Blocks), p.First, p.Last, p.Rounds, p.Skipped, p.LongestAt
	s.Committees = []CommitteeBlocks{{Members: len(p.Members), Blocks: s.Blocks, FirstEpoch: &p.FirstEpoch, LastEpoch: &p.LastEpoch}}
	s.Times = Distribution{Count: int(p.Gaps), Max: uint64(p.LongestGap.Milliseconds()), Mean: float64(p.MeanGap().Microseconds()) / 1000}
	for member := range p.Members {
		m := &p.Members[member]
		v := MemberVotes{Member: member, Blocks: int(m.Blocks), Votes: int(m.Blocks - m.Missed), LongestRun: int(m.Longest)}
		if m.Missed > 0 {
			v.FirstMiss, v.LastMiss = &m.FirstMiss, &m.LastMiss
		}
		s.Members = append(s.Members, v)
	}
	sort.SliceStable(s.Members, func(i, j int) bool { return s.Members[i].Misses() > s.Members[j].Misses() })
	made := uint64(0)
	for i := range p.Authors {
		made += p.Authors[i].Blocks
	}
	for _, a := range p.Authors {
		s.Authors = append(s.Authors, AuthorBlocks{
			Author: a.Author, Blocks: int(a.Blocks), Of: int(made), Expected: share(int(p.Certified), len(p.Members)), First: a.First, Last: a.Last,
		})
	}
	sort.SliceStable(s.Authors, func(i, j int) bool { return s.Authors[i].Blocks > s.Authors[j].Blocks })
	return s
}

// Distribution summarizes a number of values.
type Distribution struct {
	Count                   int
	P50, P90, P95, P99, Max uint64
	Mean                    float64
	Buckets                 []Bucket // non-empty ranges between the smallest and the largest value, in order
}

// Bucket counts the values from From up to, but not including, To. The ranges grow by a fifth, so that they are equally wide on
// a logarithmic scale.
type Bucket struct {
	From, To uint64
	Count    int
}

// tally counts values: exactly and in constant space below directValues, and in a list above. The zero value is empty.
type tally struct {
	direct  []uint32
	large   []uint64
	count   int
	sum     float64
	largest uint64
}

const directValues = 1 << 16

func (t *tally) add(value uint64) {
	t.count++
	t.sum += float64(value)
	t.largest = max(t.largest, value)
	if value >= directValues {
		t.large = append(t.large, value)
		return
	}
	for int(value) >= len(t.direct) {
		t.direct = append(t.direct, make([]uint32, max(len(t.direct), 1024))...)
	}
	t.direct[value]++
}

func (t *tally) distribution() Distribution {
	d := Distribution{Count: t.count, Max: t.largest}
	if t.count == 0 {
		return d
	}
	d.Mean = t.sum / float64(t.count)
	slices.Sort(t.large)
	seen := 0
	targets := [...]*uint64{&d.P50, &d.P90, &d.P95, &d.P99}
	ranks := [...]int{rank(t.count, 50), rank(t.count, 90), rank(t.count, 95), rank(t.count, 99)}
	add := func(value uint64, count int) {
		for i, target := range targets {
			if seen < ranks[i] && ranks[i] <= seen+count {
				*target = value
			}
		}
		seen += count
		last := len(d.Buckets) - 1
		if last < 0 || value >= d.Buckets[last].To {
			d.Buckets = append(d.Buckets, bucketOf(value))
			last++
		}
		d.Buckets[last].Count += count
	}
	for value, count := range t.direct {
		if count > 0 {
			add(uint64(value), int(count))
		}
	}
	for _, value := range t.large {
		add(value, 1)
	}
	return d
}

// rank returns the position of a percentile among sorted values, from 1 on: the nearest rank.
func rank(count, percent int) int { return (count*percent + 99) / 100 }

// bucketOf returns the empty bucket of a value.
func bucketOf(value uint64) Bucket {
	if value < 4 {
		return Bucket{From: value, To: value + 1}
	}
	quarter := math.Floor(math.Log2(float64(value)) * 4)
	edge := func(quarter float64) uint64 { return uint64(math.Ceil(math.Exp2(quarter / 4))) }
	bucket := Bucket{From: edge(quarter), To: edge(quarter + 1)}
	switch { // rounding of the logarithm
	case value < bucket.From:
		bucket = Bucket{From: edge(quarter - 1), To: bucket.From}
	case value >= bucket.To:
		bucket = Bucket{From: bucket.To, To: edge(quarter + 2)}
	}
	return bucket
}
