package price_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui/tuitest"
)

const holdings = "[holdings]\nbtc_usdt = { amount = \"0.5\", cost = \"40000\" }\neth_usdt = { amount = \"12.25\" }\nsol_usdt = { amount = \"3\", cost = \"200\" }\n"

func TestHoldingsBelowTheWatchlist(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 120, 40, tuitest.Setup{Theme: theme.NoColor(), Config: holdings})
	d.Wait(20)
	latest, ok := d.Deps().Prices.Latest("sol_usdt")
	require.True(t, ok, "the price of a pair that is held but not watched")
	require.NotEmpty(t, latest.Price)
	d.Shows("HOLDINGS  $ hide", "btc_usdt", "46,7", "0.5 btc", "+133.", "12.25 eth", "sol_usdt", "total usdt", "ALERTS")
	d.Press("$")
	d.Shows("HOLDINGS  $ show")
	d.Hides("0.5 btc", "total usdt", "12.25")
	d.Press("[")
	d.Press("esc", "tab")
	d.Hides("total usdt")
	d.Press("$")
	d.Shows("holdings  total usdt", "holdings shown")
}

// A small window keeps the watchlist and the alerts, and shows as many holdings as there is room for.
func TestHoldingsLeaveRoomForTheWatchlist(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{100, 30}, {80, 24}, {60, 20}, {40, 12}} {
		d := openPrices(t, size[0], size[1], tuitest.Setup{Theme: theme.NoColor(), Config: holdings})
		if size[0] < 100 {
			d.Press("tab")
		}
		d.Shows("▸ move_usdt", "btc_usdt", "eth_usdt")
	}
}

// The config file is applied while the deck is open.
func TestHoldingsFollowTheConfigFile(t *testing.T) {
	t.Parallel()
	d := openPrices(t, 120, 40, tuitest.Setup{Theme: theme.NoColor()})
	d.Hides("HOLDINGS")
	d.Press("$")
	d.Shows("hide or show holdings: none in the config file")
	d.WriteConfigFile(holdings)
	d.Wait(20)
	d.Shows("HOLDINGS  $ hide", "total usdt")
	d.WriteConfigFile("")
	d.Wait(5)
	d.Hides("HOLDINGS")
}
