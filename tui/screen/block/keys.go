package block

import "foredeck/tui/screen"

// Keys are all actions of the screen with their usual keys.
func Keys() []screen.Action {
	return append(screen.ActionsOf(newKeyMap()), screen.ActionsOf(screen.NewSearchKeys())...)
}
