// Package group is the screen of what each account of a group has: the result of a view function, or a resource.
package group

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/linkvalue"
	"foredeck/tui/load"
	"foredeck/tui/lookup"
	"foredeck/tui/pane"
	"foredeck/tui/query"
	"foredeck/tui/record"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// Spec declares the screen.
var Spec = screen.Spec[*Model]{
	Name: "group", Visitors: screen.Allowed, Open: open,
	Links: func(link target.Link) bool {
		return link.Target.Kind == target.Group || link.View != nil && link.View.Group() != ""
	},
	Parent: target.FunctionOrType,
	At:     func(link target.Link) target.Link { return link },
	Hints:  []screen.Hint{{ID: "group.open", Words: text.Const("opens the account")}, {ID: "search.begin", Words: text.Const("filters")}},
	Typing: (*Model).Typing,
	Bindings: screen.Bind(
		screen.Bindings[*Model]{
			{ID: "group.open", Keys: "enter", Help: "open account", When: (*Model).HasRow, Why: "no account selected", Run: (*Model).openAccount},
			{ID: "deck.refresh", Run: (*Model).HardReload}, // the list only shows what was asked
		},
		pane.Browse(func(m *Model) *pane.Browser[record.AccountRow] { return &m.Browser }),
	),
}

// Model is the screen.
type Model struct {
	pane.Browser[record.AccountRow]
	deps  *screen.Deps
	ctx   context.Context
	link  target.Link
	state load.State[*record.AccountTable]

	table   *record.AccountTable             // that is shown, nil before the first
	polled  time.Time                        // when the accounts were polledlast
	shown   []pane.Column[record.AccountRow] // of the table
	summary text.Safe
}

func open(deps *screen.Deps, link target.Link) *Model {
	m := &Model{deps: deps, link: link}
	words := pane.Words{Title: m.title(), Content: text.Const("accounts"), Record: text.Const("account")}
	list := pane.NewList(deps, words, pane.InBothOrders(load.Source[record.AccountRow]{Key: func(r *record.AccountRow) string { return r.Address.String() }}),
		pane.Records[record.AccountRow]{Language: func() query.Language[record.AccountRow] { return record.AccountFields(pane.FilterEnv(deps)) }})
	list.Columns, list.Empty, list.Head = func() []pane.Column[record.AccountRow] { return m.shown }, m.empty, m.head
	m.Browser = pane.Browser[record.AccountRow]{
		List: list, Few: true, Details: m.details, Word: record.AccountName,
		Name: func() []text.Safe { return []text.Safe{m.asked(), text.Clean(m.group())} },
	}
	m.show(record.NewAccountTable(nil))
	return m
}

// group returns the name of the group, with its @.
func (m *Model) group() string {
	if m.link.View != nil {
		return m.link.View.Group()
	}
	return m.link.Target.Text
}

// asked names what the accounts are asked for, without its module.
func (m *Model) asked() text.Safe {
	if m.link.View != nil {
		return text.Clean(m.link.Target.Function.Name)
	}
	return text.Clean(m.link.Target.Type.Name)
}

func (m *Model) title() text.Safe {
	what := m.link.Target.Type.String() + m.link.Path
	if m.link.View != nil {
		what = m.link.Target.Function.String()
	}
	return text.Format("%s of %s", text.Short(text.Clean(what)), text.Clean(m.group()))
}

// Enter asks the accounts, unless that was done.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx = ctx
	m.List.Resume(ctx)
	if _, ok := m.state.Value(); ok {
		return m.Settle()
	}
	return tea.Batch(m.ask(), m.Settle())
}

// ask asks the accounts that the group has now.
func (m *Model) ask() tea.Cmd {
	m.polled = m.deps.Now()
	names, groups := m.deps.Names.List(), m.deps.Config.Groups
	question := lookup.AccountQuestion{Node: m.deps.Node, Endpoint: m.deps.Endpoint, Now: m.deps.Now}
	link, group := m.link, m.group()
	return m.state.Load(m.ctx, m.deps.Loader, func(ctx context.Context) (*record.AccountTable, error) {
		var err error
		if question.Accounts, err = target.Members(group, groups, names); err != nil {
			return nil, err
		}
		if link.View != nil {
			err = question.SetView(ctx, link.Target.Function, link.View, names)
		} else {
			question.Type = link.Target.Type.String()
			question.Path, err = linkvalue.ParsePath(link.Path)
		}
		if err != nil {
			return nil, err
		}
		return question.Run(ctx, nil)
	})
}

// HardReload asks the accounts again, without the marks of earlier changes.
func (m *Model) HardReload() tea.Cmd {
	m.table = nil
	return m.ask()
}

// perAccount is the least time for each account between two refreshes: large groups refresh more slowly.
const perAccount = 200 * time.Millisecond

// interval is the time between two refreshes.
func (m *Model) interval() time.Duration {
	interval := m.deps.Config.Periods.Account
	if m.table != nil {
		interval = max(interval, time.Duration(len(m.table.Rows))*perAccount)
	}
	return interval
}

// Leave cancels the requests.
func (m *Model) Leave() {
	m.state.Cancel()
	m.Browser.Leave()
}

// Update handles the answers, and typed keys.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	var refresh tea.Cmd
	switch msg := msg.(type) {
	case load.Result[*record.AccountTable]:
		if m.state.Accept(msg) && msg.Err == nil {
			if m.table != nil {
				msg.Value.MarkChanges(m.table)
			}
			m.table = msg.Value
			m.show(msg.Value)
		}
	case screen.ClockMsg:
		if m.ctx != nil && !m.state.Loading() && m.deps.Due(m.polled, m.interval()) {
			refresh = m.ask()
		}
	}
	return tea.Batch(refresh, m.Browser.Update(msg))
}

// Values in a list are as wide as the widest one, up to maxValueWidth or with several of them to maxOfSeveral, and notes up to maxNoteWidth. The
// details have all of them.
const (
	maxValueWidth = 40
	maxOfSeveral  = 18
	maxNoteWidth  = 100
)

// show replaces the table.
func (m *Model) show(table *record.AccountTable) {
	columns := table.Columns(false)
	m.summary, m.List.Records.Rows = table.Summary(), columns.CSV()
	m.shown = nil
	rows := make([]*record.AccountRow, len(table.Rows))
	for i := range rows {
		rows[i] = &table.Rows[i]
	}
	for i := range columns {
		if columns[i].Title.IsEmpty() {
			continue
		}
		column, name := pane.Of(&columns[i], len(m.shown)), columns[i].Name
		cell, widest := column.Cell, maxValueWidth
		if len(table.Names) > 1 {
			widest = maxOfSeveral
		}
		for _, row := range rows {
			column.Width = max(min(column.Width, widest), min(text.Width(cell(row).Text), widest))
		}
		if name == "error" {
			column.Max, column.Rank = maxNoteWidth, 0
		}
		column.Cell = func(r *record.AccountRow) widget.Cell {
			shown := cell(r)
			switch {
			case name == "error" && r.State == record.AccountFailed:
				shown.Style = m.deps.Theme.Bad
			case r.HasChanged(name):
				shown.Style = m.deps.Theme.Accent
			case r.Differs(name):
				shown.Style = m.deps.Theme.Warn
			}
			return shown
		}
		m.shown = append(m.shown, column)
	}
	m.List.Hold(rows)
}

// head says how many accounts differ and failed, and how often they are asked.
func (m *Model) head(pane.Area) []text.Line {
	if _, ok := m.state.Value(); !ok {
		return nil
	}
	return []text.Line{text.In(m.deps.Theme.Faint, "%s · refreshes every %s", m.summary, text.Elapsed(m.interval())), nil}
}

func (m *Model) empty() []text.Line {
	status := m.state.Status(m.deps.Now())
	if status.Err != nil {
		return m.deps.FailureLines(status.Err)
	}
	if spinner := m.deps.Spinner(status, m.List.Content); spinner != nil {
		return []text.Line{spinner}
	}
	return nil
}

// openAccount opens the account, or its resource if that was asked for.
func (m *Model) openAccount() tea.Cmd {
	link := target.AccountOf(m.deps.Endpoint.Network, m.List.Selected().Address, "")
	if m.link.View == nil && m.List.Selected().State == record.AccountOK {
		link.Tab, link.Type, link.Path = "resources", m.link.Target.Type.String(), m.link.Path
	}
	return m.deps.Post(screen.OpenLinkMsg{Link: link})
}

// maxLines is the number of lines that a value wraps to, labelWidth the width of the names of values.
const (
	maxLines   = 6
	labelWidth = 18
)

// details has the whole values of the selected account, or why there are none.
func (m *Model) details(room pane.Area) widget.Panel {
	th := m.deps.Theme
	p := widget.Panel{Title: text.In(th.Title, "Selected")}
	row := m.List.Selected()
	if row == nil {
		return p
	}
	var facts []pane.Fact
	add := func(label, value text.Safe) {
		facts = append(facts, pane.Fact{Lines: text.WrapBeside(text.Cut(label, labelWidth-1).In(th.Faint).Fit(labelWidth), value, max(room.Width, labelWidth+1), maxLines)})
	}
	add(text.Const("account"), text.Clean(row.Address.String()))
	if row.State == record.AccountAbsent {
		add(text.Const("absent"), text.Const("it does not have this resource"))
	}
	if row.Error != nil {
		add(text.Const("failed"), text.Bounded(*row.Error))
	}
	for _, value := range row.Values {
		add(text.Bounded(value.Name), text.Bounded(render.Value(value.Value).String()))
	}
	p.Body = pane.FactLines(th, facts, 0, room, false)
	return p
}

// Link returns the location of the table.
func (m *Model) Link() (target.Link, bool) {
	link := m.link
	link.Network = m.deps.Endpoint.Network
	return link, true
}

// Copies returns the account and its values.
func (m *Model) Copies() []screen.Copy {
	row := m.List.Selected()
	if row == nil {
		return nil
	}
	var copies []screen.Copy
	for _, value := range row.Values {
		copies = screen.AppendCopy(copies, text.Bounded(value.Name), render.Value(value.Value).String())
	}
	copies = screen.AppendCopy(copies, text.Const("address"), row.Address.String())
	return append(copies, m.List.CopyRow(row))
}

// Export offers the table.
func (m *Model) Export() (screen.Export, bool) {
	return m.List.Export("group-"+m.group()[1:]+"-"+m.asked().String(), m.List.All, 0)
}
