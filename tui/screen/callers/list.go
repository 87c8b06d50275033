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

// list holds the calls among an account's sent transactions.
type list struct {
	deps    *screen.Deps
	account move.Address
	source  load.Source[client.Transaction]
	reload  load.Reload[client.Transaction]
	listview.List[client.Transaction]
	limit int // number of transactions to scan
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
		Newer:   func(*client.Transaction) client.Cursor { return "" }, // not polled
		Include: func(record *client.Transaction) bool { return isCall(record, function) },
	}
	l := &list{deps: deps, account: account, source: source, limit: scanLimit}
	l.List = listview.New(load.NewPages(source, client.NewestFirst), l.searchText)
	return l
}

// isCall reports whether the transaction calls the function directly, for a multisig account, or in a task it registers.
func isCall(record *client.Transaction, function move.FunctionID) bool {
	if record.Payload == nil {
		return false
	}
	called, err := move.ParseFunctionID(record.Payload.Function)
	return err == nil && called == function
}

// more scans the next page if the selection is near the end or the rows do not fill the screen, up to the limit.
func (l *list) more(ctx context.Context) tea.Cmd {
	nearEnd := l.Rows.Selected() >= l.Len()-prefetchRows || l.Len() < l.Rows.Height()
	if !nearEnd || l.reload.Loading() || l.Pages.Err() != nil || l.Pages.Scanned() >= l.limit {
		return nil
	}
	return l.Pages.LoadMore(ctx, l.deps.Loader)
}

// atEnd reports whether the last row is selected, or there are no rows.
func (l *list) atEnd() bool { return l.Rows.Selected() >= l.Rows.Len()-1 }

// atLimit reports whether the scan stopped at the limit.
func (l *list) atLimit() bool {
	return l.Pages.Loaded() && !l.Pages.Complete() && !l.Pages.Loading() && l.Pages.Err() == nil && l.Pages.Scanned() >= l.limit
}

// refresh scans again from the newest transaction, or retries the page that failed.
func (l *list) refresh(ctx context.Context) tea.Cmd {
	if l.Pages.Err() != nil || !l.Pages.Loaded() {
		return l.Pages.LoadMore(ctx, l.deps.Loader)
	}
	l.cancel()
	return l.reload.Start(ctx, l.deps.Loader, load.NewPages(l.source, client.NewestFirst))
}

// handlePage handles a page. It reports whether the list was waiting for it.
func (l *list) handlePage(ctx context.Context, msg load.Result[client.Page[client.Transaction]]) bool {
	goal := load.ReloadGoal[client.Transaction]{Selected: l.Selected()} // the first page suffices
	if done, _, ok := l.reload.Accept(ctx, l.deps.Loader, msg, goal); ok {
		if done.Pages != nil {
			l.limit = scanLimit
			l.Replace(done.Pages, max(done.Selected, 0), l.deps.Seen.Add)
		}
		return true
	}
	_, _, ok := l.Pages.Accept(ctx, l.deps.Loader, msg)
	if ok {
		l.sync()
	}
	return ok
}

// sync adds loaded records to the rows.
func (l *list) sync() {
	l.Sync(l.deps.Seen.Add)
	l.Scan()
}

// searchText returns everything a call's row shows, without abbreviation.
func (l *list) searchText(record *client.Transaction) []string {
	texts := []string{
		record.Hash, record.Status, string(render.Number(record.SequenceNumber)),
		string(render.Fee(record, l.deps.Units, l.deps.Amounts.Native())),
	}
	for _, argument := range record.Payload.Arguments {
		texts = append(texts, string(argument))
	}
	return texts
}

// status returns the load status, including that of a reload.
func (l *list) status() load.Status {
	now := l.deps.Now()
	return l.reload.Status(l.Pages.Status(now), now)
}

func (l *list) loading() bool { return l.Pages.Loading() || l.reload.Loading() }

func (l *list) cancel() {
	l.Pages.Cancel()
	if l.reload.Loading() { // the error of a failed reload stays visible
		l.reload.Cancel()
	}
}

// count returns the number of calls among those scanned.
func (l *list) count() text.Safe {
	count := text.Integer(uint64(l.Pages.Len())) + " of " + text.Integer(uint64(l.Pages.Scanned())) + " scanned"
	switch {
	case l.Pages.Complete():
		count += ", end"
	case l.Pages.Loaded() && !l.Pages.Loading():
		count += " · " + l.deps.Key("list.down") + " scan more"
	}
	return count
}
