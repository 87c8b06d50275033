package tui

import (
	"context"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/load"
	"foredeck/tui/palette"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// Networks are the networks that the deck can look at beside the one that it was opened with.
type Networks struct {
	List []screen.Network
	// Open makes ready what the deck needs to look at one of them. It may take its time.
	Open func(ctx context.Context, name string) (Options, error)
}

// networkOpenedMsg is a network that is ready to be looked at.
type networkOpenedMsg struct {
	name    string
	options Options
	err     error
}

// chainMsg is what the node tells of its chain.
type chainMsg struct {
	of    *screen.Deps
	state screen.NetworkState
	err   error
}

// switchTo begins to look at another network.
func (m *Model) switchTo(name string) tea.Cmd {
	switch {
	case name == m.deps.Endpoint.Network && !m.following.moved:
		m.said = screen.StatusMsg{Text: text.Clean(name) + " is the network that is looked at"}
		return nil
	case m.switching:
		m.said = screen.StatusMsg{Text: "another network is being opened", Warn: true}
		return nil
	}
	m.switching = true
	m.said = screen.StatusMsg{Text: "opening " + text.Clean(name)}
	open, ctx := m.networks.Open, m.root
	return func() tea.Msg {
		options, err := open(ctx, name)
		return networkOpenedMsg{name, options, err}
	}
}

// switched looks at the network that was opened. Nothing of the one before stays: its calls end, and a new history begins.
func (m *Model) switched(msg networkOpenedMsg) tea.Cmd {
	m.switching = false
	if msg.err != nil {
		m.said = screen.StatusMsg{Text: text.Clean(msg.name) + " was not opened: " + text.Clean(msg.err.Error()), Warn: true}
		return nil
	}
	m.history.End()
	m.cancel()
	leave := m.leave()

	m.endTrial() // the choice goes with the network

	m.deps = connect(m.deps.Env, msg.options)
	m.opened()
	m.begin(m.root)
	m.networks, m.browser.Explorer, m.close = msg.options.Networks, msg.options.Explorer, msg.options.Close
	m.wrongChain = ""
	m.said = screen.StatusMsg{Text: "the network is " + text.Clean(msg.name)}
	if msg.options.Trouble != nil {
		m.said = screen.StatusMsg{Text: text.Clean(msg.options.Trouble.Error()), Warn: true}
	}
	return tea.Batch(leave, m.history.Begin(), m.askChain())
}

// leave puts away what belongs to the network that was looked at, beside the keys.
func (m *Model) leave() tea.Cmd {
	book, shut := m.deps.Store, m.close
	return func() tea.Msg {
		err := book.Flush()
		if shut != nil {
			shut()
		}
		if err != nil {
			return screen.StatusMsg{Text: text.Clean(err.Error()), Warn: true}
		}
		return nil
	}
}

// shut puts away what was made ready for the network. It may take a moment.
func (m *Model) shut() {
	if m.close != nil {
		m.close()
	}
}

// askChain asks the node of which chain it is, where the settings expect one.
func (m *Model) askChain() tea.Cmd {
	deps := m.deps
	at := slices.IndexFunc(deps.Networks, func(network screen.Network) bool { return network.Name == deps.Endpoint.Network })
	if at < 0 || deps.Networks[at].ChainID == 0 {
		return nil
	}
	ask := load.Do(m.ctx, deps.Loader, 0, func(ctx context.Context) (screen.NetworkState, error) {
		return screen.AskNetwork(ctx, deps.Node, deps.Now)
	})
	return func() tea.Msg {
		result := ask().(load.Result[screen.NetworkState])
		return chainMsg{deps, result.Value, result.Err}
	}
}

// takeChain marks a network whose node is of another chain than it should be.
func (m *Model) takeChain(msg chainMsg) {
	if msg.of != m.deps || msg.err != nil {
		return // what is wrong shows where something else is asked
	}
	for i := range m.deps.Networks {
		network := &m.deps.Networks[i]
		if network.Name == m.deps.Endpoint.Network && network.WrongChain(msg.state.ChainID) {
			m.wrongChain = "chain " + text.Integer(msg.state.ChainID) + ", not " + text.Integer(network.ChainID)
			words := "the node says that it is of " + m.wrongChain + " as the settings of " + text.Clean(network.Name) + " expect"
			if m.said.Warn {
				words += "; " + m.said.Text // what was said at the start is to be seen as well
			}
			m.said = screen.StatusMsg{Text: words, Warn: true}
		}
	}
}

// networkLines offers the other networks.
func (m *Model) networkLines() []palette.Line {
	var lines []palette.Line
	for _, network := range m.deps.Networks {
		line := palette.Line{Text: "network " + network.Name, Does: "look at it", Quiet: true, Run: func() tea.Cmd { return m.switchTo(network.Name) }}
		if network.Name == m.deps.Endpoint.Network {
			line.Remark = "now"
		}
		lines = append(lines, line)
	}
	return lines
}
