package tui

import (
	"slices"

	"foredeck/tui/overlay"
	"foredeck/tui/screen"
	"foredeck/tui/screen/account"
	"foredeck/tui/screen/block"
	"foredeck/tui/screen/blocks"
	"foredeck/tui/screen/callers"
	"foredeck/tui/screen/help"
	"foredeck/tui/screen/home"
	"foredeck/tui/screen/module"
	"foredeck/tui/screen/networks"
	"foredeck/tui/screen/price"
	"foredeck/tui/screen/requests"
	"foredeck/tui/screen/settings"
	"foredeck/tui/screen/transaction"
	"foredeck/tui/screen/view"
)

// KeyGroup is the keys of one place of the deck.
type KeyGroup struct {
	Place      string
	Actions    []screen.Action
	Everywhere bool // they act on every screen
	Overlay    bool // they act while something lies over the screen, and no others do
}

// Keys are all keys of the deck, those that act everywhere first.
func Keys() []KeyGroup {
	groups := []KeyGroup{
		{Place: "everywhere", Actions: screen.ActionsOf(newKeyMap()), Everywhere: true},
		{Place: "go-to menu", Actions: overlay.MenuKeys((&Model{}).places()), Overlay: true},
		{Place: "home", Actions: home.Keys()},
		{Place: "account", Actions: account.Keys()},
		{Place: "transaction", Actions: transaction.Keys()},
		{Place: "module", Actions: module.Keys()},
		{Place: "view", Actions: view.Keys()},
		{Place: "blocks", Actions: blocks.Keys()},
		{Place: "block", Actions: block.Keys()},
		{Place: "calls", Actions: callers.Keys()},
		{Place: "price", Actions: price.Keys()},
		{Place: "networks", Actions: networks.Keys()},
		{Place: "settings", Actions: settings.Keys()},
		{Place: "requests", Actions: requests.Keys()},
		{Place: "palette", Actions: screen.ActionsOf(newPaletteKeys()), Overlay: true},
		{Place: "help", Actions: help.Keys(), Overlay: true},
		{Place: "choice", Actions: overlay.ChooserKeys(), Overlay: true},
		{Place: "question", Actions: overlay.PromptKeys(), Overlay: true},
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
