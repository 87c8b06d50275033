package home

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/linkvalue"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget/table"
)

// kept is a saved place with what is known of it.
type kept struct {
	name  string
	link  target.Link
	value load.State[linkvalue.Value]
	// before is the value when the place was last looked at; it is not known before the value is for the first time.
	before string
	known  bool
	own    bool // saved by the user, and not a name that stands here by itself
	// seen is when before was, due that the place was visited since: the next value is the one that later ones are compared with.
	seen time.Time
	due  bool
}

// gather lists what is saved: first what the user has saved, then the accounts that have a name. What is known of it stays.
func (m *Model) gather() {
	held := map[string]*kept{}
	for _, k := range m.saved {
		held[k.link.String()] = k
	}
	m.saved = nil
	add := func(k *kept) {
		if before := held[k.link.String()]; before != nil {
			before.name, before.own = k.name, k.own
			k = before
		}
		m.deps.WantLinked(k.link)
		m.saved = append(m.saved, k)
	}
	saved := map[move.Address]bool{}
	for _, s := range m.deps.Store.Bookmarks() {
		k := &kept{name: s.Name, link: s.Link, before: s.Value, known: !s.At.IsZero(), own: true, seen: s.At}
		if k.isAccount() {
			saved[s.Link.Target.Address] = true
		}
		add(k)
	}
	for _, name := range m.deps.Names { // the user's stand before those that the network brings along
		if !saved[name.Address] {
			saved[name.Address] = true
			add(&kept{name: name.Name, link: m.accountLink(name.Address)})
		}
	}
	m.refilter()
}

func (m *Model) accountLink(address move.Address) target.Link {
	return target.Link{Network: m.deps.Endpoint.Network, Target: target.Target{Kind: target.Account, Address: address}}
}

// lookAtSaved asks for the values of the saved places, and for the newest transaction of the first account among them.
func (m *Model) lookAtSaved() tea.Cmd {
	var asked []tea.Cmd
	watched := 0
	newest := false
	for _, k := range m.saved {
		if !linkvalue.HasValue(k.link) {
			continue
		}
		if watched++; watched > mostWatched {
			break
		}
		link := k.link
		asked = append(asked, k.value.Ask(m.ctx, m.deps.Loader, func(ctx context.Context) (linkvalue.Value, error) {
			return linkvalue.Read(ctx, m.deps.Node, link)
		}))
		if newest || link.Target.Kind != target.Account {
			continue
		}
		newest = true
		asked = append(asked, m.newest.Ask(m.ctx, m.deps.Loader, func(ctx context.Context) (client.Page[client.Transaction], error) {
			return m.deps.Node.Transactions(ctx, link.Target.Address, client.PageRequest{Count: 1})
		}))
	}
	return tea.Batch(asked...)
}

// takeSaved takes the value of a saved place. What is seen for the first time is what later ones are compared with.
func (m *Model) takeSaved(msg load.Result[linkvalue.Value]) tea.Cmd {
	for _, k := range m.saved {
		if !k.value.Take(msg) {
			continue
		}
		if _, ok := k.value.Value(); ok && k.value.Err() == nil && (!k.known || k.due) {
			return m.looked(k)
		}
		return nil
	}
	return nil
}

// looked makes the value that is there the one with which later ones are compared.
func (m *Model) looked(k *kept) tea.Cmd {
	value, ok := k.value.Value()
	if !ok {
		return nil
	}
	k.before, k.known, k.seen, k.due = value.Exact, true, m.deps.Now(), false
	if !k.own {
		return nil
	}
	m.deps.Store.SetBookmark(store.Bookmark{Name: k.name, Link: k.link, Value: k.before, At: k.seen})
	return m.deps.Keep()
}

// noteVisits finds the saved places that were visited since they were last looked at, from wherever they were opened.
func (m *Model) noteVisits() {
	for _, k := range m.saved {
		for _, visit := range m.recent {
			k.due = k.due || visit.At.After(k.seen) && k.isAt(visit.Link)
		}
	}
}

// isAt tells whether the place of the link shows what is saved: the panel of an account shows its sequence number on every tab,
// and a resource all values in it.
func (k *kept) isAt(link target.Link) bool {
	if k.link.Target.Kind != target.Account || k.link.View != nil {
		return k.link.String() == link.String()
	}
	return link.Target.Kind == target.Account && link.Target.Address == k.link.Target.Address && (k.link.Type == "" || k.link.Type == link.Type)
}

// openSaved opens the selected place. That is a look at it: what changes is counted from here.
func (m *Model) openSaved() tea.Cmd {
	k := m.saved[m.shownSaved[m.savedRows.Selected()]]
	return tea.Batch(m.looked(k), m.deps.Post(screen.OpenLinkMsg{Link: k.link}))
}

// first is the first saved place that has a value, nil where none has.
func (m *Model) first() *kept {
	for _, k := range m.saved {
		if linkvalue.HasValue(k.link) {
			return k
		}
	}
	return nil
}

// kind is what a saved place is, in a word.
func (k *kept) kind() text.Safe {
	switch {
	case k.link.View != nil:
		return "view"
	case k.link.Path != "":
		return "value"
	case k.link.Type != "":
		return "resource"
	case k.isTab():
		if k.link.Tab == "coin" {
			return "coin moves"
		}
		return text.Clean(k.link.Tab)
	}
	return text.Safe(k.link.Target.Kind.String())
}

// isAccount tells that the account itself is saved, and not one of its lists or a value that it holds.
func (k *kept) isAccount() bool {
	return k.link.Target.Kind == target.Account && k.link.Type == "" && !k.isTab()
}

// isTab tells that a tab of an account is saved that is not the one with which it opens.
func (k *kept) isTab() bool {
	return k.link.Target.Kind == target.Account && k.link.Type == "" && k.link.Tab != "" && k.link.Tab != target.AccountTabs[0]
}

// counts tells that what stands for the place is the sequence number of its account.
func (k *kept) counts() bool { return k.isAccount() || k.isTab() }

// change is what has changed since the place was last looked at, empty where nothing has.
func (m *Model) change(k *kept) text.Safe {
	value, ok := k.value.Value()
	if !ok || !k.known {
		return ""
	}
	change := m.deps.WriteLinkedChange(k.link, k.before, value)
	if change != "" && k.counts() {
		return "seq " + change
	}
	return change
}

func (m *Model) savedRow(i int) []table.Cell { return m.cells(m.shownSaved[i]) }

// cells are the columns of a saved place.
func (m *Model) cells(i int) []table.Cell {
	th, k := m.deps.Theme, m.saved[i]
	shown := table.Cell{Text: text.Short(text.Clean(k.link.Target.String())), Style: th.Faint}
	changed := table.Cell{Text: text.None, Style: th.Faint}
	value, ok := k.value.Value()
	if ok && !k.counts() {
		shown = table.Cell{Text: m.deps.WriteLinked(k.link, value)}
	}
	if change := m.change(k); change != "" {
		changed = table.Cell{Text: change, Style: th.Good}
	}
	if err := k.value.Err(); err != nil && !k.counts() {
		shown = table.Cell{Text: m.deps.Explain(err).Reason, Style: th.Bad}
	}
	return []table.Cell{{Text: text.Clean(k.name)}, {Text: k.kind(), Style: th.Faint}, shown, changed}
}
