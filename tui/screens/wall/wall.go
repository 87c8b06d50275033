// Package wall is the screen of a wall: pages of live panels that change by themselves, to hang in an office.
package wall

import (
	"context"
	"errors"
	"strconv"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/linkvalue"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/wallfile"
)

// Model is the screen.
type Model struct {
	screen.NoText
	deps *screen.Deps
	ctx  context.Context
	size screen.Size
	wall *wallfile.Wall

	panels []*Panel  // of all pages
	shown  []bool    // whether a panel has something to show, by index
	sheets []sheet   // for the size of the window and the panels that are shown
	at     int       // index of the visible sheet
	turned time.Time // when it became visible
	paused bool
	seen   map[string]bool // alerts that the user has seen, by id
	// retried is when requests that only a user would repeat were repeated last: nobody may be in front of the screen.
	retried time.Time
}

// retryInterval is the time between attempts to follow the chain or to request prices again after an error that usually lasts.
const retryInterval = 5 * time.Minute

// New returns the screen of a wall. One without pages is that of the validator if the user has one, otherwise that of the market.
// Requests start with Enter.
func New(deps *screen.Deps, wall *wallfile.Wall) *Model {
	if len(wall.Pages) == 0 {
		name := "market"
		if deps.Monitor.Member() >= 0 || !deps.Prices.Available() {
			name = "validator"
		}
		wall, _ = wallfile.BuiltIn(name)
	}
	m := &Model{deps: deps, wall: wall, seen: map[string]bool{}}
	for panel := range wall.Panels {
		m.panels = append(m.panels, newLivePanel(deps, panel))
	}
	return m
}

// Enter starts the requests.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx = ctx
	m.turned, m.retried = m.deps.Now(), m.deps.Now()
	m.setValidator()
	if m.sheets != nil { // the size is known
		m.layout()
	}
	if m.wall.FollowsBlocks() {
		m.deps.Post(screen.FollowMsg{})
	}
	return m.poll()
}

// Leave cancels the requests.
func (m *Model) Leave() {
	for _, p := range m.panels {
		p.Cancel()
	}
	m.deps.Prices.Hide()
	if m.deps.WallMember != nil {
		m.deps.WallMember = nil
		m.deps.UpdateValidator()
	}
}

// setValidator makes the validator that the wall names the user's, as long as the wall is shown.
func (m *Model) setValidator() {
	if m.wall.Validator == "" {
		return
	}
	member, ok := m.deps.Names.FindMember(m.wall.Validator)
	if !ok {
		index, err := strconv.ParseUint(m.wall.Validator, 10, 16)
		if err != nil {
			m.deps.Post(screen.StatusMsg{Text: text.Format("no committee member is named %s", text.Clean(m.wall.Validator)), Warn: true})
			return
		}
		member = int(index)
	}
	m.deps.WallMember = &member
	m.deps.UpdateValidator()
}

// SetSize sets the size of the body.
func (m *Model) SetSize(size screen.Size) {
	m.size, m.shown = size, nil
	m.layout()
}

// sheet returns what is visible, nil before SetSize.
func (m *Model) sheet() *sheet {
	if len(m.sheets) == 0 {
		return nil
	}
	return &m.sheets[m.at]
}

// turn shows another sheet.
func (m *Model) turn(by int) {
	m.turned = m.deps.Now()
	if m.dismiss() {
		return
	}
	if count := len(m.sheets); count > 0 {
		m.at = (m.at + by + count) % count
	}
}

// rotates reports whether pages change by themselves.
func (m *Model) rotates() bool { return m.wall.Rotate > 0 && len(m.sheets) > 1 }

// Update handles responses and the clock.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case load.Result[linkvalue.Value], load.Result[load.Table]:
		for _, p := range m.panels {
			p.Handle(msg)
		}
	case screen.ClockMsg:
		m.layout()
		switch {
		case m.urgent() != nil:
			m.turned = m.deps.Now() // afterwards, the page stays as long as another one
		case m.rotates() && !m.paused && m.deps.Due(m.turned, m.wall.Rotate):
			m.turn(1)
		}
		return tea.Batch(m.poll(), m.retry())
	}
	return nil
}

// poll requests what is due for all pages, so that a page is up to date when it becomes visible.
func (m *Model) poll() tea.Cmd {
	if m.ctx == nil || len(m.sheets) == 0 {
		return nil // not visible yet
	}
	var pairs []string
	for _, p := range m.panels {
		if pair := p.Pair(); pair != "" {
			pairs = append(pairs, pair)
		}
	}
	if len(pairs) > 0 {
		m.deps.Prices.Show("")
		m.deps.Prices.ShowRows(pairs)
	}
	var cmds []tea.Cmd
	for i := range m.sheets {
		for _, t := range m.sheets[i].tiles {
			cmds = append(cmds, m.panels[t.panel].Poll(m.ctx, t.width))
		}
	}
	return tea.Batch(cmds...)
}

// retry repeats what failed and is not repeated otherwise, such as requests that a service has refused because of a key.
func (m *Model) retry() tea.Cmd {
	if !m.deps.Due(m.retried, retryInterval) {
		return nil
	}
	m.retried = m.deps.Now()
	if following := m.deps.Following(); m.wall.FollowsBlocks() && following.Err != nil {
		m.deps.Post(screen.FollowMsg{Retry: true})
	}
	for _, p := range m.panels {
		if pair := p.Pair(); pair != "" && errors.Is(m.deps.Prices.Status(pair).Err, client.ErrUnauthorized) {
			return m.deps.Prices.Refresh(m.ctx, pair)
		}
	}
	return nil
}

// Escape leaves an alert. Requests are not canceled: all are repeated by themselves.
func (m *Model) Escape() bool { return m.dismiss() }

// HardReload requests everything again.
func (m *Model) HardReload() tea.Cmd {
	for _, p := range m.panels {
		p.Refresh()
	}
	m.retried = time.Time{}
	return tea.Batch(m.poll(), m.retry())
}

// UsesUnits marks the screen: balances are amounts.
func (m *Model) UsesUnits() {}

// Crumbs returns the breadcrumb entries.
func (m *Model) Crumbs() []text.Safe {
	crumbs := text.Consts("Wall")
	if m.wall.Title != "" {
		crumbs = append(crumbs, text.Clean(m.wall.Title))
	}
	if s := m.sheet(); s != nil && m.wall.Pages[s.page].Title != "" {
		crumbs = append(crumbs, text.Clean(m.wall.Pages[s.page].Title))
	}
	return crumbs
}
