package transaction

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// location is where a record is that was opened by its sender and sequence number, or by its hash, and is not loaded yet.
type location struct {
	byHash   *byHash // nil if sender and sequence are known
	sender   move.Address
	sequence uint64
	hash     string // that it must have; empty: any
	missing  error  // why there is no such record; nil while that is not known
}

// NewAt returns the screen of the transaction that an account sent with a sequence number. It is loaded on Enter, with those around it.
func NewAt(deps *screen.Deps, sent target.Target) *Model {
	named := &client.Transaction{Sender: &sent.Address, SequenceNumber: &sent.Sequence}
	m := New(deps, screen.OpenTransactionMsg{Record: named})
	m.locateSent(&location{sender: sent.Address, sequence: sent.Sequence})
	return m
}

// locateSent looks for the record among those that its sender has sent.
func (m *Model) locateSent(l *location) {
	m.locating, m.list, m.listName, m.onWalk = l, l.pages(m.deps), text.Const("Sent"), func(int) {}
}

// pages returns the list of sent transactions from the record on.
func (l *location) pages(deps *screen.Deps) *load.Pages[client.Transaction] {
	return load.NewPagesFrom(load.SentTransactions(deps.Node, l.sender), client.NewestFirst, client.SequenceCursor(l.sequence))
}

// locate requests the record, again if it was not found.
func (m *Model) locate() tea.Cmd {
	if m.locating.byHash != nil {
		return m.locateHash()
	}
	if m.locating.missing != nil {
		m.locating.missing, m.list = nil, m.locating.pages(m.deps)
	}
	return m.list.LoadMore(m.ctx, m.deps.Loader)
}

// found shows the record once it is loaded.
func (m *Model) found() tea.Cmd {
	for i := range m.list.Len() {
		record := m.list.At(i)
		m.deps.Seen.Add(record)
		if record.SequenceNumber == nil || *record.SequenceNumber != m.locating.sequence {
			continue
		}
		if m.locating.hash != "" && record.Hash != m.locating.hash {
			m.locating.missing = &load.HashError{Hash: m.locating.hash, Replaced: true}
			return nil
		}
		m.locating = nil
		cmd := m.show(record, m.list.Serial(i))
		m.deps.ABIs.Want(m.record)
		return cmd
	}
	if m.list.Err() == nil {
		m.locating.missing = fmt.Errorf("this account has sent no transaction with sequence number %s", text.Integer(m.locating.sequence))
	}
	return nil
}

// locatingPanel draws why the record is not there yet.
func (m *Model) locatingPanel(room pane.Area) widget.Panel {
	if m.locating.byHash != nil {
		return m.hashPanel(room)
	}
	return m.locationPanel(room, m.list.Status(m.deps.Now()))
}

func (m *Model) locationPanel(room pane.Area, status load.Status) widget.Panel {
	th := m.deps.Theme
	var body []text.Line
	switch {
	case m.locating.missing != nil:
		body = text.WrapIn(th.Bad, text.Short(text.Clean(m.locating.missing.Error())), room.Width, room.Height)
		body = append(body, text.In(th.Faint, "%s retry", m.deps.Key("deck.refresh")))
	case status.Err != nil:
		body = m.deps.FailureLines(status.Err)
	case status.Loading:
		if spinner := m.deps.Spinner(status, text.Const("transaction")); spinner != nil {
			body = []text.Line{spinner}
		}
	default:
		body = []text.Line{text.In(th.Faint, "not loaded · %s load", m.deps.Key("deck.refresh"))}
	}
	p := widget.Panel{Title: text.In(th.Strong, "Transaction"), Body: body}
	if status.Loading {
		p.State = m.deps.StateLine(status)
	}
	return p
}

// Link returns the location of the record: its place among those of its sender, else its hash. ok is false if it has neither.
func (m *Model) Link() (link target.Link, ok bool) {
	link = target.Link{Network: m.deps.Endpoint.Network, Target: target.Target{Kind: target.Transaction, Hash: m.record.Hash}}
	if m.record.IsSent() && isFinal(m.record) || m.list != nil && m.locating != nil {
		link.Target = target.Sent(*m.record.Sender, *m.record.SequenceNumber)
		return link, true
	}
	_, err := target.ParseHash(m.record.Hash)
	return link, err == nil
}

// GoToSequence shows the transaction of the same sender with a sequence number.
func (m *Model) GoToSequence(sequence uint64) tea.Cmd {
	if !m.record.IsSent() {
		return m.deps.Post(screen.StatusMsg{Text: text.Const("this transaction has no sequence number of a sender"), Warn: true})
	}
	return m.deps.Post(screen.OpenLinkMsg{Link: target.Link{Network: m.deps.Endpoint.Network, Target: target.Sent(*m.record.Sender, sequence)}})
}
