package networks

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/health"
	"foredeck/tui/load"
	"foredeck/tui/screen"
)

// checkInterval is the time between two checks of the nodes of the active network.
const checkInterval = time.Second

// entry is a network with the states of its nodes.
type entry struct {
	network screen.Network
	checker screen.NodeChecker // nil before the first check
	checks  load.State[[]health.Status]
	begun   time.Time // of the last check
	checked time.Time // end of the last check that succeeded
	// details is the examination of the nodes. The next check has its result.
	details  load.State[[]health.Status]
	examined int // number of nodes that responded at the last examination
	able     int // number of nodes whose capabilities were known at the last check
}

func (e *entry) cancel() {
	e.checks.Cancel()
	e.details.Cancel()
}

// statuses returns the states of the nodes by the last check, nil before it.
func (e *entry) statuses() []health.Status {
	statuses, _ := e.checks.Value()
	return statuses
}

// check checks the nodes of a network.
func (m *Model) check(i int) tea.Cmd {
	e := &m.entries[i]
	if e.checker == nil {
		e.checker = m.checkerOf(i)
	}
	if e.checker == nil || e.checks.Loading() {
		return nil
	}
	e.begun = m.deps.Now()
	checker := e.checker
	return e.checks.LoadExternal(m.ctx, m.loader, func(ctx context.Context) ([]health.Status, error) { return checker.Check(ctx), ctx.Err() })
}

// examine requests the details of the nodes of a network, those of nodes that respond for the first time.
func (m *Model) examine(i int) tea.Cmd {
	e := &m.entries[i]
	responding, able := 0, 0
	for _, status := range e.statuses() {
		if status.State.Responds() {
			responding++
		}
		if status.Can != nil {
			able++
		}
	}
	if able < e.able { // a call is gone
		e.examined = 0
	}
	e.able = able
	if responding <= e.examined || e.details.Loading() {
		return nil
	}
	e.examined = responding
	checker := e.checker
	return e.details.LoadExternal(m.ctx, m.loader, func(ctx context.Context) ([]health.Status, error) {
		checker.Examine(ctx)
		return nil, ctx.Err()
	})
}

// handle handles the result of a check or an examination.
func (m *Model) handle(result load.Result[[]health.Status]) tea.Cmd {
	for i := range m.entries {
		e := &m.entries[i]
		switch {
		case e.checks.Accept(result):
			if e.checks.Err() == nil {
				e.checked = m.deps.Now()
			}
			return m.examine(i)
		case e.details.Accept(result):
			if e.details.Err() == nil {
				return m.check(i) // which has the details
			}
			return nil
		}
	}
	return nil
}

// checkerOf returns the checker of a network, nil if its nodes cannot be checked.
func (m *Model) checkerOf(i int) screen.NodeChecker {
	network := &m.entries[i].network
	switch {
	case m.isCurrent(i) && m.deps.Checks.Checker != nil:
		checker := m.deps.Checks.Checker // which has the token
		if hints := m.deps.HeadHints(); len(hints) > 0 {
			checker.SetHint(slices.Max(hints))
		}
		return checker
	case network.Checker != nil:
		return network.Checker()
	case m.isCurrent(i) && len(network.Addresses) > 0:
		return &probe{m.deps, network.Addresses[0]}
	}
	return nil
}

// status returns the state of a node. ok is false before the first check.
func (m *Model) status(line row) (status *health.Status, ok bool) {
	e := &m.entries[line.entry]
	if line.node >= len(e.network.Addresses) {
		return nil, false
	}
	statuses, address := e.statuses(), strings.TrimRight(e.network.Addresses[line.node], "/")
	at := slices.IndexFunc(statuses, func(s health.Status) bool { return strings.TrimRight(s.BaseURL, "/") == address })
	if at < 0 {
		return nil, false
	}
	return &statuses[at], true
}

// probe checks the active network with its own client, as in a replay.
type probe struct {
	deps    *screen.Deps
	address string
}

// Check requests the chain ID.
func (p *probe) Check(ctx context.Context) []health.Status {
	now := p.deps.Now()
	state, err := screen.ProbeNetwork(ctx, p.deps.Node, p.deps.Now)
	status := health.Status{BaseURL: p.address, Since: now, CheckedAt: now, Requests: 1}
	if err != nil {
		status.State, status.Errors, status.NoAnswerSince, status.LastError, status.LastErrorAt = health.Failing, 1, now, err, now
		if _, noResponse := errors.AsType[*client.TransportError](err); noResponse {
			status.State = health.Down
		}
		return []health.Status{status}
	}
	status.State, status.Latency, status.P50, status.P95 = health.OK, state.Latency, state.Latency, state.Latency
	status.ChainID, status.Versions = &state.ChainID, []client.Version{state.Version}
	return []health.Status{status}
}

// Examine does nothing: Check has all details.
func (*probe) Examine(context.Context) {}
