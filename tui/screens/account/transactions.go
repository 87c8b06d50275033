package account

import (
	"context"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/record"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// transactions is a tab with a list of transactions, which can be read from either end and grows at the newest.
type transactions struct {
	list[client.Transaction]
	address     move.Address                                           // of the account
	columns     func(pane.TransactionColumns) []pane.TransactionColumn // all that the list can have
	arrangement pane.Arrangement
	transfers   func(*client.Transaction) []render.CoinTransfer // of the account
	scope       []text.Safe                                     // remarks on what the list covers, longest first
	isSent      bool                                            // records have the sequence numbers of the account
	onRecord    func(*client.Transaction)                       // called for every record loaded; may be nil
	other       *pane.List[client.Transaction]                  // the list in the opposite order, once requested; both are cached
	hasFailure  bool                                            // a record failed
	reversing   bool                                            // show other once it is loaded
	paths       record.Columns[client.Transaction]              // by path, which exported and copied rows have
}

// setRows gives exported and copied rows the columns by path that are shown.
func (t *transactions) setRows() {
	isSame := func(a, b record.Column[client.Transaction]) bool { return a.Name == b.Name }
	if paths := t.arrangement.ShownPaths(); !slices.EqualFunc(paths, t.paths, isSame) {
		t.paths, t.Records.Rows = paths, append(record.Transactions{Account: t.address}.Columns(), paths...).CSV()
	}
}

// newTransactions returns a tab whose list is initially newest first.
func newTransactions(deps *screen.Deps, words pane.Words, address move.Address, source func(client.Order) load.Source[client.Transaction]) *transactions {
	t := &transactions{address: address, transfers: render.Memoize(render.TransfersOf(address)), arrangement: pane.Arrangement{Deps: deps}}
	t.List = pane.NewList(deps, words, func(order client.Order) load.Source[client.Transaction] {
		inOrder := source(order)
		inOrder.Key = (*client.Transaction).Key
		return inOrder
	}, pane.Transactions(deps, address, false))
	t.OnRecord, t.Columns, t.Goal, t.Notes = t.noteRecord, t.shownColumns, t.reloadGoal, t.notes
	return t
}

// Refresh requests new records, and the page that failed.
func (t *transactions) Refresh() tea.Cmd {
	if t.Reload.Active() {
		return t.Reload.Continue(t.Ctx, t.Deps.Loader)
	}
	if t.Pages.Err() != nil {
		return tea.Batch(t.Poll(), t.More())
	}
	return t.Poll()
}

// hardReload reads the list from the beginning. The visible list is replaced once the selected record is loaded again, or as many
// records as before.
func (t *transactions) hardReload() tea.Cmd {
	t.Cancel()
	t.other = nil
	if t.Pages.Partial() {
		t.startAt(client.NewestFirst, "")
	}
	if !t.Pages.Loaded() {
		return t.More()
	}
	return t.Restart()
}

// reloadGoal follows the selection, which can move during a reload. With no record selected the first page suffices.
func (t *transactions) reloadGoal() load.ReloadGoal[client.Transaction] {
	selected := t.Selected()
	if selected == nil {
		return load.ReloadGoal[client.Transaction]{}
	}
	return load.ReloadGoal[client.Transaction]{Count: t.Pages.Len(), Selected: selected, Found: true}
}

func (t *transactions) handle(msg tea.Msg) tea.Cmd {
	if page, ok := msg.(load.Result[client.Page[*client.Transaction]]); ok && t.other != nil {
		if _, next, ok := t.other.Pages.Accept(t.Ctx, t.Deps.Loader, page); ok {
			if t.reversing {
				return t.showReversed()
			}
			return next // requested before the order was reversed
		}
	}
	return t.Update(msg)
}

func (t *transactions) noteRecord(record *client.Transaction) {
	t.Deps.Seen.Add(record)
	t.hasFailure = t.hasFailure || pane.IsFailure(record)
	if t.onRecord != nil {
		t.onRecord(record)
	}
}

func (t *transactions) open() tea.Cmd { return pane.OpenTransaction(t.List, t.Name) }

func (t *transactions) again() tea.Cmd { return t.Deps.CallAgain(t.Selected()) }

func (t *transactions) hasRecords() bool { return t.Pages.Len() > 0 }

func (t *transactions) chooseColumns() tea.Cmd {
	return pane.Choose(t.arrangement, t.Name, t.allColumns, func() int { return t.Width() })
}

func (t *transactions) otherOrder() string { return opposite(t.Pages.Order()).String() }

// reverseOrder reads the list from its other end. The visible list stays until that is loaded; a second call cancels.
func (t *transactions) reverseOrder() tea.Cmd {
	if t.reversing {
		t.reversing = false
		return nil
	}
	if t.other == nil {
		t.other = t.InOrder(opposite(t.Pages.Order()))
	}
	if t.other.Pages.Loaded() {
		return t.showReversed()
	}
	t.reversing = true
	return t.other.Pages.LoadMore(t.Ctx, t.Deps.Loader)
}

// showReversed shows the list in the opposite order, or the reason why it failed to load.
func (t *transactions) showReversed() tea.Cmd {
	t.reversing = false
	if !t.other.Pages.Loaded() {
		if err := t.other.Pages.Err(); err != nil {
			return t.Deps.Post(screen.StatusMsg{Text: text.Format("order unchanged: %s", t.Deps.Explain(err).Reason), Warn: true})
		}
		return nil
	}
	t.Reload.Cancel() // the reload was of the previous order
	t.List, t.other = t.other, t.List
	t.Ctx = t.other.Ctx
	t.CopyView(t.other)
	t.other.EndRange()
	return t.Poll()
}

func opposite(order client.Order) client.Order {
	if order == client.OldestFirst {
		return client.NewestFirst
	}
	return client.OldestFirst
}

// Cancel cancels the requests, also those of a failed reload and of the other order.
func (t *transactions) Cancel() {
	t.List.Cancel()
	t.Reload.Cancel()
	t.reversing = false
	if t.other != nil {
		t.other.Pages.Cancel()
	}
}

// Escape ends the search, the filter or the requests. It reports whether there was one.
func (t *transactions) Escape() bool {
	switch {
	case t.EndRange():
	case t.StopSearch():
	case t.ClearFilter():
	case t.Pages.Loading(), t.reversing, t.Reload.Active():
		t.Cancel()
	default:
		return false
	}
	return true
}

// Loaded describes order, record count and end of the list.
func (t *transactions) Loaded() text.Safe {
	order := text.Clean(t.Pages.Order().String())
	if t.reversing {
		return text.Format("%s · %s loaded · loading the other end", order, text.Integer(uint64(t.Pages.Len())))
	}
	return text.Format("%s · %s", order, t.List.Loaded())
}

func (t *transactions) refreshHint() text.Safe {
	return text.Format("refreshes every %s", text.Elapsed(t.Deps.Config.Periods.Account))
}

func (t *transactions) vital() text.Safe {
	record := t.Selected()
	if record == nil {
		return text.Safe{}
	}
	return text.Format("%s %s %s", render.Number(record.SequenceNumber), render.Status(record.Status), render.Age(record, t.Deps.Now()))
}

// allColumns returns the columns that the list can have.
func (t *transactions) allColumns() []pane.TransactionColumn {
	hasReason := t.hasFailure && t.arrangement.Shows("reason") // a hidden column takes no room from others
	columns := pane.TransactionColumns{Deps: t.Deps, Pages: t.Pages, HasFailure: hasReason, Sorted: t.SortedTitle()}
	return t.arrangement.WithPaths(t.columns(columns))
}

// shownColumns returns the columns that the user sees.
func (t *transactions) shownColumns() []pane.TransactionColumn {
	return pane.Arranged(t.arrangement, t.allColumns())
}

// detailsPanel draws a summary of the selected record.
func (t *transactions) detailsPanel(room pane.Area) widget.Panel {
	return pane.SelectedTransaction(t.List, room)
}

// newSent returns the tab of transactions sent by the account, by sequence number (spec section 4.5). sequence returns the
// account's sequence number, 0 if unknown.
func newSent(deps *screen.Deps, address move.Address, sequence func() uint64) *transactions {
	sent := newTransactions(deps, pane.Words{Name: text.Const("Sent"), Title: text.Const("Sent transactions"), Content: text.Const("sent transactions")}, address,
		pane.InBothOrders(load.SentTransactions(deps.Node, address)))
	sent.isSent, sent.arrangement.List = true, "sent"
	sent.columns = func(c pane.TransactionColumns) []pane.TransactionColumn {
		c.Width = sent.Width()
		reason, fee := c.Outcome()
		kind := c.Of("type", 5)
		kind.Width = len("user")
		return []pane.TransactionColumn{
			c.Of("block", 0).AsOptional(), c.Of("seq", 0), c.Of("status", 0), kind, c.Of("sender", 2).AsOptional(),
			c.Of("function", 0), sent.optionalAmount(c), reason, fee, c.Of("age", 1), c.Of("hash", 4),
		}
	}
	sent.Empty = func() []text.Line {
		lines := []text.Line{text.Plain("no transactions sent from this address")}
		if sequence() > 0 {
			lines = append(lines, text.In(deps.Theme.Faint, "its sequence number is not 0: the node has pruned older history"))
		}
		return lines
	}
	return sent
}

// fromHeight marks a cursor that holds a height, which the call takes in place of a cursor.
const fromHeight = "from height "

// newAutomated returns the tab of transactions made by the account's automation tasks (spec section 4.5).
func newAutomated(deps *screen.Deps, address move.Address) *transactions {
	automated := newTransactions(deps, pane.Words{Name: text.Const("Automated"), Title: text.Const("Automated transactions"), Content: text.Const("automated transactions")}, address,
		pane.InBothOrders(load.Source[client.Transaction]{
			Page: func(ctx context.Context, request client.PageRequest) (client.Page[client.Transaction], error) {
				if digits, ok := strings.CutPrefix(string(request.Cursor), fromHeight); ok {
					height, err := strconv.ParseUint(digits, 10, 64)
					request.Cursor = ""
					if err != nil {
						return client.Page[client.Transaction]{}, err
					}
					return deps.Node.AutomatedTransactions(ctx, address, &height, request)
				}
				return deps.Node.AutomatedTransactions(ctx, address, nil, request)
			},
			Newer: func(newest *client.Transaction) client.Cursor {
				height := newest.Height()
				if height == nil {
					return ""
				}
				return client.Cursor(fromHeight + strconv.FormatUint(*height, 10)) // more may have been made in that block
			},
		}))
	automated.arrangement.List = "automated"
	automated.columns = func(c pane.TransactionColumns) []pane.TransactionColumn {
		task := unordered(c.Of("seq", 2))
		task.Title = text.Const("TASK")
		reason, fee := c.Outcome()
		return []pane.TransactionColumn{
			c.Of("block", 6), task, c.Of("status", 0), c.Of("type", 0).AsOptional(), c.Of("sender", 2).AsOptional(),
			c.Of("function", 0), automated.optionalAmount(c), reason, fee, c.Of("age", 1), c.Of("hash", 4),
		}
	}
	automated.Empty = func() []text.Line {
		return []text.Line{text.Plain("no automated transactions")}
	}
	return automated
}

// unordered returns a column of numbers that are not monotonic along the list: its width cannot follow from those at the ends.
func unordered(column pane.TransactionColumn) pane.TransactionColumn {
	column.Width, column.Right = max(column.Width, 6), true
	return column
}
