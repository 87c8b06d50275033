package blockindex

import (
	"fmt"
	"slices"
	"time"

	"foredeck/tui/text"
)

// Limits are the thresholds of block alerts. A zero value disables the alert.
type Limits struct {
	Miss   bool          `json:"miss"`   // missed votes of the user's validator
	Gap    time.Duration `json:"gap"`    // longest time between a block and its parent
	Votes  int           `json:"votes"`  // minimum share of votes in a certificate, in percent
	Silent time.Duration `json:"silent"` // longest time without a new block
}

// Defaults returns the default limits.
func Defaults() Limits {
	return Limits{Miss: true, Gap: 2 * time.Second, Votes: 70, Silent: 30 * time.Second}
}

// Event is the kind of a block alert.
type Event int

// The kinds of block alerts.
const (
	Missed      Event = iota // the user's validator did not vote
	Slow                     // a block came long after its parent
	FewVotes                 // a certificate has few votes
	Silent                   // no new block for some time
	NodeProblem              // the node is unreachable, reports a lower height, or has switched to another chain or branch
)

// String returns the event name that alert commands receive.
func (e Event) String() string {
	return [...]string{"missed", "slow", "few_votes", "silent", "node"}[e]
}

// Alert is a block alert.
type Alert struct {
	Event  Event
	Height uint64
	At     time.Time
	Text   text.Safe
}

const maxAlerts = 500

// Watch evaluates block alerts.
type Watch struct {
	Limits          Limits
	Member          *int // index of the user's validator in the committee; nil: not set
	Snoozed         time.Time
	alerts          []Alert // oldest first
	unseen          int
	quiet           time.Duration // without a new block, as far as CheckSilence saw it
	checked         time.Time     // last call of CheckSilence
	silenceReported bool          // an alert for the current silence exists
}

// MemberIndex returns the committee index of the user's validator, -1 if none is set.
func (w *Watch) MemberIndex() int {
	if w.Member == nil {
		return -1
	}
	return *w.Member
}

// Alerts returns the alerts, newest first.
func (w *Watch) Alerts() []Alert {
	alerts := slices.Clone(w.alerts)
	slices.Reverse(alerts)
	return alerts
}

// Newest returns the latest alert. ok is false if there is none.
func (w *Watch) Newest() (alert Alert, ok bool) {
	if len(w.alerts) == 0 {
		return Alert{}, false
	}
	return w.alerts[len(w.alerts)-1], true
}

// Count returns the number of alerts.
func (w *Watch) Count() int { return len(w.alerts) }

// Unseen returns the number of alerts since the last MarkSeen.
func (w *Watch) Unseen() int { return w.unseen }

// MarkSeen resets the unseen count.
func (w *Watch) MarkSeen() { w.unseen = 0 }

// RingsBell reports whether alerts ring the bell now, that is, are not snoozed.
func (w *Watch) RingsBell(now time.Time) bool { return !now.Before(w.Snoozed) }

// Record adds an alert to the list.
func (w *Watch) Record(alert Alert) {
	if len(w.alerts) == maxAlerts {
		w.alerts = slices.Delete(w.alerts, 0, 1)
	}
	w.alerts = append(w.alerts, alert)
	w.unseen++
}

// IsSlow reports whether a gap exceeds the limit.
func (w *Watch) IsSlow(gap time.Duration) bool { return w.Limits.Gap > 0 && gap > w.Limits.Gap }

// HasFewVotes reports whether a certificate has fewer votes than the limit.
func (w *Watch) HasFewVotes(row *Row) bool {
	return w.Limits.Votes > 0 && row.Members > 0 && int(row.Votes)*100 < w.Limits.Votes*int(row.Members)
}

// IsMarked reports whether the block meets an alert condition.
func (ix *Index) IsMarked(row *Row) bool {
	if row.Kind != Block {
		return false
	}
	gap, ok := ix.Gap(row)
	return ok && ix.Watch.IsSlow(gap) || ix.Watch.HasFewVotes(row) || ix.Watch.Limits.Miss && row.Missed(ix.Watch.MemberIndex())
}

// CheckBlock records and returns the alerts for a newly followed block. Call it once per block.
func (ix *Index) CheckBlock(row *Row, now time.Time) []Alert {
	w := &ix.Watch
	w.quiet, w.silenceReported = 0, false
	var alerts []Alert
	alert := func(event Event, details text.Safe) {
		alerts = append(alerts, Alert{event, row.Height, now, text.Format("block %s: %s", text.Integer(row.Height), details)})
	}
	if w.Limits.Miss && row.Missed(w.MemberIndex()) {
		alert(Missed, text.Format("your validator (%s) did not vote", Member(*w.Member)))
	}
	if gap, ok := ix.Gap(row); ok && w.IsSlow(gap) {
		details := text.Format("slow, %s s", FormatSeconds(gap))
		if missing := row.Members - row.Votes; missing > 0 {
			details = text.Format("%s, %s votes missing", details, text.Integer(uint64(missing)))
		}
		alert(Slow, details)
	}
	if w.HasFewVotes(row) {
		alert(FewVotes, text.Format("few votes, %s", FormatVotes(row)))
	}
	for _, alert := range alerts {
		w.Record(alert)
	}
	return alerts
}

// maxCheckGap is the longest time between two calls of CheckSilence that counts as silence. A longer one means that the program
// did not follow the chain, or was suspended, or that the clock was set.
const maxCheckGap = 5 * time.Second

// CheckSilence records and returns an alert if no block has arrived for too long, once per silence. Call it every second while the
// chain is followed. A chain whose last height is known, as that of a recording, falls silent as expected.
func (ix *Index) CheckSilence(now time.Time) (alert Alert, ok bool) {
	w := &ix.Watch
	if gap := now.Sub(w.checked); gap > 0 && gap <= maxCheckGap {
		w.quiet += gap
	}
	w.checked = now
	if ix.newest == nil || ix.last != nil || w.silenceReported || w.Limits.Silent <= 0 || w.quiet < w.Limits.Silent {
		return Alert{}, false
	}
	w.silenceReported = true
	alert = Alert{Silent, ix.newest.Height, now, text.Format("no new block for %s, last block %s", text.Elapsed(w.quiet), text.Integer(ix.newest.Height))}
	w.Record(alert)
	return alert, true
}

// FormatSeconds formats a gap in seconds with two decimals.
func FormatSeconds(gap time.Duration) text.Safe {
	return text.Clean(fmt.Sprintf("%.2f", gap.Seconds()))
}

// FormatVotes formats the votes of a certificate as 92/100, or – if unknown.
func FormatVotes(row *Row) text.Safe {
	if row.Members == 0 {
		return text.None
	}
	return text.Clean(fmt.Sprintf("%d/%d", row.Votes, row.Members))
}
