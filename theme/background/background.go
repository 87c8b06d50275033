// Package background prevents a request to the terminal during initialization.
//
// Bubble Tea's package initialization asks the terminal for its background color and waits up to five seconds for the response, even if
// the program only prints its version. It does not ask if the answer is already set, so this package sets one. Go initializes packages
// in the order of their import paths once their imports are ready, so this package must import only lipgloss and sort before
// github.com/charmbracelet/bubbletea.
package background

import "github.com/charmbracelet/lipgloss"

func init() {
	lipgloss.SetHasDarkBackground(true)
}
