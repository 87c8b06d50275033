package tui

import (
	"context"
	"reflect"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/config"
	"foredeck/tui/load"
	"foredeck/tui/palette"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// switcher switches between networks, and checks the chain id of the open one.
type switcher struct {
	deck       *Model
	deps       *screen.Deps
	configured config.Network // the open network as it was configured when it was opened
	opening    bool
	wrongChain text.Safe // mismatch of the chain ids; empty: none
}

// Switch makes the component serve another network.
func (n *switcher) Switch(_ context.Context, deps *screen.Deps) {
	n.deps, n.wrongChain = deps, text.Safe{}
	n.configured, _ = deps.Config.FindNetwork(deps.Endpoint.Network)
}

// openedMsg is a network that is ready.
type openedMsg struct {
	name    string
	network screen.Connection
	err     error
}

// chainMsg is the state that the node of deps reported.
type chainMsg struct {
	deps  *screen.Deps
	state screen.NetworkState
	err   error
}

// Update handles requests to switch and their outcome.
func (n *switcher) Update(msg tea.Msg) (cmd tea.Cmd, handled bool) {
	switch msg := msg.(type) {
	case screen.SwitchMsg:
		return n.switchTo(msg.Network), true
	case openedMsg:
		return n.handleOpened(msg), true
	case chainMsg:
		n.handleChain(msg)
		return nil, true
	}
	return nil, false
}

// Lines offers the networks.
func (n *switcher) Lines() []palette.Line {
	var lines []palette.Line
	for _, network := range n.deps.Networks {
		line := palette.Line{Text: "network " + network.Name, Does: text.Const("switch network"), Quiet: true, Run: func() tea.Cmd { return n.switchTo(network.Name) }}
		if network.Name == n.deps.Endpoint.Network {
			line.Remark = text.Const("now")
		}
		lines = append(lines, line)
	}
	return lines
}

func (n *switcher) switchTo(name string) tea.Cmd {
	switch {
	case name == n.deps.Endpoint.Network && !n.reconfigured():
		return n.deps.Post(screen.StatusMsg{Text: text.Format("already on %s", text.Clean(name))})
	case n.opening:
		return n.deps.Post(screen.StatusMsg{Text: text.Const("already opening another network"), Warn: true})
	}
	n.opening = true
	n.deps.Post(screen.StatusMsg{Text: text.Format("opening %s", text.Clean(name))})
	open, ctx := n.deps.Open, n.deck.root
	return func() tea.Msg {
		network, err := open(ctx, name)
		return openedMsg{name, network, err}
	}
}

// handleOpened leaves the open network for the one that is ready: requests are canceled, and the history starts again.
func (n *switcher) handleOpened(msg openedMsg) tea.Cmd {
	n.opening = false
	if msg.err != nil {
		return n.deps.Post(screen.StatusMsg{Text: text.Format("cannot open %s: %s", text.Clean(msg.name), text.Clean(msg.err.Error())), Warn: true})
	}
	m := n.deck
	m.history.End()
	m.cancel()
	leave := n.leave()
	if msg.network.Open == nil {
		msg.network.Open = n.deps.Open
	}
	m.deps = connect(m.deps.Env, msg.network)
	m.begin()
	status := screen.StatusMsg{Text: text.Format("switched to %s", text.Clean(msg.name))}
	if msg.network.Warning != nil {
		status = screen.StatusMsg{Text: text.Clean(msg.network.Warning.Error()), Warn: true}
	}
	n.deps.Post(status)
	return tea.Batch(leave, m.history.Begin(), n.checkChain())
}

// leave writes the store of the network and releases it, in the background.
func (n *switcher) leave() tea.Cmd {
	store, release := n.deps.Store, n.deps.Close
	return func() tea.Msg {
		err := store.Flush()
		if release != nil {
			release()
		}
		if err != nil {
			return screen.StatusMsg{Text: text.Clean(err.Error()), Warn: true}
		}
		return nil
	}
}

// reconfigured reports whether the open network must be reopened because its configuration has changed.
func (n *switcher) reconfigured() bool {
	now, ok := n.deps.Config.FindNetwork(n.deps.Endpoint.Network)
	if !ok || n.configured.Name != now.Name {
		return false
	}
	applied := n.configured
	applied.Explorer, applied.Decimals, applied.ChainID = now.Explorer, now.Decimals, now.ChainID // these apply at once
	return !reflect.DeepEqual(applied, now)
}

// current returns the index of the open network in the list, -1 if it is not listed.
func (n *switcher) current() int {
	return slices.IndexFunc(n.deps.Networks, func(network screen.Network) bool { return network.Name == n.deps.Endpoint.Network })
}

// set replaces the list of networks. The open one stays in it.
func (n *switcher) set(list []screen.Network) tea.Cmd {
	expected := uint64(0)
	if i := n.current(); i >= 0 {
		open := n.deps.Networks[i]
		expected = open.ChainID
		if !slices.ContainsFunc(list, func(network screen.Network) bool { return network.Name == open.Name }) {
			list = append(slices.Clip(list), open)
		}
	}
	n.deps.Networks = list
	if now, ok := n.deps.Config.FindNetwork(n.deps.Endpoint.Network); ok && now.ChainID != expected {
		n.wrongChain = text.Safe{}
		return n.checkChain()
	}
	return nil
}

// checkChain requests the node's chain id if one is configured.
func (n *switcher) checkChain() tea.Cmd {
	deps, i := n.deps, n.current()
	if i < 0 || deps.Networks[i].ChainID == 0 {
		return nil
	}
	probe := load.Do(n.deck.ctx, deps.Loader, 0, func(ctx context.Context) (screen.NetworkState, error) {
		return screen.ProbeNetwork(ctx, deps.Node, deps.Now)
	})
	return func() tea.Msg {
		result := probe().(load.Result[screen.NetworkState])
		return chainMsg{deps, result.Value, result.Err}
	}
}

// handleChain warns if the node is on another chain than the configured one. It ignores errors, which other requests report.
func (n *switcher) handleChain(msg chainMsg) {
	i := n.current()
	if msg.deps != n.deps || msg.err != nil || i < 0 || !n.deps.Networks[i].WrongChain(msg.state.ChainID) {
		return
	}
	network := n.deps.Networks[i]
	n.wrongChain = text.Format("chain %s, not %s", text.Integer(msg.state.ChainID), text.Integer(network.ChainID))
	status := text.Format("wrong chain: the node is on %s as configured for %s", n.wrongChain, text.Clean(network.Name))
	if n.deck.status.Warn {
		status = text.Format("%s; %s", status, n.deck.status.Text) // keep the warning of the start
	}
	n.deps.Post(screen.StatusMsg{Text: status, Warn: true})
}

// SetNetworks replaces the list of networks.
func (m *Model) SetNetworks(list []screen.Network) tea.Cmd { return m.networks.set(list) }

// Configuring reports whether the settings screen or an overlay is open.
func (m *Model) Configuring() bool {
	return m.history.Kind().Title() == "settings" || m.overlay.Open() != nil
}

// Reconfigured reports whether the open network must be reopened because its configuration has changed.
func (m *Model) Reconfigured() bool { return m.networks.reconfigured() }
