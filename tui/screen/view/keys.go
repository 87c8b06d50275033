package view

import "foredeck/tui/screen"

// Keys are all keys of the form of a view function, whether or not they act at the moment.
func Keys() []screen.Action { return screen.ActionsOf(newKeyMap()) }
