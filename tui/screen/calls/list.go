package calls

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/filter"
	"foredeck/tui/widget/table"
)

// list is what one account sent, of which the calls are kept.
type list struct {
	session *screen.Session
	account move.Address
	source  load.Source[client.Transaction]
	pages   *load.Pages[client.Transaction]
	fresh   *load.Pages[client.Transaction] // takes the place of pages as soon as its first page is here; nil: none is asked for
	arrangement
	rows   table.Model
	seen   int   // how many rows are remembered by their hashes
	limit  int   // how many transactions may be looked at
	failed error // why the newest look as a whole failed; nil: it did not
}

func newList(session *screen.Session, function move.FunctionID, account move.Address) *list {
	source := load.Source[client.Transaction]{
		Page: func(ctx context.Context, request client.PageRequest) (client.Page[client.Transaction], error) {
			return session.Node.Transactions(ctx, account, request)
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
	return &list{
		session: session, account: account, source: source, pages: load.NewPages(source, client.NewestFirst), limit: lookAhead,
		arrangement: arrangement{line: filter.NewLine(), wanted: -1},
	}
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
	near := l.rows.Selected() >= l.length()-prefetchRows || l.length() < l.rows.Height()
	if !near || l.fresh != nil || l.pages.Err() != nil || l.pages.Looked() >= l.limit {
		return nil
	}
	return l.pages.More(ctx, l.session.Loader)
}

// atEnd tells that the last row is selected, or that there is none.
func (l *list) atEnd() bool { return l.rows.Selected() >= l.rows.Len()-1 }

// stopped tells that the limit keeps the rest from being looked at.
func (l *list) stopped() bool {
	return l.pages.Begun() && !l.pages.Ended() && !l.pages.Loading() && l.pages.Err() == nil && l.pages.Looked() >= l.limit
}

// refresh looks again from the newest on, or at the page that failed.
func (l *list) refresh(ctx context.Context) tea.Cmd {
	if l.pages.Err() != nil || !l.pages.Begun() {
		return l.pages.More(ctx, l.session.Loader)
	}
	l.cancel()
	l.failed = nil
	l.fresh = load.NewPages(l.source, client.NewestFirst)
	return l.fresh.More(ctx, l.session.Loader)
}

// take takes an answer that the list waits for, and tells whether it was one.
func (l *list) take(ctx context.Context, msg load.Result[client.Page[client.Transaction]]) bool {
	if l.fresh != nil {
		if _, _, ok := l.fresh.Take(ctx, l.session.Loader, msg); ok {
			l.refreshed()
			return true
		}
	}
	_, _, ok := l.pages.Take(ctx, l.session.Loader, msg)
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
	selected := l.selected()
	l.pages, l.seen, l.limit, l.shown = fresh, 0, lookAhead, nil
	l.sync()
	l.wanted = 0
	for i := range l.pages.Len() {
		if selected != nil && l.source.Key(l.pages.At(i)) == l.source.Key(selected) {
			l.wanted = i
		}
	}
	l.arrange()
}

// sync tells the rows of the records that came, and remembers these.
func (l *list) sync() {
	for ; l.seen < l.pages.Len(); l.seen++ {
		l.session.Seen.Add(l.pages.At(l.seen))
	}
	if l.shown == nil {
		l.rows.SetLength(l.pages.Len())
		return
	}
	l.lookOn()
}

// selected is the record that is selected, nil where there is none.
func (l *list) selected() *client.Transaction {
	if l.length() == 0 {
		return nil
	}
	return l.pages.At(l.index(l.rows.Selected()))
}

// status is how the list stands, with the newest look at it as a whole.
func (l *list) status() load.Status {
	now := l.session.Now()
	status := l.pages.Status(now)
	if status.Err == nil {
		status.Err = l.failed
	}
	if l.fresh != nil {
		anew := l.fresh.Status(now)
		status.Loading, status.Waited = status.Loading || anew.Loading, max(status.Waited, anew.Waited)
	}
	return status
}

func (l *list) loading() bool { return l.pages.Loading() || l.fresh != nil }

func (l *list) cancel() {
	l.pages.Cancel()
	if l.fresh != nil {
		l.fresh.Cancel()
		l.fresh = nil
	}
}

// count says how many of how many transactions call the function.
func (l *list) count() text.Safe {
	count := text.Integer(uint64(l.pages.Len())) + " of " + text.Integer(uint64(l.pages.Looked())) + " looked at"
	switch {
	case l.pages.Ended():
		count += ", end"
	case l.pages.Begun() && !l.pages.Loading():
		count += " · " + l.session.Key("list.down") + " looks further"
	}
	return count
}
