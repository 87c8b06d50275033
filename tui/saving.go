package tui

import (
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/move"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// save asks for the name under which the place is kept. What is kept already can be renamed or given up.
func (m *Model) save() {
	link, ok := m.history.Link()
	if !ok {
		return
	}
	book := m.deps.Store
	title, hint, begun := text.Safe("Save"), text.Safe("a name for "+text.Short(text.Clean(link.String()))), m.freeName(m.nameFor(link))
	held := book.FindBookmark(link)
	if held != nil {
		title, hint, begun = "Saved", "another name, or none to give it up", held.Name
	}
	m.deps.Post(screen.PromptMsg{Title: title, Hint: hint, Begun: begun, Take: func(name string) (tea.Cmd, error) {
		if name == "" {
			if held == nil {
				return nil, nil
			}
			book.RemoveBookmark(link)
			return tea.Batch(m.deps.Keep(), m.deps.Post(screen.StoreMsg{}), m.deps.Post(screen.StatusMsg{Text: text.Clean(begun) + " is no longer saved"})), nil
		}
		if err := store.CheckName(name); err != nil {
			return nil, err
		}
		saved := store.Bookmark{Name: name, Link: link}
		if held != nil {
			saved.Value, saved.At = held.Value, held.At
		}
		book.SetBookmark(saved)
		return tea.Batch(m.deps.Keep(), m.deps.Post(screen.StoreMsg{}), m.deps.Post(screen.StatusMsg{Text: "saved as " + text.Clean(name) + ": it stands on Home"})), nil
	}})
}

// nameFor is a name that fits what the link leads to.
func (m *Model) nameFor(link target.Link) string {
	name := ""
	switch {
	case link.Path != "":
		name = strings.Trim(link.Path[strings.LastIndexAny(link.Path, ".[")+1:], `]"`)
		if owner := string(m.deps.Names.Of(link.Target.Address)); owner != "" {
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
		if name = string(m.deps.Names.Of(link.Target.Address)); name == "" {
			name = "account"
		}
		if link.Tab != "" && link.Tab != target.AccountTabs[0] {
			name += "-" + link.Tab
		}
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

// freeName is the name, with a number behind it where it is taken.
func (m *Model) freeName(name string) string {
	taken := map[string]bool{}
	for _, saved := range m.deps.Store.Bookmarks() {
		taken[saved.Name] = true
	}
	free := name
	for number := 2; taken[free]; number++ {
		free = name + "-" + strconv.Itoa(number)
	}
	return free
}

// giveName asks for the name of what is selected.
func (m *Model) giveName() {
	namer, ok := m.history.Visible().(screen.Namer)
	if !ok {
		return
	}
	subject, ok := namer.Subject()
	if !ok {
		return
	}
	book := m.deps.Store
	begun := book.Name(subject)
	hint := text.Safe("letters, digits, - and _")
	if begun != "" {
		hint += "; none takes the name away"
	} else if address, err := move.ParseAddress(subject.Key); err == nil && subject.Kind == store.Address {
		begun = string(m.deps.Names.Of(address)) // the network may bring one along
	}
	title := "Name the " + text.Safe(subject.Kind) + " " + text.Short(text.Clean(subject.Key))
	m.deps.Post(screen.PromptMsg{Title: title, Hint: hint, Begun: begun, Take: func(name string) (tea.Cmd, error) {
		if err := book.SetName(subject, name); err != nil {
			return nil, err
		}
		m.deps.Names.Update()
		said := text.Short(text.Clean(subject.Key)) + " is " + text.Clean(name) + " from now on"
		if name == "" {
			said = text.Short(text.Clean(subject.Key)) + " has no name of yours any more"
		}
		return tea.Batch(m.deps.Keep(), m.deps.Post(screen.StoreMsg{}), m.deps.Post(screen.StatusMsg{Text: said})), nil
	}})
}

// turnUnits goes to the next units.
func (m *Model) turnUnits() {
	m.deps.Units = m.deps.Units.Next()
	names := [...]text.Safe{"units, by their decimals", "raw digits", "hex"}
	m.said = screen.StatusMsg{Text: "amounts: " + names[m.deps.Units] + " (" + m.deps.Key("deck.units") + ": " + names[m.deps.Units.Next()] + " next)"}
}
