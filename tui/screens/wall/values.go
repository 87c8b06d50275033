package wall

import (
	"context"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/linkvalue"
	"foredeck/tui/load"
	"foredeck/tui/text"
	"foredeck/tui/wallfile"
	"foredeck/tui/widget"
)

// loadValue requests the value of the link at the refresh interval of accounts.
func (p *Panel) loadValue(ctx context.Context) tea.Cmd {
	link, err := Link(p.deps, p.spec)
	if err != nil || p.value.Loading() || !p.deps.Due(p.polled, p.deps.Config.Periods.Account) {
		return nil
	}
	p.polled = p.deps.Now()
	p.deps.Amounts.WantLinked(link)
	node := p.deps.Node
	return p.value.Load(ctx, p.deps.Loader, func(ctx context.Context) (linkvalue.Value, error) { return linkvalue.Read(ctx, node, link) })
}

// valueContent draws the value of a view call or a bookmark.
func (p *Panel) valueContent(width, height int) content {
	th := p.deps.Theme
	c := content{title: text.Clean(p.spec.Bookmark), status: p.value.Status(p.deps.Now())}
	if p.spec.Kind == wallfile.View {
		c.title = text.Short(text.Clean(p.spec.Function))
	}
	link, err := Link(p.deps, p.spec)
	if err != nil {
		c.status = load.Status{}
		c.body = words(text.WrapIn(th.Bad, text.Clean(err.Error()), width, 3)...)
		return c
	}
	value, ok := p.value.Value()
	if !ok {
		c.body = words(p.notLoaded(c.status, width)...)
		return c
	}
	c.isStale = isStale(c.status, p.deps.Config.Periods.Account)
	written := p.deps.Amounts.Linked(link, value)
	if isNumber(written) {
		c.body = large(&widget.Number{Value: written, Style: th.Strong, IsAmount: true})
	} else {
		c.body = words(text.WrapIn(th.Strong, written, width, height)...)
	}
	return c
}

// isNumber reports whether a value is a number, and not an address or a text.
func isNumber(value text.Safe) bool { return strings.Trim(value.String(), "0123456789,.-") == "" }

// notLoaded explains why there is no data yet.
func (p *Panel) notLoaded(status load.Status, width int) []text.Line {
	th := p.deps.Theme
	if status.Err != nil {
		failure := p.deps.Explain(status.Err)
		return append(text.WrapIn(th.Bad, failure.Reason, width, 3), text.WrapIn(th.Faint, failure.Advice, width, 2)...)
	}
	return []text.Line{status.Or(text.Const("loading")).In(th.Faint)}
}

func (p *Panel) wantHoldings() {
	for _, account := range Accounts(p.deps, p.spec) {
		if account.Err == nil {
			p.deps.Holdings.Refresh(account.Address, p.deps.Config.Periods.Account)
		}
	}
}

func (p *Panel) requestHoldings() {
	for _, account := range Accounts(p.deps, p.spec) {
		if account.Err == nil {
			p.deps.Holdings.Request(account.Address)
		}
	}
}

// minBalanceHeight is the height from which each of several accounts has large digits.
const minBalanceHeight = 6

// holdings draws the balance of one account in large digits, or the balances of several in a list.
func (p *Panel) holdings(width, height int) content {
	th := p.deps.Theme
	c := content{title: text.Const("Balances")}
	accounts := Accounts(p.deps, p.spec)
	isFirst := true
	for _, account := range accounts { // the oldest data and the first failure count
		if account.Err != nil {
			continue
		}
		status := p.deps.Holdings.Status(account.Address)
		if isFirst || c.status.Err == nil && (status.Err != nil || status.Age > c.status.Age) {
			c.status, isFirst = status, false
		}
	}
	c.isStale = isStale(c.status, p.deps.Config.Periods.Account)
	if len(accounts) == 1 && accounts[0].Err == nil {
		c.title = accounts[0].Name
		c.body = p.balance(accounts[0], c.status, width)
		return c
	}
	if share := height / len(accounts); share >= minBalanceHeight {
		for _, account := range accounts {
			if account.Err != nil {
				c.body = append(c.body, part{lines: text.WrapIn(th.Bad, text.Clean(account.Err.Error()), width, share)})
				continue
			}
			one := p.balance(account, p.deps.Holdings.Status(account.Address), width)
			one[0].height = share
			c.body = append(c.body, one...)
		}
		return c
	}
	var lines []text.Line
	for _, account := range accounts {
		if account.Err != nil {
			lines = append(lines, text.WrapIn(th.Bad, text.Clean(account.Err.Error()), width, 3)...)
			continue
		}
		held, ok := p.deps.Holdings.Get(account.Address)
		line := append(account.Name.In(th.Faint), text.Span{Text: text.Const("  ")})
		switch native := held.Native(); {
		case native != nil:
			line = append(line, text.Span{Text: native.Text(p.deps.Units), Style: th.Strong})
		case ok:
			line = append(line, text.Span{Text: text.Const("no native balance"), Style: th.Warn})
		default:
			line = append(line, p.notLoaded(p.deps.Holdings.Status(account.Address), width)[0]...)
		}
		lines = append(lines, line)
	}
	c.body = words(lines...)
	return c
}

// balance draws the native balance of an account in large digits, and below it its other balances if it is the only account.
func (p *Panel) balance(account Account, status load.Status, width int) body {
	th := p.deps.Theme
	held, ok := p.deps.Holdings.Get(account.Address)
	if !ok {
		return words(p.notLoaded(status, width)...)
	}
	native := held.Native()
	if native == nil {
		return words(append([]text.Line{text.In(th.Warn, "no native balance")}, p.notLoaded(load.Status{Err: held.NativeProblem}, width)...)...)
	}
	decimals := 0
	if native.Decimals != nil {
		decimals = *native.Decimals
	}
	amount, _ := p.deps.Units.Amount(native.Amount, decimals)
	isOnly := len(p.spec.Accounts) == 1
	captions := []text.Line{native.Name().In(th.Faint)}
	if !isOnly {
		captions[0] = append(text.Line{{Text: account.Name, Style: th.Accent}, {Text: text.Const("  ")}}, captions[0]...)
	}
	for i := range held.Balances {
		if b := &held.Balances[i]; b != native && isOnly {
			captions = append(captions, b.Text(p.deps.Units).Line())
		}
	}
	return large(&widget.Number{Value: amount, Style: th.Strong, IsAmount: true, Captions: widget.Captions(captions...)})
}
