package account

import (
	"math/big"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/market"
	"foredeck/tui/pane"
	"foredeck/tui/record"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// balanceStep is the number of transactions that are read before the user is asked to continue, of a coin that few of them move.
const balanceStep = 1000

// balance is a list of the transactions that changed the balance of a coin, with the balance behind each.
type balance struct {
	list[market.Entry]
	address move.Address
	coin    string                                // its type; empty for the native one
	current *reading                              // of the visible pages
	next    *reading                              // that was made last, which may be of a reload
	pages   *load.Pages[market.Entry]             // whose reading current is
	widest  struct{ moved, fee, balance big.Int } // without signs
	lowest  *market.Entry                         // nil while there is no row
	highest *market.Entry
}

// reading is a history of the balance as it is read for a list of pages.
type reading struct {
	history *market.BalanceHistory
	extent  market.Extent // of the pages that the list has
	since   time.Time     // a balance that the deck read earlier is not newer
}

func newBalance(deps *screen.Deps, address move.Address, coin string) *balance {
	b := &balance{address: address, coin: coin}
	words := pane.Words{Name: text.Const("Balance"), Title: text.Const("Balance"), Content: text.Const("balance"), Record: text.Const("change")}
	source := func(client.Order) load.Source[market.Entry] {
		b.next = b.newReading(deps)
		return b.next.source()
	}
	b.List = pane.NewList(deps, words, source, pane.Records[market.Entry]{
		Language: market.LedgerLanguage(func() record.FieldEnv { return pane.FilterEnv(deps) }, b.today, func() text.Units { return deps.Units }),
	})
	b.Columns, b.OnRecord, b.Step, b.Head = b.columns, b.note, balanceStep, b.extentLines
	b.Notes, b.Goal = func() []text.Safe { return scopeNotes }, b.reloadGoal
	b.Empty = func() []text.Line {
		return []text.Line{text.Plain("no transaction changed this balance"), text.In(deps.Theme.Faint, "transfers between fungible-asset stores are not included")}
	}
	b.adopt()
	return b
}

func (b *balance) newReading(deps *screen.Deps) *reading {
	coin := b.coin
	return &reading{since: deps.Now(), history: market.NewBalanceHistory(deps.Node, deps.Holdings.Reader, b.address, func(held *market.Holdings) (market.Balance, error) {
		if coin == "" {
			return held.NativeOrFirst()
		}
		return held.OfType(coin)
	})}
}

// source returns the transactions that changed the balance. The others count for the extent.
func (r *reading) source() load.Source[market.Entry] {
	return load.Source[market.Entry]{Page: r.history.Page, Key: (*market.Entry).Key, Include: func(e *market.Entry) bool {
		r.extent.Add(e)
		return e.IsChange()
	}}
}

// adopt notes the reading of pages that have replaced others.
func (b *balance) adopt() {
	if b.pages == b.Pages {
		return
	}
	b.pages, b.current, b.lowest, b.highest = b.Pages, b.next, nil, nil
	b.widest.moved, b.widest.fee, b.widest.balance = big.Int{}, big.Int{}, big.Int{}
}

// note notes the amounts that need the most room, and the ends of the chart.
func (b *balance) note(e *market.Entry) {
	b.adopt()
	b.Deps.Seen.Add(e.Transaction)
	widen := func(widest, amount *big.Int) {
		if amount != nil && widest.CmpAbs(amount) < 0 {
			widest.Abs(amount)
		}
	}
	widen(&b.widest.moved, e.Moved)
	widen(&b.widest.fee, e.Fee)
	widen(&b.widest.balance, e.Balance)
	if b.lowest == nil || e.Balance.Cmp(b.lowest.Balance) < 0 {
		b.lowest = e
	}
	if b.highest == nil || e.Balance.Cmp(b.highest.Balance) > 0 {
		b.highest = e
	}
}

// today returns the balance from which the others are computed. Before it is read, it has no more than the type of the coin.
func (b *balance) today() *market.Balance {
	if today := b.current.history.Today(); today != nil {
		return today
	}
	return &market.Balance{Type: b.coin}
}

// changed returns the balance of the coin now if that is known to differ from the one that the list begins with.
func (b *balance) changed() (now market.Balance, ok bool) {
	held, isKnown := b.Deps.Holdings.Get(b.address)
	readAt := b.Deps.Now().Add(-b.Deps.Holdings.Status(b.address).Age)
	if !isKnown || !b.Pages.Loaded() || readAt.Before(b.current.since) {
		return now, false
	}
	now, err := held.OfType(b.today().Type)
	return now, err == nil && now.Amount != b.today().Amount
}

// liveRows is the number of rows up to which the list is read again when the balance has changed.
const liveRows = 200

// Poll requests the first page. It reads the list again if the balance has changed and the newest row is selected.
func (b *balance) Poll() tea.Cmd {
	if !b.Pages.Loaded() && !b.Pages.Loading() {
		b.current.since = b.Deps.Now()
	}
	if _, changed := b.changed(); changed && b.Rows.Selected() == 0 && b.Pages.Len() <= liveRows && !b.Reload.Active() {
		return b.Restart()
	}
	return b.list.Poll()
}

// reloadGoal keeps the selected row, or the first one selected.
func (b *balance) reloadGoal() load.ReloadGoal[market.Entry] {
	goal := load.ReloadGoal[market.Entry]{Count: b.Pages.Len()}
	if b.Rows.Selected() > 0 {
		goal.Selected = b.Selected()
	}
	return goal
}

func (b *balance) handle(msg tea.Msg) tea.Cmd {
	cmd := b.Update(msg)
	b.adopt()
	if b.Title = text.Const("Balance"); b.current.history.Today() != nil {
		b.Title = text.Format("Balance of %s", b.today().Name())
	}
	return cmd
}

func (b *balance) open() tea.Cmd {
	return b.Deps.Post(screen.OpenTransactionMsg{Record: b.Selected().Transaction})
}

func (b *balance) subject() (move.Address, bool) {
	if e := b.Selected(); e != nil && e.Transaction.Sender != nil {
		return *e.Transaction.Sender, true
	}
	return move.Address{}, false
}

func (b *balance) copies() []screen.Copy {
	e := b.Selected()
	if e == nil {
		return nil
	}
	b.Records.Rows = b.rows()
	return []screen.Copy{
		screen.CopyText(text.Const("hash"), e.Transaction.Hash),
		screen.CopyText(text.Const("balance"), e.Balance.String()),
		screen.CopyText(text.Const("JSON"), string(e.Transaction.Raw)),
		b.CopyRow(e),
		screen.CopyText(text.Const("command"), b.Deps.Command("balance", b.address.String(), "--coin", b.today().Type, "--history")),
	}
}

func (b *balance) export() (screen.Export, bool) {
	b.Records.Rows = b.rows()
	return b.Export("balance", b.newReading(b.Deps).source().All, client.NewestFirst)
}

// balances is the tab of the balance of a coin over time. Each coin has a list of its own; those that were shown stay loaded.
type balances struct {
	*balance
	byCoin map[string]*balance
	of     func(coin string) *balance
}

func newBalances(deps *screen.Deps, address move.Address) *balances {
	b := &balances{of: func(coin string) *balance { return newBalance(deps, address, coin) }}
	b.balance = b.of("")
	b.byCoin = map[string]*balance{"": b.balance}
	return b
}

// hardReload drops the lists of other coins as well.
func (b *balances) hardReload() tea.Cmd {
	b.byCoin = map[string]*balance{b.coin: b.balance}
	return b.balance.hardReload()
}

// nextCoin returns the coin after the visible one. ok is false if the account holds no other.
func (b *balances) nextCoin() (next market.Balance, ok bool) {
	held, _ := b.Deps.Holdings.Get(b.address)
	shown := b.today().Type
	if len(held.Balances) < 2 || shown == "" {
		return next, false
	}
	at := slices.IndexFunc(held.Balances, func(balance market.Balance) bool { return balance.Type == shown })
	next = held.Balances[(at+1)%len(held.Balances)]
	return next, next.Type != shown
}

func (b *balances) hasOtherCoin() bool { _, ok := b.nextCoin(); return ok }

func (b *balances) otherCoin() string {
	next, _ := b.nextCoin()
	return next.Name().String()
}

func (b *balances) showNextCoin() tea.Cmd {
	next, ok := b.nextCoin()
	if !ok {
		return nil
	}
	b.Cancel()
	ctx := b.Ctx
	for coin, list := range b.byCoin {
		if coin == "" && list.today().Type == next.Type {
			b.byCoin[next.Type] = list
		}
	}
	if b.byCoin[next.Type] == nil {
		b.byCoin[next.Type] = b.of(next.Type)
	}
	b.balance = b.byCoin[next.Type]
	b.Resume(ctx)
	return b.Poll()
}
