package desk

import (
	"foredeck/tui/text"
)

// HoldingLines draws the trader's holdings, for the section below the list, in at most height lines; nil if there are none or no room.
func (m *Watchlist) HoldingLines(width, height int) []text.Line {
	return PortfolioLines(m.deps, width, height)
}
