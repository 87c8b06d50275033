package soak

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"
	"time"

	"foredeck/config"
	"foredeck/tui/live"
	"foredeck/tui/market"
	"foredeck/tui/screen"
	"foredeck/tui/store"
)

const (
	// patience is how long an alert may take from its block to the terminal.
	patience = 10 * time.Second
	// silence is the default limit of the alert for it, and silencePatience the time within which it must come.
	silence         = 30 * time.Second
	silencePatience = 45 * time.Second
	// recentDigests is the number of heights whose digests are remembered.
	recentDigests = 600
	maxViolations = 20
)

// tally counts what the deck delivered.
type tally struct {
	blocks, holes, skipped          uint64 // holes are ranges, skipped their heights
	missed, slow, few, silent, node int    // alerts
	replaced, prices, epochs, sizes int
}

// checks compare what a deck delivers with what it should: each height once, as a block or within a hole; each block linked to the one
// below; and each alert once. It is the deck's terminal, where alerts arrive. Except for Write, it is used on the deck's loop only.
type checks struct {
	began time.Time
	label string                               // of the run, for failures
	truth func(row *live.Row) (problem string) // compares a block with that of the chain
	tally tally

	first     uint64 // the lowest one that was followed
	top       uint64 // highest height that was checked
	topBlock  *live.Row
	digests   map[uint64]live.Digest // of recent heights
	members   int32                  // size of the last committee
	changes   []change               // of the chain, not noticed yet
	expected  []expectation
	alerts    map[string]store.Alert // price alerts as last seen
	reasons   map[string]bool        // alerts that bad blocks can begin
	rearmed   map[string]bool        // price alerts whose price has moved back far enough
	following bool                   // Blocks is open
	quiet     time.Time              // since when no block arrived while the deck was following and running
	silences  int                    // alerts since the last block

	lock       sync.Mutex             // guards the rest
	delivered  map[string][]time.Time // alerts that are not accounted for
	violations []string
}

// change is a change of the chain that makes known blocks invalid.
type change struct {
	from uint64 // first changed height; 0 if the whole chain was replaced
	top  uint64 // highest height that the deck had delivered
}

// expectation is an alert that must arrive once.
type expectation struct {
	at   time.Time
	text string
}

func newChecks(label string) *checks {
	return &checks{began: time.Now(), label: label, digests: map[uint64]live.Digest{}, alerts: map[string]store.Alert{}, reasons: map[string]bool{}, rearmed: map[string]bool{}, delivered: map[string][]time.Time{}}
}

// fail records a violation.
func (c *checks) fail(format string, arguments ...any) {
	c.lock.Lock()
	defer c.lock.Unlock()
	if len(c.violations) < maxViolations {
		c.violations = append(c.violations, fmt.Sprintf("%s, %s: %s", c.label, time.Since(c.began).Round(time.Millisecond), fmt.Sprintf(format, arguments...)))
	}
}

// failures returns the violations so far.
func (c *checks) failures() []string {
	c.lock.Lock()
	defer c.lock.Unlock()
	return c.violations
}

// Write receives what the deck writes to the terminal: the bell and the window title with an alert.
func (c *checks) Write(sequence []byte) (int, error) {
	title, isTitle := strings.CutPrefix(string(sequence), "\a\x1b]2;! ")
	if isTitle {
		alert := strings.ReplaceAll(strings.TrimSuffix(title, " · foredeck\a"), ",", "") // numbers without separators
		c.lock.Lock()
		defer c.lock.Unlock()
		c.delivered[alert] = append(c.delivered[alert], time.Now())
	}
	return len(sequence), nil
}

// resume reports that the deck follows the blocks from now on.
func (c *checks) resume() { c.following, c.quiet = true, time.Now() }

// reopened reports that the deck was closed and opened again.
func (c *checks) reopened() {
	c.following, c.topBlock = false, nil
	clear(c.digests)
}

// suspend reports that the deck does not follow the blocks.
func (c *checks) suspend() { c.following = false }

// changed reports that the chain has other blocks from a height on; 0 means that it was replaced.
func (c *checks) changed(from uint64) { c.changes = append(c.changes, change{from, c.top}) }

// observe checks what the deck delivered with its last message.
func (c *checks) observe(deps *screen.Deps) {
	c.observePrices(deps)
	index := deps.Blocks
	next, ok := index.FollowFrom()
	if !ok {
		return
	}
	top, start := next-1, c.top+1
	switch {
	case c.topBlock == nil: // the newest block when the deck was opened, which has no alerts
		row := *index.Block(top)
		c.top, c.topBlock, c.first = top, &row, top
		return
	case c.isReplaced(index):
		start = c.noticeChange(index, top)
	case top == c.top:
		return
	}
	if top+1 < start {
		c.fail("followed to block %d, but %d is next", top, start)
		return
	}
	c.checkRows(index, start, top)
	c.top = top
}

// isReplaced reports whether the index lost the highest block that was checked.
func (c *checks) isReplaced(index *live.Index) bool {
	row := index.Block(c.topBlock.Height)
	return row == nil || row.Digest != c.topBlock.Digest
}

// noticeChange returns the height from which the deck must deliver blocks again after a change of the chain.
func (c *checks) noticeChange(index *live.Index, top uint64) (start uint64) {
	c.tally.replaced++
	oldest, _ := index.Oldest()
	if len(c.changes) == 0 {
		c.fail("block %d was replaced, but the chain has not changed", c.topBlock.Height)
		return oldest
	}
	start = c.top + 1
	for _, change := range c.changes {
		start = min(start, change.from)
	}
	c.changes = nil
	c.expectAlert("chain")
	// The deck recognizes a fork only if it has followed the block below it.
	if start == 0 || start <= c.first && index.Block(start-1) == nil {
		c.first = oldest
		clear(c.digests)
		return oldest
	}
	for height, digest := range c.digests {
		if row := index.Block(height); height < start && (row == nil || row.Digest != digest) {
			c.fail("block %d was lost, although the chain changed only from %d on", height, start)
			return oldest
		}
	}
	return start
}

// checkRows checks the rows of new heights, from start to top.
func (c *checks) checkRows(index *live.Index, start, top uint64) {
	var rows []*live.Row
	i := index.IndexOf(top)
	for ; i < index.Len() && index.Row(i).Last >= start; i++ {
		rows = append(rows, index.Row(i))
	}
	var below *live.Row
	for ; i < index.Len() && below == nil; i++ {
		if row := index.Row(i); row.Kind == live.Block {
			below = row
		}
	}
	for height := start; len(rows) > 0; rows = rows[:len(rows)-1] {
		row := rows[len(rows)-1]
		switch {
		case row.Kind == live.Epoch:
			c.tally.epochs++
			continue
		case row.Height > height || row.Last < height:
			c.fail("row of %d to %d where %d is due", row.Height, row.Last, height)
		case row.Kind == live.Hole:
			c.tally.holes++
			c.tally.skipped += min(row.Last, top) + 1 - height
		default:
			c.checkBlock(row, below)
			below = row
		}
		height = min(row.Last, top) + 1
	}
	if last := index.Block(top); last != nil {
		copied := *last
		c.topBlock = &copied
	}
	c.settleNode()
	c.quiet, c.silences = time.Now(), 0
}

// checkBlock checks a block, and expects its alerts. below is the block below it, which may be of a lower height.
func (c *checks) checkBlock(row, below *live.Row) {
	c.tally.blocks++
	if problem := c.truth(row); problem != "" {
		c.fail("block %d: %s", row.Height, problem)
	}
	c.digests[row.Height] = row.Digest
	delete(c.digests, row.Height-recentDigests)
	if c.members != 0 && c.members != row.Members {
		c.tally.sizes++
	}
	c.members = row.Members
	block := fmt.Sprintf("block %d: ", row.Height)
	if row.Missed(validator) {
		c.tally.missed++
		c.reasons[fmt.Sprintf("your validator (17) stopped voting at %d (1 miss so far)", row.Height)] = true
	}
	if below != nil && below.Height+1 == row.Height {
		if row.Parent != below.Digest {
			c.fail("block %d does not follow from the one below it", row.Height)
		}
		at, _ := row.Time()
		before, _ := below.Time()
		if gap := at.Sub(before); gap > config.DefaultAlerts()[config.AlertSlow].Limit {
			c.tally.slow++
			c.reasons[fmt.Sprintf("%sslow %.2f s", block, gap.Seconds())] = true
		}
	}
	if int(row.Votes)*100 < config.DefaultAlerts()[config.AlertFewVotes].Count*int(row.Members) {
		c.tally.few++
		c.reasons[fmt.Sprintf("%sfew votes %d/%d", block, row.Votes, row.Members)] = true
	}
	members, votes := float64(row.Members), float64(row.Votes)
	if required, ok := live.Required(row.Certificate, row.Members, uint64(row.Members)); ok && required < uint64(row.Members) {
		needed := float64(required)
		percent := func(share float64) string { return fmt.Sprintf("%.1f%%", math.Floor(share*1000)/10) }
		if left := max(votes-needed, 0) / (members - needed); 100*left < float64(config.DefaultAlerts()[config.AlertMargin].Count) {
			c.reasons[fmt.Sprintf("%s%s of the margin to a halt left: %s of members voted %s needed", block, percent(left), percent(votes/members), percent(needed/members))] = true
		}
	}
}

func (c *checks) expectAlert(text string) {
	c.expected = append(c.expected, expectation{time.Now(), text})
}

// observePrices expects an alert when the watched price crosses its level. After an alert, the price must move back by 0.2 % first.
func (c *checks) observePrices(deps *screen.Deps) {
	for _, alert := range deps.Store.Alerts() {
		name := alert.Pair + " " + alert.Condition
		before, known := c.alerts[name]
		c.alerts[name] = alert
		latest, _ := deps.Prices.Latest(alert.Pair)
		price, level := number(latest.Price), number(strings.TrimPrefix(alert.Condition, "> "))
		if fired := known && !alert.Fired.Equal(before.Fired); fired {
			c.tally.prices++
			if !c.rearmed[name] || price < level {
				c.fail("alert %s at %v without a crossing", name, price)
			}
			c.rearmed[name] = false
			c.expectAlert(fmt.Sprintf("%s: crossed up at %s", name, strings.ReplaceAll(market.Digits(alert.Price).String(), ",", "")))
		} else if c.rearmed[name] && price >= level {
			c.fail("no alert %s at %v", name, price)
			c.rearmed[name] = false
		}
		if price != 0 && price < level && (alert.Fired.IsZero() || price <= level*(1-0.002)) {
			c.rearmed[name] = true
		}
	}
}

func number(digits string) float64 {
	value, _ := strconv.ParseFloat(digits, 64) // 0: unknown
	return value
}

// settle checks that the expected alerts arrived once, and no others. Call it every second.
func (c *checks) settle() {
	now := time.Now()
	c.settleNode()
	for len(c.expected) > 0 && now.Sub(c.expected[0].at) > patience {
		wanted := c.expected[0]
		c.expected = c.expected[1:]
		c.lock.Lock()
		times := c.delivered[wanted.text]
		if delete(c.delivered, wanted.text); len(times) > 1 {
			c.delivered[wanted.text] = times[1:]
		}
		c.lock.Unlock()
		if len(times) == 0 {
			c.fail("no alert %q", wanted.text)
		}
	}
	c.lock.Lock()
	var surplus []string
	for alert, times := range c.delivered {
		if now.Sub(times[0]) > 3*patience {
			surplus = append(surplus, alert)
			delete(c.delivered, alert)
		}
	}
	c.lock.Unlock()
	for _, alert := range surplus {
		c.fail("alert twice, or without a reason: %q", alert)
	}
	if c.following && c.silences == 0 && now.Sub(c.quiet) > silencePatience {
		c.fail("no block for %s, and no alert", now.Sub(c.quiet))
		c.quiet = now
	}
}

// settleNode checks the alerts about bad blocks, each of which has at most one, and those about the node, which depend on no block.
func (c *checks) settleNode() {
	c.lock.Lock()
	var silent, behind []time.Time
	for alert, times := range c.delivered {
		switch {
		case c.reasons[alert]: // of the first bad block; the others continue its condition
			delete(c.reasons, alert)
			if delete(c.delivered, alert); len(times) > 1 {
				c.delivered[alert] = times[1:]
			}
		case strings.HasPrefix(alert, "no new block for "):
			silent = append(silent, times...)
			delete(c.delivered, alert)
		case strings.HasPrefix(alert, "node is "), strings.HasPrefix(alert, "node has no blocks"), strings.HasPrefix(alert, "node down"):
			behind = append(behind, times...)
			delete(c.delivered, alert)
		case strings.HasPrefix(alert, "chain "):
			delete(c.delivered, alert)
			c.delivered["chain"] = append(c.delivered["chain"], times...)
		}
	}
	c.lock.Unlock()
	c.tally.node += len(behind)
	if len(behind) > 0 && strings.HasSuffix(c.label, "failover") {
		c.fail("alert about a node that is a few blocks behind")
	}
	for _, at := range silent {
		c.tally.silent++
		c.silences++
		if at.Sub(c.quiet) < silence-time.Second {
			c.fail("alert of silence after %s", at.Sub(c.quiet))
		}
		if c.silences > 1 {
			c.fail("alert %d of the same silence", c.silences)
		}
	}
}
