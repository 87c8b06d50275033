package blockwatch

import (
	"strconv"
	"time"

	"foredeck/client"
	"foredeck/tui/blockindex"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// evaluate raises the alerts of an update after it was applied. It is called once per update, in order of height.
func (m *Model) evaluate(u *update) {
	switch u.Kind {
	case client.BlockArrived:
		row := m.deps.Blocks.Block(u.Block.Height)
		m.endAbsence(row)
		for _, alert := range m.deps.Blocks.CheckBlock(row, m.deps.Now()) {
			if m.absence.active {
				m.absence.add(alert)
			} else {
				m.raise(alert)
			}
		}
	case client.NodeBehind:
		message := text.Format("node went back to block %s, last seen %s", text.Integer(u.First), text.Integer(u.Last))
		if u.Err != nil {
			message = text.Format("node has no blocks, last seen %s", text.Integer(u.Last))
		}
		m.report(message)
	case client.ChainReplaced:
		m.report(text.Format("chain replaced: the node serves another chain since block %s", text.Integer(u.Last)))
	case client.BlocksReplaced:
		m.report(text.Format("chain forked: the node replaced blocks %s to %s", text.Integer(u.First), text.Integer(u.Last)))
	}
}

// checkTime raises the alerts that depend on the clock. It is called once a second.
func (m *Model) checkTime() {
	now := m.deps.Now()
	if m.absence.active && now.Sub(m.absence.returned) >= maxCatchUp {
		m.endAbsence(nil)
	}
	if !m.stream.Running() {
		return
	}
	if alert, ok := m.deps.Blocks.CheckSilence(now); ok {
		m.endAbsence(nil)
		m.raise(alert)
	}
}

// report records and raises a problem with the node.
func (m *Model) report(message text.Safe) {
	alert := blockindex.Alert{Event: blockindex.NodeProblem, At: m.deps.Now(), Text: message}
	m.deps.Blocks.Watch.Record(alert)
	m.endAbsence(nil)
	m.raise(alert)
}

// raise passes an alert to the deck, unless alerts are snoozed.
func (m *Model) raise(alert blockindex.Alert) {
	if m.deps.Blocks.Watch.RingsBell(m.deps.Now()) {
		m.deps.Post(screen.AlertMsg{Text: alert.Text, Kind: alert.Event.String(), Facts: []string{
			"HEIGHT=" + strconv.FormatUint(alert.Height, 10), "TIME_US=" + strconv.FormatInt(alert.At.UnixMicro(), 10),
		}})
	}
}

const (
	// maxStill is the longest time between two messages of a deck that runs: the clock ticks every second.
	maxStill = 5 * time.Second
	// maxCatchUp is the longest time after an absence in which blocks can belong to it.
	maxCatchUp = time.Minute
)

// absence is a time in which the chain was not followed, because the process was stopped, the computer slept or the user paused. The
// alerts of its blocks are raised as one when the follower has caught up.
type absence struct {
	active   bool
	length   time.Duration
	returned time.Time // by the clock of this computer
	end      time.Time // by the clock of the chain
	alerts   int
	first    blockindex.Alert
}

func (a *absence) add(alert blockindex.Alert) {
	if a.alerts++; a.alerts == 1 {
		a.first = alert
	}
}

// noteTime notices that the deck did not run for some time. It is called at least once a second while it runs.
func (m *Model) noteTime() {
	now := m.deps.Now()
	if last := m.lastSeen; !last.IsZero() && now.Sub(last) > maxStill && !m.paused {
		m.resumeAfter(last)
	}
	m.lastSeen = now
}

// resumeAfter begins to catch up after an absence.
func (m *Model) resumeAfter(since time.Time) {
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
	m.absence.active, m.absence.length, m.absence.returned, m.absence.end = true, m.absence.length+now.Sub(since), now, end
}

// endAbsence ends catching up if the block was created after the absence, or unconditionally if there is no block. It raises one alert
// for all of the absence.
func (m *Model) endAbsence(row *blockindex.Row) {
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
	if was.alerts > 1 {
		was.first.Text = text.Format("%s alerts while blocks were not followed for %s, first: %s", text.Integer(uint64(was.alerts)), text.Elapsed(was.length), was.first.Text)
	}
	if was.alerts > 0 {
		m.raise(was.first)
	}
}
