// Package background keeps the program from asking the terminal anything before it has decided to draw.
//
// Bubble Tea's package initialisation asks the terminal for its background colour and waits up to five seconds for
// a terminal that does not answer, even when the program only prints its version. The question is not asked when an
// answer is already set, so this package sets one. Go initialises packages in the order of their import paths as soon
// as what they import is ready: this package must import lipgloss alone and sort before github.com/charmbracelet/bubbletea.
package background

import "github.com/charmbracelet/lipgloss"

func init() {
	lipgloss.SetHasDarkBackground(true)
}
