// Package output copies values to the clipboard, exports lists and trees to files, and opens locations in a web explorer.
package output

import (
	"context"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/clipboard"
	"foredeck/tui/palette"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Deck is what the components need to know about the deck.
type Deck interface {
	Visible() screen.Screen
	Link() (link target.Link, ok bool)
}

// CopyKeys are the keys that copy.
type CopyKeys struct {
	Copy, CopyAs, CopyLink screen.Action
}

// NewCopyKeys returns the default keys.
func NewCopyKeys() CopyKeys {
	return CopyKeys{
		Copy:     screen.NewAction("deck.copy", []string{"y"}, "y", "copy"),
		CopyAs:   screen.NewAction("deck.copy_as", []string{"Y"}, "Y", "copy as"),
		CopyLink: screen.NewAction("deck.copy_link", []string{"ctrl+y"}, "ctrl+y", "copy link").Describe("copy the link of this screen"),
	}
}

// Copier copies the selected value.
type Copier struct {
	deps      *screen.Deps
	deck      Deck
	keys      CopyKeys
	clipboard *clipboard.Clipboard
}

// NewCopier returns a copier to the clipboard.
func NewCopier(deck Deck, to *clipboard.Clipboard) *Copier {
	return &Copier{deck: deck, keys: NewCopyKeys(), clipboard: to}
}

// Switch sets the network.
func (c *Copier) Switch(_ context.Context, deps *screen.Deps) { c.deps = deps }

// Update copies the plain value or the link, or lets the user choose a form.
func (c *Copier) Update(msg tea.Msg) (cmd tea.Cmd, handled bool) {
	switch msg := msg.(type) {
	case screen.CopyMsg:
		return c.copy(msg.Value), true
	case screen.CopyLinkMsg:
		return c.copyLink(), true
	case tea.KeyMsg:
		if c.keys.CopyLink.Matches(msg) {
			return c.copyLink(), true
		}
		switch forms := c.forms(); {
		case c.keys.Copy.Matches(msg):
			if len(forms) > 0 {
				cmd = c.copy(forms[0].Value())
			}
			return cmd, true
		case c.keys.CopyAs.Matches(msg):
			return c.choose(forms), true
		}
	}
	return nil, false
}

// Actions lists the keys that act now.
func (c *Copier) Actions() []screen.Action {
	var actions []screen.Action
	if len(c.forms()) > 0 {
		actions = append(actions, c.keys.Copy, c.keys.CopyAs)
	}
	if _, ok := c.deck.Link(); ok {
		actions = append(actions, c.keys.CopyLink.Hidden())
	}
	return actions
}

// Lines offers the forms in which the selection can be copied.
func (c *Copier) Lines() []palette.Line {
	var lines []palette.Line
	for _, form := range c.forms() {
		lines = append(lines, palette.Line{
			Text: "copy " + strings.ToLower(form.Form.String()), Does: text.Const("to the clipboard"), Here: true,
			Run: func() tea.Cmd { return c.copy(form.Value()) },
		})
	}
	return lines
}

// forms returns the forms in which the selection can be copied, the plain value first and the link last.
func (c *Copier) forms() []screen.Copy {
	var forms []screen.Copy
	if copier, ok := c.deck.Visible().(screen.Copier); ok {
		forms = copier.Copies()
	}
	if link, ok := c.deck.Link(); ok {
		forms = append(forms[:len(forms):len(forms)], screen.Copy{Form: formLink, Value: link.String})
	}
	return forms
}

// copyLink copies the link of the visible screen.
func (c *Copier) copyLink() tea.Cmd {
	if link, ok := c.deck.Link(); ok {
		return c.copyAs(text.Const("copied link"), link.String())
	}
	return c.deps.Post(screen.StatusMsg{Text: text.Const("no link leads to this screen"), Warn: true})
}

func (c *Copier) choose(forms []screen.Copy) tea.Cmd {
	var choices []screen.Choice
	for _, form := range forms {
		value := form.Value()
		run := func() tea.Cmd { return c.copy(value) }
		if form.Form == formLink {
			run = func() tea.Cmd { return c.copyAs(text.Const("copied link"), value) }
		}
		choices = append(choices, screen.Choice{Name: form.Form, Remark: preview(value), Run: run})
	}
	if len(choices) == 0 {
		return nil
	}
	return c.deps.Post(screen.ChooseMsg{Title: text.Const("Copy as"), Choices: choices})
}

// formLink is the form that links to the visible screen.
var formLink = text.Const("link")

const (
	maxPreview = 200 // bytes of a value in a line
	maxStatus  = 40  // columns of a value in the status message
)

// preview returns the beginning of a value for a line.
func preview(value string) text.Safe {
	if len(value) > maxPreview {
		return text.Format("%s…", text.Clean(value[:maxPreview]))
	}
	return text.Clean(value)
}

// copy copies the value and reports its length and destination.
func (c *Copier) copy(value string) tea.Cmd { return c.copyAs(text.Const("copied"), value) }

// copyAs is copy with the beginning of the status message.
func (c *Copier) copyAs(done text.Safe, value string) tea.Cmd {
	return func() tea.Msg {
		copied, err := c.clipboard.Copy(value)
		if err != nil {
			return screen.StatusMsg{Text: text.Format("copy failed: %s", text.Clean(err.Error())), Warn: true}
		}
		characters := text.Integer(uint64(len([]rune(value))))
		side := text.Format("clipboard: %s", copied.Where)
		if !copied.Requires.IsEmpty() {
			side = copied.Requires
		}
		return screen.StatusMsg{Text: text.Format("%s: %s (%s characters)", done, text.CutMiddle(text.Short(preview(value)), maxStatus), characters), Side: side}
	}
}
