package follow

import (
	"context"
	"iter"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/health"
	"foredeck/tui/live"
	"foredeck/tui/load"
	"foredeck/tui/screen"
)

// idleChecks is the time between checks of the nodes of a chain that is not followed.
const idleChecks = 10 * time.Second

// checkNodes checks the nodes of the network, each on its own: every second while the chain is followed, and less often if there are
// several nodes otherwise. A single node of a chain that is not followed is not checked.
func (m *Blocks) checkNodes() tea.Cmd {
	isWatched := m.started && !m.paused
	switch {
	case m.deps.Checks.Checker == nil || !isWatched && len(m.deps.Checks.Nodes) < 2:
		m.checks.Stop()
		return nil
	case m.checks.Running():
		m.tuneChecks(isWatched)
		return nil
	}
	m.tuneChecks(isWatched)
	checker := m.deps.Checks.Checker
	return m.checks.Start(m.ctx, m.deps.Loader, func(ctx context.Context) iter.Seq2[[]health.Status, error] {
		return func(yield func([]health.Status, error) bool) {
			ctx, cancel := context.WithCancel(ctx)
			defer cancel()
			checker.Run(ctx, func(statuses []health.Status) {
				if !yield(statuses, nil) {
					cancel()
				}
			})
		}
	})
}

// tuneChecks sets the interval of the checks, and where they search for the newest block.
func (m *Blocks) tuneChecks(isWatched bool) {
	interval := idleChecks
	if isWatched {
		interval = health.DefaultInterval
	}
	checker := m.deps.Checks.Checker
	checker.SetInterval(interval)
	if hints := m.deps.HeadHints(); len(hints) > 0 {
		checker.SetHint(slices.Max(hints))
	}
}

// handleChecks handles the results of checks, of which only the last one counts.
func (m *Blocks) handleChecks(msg load.StreamBatch[[]health.Status]) tea.Cmd {
	next, ok := m.checks.Accept(msg)
	if !ok || len(msg.Items) == 0 {
		return next
	}
	m.deps.Checks.Statuses = msg.Items[len(msg.Items)-1]
	if !m.started { // the header would show the height at which following ended
		m.noteHead()
	}
	m.deps.Post(screen.HealthMsg{})
	explain := func(err error) string { return m.deps.Explain(err).Reason.String() }
	nodes, now := live.NodesOf(m.deps.Checks.Statuses, explain), m.deps.Now()
	m.deps.Past.Nodes(nodes, now)
	m.raise(m.deps.Monitor.Nodes(nodes, now))
	return next
}

// noteHead records the newest block of the nodes that serve the chain.
func (m *Blocks) noteHead() {
	for _, status := range m.deps.Checks.Statuses {
		if status.State == health.OK && status.Head != nil && !status.Head.Time.IsZero() {
			m.deps.Seen.AddHead(status.Head.Height, status.Head.Time)
		}
	}
}
