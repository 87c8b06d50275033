// Package account is the screen of one account: what the node knows of it, and what it sent.
package account

import (
	"context"
	"math"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/table"
)

// lookPeriod is how often the account and the newest end of its list are looked at again.
const lookPeriod = 5 * time.Second

// prefetchRows is how near to the last loaded row one may come before the next page is asked for.
const prefetchRows = 5

// Model is the screen of one account.
type Model struct {
	session *screen.Session
	keys    KeyMap
	address move.Address
	name    text.Safe

	ctx     context.Context
	size    screen.Size
	account load.State[client.Account]
	sent    *load.Pages[client.Transaction]
	rows    table.Model
	top     int       // how many of the list's records above the first page the rows know of
	other   *turned   // the list in the other order, once it was asked for
	turning bool      // other is shown as soon as it is here
	looked  time.Time // when the last look began
	paused  bool
	above   int  // records that came in above the screen and were not looked at yet
	details bool // in small windows: the details are shown instead of the list
}

// turned is the list in the order that is not shown. Both orders are kept, so that turning around loses nothing.
type turned struct {
	sent *load.Pages[client.Transaction]
	rows table.Model
	top  int
}

// New is the screen of an account. Nothing is asked until it is entered.
func New(session *screen.Session, address move.Address) *Model {
	m := &Model{session: session, keys: newKeyMap(), address: address, name: session.NameOf(address)}
	m.sent = m.list(client.NewestFirst)
	return m
}

// list is the list of sent transactions, read in the given order (spec section 4.5).
func (m *Model) list(order client.Order) *load.Pages[client.Transaction] {
	return load.NewPages(load.Source[client.Transaction]{
		Page: func(ctx context.Context, request client.PageRequest) (client.Page[client.Transaction], error) {
			return m.session.Node.Transactions(ctx, m.address, request)
		},
		Key: func(record *client.Transaction) string {
			if record.Hash == "" {
				return string(record.Raw)
			}
			return record.Hash
		},
		Newer: func(newest *client.Transaction) client.Cursor {
			if newest.SequenceNumber == nil || *newest.SequenceNumber == math.MaxUint64 {
				return ""
			}
			return client.SequenceCursor(*newest.SequenceNumber + 1)
		},
	}, order)
}

// Enter asks for what is not here yet, and looks again at what is.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx = ctx
	m.sync() // a transaction's screen may have loaded more of the list
	if m.paused && m.sent.Begun() {
		return nil
	}
	return m.look()
}

// Leave ends what is being asked for.
func (m *Model) Leave() { m.cancel() }

func (m *Model) cancel() {
	m.account.Cancel()
	m.sent.Cancel()
	m.turning = false
	if m.other != nil {
		m.other.sent.Cancel()
	}
}

// look asks for the account and for the end of the list at which new records come in.
func (m *Model) look() tea.Cmd {
	m.looked = m.session.Now()
	var list tea.Cmd
	if m.sent.Begun() {
		list = m.sent.News(m.ctx, m.session.Loader)
	} else {
		list = m.sent.More(m.ctx, m.session.Loader)
	}
	return tea.Batch(m.askAccount(), list)
}

func (m *Model) askAccount() tea.Cmd {
	return m.account.Ask(m.ctx, m.session.Loader, func(ctx context.Context) (client.Account, error) {
		return m.session.Node.Account(ctx, m.address)
	})
}

// SetSize lays the screen out for this room.
func (m *Model) SetSize(size screen.Size) {
	m.size = size
	m.rows.SetHeight(m.layout().rows)
}

// Update takes answers, the clock and keys.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case load.Result[client.Account]:
		m.account.Take(msg)
		m.rows.SetHeight(m.layout().rows)
	case load.Result[client.Page[client.Transaction]]:
		return m.take(msg)
	case screen.ClockMsg:
		if !m.paused && m.session.Now().Sub(m.looked) >= lookPeriod && !m.account.Loading() {
			return m.look()
		}
	case tea.KeyMsg:
		return m.key(msg)
	}
	return nil
}

func (m *Model) take(msg load.Result[client.Page[client.Transaction]]) tea.Cmd {
	if m.other != nil {
		if _, again, ok := m.other.sent.Take(m.ctx, m.session.Loader, msg); ok {
			if m.turning {
				return m.turned()
			}
			return again // what it had asked for before the list was turned around
		}
	}
	change, again, ok := m.sent.Take(m.ctx, m.session.Loader, msg)
	if !ok {
		return nil
	}
	m.sync()
	if change.Below > 0 {
		return tea.Batch(again, m.prefetch()) // a page may be shorter than the screen
	}
	return again
}

// sync tells the rows of the records that came into the list, and remembers these.
func (m *Model) sync() {
	above, known := m.sent.Above()-m.top, m.rows.Len()
	for i := range above {
		m.session.Seen.Add(m.sent.At(i))
	}
	for i := above + known; i < m.sent.Len(); i++ {
		m.session.Seen.Add(m.sent.At(i))
	}
	if known > 0 && above > 0 {
		m.rows.Inserted(above)
		m.above += above
	}
	m.top = m.sent.Above()
	m.rows.SetLength(m.sent.Len())
	m.rows.SetHeight(m.layout().rows)
}

func (m *Model) key(msg tea.KeyMsg) tea.Cmd {
	switch {
	case m.keys.Up.Matches(msg):
		m.rows.Move(-1)
	case m.keys.Down.Matches(msg):
		m.rows.Move(1)
	case m.keys.PageUp.Matches(msg):
		m.rows.Page(-1)
	case m.keys.PageDown.Matches(msg):
		m.rows.Page(1)
	case m.keys.HalfUp.Matches(msg):
		m.rows.Page(-0.5)
	case m.keys.HalfDown.Matches(msg):
		m.rows.Page(0.5)
	case m.keys.First.Matches(msg):
		m.rows.Select(0)
	case m.keys.Last.Matches(msg):
		m.rows.Select(m.rows.Len() - 1)
	case m.keys.Open.Matches(msg):
		return m.open()
	case m.keys.Order.Matches(msg):
		return m.turnAround()
	case m.keys.Refresh.Matches(msg):
		if m.sent.Err() != nil {
			return tea.Batch(m.look(), m.sent.More(m.ctx, m.session.Loader))
		}
		return m.look()
	case m.keys.Pause.Matches(msg):
		m.paused = !m.paused
		if !m.paused {
			return m.look()
		}
		return nil
	case m.keys.Details.Matches(msg) && m.hasDetails():
		m.details = !m.details
		return nil
	default:
		return nil
	}
	m.above = min(m.above, m.rows.First())
	return m.prefetch()
}

// prefetch asks for the next page before one gets to it, and as long as the rows do not fill the screen. A list that failed
// waits to be asked.
func (m *Model) prefetch() tea.Cmd {
	near := m.rows.Selected() >= m.sent.Len()-prefetchRows || m.sent.Len() < m.rows.Height()
	if m.sent.Err() != nil || !near {
		return nil
	}
	return m.sent.More(m.ctx, m.session.Loader)
}

// open shows the selected record. The selection goes along with whoever walks the list from there.
func (m *Model) open() tea.Cmd {
	if m.sent.Len() == 0 {
		return nil
	}
	i, list := m.rows.Selected(), m.sent
	return m.session.Post(screen.OpenTransactionMsg{List: list, Record: list.At(i), Serial: list.Serial(i), Walked: func(serial int) {
		if m.sent == list {
			m.sync()
			m.rows.Select(list.Index(serial))
		}
	}})
}

// turnAround reads the list from its other end. What is shown stays until the other end is here; asking again before that
// leaves it so.
func (m *Model) turnAround() tea.Cmd {
	if m.turning {
		m.turning = false
		return nil
	}
	if m.other == nil {
		order := client.OldestFirst
		if m.sent.Order() == client.OldestFirst {
			order = client.NewestFirst
		}
		m.other = &turned{sent: m.list(order)}
	}
	if m.other.sent.Begun() {
		return m.turned()
	}
	m.turning = true
	return m.other.sent.More(m.ctx, m.session.Loader)
}

// turned shows the list in the other order when it is here, and says why when it is not.
func (m *Model) turned() tea.Cmd {
	m.turning = false
	if !m.other.sent.Begun() {
		if err := m.other.sent.Err(); err != nil {
			return m.session.Post(screen.SayMsg{Text: "the order stays: " + m.session.Explain(err).Reason, Warn: true})
		}
		return nil
	}
	shown := &turned{sent: m.sent, rows: m.rows, top: m.top}
	m.sent, m.rows, m.top, m.above = m.other.sent, m.other.rows, m.other.top, 0
	m.other = shown
	m.sync()
	return tea.Batch(m.sent.News(m.ctx, m.session.Loader), m.prefetch())
}

// Captures is never true: there is no text to type here.
func (m *Model) Captures(tea.KeyMsg) bool { return false }

// Escape goes back from the details, or ends what is being asked for the first time.
func (m *Model) Escape() bool {
	switch {
	case m.details && m.hasDetails():
		m.details = false
		return true
	case m.account.Loading() && !m.hasAccount(), m.sent.Loading(), m.turning:
		m.cancel()
		m.paused = m.paused || !m.hasAccount() || !m.sent.Begun() // else the next look would ask again at once
		return true
	}
	return false
}

func (m *Model) hasAccount() bool {
	_, ok := m.account.Value()
	return ok
}

// Crumbs are the account, by its name where it has one, and the tab.
func (m *Model) Crumbs() []text.Safe {
	name := m.name
	if name == "" {
		name = text.Short(text.Safe(m.address.String()))
	}
	return []text.Safe{"Account " + name, "Sent"}
}

// Note says what the screen does by itself.
func (m *Model) Note() (left, right text.Line) {
	th := m.session.Theme
	if err := m.sent.Err(); err != nil && m.sent.Len() > 0 {
		left = text.In(th.Warn, "! "+m.session.Explain(err).Reason)
	}
	if m.paused {
		return left, text.In(th.Warn, "paused: p goes on")
	}
	return left, text.In(th.Faint, "looks again every "+text.Elapsed(lookPeriod))
}

// Sent is the list of the transactions that the account sent.
func (m *Model) Sent() *load.Pages[client.Transaction] { return m.sent }
