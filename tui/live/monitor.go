package live

import (
	"math"
	"slices"
	"time"

	"foredeck/client"
	"foredeck/client/health"
	"foredeck/config"
	"foredeck/tui/text"
)

// Validator is the user's validator. The zero value is none.
type Validator struct {
	Member   *int                       // index in the committee
	Name     string                     // empty if unknown
	IsAuthor func(author string) bool   // reports whether it proposed a block; nil if its author key is unknown
	Proposer func(author string) string // names an author; nil if none has a name
}

// Monitor evaluates conditions.
type Monitor struct {
	rules     config.Alerts
	validator Validator
	open      []*Condition // in order of begin
	silences  []Silence
	damped    map[key]damping
	alerts    []Alert // of the current call
	count     uint64  // of conditions so far

	last     *seenBlock // newest block that was evaluated
	voted    *uint64    // height of the newest block whose votes were evaluated after the block
	blocks   uint64     // number of blocks evaluated
	recent   []outcome  // of the newest blocks, in ascending order
	run      uint64     // votes missed in a row up to the newest block
	runStart uint64     // height of the first of them
	rounds   uint64     // since the last block that the user's validator proposed
	proposed *uint64    // height of that block

	ticked time.Time     // last call of Tick
	woke   time.Time     // when the machine was last found to have been asleep
	held   bool          // alerts are held back
	quiet  time.Duration // without a new block while Tick was called
	nodes  []Node
	stake  *Stake            // of the user's validator; nil if it was not read
	stakes *client.Committee // of which stakes are known; nil: members count the same
	head   uint64            // the highest block of the nodes; 0 if unknown
	follow following
	failed map[key]time.Time // since when a node is bad, before its condition begins
}

// key identifies a condition: only one can be open.
type key struct {
	kind    config.AlertKind
	subject string
}

// seenBlock is the part of the newest block that is stored. It is part of the format of the state file.
type seenBlock struct {
	Height uint64            `json:"height"`
	Digest string            `json:"digest,omitempty"`
	Time   *client.Timestamp `json:"time,omitempty"`
	Epoch  *uint64           `json:"epoch,omitempty"`
	Round  *uint64           `json:"round,omitempty"`
}

// outcome is what was found at a block.
type outcome struct {
	height                                 uint64
	missed, eligible, slow, fewVotes, thin bool
	covered                                bool // the miss belongs to a condition of the kind AlertMissed
	author                                 string
}

// minRecent is the number of outcomes that are remembered at least, the depth of the deepest fork that the client recognizes.
const minRecent = 1000

// NewMonitor returns a monitor with the conditions that a previous run left open. The zero State is that of a first run.
func NewMonitor(rules config.Alerts, state MonitorState) *Monitor {
	m := &Monitor{rules: rules, silences: state.Silences, last: state.Last, stake: state.Stake, count: state.Count, damped: map[key]damping{}, failed: map[key]time.Time{}}
	for _, c := range state.Open {
		c.need = 1
		m.open = append(m.open, &c)
	}
	return m
}

// MonitorState is what a monitor needs to continue after a restart. It is part of the format of the state file.
type MonitorState struct {
	Last     *seenBlock  `json:"last,omitempty"`
	Open     []Condition `json:"open,omitempty"`
	Silences []Silence   `json:"silences,omitempty"`
	Stake    *Stake      `json:"stake,omitempty"`
	Count    uint64      `json:"count"` // of conditions so far
}

// State returns the state to store.
func (m *Monitor) State() MonitorState {
	return MonitorState{Last: m.last, Stake: m.stake, Open: m.Open(), Silences: slices.Clone(m.silences), Count: m.count}
}

// Open returns the open conditions, the first one to begin first.
func (m *Monitor) Open() []Condition {
	open := make([]Condition, len(m.open))
	for i, c := range m.open {
		open[i] = *c
	}
	return open
}

// Describe describes an open condition as it is now. ok is false if it is over.
func (m *Monitor) Describe(id string, now time.Time) (description text.Safe, ok bool) {
	for _, c := range m.open {
		if c.ID() == id {
			return c.Describe(now), true
		}
	}
	return text.Safe{}, false
}

// OpenCount returns the number of open conditions.
func (m *Monitor) OpenCount() int { return len(m.open) }

// Count returns the number of conditions since the first run, open ones included.
func (m *Monitor) Count() uint64 { return m.count }

// Urgent returns the number of open critical conditions that are neither acknowledged nor silenced, and hold now: one that keeps coming
// back stays open for some time after it held last.
func (m *Monitor) Urgent() int {
	count := 0
	for _, c := range m.open {
		if c.Severity == config.Critical && !c.Acknowledged && c.Reported && c.calm == nil {
			count++
		}
	}
	return count
}

// Halted returns how many of the nodes have the newest block of a chain that has no new one. ok is false if the chain has not halted, or only
// one node tells.
func (m *Monitor) Halted() (atHead, nodes int, ok bool) {
	c := m.find(key{kind: config.AlertSilent})
	if c == nil || c.calm != nil || c.Facts.Nodes < 2 || c.Facts.NodesAtHead == 0 {
		return 0, 0, false
	}
	return c.Facts.NodesAtHead, c.Facts.Nodes, true
}

// Rules returns the rules in effect.
func (m *Monitor) Rules() config.Alerts { return m.rules }

// SetRules replaces the rules. Open conditions of a kind that is now off end.
func (m *Monitor) SetRules(rules config.Alerts, now time.Time) []Alert {
	m.rules = rules
	for _, c := range slices.Clone(m.open) {
		if severity := rules[c.Kind].Severity; severity == config.Off {
			m.cancel(c, "alert turned off", now)
		} else {
			c.Severity = severity
		}
	}
	return m.take()
}

// Validator returns the user's validator.
func (m *Monitor) Validator() Validator { return m.validator }

// SetValidator sets the user's validator. Open conditions of another one end.
func (m *Monitor) SetValidator(validator Validator, now time.Time) []Alert {
	if validator.Member == nil || m.Member() != *validator.Member {
		m.skip()
		for i := range m.recent {
			m.recent[i].eligible = false
		}
	}
	m.validator = validator
	for _, c := range slices.Clone(m.open) {
		if !isOfValidator(c.Kind) {
			continue
		}
		if validator.Member == nil || c.Facts.Member == nil || *c.Facts.Member != *validator.Member {
			m.cancel(c, "another validator is set", now)
		} else {
			c.Facts.Validator = validator.Name
		}
	}
	return m.take()
}

// Block evaluates the next block of the chain. Blocks that were evaluated before have no effect. A block that cannot follow from
// those that were evaluated, as after a restart on a chain that was reset, is evaluated after the alert about that.
func (m *Monitor) Block(row *Row, now time.Time) []Alert {
	if row.Kind != Block || !m.accepts(row, now) {
		return m.take()
	}
	m.follow = following{}
	m.blocks++
	m.endSilence(row, now)
	m.checkEpoch(row, now)
	found := outcome{height: row.Height, author: row.Author}
	m.checkVote(row, &found, now)
	m.checkGap(row, &found, now)
	m.checkVotes(row, &found, now)
	m.checkMargin(row, &found, now)
	m.checkProposal(row, now)
	if limit := max(minRecent, m.rules[config.AlertMissedOften].Window); len(m.recent) >= 2*limit {
		m.recent = slices.Delete(m.recent, 0, len(m.recent)-limit)
	}
	m.recent = append(m.recent, found)
	m.checkMisses(row, now)
	m.last = seen(row)
	m.checkNodes(now)
	return m.take()
}

// Votes evaluates the votes for a block that was evaluated before they were known.
func (m *Monitor) Votes(row *Row, now time.Time) []Alert {
	at := slices.IndexFunc(m.recent, func(o outcome) bool { return o.height == row.Height })
	if at < 0 || row.Members == 0 || m.voted != nil && *m.voted >= row.Height {
		return m.take()
	}
	if m.voted != nil && *m.voted+1 != row.Height { // unknown votes interrupt a run
		m.run = 0
	}
	m.voted = new(row.Height)
	found := m.recent[at]
	m.checkVote(row, &found, now)
	m.checkVotes(row, &found, now)
	m.checkMargin(row, &found, now)
	found.covered = found.covered || m.recent[at].covered
	m.recent[at] = found
	m.checkMisses(row, now)
	return m.take()
}

func seen(row *Row) *seenBlock {
	block := &seenBlock{Height: row.Height, Digest: row.Digest.String()}
	if at, ok := row.Time(); ok {
		block.Time = new(client.Timestamp(at.UnixMicro()))
	}
	if row.HasEpoch() {
		block.Epoch = new(row.Epoch)
	}
	if row.HasRound() {
		block.Round = new(row.Round)
	}
	return block
}

// accepts reports whether to evaluate a block, after it has reported a fork or another chain and forgotten what that replaced.
func (m *Monitor) accepts(row *Row, now time.Time) bool {
	last := m.last
	switch {
	case last == nil || row.Height == last.Height+1:
		return true
	case row.Height > last.Height:
		m.skip()
		return true
	}
	if at, ok := row.Time(); ok && row.Height < last.Height && last.Time != nil && at.After(last.Time.Time()) {
		m.replaceChain(last.Height, now)
		return true
	}
	if digest := row.Digest.String(); row.Height < last.Height || digest == "" || last.Digest == "" || digest == last.Digest {
		return false
	}
	m.fork(row.Height, last.Height, nil, now)
	return true
}

// skip forgets what blocks that were not evaluated would have changed.
func (m *Monitor) skip() { m.run, m.rounds, m.proposed = 0, 0, nil }

// Update evaluates an update of client.WatchBlocks. Arrived blocks are those of Block.
func (m *Monitor) Update(update client.BlockUpdate, now time.Time) []Alert {
	switch update.Kind {
	case client.BlockArrived:
		row := NewRow(update.Block)
		return m.Block(&row, now)
	case client.VotesArrived:
		row := NewRow(update.Block)
		return m.Votes(&row, now)
	case client.BlocksSkipped:
		m.skip()
	case client.NodeSilent, client.NodeBehind:
		m.follow = newFollowing(update)
	case client.NodeBack:
		m.follow = following{}
	case client.ChainReplaced:
		m.replaceChain(update.Last, now)
	case client.BlocksReplaced:
		parent := NewRow(update.Block)
		m.fork(update.First, update.Last, seen(&parent), now)
	}
	m.checkNodes(now)
	return m.take()
}

// replaced reports that blocks were replaced. It does not if one of the nodes is known to have had other blocks than the rest: the node was
// left, and its alert says so. The chain is as it was.
func (m *Monitor) replaced(facts Facts, now time.Time) {
	if !slices.ContainsFunc(m.nodes, func(n Node) bool { return n.Fork != nil || n.State == health.OtherChain }) {
		m.event(config.AlertFork, facts, "", now)
	}
}

// replaceChain forgets the old chain and reports the new one.
func (m *Monitor) replaceChain(last uint64, now time.Time) {
	m.replaced(Facts{ReplacedUpTo: &last}, now)
	for _, c := range slices.Clone(m.open) {
		if isOfBlocks(c.Kind) || IsOfStake(c.Kind) {
			m.cancel(c, "chain replaced", now)
		}
	}
	m.skip()
	m.last, m.voted, m.recent, m.stake, m.stakes, m.follow = nil, nil, nil, nil, nil, following{}
}

// fork forgets the blocks from first on, which the node has replaced, and reports that. parent is the block below them, nil if it is
// unknown.
func (m *Monitor) fork(first, last uint64, parent *seenBlock, now time.Time) {
	m.replaced(Facts{ReplacedFrom: &first, ReplacedUpTo: &last}, now)
	for len(m.recent) > 0 && m.recent[len(m.recent)-1].height >= first {
		o := m.recent[len(m.recent)-1]
		m.recent = m.recent[:len(m.recent)-1]
		m.uncount(config.AlertMissed, o.missed, o.height)
		m.uncount(config.AlertSlow, o.slow, o.height)
		m.uncount(config.AlertFewVotes, o.fewVotes, o.height)
		m.uncount(config.AlertMargin, o.thin, o.height)
	}
	m.skip()
	for i := len(m.recent) - 1; i >= 0 && m.recent[i].missed && m.recent[i].height+uint64(len(m.recent)-i) == first; i-- {
		m.run, m.runStart = m.run+1, m.recent[i].height
	}
	m.last, m.voted, m.follow = parent, nil, following{}
	for _, c := range m.open {
		if isOfBlocks(c.Kind) {
			c.calm = nil
		}
	}
}

// uncount removes a block that the node has replaced from the count of an open condition.
func (m *Monitor) uncount(kind config.AlertKind, bad bool, height uint64) {
	c := m.find(key{kind: kind})
	if bad && c != nil && c.Facts.Count > 0 && c.Facts.SinceHeight != nil && height >= *c.Facts.SinceHeight {
		c.Facts.Count--
	}
}

// maxTickGap is the longest time between two calls of Tick in which the chain was followed. A longer one means that the machine was
// asleep, or that the clock was set.
const maxTickGap = 5 * time.Second

// Tick evaluates the time. Call it every second. following reports whether new blocks are expected: not while following is paused, or
// after the last block of a recording.
func (m *Monitor) Tick(now time.Time, following bool) []Alert {
	gap := now.Sub(m.ticked)
	switch {
	case m.ticked.IsZero():
	case gap <= 0 || gap > maxTickGap:
		clear(m.failed)
		m.woke = now
	case following:
		m.quiet += gap
	}
	m.ticked = now
	m.checkSilence(now, following)
	m.checkNodes(now)
	m.expire(now)
	for _, c := range m.open {
		m.remind(c, now)
	}
	return m.take()
}

// remind repeats an alert that is due, and reports a condition that began during a silence.
func (m *Monitor) remind(c *Condition, now time.Time) {
	repeat := m.rules[c.Kind].Repeat
	if now.Before(c.Notified) { // the clock was set back
		c.Notified = now
	}
	switch {
	case c.Acknowledged || m.isSilenced(c.key(), now):
	case !c.Reported:
		m.emit(c, Begin, now)
	case repeat > 0 && now.Sub(c.Notified) >= repeat:
		m.emit(c, Reminder, now)
	}
}

func (m *Monitor) take() []Alert {
	alerts := m.alerts
	m.alerts = nil
	return alerts
}

// secondsOf returns a duration in seconds, rounded to microseconds.
func secondsOf(d time.Duration) *float64 { return new(math.Round(d.Seconds()*1e6) / 1e6) }
