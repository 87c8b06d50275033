package account

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/listview"
	"foredeck/tui/load"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/panel"
)

// transactions is a tab with a list of transactions, which can be read from either end and grows at the newest.
type transactions struct {
	list[client.Transaction]
	source       func(client.Order) load.Source[client.Transaction]
	exportSource func(client.Order) load.Source[client.Transaction] // separate source for exports; nil for source
	columns      func(*transactions) []listview.Column[client.Transaction]
	empty        func() []text.Line        // notice of an empty list
	titleNotes   []text.Safe               // suffixes of the title, longest first; the first that fits is shown
	onRecord     func(*client.Transaction) // called for every record loaded; may be nil
	other        *list[client.Transaction] // the list in the opposite order, once requested; both are cached
	reversing    bool                      // show other once it is loaded
	reload       load.Reload[client.Transaction]
}

// recordKey identifies a record by its hash, since records of one account may share a sequence number.
func recordKey(record *client.Transaction) string {
	if record.Hash == "" {
		return string(record.Raw)
	}
	return record.Hash
}

// newTransactions returns a tab whose list is initially newest first.
func newTransactions(deps *screen.Deps, keys *KeyMap, words labels, source func(client.Order) load.Source[client.Transaction]) *transactions {
	t := &transactions{list: list[client.Transaction]{deps: deps, keys: keys, labels: words}, source: source}
	t.List = listview.New(t.newPages(client.NewestFirst), t.searchText)
	return t
}

func (t *transactions) newPages(order client.Order) *load.Pages[client.Transaction] {
	source := t.source(order)
	source.Key = recordKey
	return load.NewPages(source, order)
}

// inBothOrders returns a source that does not depend on the order.
func inBothOrders(source load.Source[client.Transaction]) func(client.Order) load.Source[client.Transaction] {
	return func(client.Order) load.Source[client.Transaction] { return source }
}

func (t *transactions) enter(ctx context.Context) {
	t.ctx = ctx
	t.Resume()
	t.sync() // a transaction screen may have loaded more
}

func (t *transactions) poll() tea.Cmd {
	if t.Pages.Loaded() {
		return tea.Batch(t.Pages.LoadNewer(t.ctx, t.deps.Loader), t.fill())
	}
	return t.more()
}

func (t *transactions) refresh() tea.Cmd {
	if t.reload.Active() {
		return t.reload.Continue(t.ctx, t.deps.Loader)
	}
	if t.Pages.Err() != nil {
		return tea.Batch(t.poll(), t.more())
	}
	return t.poll()
}

// hardReload reads the list from the beginning. The visible list is replaced once the selected record is loaded again, or as many
// records as before.
func (t *transactions) hardReload() tea.Cmd {
	t.cancel()
	t.other = nil
	if !t.Pages.Loaded() {
		return t.more()
	}
	return t.reload.Start(t.ctx, t.deps.Loader, t.newPages(t.Pages.Order()))
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
	result, ok := msg.(load.Result[client.Page[client.Transaction]])
	if !ok {
		t.List.Handle(msg)
		return nil
	}
	if t.other != nil {
		if _, next, ok := t.other.Pages.Accept(t.ctx, t.deps.Loader, result); ok {
			if t.reversing {
				return t.showReversed()
			}
			return next // requested before the order was reversed
		}
	}
	if done, next, ok := t.reload.Accept(t.ctx, t.deps.Loader, result, t.reloadGoal()); ok {
		if done.Pages == nil {
			return next
		}
		t.Replace(done.Pages, done.Selected, t.noteRecord)
		return t.pageLoaded()
	}
	change, next, ok := t.Pages.Accept(t.ctx, t.deps.Loader, result)
	if !ok {
		return nil
	}
	t.sync()
	if change.Below > 0 {
		return tea.Batch(next, t.pageLoaded()) // a page may be shorter than the screen
	}
	return next
}

// sync adds loaded records to the rows.
func (t *transactions) sync() { t.Sync(t.noteRecord) }

func (t *transactions) noteRecord(record *client.Transaction) {
	t.deps.Seen.Add(record)
	if t.onRecord != nil {
		t.onRecord(record)
	}
}

func (t *transactions) key(msg tea.KeyMsg) tea.Cmd {
	if cmd, handled := t.filterKey(msg, t.sortable); handled {
		return cmd
	}
	switch {
	case t.keys.Open.Matches(msg):
		return t.open()
	case t.keys.Order.Matches(msg):
		return t.reverseOrder()
	case t.move(msg):
		return t.prefetch()
	}
	return nil
}

func (t *transactions) actions() []screen.Action {
	if t.Typing() {
		return t.Actions(t.keys.Keys)
	}
	var actions []screen.Action
	if t.Rows.Len() > 0 {
		actions = append(actions, t.keys.Open)
	}
	order := t.keys.Order
	order.SetHelp("s", string(orderLabel(opposite(t.Pages.Order()))))
	return append(append(actions, order), t.Actions(t.keys.Keys)...)
}

// open opens the selected record. The selection follows while the user walks the list from there.
func (t *transactions) open() tea.Cmd {
	selected, pages := t.Selected(), t.Pages
	if selected == nil {
		return nil
	}
	return t.deps.Post(screen.OpenTransactionMsg{
		List: pages, Name: t.labels.name, Record: selected, Serial: t.Serial(t.Rows.Selected()),
		Neighbor: func(serial, delta int) (int, bool) {
			if t.Pages == pages {
				t.sync()
				t.Scan()
				return t.Neighbor(serial, delta)
			}
			i := pages.Index(serial) + delta // the order was reversed since
			return serial + delta, i >= 0 && i < pages.Len()
		},
		OnWalk: func(serial int) {
			if t.Pages == pages {
				t.sync()
				t.ScanNew()
				t.Select(serial)
			}
		},
	})
}

// reverseOrder reads the list from its other end. The visible list stays until that is loaded; a second call cancels.
func (t *transactions) reverseOrder() tea.Cmd {
	if t.reversing {
		t.reversing = false
		return nil
	}
	if t.other == nil {
		other := t.list
		other.List = listview.New(t.newPages(opposite(t.Pages.Order())), t.searchText)
		t.other = &other
	}
	if t.other.Pages.Loaded() {
		return t.showReversed()
	}
	t.reversing = true
	return t.other.Pages.LoadMore(t.ctx, t.deps.Loader)
}

// showReversed shows the list in the opposite order, or the reason why it failed to load.
func (t *transactions) showReversed() tea.Cmd {
	t.reversing = false
	if !t.other.Pages.Loaded() {
		if err := t.other.Pages.Err(); err != nil {
			return t.deps.Post(screen.StatusMsg{Text: "order unchanged: " + t.deps.Explain(err).Reason, Warn: true})
		}
		return nil
	}
	t.reload.Cancel() // the reload was of the previous order
	shown := t.list
	t.list, t.other = *t.other, &shown
	t.ctx = shown.ctx
	t.CopyView(&shown.List, t.noteRecord)
	return tea.Batch(t.Pages.LoadNewer(t.ctx, t.deps.Loader), t.pageLoaded())
}

func opposite(order client.Order) client.Order {
	if order == client.OldestFirst {
		return client.NewestFirst
	}
	return client.OldestFirst
}

func orderLabel(order client.Order) text.Safe { return text.Safe(order.String()) }

func (t *transactions) cancel() {
	t.Pages.Cancel()
	t.reversing = false
	t.reload.Cancel()
	if t.other != nil {
		t.other.Pages.Cancel()
	}
}

func (t *transactions) escape() bool {
	if t.ClearFilter() {
		return true
	}
	if t.Pages.Loading() || t.reversing || t.reload.Active() {
		t.cancel()
		return true
	}
	return false
}

func (t *transactions) status() load.Status {
	now := t.deps.Now()
	return t.reload.Status(t.Pages.Status(now), now)
}

func (t *transactions) err() error {
	return t.status().Err
}

func (t *transactions) loaded() text.Safe {
	loaded := orderLabel(t.Pages.Order()) + " · " + text.Integer(uint64(t.Pages.Len())) + " loaded"
	switch {
	case t.reversing:
		return loaded + " · loading the other end"
	case t.Pages.Loading():
		return loaded + " · loading"
	case t.Pages.Complete():
		return loaded + " · end"
	case t.Pages.Len() > 0:
		return loaded + " · more"
	}
	return loaded
}

func (t *transactions) refreshHint() text.Safe {
	return "refreshes every " + text.Elapsed(t.deps.Config.Periods.Account)
}

func (t *transactions) vital() text.Safe {
	record := t.Selected()
	if record == nil {
		return ""
	}
	return render.Number(record.SequenceNumber) + " " + render.Status(record.Status) + " " + render.Age(record, t.deps.Now())
}

func (t *transactions) resize(r bounds) {
	t.resizeRows(r, func() []text.Line { return t.notice(t.status(), t.empty()) }, 0)
}

func (t *transactions) hasLargeDetails() bool { return false }

func (t *transactions) inDetails() bool { return false }

func (t *transactions) listPanel(width int) panel.Panel {
	status := t.status()
	var columns []listview.Column[client.Transaction]
	if t.Pages.Len() > 0 {
		columns = t.columns(t)
	}
	p := t.panel(t.state(status, t.Pages.Count()), t.notice(status, t.empty()), columns, width)
	p.Title = t.titleWithNote(t.labels.title, p.State, t.titleNotes)
	return p
}

// titleWithNote returns a title with the first note that fits beside it and the state.
func (t *transactions) titleWithNote(title text.Safe, state text.Line, remarks []text.Safe) text.Line {
	th := t.deps.Theme
	for _, remark := range remarks {
		if text.Width(title)+text.Width(remark)+state.Width()+edgeReserve <= t.width {
			return text.Line{{Text: title, Style: th.Strong}, {Text: remark, Style: th.Faint}}
		}
	}
	return text.In(th.Strong, title)
}

// detailsPanel draws a summary of the selected record.
func (t *transactions) detailsPanel(width, height int) panel.Panel {
	record := t.Selected()
	if record == nil {
		return t.emptyDetails("Selected")
	}
	return render.Selected(record, t.deps.ABIs.Arguments(record), t.deps.Amounts.Formatter(t.deps.Names, record), t.deps.Theme, width, height, t.plain)
}
