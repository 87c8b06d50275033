package account

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Spec declares an account with its lists.
var Spec = screen.Spec[*Model]{
	Name: "account", Visitors: screen.Allowed, At: at, Lists: true,
	Start: func(*screen.Deps) (*Model, any) {
		return nil, screen.OpenHomeMsg{Ask: text.Const("account: an address, 0x optional, or a saved name")}
	},
	Menu: screen.MenuItem{Key: "a", Words: "account: type or paste an address"},
	Open: openLink, Links: func(link target.Link) bool { return link.Target.Kind == target.Account },
	Hints:  []screen.Hint{{ID: "account.open", Words: text.Const("opens a row")}, {ID: "search.begin", Words: text.Const("filters")}, {ID: "account.order", Words: text.Const("starts at the other end")}},
	Typing: (*Model).typing,
	Bindings: screen.Bind(
		slices.Concat(
			screen.Lift(differenceKeys, (*Model).resources).If((*Model).showsDifferences),
			screen.Lift(treeKeys, (*Model).resources).If((*Model).showsTree),
			listKeys.If((*Model).showsList),
			screen.Lift(valueKeys, (*Model).resources).If((*Model).hasValue),
			screen.Lift(pane.TreeLevels((*resources).shownTree), (*Model).resources).If((*Model).showsTree),
			screen.Lift(pane.TreeSiblings((*resources).shownTree), (*Model).resources).If((*Model).showsTree),
		).Then((*Model).dropLink),
		screen.Bindings[*Model]{
			{ID: "account.merge", Keys: "m", Help: "merge coin transfers", Place: screen.Later, State: (*Model).otherMerge, When: (*Model).canMerge, Run: (*Model).merge},
		},
		screen.Tabs("account.tab", len(target.AccountTabs), func(m *Model, chosen int) tea.Cmd { return m.show(chosen, false) }),
		screen.Bindings[*Model]{
			{ID: "deck.refresh", Place: screen.Later, Run: (*Model).refresh},
			{ID: "account.pause", Keys: "p", Help: "pause", Place: screen.Later, State: (*Model).otherPause, Run: (*Model).pause},
			{ID: "account.details", Keys: "tab shift+tab", Help: "details", State: (*Model).otherPanel, When: (*Model).hasDetails, Run: (*Model).switchPanel},
		},
		slices.Concat(
			screen.Lift(upwardKeys, (*Model).activeList).If((*Model).canLoadAbove),
			slices.Concat(
				pane.Movement((*Model).transactionRows).If((*Model).hasTransactions),
				pane.Movement((*Model).moduleRows).If((*Model).hasModules),
				pane.Movement((*Model).resourceRows).If((*Model).hasResources),
				pane.Movement((*Model).balanceRows).If((*Model).hasBalance),
			).If((*Model).showsList).Then(func(m *Model) tea.Cmd { return m.tab().Follow() }),
			screen.Lift(pane.TreeMovement((*resources).shownTree), (*Model).resources).If((*Model).showsTree),
			screen.Lift(screen.Movement((*resources).differences), (*Model).resources).If((*Model).showsDifferences),
		).Then((*Model).dropLink),
	).Then((*Model).settle),
}

// at returns the location of a tab.
func at(link target.Link) target.Link {
	return target.AccountOf(link.Network, link.Target.Address, link.Tab)
}

// listKeys are the keys of all lists.
var listKeys = screen.Bind(
	screen.Bindings[*Model]{
		{ID: "account.open", Keys: "enter", Help: "open", When: (*Model).hasRow, Why: "no row selected", Run: (*Model).open},
	},
	screen.Bindings[*Model]{{ID: "tree.open", Place: screen.Hidden, When: (*Model).hasRow, Run: (*Model).open}}.If((*Model).hasResources),
	screen.Lift(screen.Bindings[*transactions]{
		{ID: "transaction.again", Place: screen.Hidden, When: (*transactions).HasRow, Why: "no transaction selected", Run: (*transactions).again},
		{ID: "account.order", Keys: "s", Help: "order", State: (*transactions).otherOrder, Run: (*transactions).reverseOrder},
		{ID: "search.accept", While: screen.Typing, When: (*transactions).typesSequence, Run: (*transactions).goToTyped},
	}, (*Model).activeList).If((*Model).hasTransactions),
	pane.Filtering((*Model).transactionRows).If((*Model).hasTransactions),
	pane.Filtering((*Model).moduleRows).If((*Model).hasModules),
	pane.Filtering((*Model).resourceRows).If((*Model).hasResources),
	pane.Filtering((*Model).balanceRows).If((*Model).hasBalance),
	screen.Lift(screen.Bindings[*transactions]{
		pane.ChooserBinding((*transactions).hasRecords, (*transactions).chooseColumns),
	}, (*Model).activeList).If((*Model).hasTransactions),
	screen.Lift(screen.Bindings[*coinTransfers]{
		{ID: "account.kind", Keys: "f", Help: "type", State: (*coinTransfers).otherKind, Run: (*coinTransfers).showNextKind},
	}, (*Model).coinTransfers).If((*Model).hasCoinTransfers),
	screen.Lift(screen.Bindings[*balances]{
		{ID: "account.coin", Keys: "f", Help: "coin", State: (*balances).otherCoin, When: (*balances).hasOtherCoin, Why: "the account holds no other coin", Run: (*balances).showNextCoin},
	}, (*Model).balances).If((*Model).hasBalance),
)

// treeKeys are the first keys of the tree of a resource.
var treeKeys = screen.Bind(
	screen.Bindings[*resources]{
		{ID: "account.open", Keys: "enter", Help: "expand or collapse", State: (*resources).followWord, Run: (*resources).follow},
		{ID: "tree.open"},
		{ID: "tree.close", When: (*resources).atTop, Run: (*resources).leaveTree},
	},
	pane.TreeFolding((*resources).shownTree),
	pane.TreeSearch((*resources).shownTree),
)

// differenceKeys are the keys of the list of differences of a resource.
var differenceKeys = screen.Bindings[*resources]{
	{ID: "account.open", Keys: "enter", Help: "show in tree", Run: (*resources).openDifference},
	{ID: "resources.compare", Keys: "D", Help: "back to tree", Run: (*resources).chooseBaseline},
}

// valueKeys are the keys of the selected resource, in the list and in its tree.
var valueKeys = screen.Bindings[*resources]{
	{ID: "resources.compare", Keys: "D", Help: "compare", Long: "compare with a snapshot", When: (*resources).canCompare, Run: (*resources).chooseBaseline},
	{ID: "resources.watch", Keys: "W", Help: "watch", Long: "watch: keep each change", State: (*resources).otherWatch, When: (*resources).canLink, Run: (*resources).watch},
	{ID: "resources.pin", Keys: "P", Help: "pin", Long: "pin value", When: (*resources).canLink, Run: (*resources).pin},
}

// upwardKeys load newer records above the first row of a list that does not start at the newest.
var upwardKeys = screen.Bindings[*transactions]{
	{ID: "list.up", Run: (*transactions).loadAbove},
	{ID: "list.page_up", Run: (*transactions).loadAbove},
	{ID: "list.half_up", Run: (*transactions).loadAbove},
	{ID: "list.first", Run: (*transactions).loadAbove},
}.Hide()

func (m *Model) typing() bool  { return m.tab().Typing() }
func (m *Model) hasRow() bool  { return m.tab().HasRow() }
func (m *Model) open() tea.Cmd { return m.tab().open() }

// Range returns the selected rows of the list.
func (m *Model) Range() (rows screen.Range, ok bool) {
	if !m.showsList() {
		return nil, false
	}
	return m.tab().Range()
}

func (m *Model) resources() *resources         { tab, _ := m.tab().(*resources); return tab }
func (m *Model) modules() *modules             { tab, _ := m.tab().(*modules); return tab }
func (m *Model) balances() *balances           { tab, _ := m.tab().(*balances); return tab }
func (m *Model) coinTransfers() *coinTransfers { tab, _ := m.tab().(*coinTransfers); return tab }

func (m *Model) hasTransactions() bool  { return m.activeList() != nil }
func (m *Model) hasCoinTransfers() bool { return m.coinTransfers() != nil }
func (m *Model) hasModules() bool       { return m.modules() != nil }
func (m *Model) hasResources() bool     { return m.resources() != nil }
func (m *Model) hasBalance() bool       { return m.balances() != nil }

func (m *Model) transactionRows() *pane.Frame { return &m.activeList().Frame }
func (m *Model) moduleRows() *pane.Frame      { return &m.modules().Frame }
func (m *Model) resourceRows() *pane.Frame    { return &m.resources().Frame }
func (m *Model) balanceRows() *pane.Frame     { return &m.balances().Frame }

func (m *Model) showsList() bool {
	r := m.resources()
	return r == nil || !r.treeFocused
}

func (m *Model) showsTree() bool { return !m.showsList() && !m.resources().snapshots.listOpen }

func (m *Model) showsDifferences() bool { return !m.showsList() && m.resources().snapshots.listOpen }

func (m *Model) hasValue() bool {
	return m.hasResources() && m.hasRow() && !m.showsDifferences() && m.resources().item == nil
}

func (m *Model) canLoadAbove() bool {
	list := m.activeList()
	return list != nil && list.Pages.Partial() && list.Rows.Selected() == 0
}

// canMerge reports whether the active tab can be merged.
func (m *Model) canMerge() bool { return m.active < mergeableTabs }

func (m *Model) otherMerge() string {
	switch {
	case m.showMerged:
		return "unmerge"
	case m.active > 0:
		return "merge sent"
	}
	return ""
}

func (m *Model) otherPause() string {
	if m.paused {
		return "resume"
	}
	return ""
}

func (m *Model) otherPanel() string {
	if m.showDetails {
		return "list"
	}
	return ""
}

// dropLink stops looking for the resource of a link once the user does something else.
func (m *Model) dropLink() tea.Cmd {
	if r := m.resources(); r != nil {
		r.pendingLink = nil
	}
	return nil
}

func (m *Model) settle() tea.Cmd {
	cmd := m.tab().ScanNew()
	m.applyLayout()
	return cmd
}
