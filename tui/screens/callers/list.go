package callers

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// list holds the calls among an account's sent transactions.
type list struct {
	pane.List[client.Transaction]
	account move.Address
	source  load.Source[client.Transaction]
	limit   int // number of transactions to scan

	hasFailure bool // a call failed
}

func newList(deps *screen.Deps, function move.FunctionID, account move.Address) *list {
	source := load.Source[client.Transaction]{
		Page: func(ctx context.Context, request client.PageRequest) (client.Page[client.Transaction], error) {
			return deps.Node.Transactions(ctx, account, request)
		},
		Key:     (*client.Transaction).Key,
		Include: func(record *client.Transaction) bool { return isCall(record, function) },
	}
	l := &list{account: account, source: source, limit: scanLimit}
	l.List = pane.NewList(deps, load.NewPages(source, client.NewestFirst), pane.Transactions(deps, account, true))
	l.OnRecord = func(record *client.Transaction) {
		deps.Seen.Add(record)
		l.hasFailure = l.hasFailure || pane.IsFailure(record)
	}
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
func (l *list) more() tea.Cmd {
	nearEnd := l.Rows.Selected() >= l.Len()-prefetchRows || l.Len() < l.Rows.Height()
	if !nearEnd || l.Reload.Loading() || l.Pages.Err() != nil || l.Pages.Scanned() >= l.limit {
		return nil
	}
	return l.More()
}

// atEnd reports whether the last row is selected, or there are no rows.
func (l *list) atEnd() bool { return l.Rows.Selected() >= l.Rows.Len()-1 }

// atLimit reports whether the scan stopped at the limit.
func (l *list) atLimit() bool {
	return l.Pages.Loaded() && !l.Pages.Complete() && !l.Pages.Loading() && l.Pages.Err() == nil && l.Pages.Scanned() >= l.limit
}

// refresh scans again from the newest transaction, or retries the page that failed.
func (l *list) refresh() tea.Cmd {
	if l.Pages.Err() != nil || !l.Pages.Loaded() {
		return l.More()
	}
	l.Cancel()
	return l.Reload.Start(l.Ctx, l.Deps.Loader, load.NewPages(l.source, client.NewestFirst))
}

// handlePage handles a page. It reports whether the list was waiting for it.
func (l *list) handlePage(page load.Result[client.Page[client.Transaction]]) bool {
	scanned := l.Pages
	_, _, ok := l.Accept(page, load.ReloadGoal[client.Transaction]{Selected: l.Selected()}) // the first page suffices
	if l.Pages != scanned {
		l.limit = scanLimit
	}
	l.Scan()
	return ok
}

// cancel stops the scan. The error of a failed reload stays visible.
func (l *list) cancel() {
	l.StopSearch()
	l.Pages.Cancel()
	if l.Reload.Loading() {
		l.Reload.Cancel()
	}
}

// count returns the number of calls among those scanned.
func (l *list) count() text.Safe {
	count := text.Format("%s of %s scanned", text.Integer(uint64(l.Pages.Len())), text.Integer(uint64(l.Pages.Scanned())))
	switch {
	case l.Pages.Complete():
		count = text.Format("%s, end", count)
	case l.Pages.Loaded() && !l.Pages.Loading():
		count = text.Format("%s · %s scan more", count, l.Deps.Key("list.down"))
	}
	return count
}
