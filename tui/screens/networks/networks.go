// Package networks is the screen that lists the nodes of the configured networks with their health.
package networks

import (
	"context"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/health"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// Spec declares the screen.
var Spec = screen.Spec[*Model]{
	Name: "networks", Visitors: screen.Allowed,
	Start: func(deps *screen.Deps) (*Model, any) { return New(deps), nil },
	Menu:  screen.MenuItem{Key: "n", Words: "networks: show status, switch"},
	Offer: screen.Offer{Text: "networks", Words: text.Const("status of the networks"), When: func(*screen.Deps) bool { return true }},
	Hints: []screen.Hint{{ID: "networks.open", Words: text.Const("switches to a network")}, {ID: "deck.refresh", Words: text.Const("checks the nodes again")}},
	Bindings: screen.Bind(
		screen.Bindings[*Model]{
			{ID: "networks.open", Keys: "enter", Help: "switch", Run: (*Model).open},
			{ID: "deck.refresh", Run: (*Model).HardReload},
		},
		screen.Movement(func(m *Model) screen.Rows { return &m.rows }),
		pane.Ranging(func(m *Model) pane.Ranger { return &m.RowRange }),
	),
}

// Model is the networks screen.
type Model struct {
	screen.NoText
	deps *screen.Deps
	ctx  context.Context
	size screen.Size
	rows widget.Table
	pane.RowRange
	// loader counts the checks apart from the calls to the open network.
	loader *load.Loader

	entries []entry // per network
	lines   []row   // of the table: the nodes of the networks
}

// row is a node of a network.
type row struct {
	entry int
	node  int // index in the addresses of the network; 0 for the simulated network
}

// New returns the screen. Requests start with Enter.
func New(deps *screen.Deps) *Model {
	m := &Model{deps: deps, loader: deps.Loader.Scope()}
	m.RowRange = pane.NewRowRange(func() *widget.Table { return &m.rows }, m.rowKey)
	m.sync()
	for i, line := range slices.Backward(m.lines) {
		if m.isCurrent(line.entry) {
			m.rows.Select(i)
		}
	}
	return m
}

// rowKey identifies a row, also after the configuration has changed.
func (m *Model) rowKey(i int) string {
	return m.entries[m.lines[i].entry].network.Name + " " + m.address(m.lines[i])
}

// address returns the address of a node, empty for the simulated network.
func (m *Model) address(line row) string {
	if addresses := m.entries[line.entry].network.Addresses; line.node < len(addresses) {
		return addresses[line.node]
	}
	return ""
}

// Copies returns the address of the selected node, and its row.
func (m *Model) Copies() []screen.Copy {
	line := m.lines[m.rows.Selected()]
	var words []string
	for _, cell := range m.cells(line)[1:] {
		words = append(words, cell.Text.String())
	}
	return append(screen.AppendCopy(nil, text.Const("address"), m.address(line)), screen.CopyText(text.Const("row"), strings.Join(words, "\t")))
}

// isCurrent reports whether the network is the active one.
func (m *Model) isCurrent(i int) bool { return m.entries[i].network.Name == m.deps.Endpoint.Network }

// sync updates the list from the configuration and preserves the states of networks whose addresses have not changed.
func (m *Model) sync() {
	before := m.entries
	m.entries, m.lines = make([]entry, len(m.deps.Networks)), nil
	for i, network := range m.deps.Networks {
		m.entries[i].network = network
		for node := range max(len(network.Addresses), 1) {
			m.lines = append(m.lines, row{i, node})
		}
	}
	for old := range before {
		network := before[old].network
		at := slices.IndexFunc(m.entries, func(now entry) bool {
			return now.network.Name == network.Name && slices.Equal(now.network.Addresses, network.Addresses)
		})
		if at < 0 {
			before[old].cancel()
			continue
		}
		network = m.entries[at].network
		m.entries[at] = before[old]
		m.entries[at].network = network
	}
	m.rows.SetLength(len(m.lines))
}

// Enter checks the nodes of each network.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx = ctx
	m.sync()
	return m.fetch()
}

func (m *Model) fetch() tea.Cmd {
	var cmds []tea.Cmd
	for i := range m.entries {
		cmds = append(cmds, m.check(i))
	}
	return tea.Batch(cmds...)
}

// Leave cancels the requests.
func (m *Model) Leave() {
	for i := range m.entries {
		m.entries[i].cancel()
	}
}

// SetSize sets the size of the body.
func (m *Model) SetSize(size screen.Size) { m.size = size }

// Update handles responses and the clock.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case load.Result[[]health.Status]:
		return m.handle(msg)
	case screen.ClockMsg:
		for i := range m.entries {
			if m.isCurrent(i) && m.deps.Now().Sub(m.entries[i].begun) >= checkInterval {
				return m.check(i)
			}
		}
	case screen.ConfigMsg:
		m.sync()
		return m.fetch()
	}
	return nil
}

// selected returns the network of the selected row.
func (m *Model) selected() *entry { return &m.entries[m.lines[m.rows.Selected()].entry] }

// open switches to the selected network.
func (m *Model) open() tea.Cmd {
	return m.deps.Post(screen.SwitchMsg{Network: m.selected().network.Name})
}

// HardReload checks the nodes of all networks.
func (m *Model) HardReload() tea.Cmd { return m.fetch() }

// CanZoom reports whether details of the selected node are drawn beside the list.
func (m *Model) CanZoom() bool { return m.size.Class >= screen.Compact }

// Crumbs returns the breadcrumb entries.
func (m *Model) Crumbs() []text.Safe { return text.Consts("Networks") }

// Escape cancels the requests and reports whether there were any, except those that are repeated every second.
func (m *Model) Escape() bool {
	if m.EndRange() {
		return true
	}
	loading := false
	for i := range m.entries {
		e := &m.entries[i]
		loading = loading || !m.isCurrent(i) && (e.details.Loading() || e.checks.Loading())
	}
	m.Leave()
	return loading
}

// Note explains where to add networks.
func (m *Model) Note() (left, right text.Line) {
	return text.In(m.deps.Theme.Faint, "add networks in Settings: %s %s", m.deps.Key("deck.goto"), m.deps.Key("goto.settings")), nil
}

// Vital returns the selected node and its state.
func (m *Model) Vital() text.Line {
	cells := m.cells(m.lines[m.rows.Selected()])
	return text.Line{{Text: text.Format("network %s ", cells[1].Text)}, {Text: cells[3].Text, Style: cells[3].Style}}
}
