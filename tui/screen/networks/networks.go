// Package networks is the screen of the networks that the deck can look at: how each is, and which chain its nodes say they are of.
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

// Model is the screen of the networks.
type Model struct {
	deps *screen.Deps
	keys KeyMap
	ctx  context.Context
	size screen.Size
	rows table.Model

	networks []screen.Network
	states   []load.State[screen.NetworkState] // of each of them
}

// New is the screen. Nothing is asked until it is entered.
func New(deps *screen.Deps) *Model {
	m := &Model{deps: deps, keys: newKeyMap()}
	m.list()
	for i := range m.networks {
		if m.current(i) {
			m.rows.Select(i)
		}
	}
	return m
}

// current tells whether one looks at the network.
func (m *Model) current(i int) bool { return m.networks[i].Name == m.deps.Endpoint.Network }

// list takes over the networks of the session. What is known of one stays for as long as it is at the same address.
func (m *Model) list() {
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

// Enter asks each network how it is.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx = ctx
	m.list()
	return m.ask()
}

func (m *Model) ask() tea.Cmd {
	var asked []tea.Cmd
	for i := range m.states {
		ask := m.networks[i].Ask
		if m.current(i) {
			ask = func(ctx context.Context) (screen.NetworkState, error) {
				return screen.AskNetwork(ctx, m.deps.Node, m.deps.Now)
			}
		}
		if ask != nil {
			asked = append(asked, m.states[i].Ask(m.ctx, m.deps.Others, ask))
		}
	}
	return tea.Batch(asked...)
}

// Leave ends what is being asked.
func (m *Model) Leave() {
	for i := range m.states {
		m.states[i].Cancel()
	}
}

// SetSize lays the screen out for this room.
func (m *Model) SetSize(size screen.Size) { m.size = size }

// Update takes answers and keys.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case load.Result[screen.NetworkState]:
		for i := range m.states {
			if m.states[i].Take(msg) {
				break
			}
		}
	case screen.SettingsMsg:
		m.list()
		return m.ask()
	case tea.KeyMsg:
		switch {
		case m.keys.Open.Matches(msg):
			return m.deps.Post(screen.SwitchMsg{Network: m.networks[m.rows.Selected()].Name})
		case m.keys.Refresh.Matches(msg):
			return m.ask()
		}
		m.keys.Rows(&m.rows, msg)
	}
	return nil
}

// HardReload asks all networks.
func (m *Model) HardReload() tea.Cmd { return m.ask() }

// Zooms tells that the selected network has a panel of its own.
func (m *Model) Zooms() bool { return m.size.Class >= screen.Compact }

var columns = []table.Column{
	{Width: 1}, {Title: "NAME", Width: 16}, {Title: "CHAIN ID", Width: 10, Right: true}, {Title: "RPC", Width: 5, Rank: 2},
	{Title: "DELAY", Width: 10, Right: true, Rank: 3}, {Title: "ADDRESS", Width: 20, Flex: true, Rank: 1, Shorten: text.CutMiddle},
}

// narrowColumns keep how a network is, which no panel tells in small windows.
var narrowColumns = []table.Column{
	{Width: 1}, {Title: "NAME", Width: 14}, {Title: "CHAIN ID", Width: 8, Right: true}, {Title: "RPC", Width: 4, Rank: 2},
	{Title: "DELAY", Width: 7, Right: true}, {Title: "ADDRESS", Width: 20, Flex: true, Rank: 1, Shorten: text.CutMiddle},
}

// detailsHeight is that of the panel about the selected network.
const detailsHeight = 6

// View draws the body.
func (m *Model) View() []text.Line {
	th := m.deps.Theme
	details := 0
	if m.size.Class >= screen.Compact && !m.size.Alone {
		details = detailsHeight
	}
	frameWidth, frameHeight := panel.Frame(m.size.Plain())
	m.rows.SetHeight(max(m.size.Height-details-frameHeight-1, 0))
	list := panel.Panel{Title: text.In(th.Strong, "Networks"), State: text.In(th.Faint, "● is looked at").Silent(), Plain: m.size.Plain()}
	used := columns
	if m.size.Class < screen.Compact {
		used = narrowColumns
	}
	list.Body = m.rows.View(th, used, m.size.Width-frameWidth, m.row)
	lines := list.Draw(th, m.size.Width, m.size.Height-details)
	if details > 0 {
		about := panel.Panel{Title: text.In(th.Strong, "Selected"), Body: m.about(m.rows.Selected(), m.size.Width-frameWidth), Plain: m.size.Plain()}
		lines = append(lines, about.Draw(th, m.size.Width, details)...)
	}
	return text.Height(lines, m.size.Height)
}

func (m *Model) row(i int) []table.Cell {
	th, network := m.deps.Theme, &m.networks[i]
	mark := table.Cell{}
	if m.current(i) {
		mark = table.Cell{Text: "●", Style: th.Accent, Spoken: "looked at"}
	}
	chain, version, delay := table.Cell{Text: text.None, Style: th.Faint}, table.Cell{Text: text.None, Style: th.Faint}, m.standing(i)
	if state, ok := m.states[i].Value(); ok {
		version, delay = table.Cell{Text: text.Safe(state.Version.String())}, table.Cell{Text: text.Latency(state.Took)}
		chain = table.Cell{Text: text.Integer(state.ChainID)}
		if network.WrongChain(state.ChainID) {
			chain = table.Cell{Text: text.Integer(state.ChainID) + " !", Style: th.Bad}
		}
	}
	address := table.Cell{Text: text.Clean(network.Address)}
	if network.Address == "" {
		address = table.Cell{Text: "inside the program", Style: th.Faint}
	}
	return []table.Cell{mark, {Text: text.Clean(network.Name)}, chain, version, delay, address}
}

// standing is what is shown of a network that has not answered.
func (m *Model) standing(i int) table.Cell {
	th, state := m.deps.Theme, &m.states[i]
	switch {
	case state.Loading():
		return table.Cell{Text: "asking", Style: th.Faint}
	case state.Err() != nil:
		return table.Cell{Text: "failed", Style: th.Bad}
	}
	return table.Cell{Text: text.None, Style: th.Faint}
}

// about is what there is to be said of a network.
func (m *Model) about(i int, width int) []text.Line {
	th, network := m.deps.Theme, &m.networks[i]
	var lines []text.Line
	if state, ok := m.states[i].Value(); ok && network.WrongChain(state.ChainID) {
		lines = append(lines, text.In(th.Bad, "! its node says that it is of chain "+text.Integer(state.ChainID)+"; the settings expect "+text.Integer(network.ChainID)))
	}
	if err := m.states[i].Err(); err != nil {
		failure := load.Explain(err, load.Endpoint{Network: network.Name, BaseURL: network.Address})
		for _, part := range text.Wrap(failure.Reason, width, 2) {
			lines = append(lines, text.In(th.Bad, part))
		}
	}
	switch {
	case network.Address == "":
		lines = append(lines, text.Plain("a whole chain inside of the program: for learning, and for work without a network"))
	case network.ChainID != 0:
		lines = append(lines, text.Line{{Text: "expected chain id  ", Style: th.Faint}, {Text: text.Integer(network.ChainID)}})
	}
	if m.current(i) {
		return append(lines, text.In(th.Faint, "it is the one that is looked at"))
	}
	return append(lines, text.In(th.Faint, m.deps.Key("networks.open")+" looks at it: a new history of places begins, and nothing of this network stays"))
}

// Crumbs are the screen's part of the breadcrumb.
func (m *Model) Crumbs() []text.Safe { return []text.Safe{"Networks"} }

// Captures tells that no key is text here.
func (m *Model) Captures(tea.KeyMsg) bool { return false }

// Escape ends what is being asked.
func (m *Model) Escape() bool {
	asking := false
	for i := range m.states {
		asking = asking || m.states[i].Loading()
	}
	m.Leave()
	return asking
}

// Note says where networks come from.
func (m *Model) Note() (left, right text.Line) {
	return text.In(m.deps.Theme.Faint, "networks of your own: "+m.deps.Key("deck.goto")+" "+m.deps.Key("goto.settings")), nil
}

// Vital is the one line that is left of the screen in the smallest windows.
func (m *Model) Vital() text.Line {
	return text.Plain("network " + text.Clean(m.networks[m.rows.Selected()].Name))
}
