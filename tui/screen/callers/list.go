package callers

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/listview"
	"foredeck/tui/load"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// list is what one account sent, of which the calls are kept.
type list struct {
	deps    *screen.Deps
	account move.Address
	source  load.Source[client.Transaction]
	fresh   *load.Pages[client.Transaction] // takes the place of what is shown as soon as its first page is here; nil: none is asked for
	listview.List[client.Transaction]
	limit  int   // how many transactions may be looked at
	failed error // why the newest look as a whole failed; nil: it did not
}

func newList(deps *screen.Deps, function move.FunctionID, account move.Address) *list {
	source := load.Source[client.Transaction]{
		Page: func(ctx context.Context, request client.PageRequest) (client.Page[client.Transaction], error) {
			return deps.Node.Transactions(ctx, account, request)
		},
		Key: func(record *client.Transaction) string {
			if record.Hash == "" {
				return string(record.Raw)
			}
			return record.Hash
		},
		Newer: func(*client.Transaction) client.Cursor { return "" }, // r looks again
		Keep:  func(record *client.Transaction) bool { return isCall(record, function) },
	}
	l := &list{deps: deps, account: account, source: source, limit: lookAhead}
	l.List = listview.New(load.NewPages(source, client.NewestFirst), l.texts)
	return l
}

// isCall tells whether the transaction calls the function: itself, for a multisig account, or as a task that it registers.
func isCall(record *client.Transaction, function move.FunctionID) bool {
	if record.Payload == nil {
		return false
	}
	called, err := move.ParseFunctionID(record.Payload.Function)
	return err == nil && called == function
}

// more looks at the next page while the rows do not fill the screen or one is near their end, up to the limit.
func (l *list) more(ctx context.Context) tea.Cmd {
	near := l.Rows.Selected() >= l.Len()-prefetchRows || l.Len() < l.Rows.Height()
	if !near || l.fresh != nil || l.Pages.Err() != nil || l.Pages.Looked() >= l.limit {
		return nil
	}
	return l.Pages.More(ctx, l.deps.Loader)
}

// atEnd tells that the last row is selected, or that there is none.
func (l *list) atEnd() bool { return l.Rows.Selected() >= l.Rows.Len()-1 }

// stopped tells that the limit keeps the rest from being looked at.
func (l *list) stopped() bool {
	return l.Pages.Begun() && !l.Pages.Ended() && !l.Pages.Loading() && l.Pages.Err() == nil && l.Pages.Looked() >= l.limit
}

// refresh looks again from the newest on, or at the page that failed.
func (l *list) refresh(ctx context.Context) tea.Cmd {
	if l.Pages.Err() != nil || !l.Pages.Begun() {
		return l.Pages.More(ctx, l.deps.Loader)
	}
	l.cancel()
	l.failed = nil
	l.fresh = load.NewPages(l.source, client.NewestFirst)
	return l.fresh.More(ctx, l.deps.Loader)
}

// takePage takes an answer that the list waits for, and tells whether it was one.
func (l *list) takePage(ctx context.Context, msg load.Result[client.Page[client.Transaction]]) bool {
	if l.fresh != nil {
		if _, _, ok := l.fresh.Take(ctx, l.deps.Loader, msg); ok {
			l.refreshed()
			return true
		}
	}
	_, _, ok := l.Pages.Take(ctx, l.deps.Loader, msg)
	if ok {
		l.sync()
	}
	return ok
}

// refreshed puts the new look in the place of the old one. The selected record stays so where it is among the first.
func (l *list) refreshed() {
	fresh := l.fresh
	l.fresh = nil
	if l.failed = fresh.Err(); l.failed != nil {
		return // what was found before stays
	}
	selected, at := l.Selected(), 0
	for i := range fresh.Len() {
		if selected != nil && l.source.Key(fresh.At(i)) == l.source.Key(selected) {
			at = i
		}
	}
	l.limit = lookAhead
	l.Replace(fresh, at, l.deps.Seen.Add)
}

// sync tells the rows of the records that came, and remembers these.
func (l *list) sync() {
	l.Sync(l.deps.Seen.Add)
	l.Scan()
}

// texts are what is searched of a call: all that its row shows, and in full what the row shortens.
func (l *list) texts(record *client.Transaction) []string {
	texts := []string{
		record.Hash, record.Status, string(render.Number(record.SequenceNumber)),
		string(render.Fee(record, l.deps.Units, l.deps.Decimals)),
	}
	for _, argument := range record.Payload.Arguments {
		texts = append(texts, string(argument))
	}
	return texts
}

// status is how the list stands, with the newest look at it as a whole.
func (l *list) status() load.Status {
	now := l.deps.Now()
	status := l.Pages.Status(now)
	if status.Err == nil {
		status.Err = l.failed
	}
	if l.fresh != nil {
		anew := l.fresh.Status(now)
		status.Loading, status.Waited = status.Loading || anew.Loading, max(status.Waited, anew.Waited)
	}
	return status
}

func (l *list) loading() bool { return l.Pages.Loading() || l.fresh != nil }

func (l *list) cancel() {
	l.Pages.Cancel()
	if l.fresh != nil {
		l.fresh.Cancel()
		l.fresh = nil
	}
}

// count says how many of how many transactions call the function.
func (l *list) count() text.Safe {
	count := text.Integer(uint64(l.Pages.Len())) + " of " + text.Integer(uint64(l.Pages.Looked())) + " looked at"
	switch {
	case l.Pages.Ended():
		count += ", end"
	case l.Pages.Begun() && !l.Pages.Loading():
		count += " · " + l.deps.Key("list.down") + " looks further"
	}
	return count
}
