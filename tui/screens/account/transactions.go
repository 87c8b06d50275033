package account

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// transactions is a tab with a list of transactions, which can be read from either end and grows at the newest.
type transactions struct {
	list[client.Transaction]
	exportSource func(client.Order) load.Source[client.Transaction]     // separate source for exports; nil for source
	columns      func(pane.TransactionColumns) []pane.TransactionColumn // all that the list can have
	arrangement  pane.Arrangement
	transfers    func(*client.Transaction) []render.CoinTransfer // of the account
	empty        func() []text.Line                              // notice of an empty list
	titleNotes   []text.Safe                                     // suffixes of the title, longest first; the first that fits is shown
	onRecord     func(*client.Transaction)                       // called for every record loaded; may be nil
	other        *list[client.Transaction]                       // the list in the opposite order, once requested; both are cached
	hasFailure   bool                                            // a record failed
	reversing    bool                                            // show other once it is loaded
}

// newTransactions returns a tab whose list is initially newest first.
func newTransactions(deps *screen.Deps, words labels, address move.Address, source func(client.Order) load.Source[client.Transaction]) *transactions {
	t := &transactions{transfers: render.Memoize(render.TransfersOf(address)), arrangement: pane.Arrangement{Deps: deps}}
	t.list = newList(deps, words, func(order client.Order) load.Source[client.Transaction] {
		inOrder := source(order)
		inOrder.Key = (*client.Transaction).Key
		return inOrder
	}, pane.Transactions(deps, address, false))
	t.OnRecord, t.Columns = t.noteRecord, t.shownColumns
	return t
}

func (t *transactions) refresh() tea.Cmd {
	if t.Reload.Active() {
		return t.Reload.Continue(t.Ctx, t.Deps.Loader)
	}
	if t.Pages.Err() != nil {
		return tea.Batch(t.poll(), t.More())
	}
	return t.poll()
}

// hardReload reads the list from the beginning. The visible list is replaced once the selected record is loaded again, or as many
// records as before.
func (t *transactions) hardReload() tea.Cmd {
	t.cancel()
	t.other = nil
	if t.Pages.Partial() {
		t.startAt(client.NewestFirst, "")
	}
	if !t.Pages.Loaded() {
		return t.More()
	}
	return t.Reload.Start(t.Ctx, t.Deps.Loader, t.newPages(t.Pages.Order()))
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
	page, ok := msg.(load.Result[client.Page[client.Transaction]])
	if !ok {
		t.List.Handle(msg)
		return nil
	}
	if t.other != nil {
		if _, next, ok := t.other.Pages.Accept(t.Ctx, t.Deps.Loader, page); ok {
			if t.reversing {
				return t.showReversed()
			}
			return next // requested before the order was reversed
		}
	}
	cmd, _ := t.handlePage(page, t.reloadGoal())
	return cmd
}

func (t *transactions) noteRecord(record *client.Transaction) {
	t.Deps.Seen.Add(record)
	t.hasFailure = t.hasFailure || pane.IsFailure(record)
	if t.onRecord != nil {
		t.onRecord(record)
	}
}

func (t *transactions) open() tea.Cmd { return pane.OpenTransaction(&t.List, t.labels.name) }

func (t *transactions) again() tea.Cmd { return t.Deps.CallAgain(t.Selected().Payload) }

func (t *transactions) hasRecords() bool { return t.Pages.Len() > 0 }

func (t *transactions) chooseColumns() tea.Cmd {
	return t.arrangement.Choose(t.labels.name, t.allColumns, func() int { return t.width })
}

func (t *transactions) otherOrder() string { return opposite(t.Pages.Order()).String() }

// reverseOrder reads the list from its other end. The visible list stays until that is loaded; a second call cancels.
func (t *transactions) reverseOrder() tea.Cmd {
	if t.reversing {
		t.reversing = false
		return nil
	}
	if t.other == nil {
		other := t.list
		other.List = pane.NewList(t.Deps, t.newPages(opposite(t.Pages.Order())), t.Records)
		other.OnRecord, other.Columns = t.noteRecord, t.shownColumns
		t.other = &other
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
	shown := t.list
	t.list, t.other = *t.other, &shown
	t.Ctx = shown.Ctx
	t.CopyView(&shown.List)
	return tea.Batch(t.Newer(), t.pageLoaded())
}

func opposite(order client.Order) client.Order {
	if order == client.OldestFirst {
		return client.NewestFirst
	}
	return client.OldestFirst
}

func (t *transactions) cancel() {
	t.Cancel()
	t.reversing = false
	if t.other != nil {
		t.other.Pages.Cancel()
	}
}

func (t *transactions) escape() bool {
	switch {
	case t.StopSearch():
	case t.ClearFilter():
	case t.Pages.Loading(), t.reversing, t.Reload.Active():
		t.cancel()
	default:
		return false
	}
	return true
}

func (t *transactions) loaded() text.Safe {
	loaded := text.Format("%s · ", text.Clean(t.Pages.Order().String()))
	if t.reversing {
		return text.Format("%s%s loaded · loading the other end", loaded, text.Integer(uint64(t.Pages.Len())))
	}
	return text.Concat(loaded, t.list.loaded())
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

func (t *transactions) resize(r bounds) { t.resizeRows(r, t.notice(t.empty()), 0) }

// allColumns returns the columns that the list can have.
func (t *transactions) allColumns() []pane.TransactionColumn {
	hasReason := t.hasFailure && t.arrangement.Shows("reason") // a hidden column takes no room from others
	return t.columns(pane.TransactionColumns{Deps: t.Deps, Pages: t.Pages, HasFailure: hasReason, Sorted: t.SortedTitle()})
}

// shownColumns returns the columns that the user sees.
func (t *transactions) shownColumns() []pane.TransactionColumn {
	return t.arrangement.Columns(t.allColumns())
}

func (t *transactions) listPanel(width int) widget.Panel {
	p := t.panel(t.notice(t.empty()), t.shownColumns(), width)
	p.Title = t.titleWithNote(t.labels.title, p.State, t.notes())
	return p
}

// titleWithNote returns a title with the first note that fits beside it and the state.
func (t *transactions) titleWithNote(title text.Safe, state text.Line, remarks []text.Safe) text.Line {
	th := t.Deps.Theme
	for _, remark := range remarks {
		if text.Width(title)+text.Width(remark)+state.Width()+edgeReserve <= t.width {
			return text.Line{{Text: title, Style: th.Focus}, {Text: remark, Style: th.Faint}}
		}
	}
	return title.In(th.Focus)
}

// detailsPanel draws a summary of the selected record.
func (t *transactions) detailsPanel(width, height int) widget.Panel {
	record := t.Selected()
	if record == nil {
		return t.emptyDetails(text.Const("Selected"))
	}
	formatter := t.Deps.Amounts.Formatter(t.Deps.Names, record)
	formatter.Instant = t.Deps.Instant
	formatter.HashPage = t.Deps.TransactionPage(record.Hash)
	return render.Selected(record, t.Deps.ABIs.Arguments(record), t.Deps.Failures.OfRecord(record), formatter, t.Deps.Theme, width, height, t.plain)
}
