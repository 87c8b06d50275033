package follow

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/live"
	"foredeck/tui/load"
	"foredeck/tui/lookup"
	"foredeck/tui/screen"
)

// Stakes reads the stake of the user's validator for alerts, on every screen while the chain is followed: when an epoch begins, and at a slow
// pace within it.
type Stakes struct {
	ctx     context.Context // of the network
	deps    *screen.Deps
	reading load.State[live.Stake]
	epoch   uint64    // of the last reading
	member  int       // whose it was
	polled  time.Time // when it began
}

// NewStakes returns a component that reads nothing yet.
func NewStakes() *Stakes { return &Stakes{} }

// Switch makes the component serve another network.
func (m *Stakes) Switch(ctx context.Context, deps *screen.Deps) {
	m.reading.Cancel()
	*m = Stakes{ctx: load.WithCaller(ctx, Caller), deps: deps}
}

// Update handles the clock and readings.
func (m *Stakes) Update(msg tea.Msg) (cmd tea.Cmd, handled bool) {
	switch msg := msg.(type) {
	case screen.ClockMsg:
		return m.poll(), false
	case load.Result[live.Stake]:
		m.handle(msg)
		return nil, true
	}
	return nil, false
}

// poll reads the stake if that is due. A failure is repeated at the same pace.
func (m *Stakes) poll() tea.Cmd {
	monitor, following := m.deps.Monitor, m.deps.Following()
	newest, _ := m.deps.Blocks.Newest()
	if !monitor.WantsStake() || !following.Running || following.Brief || newest == nil || newest.Epoch == nil || m.reading.Loading() {
		return nil
	}
	epoch, member := *newest.Epoch, monitor.Member()
	if epoch == m.epoch && member == m.member && !m.deps.Due(m.polled, lookup.StakeInterval) {
		return nil
	}
	query := lookup.StakeQuery{Member: member, Pool: m.deps.Names.PoolOf(member, monitor.OwnStake())}
	if query.Pool == nil {
		m.deps.Committees.Want(epoch)
		committee, ok := m.deps.Committees.Get(epoch)
		if !ok && m.deps.Committees.Status(epoch).Err == nil {
			return nil // until the response
		}
		query.Committee = committee
	}
	m.epoch, m.member, m.polled = epoch, member, m.deps.Now()
	node := m.deps.Node
	return m.reading.Load(m.ctx, m.deps.Loader, func(ctx context.Context) (live.Stake, error) { return lookup.ReadStake(ctx, node, query) })
}

// handle evaluates a reading. A stake that cannot be read raises nothing; the list of alerts says so.
func (m *Stakes) handle(msg load.Result[live.Stake]) {
	if m.reading.Accept(msg) && msg.Err == nil {
		m.deps.Raise(m.deps.Monitor.Stake(msg.Value, m.deps.Now()))
	}
}
