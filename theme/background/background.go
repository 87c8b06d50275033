// Package background prevents a request to the terminal during initialization.
//
// Bubble Tea's package initialization asks the terminal for its background color and waits up to five seconds for the response, even if
// the program only prints its version. Package hold, which is initialized first, makes termenv skip the question. This package imports
// Bubble Tea and is therefore initialized after it: it takes back what hold did, and sets an answer, so that nothing asks later.
package background

import (
	_ "github.com/charmbracelet/bubbletea" // its initialization comes first
	"github.com/charmbracelet/lipgloss"

	"foredeck/theme/background/hold"
)

func init() {
	hold.Release()
	lipgloss.SetHasDarkBackground(true)
}
