package price_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui/tuitest"
)

// A planned position has three tags and a readout, stays with its pair while the program runs, and nothing is sent or stored.
func TestPosition(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 120, 40, tuitest.Setup{Theme: theme.NoColor()})
	latest, ok := d.Deps().Prices.Latest("move_usdt")
	require.True(t, ok)
	d.Press("P")
	d.Shows("Position on move_usdt", "entry "+latest.Price+" stop ", "entry 83300 stop 82000 target 87000 risk 100")
	d.Press("0.9", "enter")
	d.Shows("target is missing")
	for range len("entry 0.0000 stop 0.9") {
		d.Press("backspace")
	}
	d.Press("entry 0.59 stop 0.58 target 0.62 risk 100", "enter")
	d.Shows("long · risk 1.69% · reward 5.08% · 3.0:1 · size 10,000", "E 0.5900", "S 0.5800", "T 0.6200")
	d.Hides("◃ ")
	require.Empty(t, d.Deps().Store.Alerts())
	x, y := tagAt(t, d, "T 0.6200")
	d.Send(mousePress(x, y))
	d.Hides("alert 0.62")

	d.Press("j")
	d.Shows("Price › btc_usdt")
	d.Hides("size 10,000")
	d.Press("k")
	d.Shows("size 10,000")
	d.Press("P")
	for range len("entry 0.59 stop 0.58 target 0.62 risk 100") {
		d.Press("backspace")
	}
	d.Press("enter")
	d.Shows("move_usdt: no position")
	d.Hides("size 10,000", "E 0.5900")
}
