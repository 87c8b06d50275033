package blocks

import "foredeck/tui/screen"

// Keys are all actions of the screen with their usual keys.
func Keys() []screen.Action {
	return screen.ActionsOf(newKeyMap())
}
