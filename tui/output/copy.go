// Package output copies values to the clipboard, exports lists and trees to files, and opens locations in a web explorer.
package output

import (
	"context"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/palette"
	"foredeck/tui/screen"
	"foredeck/tui/terminal"
	"foredeck/tui/text"
)

var copierBindings = screen.Bind(screen.Bindings[*Copier]{
	{ID: "deck.copy", Keys: "y", Help: "copy", When: (*Copier).hasForms, Run: func(c *Copier) tea.Cmd { return c.copyForm(0) }},
	{ID: "deck.copy_as", Keys: "Y", Help: "copy as", When: (*Copier).hasForms, Run: (*Copier).choose},
	{ID: "deck.copy_link", Keys: "ctrl+y", Help: "copy link", Long: "copy the link of this screen", Place: screen.Hidden, When: (*Copier).hasLink, Run: (*Copier).copyLink},
})

// Keys lists the keys that copy, export and open a web explorer.
func Keys() []screen.Action {
	return slices.Concat(copierBindings.All(), exporterBindings.All(), browserBindings.All())
}

// Copier copies the selected value.
type Copier struct {
	deps      *screen.Deps
	deck      screen.Current
	clipboard *terminal.Clipboard
}

// NewCopier returns a copier to the clipboard.
func NewCopier(deck screen.Current, to *terminal.Clipboard) *Copier {
	return &Copier{deck: deck, clipboard: to}
}

// Switch sets the network.
func (c *Copier) Switch(_ context.Context, deps *screen.Deps) { c.deps = deps }

// Update copies a value or the link.
func (c *Copier) Update(msg tea.Msg) (cmd tea.Cmd, handled bool) {
	switch msg := msg.(type) {
	case screen.CopyMsg:
		return c.copy(msg.Value), true
	case screen.CopyLinkMsg:
		return c.copyLink(), true
	}
	return nil, false
}

// Actions lists the keys that act now.
func (c *Copier) Actions() []screen.Action { return copierBindings.Actions(c, false) }

func (c *Copier) hasForms() bool { return len(c.forms()) > 0 }
func (c *Copier) hasLink() bool  { _, ok := c.deck.Link(); return ok }

// Lines offers the forms in which the selection can be copied.
func (c *Copier) Lines() []palette.Line {
	var lines []palette.Line
	does := text.Const("to the clipboard")
	if rows, ok := screen.RangeOf(c.deck.Visible()); ok {
		does = text.Format("%s to the clipboard", selectedRows(rows.Count()))
	}
	for i, form := range c.forms() {
		lines = append(lines, palette.Line{
			Text: "copy " + strings.ToLower(form.Form.String()), Does: does, Here: true,
			Run: func() tea.Cmd { return c.copyForm(i) },
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

// choose lets the user choose a form.
func (c *Copier) choose() tea.Cmd {
	title := text.Const("Copy as")
	rows, isRange := screen.RangeOf(c.deck.Visible())
	if isRange {
		title = text.Format("Copy %s as", selectedRows(rows.Count()))
	}
	var choices []screen.Choice
	for i, form := range c.forms() {
		value := form.Value()
		run := func() tea.Cmd { return c.copy(value) }
		switch {
		case form.Form == formLink:
			run = func() tea.Cmd { return c.copyAs(text.Const("copied link"), value) }
		case isRange:
			run = func() tea.Cmd { return c.copyForm(i) }
		}
		choices = append(choices, screen.Choice{Name: form.Form, Remark: preview(value), Run: run})
	}
	return c.deps.Post(screen.ChooseMsg{Title: title, Choices: choices})
}

// formLink is the form that links to the visible screen.
var formLink = text.Const("link")

const (
	maxPreview = 200 // bytes of a value in a line
	maxStatus  = 38  // columns of a value in the status message
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
		characters := text.Plural(len([]rune(value)), "character")
		side := text.Format("to %s", copied.Where)
		if !copied.Requires.IsEmpty() {
			side = copied.Requires
		}
		return screen.StatusMsg{Text: text.Format("%s: %s (%s)", done, text.CutMiddle(text.Short(preview(value)), maxStatus), characters), Side: side}
	}
}
