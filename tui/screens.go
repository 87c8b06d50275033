package tui

import (
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
	"foredeck/tui/screen/home"
	"foredeck/tui/screen/module"
	"foredeck/tui/screen/networks"
	"foredeck/tui/screen/price"
	"foredeck/tui/screen/requests"
	"foredeck/tui/screen/settings"
	"foredeck/tui/screen/transaction"
	"foredeck/tui/screen/view"
	"foredeck/tui/screen/wall"
)

// Screens are the kinds of screens, in the order of the documents and of the go-to menu. A link is opened by the last one that it names.
var Screens = screen.Kinds{
	home.Spec,
	account.Spec,
	transaction.Spec,
	module.Spec,
	view.Spec,
	call.Spec,
	blocks.Spec,
	alerts.Spec,
	block.Spec,
	callers.Spec,
	compare.Spec,
	diff.Spec,
	requests.Spec,
	networks.Spec,
	settings.Spec,
	price.Spec,
	charts.Spec,
	wall.Spec,
}
