// Package all lists the kinds of screens.
package all

import (
	"foredeck/tui/screen"
	"foredeck/tui/screen/blocks"
	"foredeck/tui/screen/callers"
	"foredeck/tui/screen/diff"
)

// Kinds are the kinds of screens in the order of the documents.
var Kinds = []screen.Kind{blocks.Spec, callers.Spec, diff.Spec}

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
