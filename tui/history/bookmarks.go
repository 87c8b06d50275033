// bookmarks.go saves locations and names addresses and values.

package history

import (
	"context"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/move"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

var bookmarkBindings = screen.Bind(screen.Bindings[*Bookmarks]{
	{ID: "deck.save", Keys: "b", Help: "save", Long: "save location", When: (*Bookmarks).hasLink, Run: (*Bookmarks).save},
	{ID: "deck.name", Keys: "=", Help: "name", Long: "name account or validator", Place: screen.Hidden, When: (*Bookmarks).hasSubject, Run: (*Bookmarks).name},
})

// BookmarkKeys lists the keys that save and name.
func BookmarkKeys() []screen.Action { return bookmarkBindings.All() }

// Bookmarks saves the location of the visible screen and names its selection.
type Bookmarks struct {
	deps *screen.Deps
	deck screen.Current
}

// NewBookmarks returns the bookmarks of a deck.
func NewBookmarks(deck screen.Current) *Bookmarks { return &Bookmarks{deck: deck} }

// Switch sets the network.
func (m *Bookmarks) Switch(_ context.Context, deps *screen.Deps) { m.deps = deps }

// Update handles BookmarkMsg.
func (m *Bookmarks) Update(msg tea.Msg) (cmd tea.Cmd, handled bool) {
	if _, ok := msg.(screen.BookmarkMsg); ok {
		return m.save(), true
	}
	return nil, false
}

// Actions lists the keys that act now.
func (m *Bookmarks) Actions() []screen.Action { return bookmarkBindings.Actions(m, false) }

func (m *Bookmarks) hasLink() bool    { _, ok := m.deck.Link(); return ok }
func (m *Bookmarks) hasSubject() bool { _, ok := m.subject(); return ok }

// save prompts for the name of a bookmark. An existing bookmark is renamed, or removed with an empty name.
func (m *Bookmarks) save() tea.Cmd {
	link, ok := m.deck.Link()
	if !ok {
		return nil
	}
	bookmarks := m.deps.Store
	title, hint, initial := text.Const("Save"), text.Format("name for %s", text.Short(text.Clean(link.String()))), m.unusedName(m.suggestName(link))
	existing := bookmarks.FindBookmark(link)
	if existing != nil {
		title, hint, initial = text.Const("Saved"), text.Const("new name, or empty to remove the bookmark"), existing.Name
	}
	return m.deps.Post(screen.PromptMsg{Title: title, Hint: hint, Value: initial, Submit: func(name string) (tea.Cmd, error) {
		if name == "" {
			if existing == nil {
				return nil, nil
			}
			bookmarks.RemoveBookmark(link)
			return m.changed(text.Format("bookmark removed: %s", text.Clean(initial))), nil
		}
		if err := store.CheckName(name); err != nil {
			return nil, err
		}
		bookmark := store.Bookmark{Name: name, Link: link}
		if existing != nil {
			bookmark.Value, bookmark.At = existing.Value, existing.At
		}
		bookmarks.SetBookmark(bookmark)
		return m.changed(text.Format("saved as %s; listed on Home", text.Clean(name))), nil
	}})
}

// changed writes the store and shows a status message.
func (m *Bookmarks) changed(status text.Safe) tea.Cmd {
	return tea.Batch(m.deps.SaveAndReport(status), m.deps.Post(screen.StoreMsg{}))
}

// suggestName returns a name that fits the location.
func (m *Bookmarks) suggestName(link target.Link) string {
	name := ""
	switch {
	case link.Path != "":
		name = strings.Trim(link.Path[strings.LastIndexAny(link.Path, ".[")+1:], `]"`)
		if owner := m.deps.Names.Of(link.Target.Address).String(); owner != "" {
			name = owner + "-" + name
		} else if tag, err := move.ParseStructTag(link.Type); err == nil {
			name = strings.ToLower(tag.Name) + "-" + name
		}
	case link.Type != "":
		tag, err := move.ParseStructTag(link.Type)
		if err == nil {
			name = tag.Name
		}
	case link.Target.Kind == target.Account:
		if name = m.deps.Names.Of(link.Target.Address).String(); name == "" {
			name = "account"
		}
		if link.Tab != "" && link.Tab != target.AccountTabs[0] {
			name += "-" + link.Tab
		}
	case link.Target.IsSent():
		owner := m.deps.Names.Of(link.Target.Address).String()
		if owner == "" {
			owner = "account"
		}
		name = owner + "-" + strconv.FormatUint(link.Target.Sequence, 10)
	case link.Target.Kind == target.Function:
		name = link.Target.Function.Name
	case link.Target.Kind == target.Module:
		name = link.Target.Module.Name
	case link.Target.Kind == target.Type:
		name = link.Target.Type.Name
	default:
		name = link.Target.Kind.String()
	}
	if store.CheckName(name+"x") != nil {
		name = "saved"
	}
	return name
}

// unusedName returns the name, with a number if another bookmark has it.
func (m *Bookmarks) unusedName(name string) string {
	used := map[string]bool{}
	for _, bookmark := range m.deps.Store.Bookmarks() {
		used[bookmark.Name] = true
	}
	unused := name
	for number := 2; used[unused]; number++ {
		unused = name + "-" + strconv.Itoa(number)
	}
	return unused
}

func (m *Bookmarks) subject() (subject store.Subject, ok bool) {
	namer, ok := m.deck.Visible().(screen.Namer)
	if !ok {
		return store.Subject{}, false
	}
	return namer.Subject()
}

// name prompts for the name of the selected address or value.
func (m *Bookmarks) name() tea.Cmd {
	subject, ok := m.subject()
	if !ok {
		return nil
	}
	names := m.deps.Store
	initial := names.Name(subject)
	hint := text.Const("letters, digits, - and _")
	if initial != "" {
		hint = text.Format("%s; empty to remove the name", hint)
	} else if address, err := move.ParseAddress(subject.Key); err == nil && subject.Kind == store.Address {
		initial = m.deps.Names.Of(address).String() // configured, or provided by the network
	}
	key := text.Short(text.Clean(subject.Key))
	title := text.Format("Name %s %s", text.Clean(string(subject.Kind)), key)
	return m.deps.Post(screen.PromptMsg{Title: title, Hint: hint, Value: initial, Submit: func(name string) (tea.Cmd, error) {
		if err := names.SetName(subject, name); err != nil {
			return nil, err
		}
		m.deps.Names.Update()
		if name == "" {
			return m.changed(text.Format("name removed: %s", key)), nil
		}
		return m.changed(text.Format("%s is now named %s", key, text.Clean(name))), nil
	}})
}
