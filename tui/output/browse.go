package output

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

var browserBindings = screen.Bind(screen.Bindings[*Browser]{
	{ID: "deck.explore", Keys: "o", Help: "open in explorer", Place: screen.Hidden, When: (*Browser).hasAddress, Run: (*Browser).browse},
})

// Browser opens the visible location in a web explorer.
type Browser struct {
	deps *screen.Deps
	ctx  context.Context
	deck screen.Current
	open func(ctx context.Context, address string) error
}

// NewBrowser returns a browser that opens web addresses with open.
func NewBrowser(deck screen.Current, open func(ctx context.Context, address string) error) *Browser {
	return &Browser{deck: deck, open: open}
}

// Switch sets the network.
func (b *Browser) Switch(ctx context.Context, deps *screen.Deps) { b.ctx, b.deps = ctx, deps }

// openedMsg is the outcome of opening a web address.
type openedMsg struct {
	address string
	err     error
}

// Update reports the outcome.
func (b *Browser) Update(msg tea.Msg) (cmd tea.Cmd, handled bool) {
	opened, ok := msg.(openedMsg)
	if !ok {
		return nil, false
	}
	status := screen.StatusMsg{Text: text.Format("opened %s", text.Clean(opened.address))}
	if opened.err != nil {
		status = screen.StatusMsg{Text: text.Format("cannot open %s: %s", text.Clean(opened.address), text.Clean(opened.err.Error())), Warn: true}
	}
	return b.deps.Post(status), true
}

// browse opens the web explorer.
func (b *Browser) browse() tea.Cmd {
	address, _ := b.address()
	if b.deps.Remote { // the browser would open on the machine of the deck
		return b.deps.Post(screen.StatusMsg{Text: text.Format("explorer: %s", text.Clean(address))})
	}
	open, ctx := b.open, b.ctx
	return func() tea.Msg { return openedMsg{address, open(ctx, address)} }
}

// Actions lists the keys that act now.
func (b *Browser) Actions() []screen.Action { return browserBindings.Actions(b, false) }

func (b *Browser) hasAddress() bool { _, ok := b.address(); return ok }

// address returns the web address of the visible location. ok is false if the network has no web explorer for it.
func (b *Browser) address() (address string, ok bool) {
	var shown target.Target
	if record, is := b.deck.Visible().(screen.TransactionHolder); is {
		shown = target.Target{Kind: target.Transaction, Hash: record.Record().Hash}
	} else if link, is := b.deck.Link(); is {
		shown = link.Target
	}
	return b.deps.ExplorerAddress(shown)
}
