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

// location is where a record is that was opened by its sender and sequence number and is not loaded yet.
type location struct {
	sender   move.Address
	sequence uint64
	hash     string // that it must have; empty: any
	missing  error  // why there is no such record; nil while that is not known
}

// NewAt returns the screen of the transaction that an account sent with a sequence number. It is loaded on Enter, with those around it.
// If hash is not empty, the transaction must have it.
func NewAt(deps *screen.Deps, sent target.Target, hash string) *Model {
	named := &client.Transaction{Hash: hash, Sender: &sent.Address, SequenceNumber: &sent.Sequence}
	m := New(deps, screen.OpenTransactionMsg{Name: text.Const("Sent"), Record: named, OnWalk: func(int) {}})
	m.locating = &location{sender: sent.Address, sequence: sent.Sequence, hash: hash}
	m.list = m.locating.pages(deps)
	return m
}

// pages returns the list of sent transactions from the record on.
func (l *location) pages(deps *screen.Deps) *load.Pages[client.Transaction] {
	return load.NewPagesFrom(load.SentTransactions(deps.Node, l.sender), client.NewestFirst, client.SequenceCursor(l.sequence))
}

// locate requests the record, again if it was not found.
func (m *Model) locate() tea.Cmd {
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
	th, status := m.deps.Theme, m.list.Status(m.deps.Now())
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

// Link returns the location of the record. ok is false if the node cannot look it up.
func (m *Model) Link() (link target.Link, ok bool) {
	if !m.record.IsSent() {
		return target.Link{}, false
	}
	return target.Link{Network: m.deps.Endpoint.Network, Target: target.Sent(*m.record.Sender, *m.record.SequenceNumber)}, true
}

// GoToSequence shows the transaction of the same sender with a sequence number.
func (m *Model) GoToSequence(sequence uint64) tea.Cmd {
	if !m.record.IsSent() {
		return m.deps.Post(screen.StatusMsg{Text: text.Const("this transaction has no sequence number of a sender"), Warn: true})
	}
	return m.deps.Post(screen.OpenLinkMsg{Link: target.Link{Network: m.deps.Endpoint.Network, Target: target.Sent(*m.record.Sender, sequence)}})
}
