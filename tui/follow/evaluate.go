package follow

import (
	"errors"
	"time"

	"foredeck/client"
	"foredeck/config"
	"foredeck/tui/live"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// evaluate raises the alerts of an update after it was applied. It is called once per update, in order of height.
func (m *Blocks) evaluate(u *update) {
	update := u.BlockUpdate
	switch u.Kind {
	case client.BlockArrived:
		row := m.deps.Blocks.Block(u.Block.Height)
		m.endAbsence(row)
		m.weigh(row)
		m.raise(m.deps.Monitor.Block(row, m.deps.Now()))
		return
	case client.VotesArrived:
		m.raise(m.deps.Monitor.Votes(&u.row, m.deps.Now()))
		return
	case client.NodeBehind, client.ChainReplaced, client.BlocksReplaced:
		m.endAbsence(nil)
	}
	if update.Err != nil {
		update.Err = errors.New(m.deps.Explain(update.Err).Reason.String())
	}
	m.raise(m.deps.Monitor.Update(update, m.deps.Now()))
}

// weigh gives the monitor the committee of the epoch of a block, whose stakes weigh its votes. It is requested once for an epoch.
func (m *Blocks) weigh(row *live.Row) {
	if !row.HasEpoch() || row.Members == 0 || m.deps.Monitor.Rules()[config.AlertMargin].Severity == config.Off {
		return
	}
	committees := m.deps.Committees
	committees.Want(row.Epoch)
	if committee, ok := committees.Get(row.Epoch); ok {
		m.deps.Monitor.SetCommittee(committee)
	} else if committees.Status(row.Epoch).Err != nil {
		m.deps.Monitor.SetCommittee(nil)
	}
}

// checkTime ends an absence for which no newer block came. It is called once a second. A node that fails has nothing to catch up with:
// what is wrong with it rings sooner, but not while the network of a computer that was asleep may still be starting.
func (m *Blocks) checkTime() {
	since := m.deps.Now().Sub(m.absence.returned)
	if m.absence.active && (since >= maxCatchUp || since >= maxStart && (m.err != nil || m.trouble != nil)) {
		m.endAbsence(nil)
	}
}

// raise passes alerts to the deck. Those about an absence are recorded only.
func (m *Blocks) raise(alerts []live.Alert) {
	for _, alert := range alerts {
		if m.absence.active && alert.Phase == live.Begin {
			m.absence.alerts++
		}
	}
	m.deps.Raise(alerts)
}

const (
	// maxStill is the longest time between two messages of a deck that runs: the clock ticks every second.
	maxStill = 5 * time.Second
	// maxCatchUp is the longest time after an absence in which blocks can belong to it.
	maxCatchUp = time.Minute
	// maxStart is the longest time after an absence in which a failure of the node is put down to the network of this computer.
	maxStart = 10 * time.Second
)

// absence is a time in which the chain was not followed, because the process was stopped, the computer slept or the user paused. Its
// alerts are recorded only; once the follower has caught up, those that still hold are raised.
type absence struct {
	active   bool
	length   time.Duration
	returned time.Time // by the clock of this computer
	end      time.Time // by the clock of the chain
	alerts   int
}

// noteTime notices that the deck did not run for some time. It is called at least once a second while it runs.
func (m *Blocks) noteTime() {
	now := m.deps.Now()
	if last := m.lastSeen; !last.IsZero() && now.Sub(last) > maxStill && !m.paused {
		m.resumeAfter(last)
	}
	m.lastSeen = now
}

// resumeAfter begins to catch up after an absence.
func (m *Blocks) resumeAfter(since time.Time) {
	newest, arrived := m.deps.Blocks.Newest()
	if newest == nil {
		return
	}
	now := m.deps.Now()
	end := now
	if newest.Timestamp != nil { // the clocks may differ
		end = newest.Timestamp.Time().Add(now.Sub(arrived))
	}
	m.lastSeen = now
	m.deps.Monitor.HoldBack(true)
	m.absence.active, m.absence.length, m.absence.returned, m.absence.end = true, m.absence.length+now.Sub(since), now, end
}

// endAbsence ends catching up if the block was created after the absence, or unconditionally if there is no block.
func (m *Blocks) endAbsence(row *live.Row) {
	was := m.absence
	if !was.active {
		return
	}
	if row != nil {
		if at, ok := row.Time(); ok && !at.After(was.end) {
			return
		}
	}
	m.absence = absence{}
	m.deps.Monitor.HoldBack(false)
	if was.alerts > 0 {
		m.deps.Post(screen.StatusMsg{Text: text.Format("%s while blocks were not followed for %s · %s on Blocks lists them", text.Plural(was.alerts, "alert"),
			text.Elapsed(was.length), m.deps.Key("blocks.alerts")), Warn: true})
	}
}
