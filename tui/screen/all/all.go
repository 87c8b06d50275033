// Package all lists the kinds of screens.
package all

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

// Kinds are the kinds of screens in the order of the documents.
var Kinds = []screen.Kind{
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
	price.Spec,
	charts.Spec,
	wall.Spec,
	networks.Spec,
	settings.Spec,
	requests.Spec,
}

// Constructors of screens that show more than a link names.
var (
	Transaction   = transaction.New
	TransactionAt = transaction.NewAt
	Requests      = requests.New
)

// Of returns the kind of a screen, nil if it is not listed yet.
func Of(s screen.Screen) screen.Kind {
	for _, kind := range Kinds {
		if kind.Is(s) {
			return kind
		}
	}
	return nil
}

// Actions returns the actions of a screen, whether or not it is listed.
func Actions(s screen.Screen) []screen.Action {
	if kind := Of(s); kind != nil {
		return kind.Actions(s)
	}
	return s.(interface{ Actions() []screen.Action }).Actions()
}

// Named returns the kind with a name.
func Named(name string) screen.Kind {
	for _, kind := range Kinds {
		if kind.Title() == name {
			return kind
		}
	}
	return nil
}
