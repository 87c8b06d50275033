package account

import (
	"sort"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

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
	t.Replace(load.NewPagesFrom(t.Source(order), order, start), 0)
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
func (m *Model) activeList() *transactions {
	switch tab := m.tab().(type) {
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
}

// notes returns the suffixes of the title, longest first.
func (t *transactions) notes() []text.Safe {
	if !t.Pages.Partial() {
		return t.scope
	}
	newest := t.Deps.Key("deck.reload")
	return []text.Safe{text.Format(" · %s load newer · %s newest", t.Deps.Key("list.up"), newest), text.Format(" · %s newest", newest)}
}
