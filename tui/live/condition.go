// condition.go evaluates alert conditions on the blocks of a chain and on its nodes. It reports states: an alert when a condition
// begins, one when it ends, and reminders in between.
//
// A Monitor has no clock, does no I/O and starts no goroutines: the caller passes blocks, node states and the time, and delivers the
// alerts that the methods return. It must be used from one goroutine.

package live

import (
	"fmt"
	"time"

	"foredeck/config"
	"foredeck/tui/text"
)

// Phase is the part of a condition that an alert reports.
type Phase string

// The phases. A fork of the node that is followed, an epoch change and a crossing in both directions have only a begin.
const (
	Begin    Phase = "begin"
	Reminder Phase = "reminder"
	End      Phase = "end"
)

// Alert reports a change of a condition.
type Alert struct {
	Condition // as of At
	Phase     Phase
	At        time.Time
	Text      text.Safe
	// Silenced: the alert is recorded, but must neither ring nor be sent to receivers. Among the other alerts of a condition, the first
	// is its begin and the last its end.
	Silenced bool

	Firing      uint64 // number of the crossing of a price alert in the state file; 0: none
	IsElsewhere bool   // another process on the same state rings, sends and records it
	IsSent      bool   // another process has sent it
}

// Condition is a state that is worth an alert. It is open until Ended.
type Condition struct {
	Kind         config.AlertKind `json:"kind"`
	Number       uint64           `json:"number"`            // conditions are numbered in the order of their begin
	Subject      string           `json:"subject,omitempty"` // name of the node, empty for the one that is followed
	Severity     config.Severity  `json:"severity"`
	Began        time.Time        `json:"began"`
	Ended        time.Time        `json:"ended,omitzero"`
	Acknowledged bool             `json:"acknowledged,omitempty"`
	Facts        Facts            `json:"facts"`
	Cancelled    string           `json:"cancelled,omitempty"` // why the condition ended although nothing is known about it
	Note         string           `json:"note,omitempty"`      // text of a condition that another component reported
	Reported     bool             `json:"reported"`            // its begin was not silenced
	Notified     time.Time        `json:"notified"`            // last alert about it
	// Deliveries are what became of its last alert, for each receiver, as far as they were known when it ended.
	Deliveries []Delivery `json:"deliveries,omitempty"`

	calm       *uint64 // position of the first of the good observations since the last bad one
	calmHeight *uint64 // their first block
	need       uint64  // number of good observations that end the condition
}

// Facts are the machine-readable values of a condition. Those that are unknown or do not apply are nil or empty.
type Facts struct {
	Height          *uint64    `json:"height,omitempty"`        // block of the alert: a bad one, at the end the first good one
	SinceHeight     *uint64    `json:"since_height,omitempty"`  // first block of the condition
	Count           uint64     `json:"count,omitzero"`          // bad blocks so far
	Window          int        `json:"window,omitzero"`         // number of blocks among which Count are bad
	Member          *int       `json:"member,omitempty"`        // committee index of the validator
	Validator       string     `json:"validator,omitempty"`     // its name
	GapSeconds      *float64   `json:"gap_s,omitempty"`         // between the latest slow block and its parent
	WorstSeconds    *float64   `json:"worst_gap_s,omitempty"`   // the longest gap of the condition
	Votes           *int32     `json:"votes,omitempty"`         // in the latest certificate with few votes
	FewestVotes     *int32     `json:"fewest_votes,omitempty"`  // of the condition
	LeftOutBy       string     `json:"left_out_by,omitempty"`   // the proposer that left out the votes
	LeftOutName     string     `json:"left_out_name,omitempty"` // its name
	Members         *int32     `json:"members,omitempty"`       // size of the committee
	ByStake         bool       `json:"by_stake,omitzero"`       // the shares that follow are of the stake, not of the number of members
	Present         *float64   `json:"present_pct,omitempty"`   // share that voted for the latest block with a small margin
	Needed          *float64   `json:"needed_pct,omitempty"`    // share without which the chain stops
	Margin          *float64   `json:"margin_pct,omitempty"`    // what is left of the margin between all and Needed
	LowestMargin    *float64   `json:"lowest_margin_pct,omitempty"`
	StakePool       string     `json:"stake_pool,omitempty"`      // of the validator
	ValidatorState  string     `json:"validator_state,omitempty"` // as client.StateActive; at the end the state after that
	LockedUntil     *time.Time `json:"locked_until,omitempty"`
	Stake           *uint64    `json:"stake,omitempty"`
	StakeBefore     *uint64    `json:"stake_before,omitempty"` // in the epoch before
	StakeChange     *float64   `json:"stake_change_pct,omitempty"`
	Proposals       *uint64    `json:"proposals,omitempty"` // of the epoch, that succeeded
	FailedProposals *uint64    `json:"failed_proposals,omitempty"`
	SilentSeconds   *int64     `json:"silent_s,omitempty"`       // time without a block
	Node            string     `json:"node,omitempty"`           // name of the node
	NodeState       string     `json:"node_state,omitempty"`     // of the node, as in health.State
	Ahead           int        `json:"ahead,omitzero"`           // number of nodes that have newer blocks
	Nodes           int        `json:"nodes,omitzero"`           // number of nodes of a chain that has no new block, or that tell of a missed vote
	NodesMissing    int        `json:"nodes_missing,omitzero"`   // those whose certificate lacks the vote
	NodesAtHead     int        `json:"nodes_at_head,omitzero"`   // those of them that have its newest block
	NodesSilent     int        `json:"nodes_silent,omitzero"`    // those that do not respond at all
	Lag             *uint64    `json:"lag,omitempty"`            // number of blocks that the node is behind
	Error           string     `json:"error,omitempty"`          // why the node does not respond
	ReplacedFrom    *uint64    `json:"replaced_from,omitempty"`  // lowest block that a fork replaced
	ReplacedUpTo    *uint64    `json:"replaced_up_to,omitempty"` // highest one
	Epoch           *uint64    `json:"epoch,omitempty"`          // the epoch that began
	Rounds          uint64     `json:"rounds,omitzero"`          // without a block of the validator
	Pair            string     `json:"pair,omitempty"`
	Price           string     `json:"price,omitempty"`
	Condition       string     `json:"condition,omitempty"`  // of a price alert, as in > 0.62
	Level           string     `json:"level,omitempty"`      // that was crossed, with % if it is in percent
	Value           string     `json:"value,omitempty"`      // that crossed it, if it is not the price
	State           string     `json:"state,omitempty"`      // of a price alert: crossed up, crossed down or back
	BackBelow       string     `json:"back_below,omitempty"` // level less the margin, which the value of a price alert fell below
	BackAbove       string     `json:"back_above,omitempty"` // level and the margin, which it rose above
}

// ID identifies the condition: its alerts share it.
func (c *Condition) ID() string { return fmt.Sprintf("%s-%d-%d", c.Kind, c.Began.Unix(), c.Number) }

// IsOpen reports whether the condition lasts.
func (c *Condition) IsOpen() bool { return c.Ended.IsZero() }

// Duration returns how long the condition has lasted.
func (c *Condition) Duration(now time.Time) time.Duration {
	if !c.IsOpen() {
		now = c.Ended
	}
	return max(now.Sub(c.Began), 0)
}

// isOfValidator reports whether a kind is about the user's validator.
func isOfValidator(kind config.AlertKind) bool {
	return kind == config.AlertMissed || kind == config.AlertMissedOften || kind == config.AlertNoProposals || IsOfStake(kind)
}

// isOfBlocks reports whether a kind is about the blocks of the chain.
func isOfBlocks(kind config.AlertKind) bool {
	return isOfValidator(kind) && !IsOfStake(kind) || kind == config.AlertSlow || kind == config.AlertFewVotes || kind == config.AlertMargin || kind == config.AlertSilent
}

// Silence suppresses alerts.
type Silence struct {
	Kind    *config.AlertKind `json:"kind,omitempty"`    // nil: of all kinds
	Subject string            `json:"subject,omitempty"` // a price alert; empty: of all subjects
	Until   time.Time         `json:"until,omitzero"`    // zero: until no condition of the kind is open, or the price alert is removed
}

func (s Silence) covers(k key) bool {
	return (s.Kind == nil || *s.Kind == k.kind) && (s.Subject == "" || s.Subject == k.subject)
}

func (s Silence) isOf(kind *config.AlertKind, subject string) bool {
	return s.Subject == subject && (kind == nil && s.Kind == nil || kind != nil && s.Kind != nil && *kind == *s.Kind)
}
