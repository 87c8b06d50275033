// hash.go opens a transaction by its hash, and follows one that is not final.

package transaction

import (
	"bytes"
	"context"
	"errors"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/diskcache"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/lookup"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// byHash is a hash that is looked up: first among those that were seen, which leads to the record and those around it, then by the node.
type byHash struct {
	seen   load.State[diskcache.Sent]
	record load.State[client.Transaction]
	block  load.State[client.Block] // that has the hash; requested if there is no such transaction
}

// newByHash returns the screen of the transaction with a hash, which is looked up on Enter.
func newByHash(deps *screen.Deps, hash string) *Model {
	m := New(deps, screen.OpenTransactionMsg{Record: &client.Transaction{Hash: hash}})
	m.locating = &location{hash: hash, byHash: new(byHash)}
	return m
}

func (l *location) cancel() {
	if l.byHash != nil {
		l.byHash.seen.Cancel()
		l.byHash.record.Cancel()
		l.byHash.block.Cancel()
	}
}

// locateHash looks the hash up, again if it was not found.
func (m *Model) locateHash() tea.Cmd {
	*m.locating.byHash = byHash{}
	m.locating.missing = nil
	index, hash := m.deps.Seen.Hashes, m.locating.hash
	if index == nil {
		return m.requestHash()
	}
	return m.locating.byHash.seen.Compute(m.deps.Loader, func() (diskcache.Sent, error) { return lookup.FindHash(index, hash) })
}

func (m *Model) requestHash() tea.Cmd {
	read, indexed, hash := readHash(m.deps.Node, m.locating.hash), m.deps.FindHash, m.locating.hash
	return m.locating.byHash.record.Load(m.ctx, m.deps.Loader, func(ctx context.Context) (client.Transaction, error) {
		record, err := read(ctx)
		return lookup.OrIndexed(ctx, indexed, hash, record, err)
	})
}

// readHash reads a transaction by its hash. One that waits can be one that is final and was submitted again.
func readHash(node *client.Node, hash string) func(context.Context) (client.Transaction, error) {
	return func(ctx context.Context) (client.Transaction, error) {
		record, err := node.TransactionByHash(ctx, hash)
		if err == nil && !record.IsFinished() {
			if final, err := node.TransactionByHash(ctx, hash, client.FinalOnly()); err == nil && final.IsFinished() {
				return final, nil
			}
		}
		return record, err
	}
}

// handleSeen looks for the record where it was seen, or else asks the node.
func (m *Model) handleSeen(msg load.Result[diskcache.Sent]) tea.Cmd {
	if m.locating == nil || m.locating.byHash == nil || !m.locating.byHash.seen.Accept(msg) {
		return nil
	}
	if msg.Err != nil {
		return m.requestHash()
	}
	sent := msg.Value
	m.record = &client.Transaction{Hash: m.locating.hash, Sender: &sent.Sender, SequenceNumber: &sent.Sequence}
	m.locateSent(&location{sender: sent.Sender, sequence: sent.Sequence, hash: m.locating.hash})
	return m.locate()
}

// handleRecord shows the record that the node has, or the newer state of one that is shown.
func (m *Model) handleRecord(msg load.Result[client.Transaction]) tea.Cmd {
	if m.locating == nil {
		return m.handlePoll(msg)
	}
	found := m.locating.byHash
	if found == nil || !found.record.Accept(msg) {
		return nil
	}
	switch err := found.record.Err(); {
	case msg.Err == nil:
		m.locating = nil
		return m.replace(&msg.Value)
	case errors.Is(err, client.ErrUnsupported):
		m.locating.missing = &load.HashError{Hash: m.locating.hash}
	case errors.Is(err, client.ErrNotFound):
		m.locating.missing = errors.New("no transaction has this hash: the node does not know it, or has pruned it")
		hash, node := m.locating.hash, m.deps.Node
		m.factRows = widget.Table{}
		return found.block.Load(m.ctx, m.deps.Loader, func(ctx context.Context) (client.Block, error) { return node.BlockByHash(ctx, hash) })
	}
	m.applyLayout()
	return nil
}

// replace shows a record that was loaded by its hash, on the tab that is open.
func (m *Model) replace(record *client.Transaction) tea.Cmd {
	m.deps.Seen.Add(record)
	cmd := m.show(record, 0)
	m.deps.ABIs.Want(record)
	m.following.next, m.following.isFetched = m.deps.Now().Add(m.following.pause()), true
	return cmd
}

// handleBlock notes the block that has the hash.
func (m *Model) handleBlock(msg load.Result[client.Block]) {
	if m.locating != nil && m.locating.byHash != nil && m.locating.byHash.block.Accept(msg) {
		m.applyLayout()
	}
}

// others returns what else the hash can mean, once there is no such transaction.
func (m *Model) others() []field {
	if m.locating == nil || m.locating.byHash == nil || m.locating.missing == nil {
		return nil
	}
	var fields []field
	if block, ok := m.locating.byHash.block.Value(); ok {
		height := block.Height
		line := append(text.Integer(height).Line(), text.Span{Text: text.Const("  has this hash"), Style: m.deps.Theme.Faint})
		fields = append(fields, m.field(text.Const("block"), line, m.locating.hash).LinkedTo(target.Target{Kind: target.Height, Height: height}))
	}
	if address, err := move.ParseAddress(m.locating.hash); err == nil {
		fields = append(fields, m.field(text.Const("account"), m.addressLine(address), m.locating.hash).OfAccount(address))
	}
	return fields
}

func (m *Model) hasOthers() bool { return len(m.others()) > 0 }

func (m *Model) openOther() tea.Cmd {
	return m.deps.Post(screen.OpenMsg{Target: *m.others()[m.factRows.Selected()].Opens})
}

// hashPanel draws why the record is not there yet, and what else the hash can mean.
func (m *Model) hashPanel(room pane.Area) widget.Panel {
	found := m.locating.byHash
	status := found.record.Status(m.deps.Now())
	if found.seen.Loading() {
		status = found.seen.Status(m.deps.Now())
	}
	p := m.locationPanel(room, status)
	if others := m.others(); others != nil {
		p.Focused = true
		p.Body = append(p.Body, nil, text.In(m.deps.Theme.Faint, "the same 64 digits can be"))
		p.Body = append(p.Body, pane.FactLines(m.deps.Theme, others, m.factRows.Selected(), room.Less(len(p.Body)), true)...)
	}
	return p
}

// following is the state of a record that is not final: it is requested again and again.
type following struct {
	load.State[client.Transaction]
	next  time.Time // when it is requested again
	polls int       // requests so far
	// isFetched is set if the node was asked for the record by its hash.
	isFetched bool
}

const (
	firstPoll = time.Second
	lastPoll  = 5 * time.Second
)

// pause returns the time to the next request, which grows.
func (f *following) pause() time.Duration {
	return min(firstPoll+time.Duration(f.polls)*time.Second, lastPoll)
}

// isFinal reports whether a record does not change any more. The node can have the status of a transaction before its output and block.
func isFinal(t *client.Transaction) bool {
	return t.Status == "Invalid" || t.IsFinished() && t.Block != nil && (t.Output != nil || t.Data != nil)
}

// isIndexed reports whether the record is from the index, which has final ones only, and not all of each.
func (m *Model) isIndexed() bool {
	return m.record != nil && m.record.Raw == nil && m.record.Block != nil
}

// isFollowed reports whether the record is requested until it is final: records of lists are final.
func (m *Model) isFollowed() bool {
	return m.locating == nil && m.list == nil && m.record.Hash != "" && !m.isIndexed() && !isFinal(m.record) && !errors.Is(m.following.Err(), client.ErrUnsupported)
}

// follows requests a record that is not final when the time has come.
func (m *Model) follows() tea.Cmd {
	if !m.isFollowed() || m.following.Loading() || m.deps.Now().Before(m.following.next) {
		return nil
	}
	return m.poll()
}

func (m *Model) poll() tea.Cmd {
	m.following.polls++
	return m.following.Load(m.ctx, m.deps.Loader, readHash(m.deps.Node, m.record.Hash))
}

func (m *Model) handlePoll(msg load.Result[client.Transaction]) tea.Cmd {
	if !m.following.Accept(msg) {
		return nil
	}
	m.following.next = m.deps.Now().Add(m.following.pause())
	if msg.Err != nil || bytes.Equal(msg.Value.Raw, m.record.Raw) {
		return nil
	}
	event, row := m.events.Selected(), m.arguments.Selected()
	cmd := m.replace(&msg.Value)
	m.arguments.Select(row)
	m.events.Select(event)
	if isFinal(m.record) {
		m.deps.Post(screen.StatusMsg{Text: text.Format("the transaction is final: %s", text.Bounded(m.record.Status))})
	}
	return cmd
}

// followNote says what the node reports of a record that is not final.
func (m *Model) followNote() text.Line {
	th := m.deps.Theme
	switch err := m.following.Err(); {
	case errors.Is(err, client.ErrNotFound):
		return text.In(th.Warn, "! the node does not know this transaction any more: it has expired or was dropped")
	case err != nil:
		return text.In(th.Warn, "! %s", m.deps.Explain(err).Reason)
	}
	return text.In(th.Accent, "not final yet · checks every %s", text.Elapsed(m.following.pause()))
}
