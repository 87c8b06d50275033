package tui

import (
	"slices"

	"foredeck/tui/appearance"
	"foredeck/tui/bookmarks"
	"foredeck/tui/comparison"
	"foredeck/tui/history"
	"foredeck/tui/keymap"
	"foredeck/tui/listview"
	"foredeck/tui/output"
	"foredeck/tui/overlay"
	"foredeck/tui/palette"
	"foredeck/tui/screen"
	"foredeck/tui/screen/account"
	"foredeck/tui/screen/alerts"
	"foredeck/tui/screen/block"
	"foredeck/tui/screen/blocks"
	"foredeck/tui/screen/call"
	"foredeck/tui/screen/callers"
	"foredeck/tui/screen/charts"
	"foredeck/tui/screen/compare"
	"foredeck/tui/screen/diff"
	"foredeck/tui/screen/help"
	"foredeck/tui/screen/home"
	"foredeck/tui/screen/module"
	"foredeck/tui/screen/networks"
	"foredeck/tui/screen/price"
	"foredeck/tui/screen/requests"
	"foredeck/tui/screen/settings"
	"foredeck/tui/screen/transaction"
	"foredeck/tui/screen/view"
	"foredeck/tui/statewatch"
)

// Keys returns the keys of the deck by screen and overlay, those that act everywhere first.
func Keys() []keymap.Group {
	everywhere := slices.Concat(
		screen.ActionsOf(history.NewKeys()), screen.ActionsOf(palette.NewKeys()), screen.ActionsOf(newKeyMap()), screen.ActionsOf(output.NewCopyKeys()),
		[]screen.Action{output.ExportKey()}, screen.ActionsOf(bookmarks.NewKeys()), []screen.Action{output.BrowseKey()}, screen.ActionsOf(appearance.NewKeys()), []screen.Action{newMouse().key},
	)
	groups := []keymap.Group{
		{Name: "everywhere", Actions: everywhere, Everywhere: true},
		{Name: "go-to menu", Actions: overlay.MenuKeys(new(history.Model).Menu()), Overlay: true},
		{Name: "home", Actions: home.Keys()},
		{Name: "account", Actions: account.Keys()},
		{Name: "transaction", Actions: transaction.Keys()},
		{Name: "module", Actions: module.Keys()},
		{Name: "view", Actions: view.Keys()},
		{Name: "call", Actions: call.Keys()},
		{Name: "blocks", Actions: blocks.Keys()},
		{Name: "alerts", Actions: alerts.Keys()},
		{Name: "block", Actions: block.Keys()},
		{Name: "calls", Actions: callers.Keys()},
		{Name: "compare", Actions: compare.Keys()},
		{Name: "diff", Actions: diff.Keys()},
		{Name: "price", Actions: price.Keys()},
		{Name: "charts", Actions: charts.Keys()},
		{Name: "networks", Actions: networks.Keys()},
		{Name: "settings", Actions: settings.Keys()},
		{Name: "requests", Actions: requests.Keys()},
		{Name: "palette", Actions: palette.BoxKeys(), Overlay: true},
		{Name: "help", Actions: help.Keys(), Overlay: true},
		{Name: "changes", Actions: statewatch.Keys(), Overlay: true},
		{Name: "comparison", Actions: comparison.FormKeys(), Overlay: true},
		{Name: "columns", Actions: listview.ChooserKeys(), Overlay: true},
		{Name: "choice", Actions: overlay.ChooserKeys(), Overlay: true},
		{Name: "question", Actions: overlay.PromptKeys(), Overlay: true},
	}
	for i := range groups {
		known := map[string]bool{}
		groups[i].Actions = slices.DeleteFunc(groups[i].Actions, func(action screen.Action) bool {
			defer func() { known[action.ID] = true }()
			return known[action.ID]
		})
	}
	return groups
}
