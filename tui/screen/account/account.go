// Package account is the screen of one account: what the node knows of it, and what it sent.
package account

import (
	"context"
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
	looked  time.Time // when the last look began
	paused  bool
	above   int  // records that came in above the screen and were not looked at yet
	details bool // in small windows: the details are shown instead of the list
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
			if newest.SequenceNumber == nil {
				return ""
			}
			return client.SequenceCursor(*newest.SequenceNumber + 1)
		},
	}, order)
}

// Enter asks for what is not here yet, and looks again at what is.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx = ctx
	m.rows.SetLength(m.sent.Len()) // a transaction's screen may have loaded more of the list
	return m.look()
}

// Leave ends what is being asked for.
func (m *Model) Leave() { m.cancel() }

func (m *Model) cancel() {
	m.account.Cancel()
	m.sent.Cancel()
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
	before := m.sent.Len()
	change, again, ok := m.sent.Take(m.ctx, m.session.Loader, msg)
	if !ok {
		return nil
	}
	for i := range change.Above {
		m.session.Seen.Add(m.sent.At(i))
	}
	for i := range change.Below {
		m.session.Seen.Add(m.sent.At(before + change.Above + i))
	}
	if before > 0 {
		m.rows.Inserted(change.Above)
		m.above += change.Above
	}
	m.rows.SetLength(m.sent.Len())
	m.rows.SetHeight(m.layout().rows)
	if change.Below > 0 {
		return tea.Batch(again, m.prefetch()) // a page may be shorter than the screen
	}
	return again
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

// prefetch asks for the next page before one gets to it. A list that failed waits to be asked.
func (m *Model) prefetch() tea.Cmd {
	if m.sent.Err() != nil || m.rows.Selected() < m.sent.Len()-prefetchRows {
		return nil
	}
	return m.sent.More(m.ctx, m.session.Loader)
}

func (m *Model) open() tea.Cmd {
	if m.sent.Len() == 0 {
		return nil
	}
	i := m.rows.Selected()
	return m.session.Post(screen.OpenTransactionMsg{List: m.sent, Record: m.sent.At(i), Serial: m.sent.Serial(i)})
}

// turnAround reads the list from its other end.
func (m *Model) turnAround() tea.Cmd {
	order := client.OldestFirst
	if m.sent.Order() == client.OldestFirst {
		order = client.NewestFirst
	}
	m.sent.Cancel()
	m.sent = m.list(order)
	m.rows, m.above = table.Model{}, 0
	m.rows.SetHeight(m.layout().rows)
	return m.sent.More(m.ctx, m.session.Loader)
}

// Captures is never true: there is no text to type here.
func (m *Model) Captures(tea.KeyMsg) bool { return false }

// Escape goes back from the details, or ends what is being asked for the first time.
func (m *Model) Escape() bool {
	switch {
	case m.details && m.hasDetails():
		m.details = false
		return true
	case m.account.Loading() && !m.hasAccount(), m.sent.Loading():
		m.cancel()
		m.paused = true
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
