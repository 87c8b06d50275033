package soak

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	blockTime   = time.Second
	epochBlocks = 300 // blocks per epoch
	slowEvery   = 900 // blocks from one that comes slowDelay late to the next
	slowDelay   = 2400 * time.Millisecond
	fewEvery    = 1_700 // blocks from one with few votes to the next
	chainID     = 8
)

// committeeSizes are the sizes of the committee. Some do not include the user's validator.
var committeeSizes = [...]int{31, 40, 28, 17, 100, 12, 18, 25}

// chain is a simulated chain. It keeps no blocks: they follow from the seed, the branch and the height, so that days of blocks take no
// memory. Its time is that of the caller.
type chain struct {
	seed uint64

	lock     sync.Mutex
	segments []segment // by first height; each ends before the next one
	branches uint64    // number of branches so far
}

// segment is a run of blocks of a branch without a halt.
type segment struct {
	from   uint64    // first height
	start  time.Time // of the first block
	branch uint64    // part of the digests
}

// newChain returns a chain that has had a number of block times for its blocks.
func newChain(seed, age uint64, now time.Time) *chain {
	return &chain{seed: seed, segments: []segment{{start: now.Add(-time.Duration(age) * blockTime)}}}
}

// mix returns a hash of numbers.
func mix(numbers ...uint64) uint64 {
	hash := uint64(0x9e3779b97f4a7c15)
	for _, number := range numbers {
		hash ^= number + 0x9e3779b97f4a7c15 + hash<<6 + hash>>2
		hash = (hash ^ hash>>30) * 0xbf58476d1ce4e5b9
		hash = (hash ^ hash>>27) * 0x94d049bb133111eb
		hash ^= hash >> 31
	}
	return hash
}

// time returns the time of a block of the segment.
func (s segment) time(seed, height uint64) time.Time {
	late := time.Duration(height/slowEvery - s.from/slowEvery)
	jitter := time.Duration(mix(seed, s.branch, height)%200) * time.Millisecond
	return s.start.Add(time.Duration(height-s.from)*blockTime + late*slowDelay + jitter)
}

// head returns the newest height at a time.
func (c *chain) head(now time.Time) uint64 {
	c.lock.Lock()
	defer c.lock.Unlock()
	return c.headLocked(now)
}

func (c *chain) headLocked(now time.Time) uint64 {
	end := ^uint64(0)
	for i := len(c.segments) - 1; i >= 0; i-- {
		s := c.segments[i]
		if s.time(c.seed, s.from).After(now) && i > 0 {
			end = s.from - 1
			continue
		}
		count := sort.Search(int(now.Sub(s.start)/blockTime)+2, func(n int) bool { return s.time(c.seed, s.from+uint64(n)).After(now) })
		return min(s.from+uint64(max(count, 1))-1, end)
	}
	return 0
}

// segmentAt returns the segment of a height. ok is false below the oldest block.
func (c *chain) segmentAt(height uint64) (found segment, ok bool) {
	i := sort.Search(len(c.segments), func(i int) bool { return c.segments[i].from > height }) - 1
	if i < 0 {
		return segment{}, false
	}
	return c.segments[i], true
}

// digest returns the digest of the canonical block at a height, empty if there is none.
func (c *chain) digest(height uint64) string {
	c.lock.Lock()
	defer c.lock.Unlock()
	return c.digestLocked(height)
}

func (c *chain) digestLocked(height uint64) string {
	s, ok := c.segmentAt(height)
	if !ok {
		return ""
	}
	return formatDigest(s.branch, height)
}

func formatDigest(branch, height uint64) string {
	return fmt.Sprintf("0x%016x%016x%032x", branch+1, height, mix(branch, height))
}

// parseDigest returns the branch and the height in a digest.
func parseDigest(digest string) (branch, height uint64) {
	branch, _ = strconv.ParseUint(digest[2:18], 16, 64)
	height, _ = strconv.ParseUint(digest[18:34], 16, 64)
	return branch - 1, height
}

// halt stops the chain for a while.
func (c *chain) halt(now time.Time, last time.Duration) {
	c.lock.Lock()
	defer c.lock.Unlock()
	head := c.headLocked(now)
	s, _ := c.segmentAt(head)
	c.append(segment{from: head + 1, start: now.Add(last), branch: s.branch})
}

// fork replaces the newest blocks by those of another branch and returns the first of them.
func (c *chain) fork(now time.Time, depth uint64) (from uint64) {
	c.lock.Lock()
	defer c.lock.Unlock()
	head := c.headLocked(now)
	oldest := c.segments[0].from
	from = max(head+1-min(depth, head), oldest+1)
	s, _ := c.segmentAt(from)
	c.branches++
	c.append(segment{from: from, start: s.time(c.seed, from), branch: c.branches})
	return from
}

// reset replaces the chain by another one of some age.
func (c *chain) reset(now time.Time, age uint64) {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.branches++
	c.segments = []segment{{start: now.Add(-time.Duration(age) * blockTime), branch: c.branches}}
}

func (c *chain) append(next segment) {
	for len(c.segments) > 0 && c.segments[len(c.segments)-1].from >= next.from {
		c.segments = c.segments[:len(c.segments)-1]
	}
	c.segments = append(c.segments, next)
}

// voters returns the votes for a block.
func (c *chain) voters(branch, height uint64) []bool {
	voters := make([]bool, committeeSizes[mix(c.seed, branch, height/epochBlocks/2)%uint64(len(committeeSizes))])
	for member := range voters {
		vote := mix(c.seed, branch, height, uint64(member)) % 61
		voters[member] = vote != 0 && (height%fewEvery != 0 || vote > 30)
	}
	return voters
}

// serve responds with the block at a height of a node that is lag blocks behind.
func (c *chain) serve(w http.ResponseWriter, r *http.Request, now time.Time, lag uint64) {
	height, err := strconv.ParseUint(path.Base(r.URL.Path), 10, 64)
	c.lock.Lock()
	defer c.lock.Unlock()
	s, ok := c.segmentAt(height)
	if err != nil || !ok || height+lag > c.headLocked(now) {
		fmt.Fprint(w, "null")
		return
	}
	voters, _ := json.Marshal(c.voters(s.branch, height)) // booleans: cannot fail
	header := fmt.Sprintf(`{"author": "0x%064x", "height": %d, "parent": %q, "timestamp": {"microseconds_since_unix_epoch": %d, "utc_date_time": "x"},
		"view": {"epoch_id": {"chain_id": %d, "epoch": %d}, "round": %d}}`,
		height%7, height, c.digestLocked(height-1), s.time(c.seed, height).UnixMicro(), chainID, height/epochBlocks+1, height%epochBlocks)
	digest := formatDigest(s.branch, height)
	fmt.Fprintf(w, `{"block": {"block": {"digest": %q, "header": %s, "payload": {"items": [%s]}}, "qc": {"certificate": {"certifying_committee": "0x%064x",
		"data": {"block": {"hash": %q, "header": %s}, "kind": "Commit"}, "kind": "Quorum", "signature": {"BlsThreshold": "0x84fb%092x"}, "voters": %s}}}, "batches": null}`,
		digest, header, strings.Repeat(`{"direct": 1},`, int(height%3))+`{"direct": 2}`, height/epochBlocks, digest, header, height, voters)
}
