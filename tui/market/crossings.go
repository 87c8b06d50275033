package market

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/live"
	"foredeck/tui/store"
)

// CrossingState is what happened to the value that an alert watches.
type CrossingState string

// The states. Removed is that of an alert that was removed or changed.
const (
	CrossedUp   CrossingState = "crossed up"
	CrossedDown CrossingState = "crossed down"
	Back        CrossingState = "back"
	Removed     CrossingState = "removed"
)

// Crossing reports that a value crossed the level of an alert, or moved back by the margin. Numbers are plain, without separators.
type Crossing struct {
	Alert store.Alert
	State CrossingState
	IsOne bool   // the alert is about each crossing, in both directions: none has a way back
	Price string // latest price
	Value string // with its unit; empty if it is the price
	Level string // with its unit
	Limit string // of the way back: the level and the margin
	IsUp  bool   // the alert is about values above the level

	At          time.Time // when it was found; zero: now
	Number      uint64    // of the firing in the state file; 0: it is not stored
	IsElsewhere bool      // another process rings and sends it
	IsSent      bool      // another process has sent it
}

// Report passes the crossing to a monitor, and returns its alerts.
func (c *Crossing) Report(to *live.Monitor, now time.Time) []live.Alert {
	if !c.At.IsZero() {
		now = c.At
	}
	alerts := c.report(to, now)
	for i := range alerts {
		alerts[i].Firing, alerts[i].IsElsewhere, alerts[i].IsSent = c.Number, c.IsElsewhere, c.IsSent
	}
	return alerts
}

func (c *Crossing) report(to *live.Monitor, now time.Time) []live.Alert {
	subject := c.Alert.ID()
	facts := live.Facts{Pair: c.Alert.Pair, Condition: c.Alert.Condition, Price: c.Price, Value: c.Value, Level: c.Level, State: string(c.State)}
	switch c.State {
	case Removed:
		return to.Drop(subject, now)
	case Back:
		if facts.BackAbove = c.Limit; c.IsUp {
			facts.BackBelow, facts.BackAbove = c.Limit, ""
		}
		return to.Back(subject, facts, c.Alert.Fired, now)
	}
	return to.Cross(subject, facts, c.IsOne, now)
}

// takeOverAfter is how long the process that found a crossing has to ring before another one does. A process that was killed meanwhile
// leaves it to the others.
const takeOverAfter = 900 * time.Millisecond

// idleSync is the time after which a process without alerts learns of those that another one has set.
const idleSync = 30 * time.Second

// firings is what is known of the state file, which decides what several processes on it have found.
type firings struct {
	isRunning bool         // a sync is
	known     time.Time    // the file was read as of
	isRead    bool         // it was read once
	synced    time.Time    // start of the last sync
	moves     []store.Move // to be written
	ended     []store.Firing
	told      map[uint64]bool    // numbers of those that were reported, or had been before
	waiting   map[uint64]waiting // those that another process has yet to ring
}

type waiting struct {
	firing store.Firing
	since  time.Time
}

// synced is the result of a sync.
type synced struct {
	sync  store.AlertSync
	state store.AlertState
	err   error
}

// move changes the state of an alert. What happened is reported once the state file has accepted it: no other process was first.
func (p *Prices) move(move store.Move) {
	if p.store.IsSaved() {
		p.store.MoveAlert(move.Alert)
		p.firings.moves = append(p.firings.moves, move)
		return
	}
	state, _ := p.store.SyncAlerts(store.AlertSync{Moves: []store.Move{move}}) // there is no file
	for i := range state.Firings {
		p.tell(&state.Firings[i], false)
	}
}

// Sync writes what happened to alerts to the state file, and takes over what other processes did. The command's message is for Handle. Call
// it once a second, and after what can raise an alert.
func (p *Prices) Sync() tea.Cmd {
	f := &p.firings
	if f.isRunning || !p.store.IsSaved() {
		return nil
	}
	sync := store.AlertSync{Moves: f.moves, Ended: f.ended, Known: f.known}
	now := p.loader.Now()
	isIdle := len(f.moves)+len(f.ended)+len(f.waiting)+len(p.store.Alerts()) == 0
	if isIdle && now.Sub(f.synced).Abs() < idleSync {
		return nil
	}
	f.synced = now
	for _, w := range f.waiting {
		if p.isSilent && w.firing.Sent { // only a deck rings
			continue
		}
		if w.firing.Silent || now.Sub(w.since).Abs() >= takeOverAfter {
			w.firing.Silent = p.isSilent
			sync.Taken = append(sync.Taken, w.firing)
		}
	}
	sync = p.store.PrepareSync(sync)
	f.isRunning, f.moves, f.ended = true, nil, nil
	return func() tea.Msg {
		state, err := p.store.SyncAlerts(sync)
		return ResponseMsg{sync: &synced{sync, state, err}}
	}
}

// syncMoves is Sync if there is something to write.
func (p *Prices) syncMoves() tea.Cmd {
	if len(p.firings.moves)+len(p.firings.ended) == 0 {
		return nil
	}
	return p.Sync()
}

// handleSync takes over the result of a sync.
func (p *Prices) handleSync(s *synced) {
	f := &p.firings
	f.isRunning = false
	if s.err != nil { // two processes may ring then, which is better than none
		f.ended, f.known = append(s.sync.Ended, f.ended...), time.Time{}
		for i := range s.sync.Moves {
			move := &s.sync.Moves[i]
			p.store.SetAlert(move.Alert)
			if move.Firing.State != "" {
				p.tell(&move.Firing, false)
			}
		}
		return
	}
	if !s.state.IsChanged() {
		return
	}
	removed, ok := p.store.TakeAlerts(&s.state)
	p.forgetLines()
	if f.known = s.state.Modified; !ok {
		f.known = time.Time{}
	}
	for _, alert := range removed {
		delete(p.observed, alert.ID())
		p.crossings = append(p.crossings, Crossing{Alert: alert, State: Removed})
	}
	if ok {
		p.moveAgain()
	}
	p.hear(s.state.Firings)
	for pair := range p.quotes { // alerts that were set elsewhere
		if latest, ok := p.Latest(pair); ok {
			latest.Pair = pair
			p.checkAlerts(latest)
		}
	}
}

// moveAgain applies the moves that are not written yet to what was read. Those that do not follow from it are void.
func (p *Prices) moveAgain() {
	moves := p.firings.moves
	p.firings.moves = nil
	for _, move := range moves {
		for _, alert := range p.store.Alerts() {
			if alert.ID() == move.Alert.ID() && alert.Armed == move.Before.Armed && alert.Side == move.Before.Side {
				p.move(move)
			}
		}
	}
}

// hear takes over what the file says about firings. Those of this process are reported, and those that another one has rung.
func (p *Prices) hear(all []store.Firing) {
	f, told := &p.firings, map[uint64]bool{}
	for i := range all {
		firing := &all[i]
		isMine := firing.Owner == p.store.Process()
		isOver := firing.Rung || p.isSilent && firing.Sent
		switch {
		case f.told[firing.Number]:
		case isMine:
			p.tell(firing, false)
		case isOver && f.isRead:
			p.tell(firing, true)
		case !isOver:
			w, ok := f.waiting[firing.Number]
			if !ok {
				w.since = p.loader.Now()
			}
			w.firing = *firing
			f.waiting[firing.Number] = w
			continue
		}
		told[firing.Number] = true
		delete(f.waiting, firing.Number)
	}
	f.told, f.isRead = told, true
}

// tell reports a firing.
func (p *Prices) tell(firing *store.Firing, isElsewhere bool) {
	p.crossings = append(p.crossings, Crossing{
		Alert: firing.Alert, State: CrossingState(firing.State), IsOne: firing.IsOne, Price: firing.Price, Value: firing.Value, Level: firing.Level,
		Limit: firing.Limit, IsUp: firing.IsUp,
		At: firing.At, Number: firing.Number, IsElsewhere: isElsewhere, IsSent: firing.Sent,
	})
}

// EndFiring notes that a firing was rung, or by a process without a terminal sent. The next Sync tells other processes.
func (p *Prices) EndFiring(number uint64) {
	p.firings.ended = append(p.firings.ended, store.Firing{Number: number, Sent: true, Rung: !p.isSilent})
}

// maxAhead is how far the time of a price can be ahead of this machine's clock to order the prices that several processes have seen.
const maxAhead = time.Minute

// isStale reports whether another process has seen a later price or bar for an alert, and the time of this one, 0 if it has none.
func (p *Prices) isStale(alert *store.Alert, o *observation, latest client.Instrument) (at int64, isStale bool) {
	switch {
	case o.bar != 0:
		at = o.bar
	case latest.Time != nil:
		at = *latest.Time
	}
	return at, at != 0 && p.store.HasSeenLater(alert, at) && alert.Seen <= p.loader.Now().Add(maxAhead).UnixMilli()
}
