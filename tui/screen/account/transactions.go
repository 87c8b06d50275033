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
	source  func(client.Order) load.Source[client.Transaction]
	anew    func(client.Order) load.Source[client.Transaction] // a source that nobody else reads; nil: source gives one
	columns func(*transactions) []listview.Column[client.Transaction]
	empty   func() []text.Line        // what an empty list says
	remarks []text.Safe               // what the title says of the list behind its name, the longest that fits
	noted   func(*client.Transaction) // is told of the records that come in; nil: nobody is
	other   *list[client.Transaction] // in the other order, once it was asked for. Both are kept, so that turning loses nothing
	turning bool                      // other is shown as soon as it is here
	fresh   freshly                   // the list as it is read from the beginning
}

// recordKey tells records apart: by their hash, as the records of one account may share a sequence number.
func recordKey(record *client.Transaction) string {
	if record.Hash == "" {
		return string(record.Raw)
	}
	return record.Hash
}

// newTransactions is a tab with a list that is read newest first at first. Its source depends on the order.
func newTransactions(deps *screen.Deps, keys *KeyMap, words words, source func(client.Order) load.Source[client.Transaction]) *transactions {
	t := &transactions{list: list[client.Transaction]{deps: deps, keys: keys, words: words}, source: source}
	t.List = listview.New(t.newPages(client.NewestFirst), t.searched)
	return t
}

func (t *transactions) newPages(order client.Order) *load.Pages[client.Transaction] {
	source := t.source(order)
	source.Key = recordKey
	return load.NewPages(source, order)
}

// inBothOrders is a source that does not depend on the order.
func inBothOrders(source load.Source[client.Transaction]) func(client.Order) load.Source[client.Transaction] {
	return func(client.Order) load.Source[client.Transaction] { return source }
}

func (t *transactions) enter(ctx context.Context) {
	t.ctx = ctx
	t.Resume()
	t.sync() // a transaction's screen may have loaded more of the list
}

func (t *transactions) look() tea.Cmd {
	if t.Pages.Begun() {
		return tea.Batch(t.Pages.News(t.ctx, t.deps.Loader), t.fill())
	}
	return t.more()
}

func (t *transactions) refresh() tea.Cmd {
	if t.fresh.pages != nil {
		return t.fresh.pages.More(t.ctx, t.deps.Loader)
	}
	if t.Pages.Err() != nil {
		return tea.Batch(t.look(), t.more())
	}
	return t.look()
}

func (t *transactions) take(msg tea.Msg) tea.Cmd {
	result, ok := msg.(load.Result[client.Page[client.Transaction]])
	if !ok {
		t.List.Handle(msg)
		return nil
	}
	if t.other != nil {
		if _, again, ok := t.other.Pages.Take(t.ctx, t.deps.Loader, result); ok {
			if t.turning {
				return t.turned()
			}
			return again // what it had asked for before the list was turned around
		}
	}
	if cmd, ok := t.takeFresh(result); ok {
		return cmd
	}
	change, again, ok := t.Pages.Take(t.ctx, t.deps.Loader, result)
	if !ok {
		return nil
	}
	t.sync()
	if change.Below > 0 {
		return tea.Batch(again, t.grown()) // a page may be shorter than the screen
	}
	return again
}

// sync takes what came into the list into the rows, and remembers these records.
func (t *transactions) sync() { t.Sync(t.see) }

func (t *transactions) see(record *client.Transaction) {
	t.deps.Seen.Add(record)
	if t.noted != nil {
		t.noted(record)
	}
}

func (t *transactions) key(msg tea.KeyMsg) tea.Cmd {
	if cmd, taken := t.arrangeKey(msg, t.sortable); taken {
		return cmd
	}
	switch {
	case t.keys.Open.Matches(msg):
		return t.open()
	case t.keys.Order.Matches(msg):
		return t.turnAround()
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
	order.SetHelp("s", string(orderWords(otherOrder(t.Pages.Order()))))
	return append(append(actions, order), t.Actions(t.keys.Keys)...)
}

// open shows the selected record. The selection goes along with whoever walks the list from there.
func (t *transactions) open() tea.Cmd {
	record, pages := t.Selected(), t.Pages
	if record == nil {
		return nil
	}
	return t.deps.Post(screen.OpenTransactionMsg{
		List: pages, Name: t.words.name, Record: record, Serial: t.Serial(t.Rows.Selected()),
		Beside: func(serial, delta int) (int, bool) {
			if t.Pages == pages {
				t.sync()
				t.Scan()
				return t.Neighbor(serial, delta)
			}
			i := pages.Index(serial) + delta // the list was turned around since
			return serial + delta, i >= 0 && i < pages.Len()
		},
		Walked: func(serial int) {
			if t.Pages == pages {
				t.sync()
				t.ScanNew()
				t.Select(serial)
			}
		},
	})
}

// turnAround reads the list from its other end. What is shown stays until the other end is here; asking again before that
// leaves it so.
func (t *transactions) turnAround() tea.Cmd {
	if t.turning {
		t.turning = false
		return nil
	}
	if t.other == nil {
		other := t.list
		other.List = listview.New(t.newPages(otherOrder(t.Pages.Order())), t.searched)
		t.other = &other
	}
	if t.other.Pages.Begun() {
		return t.turned()
	}
	t.turning = true
	return t.other.Pages.More(t.ctx, t.deps.Loader)
}

// turned shows the list in the other order when it is here, and says why when it is not.
func (t *transactions) turned() tea.Cmd {
	t.turning = false
	if !t.other.Pages.Begun() {
		if err := t.other.Pages.Err(); err != nil {
			return t.deps.Post(screen.StatusMsg{Text: "the order stays: " + t.deps.Explain(err).Reason, Warn: true})
		}
		return nil
	}
	t.endFresh() // it is the list in the order that one turns away from
	shown := t.list
	t.list, t.other = *t.other, &shown
	t.ctx = shown.ctx
	t.CopyView(&shown.List, t.see)
	return tea.Batch(t.Pages.News(t.ctx, t.deps.Loader), t.grown())
}

func otherOrder(order client.Order) client.Order {
	if order == client.OldestFirst {
		return client.NewestFirst
	}
	return client.OldestFirst
}

func orderWords(order client.Order) text.Safe { return text.Safe(order.String()) }

func (t *transactions) cancel() {
	t.Pages.Cancel()
	t.turning = false
	t.endFresh()
	if t.other != nil {
		t.other.Pages.Cancel()
	}
}

func (t *transactions) escape() bool {
	if t.ClearFilter() {
		return true
	}
	if t.Pages.Loading() || t.turning || t.fresh.pages != nil {
		t.cancel()
		return true
	}
	return false
}

func (t *transactions) status() load.Status {
	status := t.Pages.Status(t.deps.Now())
	if t.fresh.pages != nil {
		anew := t.fresh.pages.Status(t.deps.Now())
		status.Loading, status.Waited = status.Loading || anew.Loading, max(status.Waited, anew.Waited)
		status.Err = t.err()
	}
	return status
}

func (t *transactions) err() error {
	if t.fresh.pages != nil && t.fresh.pages.Err() != nil {
		return t.fresh.pages.Err()
	}
	return t.Pages.Err()
}

func (t *transactions) loaded() text.Safe {
	loaded := orderWords(t.Pages.Order()) + " · " + text.Integer(uint64(t.Pages.Len())) + " loaded"
	switch {
	case t.turning:
		return loaded + " · asking for the other end"
	case t.Pages.Loading():
		return loaded + " · asking"
	case t.Pages.Ended():
		return loaded + " · end"
	case t.Pages.Len() > 0:
		return loaded + " · more"
	}
	return loaded
}

func (t *transactions) habit() text.Safe {
	return "looks again every " + text.Elapsed(t.deps.Periods.Account)
}

func (t *transactions) vital() text.Safe {
	record := t.Selected()
	if record == nil {
		return ""
	}
	return render.Number(record.SequenceNumber) + " " + render.Status(record.Status) + " " + render.Age(record, t.deps.Now())
}

func (t *transactions) lay(r room) {
	t.settle(r, func() []text.Line { return t.notice(t.status(), t.empty()) }, 0)
}

func (t *transactions) wantsRoom() bool { return false }

func (t *transactions) opened() bool { return false }

func (t *transactions) listPanel(width int) panel.Panel {
	status := t.status()
	var columns []listview.Column[client.Transaction]
	if t.Pages.Len() > 0 {
		columns = t.columns(t)
	}
	p := t.panel(t.state(status, t.Pages.Count()), t.notice(status, t.empty()), columns, width)
	p.Title = t.remarked(t.words.title, p.State, t.remarks)
	return p
}

// remarked is a title with the first of the remarks that fits beside it and the state.
func (t *transactions) remarked(title text.Safe, state text.Line, remarks []text.Safe) text.Line {
	th := t.deps.Theme
	for _, remark := range remarks {
		if text.Width(title)+text.Width(remark)+state.Width()+besideTitle <= t.width {
			return text.Line{{Text: title, Style: th.Strong}, {Text: remark, Style: th.Faint}}
		}
	}
	return text.In(th.Strong, title)
}

// detailsPanel is the selected record in a few lines.
func (t *transactions) detailsPanel(width, height int) panel.Panel {
	record := t.Selected()
	if record == nil {
		return t.nothingSelected("Selected")
	}
	return t.deps.Selected(record, width, height, t.plain)
}
