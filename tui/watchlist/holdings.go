package watchlist

import (
	"foredeck/tui/portfolio"
	"foredeck/tui/text"
)

// HoldingLines draws the trader's holdings, for the section below the list, in at most height lines; nil if there are none or no room.
func (m *Model) HoldingLines(width, height int) []text.Line {
	return portfolio.Lines(m.deps, width, height)
}
