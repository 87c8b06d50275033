// Package committee is the screen of the validators of an epoch, with what changed since the epoch before.
package committee

import (
	"context"
	"errors"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/live"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/query"
	"foredeck/tui/record"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Spec declares the committee of an epoch.
var Spec = screen.Spec[*Model]{
	Name: "committee", Visitors: screen.Allowed, Open: open,
	Start:  func(deps *screen.Deps) (*Model, any) { return open(deps, target.Link{}), nil },
	Menu:   screen.MenuItem{Key: "c", Words: "committee: validators of the epoch"},
	Links:  func(link target.Link) bool { return link.Target.Kind == target.Committee },
	At:     func(link target.Link) target.Link { return link },
	Hints:  []screen.Hint{{ID: "committee.open", Words: text.Const("opens the stake pool")}, {ID: "committee.previous", Words: text.Const("goes to the epoch before")}},
	Typing: (*Model).Typing,
	Bindings: screen.Bind(
		screen.Bindings[*Model]{
			{ID: "committee.open", Keys: "enter", Help: "open stake pool", When: (*Model).hasPool, Why: "no member with a stake pool selected", Run: (*Model).openPool},
			{ID: "committee.next", Keys: "J", Pair: "committee.previous", Help: "next/previous epoch", Long: "next epoch", When: (*Model).hasNext, Why: "this is the newest epoch", Run: func(m *Model) tea.Cmd { return m.step(1) }},
			{ID: "committee.previous", Keys: "K", Help: "previous epoch", When: (*Model).hasPrevious, Why: "this is the first epoch", Run: func(m *Model) tea.Cmd { return m.step(-1) }},
		},
		pane.Browse(func(m *Model) *pane.Browser[record.Member] { return &m.Browser }, []screen.Binding[*Model]{
			{ID: "deck.refresh", Run: (*Model).HardReload},
		}...),
	),
}

// Model is the screen.
type Model struct {
	pane.Browser[record.Member]
	deps    *screen.Deps
	ctx     context.Context
	epoch   *uint64 // nil until the newest one is known
	newest  load.State[client.Block]
	held    *client.Committee // in the list
	earlier *client.Committee // that the marks refer to

	resources load.State[*client.Committee] // what the chain says of the newest epoch
	called    *client.Committee             // by the call for committees, without what the resources add
	added     *client.Committee             // the resources that held has
	head      margin
}

// margin is the newest margin to a halt. It is computed once for a block.
type margin struct {
	height uint64
	of     *client.Committee
	known  bool
	live.Margin
}

func open(deps *screen.Deps, link target.Link) *Model {
	m := &Model{deps: deps, epoch: link.Target.Epoch}
	words := pane.Words{Content: text.Const("committee"), Record: text.Const("member")}
	source := load.Source[record.Member]{Key: (*record.Member).Key}
	list := pane.NewList(deps, words, pane.InBothOrders(source), pane.Records[record.Member]{
		Language: func() query.Language[record.Member] { return record.CommitteeFields(pane.FilterEnv(deps)) }, Rows: record.Members.CSV(),
	})
	list.Columns, list.Empty, list.Head = m.columns, m.empty, m.headLines
	m.Browser = pane.Browser[record.Member]{
		List: list, Title: m.title, Details: m.details, Name: func() []text.Safe { return []text.Safe{m.title()} },
		Word: func(member *record.Member) text.Safe {
			return text.Format("%s %s", render.IntDigits(member.Index), record.OrNone(text.Clean(member.Name)))
		},
	}
	return m
}

func (m *Model) title() text.Safe {
	if m.epoch == nil {
		return text.Const("Committee")
	}
	return text.Format("Committee of epoch %s", text.Integer(*m.epoch))
}

// Enter requests the committee and that of the epoch before.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx = ctx
	m.List.Resume(ctx)
	return tea.Batch(m.find(), m.read(), m.fill())
}

// read reads the committee from the resources of the chain.
func (m *Model) read() tea.Cmd {
	node := m.deps.Node
	return m.resources.Load(m.ctx, m.deps.Loader, func(ctx context.Context) (*client.Committee, error) {
		committee, err := node.Validators(ctx)
		if err == nil {
			err = node.ReadPools(ctx, &committee)
		}
		if err == nil {
			err = node.ReadBans(ctx, &committee)
		}
		return &committee, err
	})
}

// find finds the newest epoch unless an epoch is given, and requests its committee.
func (m *Model) find() tea.Cmd {
	if m.epoch == nil {
		if newest, _ := m.deps.Blocks.Newest(); newest != nil && newest.Epoch != nil {
			m.epoch = newest.Epoch
		}
	}
	if m.epoch != nil {
		m.want()
		return nil
	}
	node, hints := m.deps.Node, m.deps.HeadHints()
	return m.newest.Load(m.ctx, m.deps.Loader, func(ctx context.Context) (client.Block, error) {
		if _, err := node.Committee(ctx, 0); errors.Is(err, client.ErrUnsupported) { // no search for a block then
			return client.Block{}, err
		}
		return node.FindHead(ctx, client.HeadSearch{Hints: hints})
	})
}

// want requests the committees that are not loaded.
func (m *Model) want() {
	m.deps.Committees.Want(*m.epoch)
	if *m.epoch > 0 {
		m.deps.Committees.Want(*m.epoch - 1)
	}
}

// Leave cancels the search for the newest epoch.
func (m *Model) Leave() {
	m.newest.Cancel()
	m.resources.Cancel()
	m.Browser.Leave()
}

// Update handles the newest block, committees and typed keys.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	if head, ok := msg.(load.Result[client.Block]); ok && m.newest.Accept(head) && head.Err == nil {
		m.deps.NoteHead(head.Value)
		if m.epoch = head.Value.Epoch; m.epoch != nil {
			m.want()
		}
	}
	if read, ok := msg.(load.Result[*client.Committee]); ok && m.resources.Accept(read) && read.Err == nil && m.epoch == nil && read.Value.HasEpoch() {
		m.epoch = &read.Value.Epoch
		m.want()
	}
	return tea.Batch(m.Browser.Update(msg), m.fill())
}

// merged returns the committee with what the chain says of it, and that; nil if it is not loaded.
func (m *Model) merged() (committee, resources *client.Committee) {
	committee, _ = m.deps.Committees.Get(*m.epoch)
	if read, ok := m.resources.Value(); ok && read.Epoch == *m.epoch && read.HasEpoch() {
		resources = read
	}
	switch {
	case resources == nil || committee == nil && m.deps.Committees.Status(*m.epoch).Err == nil:
	case committee == nil:
		committee = resources
	case m.called == committee && m.added == resources:
		committee = m.held
	default:
		whole := *committee
		whole.Members = slices.Clone(committee.Members)
		whole.Complete(resources)
		m.called, committee = committee, &whole
	}
	return committee, resources
}

// fill shows the committee once it is loaded, and the changes once that of the epoch before is.
func (m *Model) fill() tea.Cmd {
	if m.epoch == nil {
		return nil
	}
	committee, resources := m.merged()
	m.measure(committee)
	var earlier *client.Committee
	if *m.epoch > 0 {
		earlier, _ = m.deps.Committees.Get(*m.epoch - 1)
	}
	if committee == m.held && earlier == m.earlier {
		return nil
	}
	m.held, m.earlier, m.added = committee, earlier, resources
	var members []record.Member
	switch {
	case committee == nil:
	case earlier == nil || !committee.IsOrdered():
		members = record.MembersOf(committee, m.nameOf(committee))
	default:
		members = record.MembersSince(committee, earlier, m.nameOf(committee))
	}
	rows := make([]*record.Member, len(members))
	for i := range members {
		rows[i] = &members[i]
	}
	m.List.Hold(rows)
	return m.Settle()
}

// measure computes the margin of the newest block, if its epoch is shown.
func (m *Model) measure(committee *client.Committee) {
	newest, _ := m.deps.Blocks.Newest()
	if newest == nil || newest.Epoch == nil || *newest.Epoch != *m.epoch {
		m.head = margin{}
		return
	}
	row := m.deps.Blocks.Block(newest.Height)
	if row == nil || m.head.known && m.head.height == row.Height && m.head.of == committee {
		return
	}
	m.head = margin{height: row.Height, of: committee}
	m.head.Margin, m.head.known = live.NewMargin(row, committee)
}

// nameOf returns the name of a member: the user's, that of its stake pool, or else that of its index.
func (m *Model) nameOf(committee *client.Committee) func(index int, identity string) string {
	return func(index int, identity string) string {
		if name := m.deps.Names.Author(identity); !name.IsEmpty() {
			return name.String()
		}
		if index < 0 {
			return ""
		}
		if pool := committee.Members[index].StakePool; pool != nil {
			if name := m.deps.Names.Of(*pool); !name.IsEmpty() {
				return name.String()
			}
		}
		return m.deps.Names.Member(index).String()
	}
}

// member returns the number of a member in certificates, and its name.
func (m *Model) member(member int) text.Safe {
	if m.held.IsOrdered() {
		return m.deps.Member(m.held, member)
	}
	return live.Member(member)
}

// HardReload requests the committees again.
func (m *Model) HardReload() tea.Cmd {
	if m.epoch == nil {
		return tea.Batch(m.find(), m.read())
	}
	m.deps.Committees.Request(*m.epoch)
	if *m.epoch > 0 {
		m.deps.Committees.Request(*m.epoch - 1)
	}
	return m.read()
}

func (m *Model) hasPrevious() bool { return m.epoch != nil && *m.epoch > 0 }

func (m *Model) hasNext() bool {
	newest, _ := m.deps.Blocks.Newest()
	return m.epoch != nil && (newest == nil || newest.Epoch == nil || *m.epoch < *newest.Epoch)
}

// step shows the committee of another epoch.
func (m *Model) step(by int) tea.Cmd {
	m.epoch = new(*m.epoch + uint64(by))
	m.want()
	return m.fill()
}

// status returns the load status of the committee.
func (m *Model) status() load.Status {
	if m.epoch == nil {
		if status := m.resources.Status(m.deps.Now()); status.Loading {
			return status
		}
		return m.newest.Status(m.deps.Now())
	}
	return m.deps.Committees.Status(*m.epoch).AsManual()
}

// empty says why there are no members.
func (m *Model) empty() []text.Line {
	status := m.status()
	if status.Err != nil {
		return m.deps.FailureLines(status.Err)
	}
	if spinner := m.deps.Spinner(status, text.Const("committee")); spinner != nil {
		return []text.Line{spinner}
	}
	return nil
}

// Link returns the location of the committee. The selection can be named.
func (m *Model) Link() (target.Link, bool) {
	return target.Link{Network: m.deps.Endpoint.Network, Target: target.Target{Kind: target.Committee, Epoch: m.epoch}}, true
}

func (m *Model) pool() (address move.Address, ok bool) {
	if member := m.List.Selected(); member != nil && member.StakePool != nil {
		return *member.StakePool, true
	}
	return address, false
}

func (m *Model) hasPool() bool { _, ok := m.pool(); return ok }

func (m *Model) openPool() tea.Cmd {
	pool, _ := m.pool()
	return m.deps.Post(screen.OpenMsg{Target: target.Target{Kind: target.Account, Address: pool}})
}

// Copies returns the copy forms of the selected member.
func (m *Model) Copies() []screen.Copy {
	member := m.List.Selected()
	if member == nil {
		return nil
	}
	copies := screen.AppendCopy(nil, text.Const("identity"), member.Identity)
	if pool, ok := m.pool(); ok {
		copies = append(copies, screen.CopyText(text.Const("stake pool"), pool.String()))
	}
	copies = screen.AppendCopy(copies, text.Const("ed25519 key"), member.Ed25519Key)
	copies = screen.AppendCopy(copies, text.Const("BLS key"), member.BLSKey)
	return append(copies, m.List.CopyRow(member), screen.CopyScreen(text.Const("command"), m.deps.Command("committee", render.Digits(m.epoch).String())))
}

// Subject returns the selected member, to name it.
func (m *Model) Subject() (store.Subject, bool) {
	member := m.List.Selected()
	if member == nil || member.Identity == "" {
		return store.Subject{}, false
	}
	return store.AuthorSubject(member.Identity), true
}

// Export exports the members.
func (m *Model) Export() (screen.Export, bool) {
	return m.List.Export("committee-"+render.Digits(m.epoch).String(), m.List.All, client.NewestFirst)
}
