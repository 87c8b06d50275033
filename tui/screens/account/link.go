package account

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// pendingLink is a resource to open once it is loaded. Any key drops it.
type pendingLink struct {
	typeTag  string
	path     string                       // of the value to select; empty for the whole resource
	pages    *load.Pages[client.Resource] // list that was searched
	searched int                          // number of its records that were searched
}

// openLink returns the account of a link, with its tab and its resource.
func openLink(deps *screen.Deps, link target.Link) *Model {
	m := New(deps, link.Target.Address)
	m.active = max(slices.Index(target.AccountTabs, link.Tab), 0)
	m.openList(link.List)
	if link.Target.OrTransaction {
		m.digits = new(digits)
	}
	if resource, ok := m.tab().(*resources); ok && link.Type != "" {
		resource.pendingLink = &pendingLink{typeTag: link.Type, path: link.Path}
	}
	return m
}

// Link returns the location of the tab, and of the selected resource and value.
func (m *Model) Link() (target.Link, bool) {
	link := target.Link{Network: m.deps.Endpoint.Network, Target: target.Target{Kind: target.Account, Address: m.address}, Tab: target.AccountTabs[m.active]}
	if resource, ok := m.tab().(*resources); ok {
		link.Type, link.Path = resource.location()
	}
	return link, true
}

// location returns the type and path of the link to open, else those that are selected.
func (r *resources) location() (kind, path string) {
	if r.pendingLink != nil {
		return r.pendingLink.typeTag, r.pendingLink.path
	}
	return r.shownLocation()
}

// shownLocation returns the type of the selected resource and the path of the value selected in it. Both are empty if the type cannot be
// parsed.
func (r *resources) shownLocation() (kind, path string) {
	resource := r.Selected()
	if resource == nil {
		return "", ""
	}
	if _, err := move.ParseStructTag(resource.Type); err != nil {
		return "", ""
	}
	if r.item != nil && r.treeFocused {
		return resource.Type, r.item.path
	}
	if path, _ = r.selectedValue(); !r.treeFocused || path == "." {
		path = ""
	}
	return resource.Type, path
}

// findPendingLink searches the loaded records for the pending resource, and loads more until it is found.
func (r *resources) findPendingLink() tea.Cmd {
	if r.pendingLink == nil || r.treeFocused || r.Pages.Err() != nil {
		return nil
	}
	if r.pendingLink.pages != r.Pages {
		r.pendingLink.pages, r.pendingLink.searched = r.Pages, 0
	}
	for ; r.pendingLink.searched < r.Pages.Len(); r.pendingLink.searched++ {
		if sameType(r.Pages.At(r.pendingLink.searched).Type, r.pendingLink.typeTag) {
			r.Select(r.Pages.Serial(r.pendingLink.searched))
			return r.open()
		}
	}
	if !r.Pages.Complete() {
		return r.More()
	}
	missing := text.Format("no resource %s at this address", text.Short(text.Clean(r.pendingLink.typeTag)))
	r.pendingLink = nil
	return r.Deps.Post(screen.StatusMsg{Text: missing, Warn: true})
}

// sameType reports whether two strings denote the same type.
func sameType(a, b string) bool {
	if a == b {
		return true
	}
	first, err := move.ParseStructTag(a)
	if err != nil {
		return false
	}
	second, err := move.ParseStructTag(b)
	return err == nil && first.Equal(second)
}

// selectPendingPath selects the pending value once the tree of its resource is built.
func (r *resources) selectPendingPath() {
	if r.pendingLink == nil || !r.treeFocused || r.tree.Len() == 0 {
		return
	}
	if path := r.pendingLink.path; path != "" && !r.tree.SelectPath(path) {
		r.Deps.Post(screen.StatusMsg{Text: text.Format("path not found: %s", text.Clean(truncate(path))), Warn: true})
	}
	r.pendingLink = nil
}

// GoToSequence shows the sent transactions at a sequence number.
func (m *Model) GoToSequence(sequence uint64) tea.Cmd {
	defer m.applyLayout()
	sent, _ := m.tabs[0].(*transactions) // as New makes it
	cmd := m.show(0, false)
	return tea.Batch(cmd, sent.goToSequence(sequence))
}

// goToSequence selects the transaction with a sequence number, or reads the list from there if it is not loaded.
func (t *transactions) goToSequence(sequence uint64) tea.Cmd {
	t.ClearFilter()
	if i, ok := t.findSequence(sequence); ok {
		t.Select(t.Pages.Serial(i))
		t.SelectionMoved()
		return t.Prefetch()
	}
	t.startAt(client.NewestFirst, client.SequenceCursor(sequence))
	return t.More()
}

// findSequence returns the index of the loaded record with a sequence number. The list is sorted by it.
func (t *transactions) findSequence(sequence uint64) (i int, ok bool) {
	number := func(i int) uint64 {
		if known := t.Pages.At(i).SequenceNumber; known != nil {
			return *known
		}
		return 0
	}
	i = sort.Search(t.Pages.Len(), func(i int) bool {
		if t.Pages.Order() == client.OldestFirst {
			return number(i) >= sequence
		}
		return number(i) <= sequence
	})
	return i, i < t.Pages.Len() && number(i) == sequence
}

// startAt replaces the list with one that starts at a cursor and is not loaded yet.
func (t *transactions) startAt(order client.Order, start client.Cursor) {
	t.Cancel()
	t.other = nil
	t.Replace(t.NewPages(order).StartAt(start), 0)
}

// typesSequence reports whether a sequence number is in the filter box, as #700.
func (t *transactions) typesSequence() bool {
	return t.isSent && strings.HasPrefix(strings.TrimSpace(t.Typed()), "#")
}

func (t *transactions) goToTyped() tea.Cmd {
	sequence, err := target.ParseSequence(strings.TrimPrefix(strings.TrimSpace(t.Typed()), "#"))
	if err != nil {
		return t.Deps.Post(screen.StatusMsg{Text: text.Clean(err.Error()), Warn: true})
	}
	return t.goToSequence(sequence)
}

func (t *transactions) loadAbove() tea.Cmd { return t.Pages.LoadAbove(t.Ctx, t.Deps.Loader) }

// openList applies the options of a link to the active tab. It must be called before Enter.
func (m *Model) openList(options *target.List) {
	if options == nil {
		return
	}
	order := client.NewestFirst
	if options.OldestFirst {
		order = client.OldestFirst
	}
	if coin, ok := m.tab().(*coinTransfers); ok && options.Type != "" {
		coin.show(listTypes[options.Type])
	}
	list := m.activeList()
	switch {
	case list == nil:
	case options.FromHeight != nil && m.tab() == m.tabs[automatedTab]:
		list.startAt(order, client.Cursor(fromHeight+strconv.FormatUint(*options.FromHeight, 10)))
	case options.Start != "" || options.OldestFirst:
		list.startAt(order, client.Cursor(options.Start))
	}
	if list != nil && options.Filter != "" {
		list.SetFilter(options.Filter)
	}
}

// automatedTab is the index of the tab of automated transactions.
const automatedTab = 2

// activeList returns the list of transactions in the active tab, nil if it has none.
func (m *Model) activeList() *transactions { return listOf(m.tab()) }

func listOf(tab tab) *transactions {
	switch tab := tab.(type) {
	case *transactions:
		return tab
	case *coinTransfers:
		return tab.transactions
	}
	return nil
}

// listTypes maps the types of --type to those of the node.
var listTypes = map[string]client.TransactionType{
	"user": client.UserType, "auto": client.AutomatedType, "meta": client.BlockMetadataType, "record": client.AutomationRecordType,
	"fungible": fungible,
}

// notes returns the suffixes of the title, longest first.
func (t *transactions) notes() []text.Safe {
	if !t.Pages.Partial() {
		return t.scope
	}
	newest := t.Deps.Key("deck.reload")
	return []text.Safe{text.Format(" · %s load newer · %s newest", t.Deps.Key("list.up"), newest), text.Format(" · %s newest", newest)}
}
