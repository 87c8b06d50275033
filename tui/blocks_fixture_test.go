package tui

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"
)

// testChain is the consensus blocks of a fixture's node, which has dropped the older ones.
type testChain struct {
	lock    sync.Mutex
	oldest  int
	head    int
	number  int   // another one is another chain
	token   bool  // the node wants a token
	down    bool  // the node fails
	hostile bool  // authors and kinds attack the terminal
	asked   []int // heights
}

// newestHeight is the newest block of a fixture's node, made when the test begins.
const newestHeight = 48_211_907

func newTestChain() *testChain { return &testChain{oldest: newestHeight - 700, head: newestHeight} }

// grow makes blocks.
func (c *testChain) grow(blocks int) { c.change(func() { c.head += blocks }) }

func (c *testChain) change(change func()) {
	c.lock.Lock()
	defer c.lock.Unlock()
	change()
}

// times says how often the height was asked for.
func (c *testChain) times(height int) (times int) {
	c.lock.Lock()
	defer c.lock.Unlock()
	for _, asked := range c.asked {
		if asked == height {
			times++
		}
	}
	return times
}

func (c *testChain) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.lock.Lock()
	defer c.lock.Unlock()
	height, _ := strconv.Atoi(path.Base(r.URL.Path))
	c.asked = append(c.asked, height)
	switch {
	case c.token:
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, "Authorization is absent")
	case c.down:
		w.WriteHeader(http.StatusInternalServerError)
		fmt.Fprint(w, `{"message": "store lookup failed"}`)
	case height < c.oldest || height > c.head:
		fmt.Fprint(w, "null")
	default:
		fmt.Fprint(w, c.block(height, r.URL.Query().Get("with_batches") == "true"))
	}
}

// blockTime is when a block was made, in microseconds: one each 0.8 s, with some that are late.
func blockTime(height int) int {
	at := 1795262669_481203 + (height-newestHeight)*800_000 + height%7*5_000
	for late := newestHeight - 704; late <= height; late += 100 {
		at += 1_600_000
	}
	return at - 8*1_600_000
}

func (c *testChain) digest(height int) string {
	return fmt.Sprintf("0x%08x%02d%054x", height*2654435761%(1<<32), c.number, height)
}

func authorOf(height int) string { return fmt.Sprintf("0x%04x%060x", height%9*7919+4096, height%9) }

func (c *testChain) header(height int) string {
	author := authorOf(height)
	if c.hostile {
		author = attack
	}
	return fmt.Sprintf(`{"author": "%s", "height": %d, "parent": %q, "timestamp": {"microseconds_since_unix_epoch": %d, "utc_date_time": "x"},
		"view": {"epoch_id": {"chain_id": 8, "epoch": %d}, "round": %d}}`,
		author, height, c.digest(height-1), blockTime(height), 214-(newestHeight-height+90)/100, roundOf(height))
}

// roundOf is the round of a block: now and then one has none.
func roundOf(height int) int {
	return 91_044 + height - newestHeight + (height-newestHeight+1_000)/40 - 25
}

// members is how many have a place in a certificate.
const members = 41

func voted(height, member int) bool {
	return member*31%41 > 5 || (height+member*7)%(11+member%5) != 0
}

func (c *testChain) block(height int, batches bool) string {
	var items, packed []string
	for i := range height%4 + 1 {
		hash := fmt.Sprintf("0x%062x%02x", height, i)
		items = append(items, fmt.Sprintf(`{"batch": {"hash": %q, "header": {"author": %q, "epoch_id": {"chain_id": 8, "epoch": 214}, "protocol": "Move",
			"timestamp": {"microseconds_since_unix_epoch": %d, "utc_date_time": "x"}, "aggregated_gas_price": 100000}}}`, hash, authorOf(height+i), blockTime(height)-1_000))
		packed = append(packed, fmt.Sprintf(`{"hash": %q, "batch": "0x02%s"}`, hash, strings.Repeat("00ff4142", 30+i)))
	}
	voters := make([]bool, members)
	for member := range voters {
		voters[member] = voted(height, member)
	}
	list, _ := json.Marshal(voters)
	kind := "Quorum"
	if c.hostile {
		kind = attack
	}
	body := "null"
	if batches {
		body = `{"batches": [` + strings.Join(packed, ",") + `]}`
	}
	return fmt.Sprintf(`{"block": {"block": {"digest": %q, "header": %s, "payload": {"items": [%s]}}, "qc": {"certificate": {"certifying_committee": "0x46cf%060x",
		"data": {"block": {"hash": %q, "header": %s}, "kind": "Commit"}, "kind": "%s", "signature": {"BlsThreshold": "0x84fb%092x"}, "voters": %s}}}, "batches": %s}`,
		c.digest(height), c.header(height), strings.Join(items, ","), 0x5233, c.digest(height), c.header(height), kind, height, list, body)
}

// hear runs what waits for a stream, until it has told something.
func (d *deck) hear() {
	d.Helper()
	require.NotEmpty(d, d.streams, "nothing is followed")
	listening := d.streams
	d.streams = nil
	for _, cmd := range listening {
		d.deliver(cmd())
	}
}

// hearUntil hears until the words are on the screen: what a stream tells comes in as many parts as it happens to.
func (d *deck) hearUntil(words string) {
	d.Helper()
	for !strings.Contains(d.screen(), words) {
		d.hear()
	}
}

// aside keeps the commands that wait for a stream.
func (d *deck) aside(cmd tea.Cmd) tea.Cmd {
	d.streams = append(d.streams, cmd)
	return nil
}

func openBlocks(d *deck) { d.press("esc", "space", "b") }
