package output

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// BrowseKey returns the action that opens a web explorer, with its default key.
func BrowseKey() screen.Action {
	return screen.NewAction("deck.explore", []string{"o"}, "o", "open in explorer")
}

// Browser opens the visible location in a web explorer.
type Browser struct {
	deps *screen.Deps
	ctx  context.Context
	deck Deck
	key  screen.Action
	open func(ctx context.Context, address string) error
}

// NewBrowser returns a browser that opens web addresses with open.
func NewBrowser(deck Deck, open func(ctx context.Context, address string) error) *Browser {
	return &Browser{deck: deck, key: BrowseKey(), open: open}
}

// Switch sets the network.
func (b *Browser) Switch(ctx context.Context, deps *screen.Deps) { b.ctx, b.deps = ctx, deps }

// openedMsg is the outcome of opening a web address.
type openedMsg struct {
	address string
	err     error
}

// Update opens the web explorer.
func (b *Browser) Update(msg tea.Msg) (cmd tea.Cmd, handled bool) {
	switch msg := msg.(type) {
	case openedMsg:
		status := screen.StatusMsg{Text: text.Format("opened %s", text.Clean(msg.address))}
		if msg.err != nil {
			status = screen.StatusMsg{Text: text.Format("cannot open %s: %s", text.Clean(msg.address), text.Clean(msg.err.Error())), Warn: true}
		}
		return b.deps.Post(status), true
	case tea.KeyMsg:
		if !b.key.Matches(msg) {
			return nil, false
		}
		address, ok := b.address()
		if !ok {
			return nil, false
		}
		if b.deps.Remote { // the browser would open on the machine of the deck
			return b.deps.Post(screen.StatusMsg{Text: text.Format("explorer: %s", text.Clean(address))}), true
		}
		open, ctx := b.open, b.ctx
		return func() tea.Msg { return openedMsg{address, open(ctx, address)} }, true
	}
	return nil, false
}

// Actions lists the keys that act now.
func (b *Browser) Actions() []screen.Action {
	if _, ok := b.address(); !ok {
		return nil
	}
	return []screen.Action{b.key.Hidden()}
}

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
