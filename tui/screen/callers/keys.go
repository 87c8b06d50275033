package callers

import "foredeck/tui/screen"

// Keys are all keys of the list of calls, whether or not they act at the moment.
func Keys() []screen.Action { return screen.ActionsOf(newKeyMap()) }
