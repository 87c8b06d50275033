package price_test

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/tuitest"
)

// Keys of the user run the rows of the chart, the watchlist and the form of indicators.
func TestBoundKeys(t *testing.T) {
	t.Parallel()
	config := "[keys]\n\"price.left\" = \"f5\"\n\"price.next_pair\" = \"f6\"\n\"price.indicator_edit\" = \"f7\"\n\"price.newest\" = \"f8\"\n"
	d := openPrices(t, 120, 40, tuitest.Setup{Config: config})
	press := func(key tea.KeyType) { d.Send(tea.KeyMsg{Type: key}) }
	d.Shows("f5/l crosshair")
	press(tea.KeyF6)
	d.Shows("▸ btc_usdt")
	press(tea.KeyF5)
	d.Press("i")
	d.Shows("f7 add", "f8 close")
	press(tea.KeyF7)
	d.Shows("f7 apply")
	d.Press("backspace", "backspace", "backspace")
	press(tea.KeyF7)
	press(tea.KeyF8)
	d.Hides("f7 apply")
	press(tea.KeyF8)
	d.Hides("╭ Indicators")
}
