package screen

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/text"
)

// AskMsg asks the deck to let the user type a line.
type AskMsg struct {
	Title, Hint text.Safe
	Begun       string // what stands there at first
	// Take takes what was typed. Where it answers with an error that is said, and the line stays.
	Take func(string) (tea.Cmd, error)
}

// AlertMsg asks the deck to ring and to say so in the window's title.
type AlertMsg struct {
	Words text.Safe // empty: there is nothing to be said any more
}
