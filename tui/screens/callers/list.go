package callers

import (
	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/record"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// scanLimit is the number of transactions scanned before the user is asked to continue.
const scanLimit = 500

// list holds the calls among an account's sent transactions, or those by anyone.
type list struct {
	*pane.List[client.Transaction]
	account    move.Address
	isAnyone   bool
	hasFailure bool // a call failed
}

func (m *Model) newList(account move.Address, page load.TransactionList) *list {
	source := load.Source[client.Transaction]{
		Page:    page,
		Key:     (*client.Transaction).Key,
		Include: func(record *client.Transaction) bool { return record.Calls(m.function) },
	}
	words := pane.Words{Content: text.Const("sent transactions"), Record: text.Const("call")}
	l := &list{account: account}
	l.List = pane.NewList(m.deps, words, pane.InBothOrders(source), pane.Transactions(m.deps, account, true))
	l.Manual, l.Step, l.Columns = true, scanLimit, l.columns
	l.Goal = func() load.ReloadGoal[client.Transaction] { // the first page suffices
		return load.ReloadGoal[client.Transaction]{Selected: l.Selected()}
	}
	l.OnRecord = func(record *client.Transaction) {
		m.deps.Seen.Add(record)
		l.hasFailure = l.hasFailure || pane.IsFailure(record)
	}
	l.Empty = func() []text.Line {
		if l.isAnyone {
			return []text.Line{text.Plain("no call in the blocks that were read")}
		}
		return []text.Line{
			text.Plain("no transaction sent by this account calls the function"),
			text.In(m.deps.Theme.Faint, "to scan another account, open the function from its screen and press %s", m.deps.Key("module.calls")),
		}
	}
	return l
}

// arrangement has the columns that the user chose: those of calls by an account, or by anyone.
func (l *list) arrangement() pane.Arrangement {
	name := "callers"
	if l.isAnyone {
		name = "callers-anyone"
	}
	return pane.Arrangement{Deps: l.Deps, List: name, Own: true}
}

func (l *list) columns() []pane.TransactionColumn {
	return pane.Arranged(l.arrangement(), l.allColumns())
}

// setRows gives exported and copied rows the columns by path that are shown.
func (l *list) setRows() {
	l.Records.Rows = append(record.Transactions{Account: l.account}.Columns(), l.arrangement().ShownPaths()...).CSV()
}

// allColumns returns the columns that the list can have.
func (l *list) allColumns() []pane.TransactionColumn {
	c := pane.TransactionColumns{Deps: l.Deps, Pages: l.Pages, HasFailure: l.hasFailure, Sorted: l.SortedTitle()}
	arguments := pane.TransactionColumn{
		Name: "arguments", Column: widget.Column{Title: text.Const("RAW ARGUMENTS"), Width: 14, Flex: true, Rank: 2},
		Cell: func(t *client.Transaction) widget.Cell { return widget.Cell{Text: record.ShortArguments(t, l.Width())} },
	}
	reason, fee := c.Outcome()
	if l.isAnyone {
		return l.arrangement().WithPaths([]pane.TransactionColumn{c.Of("block", 2), c.Of("status", 0), c.Of("sender", 0), arguments, reason, fee, c.Of("age", 1), c.Of("hash", 4)})
	}
	return l.arrangement().WithPaths([]pane.TransactionColumn{c.Of("seq", 0), c.Of("status", 0), arguments, reason, fee, c.Of("age", 1), c.Of("hash", 4)})
}

func (m *Model) title() text.Safe {
	title := text.Format("Calls of %s", text.Short(text.Bounded(m.function.String())))
	if len(m.lists) == 1 {
		title = text.Format("%s by %s", title, m.nameOf(m.list().account))
	}
	return title
}

// head is the line of the accounts, if there are two.
func (m *Model) head() pane.Part {
	if len(m.lists) == 1 {
		return pane.Part{}
	}
	return pane.Part{Height: 1, Lines: m.accountLine}
}

// nameOf returns the account's name, or its short address.
func (m *Model) nameOf(address move.Address) text.Safe {
	if name := m.deps.Names.Of(address); !name.IsEmpty() {
		return name
	}
	return text.Short(text.Clean(address.Short()))
}

// accountLine draws the accounts, the active one in brackets.
func (m *Model) accountLine(room pane.Area) []text.Line {
	names := make([]text.Safe, len(m.lists))
	for i, l := range m.lists {
		names[i] = text.Const("by anyone")
		if !l.isAnyone {
			names[i] = text.Format("by %s", m.nameOf(l.account))
		}
	}
	line := append(text.Plain(" "), widget.Tabs(m.deps.Theme, m.deps.KeysOf("calls.account"), names, m.active)...)
	return []text.Line{line.Fit(room.Width)}
}
