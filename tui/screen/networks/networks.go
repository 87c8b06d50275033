// Package networks is the screen that lists the configured networks with their health, chain id and latency.
package networks

import (
	"context"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/panel"
	"foredeck/tui/widget/table"
)

// Model is the networks screen.
type Model struct {
	deps *screen.Deps
	keys KeyMap
	ctx  context.Context
	size screen.Size
	rows table.Model
	// loader counts the calls to other networks apart from those to the open one.
	loader *load.Loader

	networks []screen.Network
	states   []load.State[screen.NetworkState] // per network
}

// New returns the screen. Requests start with Enter.
func New(deps *screen.Deps) *Model {
	m := &Model{deps: deps, keys: newKeyMap(), loader: deps.Loader.Scope()}
	m.sync()
	for i := range m.networks {
		if m.isCurrent(i) {
			m.rows.Select(i)
		}
	}
	return m
}

// isCurrent reports whether the network is the active one.
func (m *Model) isCurrent(i int) bool { return m.networks[i].Name == m.deps.Endpoint.Network }

// sync updates the list from the configuration and preserves the states of networks whose address has not changed.
func (m *Model) sync() {
	before, known := m.networks, m.states
	m.networks, m.states = m.deps.Networks, make([]load.State[screen.NetworkState], len(m.deps.Networks))
	for old, network := range before {
		at := slices.IndexFunc(m.networks, func(now screen.Network) bool { return now.Name == network.Name && now.Address == network.Address })
		if at < 0 {
			known[old].Cancel()
			continue
		}
		m.states[at] = known[old]
	}
	m.rows.SetLength(len(m.networks))
}

// Enter requests the state of each network.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx = ctx
	m.sync()
	return m.fetch()
}

func (m *Model) fetch() tea.Cmd {
	var cmds []tea.Cmd
	for i := range m.states {
		fetch := m.networks[i].Probe
		if m.isCurrent(i) {
			fetch = func(ctx context.Context) (screen.NetworkState, error) {
				return screen.ProbeNetwork(ctx, m.deps.Node, m.deps.Now)
			}
		}
		if fetch != nil {
			cmds = append(cmds, m.states[i].Load(m.ctx, m.loader, fetch))
		}
	}
	return tea.Batch(cmds...)
}

// Leave cancels the requests.
func (m *Model) Leave() {
	for i := range m.states {
		m.states[i].Cancel()
	}
}

// SetSize sets the size of the body.
func (m *Model) SetSize(size screen.Size) { m.size = size }

// Update handles responses and keys.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case load.Result[screen.NetworkState]:
		for i := range m.states {
			if m.states[i].Accept(msg) {
				break
			}
		}
	case screen.ConfigMsg:
		m.sync()
		return m.fetch()
	case tea.KeyMsg:
		switch {
		case m.keys.Open.Matches(msg):
			return m.deps.Post(screen.SwitchMsg{Network: m.networks[m.rows.Selected()].Name})
		case m.keys.Refresh.Matches(msg):
			return m.fetch()
		}
		m.keys.Rows(&m.rows, msg)
	}
	return nil
}

// HardReload requests the state of all networks.
func (m *Model) HardReload() tea.Cmd { return m.fetch() }

// CanZoom reports whether details of the selected network are drawn beside the list.
func (m *Model) CanZoom() bool { return m.size.Class >= screen.Compact }

// KeyMap holds the keys of the screen.
type KeyMap struct {
	Open, Refresh screen.Action
	screen.MoveKeys
}

func newKeyMap() KeyMap {
	return KeyMap{
		Open:     screen.NewAction("networks.open", []string{"enter"}, "enter", "switch"),
		Refresh:  screen.NewRefresh("refresh"),
		MoveKeys: screen.NewMoveKeys(),
	}
}

// Keys returns all keys of the screen for documentation and rebinding.
func Keys() []screen.Action { return screen.ActionsOf(newKeyMap()) }

// Actions returns the keys that are active now.
func (m *Model) Actions() []screen.Action {
	actions := []screen.Action{m.keys.Open, m.keys.Refresh}
	for _, move := range screen.ActionsOf(m.keys.MoveKeys) {
		actions = append(actions, move.Hidden())
	}
	return actions
}

var columns = []table.Column{
	{Width: 1}, {Title: text.Const("NAME"), Width: 16}, {Title: text.Const("CHAIN ID"), Width: 10, Right: true}, {Title: text.Const("RPC"), Width: 5, Rank: 2},
	{Title: text.Const("LATENCY"), Width: 10, Right: true, Rank: 3}, {Title: text.Const("ADDRESS"), Width: 20, Flex: true, Rank: 1, Shorten: text.CutMiddle},
}

// narrowColumns keep the latency, since small windows have no details panel.
var narrowColumns = []table.Column{
	{Width: 1}, {Title: text.Const("NAME"), Width: 14}, {Title: text.Const("CHAIN ID"), Width: 8, Right: true}, {Title: text.Const("RPC"), Width: 4, Rank: 2},
	{Title: text.Const("LATENCY"), Width: 7, Right: true}, {Title: text.Const("ADDRESS"), Width: 20, Flex: true, Rank: 1, Shorten: text.CutMiddle},
}

// detailsHeight is the height of the details panel.
const detailsHeight = 6

// View draws the body.
func (m *Model) View() []text.Line {
	th := m.deps.Theme
	details := 0
	if m.size.Class >= screen.Compact && !m.size.Maximized {
		details = detailsHeight
	}
	frameWidth, frameHeight := panel.Frame(m.size.IsPlain())
	m.rows.SetHeight(max(m.size.Height-details-frameHeight-1, 0))
	list := panel.Panel{Title: text.In(th.Strong, "Networks"), State: text.In(th.Faint, "● active").Silent(), Plain: m.size.IsPlain()}
	cols := columns
	if m.size.Class < screen.Compact {
		cols = narrowColumns
	}
	list.Body = m.rows.View(th, cols, m.size.Width-frameWidth, m.row)
	lines := list.Draw(th, m.size.Width, m.size.Height-details)
	if details > 0 {
		selected := panel.Panel{Title: text.In(th.Strong, "Selected"), Body: m.details(m.rows.Selected(), m.size.Width-frameWidth), Plain: m.size.IsPlain()}
		lines = append(lines, selected.Draw(th, m.size.Width, details)...)
	}
	return text.Height(lines, m.size.Height)
}

func (m *Model) row(i int) []table.Cell {
	th, network := m.deps.Theme, &m.networks[i]
	mark := table.Cell{}
	if m.isCurrent(i) {
		mark = table.Cell{Text: text.Const("●"), Style: th.Accent, Spoken: text.Const("active")}
	}
	chain, version, latency := table.Cell{Text: text.None, Style: th.Faint}, table.Cell{Text: text.None, Style: th.Faint}, m.statusCell(i)
	if state, ok := m.states[i].Value(); ok {
		version, latency = table.Cell{Text: text.Clean(state.Version.String())}, table.Cell{Text: text.Latency(state.Latency)}
		chain = table.Cell{Text: text.Integer(state.ChainID)}
		if network.WrongChain(state.ChainID) {
			chain = table.Cell{Text: text.Format("%s !", text.Integer(state.ChainID)), Style: th.Bad}
		}
	}
	address := table.Cell{Text: text.Clean(network.Address)}
	if network.Address == "" {
		address = table.Cell{Text: text.Const("built in"), Style: th.Faint}
	}
	return []table.Cell{mark, {Text: text.Clean(network.Name)}, chain, version, latency, address}
}

// statusCell returns the latency cell of a network that has not responded.
func (m *Model) statusCell(i int) table.Cell {
	th, state := m.deps.Theme, &m.states[i]
	switch {
	case state.Loading():
		return table.Cell{Text: text.Const("loading"), Style: th.Faint}
	case state.Err() != nil:
		return table.Cell{Text: text.Const("failed"), Style: th.Bad}
	}
	return table.Cell{Text: text.None, Style: th.Faint}
}

// details returns the lines of the details panel.
func (m *Model) details(i int, width int) []text.Line {
	th, network := m.deps.Theme, &m.networks[i]
	var lines []text.Line
	if state, ok := m.states[i].Value(); ok && network.WrongChain(state.ChainID) {
		lines = append(lines, text.In(th.Bad, "! node reports chain id %s, config expects %s", text.Integer(state.ChainID), text.Integer(network.ChainID)))
	}
	if err := m.states[i].Err(); err != nil {
		failure := load.Explain(err, load.Endpoint{Network: network.Name, BaseURL: network.Address})
		lines = append(lines, text.WrapIn(th.Bad, failure.Reason, width, 2)...)
	}
	switch {
	case network.Address == "":
		lines = append(lines, text.Plain("simulated chain inside foredeck, for learning and offline use"))
	case network.ChainID != 0:
		lines = append(lines, text.Line{{Text: text.Const("expected chain id  "), Style: th.Faint}, {Text: text.Integer(network.ChainID)}})
	}
	if m.isCurrent(i) {
		return append(lines, text.In(th.Faint, "active network"))
	}
	return append(lines, text.In(th.Faint, "%s switch: starts a new history and drops loaded data", m.deps.Key("networks.open")))
}

// Crumbs returns the breadcrumb entries.
func (m *Model) Crumbs() []text.Safe { return text.Consts("Networks") }

// Captures reports false: the screen has no text input.
func (m *Model) Captures(tea.KeyMsg) bool { return false }

// Escape cancels the requests and reports whether there were any.
func (m *Model) Escape() bool {
	loading := false
	for i := range m.states {
		loading = loading || m.states[i].Loading()
	}
	m.Leave()
	return loading
}

// Note explains where to add networks.
func (m *Model) Note() (left, right text.Line) {
	return text.In(m.deps.Theme.Faint, "add networks in Settings: %s %s", m.deps.Key("deck.goto"), m.deps.Key("goto.settings")), nil
}

// Vital returns the summary for the smallest windows.
func (m *Model) Vital() text.Line {
	return text.Plain("network %s", text.Clean(m.networks[m.rows.Selected()].Name))
}
