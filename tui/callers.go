package tui

import (
	"slices"

	"foredeck/client/move"
	"foredeck/tui/screen/account"
)

// callers are the accounts whose calls of the function are looked for: the one from whose screen one came, and the one that
// the function belongs to.
func (m *Model) callers(function move.FunctionID) []move.Address {
	for _, place := range slices.Backward(m.history.current().trail()) {
		if from, ok := place.screen.(*account.Model); ok && from.Address() != function.Address {
			return []move.Address{from.Address(), function.Address}
		}
	}
	return []move.Address{function.Address}
}
