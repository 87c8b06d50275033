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
	deps      *screen.Deps
	account   move.Address
	source    load.Source[client.Transaction]
	reloading *load.Pages[client.Transaction] // replaces the list once its first page is loaded; nil if none
	listview.List[client.Transaction]
	limit     int   // number of transactions to scan
	reloadErr error // error of the last reload; nil if it succeeded
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
	if !nearEnd || l.reloading != nil || l.Pages.Err() != nil || l.Pages.Scanned() >= l.limit {
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
	l.reloadErr = nil
	l.reloading = load.NewPages(l.source, client.NewestFirst)
	return l.reloading.LoadMore(ctx, l.deps.Loader)
}

// handlePage handles a page. It reports whether the list was waiting for it.
func (l *list) handlePage(ctx context.Context, msg load.Result[client.Page[client.Transaction]]) bool {
	if l.reloading != nil {
		if _, _, ok := l.reloading.Accept(ctx, l.deps.Loader, msg); ok {
			l.finishReload()
			return true
		}
	}
	_, _, ok := l.Pages.Accept(ctx, l.deps.Loader, msg)
	if ok {
		l.sync()
	}
	return ok
}

// finishReload replaces the list. The selected record stays selected if it is on the first page.
func (l *list) finishReload() {
	reloaded := l.reloading
	l.reloading = nil
	if l.reloadErr = reloaded.Err(); l.reloadErr != nil {
		return // keep the previous list
	}
	selected, index := l.Selected(), 0
	for i := range reloaded.Len() {
		if selected != nil && l.source.Key(reloaded.At(i)) == l.source.Key(selected) {
			index = i
		}
	}
	l.limit = scanLimit
	l.Replace(reloaded, index, l.deps.Seen.Add)
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
	status := l.Pages.Status(now)
	if status.Err == nil {
		status.Err = l.reloadErr
	}
	if l.reloading != nil {
		reloadStatus := l.reloading.Status(now)
		status.Loading, status.Waited = status.Loading || reloadStatus.Loading, max(status.Waited, reloadStatus.Waited)
	}
	return status
}

func (l *list) loading() bool { return l.Pages.Loading() || l.reloading != nil }

func (l *list) cancel() {
	l.Pages.Cancel()
	if l.reloading != nil {
		l.reloading.Cancel()
		l.reloading = nil
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
