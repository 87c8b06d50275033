package output

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"strings"
	"time"

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

// openTimeout is the time to wait for an opener to fail. One that runs longer is the browser itself and is left running.
const openTimeout = time.Second

// OpenURL opens an http or https address with the default program of the system, without a shell. It may block for a second, so
// call it in a tea.Cmd.
func OpenURL(ctx context.Context, address string) error {
	if !strings.HasPrefix(address, "http://") && !strings.HasPrefix(address, "https://") {
		return errors.New("not an http or https URL")
	}
	return start(ctx, append(opener(runtime.GOOS), address))
}

// opener returns the program that opens addresses, with its arguments.
func opener(system string) []string {
	switch system {
	case "darwin":
		return []string{"open"}
	case "windows":
		return []string{"rundll32", "url.dll,FileProtocolHandler"}
	}
	return []string{"xdg-open"}
}

func start(ctx context.Context, words []string) error {
	var stderr bytes.Buffer
	command := exec.Command(words[0], words[1:]...)
	command.Stderr = &stderr
	command.WaitDelay = openTimeout
	if err := command.Start(); err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- command.Wait() }()
	select {
	case err := <-done:
		if err == nil {
			return nil
		}
		line, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n")
		return fmt.Errorf("%s: %w %s", words[0], err, line)
	case <-time.After(openTimeout):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
