package blockindex

import (
	"fmt"
	"slices"
	"time"

	"foredeck/tui/text"
)

// Limits say what is told of. A limit of 0 tells nothing of its kind.
type Limits struct {
	Miss   bool          `json:"miss"`   // of the user's member
	Gap    time.Duration `json:"gap"`    // between a block and its parent, over which it is slow
	Votes  int           `json:"votes"`  // percent of the members, under which a certificate has few
	Silent time.Duration `json:"silent"` // without a new block
}

// Defaults are the limits that stand until the user sets others.
func Defaults() Limits {
	return Limits{Miss: true, Gap: 2 * time.Second, Votes: 70, Silent: 30 * time.Second}
}

// Event is what kind of thing happened.
type Event int

// The events that are told of.
const (
	Missed  Event = iota // the user's member did not vote
	Slow                 // a block came long after its parent
	FewVote              // few members voted
	Silent               // no block came for a time
	NodeOut              // the node does not answer, holds less than before, or has another chain
)

// String is the event in a word, for the user's command.
func (e Event) String() string {
	return [...]string{"missed", "slow", "few_votes", "silent", "node"}[e]
}

// Alert is something that happened, to be told once.
type Alert struct {
	Event  Event
	Height uint64
	At     time.Time
	Words  text.Safe
}

// mostAlerts bounds the list of alerts.
const mostAlerts = 500

// Watch looks out for what the user wants to be told of.
type Watch struct {
	Limits  Limits
	Member  *int // the user's; nil: none is set
	Snoozed time.Time
	alerts  []Alert // the oldest first
	unseen  int
	silent  bool // it is told that no block comes
}

// MemberOr is the user's member, -1 where none is set.
func (w *Watch) MemberOr() int {
	if w.Member == nil {
		return -1
	}
	return *w.Member
}

// Alerts are what happened, the newest first.
func (w *Watch) Alerts() []Alert {
	alerts := slices.Clone(w.alerts)
	slices.Reverse(alerts)
	return alerts
}

// Newest is what happened last. It is not ok before the first.
func (w *Watch) Newest() (alert Alert, ok bool) {
	if len(w.alerts) == 0 {
		return Alert{}, false
	}
	return w.alerts[len(w.alerts)-1], true
}

// Count is how many alerts there are, and Unseen how many came since the list was looked at.
func (w *Watch) Count() int { return len(w.alerts) }

// Unseen is how many alerts came since the list was looked at.
func (w *Watch) Unseen() int { return w.unseen }

// Look notes that the list was looked at.
func (w *Watch) Look() { w.unseen = 0 }

// Rings tells whether an alert is to be heard now.
func (w *Watch) Rings(now time.Time) bool { return !now.Before(w.Snoozed) }

// Tell puts an alert into the list.
func (w *Watch) Tell(alert Alert) {
	if len(w.alerts) == mostAlerts {
		w.alerts = slices.Delete(w.alerts, 0, 1)
	}
	w.alerts = append(w.alerts, alert)
	w.unseen++
}

// IsSlow tells that a gap is over the limit.
func (w *Watch) IsSlow(gap time.Duration) bool { return w.Limits.Gap > 0 && gap > w.Limits.Gap }

// HasFew tells that a certificate has fewer votes than the limit.
func (w *Watch) HasFew(row *Row) bool {
	return w.Limits.Votes > 0 && row.Members > 0 && int(row.Votes)*100 < w.Limits.Votes*int(row.Members)
}

// Marked tells whether the block is one that the user wants to be told of.
func (c *Index) Marked(row *Row) bool {
	if row.Kind != Block {
		return false
	}
	gap, ok := c.Gap(row)
	return ok && c.Watch.IsSlow(gap) || c.Watch.HasFew(row) || c.Watch.Limits.Miss && row.Missed(c.Watch.MemberOr())
}

// Told takes up a block that following has told, which is told once, and gives what is to be said of it.
func (c *Index) Told(row *Row, now time.Time) []Alert {
	w := &c.Watch
	w.silent = false
	var alerts []Alert
	tell := func(event Event, words text.Safe) {
		alerts = append(alerts, Alert{event, row.Height, now, text.Integer(row.Height) + " " + words})
	}
	if w.Limits.Miss && row.Missed(w.MemberOr()) {
		tell(Missed, "has no vote of mine ("+text.Safe(fmt.Sprintf("%02d", *w.Member))+")")
	}
	if gap, ok := c.Gap(row); ok && w.IsSlow(gap) {
		words := "was slow: " + Seconds(gap) + " s"
		if missing := row.Members - row.Votes; missing > 0 {
			words += ", " + text.Integer(uint64(missing)) + " votes missing"
		}
		tell(Slow, words)
	}
	if w.HasFew(row) {
		tell(FewVote, "has few votes: "+VotesOf(row))
	}
	for _, alert := range alerts {
		w.Tell(alert)
	}
	return alerts
}

// Quiet tells whether no block has come for so long that this is to be said, which is said once until the next one.
func (c *Index) Quiet(now time.Time) (alert Alert, ok bool) {
	w := &c.Watch
	quiet := now.Sub(c.arrived)
	if c.newest == nil || w.silent || w.Limits.Silent <= 0 || quiet < w.Limits.Silent {
		return Alert{}, false
	}
	w.silent = true
	alert = Alert{Silent, c.newest.Height, now, "no block for " + text.Elapsed(quiet) + " after " + text.Integer(c.newest.Height)}
	w.Tell(alert)
	return alert, true
}

// Seconds writes a gap in seconds with two decimals.
func Seconds(gap time.Duration) text.Safe { return text.Safe(fmt.Sprintf("%.2f", gap.Seconds())) }

// VotesOf writes how many of how many members voted; – where the certificate does not say.
func VotesOf(row *Row) text.Safe {
	if row.Members == 0 {
		return text.None
	}
	return text.Safe(fmt.Sprintf("%d/%d", row.Votes, row.Members))
}
