package e2e_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/cmd/foredeck/e2e/terminal"
)

// A year of 1-minute bars loads, newest first, within the budget of calls, and the bar at its start is exact.
func TestYearOfMinutes(t *testing.T) {
	t.Parallel()
	x := start(t, terminal.Size{Columns: 200, Rows: 60})
	x.WaitUntil("Home", patience, home)
	x.Type("btc_usdt")
	x.Key("enter")
	x.WaitUntil("the chart", patience, shows(`╭ Candles ─.* loaded ╮`, `~ in progress`))
	x.Key("<", "<", "<", "<")
	x.WaitUntil("1-minute bars", patience, shows(`\b1m UTC`))
	x.Key("t")
	x.WaitUntil("the date's form", patience, shows(`Go to date`))
	x.Type("-365d")
	x.Key("enter")
	x.WaitUntil("part of the year", patience, shows(`loading|not loaded`))
	screen := x.WaitUntil("the year", 4*patience, shows(`[\d,]+ of 52\d,\d{3} loaded ╮`, `O [\d,.]+  H [\d,.]+  L [\d,.]+  C [\d,.]+ `))
	require.NotContains(t, screen, "rate limited")
	x.Key("ctrl+c")
}
