package home

import (
	"context"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/linkvalue"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// entry is a saved entry: a bookmark or a named account.
type entry struct {
	name  string
	link  target.Link
	value load.State[linkvalue.Value]
	// seenValue is the value at the last visit; later values are compared with it. It is valid if seen is set.
	seenValue  string
	seen       bool
	watch      *store.Watch // its changes are kept; nil if they are not
	isBookmark bool         // saved by the user; otherwise listed because it has a name
	// seenAt is the time of seenValue. visited is set after a visit: the next value loaded becomes the new seenValue.
	seenAt  time.Time
	visited bool
	changed time.Time // when the value last changed while it was shown
}

// collect builds the list of entries: the bookmarks, then the named accounts. Loaded values are preserved.
func (m *Model) collect() {
	previous := map[string]*entry{}
	for _, e := range m.saved {
		previous[e.link.String()] = e
	}
	m.saved = nil
	add := func(e *entry) {
		if before := previous[e.link.String()]; before != nil {
			before.name, before.isBookmark, before.watch = e.name, e.isBookmark, e.watch
			e = before
		}
		m.deps.Amounts.WantLinked(e.link)
		m.saved = append(m.saved, e)
	}
	saved := map[string]bool{} // account links
	for _, s := range m.deps.Store.Bookmarks() {
		e := &entry{name: s.Name, link: s.Link, seenValue: s.Value, seen: !s.At.IsZero(), isBookmark: true, seenAt: s.At}
		if e.isAccount() {
			saved[e.link.Target.String()] = true
		}
		add(e)
	}
	for _, watch := range m.deps.Store.Watches() {
		add(&entry{name: "watched", link: watch.Link, watch: &watch})
	}
	for _, name := range m.deps.Names.List() { // the user's names come before those of the network
		account := target.Target{Kind: target.Account, Address: name.Address}
		if !saved[account.String()] {
			saved[account.String()] = true
			link := target.Link{Network: m.deps.Endpoint.Network, Target: account}
			seen := m.deps.Store.Seen(link)
			add(&entry{name: name.Name, link: link, seenValue: seen.Value, seen: !seen.At.IsZero(), seenAt: seen.At})
		}
	}
	m.collectStarts()
	m.refilter()
}

// loadSaved requests the values of the saved entries and the newest transaction of the first account.
func (m *Model) loadSaved() tea.Cmd {
	var cmds []tea.Cmd
	watched := 0
	newest := false
	for _, e := range m.saved {
		if !linkvalue.HasValue(e.link) || e.watch != nil {
			continue
		}
		if watched++; watched > maxWatched {
			break
		}
		link := e.link
		cmds = append(cmds, e.value.Load(m.ctx, m.deps.Loader, func(ctx context.Context) (linkvalue.Value, error) {
			return linkvalue.Read(ctx, m.deps.Node, link)
		}))
		if newest || link.Target.Kind != target.Account {
			continue
		}
		newest = true
		cmds = append(cmds, m.chain.LoadNewest(m.ctx, link.Target.Address))
	}
	return tea.Batch(cmds...)
}

// handleValue processes a loaded value. The first value of an entry becomes its seenValue.
func (m *Model) handleValue(msg load.Result[linkvalue.Value]) tea.Cmd {
	for _, e := range m.saved {
		before, known := e.value.Value()
		if !e.value.Accept(msg) {
			continue
		}
		if known && msg.Err == nil && before.Exact != msg.Value.Exact {
			e.changed = m.deps.Now()
		}
		if _, ok := e.value.Value(); ok && e.value.Err() == nil && (!e.seen || e.visited) {
			return m.markSeen(e)
		}
		return nil
	}
	return nil
}

// markSeen makes the current value the reference for changes.
func (m *Model) markSeen(e *entry) tea.Cmd {
	value, ok := e.value.Value()
	if !ok {
		return nil
	}
	e.seenValue, e.seen, e.seenAt, e.visited = value.Exact, true, m.deps.Now(), false
	if e.isBookmark {
		m.deps.Store.SetBookmark(store.Bookmark{Name: e.name, Link: e.link, Value: e.seenValue, At: e.seenAt})
	} else {
		m.deps.Store.SetSeen(e.link, store.Seen{Value: e.seenValue, At: e.seenAt})
	}
	return m.deps.SaveStore()
}

// markVisits marks the entries that were visited since they were last seen.
func (m *Model) markVisits() {
	for _, e := range m.saved {
		for _, visit := range m.recent {
			e.visited = e.visited || visit.At.After(e.seenAt) && e.shownAt(visit.Link)
		}
	}
}

// shownAt reports whether the location of a link shows the entry's value: an account shows its sequence number on every
// tab, a resource shows all its values.
func (e *entry) shownAt(link target.Link) bool {
	if e.link.Target.Kind != target.Account || e.link.View != nil {
		return e.link.String() == link.String()
	}
	return link.Target.Kind == target.Account && link.Target.Address == e.link.Target.Address && (e.link.Type == "" || e.link.Type == link.Type)
}

// openSaved opens the selected entry and marks it as seen, or the selected place to begin with.
func (m *Model) openSaved() tea.Cmd {
	if m.isEmpty() {
		return m.deps.Post(m.starts[m.startRows.Selected()].open)
	}
	e := m.saved[m.filteredSaved[m.savedRows.Selected()]]
	return tea.Batch(m.markSeen(e), m.deps.Post(screen.OpenLinkMsg{Link: e.link}))
}

// firstWithValue returns the first entry with a value, or nil.
func (m *Model) firstWithValue() *entry {
	for _, e := range m.saved {
		if linkvalue.HasValue(e.link) {
			return e
		}
	}
	return nil
}

// kind returns the kind of an entry as a word.
func (e *entry) kind() text.Safe {
	switch {
	case e.link.View != nil && e.link.View.Entry:
		return text.Const("call")
	case e.link.View != nil:
		return text.Const("view")
	case e.link.Path != "":
		return text.Const("value")
	case e.link.Type != "":
		return text.Const("resource")
	case e.isTab():
		if e.link.Tab == "coin" {
			return text.Const("coin transfers")
		}
		return text.Clean(e.link.Tab)
	}
	return text.Clean(e.link.Target.Kind.String())
}

// isAccount reports whether the entry is an account rather than one of its lists or values.
func (e *entry) isAccount() bool {
	return e.link.Target.Kind == target.Account && e.link.Type == "" && !e.isTab()
}

// isTab reports whether the entry is a tab of an account other than the first.
func (e *entry) isTab() bool {
	return e.link.Target.Kind == target.Account && e.link.Type == "" && e.link.Tab != "" && e.link.Tab != target.AccountTabs[0]
}

// showsSequence reports whether the entry's value is the account's sequence number.
func (e *entry) showsSequence() bool { return e.isAccount() || e.isTab() }

// change returns the change since the entry was last seen, "" if there is none.
func (m *Model) change(e *entry) text.Safe {
	value, ok := e.value.Value()
	if !ok || !e.seen {
		return text.Safe{}
	}
	change := m.deps.Amounts.LinkedChange(e.link, e.seenValue, value)
	return change
}

// cells returns the cells of an entry.
func (m *Model) cells(i int) []widget.Cell {
	th, e := m.deps.Theme, m.saved[i]
	where, shown := widget.Cell{Text: text.Clean(e.link.Target.String()), Style: th.Faint}, widget.Cell{}
	if sent := e.link.Target; sent.IsSent() {
		sender := m.deps.Names.Of(sent.Address)
		if sender.IsEmpty() {
			sender = text.Short(text.Clean(sent.Address.String()))
		}
		where.Text = text.Format("%s seq %s", sender, text.Integer(sent.Sequence))
	}
	changed := widget.Cell{}
	if e.watch != nil {
		return []widget.Cell{{Text: m.watchName(e)}, {Text: text.Const("watched"), Style: th.Faint}, shown, m.watchCell(e.watch), where}
	}
	if value, ok := e.value.Value(); ok {
		shown = widget.Cell{Text: m.deps.Amounts.Linked(e.link, value), Style: m.deps.Marked(e.changed, th.Text)}
	}
	if change := m.change(e); !change.IsEmpty() {
		changed = widget.Cell{Text: change, Style: th.Accent}
	}
	if err := e.value.Err(); err != nil && !e.showsSequence() {
		shown = widget.Cell{Text: m.deps.Explain(err).Reason, Style: th.Bad}
	}
	return []widget.Cell{{Text: text.Clean(e.name)}, {Text: e.kind(), Style: th.Faint}, shown, changed, where}
}

// watchName names a watched resource by its struct, or a module.
func (m *Model) watchName(e *entry) text.Safe {
	if e.link.Type == "" {
		return text.Clean(e.link.Target.Module.Name)
	}
	name, _, _ := strings.Cut(e.link.Type, "<")
	return text.Clean(name[strings.LastIndexByte(name, ':')+1:])
}

// watchCell describes the changes that were kept.
func (m *Model) watchCell(watch *store.Watch) widget.Cell {
	if watch.Changes == 0 {
		return widget.Cell{Text: text.Const("no change"), Style: m.deps.Theme.Hint}
	}
	shown := text.Format("%s changes", text.Integer(uint64(watch.Changes)))
	if watch.Changes == 1 {
		shown = text.Const("1 change")
	}
	if watch.Height != nil {
		shown = text.Format("%s, block %s", shown, text.Integer(*watch.Height))
	} else {
		shown = text.Format("%s, %s ago", shown, text.Age(watch.At, m.deps.Now()))
	}
	return widget.Cell{Text: shown, Style: m.deps.Theme.Accent}
}
