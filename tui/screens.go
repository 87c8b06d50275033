package tui

import (
	"foredeck/tui/screen"
	"foredeck/tui/screens/account"
	"foredeck/tui/screens/activity"
	"foredeck/tui/screens/alerts"
	"foredeck/tui/screens/block"
	"foredeck/tui/screens/blocks"
	"foredeck/tui/screens/call"
	"foredeck/tui/screens/callers"
	"foredeck/tui/screens/charts"
	"foredeck/tui/screens/committee"
	"foredeck/tui/screens/compare"
	"foredeck/tui/screens/diff"
	"foredeck/tui/screens/effects"
	"foredeck/tui/screens/events"
	"foredeck/tui/screens/explain"
	"foredeck/tui/screens/group"
	"foredeck/tui/screens/home"
	"foredeck/tui/screens/module"
	"foredeck/tui/screens/networks"
	"foredeck/tui/screens/price"
	"foredeck/tui/screens/requests"
	"foredeck/tui/screens/settings"
	"foredeck/tui/screens/summary"
	"foredeck/tui/screens/transaction"
	"foredeck/tui/screens/view"
	"foredeck/tui/screens/wall"
)

// Screens are the kinds of screens, in the order of the documents and of the go-to menu. A link is opened by the last one that it names.
var Screens = screen.Kinds{
	&home.Spec,
	&account.Spec,
	&transaction.Spec,
	&module.Spec,
	&view.Spec,
	&call.Spec,
	&blocks.Spec,
	&activity.Spec,
	&events.Spec,
	&committee.Spec,
	&effects.Spec,
	&group.Spec,
	&explain.Spec,
	&alerts.Spec,
	&block.Spec,
	&callers.Spec,
	&summary.Spec,
	&compare.Spec,
	&diff.Spec,
	&requests.Spec,
	&networks.Spec,
	&settings.Spec,
	&price.Spec,
	&charts.Spec,
	&wall.Spec,
}
