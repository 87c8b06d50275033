package tuitest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
)

// Chain holds the consensus blocks of a Node, from Oldest to Head. While a deck uses it, set its fields in Change only.
type Chain struct {
	lock       sync.Mutex
	Oldest     int
	Head       int
	Number     int // part of every digest from height From on
	From       int
	Later      int   // microseconds by which every block is later
	NeedsToken bool  // requests fail because they have no token
	Down       bool  // requests fail with status 500
	Hostile    bool  // authors and kinds hold terminal escapes
	Healthy    bool  // all members vote, and no block is late
	Final      bool  // the transaction Waiting is final
	Dropped    bool  // that transaction is not known any more
	requests   []int // by height
}

// NewestHeight is the height of the newest block of NewChain, whose time is Start.
const NewestHeight = 48_211_907

// NewChain returns a chain of 701 blocks.
func NewChain() *Chain { return &Chain{Oldest: NewestHeight - 700, Head: NewestHeight} }

// Grow adds blocks.
func (c *Chain) Grow(blocks int) { c.Change(func() { c.Head += blocks }) }

// Change calls change while holding the lock of the chain.
func (c *Chain) Change(change func()) {
	c.lock.Lock()
	defer c.lock.Unlock()
	change()
}

// Requests returns the number of requests for the block at a height.
func (c *Chain) Requests(height int) (times int) {
	c.lock.Lock()
	defer c.lock.Unlock()
	for _, requested := range c.requests {
		if requested == height {
			times++
		}
	}
	return times
}

// Count returns the number of all requests.
func (c *Chain) Count() int {
	c.lock.Lock()
	defer c.lock.Unlock()
	return len(c.requests)
}

// ServeHTTP responds with the block whose height is the last part of the path.
func (c *Chain) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.lock.Lock()
	defer c.lock.Unlock()
	height, _ := strconv.Atoi(path.Base(r.URL.Path))
	c.requests = append(c.requests, height)
	switch {
	case c.NeedsToken:
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, "Authorization is absent")
	case c.Down:
		w.WriteHeader(http.StatusInternalServerError)
		fmt.Fprint(w, `{"message": "store lookup failed"}`)
	case height < c.Oldest || height > c.Head:
		fmt.Fprint(w, "null")
	default:
		fmt.Fprint(w, c.block(height, r.URL.Query().Get("with_batches") == "true"))
	}
}

// BlockTime returns the time of a block in microseconds. Blocks are 0.8 s apart, with some late ones.
func BlockTime(height int) int {
	at := 1795262669_481203 + (height-NewestHeight)*800_000 + height%7*5_000
	for late := NewestHeight - 704; late <= height; late += 100 {
		at += 1_600_000
	}
	return at - 8*1_600_000
}

func (c *Chain) time(height int) int {
	if c.Healthy {
		return BlockTime(NewestHeight) + (height-NewestHeight)*800_000 + c.Later
	}
	return BlockTime(height) + c.Later
}

// Digest returns the digest of a block.
func (c *Chain) Digest(height int) string {
	number := c.Number
	if height < c.From {
		number = 0
	}
	return fmt.Sprintf("0x%08x%02d%054x", height*2654435761%(1<<32), number, height)
}

// AuthorOf returns the author of a block.
func AuthorOf(height int) string { return fmt.Sprintf("0x%04x%060x", height%9*7919+4096, height%9) }

func (c *Chain) header(height int) string {
	author := AuthorOf(height)
	if c.Hostile {
		author = Attack
	}
	return fmt.Sprintf(`{"author": "%s", "height": %d, "parent": %q, "timestamp": {"microseconds_since_unix_epoch": %d, "utc_date_time": "x"},
		"view": {"epoch_id": {"chain_id": 8, "epoch": %d}, "round": %d}}`,
		author, height, c.Digest(height-1), c.time(height), 214-(NewestHeight-height+90)/100, roundOf(height))
}

// roundOf returns the round of a block. Some rounds have no block.
func roundOf(height int) int {
	return 91_044 + height - NewestHeight + (height-NewestHeight+1_000)/40 - 25
}

// Members is the number of committee members.
const Members = 41

// Voted reports whether a member voted for a block.
func Voted(height, member int) bool {
	return member*31%41 > 5 || (height+member*7)%(11+member%5) != 0
}

func (c *Chain) block(height int, batches bool) string {
	var items, packed []string
	for i := range height%4 + 1 {
		hash := fmt.Sprintf("0x%062x%02x", height, i)
		items = append(items, fmt.Sprintf(`{"batch": {"hash": %q, "header": {"author": %q, "epoch_id": {"chain_id": 8, "epoch": 214}, "protocol": "Move",
			"timestamp": {"microseconds_since_unix_epoch": %d, "utc_date_time": "x"}, "aggregated_gas_price": 100000}}}`, hash, AuthorOf(height+i), BlockTime(height)-1_000))
		packed = append(packed, fmt.Sprintf(`{"hash": %q, "batch": "0x02%s"}`, hash, strings.Repeat("00ff4142", 30+i)))
	}
	voters := make([]bool, Members)
	for member := range voters {
		voters[member] = c.Healthy || Voted(height, member)
	}
	list, _ := json.Marshal(voters)
	kind := "Quorum"
	if c.Hostile {
		kind = Attack
	}
	body := "null"
	if batches {
		body = `{"batches": [` + strings.Join(packed, ",") + `]}`
	}
	return fmt.Sprintf(`{"block": {"block": {"digest": %q, "header": %s, "payload": {"items": [%s]}}, "qc": {"certificate": {"certifying_committee": "0x46cf%060x",
		"data": {"block": {"hash": %q, "header": %s}, "kind": "Commit"}, "kind": "%s", "signature": {"BlsThreshold": "0x84fb%092x"}, "voters": %s}}}, "batches": %s}`,
		c.Digest(height), c.header(height), strings.Join(items, ","), 0x5233, c.Digest(height), c.header(height), kind, height, list, body)
}
