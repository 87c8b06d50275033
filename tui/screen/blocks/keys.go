package blocks

import "foredeck/tui/screen"

// Keys are all keys of the blocks screen, whether or not they act at the moment.
func Keys() []screen.Action {
	return append(screen.ActionsOf(newKeyMap()), screen.ActionsOf(screen.NewSearchKeys())...)
}
